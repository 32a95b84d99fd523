//! The worked cases K1 to K8 of section 5.6, each through files on a disk, and
//! the boundaries of D95 and D96.

use std::path::Path;

use super::report::{Report, State, WireState};
use super::{Evidence, Question, evaluate};
use crate::ledger::free::{self, FreeDay};
use crate::ledger::incidents::{self, Incident, Kind};
use crate::ledger::{
    DAY_MS, FILE_NAME, Line, Payment, Refund, StatusSummary, Timestamp, TxId, Wallet,
};

const START: &str = "2026-11-01T00:00:00.000Z";

/// The moment so many milliseconds after the start.
fn after(millis: i64) -> Timestamp {
    let start: Timestamp = START.parse().unwrap();
    Timestamp::from_millis(start.millis() + millis).unwrap()
}

fn day(days: i64) -> Timestamp {
    after(days * DAY_MS)
}

/// A service: one file each, written as a user would.
struct Case {
    directory: tempfile::TempDir,
    lines: Vec<Line>,
    free: Vec<FreeDay>,
    question: Question,
}

impl Case {
    /// A paid call at each of these milliseconds after the start; observed from
    /// the start until `as_of`.
    fn new(calls: impl IntoIterator<Item = i64>, as_of: Timestamp) -> Self {
        let line = |(number, millis): (u16, i64)| {
            let mut tx = [0; 64];
            tx[..2].copy_from_slice(&number.to_le_bytes());
            let payment = Payment {
                payer: Wallet::from_bytes([3; 32]),
                tx: TxId::from_bytes(tx),
                sol_fee_lamports: None,
                house: false,
            };
            Line::new(&payment, after(millis), StatusSummary::valid())
        };
        let question = Question {
            as_of: Some(as_of),
            service_start: Some(START.parse().unwrap()),
            include_house: false,
        };
        Self {
            directory: tempfile::tempdir().unwrap(),
            lines: (0..).zip(calls).map(line).collect(),
            free: Vec::new(),
            question,
        }
    }

    /// One call a day from day 0, at midnight.
    fn daily(days: i64, as_of: i64) -> Self {
        Self::new((0..days).map(|at| at * DAY_MS), day(as_of))
    }

    /// The call of index `place` is refunded, in a line of its own.
    fn refund(mut self, place: usize) -> Self {
        let line = self.lines[place].clone().with_refund(Refund {
            ts: self.lines[place].ts(),
            tx: None,
            units: 20_000,
        });
        self.lines.push(line);
        self
    }

    /// Free calls of so many days from day 0.
    fn free(mut self, days: i64, free: u32) -> Self {
        self.free = (0..days)
            .map(|at| FreeDay {
                day: day(at).day(),
                free,
                house_free: 0,
            })
            .collect();
        self
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self) -> &Path {
        let directory = self.directory.path();
        let text: String = self
            .lines
            .iter()
            .map(|line| line.to_text() + "\n")
            .collect();
        std::fs::write(directory.join(FILE_NAME), text).unwrap();
        free::write(directory, &self.free).unwrap();
        let incidents = directory.join(incidents::FILE_NAME);
        if !incidents.exists() {
            std::fs::write(incidents, "").unwrap();
        }
        directory
    }

    fn report(&self) -> Report {
        self.write();
        let evidence = Evidence::read(
            Some(&self.path(FILE_NAME)),
            Some(&self.path(free::FILE_NAME)),
            Some(&self.path(incidents::FILE_NAME)),
        );
        evaluate(&evidence.unwrap(), &self.question).unwrap().0
    }

    /// Refund wire: state, partial, windows, worst start, paid, refunded.
    #[track_caller]
    fn refunds(&self, expected: (WireState, bool, u64, Timestamp, u64, u64)) {
        let wire = self.report().tripwires.0;
        let worst = wire.worst.unwrap();
        let found = (
            wire.state,
            wire.partial,
            wire.windows_evaluated,
            worst.start.unwrap(),
            worst.paid,
            worst.refunded,
        );
        assert_eq!(found, expected);
    }
}

