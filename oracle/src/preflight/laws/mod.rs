//! The laws C-1 to C-12 of the request check and G-1 to G-14 of the gate: what
//! every right answer obeys, whoever gave it.
//!
//! The laws know the readings by small functions of their own: fractions for
//! money, `url` and `http` for what is accepted, `jsonschema` for the published
//! shapes, the exact validator of the argument check's laws for bodies, and
//! `serde_jcs` for hashes. They never ask the second implementation for a
//! judgement. Laws that vary the input ask the target again.

mod decision;
mod envelope;
mod evidence;
mod form;
mod hashed;
mod judged;
mod money;
mod saving;
pub(crate) mod urls;
mod view;

use argument_check_corpus::Op;

use crate::laws::Law;

/// Whether a law is about this operation, by its letter.
#[must_use]
pub fn is_about(law: &Law, op: Op) -> bool {
    law.id.starts_with(if op == Op::Gate { "G-" } else { "C-" })
}

/// The laws, in their order.
pub static LAWS: [Law; 26] = [
    Law::alone(
        "C-1",
        "request shape",
        "an answer is a refusal of what is no input, or fits the published output schema in canonical form, the same each time (PF1, PF3, PF8)",
        form::request,
    ),
    Law::alone(
        "C-2",
        "warnings do not count",
        "valid if and only if there is no error; what only warns keeps it (PF8, PF12)",
        form::only_errors_count,
    ).asking(),
    Law::alone(
        "C-3",
        "input schema",
        "shape errors are those of the published input schema and of the limits (PF7)",
        form::shape_errors,
    ),
    Law::alone(
        "C-4",
        "request hash",
        "the hash is SHA-256 of RFC 8785 of the submitted request, and what it cannot tell apart is said (PF4, PF5, PF16)",
        hashed::request,
    ).asking(),
    Law::alone(
        "C-5",
        "URL",
        "an accepted URL is one to the url crate, with the same scheme and host, and a plain one is accepted (PF9)",
        urls::accepted,
    ),
    Law::alone(
        "C-6",
        "headers",
        "accepted headers are such to the http crate, and nothing is injected (PF10)",
        envelope::headers,
    ),
    Law::alone(
        "C-7",
        "body apart",
        "body defects do not depend on method, URL, headers and query (PF13)",
        judged::body_apart,
    ).asking(),
    Law::alone(
        "C-8",
        "body exactly",
        "body defects are the errors of the body under a covered schema, by jsonschema too (PF13)",
        judged::body_exactly,
    ),
    Law::alone(
        "C-9",
        "economics",
        "every field is the exact formula, rounded once (PF6, PF14, PF15)",
        money::identities,
    ),
    Law::alone(
        "C-10",
        "worth is monotone",
        "worth grows with probability, costs and budget and falls with the price (PF15)",
        money::monotone,
    ).asking(),
    Law::alone(
        "C-11",
        "no leak",
        "no value of the request stands in the answer (PF3)",
        envelope::no_leak,
    ).asking(),
    Law::alone(
        "C-12",
        "economics present",
        "economics stand in the answer if and only if they are well formed and the request could be judged (PF14)",
        money::present,
    ),
    Law::alone(
        "G-1",
        "gate shape",
        "an answer is a refusal of what is no input, or fits the published output schema in canonical form, the same each time (PF1, PF3, PF17)",
        form::gate,
    ),
    Law::alone(
        "G-2",
        "fingerprint",
        "fingerprint and estimates stand if and only if there is no issue, and the fingerprint is that of the proposal (PF17, PF18)",
        hashed::proposal,
    ),
    Law::alone(
        "G-3",
        "enforcement",
        "enforcement is a function of the decision (PF22)",
        decision::enforced,
    ),
    Law::alone(
        "G-4",
        "unrelated",
        "unrelated history, run and step, unknown members and other goals decide nothing (PF18, PF20)",
        evidence::unrelated,
    ).asking(),
    Law::alone(
        "G-5",
        "permutation",
        "the order of a history with distinct ages decides nothing (PF20)",
        evidence::permuted,
    ).asking(),
    Law::alone(
        "G-6",
        "more money",
        "more money never stops a call, and enough of it is enough (PF6, PF21)",
        decision::enough_money,
    ).asking(),
    Law::alone(
        "G-7",
        "retry cap",
        "a higher cap never defers, and the cap itself is where it begins (PF22)",
        decision::capped,
    ).asking(),
    Law::alone(
        "G-8",
        "no freshness",
        "without freshness nothing is reused or deferred (PF20)",
        evidence::never_fresh,
    ).asking(),
    Law::alone(
        "G-9",
        "ageing",
        "old evidence neither reuses nor defers, and still blocks (PF20)",
        evidence::aged,
    ).asking(),
    Law::alone(
        "G-10",
        "price",
        "the price of the check decides nothing (PF21)",
        decision::price_blind,
    ).asking(),
    Law::alone(
        "G-11",
        "savings",
        "what is saved and charged is the exact formula and never a loss (PF6, PF23)",
        saving::savings,
    ),
    Law::alone(
        "G-12",
        "matched call",
        "the call that is named is one of this proposal, where a call decides (PF22)",
        evidence::matched,
    ),
    Law::alone(
        "G-13",
        "vocabulary",
        "the first reason gives the decision; reasons are unique and in order (PF22)",
        decision::vocabulary,
    ),
    Law::alone(
        "G-14",
        "feedback",
        "a call that was made and put into the history is reused or blocked (PF20, PF22)",
        evidence::fed_back,
    ).asking(),
];

#[cfg(test)]
mod tests;
