//! The depth of a text that may not be JSON (D9): decides, from tokens alone,
//! whether more delimiters are open at once than allowed before the first
//! lexical error. It must never look at the grammar above tokens.

use super::scan::{self, Marks, byte};

/// Are more than `limit` delimiters open before the first lexical error?
/// Any closer closes the innermost delimiter; one with nothing open changes
/// nothing.
#[cold]
pub(crate) fn exceeds(text: &str, limit: u32) -> bool {
    let bytes = text.as_bytes();
    let mut depth: u32 = 0;
    let mut at = 0;
    let mut marks = Marks::default();
    while at < bytes.len() {
        let token = match byte(bytes, at) {
            b'{' | b'[' => {
                depth += 1;
                if depth > limit {
                    return true;
                }
                Ok(at + 1)
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                Ok(at + 1)
            }
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => Ok(at + 1),
            b'"' => scan::string(bytes, at + 1, &mut marks).map(|(end, _)| end + 1),
            b'-' | b'0'..=b'9' => scan::number(bytes, at).map(|token| token.end),
            b't' => scan::literal(bytes, at, b"true"),
            b'f' => scan::literal(bytes, at, b"false"),
            b'n' => scan::literal(bytes, at, b"null"),
            _ => return false,
        };
        match token {
            Ok(end) => at = end,
            Err(_) => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixty_fifth_open_delimiter_is_too_deep_and_the_sixty_fourth_is_not() {
        assert!(!exceeds(&"[".repeat(64), 64));
        assert!(exceeds(&"[".repeat(65), 64));
        assert!(exceeds(
            &format!("{}]}}{}", "[".repeat(64), "{".repeat(3)),
            64
        ));
        assert!(exceeds(&format!("]]]{}", "[".repeat(65)), 64));
        assert!(!exceeds(&format!("]]]{}", "[".repeat(64)), 64));
    }

    #[test]
    fn a_lexical_error_before_the_limit_ends_the_scan() {
        for early in ["x", "\"\\q\"", "\"\u{1}\"", "1.", "-", "tru"] {
            assert!(
                !exceeds(&format!("{early}{}", "[".repeat(65)), 64),
                "{early}"
            );
        }
        for harmless in ["\"\\ud800\"", "01", "true false", ",,:"] {
            assert!(
                exceeds(&format!("{harmless}{}", "[".repeat(65)), 64),
                "{harmless}"
            );
        }
    }
}
