//! Every decision that could have been taken otherwise, by name;
//! [`Clauses::published`] is agent preflight 1.0.0 as its readings have it.
//!
//! A mutant is this table with one entry exchanged.

use bigdecimal::BigDecimal;

use super::economics::{self, Terms};
use super::entry::Entry;
use super::evidence::{self, Call};
use super::table::{self, Facts, Row};
use super::{canonical, money, number, proposal, url};
use crate::lossless::Value;

/// The decisions; each field names the reading that it takes.
#[derive(Debug, Clone, Copy)]
pub struct Clauses {
    /// PF4: the canonical form that is hashed.
    pub canonical: fn(&Value) -> String,
    /// PF5: whether a token is exact.
    pub is_exact: fn(&str) -> bool,
    /// PF6: a token as an amount.
    pub amount: fn(&str) -> BigDecimal,
    /// PF6: how a result is rounded.
    pub rounded: fn(&BigDecimal) -> BigDecimal,
    /// PF7: whether `null` stands for absence.
    pub null_is_absent: bool,
    /// PF3: an entry about a value that may be a secret, given that value.
    pub about: fn(Entry, &str) -> Entry,
    /// PF9: what of the URL is looked at.
    pub url_text: fn(&str) -> &str,
    /// PF9: host and port, given the authority.
    pub without_userinfo: fn(&str) -> &str,
    /// PF9: whether an ASCII host is one.
    pub is_host: fn(&str) -> bool,
    /// PF10: whether a character makes a header value an injection.
    pub injects: fn(char) -> bool,
    /// PF10: whether a character may not stand in a header value otherwise.
    pub is_barred: fn(char) -> bool,
    /// PF13: whether a body is judged under a schema with faults.
    pub judges_uncovered: bool,
    /// PF13: the body that is judged, given the submitted one.
    pub judged: fn(&Value) -> Value,
    /// PF13: whether a body is judged, given the method.
    pub method_has_body: fn(&str) -> bool,
    /// PF8: whether the answer is valid, given errors and warnings.
    pub is_valid: fn(&[Entry], &[Entry]) -> bool,
    /// PF14: whether economics are given in spite of these errors.
    pub hides_economics: fn(&Entry) -> bool,
    /// PF15: price and probability without a wish.
    pub defaults: (&'static str, &'static str),
    /// PF15: what sending wastes, given validity and what is doomed.
    pub waste: fn(bool, &BigDecimal) -> BigDecimal,
    /// PF15: whether the check is worth its price.
    pub worth: fn(&Terms) -> bool,
    /// PF16: what is hashed of the request.
    pub hashed: fn(&Value) -> Value,
    /// PF18: the proposal that is hashed, given the input.
    pub proposal: fn(&Value) -> Value,
    /// PF19: the cap and the freshness without a wish.
    pub gate_defaults: (f64, f64),
    /// PF20: whether evidence of another goal is set aside.
    pub minds_goal: bool,
    /// PF20: the matching calls, newest first.
    pub newest_first: fn(&mut [Call]),
    /// PF20: whether an age is fresh.
    pub is_fresh: fn(f64, f64) -> bool,
    /// PF20: whether a success, given its freshness, can be fresh evidence.
    pub success_counts: fn(bool) -> bool,
    /// PF20: whether a terminal failure counts, given its freshness.
    pub terminal_counts: fn(bool) -> bool,
    /// PF21: what the call costs, given both estimates and the price.
    pub cost: fn(&BigDecimal, &BigDecimal, &BigDecimal) -> BigDecimal,
    /// PF21: what there is, given what remains and what is reserved.
    pub available: fn(&BigDecimal, &BigDecimal) -> BigDecimal,
    /// PF21: whether the cost is too much.
    pub exceeds: fn(&BigDecimal, &BigDecimal) -> bool,
    /// PF22: whether the retries are used up.
    pub is_capped: fn(f64, f64) -> bool,
    /// PF22: the order in which the rows are tried.
    pub rows: fn() -> Vec<&'static Row>,
    /// PF22: the enforcement of a decision.
    pub enforcement: fn(&str) -> &'static str,
    /// PF22: the reason codes, given those of the rows and the informational ones.
    pub codes: fn(Vec<&'static str>, Vec<&'static str>) -> Vec<&'static str>,
    /// PF22: which call the answer names.
    pub matched: fn(&Row, &Facts) -> Option<String>,
    /// PF23: whether what is avoided pays for the check.
    pub billable: fn(&BigDecimal, &BigDecimal) -> bool,
    /// PF23: the savings, given what is avoided and what is charged.
    pub savings: fn(&BigDecimal, &BigDecimal) -> BigDecimal,
    /// PF23: whether a row that decides shows that the call would add nothing.
    pub avoids: fn(&Row) -> bool,
}

impl Clauses {
    /// The readings as published.
    #[must_use]
    pub fn published() -> Clauses {
        Clauses {
            canonical: canonical::canonical,
            is_exact: number::is_exact,
            amount: money::amount,
            rounded: money::rounded,
            null_is_absent: false,
            about: |entry, _| entry,
            url_text: |text| text,
            without_userinfo: url::without_userinfo,
            is_host: url::is_host,
            injects: |c| matches!(c, '\r' | '\n' | '\0'),
            is_barred: |c| (c < ' ' && c != '\t') || c == '\u{7f}' || c > '\u{ff}',
            judges_uncovered: false,
            judged: Value::clone,
            method_has_body: |_| true,
            is_valid: |errors, _| errors.is_empty(),
            hides_economics: |error| {
                error.code.starts_with("input_") || error.code.starts_with("schema_")
            },
            defaults: ("0.001", "0.25"),
            waste: economics::waste,
            worth: economics::worth,
            hashed: Value::clone,
            proposal: proposal::proposal,
            gate_defaults: (3.0, 300.0),
            minds_goal: true,
            newest_first: evidence::newest_first,
            is_fresh: |age, ttl| age < ttl,
            success_counts: |is_fresh| is_fresh,
            terminal_counts: |_| true,
            cost: |external, model, _| external + model,
            available: table::available,
            exceeds: |cost, available| cost > available,
            is_capped: |transients, cap| transients >= cap,
            rows: table::in_order,
            enforcement: table::enforcement,
            codes: table::codes,
            matched: table::matched,
            billable: |avoided, price| avoided > price,
            savings: |avoided, charged| avoided - charged,
            avoids: |row| row.avoids,
        }
    }
}
