//! PF9: the URL, step by step; the first error ends it. Nothing is trimmed or
//! rewritten, and no URL library is asked: one judges the result.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::clauses::Clauses;
use super::request::Found;

const AT: &str = "$.request.url";
/// RFC 9110, section 4.1.
const LONGEST: usize = 8_000;

/// Judges a URL.
pub fn judge(url: &str, clauses: &Clauses, found: &mut Found) {
    if let Err(code) = judged((clauses.url_text)(url), clauses, found) {
        found.error(AT, code);
    }
}

fn judged(url: &str, clauses: &Clauses, found: &mut Found) -> Result<(), &'static str> {
    if url.chars().any(|c| c <= ' ' || c == '\u{7f}' || c == '\\') {
        return Err("url_invalid_character");
    }
    let (scheme, after) = url.split_once(':').ok_or("url_not_absolute")?;
    if !is_scheme(scheme) {
        return Err("url_not_absolute");
    }
    if !["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return Err("url_scheme_not_allowed");
    }
    let after = after.strip_prefix("//").ok_or("url_not_absolute")?;
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (authority, rest) = after.split_at(end);
    if authority.is_empty() {
        return Err("url_missing_host");
    }
    if authority.contains('@') {
        found.warn(AT, "url_userinfo");
    }
    let port = host(
        (clauses.without_userinfo)(authority),
        clauses.is_host,
        found,
    )?;
    if !is_port(port) {
        return Err("url_invalid_port");
    }
    remarks(url, rest, found);
    Ok(())
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
}

/// What follows the last `@`.
#[must_use]
pub fn without_userinfo(authority: &str) -> &str {
    authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host)
}

/// Judges the host; the port, empty if there is none.
fn host<'t>(
    text: &'t str,
    is_host: fn(&str) -> bool,
    found: &mut Found,
) -> Result<&'t str, &'static str> {
    if let Some(inside) = text.strip_prefix('[') {
        let (address, after) = inside.split_once(']').ok_or("url_invalid_host")?;
        if address.parse::<Ipv6Addr>().is_err() {
            return Err("url_invalid_host");
        }
        return match after.strip_prefix(':') {
            Some(port) => Ok(port),
            None if after.is_empty() => Ok(after),
            None => Err("url_invalid_host"),
        };
    }
    let (host, port) = text.split_once(':').unwrap_or((text, ""));
    if host.is_empty() {
        return Err("url_missing_host");
    }
    if !is_host(host) {
        return Err("url_invalid_host");
    }
    let is_coded = |label: &str| label.to_ascii_lowercase().starts_with("xn--");
    if !host.is_ascii() || host.split('.').any(is_coded) {
        found.warn(AT, "url_idn_unchecked");
    }
    Ok(port)
}

/// Whether a text is a registered name or an IPv4 address.
#[must_use]
pub fn is_host(host: &str) -> bool {
    let may_stand =
        |c: char| c.is_ascii_alphanumeric() || "._~!$&'()*+,;=-".contains(c) || c >= '\u{80}';
    if !host.chars().all(may_stand) {
        return false;
    }
    let (name, is_rooted) = host
        .strip_suffix('.')
        .map_or((host, false), |name| (name, true));
    let labels: Vec<&str> = name.split('.').collect();
    if name.len() > 253
        || labels
            .iter()
            .any(|label| label.is_empty() || label.len() > 63)
    {
        return false;
    }
    if labels.last().is_some_and(|last| is_numeric(last)) {
        return !is_rooted && name.parse::<Ipv4Addr>().is_ok();
    }
    true
}

/// Whether a browser would take the label for a part of an IPv4 address.
fn is_numeric(label: &str) -> bool {
    let hex = label
        .strip_prefix("0x")
        .or_else(|| label.strip_prefix("0X"));
    label.bytes().all(|b| b.is_ascii_digit())
        || hex.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_port(port: &str) -> bool {
    port.is_empty()
        || (port.len() <= 5
            && port.bytes().all(|b| b.is_ascii_digit())
            && port.parse::<u16>().is_ok())
}

/// The warnings about what follows the authority, each at most once.
fn remarks(url: &str, rest: &str, found: &mut Found) {
    let unencoded = |c: char| "\"<>^`{|}".contains(c);
    let is_hex = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = rest.as_bytes();
    let bad_percent = (0..bytes.len())
        .any(|at| bytes[at] == b'%' && !(is_hex(bytes.get(at + 1)) && is_hex(bytes.get(at + 2))));
    for (code, holds) in [
        ("url_non_ascii", !rest.is_ascii()),
        ("url_unencoded_character", rest.contains(unencoded)),
        ("url_bad_percent_encoding", bad_percent),
        ("url_fragment", rest.contains('#')),
        ("url_too_long", url.len() > LONGEST),
    ] {
        if holds {
            found.warn(AT, code);
        }
    }
}
