//! What a fence's info string says about its content (JC6).

/// What a fence holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// json, jsonc or json5.
    Json,
    /// None is named.
    Untagged,
    /// Another one: the fence is skipped.
    Other,
}

/// The language of a raw info string.
pub fn language(info: &str) -> Language {
    let word = first_word(info).to_ascii_lowercase();
    match word.as_str() {
        "json" | "jsonc" | "json5" => Language::Json,
        "" => Language::Untagged,
        _ => Language::Other,
    }
}

/// The first word between spaces and tabs, escapes and references resolved.
pub fn first_word(info: &str) -> String {
    let resolved = resolved(info);
    let mut words = resolved.split([' ', '\t']).filter(|word| !word.is_empty());
    words.next().unwrap_or_default().to_owned()
}

/// Backslash escapes and the character references that could matter: numeric
/// ones, `&Tab;` and `&NewLine;`. No other one gives a letter of a language
/// name or a space.
fn resolved(info: &str) -> String {
    let mut out = String::new();
    let mut rest = info;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let escaped = after.chars().next().filter(char::is_ascii_punctuation);
        if let ('\\', Some(punctuation)) = (c, escaped) {
            out.push(punctuation);
            rest = &after[1..];
        } else if let Some((referred, behind)) = (c == '&').then(|| reference(after)).flatten() {
            out.push(referred);
            rest = behind;
        } else {
            out.push(c);
            rest = after;
        }
    }
    out
}

/// The character of a reference, and what stands behind it.
fn reference(after: &str) -> Option<(char, &str)> {
    let (name, behind) = after.split_once(';')?;
    let code = match name {
        "Tab" => 9,
        "NewLine" => 10,
        _ => {
            let digits = name.strip_prefix('#')?;
            let hex = digits.strip_prefix(['x', 'X']);
            let (digits, radix, most) = hex.map_or((digits, 10, 7), |hex| (hex, 16, 6));
            let fits = (1..=most).contains(&digits.len());
            if !fits || !digits.chars().all(|c| c.is_digit(radix)) {
                return None;
            }
            u32::from_str_radix(digits, radix).ok()?
        }
    };
    let referred = char::from_u32(code).filter(|c| *c != '\0');
    Some((referred.unwrap_or('\u{fffd}'), behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides_in_any_case() {
        for (info, expected) in [
            ("json", Language::Json),
            ("JSON5 title=x", Language::Json),
            ("Jsonc\tx", Language::Json),
            ("", Language::Untagged),
            ("json,x", Language::Other),
            ("jsonl", Language::Other),
            ("js", Language::Other),
            ("&#106;son", Language::Json),
            ("&#x6A;son", Language::Json),
            ("json&Tab;x", Language::Json),
            ("json&NewLine;x", Language::Other),
            ("&#32;json", Language::Json),
            ("&Tab;", Language::Untagged),
            ("json\\5", Language::Other),
            ("json&#00000032;", Language::Other),
        ] {
            assert_eq!(language(info), expected, "{info:?}");
        }
    }
}
