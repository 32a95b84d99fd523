//! Metrics: Prometheus text 0.0.4 with closed label sets.
//!
//! Every one of the 86 series stands there from the start, in one order, and no
//! label is ever taken from a request: the counters are arrays, indexed by
//! enums. Printing changes nothing, so that two scrapes without traffic are
//! equal byte for byte.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use argument_check_oracle::ledger::{StatusSummary, Verdict};
use argument_check_oracle::vocabulary::{Code, RefusalCode, Rule};

/// The content type of the text.
pub(crate) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Counts.
struct Counters<const N: usize>([AtomicU64; N]);

impl<const N: usize> Default for Counters<N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

impl<const N: usize> Counters<N> {
    fn add(&self, place: usize, amount: u64) {
        if let Some(counter) = self.0.get(place) {
            counter.fetch_add(amount, Ordering::Relaxed);
        }
    }

    fn values(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|counter| counter.load(Ordering::Relaxed))
    }
}

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// `GET /criteria`
    Criteria,
    /// `POST /precheck`
    Precheck,
    /// `POST /check`
    Check,
}

impl Route {
    const ALL: [Self; 3] = [Self::Criteria, Self::Precheck, Self::Check];

    /// The label.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Criteria => "criteria",
            Self::Precheck => "precheck",
            Self::Check => "check",
        }
    }
}

/// What a request came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// 200
    Served,
    /// 400 or 413 with a refusal
    Refused,
    /// 402
    PaymentRequired,
    /// 429
    RateLimited,
    /// 400 for a payment header that is none
    InvalidPayment,
    /// 408, 500, or 503 for too many requests
    Error,
    /// 503 because serving was stopped
    Stopped,
}

impl Outcome {
    const ALL: [Self; 7] = [
        Self::Served,
        Self::Refused,
        Self::PaymentRequired,
        Self::RateLimited,
        Self::InvalidPayment,
        Self::Error,
        Self::Stopped,
    ];

    /// The label.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::Refused => "refused",
            Self::PaymentRequired => "payment_required",
            Self::RateLimited => "rate_limited",
            Self::InvalidPayment => "invalid_payment",
            Self::Error => "error",
            Self::Stopped => "stopped",
        }
    }
}

/// Where a payment failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The header is no payment.
    Decode,
    /// It pays for something else.
    Match,
    /// It was offered before.
    Duplicate,
    /// The facilitator does not verify it.
    Verify,
    /// The facilitator does not settle it.
    Settle,
    /// Settled, and the ledger cannot be written.
    Ledger,
}

impl Stage {
    const ALL: [Self; 6] = [
        Self::Decode,
        Self::Match,
        Self::Duplicate,
        Self::Verify,
        Self::Settle,
        Self::Ledger,
    ];

    /// The label.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Match => "match",
            Self::Duplicate => "duplicate",
            Self::Verify => "verify",
            Self::Settle => "settle",
            Self::Ledger => "ledger",
        }
    }
}

/// What is read off elsewhere when the text is printed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Gauges {
    /// 0 ok, 1 stop and review, 2 stop serving.
    pub(crate) kill_line: u64,
    /// Free calls of everybody but the house, and those of the house.
    pub(crate) free: [u64; 2],
}

/// The counters of one service.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: [Counters<7>; 3],
    refusals: [Counters<10>; 2],
    verdicts: Counters<3>,
    repairs: Counters<9>,
    defects: Counters<18>,
    settled: Counters<2>,
    failures: Counters<6>,
    refunds: Counters<2>,
    revenue: Counters<1>,
}

impl Metrics {
    /// A request came to its end.
    pub(crate) fn request(&self, route: Route, outcome: Outcome) {
        if let Some(counters) = self.requests.get(route as usize) {
            counters.add(outcome as usize, 1);
        }
    }

    /// A submission was refused.
    pub(crate) fn refusal(&self, route: Route, code: RefusalCode) {
        let place = usize::from(route == Route::Check);
        if let Some(counters) = self.refusals.get(place) {
            counters.add(code as usize, 1);
        }
    }

    /// A check was paid for, recorded and delivered.
    pub(crate) fn paid(&self, status: &StatusSummary, house: bool, price: u64) {
        self.verdicts.add(status.verdict() as usize, 1);
        self.settled(house, price);
    }

    /// A check was paid for and recorded.
    pub(crate) fn settled(&self, house: bool, price: u64) {
        self.settled.add(usize::from(house), 1);
        self.revenue.add(0, price);
    }

    /// A delivered answer held this repair.
    pub(crate) fn repair(&self, rule: Rule) {
        self.repairs.add(rule as usize, 1);
    }

    /// A delivered answer named this defect.
    pub(crate) fn defect(&self, code: Code) {
        self.defects.add(code as usize, 1);
    }

    /// A payment failed.
    pub(crate) fn failure(&self, stage: Stage) {
        self.failures.add(stage as usize, 1);
    }

    /// A payment was refunded.
    pub(crate) fn refund(&self, house: bool) {
        self.refunds.add(usize::from(house), 1);
    }

