//! `soak.md` and the text on the terminal: load, crashes, audit, and how it
//! ended.

use std::fmt::Write as _;

use super::audit::LAWS;
use super::report::Report;
use crate::report::markdown::ending;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut out = String::from("# Soak\n\n");
    let (header, load) = (&report.header, &report.load);
    let _ = writeln!(
        out,
        "{} clients, seed {}; measured: {} answers in {} ms, {} a second\n",
        header.clients, header.seed, load.answered, load.milliseconds, load.per_second
    );
    out.push_str("| request | answers | p50 ms | p90 ms | p99 ms | longest ms |\n");
    out.push_str("|---|---|---|---|---|---|\n");
    for latency in &load.latencies {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            latency.kind,
            latency.requests,
            millis(latency.p50),
            millis(latency.p90),
            millis(latency.p99),
            millis(latency.longest)
        );
    }
    crashes(&mut out, report);
    audit(&mut out, report);
    ending(&mut out, &report.footer.reasons, None);
    out
}

fn crashes(out: &mut String, report: &Report) {
    let crashes = &report.crashes;
    let _ = writeln!(
        out,
        "\nkilled {} times under load with faults; the starts after it found {} settled payments \
         without a line and {} lines without a delivered answer (all refunded), and {} payments \
         that were never settled",
        crashes.killed, crashes.entered, crashes.refunded, crashes.dropped
    );
}

fn audit(out: &mut String, report: &Report) {
    let audit = &report.audit;
    let statuses: Vec<String> = audit
        .statuses
        .iter()
        .map(|(status, count)| format!("{count} answered {status}"))
        .collect();
    let _ = writeln!(
        out,
        "\n{} payments offered: {} delivered, {} lost, {}",
        audit.payments,
        audit.delivered,
        audit.lost,
        statuses.join(", ")
    );
    let _ = writeln!(
        out,
        "\n{} settlements, {} records in {} lines, {} refunded ({} of them although the client \
         had its answer); {} free units counted, {} known to clients, {} pre-checks lost; {} used \
         payments offered again\n",
        audit.settlements,
        audit.records,
        audit.lines,
        audit.refunded,
        audit.refunded_although_delivered,
        audit.free_counted,
        audit.free_known,
        audit.free_lost,
        audit.offered_again
    );
    out.push_str("| law | says | broken |\n|---|---|---|\n");
    for (law, says) in LAWS {
        let broken = audit.broken.get(law).copied().unwrap_or_default();
        let _ = writeln!(out, "| {law} | {says} | {broken} |");
    }
}

/// Microseconds in milliseconds.
fn millis(micros: u64) -> String {
    format!("{}.{:03}", micros / 1_000, micros % 1_000)
}
