//! Laws of the kill line: L-1 to L-7, and the table of states.
//!
//! One function each, over a [`History`], so that tests and a fuzzer hold the
//! same ones. None of them knows how the wires are computed, apart from L-1,
//! which computes the worst window again by looking at every millisecond.

use super::brute;
use super::free_use::Counts;
use super::history::{History, Paid};
use super::refunds;
use super::report::{Report, State, WireState};
use crate::ledger::laws::Broken;
use crate::ledger::{DAY_MS, Timestamp};

/// A law.
pub struct Law {
    /// Its id.
    pub id: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Expected and actual where it does not hold.
    check: fn(&History) -> Result<(), (String, String)>,
}

/// Every law.
pub static LAWS: [Law; 8] = [
    Law {
        id: "L-1",
        says: "the sweep finds what a look at every millisecond finds",
        check: sweep_is_brute_force,
    },
    Law {
        id: "L-2",
        says: "shifting every time by whole days shifts the report only",
        check: a_shift_shifts,
    },
    Law {
        id: "L-3",
        says: "an unrefunded call never trips the refund wire, a refund never clears it",
        check: refunds_only_hurt,
    },
    Law {
        id: "L-4",
        says: "house lines change nothing",
        check: the_house_does_not_count,
    },
    Law {
        id: "L-5",
        says: "what a full window tripped stays tripped later",
        check: tripped_stays_tripped,
    },
    Law {
        id: "L-6",
        says: "the order of distinct tx in the file does not matter",
        check: order_does_not_matter,
    },
    Law {
        id: "L-7",
        says: "the free wire only rises with free use and only falls with paid use",
        check: the_free_wire_is_monotone,
    },
    Law {
        id: "5.4",
        says: "absent evidence is never clear, and the state follows from the wires",
        check: states_follow,
    },
];

/// Holds every law against the history that `bytes` spell.
///
/// # Errors
///
/// The first law that is broken.
pub fn hold(bytes: &[u8]) -> Result<(), Broken> {
    let history = History::of(bytes);
    LAWS.iter().try_for_each(|law| law.holds(&history))
}

impl Law {
    /// Whether the law holds for `history`.
    ///
    /// # Errors
    ///
    /// It does not.
    pub fn holds(&self, history: &History) -> Result<(), Broken> {
        (self.check)(history).map_err(|(expected, actual)| Broken {
            law: self.id,
            says: self.says,
            expected,
            actual,
        })
    }
}

type Held = Result<(), (String, String)>;

fn equal<T: PartialEq + std::fmt::Debug>(expected: &T, actual: &T) -> Held {
    if expected == actual {
        return Ok(());
    }
    Err((format!("{expected:?}"), format!("{actual:?}")))
}

fn report(history: &History) -> Result<Report, (String, String)> {
    let outside = |error: super::Outside| ("a report".to_owned(), error.to_string());
    history.report().map_err(outside)
}

/// What a report says, apart from the file that it says it of.
fn without_lines(mut report: Report) -> Report {
    report.inputs.ledger_lines = None;
    report.inputs.folded = None;
    report
}

fn sweep_is_brute_force(history: &History) -> Held {
    let (calls, end, width) = &history.ticks;
    let expected = brute::sweep(calls, 0, *end, *width);
    equal(&expected, &refunds::sweep(calls, 0, *end, *width))
}

fn a_shift_shifts(history: &History) -> Held {
    let days = i64::from(history.vary.1 % 1_000);
    let by = days * DAY_MS;
    let mut later = history.clone();
    later.calls.iter_mut().for_each(|call| call.ts += by);
    later.free.iter_mut().for_each(|(day, ..)| *day += days);
    for bound in [&mut later.bounds.0, &mut later.bounds.1] {
        *bound = bound.map(|at| at + by);
    }
    let shift = |time: &mut Option<Timestamp>| {
        *time = time.and_then(|time| Timestamp::from_millis(time.millis() + by));
    };
    let mut expected = report(history)?;
    shift(&mut expected.as_of);
    shift(&mut expected.inputs.service_start);
    if let Some(worst) = &mut expected.tripwires.0.worst {
        shift(&mut worst.start);
        shift(&mut worst.end);
    }
    equal(&expected, &report(&later)?)
}

/// The history with its own span as explicit bounds, and a moment inside them.
fn bounded(history: &History) -> Result<Option<(History, i64)>, (String, String)> {
    let report = report(history)?;
    let (Some(start), Some(as_of)) = (report.inputs.service_start, report.as_of) else {
        return Ok(None);
    };
    let mut bounded = history.clone();
    bounded.bounds = (Some(start.millis()), Some(as_of.millis()));
    let moment = history.vary.0.clamp(start.millis(), as_of.millis());
    Ok(Some((bounded, moment)))
}