    /// The text of all series.
    pub(crate) fn text(&self, gauges: Gauges, build: &str) -> String {
        let mut out = String::with_capacity(8_192);
        family(
            &mut out,
            "requests_total",
            "counter",
            "Requests by route and outcome.",
        );
        for (route, counters) in Route::ALL.iter().zip(&self.requests) {
            let labels = Outcome::ALL.map(|outcome| {
                format!("op=\"{}\",outcome=\"{}\"", route.as_str(), outcome.as_str())
            });
            series(&mut out, "requests_total", labels, counters.values());
        }
        family(
            &mut out,
            "refusals_total",
            "counter",
            "Free refusals by route and name.",
        );
        let routes = [Route::Precheck, Route::Check];
        for (route, counters) in routes.iter().zip(&self.refusals) {
            let labels = RefusalCode::ALL
                .iter()
                .map(|code| format!("op=\"{}\",refusal=\"{}\"", route.as_str(), code.as_str()));
            series(&mut out, "refusals_total", labels, counters.values());
        }
        self.paid_series(&mut out);
        family(
            &mut out,
            "free_calls_total",
            "counter",
            "Accepted pre-checks.",
        );
        series(
            &mut out,
            "free_calls_total",
            houses(),
            gauges.free.into_iter(),
        );
        let about = "0 ok, 1 stop and review, 2 stop serving.";
        family(&mut out, "kill_line_state", "gauge", about);
        series(
            &mut out,
            "kill_line_state",
            [String::new()],
            [gauges.kill_line].into_iter(),
        );
        family(&mut out, "build_info", "gauge", "What answers.");
        series(&mut out, "build_info", [build.to_owned()], [1].into_iter());
        out
    }

    fn paid_series(&self, out: &mut String) {
        let of = |label: &str, names: Vec<&str>| -> Vec<String> {
            let names = names.into_iter();
            names.map(|name| format!("{label}=\"{name}\"")).collect()
        };
        let verdicts = Verdict::ALL.map(Verdict::as_str).to_vec();
        family(out, "verdicts_total", "counter", "Delivered verdicts.");
        series(
            out,
            "verdicts_total",
            of("verdict", verdicts),
            self.verdicts.values(),
        );
        let rules = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
        family(
            out,
            "repairs_total",
            "counter",
            "Delivered repairs since the start.",
        );
        series(
            out,
            "repairs_total",
            of("rule", rules),
            self.repairs.values(),
        );
        let codes = Code::ALL.iter().map(|code| code.as_str()).collect();
        family(
            out,
            "defects_total",
            "counter",
            "Delivered defects since the start.",
        );
        series(
            out,
            "defects_total",
            of("code", codes),
            self.defects.values(),
        );
        family(
            out,
            "payments_settled_total",
            "counter",
            "Settled payments of the ledger.",
        );
        series(
            out,
            "payments_settled_total",
            houses(),
            self.settled.values(),
        );
        let stages = Stage::ALL.map(Stage::as_str).to_vec();
        family(
            out,
            "payment_failures_total",
            "counter",
            "Failed payments by stage.",
        );
        series(
            out,
            "payment_failures_total",
            of("stage", stages),
            self.failures.values(),
        );
        family(
            out,
            "refunds_total",
            "counter",
            "Refunded payments of the ledger.",
        );
        series(out, "refunds_total", houses(), self.refunds.values());
        family(
            out,
            "revenue_usdc_units_total",
            "counter",
            "Settled USDC units.",
        );
        series(
            out,
            "revenue_usdc_units_total",
            [String::new()],
            self.revenue.values(),
        );
    }
}

/// The prefix of every name.
const PREFIX: &str = "argument_check_";

fn houses() -> [String; 2] {
    ["false", "true"].map(|house| format!("house=\"{house}\""))
}

fn family(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(
        out,
        "# HELP {PREFIX}{name} {help}\n# TYPE {PREFIX}{name} {kind}"
    );
}

fn series(
    out: &mut String,
    name: &str,
    labels: impl IntoIterator<Item = String>,
    values: impl Iterator<Item = u64>,
) {
    for (labels, value) in labels.into_iter().zip(values) {
        let _ = if labels.is_empty() {
            writeln!(out, "{PREFIX}{name} {value}")
        } else {
            writeln!(out, "{PREFIX}{name}{{{labels}}} {value}")
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_86_series_stand_there_from_the_start() {
        let text = Metrics::default().text(Gauges::default(), "criteria_id=\"c\"");
        let series: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(series.len(), 86);
        let mut names: Vec<&str> = series
            .iter()
            .filter_map(|line| line.rsplit_once(' ').map(|(name, _)| name))
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 86, "no series twice");
        assert!(text.ends_with("argument_check_build_info{criteria_id=\"c\"} 1\n"));
        let zero = series.iter().filter(|line| line.ends_with(" 0")).count();
        assert_eq!(zero, 85);
    }

    #[test]
    fn a_count_lands_in_the_series_of_its_name() {
        let metrics = Metrics::default();
        metrics.request(Route::Check, Outcome::Stopped);
        metrics.refusal(Route::Check, RefusalCode::ArgumentsTooDeep);
        metrics.refusal(Route::Precheck, RefusalCode::CapExceeded);
        metrics.paid(&StatusSummary::valid(), true, 20_000);
        metrics.repair(Rule::R9);
        metrics.defect(Code::InvalidJsonText);
        metrics.failure(Stage::Ledger);
        metrics.refund(false);
        let text = metrics.text(
            Gauges {
                kill_line: 2,
                free: [3, 4],
            },
            "",
        );
        for line in [
            "requests_total{op=\"check\",outcome=\"stopped\"} 1",
            "refusals_total{op=\"check\",refusal=\"arguments_too_deep\"} 1",
            "refusals_total{op=\"precheck\",refusal=\"CAP-EXCEEDED:body_bytes\"} 1",
            "verdicts_total{verdict=\"VALID\"} 1",
            "repairs_total{rule=\"R9\"} 1",
            "defects_total{code=\"invalid_json_text\"} 1",
            "payments_settled_total{house=\"true\"} 1",
            "payment_failures_total{stage=\"ledger\"} 1",
            "refunds_total{house=\"false\"} 1",
            "revenue_usdc_units_total 20000",
            "free_calls_total{house=\"true\"} 4",
            "kill_line_state 2",
        ] {
            assert!(
                text.contains(&format!("\nargument_check_{line}\n")),
                "{line}"
            );
        }
    }
}
