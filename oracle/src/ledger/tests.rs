//! The ledger's own properties: S-9, the closed form, folding, crashes.

use std::path::Path;

use super::incidents::{Cleared, Incident, Kind};
use super::*;
use crate::lossless::{self, Value};
use crate::vocabulary::Code;

const TS: &str = "2026-11-01T00:00:00.000Z";

fn tx(number: u8) -> TxId {
    TxId::from_bytes([number; 64])
}

fn line(number: u8) -> Line {
    let payment = Payment {
        payer: Wallet::from_bytes([7; 32]),
        tx: tx(number),
        sol_fee_lamports: None,
        house: false,
    };
    Line::new(&payment, TS.parse().unwrap(), StatusSummary::valid())
}

fn rate() -> Rate {
    let basis = "Bank of Canada\u{2028}daily".parse().unwrap();
    Rate::new("1.3712", "2026-11-01".parse().unwrap(), basis).unwrap()
}

fn refund() -> Refund {
    Refund {
        ts: TS.parse().unwrap(),
        tx: None,
        units: 20_000,
    }
}

/// The twelve keys of a line as another reader sees them.
fn members(text: &str) -> Vec<(String, Value)> {
    lossless::read_str(text)
        .unwrap()
        .members()
        .unwrap()
        .to_vec()
}

#[test]
fn a_new_line_has_exactly_the_twelve_keys_and_these_bytes() {
    let text = line(1).to_text();
    let tx = tx(1);
    let payer = Wallet::from_bytes([7; 32]);
    let expected = format!(
        r#"{{"payer":"{payer}","ts":"{TS}","day":"2026-11-01","price_usdc_units":20000,"cad_fmv":{{"rate":null,"rate_date":null,"basis":null,"cad_pending":true,"refund":null}},"tx":"{tx}","sol_fee_lamports":null,"criteria_version":"1.0.0","op":"check","verdict_line":"VALID - no repair was needed","status":{{"verdict":"VALID","repairs":0,"defects":0,"defect_codes":[]}},"house":false}}"#
    );
    assert_eq!(text, expected);
    assert_eq!(members(&text).len(), 12);
}

#[test]
fn every_form_of_a_line_is_read_back_to_the_same_bytes() {
    let codes = [
        Code::InvalidJsonText,
        Code::MissingRequired,
        Code::MissingRequired,
    ];
    for status in [
        StatusSummary::valid(),
        StatusSummary::repaired(3).unwrap(),
        StatusSummary::unrepairable(codes).unwrap(),
    ] {
        let payment = Payment {
            payer: Wallet::from_bytes([0; 32]),
            tx: tx(255),
            sol_fee_lamports: Some(5_000),
            house: true,
        };
        let line = Line::new(&payment, TS.parse().unwrap(), status);
        for line in [
            line.clone(),
            line.clone().with_rate(rate()),
            line.with_rate(rate()).with_refund(refund()),
        ] {
            assert_eq!(Line::parse(&line.to_text()).as_ref(), Ok(&line));
        }
    }
    let coming = Coming::new(
        Wallet::from_bytes([7; 32]),
        false,
        TS.parse().unwrap(),
        StatusSummary::valid(),
    );
    assert_eq!(Coming::parse(&coming.to_text()).as_ref(), Ok(&coming));
    assert_eq!(coming.settled(tx(1)), line(1));
}

#[test]
fn codes_are_kept_once_and_in_published_order() {
    let codes = [
        Code::TypeMismatch,
        Code::MissingRequired,
        Code::TypeMismatch,
    ];
    let status = StatusSummary::unrepairable(codes).unwrap();
    assert_eq!(status.verdict_line(), "UNREPAIRABLE - 3 defect(s)");
    let text = serde_json::to_string(&status).unwrap();
    let expected = r#"{"verdict":"UNREPAIRABLE","repairs":0,"defects":3,"defect_codes":["missing_required","type_mismatch"]}"#;
    assert_eq!(text, expected);
    assert!(StatusSummary::repaired(0).is_err());
    assert!(StatusSummary::unrepairable([]).is_err());
}

