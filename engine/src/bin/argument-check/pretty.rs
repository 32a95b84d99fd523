//! Indentation: decides only where white space goes between the tokens of an
//! answer. Every token is copied as it stands, so that no number or string can
//! change its spelling.

/// The indented form of compact, strict JSON; two spaces a level, empty
/// containers on one line.
pub(crate) fn indent(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut rest = json;
    let mut depth = 0_usize;
    while let Some(token) = next_token(rest) {
        rest = rest.get(token.len()..).unwrap_or_default();
        match token {
            "{" | "[" => {
                out.push_str(token);
                if rest.starts_with(['}', ']']) {
                    let closer = next_token(rest).unwrap_or_default();
                    out.push_str(closer);
                    rest = rest.get(closer.len()..).unwrap_or_default();
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            "}" | "]" => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push_str(token);
            }
            "," => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ":" => out.push_str(": "),
            other => out.push_str(other),
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// The first token of compact JSON: one structural character, a string with
/// its quotes, or all of a number or literal.
fn next_token(json: &str) -> Option<&str> {
    let structural = |byte: u8| matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':');
    let first = json.bytes().next()?;
    let length = if structural(first) {
        1
    } else if first == b'"' {
        string_length(json)
    } else {
        json.bytes().position(structural).unwrap_or(json.len())
    };
    json.get(..length)
}

/// How many bytes the string at the start of `json` has, quotes included.
fn string_length(json: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_spelling_and_empty_containers_their_line() {
        let json = r#"{"a":[1.50e+007,"x, {\"y\": [\\"],"b":{},"c":[],"é":[{"d":null}]}"#;
        let wanted = r#"{
  "a": [
    1.50e+007,
    "x, {\"y\": [\\"
  ],
  "b": {},
  "c": [],
  "é": [
    {
      "d": null
    }
  ]
}"#;
        assert_eq!(indent(json), wanted);
    }

    #[test]
    fn text_that_is_no_json_ends_the_printer_all_the_same() {
        for text in ["\"open", "]]]", "\"\\", "", "{"] {
            assert!(indent(text).len() >= text.len());
        }
    }
}
