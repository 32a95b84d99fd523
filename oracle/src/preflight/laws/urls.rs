//! C-5: the `url` crate as a judge of accepted URLs.
//!
//! A host outside ASCII, or one that is coded, is not compared: the readings do
//! not check it beyond its characters, and say so by a warning.

use std::net::Ipv6Addr;

use argument_check_corpus::Op;
use url::{Host, Url};

use super::view::{at, with};
use crate::judge::Reason;
use crate::laws::{Observation, Ruling};
use crate::lossless::Value;

/// C-5.
pub(super) fn accepted(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Request, |seen| {
        let Some(Value::String(url)) = at(seen.input, &["request", "url"]) else {
            return Ruling::NotApplicable(Reason::NothingToVary);
        };
        let about = |list, code: &str| {
            let entries = seen.entries(list);
            entries
                .iter()
                .any(|(path, said)| *path == "$.request.url" && said.starts_with(code))
        };
        if about("errors", "url_") {
            return if is_plain(url) {
                Ruling::broken("a plain URL is refused", url.as_str())
            } else {
                Ruling::NotApplicable(Reason::NothingToVary)
            };
        }
        match agrees(url, about("warnings", "url_idn_unchecked")) {
            Ok(()) => Ruling::Holds,
            Err(why) => Ruling::broken(why, url.as_str()),
        }
    })
}

/// Whether a URL has a host that everybody takes, no port, and nothing that
/// anybody rewrites; whatever stands before the last `@` is none of the host.
fn is_plain(url: &str) -> bool {
    let Some((scheme, after)) = url.split_once("://") else {
        return false;
    };
    let place = after.split(['/', '?', '#']).next().unwrap_or_default();
    let host = place.rsplit('@').next().unwrap_or_default();
    let is_label = |label: &str| {
        let only = |c: char| c.is_ascii_alphanumeric() || c == '-';
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.chars().all(only)
            && label.len() <= 63
    };
    ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str())
        && !url.chars().any(is_rewritten)
        && host.len() <= 253
        && host.split('.').all(is_label)
}

/// Whether parsers strip or rewrite a character.
fn is_rewritten(c: char) -> bool {
    c <= ' ' || c == '\u{7f}' || c == '\\'
}

/// Whether the `url` crate takes an accepted URL as the readings do.
///
/// # Errors
/// What is otherwise.
pub(crate) fn agrees(url: &str, is_unchecked: bool) -> Result<(), String> {
    if url.chars().any(is_rewritten) {
        return Err("an accepted URL holds a character that parsers rewrite".to_owned());
    }
    let Some((scheme, after)) = url.split_once("://") else {
        return Err("an accepted URL has no authority".to_owned());
    };
    let authority = after.split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    if is_unchecked {
        let coded = |label: &str| label.to_ascii_lowercase().starts_with("xn--");
        return if !place.is_ascii() || place.split(['.', ':']).any(coded) {
            Ok(())
        } else {
            Err("a plain host is called internationalized".to_owned())
        };
    }
    let parsed = Url::parse(url).map_err(|error| format!("the url crate refuses: {error}"))?;
    if parsed.scheme() != scheme.to_ascii_lowercase() {
        return Err("the url crate reads another scheme".to_owned());
    }
    let same = match parsed.host() {
        Some(Host::Ipv6(address)) => {
            let inside = place
                .strip_prefix('[')
                .and_then(|rest| rest.split(']').next());
            inside.and_then(|text| text.parse::<Ipv6Addr>().ok()) == Some(address)
        }
        Some(Host::Ipv4(address)) => host(place) == address.to_string(),
        Some(Host::Domain(domain)) => host(place).eq_ignore_ascii_case(domain),
        None => false,
    };
    if same {
        Ok(())
    } else {
        Err("the url crate reads another host".to_owned())
    }
}

fn host(place: &str) -> &str {
    place.split(':').next().unwrap_or_default()
}
