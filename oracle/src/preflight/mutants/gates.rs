//! What goes wrong in the gate.

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _};

use super::mutants;
use crate::lossless::Value;
use crate::preflight::reference::table::{self, Named};
use crate::preflight::reference::{evidence, proposal};

mutants! {
    "PM29", "the price of the check is counted as cost", "PF21", ["G-10"],
        |clauses| clauses.cost = |external, model, price| external + model + price;
    "PM30", "a budget of exactly the cost is not enough", "PF21", ["G-6"],
        |clauses| clauses.exceeds = |cost, available| cost >= available;
    "PM31", "money is compared in doubles", "PF6", ["G-6"],
        |clauses| {
            clauses.cost = |external, model, _| {
                let sum = external.to_f64().unwrap_or_default() + model.to_f64().unwrap_or_default();
                BigDecimal::try_from(sum).unwrap_or_default()
            };
        };
    "PM32", "reserved money that is not there is owed", "PF21", ["G-6"],
        |clauses| clauses.available = |remaining, reserved| remaining - reserved;
    "PM33", "a stale success is reused", "PF20", ["G-8", "G-9"],
        |clauses| clauses.success_counts = |_| true;
    "PM34", "an age of exactly the freshness is fresh", "PF20", ["G-8"],
        |clauses| clauses.is_fresh = |age, ttl| age <= ttl;
    "PM35", "evidence of another goal counts", "PF20", ["G-4"],
        |clauses| clauses.minds_goal = false;
    "PM36", "a terminal failure expires", "PF20", ["G-9"],
        |clauses| clauses.terminal_counts = |is_fresh| is_fresh;
    "PM37", "the order of the history decides, not the ages", "PF20", ["G-5"],
        |clauses| clauses.newest_first = |calls| calls.reverse();
    "PM38", "of equal ages the earlier entry is the newer", "PF20", ["G-14"],
        |clauses| clauses.newest_first = |calls| {
            calls.sort_by(|one, other| one.age.total_cmp(&other.age));
        };
    "PM39", "one more failure than the cap is borne", "PF22", ["G-7"],
        |clauses| clauses.is_capped = |transients, cap| transients > cap && transients > 0.0;
    "PM40", "a deferred call may be skipped", "PF22", ["G-3"],
        |clauses| clauses.enforcement = |decision| {
            if decision == "defer" { "safe_to_skip" } else { table::enforcement(decision) }
        };
    "PM41", "what is only said stands before the reasons of the rows", "PF22", ["G-13"],
        |clauses| clauses.codes = |rows, said| [said, rows].concat();
    "PM42", "only the reason that decides is given", "PF22", ["G-6", "G-7"],
        |clauses| clauses.codes = |rows, said| {
            rows.into_iter().take(1).chain(said).collect()
        };
    "PM43", "a block for the budget names the anchor", "PF22", ["G-12"],
        |clauses| clauses.matched = |row, facts| {
            let anchor = facts.evidence.anchor.as_ref();
            if row.named == Named::Nothing {
                anchor.map(|anchor| anchor.id.clone())
            } else {
                table::matched(row, facts)
            }
        };
    "PM44", "a saving of exactly the price is billed", "PF23", ["G-11"],
        |clauses| clauses.billable = |avoided, price| avoided >= price;
    "PM45", "the savings leave out what is charged", "PF23", ["G-11"],
        |clauses| clauses.savings = |avoided, _| avoided.clone();
    "PM46", "a block for the budget counts as saving", "PF23", ["G-11"],
        |clauses| clauses.avoids = |row| row.decision == "block" || row.avoids;
    "PM47", "the fingerprint takes the run in", "PF18", ["G-2", "G-4"],
        |clauses| clauses.proposal = |input| {
            let run = input.get("runId").cloned().unwrap_or(Value::Null);
            with(proposal::proposal(input), "runId", run)
        };
    "PM48", "the fingerprint leaves the provider out", "PF18", ["G-2"],
        |clauses| clauses.proposal = |input| with(proposal::proposal(input), "provider", Value::Null);
    "PM49", "the fingerprint has another version", "PF18", ["G-2"],
        |clauses| clauses.proposal = |input| {
            with(proposal::proposal(input), "version", Value::Number("1".to_owned()))
        };
    "PM50", "amounts are rounded to cents", "PF6", ["G-11"],
        |clauses| clauses.rounded = |exact| exact.with_scale_round(2, RoundingMode::HalfEven);
    "PM51", "three attempts are one too many", "PF22", ["G-7"],
        |clauses| clauses.is_capped = |transients, cap| transients + 1.0 >= cap;
    "PM52", "a duplicate is judged before the retries", "PF22", ["G-13"],
        |clauses| clauses.rows = || {
            let mut rows = table::in_order();
            rows.swap(5, 6);
            rows
        };
    "PM53", "the oldest evidence decides", "PF20", ["G-14"],
        |clauses| clauses.newest_first = |calls| {
            evidence::newest_first(calls);
            calls.reverse();
        };
}

/// An object with one member set.
fn with(object: Value, name: &str, value: Value) -> Value {
    let Value::Object(mut members) = object else {
        return object;
    };
    members.retain(|(key, _)| key != name);
    members.push((name.to_owned(), value));
    Value::Object(members)
}
