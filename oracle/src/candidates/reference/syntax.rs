//! RFC 8259, strictly: whether a text is JSON, and where and why it is not
//! (JC12, JC13). One rule a token, a stack instead of calls, offsets in
//! characters; nothing is built.

/// What is wrong, and at which character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The code in an answer.
    pub code: &'static str,
    /// Its place in characters; the length where the text ends too early.
    pub at: usize,
}

/// What may stand next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrEnd,
    Name,
    NameOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

const LITERALS: [&str; 3] = ["true", "false", "null"];

/// The first fault of a text.
pub fn fault(text: &[char]) -> Option<Fault> {
    check(text).err()
}

fn check(text: &[char]) -> Result<(), Fault> {
    let mut stack: Vec<char> = Vec::new();
    let mut next = Next::Value;
    let mut at = 0;
    loop {
        while text.get(at).is_some_and(|c| super::scan::is_space(*c)) {
            at += 1;
        }
        let Some(c) = text.get(at).copied() else {
            return match next {
                Next::Nothing => Ok(()),
                _ => Err(fail("unexpected_end", text.len())),
            };
        };
        let closes = matches!(next, Next::ValueOrEnd | Next::NameOrEnd | Next::CommaOrEnd);
        match (next, c) {
            (Next::Nothing, _) => return Err(fail("trailing_content", at)),
            (Next::Value | Next::ValueOrEnd, '{' | '[') => {
                stack.push(if c == '{' { '}' } else { ']' });
                next = if c == '{' {
                    Next::NameOrEnd
                } else {
                    Next::ValueOrEnd
                };
                at += 1;
            }
            (_, '}' | ']') if closes && stack.last() == Some(&c) => {
                stack.pop();
                next = after_value(&stack);
                at += 1;
            }
            (Next::CommaOrEnd, ',') => {
                let object = stack.last() == Some(&'}');
                next = if object { Next::Name } else { Next::Value };
                at += 1;
            }
            (Next::Colon, ':') => {
                next = Next::Value;
                at += 1;
            }
            (Next::Name | Next::NameOrEnd, '"') => {
                at = string(text, at)?;
                next = Next::Colon;
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                at = scalar(text, at, c)?;
                next = after_value(&stack);
            }
            _ => return Err(fail("unexpected_character", at)),
        }
    }
}

fn after_value(stack: &[char]) -> Next {
    if stack.is_empty() {
        Next::Nothing
    } else {
        Next::CommaOrEnd
    }
}

fn fail(code: &'static str, at: usize) -> Fault {
    Fault { code, at }
}

fn scalar(text: &[char], at: usize, first: char) -> Result<usize, Fault> {
    match first {
        '"' => string(text, at),
        '-' | '0'..='9' => number(text, at),
        't' | 'f' | 'n' => literal(text, at),
        _ => Err(fail("unexpected_character", at)),
    }
}

fn literal(text: &[char], at: usize) -> Result<usize, Fault> {
    let name = LITERALS
        .iter()
        .find(|name| name.chars().next() == text.get(at).copied());
    let mut end = at;
    for expected in name.copied().unwrap_or_default().chars() {
        match text.get(end) {
            None => return Err(fail("unexpected_end", text.len())),
            Some(c) if *c == expected => end += 1,
            Some(_) => return Err(fail("invalid_literal", at)),
        }
    }
    Ok(end)
}

fn number(text: &[char], at: usize) -> Result<usize, Fault> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        let count = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        match (count, from + count < text.len()) {
            (0, true) => Err(fail("invalid_number", at)),
            (0, false) => Err(fail("unexpected_end", text.len())),
            _ => Ok(from + count),
        }
    };
    let whole = at + usize::from(text.get(at) == Some(&'-'));
    let mut end = digits(whole)?;
    if text.get(whole) == Some(&'0') && end > whole + 1 {
        return Err(fail("invalid_number", at));
    }
    if text.get(end) == Some(&'.') {
        end = digits(end + 1)?;
    }
    if matches!(text.get(end), Some('e' | 'E')) {
        let signed = matches!(text.get(end + 1), Some('+' | '-'));
        end = digits(end + 1 + usize::from(signed))?;
    }
    Ok(end)
}

fn string(text: &[char], from: usize) -> Result<usize, Fault> {
    let mut at = from + 1;
    loop {
        match text.get(at) {
            None => return Err(fail("unexpected_end", text.len())),
            Some('"') => return Ok(at + 1),
            Some('\\') => at = escape(text, at)?,
            Some('\0'..='\u{1f}') => return Err(fail("control_character_in_string", at)),
            Some(_) => at += 1,
        }
    }
}

fn escape(text: &[char], at: usize) -> Result<usize, Fault> {
    let hex = match text.get(at + 1) {
        None => return Err(fail("unexpected_end", text.len())),
        Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => 0,
        Some('u') => 4,
        Some(_) => return Err(fail("invalid_escape", at)),
    };
    for digit in at + 2..at + 2 + hex {
        match text.get(digit) {
            None => return Err(fail("unexpected_end", text.len())),
            Some(c) if c.is_ascii_hexdigit() => {}
            Some(_) => return Err(fail("invalid_escape", at)),
        }
    }
    Ok(at + 2 + hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<(&'static str, usize)> {
        let text: Vec<char> = text.chars().collect();
        fault(&text).map(|fault| (fault.code, fault.at))
    }

    #[test]
    fn each_code_has_its_place() {
        for (text, expected) in [
            ("{\"a\": [1, -0.5e+3, true, null]}", None),
            ("[\"\\ud800\"]", None),
            ("{\"a\": 12", Some(("unexpected_end", 8))),
            ("[tru", Some(("unexpected_end", 4))),
            ("[1.", Some(("unexpected_end", 3))),
            ("[-", Some(("unexpected_end", 2))),
            ("[\"\\u00", Some(("unexpected_end", 6))),
            ("[01]", Some(("invalid_number", 1))),
            ("[-]", Some(("invalid_number", 1))),
            ("[1.e5]", Some(("invalid_number", 1))),
            ("[12x]", Some(("unexpected_character", 3))),
            ("[truex]", Some(("unexpected_character", 5))),
            ("[nul]", Some(("invalid_literal", 1))),
            ("[\"\\x\"]", Some(("invalid_escape", 2))),
            ("[\"\\u12g4\"]", Some(("invalid_escape", 2))),
            ("[\"a\tb\"]", Some(("control_character_in_string", 3))),
            ("[] x", Some(("trailing_content", 3))),
            ("[1,]", Some(("unexpected_character", 3))),
            ("{,}", Some(("unexpected_character", 1))),
            ("[}", Some(("unexpected_character", 1))),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn depth_is_no_matter() {
        let deep = format!("{}{}", "[".repeat(70_000), "]".repeat(70_000));
        assert_eq!(said(&deep), None);
    }
}