#[test]
fn k1_a_span_under_thirty_days_is_one_partial_window_and_five_per_cent_is_clear() {
    let case = Case::daily(20, 20).refund(3);
    case.refunds((WireState::Clear, true, 1, day(0), 20, 1));
    let worst = case.report().tripwires.0.worst.unwrap();
    assert_eq!(worst.end, Some(after(20 * DAY_MS + 1)));
}

#[test]
fn k2_a_window_in_the_middle_trips_although_the_whole_period_is_five_per_cent() {
    let case = Case::daily(20, 40).refund(3);
    let start = "2026-11-03T00:00:00.001Z".parse().unwrap();
    let before = "2026-11-03T00:00:00.000Z".parse().unwrap();
    assert_eq!(after(2 * DAY_MS + 1), start);
    // From the start on, every window that still holds day 3 loses calls; the
    // last of them, 17 calls from day 3 on, is the worst.
    case.refunds((WireState::Tripped, false, 12, start, 17, 1));
    assert!(day(2) == before && case.report().state == State::StopAndReview);
}

#[test]
fn k3_two_refunds_in_thirty_calls_trip_after_thirty_two_windows() {
    let case = Case::daily(60, 60).refund(2).refund(4);
    case.refunds((WireState::Tripped, false, 32, day(0), 30, 2));
}

#[test]
fn k4_one_refund_in_thirty_calls_is_clear() {
    let case = Case::daily(60, 60).refund(2);
    case.refunds((WireState::Clear, false, 32, day(0), 30, 1));
}

#[test]
fn k5_one_refund_in_ten_days_trips_provisionally() {
    let case = Case::daily(10, 10).refund(9);
    case.refunds((WireState::Tripped, true, 1, day(0), 10, 1));
    assert_eq!(case.report().state, State::StopAndReview);
}

#[test]
fn k6_without_paid_calls_refunds_are_clear_and_the_first_free_call_trips() {
    let case = Case::daily(0, 40);
    case.refunds((WireState::Clear, false, 1, day(0), 0, 0));
    let quiet = case.report();
    assert_eq!(
        (quiet.state, quiet.tripwires.1.zero_paid),
        (State::Ok, Some(true))
    );
    let report = case.free(1, 1).report();
    assert_eq!(report.tripwires.0.state, WireState::Clear);
    let wire = &report.tripwires.1;
    assert_eq!(
        (wire.state, wire.free, wire.paid),
        (WireState::Tripped, Some(1), Some(0))
    );
    assert_eq!(
        (wire.zero_paid, report.state),
        (Some(true), State::StopAndReview)
    );
}

#[test]
fn k7_a_hundred_free_calls_for_ten_paid_ones_pass_and_one_more_trips() {
    let report = Case::daily(10, 10).free(10, 10).report();
    let wire = report.tripwires.1;
    assert_eq!(
        (wire.free, wire.paid, wire.state),
        (Some(100), Some(10), WireState::Clear)
    );
    let mut case = Case::daily(10, 10).free(10, 10);
    case.free[9].free = 11;
    let wire = case.report().tripwires.1;
    assert_eq!(
        (wire.free, wire.paid, wire.state),
        (Some(101), Some(10), WireState::Tripped)
    );
    assert_eq!(wire.zero_paid, Some(false));
}

#[test]
fn k8_an_open_invented_repair_stops_serving_whatever_the_ratios_say() {
    let case = Case::daily(60, 60).free(60, 1);
    assert_eq!(case.report().state, State::Ok);
    let incident = Incident::open(day(1), Kind::InventedRepair, "I12 REP-003".parse().unwrap());
    incidents::append(&case.path(incidents::FILE_NAME), &incident).unwrap();
    let report = case.report();
    assert_eq!(report.state, State::StopServing);
    let states = report.wires().map(|(_, state)| state);
    assert_eq!(
        states,
        [
            WireState::Clear,
            WireState::Clear,
            WireState::Tripped,
            WireState::Clear
        ]
    );
    assert_eq!(report.tripwires.2.open[0].evidence.as_str(), "I12 REP-003");
}

