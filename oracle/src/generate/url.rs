//! URLs that are right, or wrong in one place.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick};

const SCHEMES: [&str; 12] = [
    "https://",
    "http://",
    "HTTPS://",
    "https:",
    "ftp://",
    "//",
    "",
    "https:/",
    "1http://",
    "javascript:",
    "ht+tp://",
    "http:///",
];
const USERS: [&str; 6] = ["u:p@", "@", "u@", "a@b@", "user%40:x@", "é@"];
const LABELS: [&str; 26] = [
    "api",
    "example",
    "com",
    "a-b",
    "-",
    "_x",
    "xn--bcher-kva",
    "1",
    "0x7f",
    "0x",
    "256",
    "08",
    "a~b",
    "(x)",
    "a!$&'*+,;=",
    "",
    "bücher",
    "XN--A",
    "localhost",
    "a%20b",
    "a^b",
    "0",
    "127",
    "é",
    "a|b",
    "日本",
];
const ADDRESSES: [&str; 16] = [
    "[::1]",
    "[1:2:3:4:5:6:7:8]",
    "[::ffff:1.2.3.4]",
    "[::1%25eth0]",
    "[::1",
    "[1::2::3]",
    "[]",
    "127.0.0.1",
    "1.2.3",
    "1.2.3.04",
    "1.2.3.4.",
    "0x7f.1",
    "2130706433",
    "[::1]x",
    "[1:2:3:4:5:6:7::]",
    "1.2.3.256",
];
const PORTS: [&str; 10] = [
    ":443", ":", ":0", ":65535", ":65536", ":00080", ":000080", ":a", ":80:80", ":-1",
];
const RESTS: [&str; 22] = [
    "/",
    "/v1/orders",
    "?q=1",
    "?q=1&a+b=2&%C3%A9=",
    "#f",
    "/%zz",
    "/%4",
    "/a b",
    "/\u{1}",
    "/é",
    "/<x>",
    "/{id}",
    "\\x",
    "/`",
    "?x=\"",
    "/a/../b",
    "/%00",
    "?&&=",
    "?q#?x=1",
    "/\u{7f}",
    "/|",
    "/^",
];

/// What a query is made of.
const PIECES: [&str; 12] = [
    "q", "=", "&", "+", "%41", "%", "a", "%C3%A9", "é", "%2", "x", "?",
];
/// Characters that may, or must not, stand in an authority.
const CHARACTERS: [&str; 19] = [
    "a", "Z", "0", "9", "-", "_", ".", "~", "x", "X", "%", "é", ":", "@", "[", "]", "!", ",", "+",
];

/// A URL, or almost.
pub(super) fn url(u: &mut Unstructured<'_>) -> Result<String> {
    // Plain parts come first, so that one oddity is seldom hidden by another.
    let mut url = odd(u, 8, &SCHEMES)?;
    if one_in(u, 8)? {
        url.push_str(pick(u, &USERS)?);
    }
    url.push_str(&host(u)?);
    if one_in(u, 4)? {
        url.push_str(pick(u, &PORTS)?);
    }
    for _ in 0..below(u, 3)? {
        url.push_str(&odd(u, 2, &RESTS)?);
    }
    if one_in(u, 4)? {
        url.push('?');
        for _ in 0..below(u, 8)? {
            url.push_str(pick(u, &PIECES)?);
        }
    }
    if one_in(u, 200)? {
        url.push_str(&"a".repeat(8_000));
    }
    Ok(url)
}

fn odd(u: &mut Unstructured<'_>, seldom: usize, pool: &[&'static str]) -> Result<String> {
    let plain = pool.first().copied().unwrap_or_default();
    Ok(if one_in(u, seldom)? {
        pick(u, pool)?
    } else {
        plain
    }
    .to_owned())
}

fn host(u: &mut Unstructured<'_>) -> Result<String> {
    if one_in(u, 5)? {
        return Ok(pick(u, &ADDRESSES)?.to_owned());
    }
    if one_in(u, 12)? {
        let mut host = String::new();
        for _ in 0..=below(u, 8)? {
            host.push_str(pick(u, &CHARACTERS)?);
        }
        return Ok(host);
    }
    let mut labels = Vec::new();
    for _ in 0..=below(u, 4)? {
        let label = if one_in(u, 3)? {
            pick(u, &LABELS)?
        } else {
            pick(u, &["example", "api", "com"])?
        };
        labels.push(label.to_owned());
    }
    if one_in(u, 60)? {
        labels.push("a".repeat(62 + below(u, 4)?));
    }
    if one_in(u, 60)? {
        labels.extend(vec!["abcdefghi".to_owned(); 24 + below(u, 3)?]);
    }
    let dot = if one_in(u, 16)? { "." } else { "" };
    Ok(labels.join(".") + dot)
}
