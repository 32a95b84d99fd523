//! Reads the readings of a system: which of them a document explains, and what it says pins each of them.
//!
//! Only three kinds of line mean something here: a heading that opens with the
//! name of a reading such as `D59`, `Pinned by cases:`
//! and `Pinned by test:`. Everything else is for people. A test stands as
//! `path/from/the/workspace/root.rs::name_of_the_function`.

use std::collections::BTreeMap;

use crate::system::System;

/// A test that pins a reading which no request body can show.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedTest {
    /// The file, from the root of the workspace.
    pub file: String,
    /// The name of the function.
    pub function: String,
}

/// One reading as the document has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The line of its heading.
    pub line: usize,
    /// The cases that are said to pin it.
    pub cases: Vec<String>,
    /// The tests that are said to pin it.
    pub tests: Vec<NamedTest>,
}

/// The readings of a document, and what could not be understood in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// By number.
    pub by_number: BTreeMap<u8, Reading>,
    /// Lines that look as if they meant something and do not, with the reason.
    pub problems: Vec<(usize, String)>,
}

/// Reads the document of a system.
pub fn of(system: &System, text: &str) -> Readings {
    let (prefix, last) = (system.grammar.reading_prefix(), system.grammar.readings());
    let mut readings = Readings::default();
    let mut current = None;
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        if content.starts_with('#') {
            current = heading(content, prefix)
                .and_then(|digits| readings.open(prefix, last, digits, line));
        } else if let Some(list) = content.strip_prefix("Pinned by cases:") {
            let cases = entries(list).map(str::to_owned).collect();
            readings.pin(current, line, cases, Vec::new());
        } else if let Some(list) = content.strip_prefix("Pinned by test:") {
            let mut tests = Vec::new();
            for entry in entries(list) {
                match named_test(entry) {
                    Some(named) => tests.push(named),
                    None => readings.problems.push((
                        line,
                        format!(
                            "`{entry}` names no test; write path/from/the/root.rs::function_name"
                        ),
                    )),
                }
            }
            readings.pin(current, line, Vec::new(), tests);
        }
    }
    readings
}

impl Readings {
    fn open(&mut self, prefix: &str, last: u8, digits: &str, line: usize) -> Option<u8> {
        let known = digits
            .parse()
            .ok()
            .filter(|number| (1..=last).contains(number));
        let Some(number) = known else {
            self.problems.push((
                line,
                format!("there are readings {prefix}1 to {prefix}{last} only"),
            ));
            return None;
        };
        if let Some(first) = self.by_number.get(&number) {
            self.problems.push((
                line,
                format!(
                    "{prefix}{number} has a heading on line {} already",
                    first.line
                ),
            ));
        } else {
            self.by_number.insert(
                number,
                Reading {
                    line,
                    ..Reading::default()
                },
            );
        }
        Some(number)
    }

    fn pin(&mut self, current: Option<u8>, line: usize, cases: Vec<String>, tests: Vec<NamedTest>) {
        match current.and_then(|number| self.by_number.get_mut(&number)) {
            Some(reading) => {
                reading.cases.extend(cases);
                reading.tests.extend(tests);
            }
            None => self
                .problems
                .push((line, "the line stands under no reading".into())),
        }
    }
}

/// The digits of a heading `## D<n>…`, where `D` is the prefix.
fn heading<'l>(line: &'l str, prefix: &str) -> Option<&'l str> {
    let title = line
        .trim_start_matches('#')
        .trim_start()
        .strip_prefix(prefix)?;
    let end = title
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(title.len());
    let (digits, after) = title.split_at(end);
    if digits.is_empty() || after.starts_with(char::is_alphanumeric) {
        return None;
    }
    Some(digits)
}

/// The entries of a list with commas; quotes of Markdown code and a final full stop are not part of it.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(|entry| entry.trim().trim_end_matches('.').trim_matches('`'))
        .filter(|entry| !entry.is_empty())
}

fn named_test(entry: &str) -> Option<NamedTest> {
    let (file, function) = entry.split_once("::")?;
    let is_file =
        file.strip_suffix(".rs").is_some() && !file.starts_with('/') && !file.contains("..");
    let is_function = !function.is_empty()
        && function
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_file && is_function).then(|| NamedTest {
        file: file.to_owned(),
        function: function.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;

    fn parse(text: &str) -> Readings {
        of(System::of(Op::Check).unwrap(), text)
    }

    #[test]
    fn headings_and_what_pins_them_are_read() {
        let text = "# Title\n\n## D1 One reader\nProse.\nPinned by cases: A-1, `A-2`.\n\n### D92. Ledger\nPinned by test: corpus/src/pin/tests.rs::a_name, x.rs::b\nPinned by cases: B-1\n";
        let readings = parse(text);
        assert_eq!(readings.problems, []);
        assert_eq!(readings.by_number[&1].cases, ["A-1", "A-2"]);
        assert_eq!(readings.by_number[&1].line, 3);
        assert_eq!(readings.by_number[&92].cases, ["B-1"]);
        assert_eq!(
            readings.by_number[&92].tests[0].file,
            "corpus/src/pin/tests.rs"
        );
        assert_eq!(readings.by_number[&92].tests[1].function, "b");
    }

    #[test]
    fn other_headings_end_a_reading() {
        let readings = parse("## D1 x\n## Defects\nPinned by cases: A-1\n## D2x\n## D-3\n");
        assert_eq!(readings.by_number.len(), 1);
        assert_eq!(
            readings.problems,
            [(3, "the line stands under no reading".into())]
        );
    }

    #[test]
    fn lines_that_cannot_be_meant_are_problems() {
        let lines = |text: &str| {
            parse(text)
                .problems
                .into_iter()
                .map(|(line, _)| line)
                .collect::<Vec<_>>()
        };
        assert_eq!(lines("## D103 x\n## D0 y\n## D999 z"), [1, 2, 3]);
        assert_eq!(lines("## D1 x\n## D1 y"), [2]);
        for test in [
            "a_test",
            "a.rs",
            "/a.rs::b",
            "../a.rs::b",
            "a.rs::b c",
            "a.rs::",
            "a.md::b",
        ] {
            assert_eq!(
                lines(&format!("## D1 x\nPinned by test: {test}")),
                [2],
                "{test}"
            );
        }
    }
}
