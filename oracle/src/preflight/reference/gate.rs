//! The gate: issues, or a decision by the table and what it saves (PF17 to PF23).

use bigdecimal::{BigDecimal, Zero as _};

use super::canonical;
use super::clauses::Clauses;
use super::entry::{listed, object};
use super::evidence::weigh;
use super::money::written;
use super::proposal::{self, Input};
use super::table::{Facts, Row};
use crate::lossless::Value;

/// The answer to one input.
#[must_use]
pub fn answer(input: &Value, clauses: &Clauses) -> Value {
    let read = match proposal::read(input, clauses) {
        Ok(read) => read,
        Err(issues) => {
            let action = text("fix_input");
            return object([
                ("decision", text("advise")),
                ("enforcement", text("advisory")),
                ("reasonCodes", Value::Array(vec![text("invalid_input")])),
                ("issues", listed(&issues)),
                ("recommendation", object([("action", action)])),
            ]);
        }
    };
    let fingerprint = fingerprint(input, clauses);
    let facts = facts(&read, &fingerprint, clauses);
    let holding = holding(&facts, clauses);
    let Some(row) = holding.first().copied() else {
        return Value::Null;
    };
    let Value::Object(mut members) = object([
        ("decision", text(row.decision)),
        ("enforcement", text((clauses.enforcement)(row.decision))),
        ("reasonCodes", reasons(&facts, &holding, clauses)),
        ("issues", Value::Array(Vec::new())),
        ("requestFingerprint", Value::String(fingerprint)),
        ("recommendation", recommendation(row, &facts)),
        ("estimated", estimated(row, &read, clauses)),
    ]) else {
        return Value::Null;
    };
    if let Some(id) = (clauses.matched)(row, &facts) {
        members.push(("matchedCallId".to_owned(), Value::String(id)));
    }
    Value::Object(members)
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// PF18: the fingerprint of an input's proposal.
#[must_use]
pub fn fingerprint(input: &Value, clauses: &Clauses) -> String {
    canonical::sha256(&(clauses.canonical)(&(clauses.proposal)(input)))
}

/// What the table asks about.
#[must_use]
pub fn facts(read: &Input<'_>, fingerprint: &str, clauses: &Clauses) -> Facts {
    let evidence = weigh(&read.history, fingerprint, read.goal, read.ttl, clauses);
    let amount = |spelling: Option<&str>| spelling.map_or_else(BigDecimal::zero, clauses.amount);
    let cost = (clauses.cost)(
        &amount(Some(read.external)),
        &amount(read.model),
        &amount(Some(read.price)),
    );
    let available = (clauses.available)(&amount(Some(read.remaining)), &amount(read.reserved));
    let has_result = evidence
        .anchor
        .as_ref()
        .is_some_and(|anchor| anchor.reference.is_some());
    let only_reads = matches!(read.operation, "search" | "fetch");
    let transients = u32::try_from(evidence.transients.len()).unwrap_or(u32::MAX);
    Facts {
        reusable: read.reuses.unwrap_or(has_result && only_reads),
        no_calls: read.calls == Some(0.0),
        too_dear: (clauses.exceeds)(&cost, &available),
        reduces: read.reduces,
        capped: (clauses.is_capped)(f64::from(transients), read.cap),
        cost,
        available,
        evidence,
    }
}

/// The rows that hold, in table order; the last one only if no other does.
#[must_use]
pub fn holding(facts: &Facts, clauses: &Clauses) -> Vec<&'static Row> {
    let mut holding: Vec<&Row> = (clauses.rows)();
    holding.retain(|row| (row.holds)(facts));
    if holding.len() > 1 {
        holding.retain(|row| row.number != "7");
    }
    holding
}

fn reasons(facts: &Facts, holding: &[&'static Row], clauses: &Clauses) -> Value {
    let rows = holding.iter().map(|row| row.code).collect();
    let said = [
        ("scope_reducible", facts.too_dear && facts.reduces),
        (
            "transient_retry_within_cap",
            !facts.evidence.transients.is_empty() && !facts.capped,
        ),
        ("stale_success_ignored", facts.stale_success()),
        ("other_goal_ignored", facts.evidence.other_goal),
    ];
    let said = said
        .iter()
        .filter_map(|(code, holds)| holds.then_some(*code));
    let codes = (clauses.codes)(rows, said.collect());
    Value::Array(codes.into_iter().map(text).collect())
}

fn recommendation(row: &Row, facts: &Facts) -> Value {
    let anchor = facts.evidence.anchor.as_ref();
    let reference = anchor.and_then(|anchor| anchor.reference.clone());
    let action = text(row.action);
    match reference {
        Some(reference) if row.decision == "reuse" => object([
            ("action", action),
            ("resultReference", Value::String(reference)),
        ]),
        _ => object([("action", action)]),
    }
}

/// PF23: what is saved, and what would be charged.
fn estimated(row: &Row, read: &Input<'_>, clauses: &Clauses) -> Value {
    let price = (clauses.amount)(read.price);
    let avoided = |spelling: Option<&str>| match spelling {
        Some(spelling) if (clauses.avoids)(row) => (clauses.amount)(spelling),
        _ => BigDecimal::zero(),
    };
    let (external, model) = (avoided(Some(read.external)), avoided(read.model));
    let sum = &external + &model;
    let billable = (clauses.billable)(&sum, &price);
    let charged = if billable {
        price.clone()
    } else {
        BigDecimal::zero()
    };
    let savings = (clauses.savings)(&sum, &charged);
    let usd = |exact: &BigDecimal| written(&(clauses.rounded)(exact));
    object([
        ("preflightCostUsd", usd(&price)),
        ("priceChargedUsd", usd(&charged)),
        ("avoidableExternalCostUsd", usd(&external)),
        ("avoidableModelCostUsd", usd(&model)),
        ("netSavingsUsd", usd(&savings)),
        ("billable", Value::Bool(billable)),
        ("confidence", Value::Number(row.confidence.to_owned())),
    ])
}
