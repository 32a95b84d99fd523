//! PF10, PF11: headers, and the content type of a body.

use super::clauses::Clauses;
use super::entry::entry;
use super::request::{Found, is_token};
use crate::lossless::Value;
use crate::reference::path;

const AT: &str = "$.request.headers";
/// Names that may stand once.
const SINGLE: [&str; 4] = ["authorization", "content-length", "content-type", "host"];
/// Names that the HTTP client sets.
const MANAGED: [&str; 10] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The headers as submitted.
pub struct Headers<'v>(pub &'v [(String, Value)]);

impl Headers<'_> {
    /// PF10: every header in order.
    pub fn judge(&self, clauses: &Clauses, found: &mut Found) {
        for (index, (name, value)) in self.0.iter().enumerate() {
            let at = path::key(AT, name);
            if !is_token(name) {
                found.error(&at, "header_name_invalid");
            }
            let folded = name.to_ascii_lowercase();
            let mut before = self.0.iter().take(index);
            if before.any(|(other, _)| other.eq_ignore_ascii_case(name)) {
                if SINGLE.contains(&folded.as_str()) {
                    found.error(&at, "header_duplicate_singleton");
                } else {
                    found.warn(&at, "header_duplicate_name");
                }
            }
            match value {
                Value::String(value) => judge_value(&at, &folded, value, clauses, found),
                _ => found.error(&at, "header_value_not_string"),
            }
        }
    }

    /// PF11: the first content type that is a string.
    pub fn content_type(&self, found: &mut Found) {
        let first = self.0.iter().find_map(|(name, value)| {
            let is_it = name.eq_ignore_ascii_case("content-type");
            is_it.then(|| value.as_str().map(|value| (name, value)))?
        });
        let Some((name, value)) = first else {
            found.warn(AT, "content_type_missing");
            return;
        };
        let at = path::key(AT, name);
        let (essence, behind) = value.split_once(';').unwrap_or((value, ""));
        let essence = trim(essence).to_ascii_lowercase();
        let is_type = essence
            .split_once('/')
            .is_some_and(|(kind, sub)| is_token(kind) && is_token(sub));
        let is_json = matches!(essence.as_str(), "application/json" | "text/json")
            || essence.ends_with("+json");
        if !is_type {
            found.error(&at, "content_type_invalid");
        } else if !is_json {
            found.warn(&at, "content_type_not_json");
        } else if parameters(behind)
            .iter()
            .any(|one| names_another_charset(one))
        {
            found.warn(&at, "content_type_charset");
        }
    }
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// What stands between semicolons outside of quotes.
fn parameters(text: &str) -> Vec<String> {
    let (mut done, mut open, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == ';' && !is_quoted {
            done.push(std::mem::take(&mut open));
            continue;
        }
        open.push(c);
        is_quoted ^= c == '"';
        // In quotes a backslash takes the next character as it is.
        if c == '\\' && is_quoted {
            open.extend(chars.next());
        }
    }
    done.push(open);
    done
}

fn names_another_charset(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return false;
    };
    let is_charset = trim(name).eq_ignore_ascii_case("charset");
    is_charset && !["utf-8", "utf8"].contains(&plain(trim(value)).to_ascii_lowercase().as_str())
}

/// What a quoted string says, or the text itself.
fn plain(value: &str) -> String {
    match value
        .strip_prefix('"')
        .and_then(|value| value.strip_suffix('"'))
    {
        None => value.to_owned(),
        Some(inside) => {
            let (mut plain, mut chars) = (String::new(), inside.chars());
            while let Some(c) = chars.next() {
                let taken = if c == '\\' { chars.next() } else { None };
                plain.push(taken.unwrap_or(c));
            }
            plain
        }
    }
}

fn judge_value(at: &str, folded: &str, value: &str, clauses: &Clauses, found: &mut Found) {
    let code = if value.contains(clauses.injects) {
        Some("header_injection")
    } else if value.contains(clauses.is_barred) {
        Some("header_value_invalid")
    } else {
        None
    };
    if let Some(code) = code {
        found.errors.push((clauses.about)(entry(at, code), value));
    }
    for (code, holds) in [
        ("header_value_whitespace", trim(value) != value),
        (
            "header_value_non_ascii",
            value.contains(|c| ('\u{80}'..='\u{ff}').contains(&c)),
        ),
        ("header_client_managed", MANAGED.contains(&folded)),
    ] {
        if holds {
            found.warnings.push((clauses.about)(entry(at, code), value));
        }
    }
}
