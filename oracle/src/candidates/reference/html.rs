//! HTML blocks: which of the seven kinds a line begins, and which line ends it
//! (CommonMark 0.31.2, section 4.6). Looks at one line at a time, and never at
//! what HTML means.

/// Names that begin a block of kind 6.
const NAMES: &str = " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul ";

/// Names whose content is raw.
const RAW: [&str; 4] = ["pre", "script", "style", "textarea"];

/// The kind of the block that a line begins, its indentation taken away.
pub(super) fn begins(line: &str) -> Option<u8> {
    let rest = line.strip_prefix('<')?;
    let lower = rest.to_ascii_lowercase();
    let raw = |name: &str| {
        lower
            .strip_prefix(name)
            .is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t', '>']))
    };
    if RAW.iter().any(|name| raw(name)) {
        Some(1)
    } else if rest.starts_with("!--") {
        Some(2)
    } else if rest.starts_with('?') {
        Some(3)
    } else if rest.starts_with("![CDATA[") {
        Some(5)
    } else if rest
        .strip_prefix('!')
        .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        Some(4)
    } else if begins_with_known_name(&lower) {
        Some(6)
    } else if is_one_tag(rest) {
        Some(7)
    } else {
        None
    }
}

fn begins_with_known_name(lower: &str) -> bool {
    let rest = lower.strip_prefix('/').unwrap_or(lower);
    let length = rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(rest.len());
    let (name, after) = rest.split_at(length);
    let ends = after.is_empty() || after.starts_with([' ', '\t', '>']) || after.starts_with("/>");
    !name.is_empty() && ends && NAMES.contains(&format!(" {name} "))
}

/// Whether a line ends a block of that kind; 6 and 7 end before a blank line.
pub(super) fn ends(kind: u8, line: &str) -> bool {
    match kind {
        1 => {
            let lower = line.to_ascii_lowercase();
            RAW.iter().any(|name| lower.contains(&format!("</{name}>")))
        }
        2 => line.contains("-->"),
        3 => line.contains("?>"),
        4 => line.contains('>'),
        5 => line.contains("]]>"),
        _ => false,
    }
}

/// Kind 7: one whole tag and nothing behind it, given what follows the `<`.
fn is_one_tag(rest: &str) -> bool {
    let after = match rest.strip_prefix('/') {
        Some(closing) => closing_tag(closing),
        None => opening_tag(rest),
    };
    after.is_some_and(|after| spaces(after).is_empty())
}

fn closing_tag(rest: &str) -> Option<&str> {
    let (_, after) = name(rest)?;
    spaces(after).strip_prefix('>')
}

fn opening_tag(rest: &str) -> Option<&str> {
    let (name, mut after) = name(rest)?;
    if RAW.contains(&name.to_ascii_lowercase().as_str()) {
        return None;
    }
    while let Some(next) = attribute(after) {
        after = next;
    }
    let after = spaces(after);
    after.strip_prefix('/').unwrap_or(after).strip_prefix('>')
}

fn name(rest: &str) -> Option<(&str, &str)> {
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    Some(rest.split_at(end.unwrap_or(rest.len())))
}

/// What stands behind an attribute, if there is one.
fn attribute(rest: &str) -> Option<&str> {
    let begin = spaces(rest);
    let named = begin.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == ':');
    if begin.len() == rest.len() || !named {
        return None;
    }
    let end = begin.find(|c: char| !c.is_ascii_alphanumeric() && !"_.:-".contains(c));
    let after = &begin[end.unwrap_or(begin.len())..];
    let Some(value) = spaces(after).strip_prefix('=') else {
        return Some(after);
    };
    let value = spaces(value);
    if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return value[1..].split_once(quote).map(|(_, after)| after);
    }
    let end = value
        .find(|c: char| " \t\"'=<>`".contains(c))
        .unwrap_or(value.len());
    (end > 0).then(|| &value[end..])
}

fn spaces(rest: &str) -> &str {
    rest.trim_start_matches([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_beginning() {
        for (line, kind) in [
            ("<pre", Some(1)),
            ("<SCRIPT>", Some(1)),
            ("<prex", None),
            ("<!-- a", Some(2)),
            ("<?php", Some(3)),
            ("<!x", Some(4)),
            ("<! x", None),
            ("<![CDATA[", Some(5)),
            ("</div", Some(6)),
            ("<div/>", Some(6)),
            ("<div/ >", None),
            ("<a b='>' c=d>\t", Some(7)),
            ("<a/>", Some(7)),
            ("<a b=>", None),
            ("</pre>", Some(7)),
            ("<pre/>", None),
            ("<a> b", None),
        ] {
            assert_eq!(begins(line), kind, "{line}");
        }
    }

    #[test]
    fn any_raw_closing_tag_ends_kind_1() {
        assert!(ends(1, "x </Style> y"));
        assert!(!ends(1, "</div>"));
        assert!(!ends(6, "</div>"));
    }
}
