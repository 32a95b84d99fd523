//! Reads the input object and says which typed error it is, if it is one
//! (JC10, JC11, JC15, JC16): `invalid_json`, then `invalid_input`, then the
//! limits.
//!
//! The text is checked by the strict grammar first, so that what follows may
//! take it apart without a thought of errors.

use super::clauses::Clauses;
use super::syntax;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The text.
    pub text: String,
    /// Whether repairs are wanted.
    pub repair: bool,
    /// How many candidates may be returned.
    pub max_results: usize,
}

/// Reads a body.
///
/// # Errors
/// The code of the error.
pub fn read(body: &[u8], clauses: &Clauses) -> Result<Request, &'static str> {
    let body = std::str::from_utf8(body).map_err(|_| "invalid_json")?;
    let body: Vec<char> = body.chars().collect();
    if syntax::fault(&body).is_some() {
        return Err("invalid_json");
    }
    if has_half_pair(&body) {
        return Err("invalid_input");
    }
    if has_equal_names(&body) {
        return Err("invalid_json");
    }
    let asked = members(&body)
        .and_then(|members| shape(&members))
        .ok_or("invalid_input")?;
    if asked.text.len() > clauses.text_bytes {
        return Err("text_too_long");
    }
    let (most, usual) = clauses.results;
    let max_results = match asked.max_results.as_deref().map(within) {
        None => usual,
        Some(wanted) => wanted.filter(|n| *n <= most).ok_or("max_results_range")?,
    };
    Ok(Request {
        text: asked.text,
        repair: asked.repair,
        max_results: max_results as usize,
    })
}

/// The members as they are asked for, whatever their range.
#[derive(Default)]
struct Asked {
    text: String,
    repair: bool,
    max_results: Option<String>,
}

fn shape(members: &[(String, Vec<char>)]) -> Option<Asked> {
    let mut asked = Asked::default();
    if !members.iter().any(|(name, _)| name == "text") {
        return None;
    }
    for (name, value) in members {
        let raw: String = value.iter().collect();
        match (name.as_str(), raw.as_str()) {
            ("text", _) => asked.text = unescaped(value)?,
            ("repair", "true") => asked.repair = true,
            ("repair", "false") => {}
            ("max_results", number) if is_integral(number) => asked.max_results = Some(raw),
            _ => return None,
        }
    }
    Some(asked)
}

/// Whether a string, wherever it stands, holds half a surrogate pair (JC10).
fn has_half_pair(body: &[char]) -> bool {
    let mut at = 0;
    while let Some(c) = body.get(at) {
        if *c == '"' {
            let rest = body.get(at..).unwrap_or_default();
            let length = string_length(rest);
            if unescaped(rest.get(..length).unwrap_or_default()).is_none() {
                return true;
            }
            at += length - 1;
        }
        at += 1;
    }
    false
}

