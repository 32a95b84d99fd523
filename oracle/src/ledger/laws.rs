//! Laws of the ledger (S-9 and section 4.5), over bytes, for tests and a
//! fuzzer alike.
//!
//! Bytes are taken twice: as a ledger file as they stand, and as dice from
//! which lines are drawn that share few transactions, so that they supersede
//! and contradict each other. The models here are as plain as can be: a list
//! that is searched from the start, and another JSON reader.

use arbitrary::{Result as Drawn, Unstructured};

use super::jsonl::{self, Fault, Tail};
use super::line::{Line, Payment};
use super::money::{Rate, Refund};
use super::status::StatusSummary;
use super::{Conflict, Fold, Timestamp, TxId, Wallet};
use crate::lossless;
use crate::vocabulary::Code;

/// A law that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {says}: expected {expected}, found {actual}")]
pub struct Broken {
    /// Its id.
    pub law: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What must have come out.
    pub expected: String,
    /// What did.
    pub actual: String,
}

/// Holds every law against `bytes`.
///
/// # Errors
///
/// The first law that is broken.
pub fn hold(bytes: &[u8]) -> Result<(), Broken> {
    read_as_it_stands(bytes)?;
    let (lines, cut) = draw(bytes);
    let text: String = lines.iter().map(|line| line.to_text() + "\n").collect();
    for line in &lines {
        twelve_keys(&line.to_text())?;
    }
    closed(&lines, cut)?;
    cut_anywhere(&text, cut)?;
    folds_as_a_list(&lines)?;
    order_of_others(&lines)
}

/// Lines drawn from `bytes`, and a number for where to cut or to change.
#[must_use]
pub fn draw(bytes: &[u8]) -> (Vec<Line>, usize) {
    let mut from = Unstructured::new(bytes);
    let mut lines = Vec::new();
    let cut = from.arbitrary().unwrap_or(0_u16).into();
    for _ in 0..from.int_in_range(0..=12).unwrap_or(0) {
        // Bytes that ran out read as zeros, so nothing fails for want of them.
        let Ok(Some(line)) = line(&mut from) else {
            break;
        };
        lines.push(line);
    }
    (lines, cut)
}

fn line(from: &mut Unstructured<'_>) -> Drawn<Option<Line>> {
    let payment = Payment {
        payer: Wallet::from_bytes([from.int_in_range(0..=1)?; 32]),
        tx: TxId::from_bytes([from.int_in_range(0..=3)?; 64]),
        sol_fee_lamports: from
            .ratio(1_u8, 4)?
            .then_some(u64::from(from.int_in_range(0..=1_u8)?)),
        house: from.ratio(1_u8, 8)?,
    };
    let at = 1_793_491_200_000 + i64::from(from.ratio(1_u8, 8)?);
    let status = match from.int_in_range(0..=5)? {
        0..=3 => Ok(StatusSummary::valid()),
        4 => StatusSummary::repaired(from.int_in_range(1..=3)?),
        _ => StatusSummary::unrepairable([*from.choose(Code::ALL)?, *from.choose(Code::ALL)?]),
    };
    let (Some(ts), Ok(status)) = (Timestamp::from_millis(at), status) else {
        return Ok(None);
    };
    let mut line = Line::new(&payment, ts, status);
    if from.ratio(1_u8, 3)? {
        let spelling = *from.choose(&["1.3712", "1.37120"])?;
        let basis = *from.choose(&["Bank of Canada", "a\u{2028}\"\\b"])?;
        let rate = basis
            .parse()
            .and_then(|basis| Rate::new(spelling, ts.day(), basis));
        if let Ok(rate) = rate {
            line = line.with_rate(rate);
        }
    }
    if from.ratio(1_u8, 3)? {
        line = line.with_refund(Refund {
            ts,
            tx: from.ratio(1_u8, 2)?.then_some(payment.tx),
            units: from.int_in_range(1..=2)?,
        });
    }
    Ok(Some(line))
}

