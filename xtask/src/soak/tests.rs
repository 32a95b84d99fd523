use std::time::Duration;

use super::audit::Audit;
use super::clients::Kind;
use super::markdown;
use super::report::{Crashes, Header, Load, Report};
use crate::exit::Exit;
use crate::report::schema;

fn report(change: impl FnOnce(&mut Crashes, &mut Audit)) -> Report {
    let header = Header {
        clients: 64,
        requests: 100,
        crashes: 20,
        seed: 1,
    };
    let took = |nth: u64| (Kind::Check, Duration::from_micros(nth));
    let load = Load::new((1..=100).map(took).collect(), Duration::from_secs(2));
    let mut crashes = Crashes::default();
    crashes.saw([1, 2, 3]);
    let mut audit = Audit {
        delivered: 100,
        payments: 100,
        ..Audit::default()
    };
    audit.statuses.insert(402, 7);
    change(&mut crashes, &mut audit);
    Report::new(header, load, crashes, audit)
}

#[test]
fn percentiles_are_those_of_the_sorted_latencies() {
    let report = report(|_, _| {});
    let check = &report.load.latencies[0];
    assert_eq!(
        (check.p50, check.p90, check.p99, check.longest),
        (50, 90, 99, 100)
    );
    assert_eq!(
        (report.load.per_second, report.load.latencies[1].longest),
        (50, 0)
    );
}

#[test]
fn a_broken_law_and_a_run_that_saw_no_recovery_do_not_end_clean() {
    assert_eq!(report(|_, _| {}).exit(), Exit::Clean);
    let broken = report(|_, audit| {
        audit.broken.insert("owed back".to_owned(), 2);
    });
    assert_eq!(broken.exit(), Exit::Conformance);
    assert!(markdown::render(&broken).contains("owed back: broken 2 times"));
    let idle = report(|crashes, _| *crashes = Crashes::default());
    assert_eq!(idle.exit(), Exit::NotProvenAlive);
    let nothing = report(|_, audit| audit.delivered = 0);
    assert_eq!(nothing.exit(), Exit::NotProvenAlive);
}

#[test]
fn a_report_is_what_its_schema_describes() {
    let broken = report(|_, audit| {
        audit.broken.insert("known".to_owned(), 1);
    });
    for report in [report(|_, _| {}), broken] {
        schema::assert_fits("soak", &serde_json::to_string(&report).unwrap());
    }
}
