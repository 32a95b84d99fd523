//! The answer: decides its exact bytes (D25, D91). Equal input gives equal
//! bytes: no clock, no counter, no address stands in it.

use super::outcome::{Outcome, Verdict};
use crate::json::string;
use crate::refusal::Refusal;
use crate::schema::Schema;
use crate::{CRITERIA_ID, CRITERIA_VERSION, ENGINE_VERSION};

/// Opens an answer with the criteria.
fn open() -> String {
    let mut out = String::with_capacity(512);
    out.push_str("{\"criteria_id\":");
    string::write(&mut out, CRITERIA_ID);
    out.push_str(",\"criteria_version\":");
    string::write(&mut out, CRITERIA_VERSION);
    out.push(',');
    out
}

/// The answer of a refusal.
pub(super) fn refusal(refusal: &Refusal) -> String {
    let mut out = open();
    refusal.write(&mut out);
    out.push('}');
    out
}

/// The answer of a pre-check that found nothing to refuse (D13).
pub(super) fn assessable() -> String {
    let mut out = open();
    out.push_str("\"assessable\":true}");
    out
}

/// The answer of a verdict.
pub(super) fn verdict(schema: &Schema, outcome: &Outcome<'_>) -> String {
    let mut out = open();
    out.push_str("\"engine_version\":");
    string::write(&mut out, ENGINE_VERSION);
    out.push_str(",\"verdict\":");
    string::write(&mut out, outcome.verdict().as_str());
    out.push_str(",\"statement\":");
    string::write(&mut out, statement(outcome.verdict()));
    coverage(&mut out, schema);
    match outcome.verdict() {
        Verdict::Valid => {}
        Verdict::Repaired => {
            out.push_str(",\"repaired\":");
            outcome.write_arguments(&mut out);
            out.push_str(",\"diff\":");
            outcome.write_diff(&mut out);
        }
        Verdict::Unrepairable => defects(&mut out, outcome),
    }
    out.push('}');
    out
}

fn statement(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Valid => "no repair was needed",
        Verdict::Repaired => {
            "the listed repairs, and nothing else, brought the arguments into conformance"
        }
        Verdict::Unrepairable => {
            "every blocking defect is named; no repaired arguments are returned"
        }
    }
}

fn coverage(out: &mut String, schema: &Schema) {
    out.push_str(",\"coverage\":{\"enforced\":[");
    list(out, schema.enforced());
    out.push_str("],\"not_checked\":[");
    list(out, schema.not_checked());
    out.push_str("]}");
}

fn list(out: &mut String, items: impl Iterator<Item = impl AsRef<str>>) {
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        string::write(out, item.as_ref());
    }
}

fn defects(out: &mut String, outcome: &Outcome<'_>) {
    out.push_str(",\"defects\":[");
    for (at, defect) in outcome.defects().iter().enumerate() {
        out.push_str(if at > 0 { ",{\"path\":" } else { "{\"path\":" });
        string::write(out, &defect.path);
        out.push_str(",\"code\":");
        string::write(out, defect.code.as_str());
        out.push_str(",\"reason\":");
        string::write(out, &defect.reason);
        out.push('}');
    }
    out.push(']');
}