fn broken(
    law: &'static str,
    says: &'static str,
    expected: impl Into<String>,
    actual: impl Into<String>,
) -> Broken {
    Broken {
        law,
        says,
        expected: expected.into(),
        actual: actual.into(),
    }
}

/// Any bytes as a file: whatever is read is written back to the same line.
fn read_as_it_stands(bytes: &[u8]) -> Result<(), Broken> {
    let mut wrong = Ok(());
    let _ = jsonl::read("ledger", bytes, Tail::Torn, |_, text| {
        let line = Line::parse(text)?;
        let again = line.to_text();
        if Line::parse(&again).as_ref() != Ok(&line) {
            let says = "a line that was read is written back to the same line";
            wrong = Err(broken("S-9", says, text, again));
        }
        Ok(())
    });
    wrong
}

/// Another reader sees exactly twelve keys, and reading gives the same bytes.
fn twelve_keys(text: &str) -> Result<(), Broken> {
    let says = "every line has exactly twelve keys";
    let value = lossless::read_str(text);
    let keys = value.as_ref().ok().and_then(|value| value.members());
    if keys.map(<[_]>::len) != Some(12) {
        return Err(broken("S-9", says, "12 keys", text));
    }
    let says = "ledger bytes read back to the same records";
    match Line::parse(text) {
        Ok(line) if line.to_text() == text => Ok(()),
        Ok(line) => Err(broken("S-9", says, text, line.to_text())),
        Err(fault) => Err(broken("S-9", says, text, fault.to_string())),
    }
}

/// A line without one of its keys, or with one twice or renamed, is refused.
fn closed(lines: &[Line], cut: usize) -> Result<(), Broken> {
    let says = "a key that is missing, unknown or doubled is refused";
    let Some(text) = lines.first().map(Line::to_text) else {
        return Ok(());
    };
    let Ok(lossless::Value::Object(members)) = lossless::read_str(&text) else {
        return Ok(());
    };
    let place = cut % members.len();
    let mut fewer = members.clone();
    let (key, value) = fewer.remove(place);
    let mut renamed = fewer.clone();
    renamed.insert(place, (format!("{key} "), value.clone()));
    let mut twice = members;
    twice.insert(cut / 16 % 12, (key, value));
    for members in [fewer, renamed, twice] {
        let text = lossless::Value::Object(members).to_text();
        if Line::parse(&text).is_ok() {
            return Err(broken("4.5", says, "an error", text));
        }
    }
    Ok(())
}

/// A file cut anywhere keeps its whole lines, and its torn one is recognised.
fn cut_anywhere(text: &str, cut: usize) -> Result<(), Broken> {
    let says = "a torn last line is recognised, and no earlier line is lost";
    let kept = &text.as_bytes()[..cut % (text.len() + 1)];
    let whole = kept.iter().filter(|byte| **byte == b'\n').count();
    let ends = kept.last().is_none_or(|byte| *byte == b'\n');
    let mut read = 0;
    let outcome = jsonl::read("ledger", kept, Tail::Torn, |_, text| {
        read += 1;
        Line::parse(text).map(drop)
    });
    let torn = match &outcome {
        Err(jsonl::ReadError::Line { line, fault, .. }) => {
            *fault == Fault::Torn && *line == whole as u64 + 1
        }
        Ok(_) | Err(_) => false,
    };
    if read == whole && torn != ends && outcome.is_ok() == ends {
        return Ok(());
    }
    let expected = format!("{whole} lines, torn: {}", !ends);
    Err(broken(
        "4.5",
        says,
        expected,
        format!("{read} lines, {outcome:?}"),
    ))
}

