//! A case as a `[[case]]` table, so that raw JSON stands as it is wherever
//! TOML can hold it.

use std::fmt::Write as _;

use argument_check_corpus::Op;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A case on its way into a file.
pub(super) struct Table<'a> {
    pub(super) id: &'a str,
    pub(super) op: Op,
    pub(super) clauses: &'a [String],
    pub(super) body: &'a [u8],
    pub(super) expect: &'a str,
    pub(super) note: &'a str,
}

impl Table<'_> {
    /// The text of the table.
    pub(super) fn render(&self) -> String {
        let clauses: Vec<String> = self.clauses.iter().map(|it| basic(it.trim())).collect();
        let body = match std::str::from_utf8(self.body) {
            Ok(text) if literal(text).is_some() => {
                format!("body = {}", literal(text).unwrap_or_default())
            }
            _ => format!("body_base64 = \"{}\"", STANDARD.encode(self.body)),
        };
        let expect = literal(self.expect).unwrap_or_else(|| basic(self.expect));
        format!(
            "[[case]]\nid = {}\nop = \"{}\"\nclauses = [{}]\n{body}\nexpect = {expect}\nnote = {}\n",
            basic(self.id),
            self.op,
            clauses.join(", "),
            basic(self.note)
        )
    }
}

/// `'''text'''`, if the text can stand between these as it is.
fn literal(text: &str) -> Option<String> {
    let plain = !text.contains("'''")
        && !text.starts_with('\n')
        && !text.ends_with('\'')
        // A line end would be read as the file has it, not as it was.
        && text.chars().all(|c| c == '\t' || !c.is_control());
    plain.then(|| format!("'''{text}'''"))
}

/// `"text"` with escapes.
fn basic(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(body: &[u8], expect: &str, note: &str) {
        let folder = tempfile::tempdir().unwrap();
        let clauses = ["D1".to_owned(), " D2 ".to_owned()];
        let table = Table {
            id: "A-001",
            op: Op::Check,
            clauses: &clauses,
            body,
            expect,
            note,
        };
        std::fs::write(folder.path().join("a.toml"), table.render()).unwrap();
        let cases = argument_check_corpus::load(folder.path());
        let cases = cases.unwrap_or_else(|errors| panic!("{errors:?}"));
        let case = &cases[0].case;
        assert_eq!(case.body, body);
        assert_eq!(case.expect, expect);
        assert_eq!(case.note, note);
        assert_eq!(case.clauses, ["D1", "D2"]);
    }

    #[test]
    fn whatever_a_case_holds_is_read_back_as_it_was() {
        read_back(br#"{"arguments":{}}"#, r#"{"verdict":"VALID"}"#, "plain");
        read_back(b"it's '''", "{\"a\":\"'''\"}", "a \"quoted\" \\ note\n");
        read_back(b"\xff\x00", "{\"a\":\"'\"}", "bytes");
        read_back(b"\n{}\r\n", "'", "line ends");
        read_back("\u{7f}\u{85}\t".as_bytes(), "{}", "controls");
    }
}