#[test]
fn a_key_that_is_missing_unknown_doubled_or_of_another_type_is_refused() {
    let text = line(1).to_text();
    let whole = members(&text);
    for place in 0..whole.len() {
        let mut fewer = whole.clone();
        let (key, _) = fewer.remove(place);
        let fewer = Value::Object(fewer).to_text();
        assert!(Line::parse(&fewer).is_err(), "without {key}");

        let renamed = text.replacen(&format!("\"{key}\":"), &format!("\"{key}_\":"), 1);
        assert!(Line::parse(&renamed).is_err(), "{key}_");
        let mut other = whole.clone();
        other[place].1 = Value::Array(Vec::new());
        assert!(
            Line::parse(&Value::Object(other).to_text()).is_err(),
            "{key}: []"
        );
    }
    for inner in [
        "rate",
        "rate_date",
        "basis",
        "cad_pending",
        "refund",
        "repairs",
        "defects",
        "defect_codes",
        "verdict",
    ] {
        let renamed = text.replacen(&format!("\"{inner}\":"), &format!("\"{inner}_\":"), 1);
        assert!(Line::parse(&renamed).is_err(), "{inner}_");
    }
    for (from, to) in [
        (r#","house":false}"#, r#","house":false,"note":""}"#),
        (r#","house":false}"#, r#","house":false,"house":false}"#),
        (r#"{"payer""#, r#" {"payer""#),
        ("false}", "false}\r"),
        ("20000", "2e4"),
        ("20000", "20001"),
        ("20000", "\"20000\""),
        (r#""day":"2026-11-01""#, r#""day":"2026-11-02""#),
        ("1.0.0", "1.0.1"),
        (r#""op":"check""#, r#""op":"precheck""#),
        (r#""verdict":"VALID""#, r#""verdict":{"VALID":null}"#),
        (r#""verdict":"VALID""#, r#""verdict":"REPAIRED""#),
        (r#""defects":0"#, r#""defects":1"#),
        ("no repair was needed", "no repair needed"),
        (r#""cad_pending":true"#, r#""cad_pending":false"#),
        (r#""rate":null"#, r#""rate":"1.37""#),
        (
            r#"{"verdict":"VALID","repairs":0,"defects":0,"defect_codes":[]}"#,
            r#"["VALID",0,0,[]]"#,
        ),
        (
            r#"{"rate":null,"rate_date":null,"basis":null,"cad_pending":true,"refund":null}"#,
            "[null,null,null,true,null]",
        ),
        (
            r#""refund":null"#,
            r#""refund":["2026-11-01T00:00:00.000Z",null,1]"#,
        ),
        (
            r#""refund":null"#,
            r#""refund":{"ts":"2026-11-01T00:00:00.000Z","units":1}"#,
        ),
        (r#""sol_fee_lamports":null"#, r#""sol_fee_lamports":-1"#),
        (
            r#""sol_fee_lamports":null"#,
            r#""sol_fee_lamports":9007199254740992"#,
        ),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert!(Line::parse(&changed).is_err(), "{to}");
    }
    let other_order = {
        let mut members = whole.clone();
        members.reverse();
        Value::Object(members).to_text()
    };
    assert_eq!(Line::parse(&other_order).unwrap(), line(1));
}

#[test]
fn codes_twice_or_out_of_order_are_refused() {
    let codes = [Code::MissingRequired, Code::TypeMismatch];
    let status = StatusSummary::unrepairable(codes).unwrap();
    let text = serde_json::to_string(&status).unwrap();
    let pair = r#""missing_required","type_mismatch""#;
    for other in [
        r#""type_mismatch","missing_required""#,
        r#""type_mismatch","type_mismatch""#,
        r#""missing_required","$.secret""#,
        r#""missing_required","type_mismatch","enum_mismatch""#,
        "",
    ] {
        let text = text.replacen(pair, other, 1);
        assert!(
            serde_json::from_str::<StatusSummary>(&text).is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_later_line_may_only_add_rate_fee_and_refund() {
    let first = line(1);
    let second = first.clone().with_rate(rate());
    let third = second.clone().with_fee(5_000).with_refund(refund());
    let mut fold = Fold::default();
    for (number, line) in [&first, &second, &third, &third].into_iter().enumerate() {
        fold.take(number as u64 + 1, line).unwrap();
    }
    assert_eq!(fold.len(), 1);
    assert!(fold.get(&tx(1)).unwrap().is_refunded());
    let mut conflict = |line: &Line, member| {
        let found = fold.take(9, line).unwrap_err();
        assert_eq!((found.member, found.earlier), (member, 4));
    };
    conflict(&second, "sol_fee_lamports");
    conflict(&third.clone().with_fee(1), "sol_fee_lamports");
    conflict(&first.clone().with_fee(5_000), "cad_fmv.rate");
    let other = Refund {
        units: 1,
        ..refund()
    };
    conflict(&third.clone().with_refund(other), "cad_fmv.refund");
    conflict(&second.with_fee(5_000), "cad_fmv.refund");
    let text = third.to_text();
    for (from, to, member) in [
        ("\"house\":false", "\"house\":true", "house"),
        ("T00:00:00.000Z\",\"day", "T00:00:00.001Z\",\"day", "ts"),
        ("{\"payer\":\"", "{\"payer\":\"1", "payer"),
    ] {
        let text = if member == "payer" {
            text.replacen(
                &first.payer().to_string(),
                &Wallet::from_bytes([8; 32]).to_string(),
                1,
            )
        } else {
            text.replacen(from, to, 1)
        };
        conflict(&Line::parse(&text).unwrap(), member);
    }
    assert_eq!(fold.len(), 1, "a conflict changes nothing");
}

#[test]
fn more_records_than_a_block_holds_are_all_found_again() {
    let mut fold = Fold::default();
    let id = |number: u32| {
        let mut bytes = [0; 64];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        TxId::from_bytes(bytes)
    };
    let count = 70_000;
    for number in 0..count {
        let coming = Coming::new(
            Wallet::from_bytes([1; 32]),
            false,
            TS.parse().unwrap(),
            StatusSummary::valid(),
        );
        fold.take(1, &coming.settled(id(number))).unwrap();
    }
    assert_eq!(fold.len(), count as usize);
    assert!((0..count).all(|number| fold.get(&id(number)).is_some()));
    assert!(
        fold.iter()
            .zip(0..)
            .all(|(record, number)| *record.tx() == id(number))
    );
    assert!(fold.get(&id(count)).is_none());
}

fn write(directory: &Path, bytes: &[u8]) {
    std::fs::write(directory.join(FILE_NAME), bytes).unwrap();
}

#[test]
fn a_file_with_a_wrong_or_conflicting_line_is_named_with_the_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(FILE_NAME);
    let good = line(1).to_text();
    let conflicting = good.replacen("false}", "true}", 1);
    for (second, words) in [
        (conflicting.as_str(), "ledger_conflict: house"),
        ("", "not one JSON object"),
        ("{}", "missing field"),
        ("[1]", "not one JSON object"),
        (&format!("{good}\r"), "not one JSON object"),
        (&"x".repeat(70_000), "over 65536 bytes"),
    ] {
        write(directory.path(), format!("{good}\n{second}\n").as_bytes());
        let error = read(&file).unwrap_err().to_string();
        assert!(error.contains("ledger.jsonl:2: "), "{error}");
        assert!(error.contains(words), "{error}");
        let opened = Ledger::open(directory.path());
        assert!(opened.is_err_and(|error| error.to_string().contains("ledger.jsonl:2: ")));
    }
    write(directory.path(), b"\xff\n");
    assert!(
        read(&file)
            .unwrap_err()
            .to_string()
            .contains(":1: not UTF-8")
    );
    std::fs::remove_file(&file).unwrap();
    assert!(
        read(&file)
            .unwrap_err()
            .to_string()
            .contains("check the path")
    );
}

#[test]
fn wherever_a_crash_cuts_the_file_no_whole_line_is_lost() {
    let lines = [line(1).with_rate(rate()), line(2)];
    let bytes: Vec<u8> = lines
        .iter()
        .flat_map(|line| (line.to_text() + "\n").into_bytes())
        .collect();
    for cut in 0..bytes.len() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path(), &bytes[..cut]);
        let whole = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        let ends = cut == 0 || bytes[cut - 1] == b'\n';
        let read_only = read(&directory.path().join(FILE_NAME));
        assert_eq!(read_only.is_ok(), ends, "cut at {cut}");

        let mut opening = Ledger::open(directory.path()).unwrap();
        assert_eq!(opening.torn.is_none(), ends);
        assert_eq!(opening.ledger.records().len(), whole);
        opening.ledger.append(&line(3)).unwrap();
        drop(opening);
        let (fold, summary) = read(&directory.path().join(FILE_NAME)).unwrap();
        assert_eq!((fold.len(), summary.lines), (whole + 1, whole as u64 + 1));
        let torn = std::fs::read(directory.path().join(TORN_FILE_NAME)).unwrap_or_default();
        let kept = bytes[..cut].rsplit(|byte| *byte == b'\n').next().unwrap();
        assert_eq!(torn.strip_suffix(b"\n").unwrap_or_default(), kept);
    }
}

#[test]
fn a_conflicting_line_is_not_written_and_a_second_process_is_kept_out() {
    let directory = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::open(directory.path()).unwrap().ledger;
    ledger.append(&line(1).with_fee(1)).unwrap();
    assert!(matches!(
        ledger.append(&line(1)),
        Err(StoreError::Conflict(_))
    ));
    ledger.append(&line(2)).unwrap();
    assert_eq!(ledger.lines(), 2);
    assert!(matches!(
        Ledger::open(directory.path()),
        Err(StoreError::Locked(_))
    ));
    drop(ledger);
    let again = Ledger::open(directory.path()).unwrap();
    assert_eq!((again.ledger.lines(), again.torn), (2, None));
}

#[test]
fn free_use_has_one_line_a_day() {
    let directory = tempfile::tempdir().unwrap();
    let days: Vec<free::FreeDay> = (20_000..20_003)
        .map(|number| free::FreeDay {
            day: Day::from_number(number).unwrap(),
            free: 5,
            house_free: 1,
        })
        .collect();
    free::write(directory.path(), &days).unwrap();
    let file = directory.path().join(free::FILE_NAME);
    let (read, summary) = free::read(&file).unwrap();
    assert_eq!(
        read.into_values().map(|(day, _)| day).collect::<Vec<_>>(),
        days
    );
    assert_eq!(summary.lines, 3);
    let twice = format!("{}\n{}", days[0].to_text(), days[0].to_text());
    std::fs::write(&file, twice).unwrap();
    let error = free::read(&file).unwrap_err().to_string();
    assert!(error.contains(":2: free_conflict"), "{error}");
    for text in [
        r#"{"day":"2026-11-01","free":1}"#,
        r#"{"day":"2026-11-01","free":-1,"house_free":0}"#,
        r#"["2026-11-01",1,1]"#,
    ] {
        assert!(free::FreeDay::parse(text).is_err(), "{text}");
    }
}

#[test]
fn an_incident_is_open_until_a_later_line_clears_it() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(incidents::FILE_NAME);
    let open = Incident::open(
        TS.parse().unwrap(),
        Kind::InventedRepair,
        "I12 REP-003".parse().unwrap(),
    );
    let cleared = Incident {
        cleared: Some(Cleared {
            ts: TS.parse().unwrap(),
            by: "operator".parse().unwrap(),
        }),
        ..open.clone()
    };
    incidents::append(&file, &open).unwrap();
    assert_eq!(
        incidents::read(&file).unwrap().0,
        std::slice::from_ref(&open)
    );
    incidents::append(&file, &cleared).unwrap();
    assert_eq!(incidents::read(&file).unwrap().0, [cleared]);
    incidents::append(&file, &open).unwrap();
    let error = incidents::read(&file).unwrap_err().to_string();
    assert!(error.contains(":3: incident_conflict"), "{error}");

    std::fs::write(&file, r#"{"ts":"2026-"#).unwrap();
    assert!(
        incidents::read(&file).is_err(),
        "a torn incident is not overlooked"
    );
    incidents::append(&file, &open).unwrap();
    let error = incidents::read(&file).unwrap_err().to_string();
    assert!(error.contains(":1: "), "{error}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.ends_with(&format!("\n{}\n", open.to_text())), "{text}");
}