#[test]
fn the_report_of_the_specification_comes_out_byte_for_byte() {
    let mut case = Case::daily(60, 60).refund(2).refund(4).free(60, 5);
    case.question = Question::default();
    let report = case.report();
    let inputs = &report.inputs;
    let (free, incidents, ledger) = (
        inputs.free_sha256.clone().unwrap(),
        inputs.incidents_sha256.clone().unwrap(),
        inputs.ledger_sha256.clone().unwrap(),
    );
    let expected = format!(
        r#"{{"as_of":"2026-12-31T00:00:00.000Z","inputs":{{"folded":60,"free_days":60,"free_sha256":"{free}","house_excluded":true,"incidents":0,"incidents_sha256":"{incidents}","ledger_lines":62,"ledger_sha256":"{ledger}","service_start":"2026-11-01T00:00:00.000Z"}},"report":"kill-line/v1","state":"stop_and_review","tripwires":[{{"id":"refunds_over_5pct_30d","partial":false,"state":"tripped","windows_evaluated":32,"worst":{{"end":"2026-12-01T00:00:00.000Z","paid":30,"refunded":2,"start":"2026-11-01T00:00:00.000Z"}}}},{{"free":300,"id":"free_over_10x_paid","paid":60,"state":"clear","trailing_30d":{{"free":150,"paid":30}},"zero_paid":false}},{{"id":"invented_repair","open":[],"state":"clear"}},{{"id":"undisclosed_partial_coverage","open":[],"state":"clear"}}]}}"#
    );
    assert_eq!(report.to_text().unwrap(), expected);
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(incidents, empty);
}

#[test]
fn one_refund_in_twenty_passes_and_one_in_nineteen_trips() {
    let hours = |calls: i64| Case::new((0..calls).map(|at| at * DAY_MS / 24), day(31)).refund(0);
    hours(20).refunds((WireState::Clear, false, 21, day(0), 20, 1));
    hours(19).refunds((WireState::Tripped, false, 20, day(0), 19, 1));
}

#[test]
fn ten_free_uses_for_one_paid_call_pass_and_eleven_trip() {
    let state = |free| Case::daily(1, 31).free(1, free).report().tripwires.1.state;
    assert_eq!(
        [state(10), state(11)],
        [WireState::Clear, WireState::Tripped]
    );
}

#[test]
fn a_refund_and_a_call_share_a_window_up_to_one_millisecond_less_than_thirty_days() {
    // A refund at 0 among 19 calls that a later twentieth would excuse.
    let with = |last: i64| {
        let calls = [0].into_iter().chain(vec![1; 18]).chain([last]);
        Case::new(calls, day(31)).refund(0)
    };
    let month = 30 * DAY_MS;
    with(month - 1).refunds((WireState::Clear, false, 3, day(0), 20, 1));
    with(month).refunds((WireState::Tripped, false, 3, day(0), 19, 1));
}

#[test]
fn a_record_outside_of_the_named_span_is_named_with_file_and_line() {
    let mut case = Case::daily(20, 10).free(11, 1);
    let evaluate_it = |case: &Case| {
        let directory = case.write();
        let evidence = Evidence::read(
            Some(&directory.join(FILE_NAME)),
            Some(&directory.join(free::FILE_NAME)),
            None,
        );
        evaluate(&evidence.unwrap(), &case.question)
            .unwrap_err()
            .to_string()
    };
    let error = evaluate_it(&case);
    assert!(
        error.contains("ledger.jsonl:12: the record of 2026-11-12"),
        "{error}"
    );
    case.lines.truncate(5);
    case.question.as_of = Some(day(9));
    let error = evaluate_it(&case);
    assert!(
        error.contains("free.jsonl:11: the day 2026-11-11"),
        "{error}"
    );
    case.question.as_of = Some(after(-1));
    let error = evaluate_it(&case);
    assert!(error.contains("before it starts"), "{error}");
}
