//! What goes wrong in the request check.

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _};

use super::mutants;
use crate::lossless::Value;
use crate::preflight::reference::canonical::canonical;
use crate::preflight::reference::economics::Terms;
use crate::preflight::reference::entry::Entry;
use crate::preflight::reference::{money, number, url};

mutants! {
    "PM01", "a message quotes the header value", "PF3", ["C-11"],
        |clauses| clauses.about = quoting;
    "PM02", "the hash is that of the request with its method in upper case", "PF16", ["C-4"],
        |clauses| clauses.hashed = normalised;
    "PM03", "the hash keeps the spelling of numbers", "PF4", ["C-4"],
        |clauses| clauses.canonical = spelled;
    "PM04", "keys are sorted by bytes", "PF4", ["C-4"],
        |clauses| clauses.canonical = by_bytes;
    "PM05", "the hash drops members that no schema names", "PF16", ["C-4"],
        |clauses| clauses.hashed = known_only;
    "PM06", "numbers that a double cannot hold are not named", "PF5", ["C-4"],
        |clauses| clauses.is_exact = |_| true;
    "PM07", "numbers with an exponent are called inexact", "PF5", ["C-4"],
        |clauses| clauses.is_exact = |spelling| number::is_exact(spelling) && !spelling.contains(['e', 'E']);
    "PM08", "money is rounded half up", "PF6", ["C-9"],
        |clauses| clauses.rounded = |exact| exact.with_scale_round(9, RoundingMode::HalfUp);
    "PM09", "money is computed in doubles", "PF6", ["C-9"],
        |clauses| { clauses.amount = binary; clauses.rounded = BigDecimal::clone; };
    "PM10", "null stands for absence", "PF7", ["C-3"],
        |clauses| clauses.null_is_absent = true;
    "PM11", "the URL is trimmed first", "PF9", ["C-5"],
        |clauses| clauses.url_text = str::trim;
    "PM12", "the host ends at the first @", "PF9", ["C-5"],
        |clauses| clauses.without_userinfo = |authority| authority.split_once('@').map_or(authority, |(_, host)| host);
    "PM13", "user information is taken for the host", "PF9", ["C-5"],
        |clauses| clauses.without_userinfo = |authority| authority.split('@').next().unwrap_or(authority);
    "PM14", "any number of digits makes a host", "PF9", ["C-5"],
        |clauses| clauses.is_host = |host| url::is_host(host) || host.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    "PM15", "a line feed alone is no injection", "PF10", ["C-6"],
        |clauses| clauses.injects = |c| matches!(c, '\r' | '\0');
    "PM16", "DEL may stand in a header value", "PF10", ["C-6"],
        |clauses| clauses.is_barred = |c| (c < ' ' && c != '\t') || c > '\u{ff}';
    "PM17", "a body is judged under a schema that is not covered", "PF13", ["C-8"],
        |clauses| clauses.judges_uncovered = true;
    "PM18", "numbers as text are repaired before the body is judged", "PF13", ["C-8"],
        |clauses| clauses.judged = repaired;
    "PM19", "the body of a GET is not judged", "PF13", ["C-7"],
        |clauses| clauses.method_has_body = |method| method != "GET";
    "PM20", "a warning makes the request invalid", "PF8", ["C-2"],
        |clauses| clauses.is_valid = |errors, warnings| errors.is_empty() && warnings.is_empty();
    "PM21", "economics are given for a request that could not be judged", "PF14", ["C-12"],
        |clauses| clauses.hides_economics = |error| error.code.starts_with("input_");
    "PM22", "economics are given for valid requests only", "PF14", ["C-12"],
        |clauses| clauses.hides_economics = |_| true;
    "PM23", "the price is a cent without a wish", "PF15", ["C-9"],
        |clauses| clauses.defaults.0 = "0.01";
    "PM24", "the probability is a half without a wish", "PF15", ["C-9"],
        |clauses| clauses.defaults.1 = "0.5";
    "PM25", "a valid request is said to waste what a bad one would", "PF15", ["C-9"],
        |clauses| clauses.waste = |_, doomed| doomed.clone();
    "PM26", "breaking even is worth it", "PF15", ["C-9"],
        |clauses| clauses.worth = |terms| &terms.prior * &terms.doomed >= terms.price && affords(terms);
    "PM27", "a budget of the price itself is not enough", "PF15", ["C-9"],
        |clauses| clauses.worth = |terms| &terms.prior * &terms.doomed > terms.price
            && terms.budget.as_ref().is_none_or(|budget| terms.price < *budget);
    "PM28", "a larger budget makes the check less worth", "PF15", ["C-10"],
        |clauses| clauses.worth = |terms| &terms.prior * &terms.doomed > terms.price
            && terms.budget.as_ref().is_none_or(|budget| terms.price >= *budget);
}

fn quoting(mut entry: Entry, value: &str) -> Entry {
    entry.message = format!("{} Value: {value}", entry.message);
    entry
}

fn normalised(request: &Value) -> Value {
    let Value::Object(members) = request else {
        return request.clone();
    };
    let upper = |(name, value): &(String, Value)| match value {
        Value::String(text) if name == "method" => {
            (name.clone(), Value::String(text.to_ascii_uppercase()))
        }
        _ => (name.clone(), value.clone()),
    };
    Value::Object(members.iter().map(upper).collect())
}

fn known_only(request: &Value) -> Value {
    let Value::Object(members) = request else {
        return request.clone();
    };
    let known = ["method", "url", "headers", "query", "body"];
    let kept = members
        .iter()
        .filter(|(name, _)| known.contains(&name.as_str()));
    Value::Object(kept.cloned().collect())
}

/// Members sorted, numbers as they are.
fn spelled(value: &Value) -> String {
    sorted(value, |one, other| {
        one.encode_utf16().cmp(other.encode_utf16())
    })
    .to_text()
}

/// Numbers as they should be, members by bytes.
fn by_bytes(value: &Value) -> String {
    let plain = crate::lossless::read_str(&canonical(value)).unwrap_or(Value::Null);
    sorted(&plain, str::cmp).to_text()
}

fn sorted(value: &Value, order: fn(&str, &str) -> std::cmp::Ordering) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(|item| sorted(item, order)).collect()),
        Value::Object(members) => {
            let mut members: Vec<_> = members
                .iter()
                .map(|(name, value)| (name.clone(), sorted(value, order)))
                .collect();
            members.sort_by(|one, other| order(&one.0, &other.0));
            Value::Object(members)
        }
        other => other.clone(),
    }
}

/// The exact value of the double: what a sum of doubles starts from.
fn binary(spelling: &str) -> BigDecimal {
    let double = money::decimal(spelling).to_f64().unwrap_or_default();
    BigDecimal::try_from(double).unwrap_or_default()
}

fn repaired(body: &Value) -> Value {
    match body {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), repaired(value)))
                .collect(),
        ),
        Value::String(text) => match crate::lossless::read_str(text) {
            Ok(number @ Value::Number(_)) => number,
            _ => body.clone(),
        },
        other => other.clone(),
    }
}

fn affords(terms: &Terms) -> bool {
    let budget = terms.budget.as_ref();
    budget.is_none_or(|budget| terms.price <= *budget)
}
