//! `kill-line.md`, and the lines on standard output: what each wire says, in
//! words and with the figures that decide.

use std::fmt::Write as _;

use argument_check_oracle::kill_line::report::{FreeWire, IncidentWire, RefundWire};
use argument_check_oracle::kill_line::{Report, State, WireState};
use argument_check_oracle::ledger::Timestamp;

/// The lines on standard output.
pub(super) fn summary(report: &Report) -> String {
    let mut out = format!("kill line: {}\n", headline(report.state));
    for (id, state, why) in wires(report) {
        let _ = writeln!(out, "  {id}: {}: {why}", word(state));
    }
    out
}

/// The report for a review.
pub(super) fn render(report: &Report) -> String {
    let mut out = format!("# Kill line: {}\n\n", headline(report.state));
    out.push_str("| wire | state | why |\n|---|---|---|\n");
    for (id, state, why) in wires(report) {
        let why = why.replace('|', "\\|").replace('<', "&lt;");
        let _ = writeln!(out, "| {id} | {} | {why} |", word(state));
    }
    out.push_str("\n![Refund ratio and free use over time](kill-line.svg)\n\n");
    let inputs = &report.inputs;
    let _ = writeln!(
        out,
        "Observed from {} to {}; house records {}.\n",
        moment(inputs.service_start),
        moment(report.as_of),
        if inputs.house_excluded {
            "left out"
        } else {
            "counted"
        }
    );
    out.push_str("| input | holds | sha256 |\n|---|---|---|\n");
    let ledger = inputs.ledger_lines.zip(inputs.folded);
    let ledger = ledger.map(|(lines, folded)| format!("{lines} lines, {folded} payments"));
    let free = inputs.free_days.map(|days| format!("{days} days"));
    let incidents = inputs.incidents.map(|n| format!("{n} incidents"));
    for (name, holds, digest) in [
        ("ledger", ledger, &inputs.ledger_sha256),
        ("free use", free, &inputs.free_sha256),
        ("incidents", incidents, &inputs.incidents_sha256),
    ] {
        let holds = holds.unwrap_or_else(|| "not given".to_owned());
        let digest = digest.as_deref().unwrap_or("-");
        let _ = writeln!(out, "| {name} | {holds} | {digest} |");
    }
    out
}

fn moment(time: Option<Timestamp>) -> String {
    time.map_or("an unknown moment".to_owned(), |time| time.to_string())
}

fn headline(state: State) -> &'static str {
    match state {
        State::Ok => "ok",
        State::NotEvaluated => "not evaluated (evidence is absent)",
        State::StopAndReview => "stop and review",
        State::StopServing => "stop serving",
    }
}

fn word(state: WireState) -> &'static str {
    match state {
        WireState::Clear => "clear",
        WireState::NotEvaluated => "not evaluated",
        WireState::Tripped => "TRIPPED",
    }
}

/// Every wire with its state and why.
fn wires(report: &Report) -> [(&'static str, WireState, String); 4] {
    let (refund, free, invented, undisclosed) = &report.tripwires;
    [
        (refund.id, refund.state, refunds(refund)),
        (free.id, free.state, free_use(free)),
        (invented.id, invented.state, events(invented)),
        (undisclosed.id, undisclosed.state, events(undisclosed)),
    ]
}

fn refunds(wire: &RefundWire) -> String {
    if wire.state == WireState::NotEvaluated {
        return "no ledger was given".to_owned();
    }
    let Some(worst) = &wire.worst else {
        return "the ledger holds no payment".to_owned();
    };
    let (start, end) = (moment(worst.start), moment(worst.end));
    let provisional = if wire.partial {
        ", which is the whole span and provisional"
    } else {
        ""
    };
    format!(
        "{} of {} paid calls refunded in the worst of {} windows, [{start}, {end}){provisional}; \
         the limit is 5%",
        worst.refunded, worst.paid, wire.windows_evaluated
    )
}

fn free_use(wire: &FreeWire) -> String {
    let (Some(free), Some(paid)) = (wire.free, wire.paid) else {
        return "it takes a ledger and free use, and one was not given".to_owned();
    };
    let zero = if wire.zero_paid == Some(true) && free > 0 {
        ", and with nothing paid the first one trips"
    } else {
        ""
    };
    let recent = wire.trailing_30d.map_or(String::new(), |recent| {
        format!("; the last 30 days: {} and {}", recent.free, recent.paid)
    });
    format!("{free} free calls for {paid} paid ones, the limit is 10 to 1{zero}{recent}")
}

fn events(wire: &IncidentWire) -> String {
    if wire.state == WireState::NotEvaluated {
        return "no incidents file was given".to_owned();
    }
    if wire.open.is_empty() {
        return "no open incident".to_owned();
    }
    let all: Vec<String> = wire
        .open
        .iter()
        .map(|open| format!("{} ({})", open.evidence, open.ts))
        .collect();
    format!("{} open: {}", all.len(), all.join(", "))
}
