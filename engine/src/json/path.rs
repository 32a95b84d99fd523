//! Paths (D87): decides how a place in the arguments or in the schema is
//! named. Two different places must never have the same name.

use super::string::{decode, write_content};

/// The path of the arguments' root and of the schema's root.
pub(crate) const ROOT: &str = "$";
/// The path of the raw text form.
pub(crate) const TEXT: &str = "$arguments_text";

/// Must the key be quoted to be told from other paths?
fn needs_quotes(key: &str) -> bool {
    key.is_empty()
        || key
            .bytes()
            .any(|byte| matches!(byte, b'.' | b'[' | b']' | b'"') || byte < 0x20)
}

/// Appends the step into the member `key`.
pub(crate) fn push_key(path: &mut String, key: &str) {
    if needs_quotes(key) {
        path.push_str("[\"");
        write_content(path, key);
        path.push_str("\"]");
    } else {
        path.push('.');
        path.push_str(key);
    }
}

/// Appends the step into the member whose name stands as `raw` between its
/// quotes, as it stands inside a JSON string.
#[inline]
pub(crate) fn push_raw_key(out: &mut String, raw: &str, escaped: bool) {
    if escaped || needs_quotes(raw) {
        let mut step = String::new();
        push_key(&mut step, &decode(raw));
        write_content(out, &step);
    } else {
        out.push('.');
        out.push_str(raw);
    }
}

/// Appends the step into the item at `index`.
pub(crate) fn push_index(path: &mut String, index: u32) {
    path.push('[');
    push_decimal(path, index);
    path.push(']');
}

/// Appends `value` in decimal.
pub(crate) fn push_decimal(out: &mut String, value: u32) {
    let mut digits = [0_u8; 10];
    let mut rest = value;
    let mut used = 0;
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + (rest % 10) as u8;
        used += 1;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    for &digit in digits.iter().skip(10 - used) {
        out.push(char::from(digit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ambiguous_keys_are_quoted() {
        for (key, path) in [
            ("a", "$.a"),
            ("x y", "$.x y"),
            ("0", "$.0"),
            ("", "$[\"\"]"),
            ("a.b", "$[\"a.b\"]"),
            ("a\"b", "$[\"a\\\"b\"]"),
            ("a[0]", "$[\"a[0]\"]"),
            ("\u{1}", "$[\"\\u0001\"]"),
            ("a\\b", "$.a\\b"),
            ("é\u{7f}", "$.é\u{7f}"),
        ] {
            let mut out = String::from(ROOT);
            push_key(&mut out, key);
            assert_eq!(out, path);
        }
    }

    #[test]
    fn indices_are_decimal() {
        for index in [0, 9, 10, 4_294_967_295] {
            let mut out = String::new();
            push_index(&mut out, index);
            assert_eq!(out, format!("[{index}]"));
        }
    }
}