/// Whether an object, however deep it stands, has a name twice: in D1's words
/// that is no JSON to be read (JC15). Names are compared unescaped.
fn has_equal_names(body: &[char]) -> bool {
    let mut open: Vec<Vec<Vec<u16>>> = Vec::new();
    let mut at = 0;
    while let Some(c) = body.get(at) {
        match c {
            '{' | '[' => open.push(Vec::new()),
            '}' | ']' => {
                let mut names = open.pop().unwrap_or_default();
                names.sort_unstable();
                if names.windows(2).any(|two| two[0] == two[1]) {
                    return true;
                }
            }
            '"' => {
                let rest = body.get(at..).unwrap_or_default();
                let length = string_length(rest);
                let mut behind = rest.iter().skip(length);
                let next = behind.find(|c| !super::scan::is_space(**c));
                if let (Some(':'), Some(names)) = (next, open.last_mut()) {
                    names.extend(units(rest.get(..length).unwrap_or_default()));
                }
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// How long the string is that a valid text begins with.
fn string_length(text: &[char]) -> usize {
    let mut at = 1;
    while let Some(c) = text.get(at).filter(|c| **c != '"') {
        at += if *c == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The members of an object, names unescaped and values raw; none for another
/// value, or for a name that is no text.
fn members(body: &[char]) -> Option<Vec<(String, Vec<char>)>> {
    let body = trimmed(body);
    let inner = body.strip_prefix(&['{'])?.strip_suffix(&['}'])?;
    let mut members = Vec::new();
    for member in parts(inner, ',') {
        let mut halves = parts(&member, ':').into_iter();
        let Some(name) = halves.next().filter(|name| !trimmed(name).is_empty()) else {
            continue;
        };
        let value = halves.next()?;
        members.push((unescaped(trimmed(&name))?, trimmed(&value).to_vec()));
    }
    Some(members)
}

/// The parts between separators that stand in no string and no bracket.
fn parts(text: &[char], separator: char) -> Vec<Vec<char>> {
    let mut parts = vec![Vec::new()];
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for c in text {
        if in_string {
            in_string = escaped || *c != '"';
            escaped = !escaped && *c == '\\';
        } else {
            match c {
                '"' => in_string = true,
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 && *c == separator {
                parts.push(Vec::new());
                continue;
            }
        }
        if let Some(last) = parts.last_mut() {
            last.push(*c);
        }
    }
    parts
}

fn trimmed(text: &[char]) -> &[char] {
    let space = |c: &&char| super::scan::is_space(**c);
    let from = text.iter().take_while(space).count();
    let rest = text.get(from..).unwrap_or_default();
    let behind = rest.iter().rev().take_while(space).count();
    rest.get(..rest.len() - behind).unwrap_or_default()
}

/// The text of a string; none for another value or for half a surrogate pair.
fn unescaped(raw: &[char]) -> Option<String> {
    String::from_utf16(&units(raw)?).ok()
}

/// The UTF-16 units of a string, halves of pairs too.
fn units(raw: &[char]) -> Option<Vec<u16>> {
    let inner = raw.strip_prefix(&['"'])?.strip_suffix(&['"'])?;
    let mut units: Vec<u16> = Vec::new();
    let mut chars = inner.iter().copied();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next()? {
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            },
            c => c,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    Some(units)
}

/// The digits of a number and how far its point is moved to the right, zeros
/// at the end of the digits taken away; whatever does not fit is saturated.
fn decimal(number: &str) -> Option<(bool, String, i64)> {
    let negative = number.starts_with('-');
    let number = number.trim_start_matches('-');
    number.chars().next().filter(char::is_ascii_digit)?;
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let huge = if exponent.starts_with('-') {
        -1_000_000_000
    } else {
        1_000_000_000
    };
    let exponent: i64 = exponent
        .parse()
        .unwrap_or(huge)
        .clamp(-1_000_000_000, 1_000_000_000);
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let kept = digits.trim_end_matches('0');
    let moved = exponent - fraction.len() as i64 + (digits.len() - kept.len()) as i64;
    Some((negative, kept.to_owned(), moved))
}

/// Whether a value is a whole number: `1e1` and `10.0` are ten (JC16).
fn is_integral(raw: &str) -> bool {
    decimal(raw).is_some_and(|(_, digits, moved)| digits.is_empty() || moved >= 0)
}

/// A whole number from 1, if it is not far beyond any limit.
fn within(raw: &str) -> Option<u64> {
    let (negative, digits, moved) = decimal(raw)?;
    let zeros = usize::try_from(moved).ok().filter(|zeros| *zeros < 9)?;
    let number: u64 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
    (!negative && number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &str) -> Result<(String, bool, usize), &'static str> {
        let read = read(body.as_bytes(), &Clauses::published())?;
        Ok((read.text, read.repair, read.max_results))
    }

    #[test]
    fn each_error_has_its_code() {
        for (body, expected) in [
            ("", "invalid_json"),
            ("{\"text\":\"a\"} x", "invalid_json"),
            ("{\"text\":\"\\x\"}", "invalid_json"),
            ("\u{feff}{\"text\":\"a\"}", "invalid_json"),
            ("[]", "invalid_input"),
            ("{}", "invalid_input"),
            ("{\"text\":null}", "invalid_input"),
            ("{\"text\":\"a\",\"x\":1}", "invalid_input"),
            ("{\"text\":\"a\",\"t\\u0065xt\":\"a\"}", "invalid_json"),
            (
                "{\"text\":{\"a\":[{\"b\":1,\"c\":\"b\",\"b\":1}]}}",
                "invalid_json",
            ),
            ("{\"text\":\"text\",\"x\":{\"text\":1}}", "invalid_input"),
            ("{\"text\":\"\\ud800\"}", "invalid_input"),
            ("{\"text\":\"a\",\"repair\":null}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":1.5}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":\"1\"}", "invalid_input"),
            ("{\"text\":\"a\",\"max_results\":0}", "max_results_range"),
            ("{\"text\":\"a\",\"max_results\":101}", "max_results_range"),
            ("{\"text\":\"a\",\"max_results\":-1}", "max_results_range"),
            (
                "{\"text\":\"a\",\"max_results\":1e999999999999}",
                "max_results_range",
            ),
        ] {
            assert_eq!(code(body), Err(expected), "{body}");
        }
    }

    #[test]
    fn what_is_asked_is_read_by_value() {
        let body = " {\"max_results\" : 1.0e2, \"\\u0074ext\":\"\\ud83d\\ude00\\n\\\"[,\", \"repair\":true} ";
        assert_eq!(code(body), Ok(("😀\n\"[,".to_owned(), true, 100)));
        assert_eq!(code("{\"text\":\"\"}"), Ok((String::new(), false, 10)));
        assert_eq!(code("{\"text\":\"\",\"max_results\":0.1e2}").unwrap().2, 10);
    }
}
