//! One case file: its tables, key by key, with the line of each.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::LoadError;
use crate::case::{Case, MAX_BODY_BYTES, Op, Repeat, SourceCase};

/// Reads one case file; adds to `cases` what is readable and to `errors` what is not.
pub(super) fn parse_file(
    file: &Path,
    bytes: &[u8],
    cases: &mut Vec<SourceCase>,
    errors: &mut Vec<LoadError>,
) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            return errors.push(LoadError {
                file: file.to_owned(),
                line: Some(Lines::of(before).last()),
                message: "the file is not UTF-8".into(),
                remedy: "Write a body that is not UTF-8 as `body_base64`".into(),
            });
        }
    };
    let errors_before = errors.len();
    let lines = Lines::of(bytes);
    let mut source = Source {
        file,
        lines,
        errors,
    };
    let (document, faults) = DeTable::parse_recoverable(text);
    for fault in &faults {
        let at = fault.span().map_or(0, |span| span.start);
        source.error(
            at,
            format!("this is not TOML: {}", fault.message().trim_end()),
            "A body goes between ''' and ''' as it is, or stands as `body_base64`",
        );
    }
    // What could be recovered from broken TOML would only give errors that follow from it.
    if faults.is_empty() {
        source.document(document.get_ref(), cases);
    }
    // A table gives its keys in the order of their names; people read from the top.
    if let Some(found) = errors.get_mut(errors_before..) {
        found.sort_by_key(|error| error.line);
    }
}

/// One case file while it is read.
struct Source<'s> {
    file: &'s Path,
    lines: Lines,
    errors: &'s mut Vec<LoadError>,
}

const KEYS: &str = "id, op, clauses, body (or body_base64 or body_repeat), expect, note";
const REPEAT_KEYS: &str = "prefix, unit, count, suffix";

