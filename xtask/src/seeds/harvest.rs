//! What the cases hold that fuzz targets read: bodies, texts, schemas,
//! patterns, numbers, names, strings.
//!
//! Bodies are taken apart by the corpus's own lossless reading, so a number
//! stays as it is spelled. What cannot be read (a body that is no JSON is a
//! case too) stays whole.

use std::collections::{BTreeMap, BTreeSet};

use argument_check_corpus::json::{self, Value};
use argument_check_corpus::{Op, SourceCase};

/// Everything in the cases, each thing once and in a stable order.
#[derive(Debug, Default)]
pub(super) struct Harvest {
    /// The raw bodies with their operations.
    pub(super) bodies: Vec<(Op, Vec<u8>)>,
    /// Documents to find candidates in.
    pub(super) documents: BTreeSet<String>,
    /// Texts of arguments, submitted as text or as a value.
    pub(super) texts: BTreeSet<String>,
    /// Schemas.
    pub(super) schemas: BTreeSet<String>,
    /// Patterns, with strings of the case that they may meet.
    pub(super) patterns: BTreeMap<String, BTreeSet<String>>,
    /// Number spellings.
    pub(super) numbers: BTreeSet<String>,
    /// Member names, with how many times they stand.
    pub(super) names: BTreeMap<String, usize>,
    /// Strings that are values.
    pub(super) strings: BTreeSet<String>,
}

impl Harvest {
    /// Takes the cases apart.
    pub(super) fn of(cases: &[SourceCase]) -> Self {
        let mut harvest = Self::default();
        for source in cases {
            let case = &source.case;
            harvest.bodies.push((case.op, case.body.clone()));
            let text = std::str::from_utf8(&case.body).ok();
            if let Some(body) = text.and_then(|text| json::parse(text).ok()) {
                harvest.body(&body);
                if case.op == Op::Candidates {
                    let document = body.get("text").and_then(Value::as_str);
                    harvest.documents.extend(document.map(str::to_owned));
                }
            }
        }
        harvest
    }

    fn body(&mut self, body: &Value) {
        if let Some(text) = body.get("arguments_text").and_then(Value::as_str) {
            self.texts.insert(text.to_owned());
        }
        if let Some(arguments) = body.get("arguments") {
            self.texts.insert(arguments.compact());
        }
        let mut strings = BTreeSet::new();
        let mut patterns = BTreeSet::new();
        // Deep bodies are cases too, so what is open stands on a list.
        let mut open = vec![body];
        while let Some(value) = open.pop() {
            match value {
                Value::Number(spelling) => {
                    self.numbers.insert(spelling.clone());
                }
                Value::String(text) => {
                    strings.insert(text.clone());
                }
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    for (name, value) in members {
                        *self.names.entry(name.clone()).or_default() += 1;
                        if name == "pattern" {
                            patterns.extend(value.as_str().map(str::to_owned));
                        }
                        open.push(value);
                    }
                }
                Value::Null | Value::Bool(_) => {}
            }
        }
        if let Some(schema) = body.get("schema") {
            self.schemas.insert(schema.compact());
        }
        for pattern in patterns {
            let subjects = strings.iter().filter(|text| **text != pattern).cloned();
            self.patterns
                .entry(pattern.clone())
                .or_default()
                .extend(subjects);
        }
        self.strings.append(&mut strings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argument_check_corpus::Case;

    #[test]
    fn a_body_is_taken_apart_and_its_spellings_are_kept() {
        let body = r#"{"arguments":{"x":1.50},"schema":{"properties":{"y":{"pattern":"^a$"}}}}"#;
        let source = SourceCase {
            case: Case {
                id: "A".to_owned(),
                op: Op::Check,
                clauses: Vec::new(),
                body: body.into(),
                expect: "{}".to_owned(),
                note: String::new(),
            },
            repeat: None,
            file: "a.toml".into(),
            line: 1,
        };
        let harvest = Harvest::of(&[source]);
        assert!(harvest.texts.contains(r#"{"x":1.50}"#));
        assert!(harvest.numbers.contains("1.50"));
        assert!(harvest.patterns.contains_key("^a$"));
        assert!(harvest.schemas.iter().any(|schema| schema.contains("^a$")));
        assert_eq!(harvest.names.get("y"), Some(&1));
    }
}