/// A paid call that the history does not have.
fn extra(history: &History, ts: i64, house: bool) -> Paid {
    Paid {
        number: history.calls.len() as u32,
        ts,
        refunded: None,
        house,
    }
}

fn refunds_only_hurt(history: &History) -> Held {
    let Some((mut before, moment)) = bounded(history)? else {
        return Ok(());
    };
    let first = report(&before)?.tripwires.0.state;
    let mut more = before.clone();
    more.calls.push(extra(&before, moment, false));
    let after = report(&more)?.tripwires.0.state;
    if first == WireState::Clear {
        equal(&WireState::Clear, &after)?;
    }
    let kept = before
        .calls
        .iter_mut()
        .filter(|call| call.refunded.is_none());
    if let Some(call) = kept.into_iter().next() {
        call.refunded = Some(true);
    }
    if first == WireState::Tripped {
        equal(&WireState::Tripped, &report(&before)?.tripwires.0.state)?;
    }
    Ok(())
}

fn the_house_does_not_count(history: &History) -> Held {
    let mut with = history.clone();
    with.calls.push(extra(history, history.vary.0, true));
    let mut without = history.clone();
    without.calls.retain(|call| !call.house);
    let expected = without_lines(report(history)?);
    equal(&expected, &without_lines(report(&with)?))?;
    equal(&expected, &without_lines(report(&without)?))
}

fn tripped_stays_tripped(history: &History) -> Held {
    let before = report(history)?;
    let wire = &before.tripwires.0;
    let Some(as_of) = before.as_of.filter(|_| !wire.partial) else {
        return Ok(());
    };
    let mut later = history.clone();
    let by = i64::from(history.vary.1 % 1_000) * DAY_MS / 8;
    later.bounds.1 = Some(as_of.millis() + by);
    if wire.state == WireState::Tripped {
        equal(&WireState::Tripped, &report(&later)?.tripwires.0.state)?;
    }
    Ok(())
}

fn order_does_not_matter(history: &History) -> Held {
    let mut moved = history.clone();
    moved.calls.reverse();
    let by = history.vary.1 as usize % moved.calls.len().max(1);
    moved.calls.rotate_left(by);
    let expected = report(history)?;
    equal(&expected, &report(&moved)?)?;
    // Every refund at the end of the file, far from the line that it supersedes.
    let (mut lines, refunds): (Vec<_>, Vec<_>) = {
        let lines = history.lines();
        lines
            .into_iter()
            .partition(|line| line.cad_fmv().refund.is_none())
    };
    lines.extend(refunds);
    let apart = super::evaluate(&history.evidence_of(&lines), &history.question());
    let apart = apart.map_err(|error| (String::new(), error.to_string()))?;
    equal(&expected, &apart.0)
}

fn the_free_wire_is_monotone(history: &History) -> Held {
    let Some((before, moment)) = bounded(history)? else {
        return Ok(());
    };
    let first = report(&before)?.tripwires.1.state;
    let mut more = before.clone();
    if let Some((_, free, _)) = more.free.first_mut() {
        *free += 1 + history.vary.1 % 50;
    }
    if first == WireState::Tripped {
        equal(&WireState::Tripped, &report(&more)?.tripwires.1.state)?;
    }
    let mut paid = before.clone();
    paid.calls.push(extra(&before, moment, false));
    if first == WireState::Clear {
        equal(&WireState::Clear, &report(&paid)?.tripwires.1.state)?;
    }
    Ok(())
}

fn states_follow(history: &History) -> Held {
    let report = report(history)?;
    let [ledger, free, incidents] = history.given;
    let [refunds, free_use, invented, undisclosed] = report.wires().map(|(_, state)| state);
    for (state, evidence) in [
        (refunds, ledger),
        (free_use, ledger && free),
        (invented, incidents),
        (undisclosed, incidents),
    ] {
        equal(&evidence, &(state != WireState::NotEvaluated))?;
    }
    let counted = history.calls.iter().filter(|call| !call.house).count();
    let counts = Counts {
        free: history
            .free
            .iter()
            .map(|(_, free, _)| u64::from(*free))
            .sum(),
        paid: counted as u64,
    };
    if ledger && free {
        let over = counts.free > counts.paid * 10;
        equal(&over, &(free_use == WireState::Tripped))?;
    }
    let open = incidents && history.incidents.iter().any(|(_, open)| *open);
    let ratio = [refunds, free_use].contains(&WireState::Tripped);
    let expected = match (open, ratio, ledger && free && incidents) {
        (true, ..) => State::StopServing,
        (_, true, _) => State::StopAndReview,
        (_, _, false) => State::NotEvaluated,
        _ => State::Ok,
    };
    equal(&expected, &report.state)
}