impl Source<'_> {
    fn error(&mut self, offset: usize, message: impl Into<String>, remedy: impl Into<String>) {
        let error = LoadError {
            file: self.file.to_owned(),
            line: Some(self.lines.at(offset)),
            message: message.into(),
            remedy: remedy.into(),
        };
        self.errors.push(error);
    }

    fn document(&mut self, document: &DeTable<'_>, cases: &mut Vec<SourceCase>) {
        let mut found = false;
        for (key, value) in document {
            if key.get_ref() != "case" {
                self.error(
                    key.span().start,
                    format!("unknown key `{}` outside a case", key.get_ref()),
                    "A case file holds `[[case]]` tables and nothing else",
                );
                continue;
            }
            found = true;
            let Some(tables) = value.get_ref().as_array() else {
                self.error(
                    key.span().start,
                    "`case` is one table or value, not a list of tables",
                    "Open each case with `[[case]]`, in double brackets",
                );
                continue;
            };
            for table in tables {
                match table.get_ref() {
                    DeValue::Table(fields) => self.case(table.span().start, fields, cases),
                    _ => self.error(
                        table.span().start,
                        "a case is a table",
                        "Open each case with `[[case]]`",
                    ),
                }
            }
        }
        if !found {
            self.error(
                0,
                "the file holds no case",
                "Add a `[[case]]`, or remove the file",
            );
        }
    }

    fn case(&mut self, at: usize, fields: &DeTable<'_>, cases: &mut Vec<SourceCase>) {
        let errors_before = self.errors.len();
        let mut read = Fields::default();
        for (key, value) in fields {
            self.field(key, value, &mut read);
        }
        let name = read.id.clone().unwrap_or_else(|| "without id".into());
        for (missing, key) in [
            (read.id.is_none(), "id"),
            (read.op.is_none(), "op"),
            (read.clauses.is_none(), "clauses"),
            (read.bodies == 0, "body"),
            (read.expect.is_none(), "expect"),
            (read.note.is_none(), "note"),
        ] {
            // A key that is there and cannot be read has had its message.
            if missing && !fields.keys().any(|k| k.get_ref() == key) {
                self.error(
                    at,
                    format!("the case {name} has no `{key}`"),
                    format!("A case has the keys {KEYS}"),
                );
            }
        }
        if read.bodies > 1 {
            self.error(
                at,
                format!("the case {name} has more than one body"),
                "Keep one of body, body_base64 and body_repeat",
            );
        }
        if self.errors.len() > errors_before {
            return;
        }
        let line = self.lines.at(at);
        if let Some((case, repeat)) = read.into_case() {
            cases.push(SourceCase {
                case,
                repeat,
                file: self.file.to_owned(),
                line,
            });
        }
    }

    fn field(
        &mut self,
        key: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        read: &mut Fields,
    ) {
        let at = value.span().start;
        let name = key.get_ref().as_ref();
        match name {
            "id" => read.id = self.string(name, value),
            "op" => read.op = self.op(value),
            "clauses" => read.clauses = self.clauses(value),
            "expect" => read.expect = self.string(name, value),
            "note" => read.note = self.string(name, value),
            "body" => {
                read.bodies += 1;
                read.body = self.string(name, value).map(String::into_bytes);
            }
            "body_base64" => {
                read.bodies += 1;
                read.body = self.base64(value);
            }
            "body_repeat" => {
                read.bodies += 1;
                read.repeat = self.repeat(value);
                read.body = read.repeat.as_ref().and_then(Repeat::expand);
                if read.repeat.is_some() && read.body.is_none() {
                    self.error(
                        at,
                        format!("the repeated body is empty in its unit or longer than {MAX_BODY_BYTES} bytes"),
                        "Give a unit of one character or more, and a smaller `count`",
                    );
                }
            }
            unknown => self.error(
                key.span().start,
                format!("unknown key `{unknown}` in a case"),
                format!("A case has the keys {KEYS}"),
            ),
        }
    }

    fn string(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.error(
                value.span().start,
                format!("`{key}` is not a string"),
                format!("Write it as {key} = '''…'''"),
            );
        }
        text.map(str::to_owned)
    }

    fn op(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Op> {
        let name = self.string("op", value)?;
        let op = Op::from_name(&name);
        if op.is_none() {
            self.error(
                value.span().start,
                format!("`{name}` is no operation"),
                format!("Operations are {}", Op::names()),
            );
        }
        op
    }

    fn clauses(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
        let clauses = value.get_ref().as_array().and_then(|items| {
            items
                .iter()
                .map(|item| item.get_ref().as_str().map(str::to_owned))
                .collect::<Option<Vec<_>>>()
        });
        if clauses.is_none() {
            self.error(
                value.span().start,
                "`clauses` is not a list of strings",
                "Write it as clauses = [\"D59\", \"R3:fires\"]",
            );
        }
        clauses
    }

    fn base64(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<u8>> {
        let text = self.string("body_base64", value)?;
        match STANDARD.decode(&text) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.error(
                    value.span().start,
                    format!("`body_base64` is not base64: {error}"),
                    "Use the standard alphabet with padding, on one line",
                );
                None
            }
        }
    }

    fn repeat(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Repeat> {
        let at = value.span().start;
        let Some(table) = value.get_ref().as_table() else {
            self.error(
                at,
                "`body_repeat` is not a table",
                "Write it as body_repeat = { prefix = '', unit = '[', count = 9, suffix = '' }",
            );
            return None;
        };
        let mut texts = [None, None, None];
        let mut count = None;
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match name {
                "prefix" => texts[0] = self.string(name, value),
                "unit" => texts[1] = self.string(name, value),
                "suffix" => texts[2] = self.string(name, value),
                "count" => count = self.count(value),
                unknown => self.error(
                    key.span().start,
                    format!("unknown key `{unknown}` in `body_repeat`"),
                    format!("It has the keys {REPEAT_KEYS}"),
                ),
            }
        }
        let [prefix, unit, suffix] = texts;
        let repeat = prefix.zip(unit).zip(suffix).zip(count);
        if repeat.is_none() {
            self.error(
                at,
                "`body_repeat` is not complete",
                format!("It has the keys {REPEAT_KEYS}, all of them"),
            );
        }
        repeat.map(|(((prefix, unit), suffix), count)| Repeat {
            prefix,
            unit,
            count,
            suffix,
        })
    }

    fn count(&mut self, value: &Spanned<DeValue<'_>>) -> Option<u64> {
        let count = value
            .get_ref()
            .as_integer()
            .and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
        if count.is_none() {
            self.error(
                value.span().start,
                "`count` is not a whole number from 0",
                "Write it in digits",
            );
        }
        count
    }
}

/// The fields of a case as far as they could be read.
#[derive(Default)]
struct Fields {
    id: Option<String>,
    op: Option<Op>,
    clauses: Option<Vec<String>>,
    bodies: usize,
    body: Option<Vec<u8>>,
    repeat: Option<Repeat>,
    expect: Option<String>,
    note: Option<String>,
}

impl Fields {
    fn into_case(self) -> Option<(Case, Option<Repeat>)> {
        let case = Case {
            id: self.id?,
            op: self.op?,
            clauses: self.clauses?,
            body: self.body?,
            expect: self.expect?,
            note: self.note?,
        };
        Some((case, self.repeat))
    }
}

/// Where the lines of a file start. Looked up and not counted, because a file may have as many errors
/// as it has lines.
struct Lines(Vec<usize>);

impl Lines {
    fn of(bytes: &[u8]) -> Self {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Self(
            std::iter::once(0)
                .chain(ends.map(|(at, _)| at + 1))
                .collect(),
        )
    }

    /// The line that holds the byte at `offset`, counted from 1.
    fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }

    /// The number of the last line.
    fn last(&self) -> usize {
        self.0.len()
    }
}