/// The fold is that of a list in which every line is compared with the last
/// one of its `tx`.
fn folds_as_a_list(lines: &[Line]) -> Result<(), Broken> {
    let says = "the last line of a tx is its record, and only later facts may be added";
    let mut list: Vec<Line> = Vec::new();
    let mut fold = Fold::default();
    for (line, number) in lines.iter().zip(1..) {
        let before = list.iter_mut().find(|before| before.tx() == line.tx());
        let admitted = before.as_ref().is_none_or(|before| only_adds(before, line));
        let taken: Result<(), Conflict> = fold.take(number, line);
        if taken.is_ok() != admitted {
            return Err(broken(
                "4.5",
                says,
                format!("admitted: {admitted}"),
                format!("{taken:?}"),
            ));
        }
        match before {
            Some(before) if admitted => *before = line.clone(),
            Some(_) => {}
            None => list.push(line.clone()),
        }
    }
    let expected: Vec<_> = list.iter().map(facts).collect();
    let found = records(&fold);
    if expected == found {
        return Ok(());
    }
    Err(broken(
        "4.5",
        says,
        format!("{expected:?}"),
        format!("{found:?}"),
    ))
}

/// The rule of section 4.5, member for member.
fn only_adds(before: &Line, after: &Line) -> bool {
    fn known<T: PartialEq>(before: Option<T>, after: Option<T>) -> bool {
        before.is_none() || before == after
    }
    let (old, new) = (before.cad_fmv(), after.cad_fmv());
    before.payer() == after.payer()
        && before.ts() == after.ts()
        && before.status() == after.status()
        && before.is_house() == after.is_house()
        && known(before.sol_fee_lamports(), after.sol_fee_lamports())
        && known(old.rate.as_ref(), new.rate.as_ref())
        && known(old.refund, new.refund)
}

type Facts = (TxId, Wallet, Timestamp, StatusSummary, bool, bool);

fn facts(line: &Line) -> Facts {
    let refunded = line.cad_fmv().refund.is_some();
    (
        line.tx(),
        line.payer(),
        line.ts(),
        line.status(),
        line.is_house(),
        refunded,
    )
}

fn records(fold: &Fold) -> Vec<Facts> {
    fold.iter()
        .map(|record| {
            (
                *record.tx(),
                *record.payer(),
                record.ts(),
                record.status(),
                record.is_house(),
                record.is_refunded(),
            )
        })
        .collect()
}

/// Folding does not depend on the order of lines of different transactions.
fn order_of_others(lines: &[Line]) -> Result<(), Broken> {
    let says = "folding is independent of the order of unrelated lines";
    let mut grouped = lines.to_vec();
    grouped.sort_by_key(Line::tx);
    let fold = |lines: &[Line]| {
        let mut fold = Fold::default();
        let taken: Vec<bool> = lines
            .iter()
            .map(|line| fold.take(1, line).is_ok())
            .collect();
        let mut records = records(&fold);
        records.sort_unstable();
        (records, taken.iter().filter(|taken| **taken).count())
    };
    let (expected, found) = (fold(lines), fold(&grouped));
    if expected == found {
        return Ok(());
    }
    Err(broken(
        "S-9",
        says,
        format!("{expected:?}"),
        format!("{found:?}"),
    ))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_law_holds_for_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(hold(&bytes), Ok(()));
        }
    }

    #[test]
    fn drawn_lines_supersede_and_contradict_each_other() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200_u32 {
            let bytes: Vec<u8> = (0..300_u32)
                .map(|at| {
                    (seed
                        .wrapping_mul(2_654_435_761)
                        .wrapping_add(at * 40_503 * (seed + 1))
                        >> 7) as u8
                })
                .collect();
            let mut fold = Fold::default();
            for line in draw(&bytes).0 {
                let before = fold.len();
                let taken = fold.take(1, &line);
                seen.insert(taken.map_or_else(
                    |conflict| conflict.member,
                    |()| {
                        if fold.len() > before {
                            "new"
                        } else {
                            "superseded"
                        }
                    },
                ));
            }
        }
        for kind in ["new", "superseded", "payer", "status", "cad_fmv.refund"] {
            assert!(seen.contains(kind), "{kind}: {seen:?}");
        }
    }

    #[test]
    fn a_file_of_any_bytes_is_no_reason_to_panic() {
        for bytes in [
            &b""[..],
            b"\n",
            b"\xff\n",
            b"{}\n{",
            b"{\"payer\":1}\n",
            &b"{".repeat(70_000),
        ] {
            assert_eq!(hold(bytes), Ok(()));
        }
    }
}
