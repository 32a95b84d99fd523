//! Real input: calls and tool schemas that people made, and the two public
//! suites, each a file that the user names.
//!
//! Every part asks the target through the same panel of judges as the corpus.
//! Raw JSON of a file reaches the request body as it stands there. Nothing of
//! these files is part of the project, and no value of them stands in a report.

mod calls;
mod commonmark;
mod json_parsing;
mod schema_suite;
mod tools;

use std::path::{Path, PathBuf};

use anyhow::Result;
use rayon::prelude::*;

use crate::filter::{Filter, Rerun};
use crate::judging::{Collector, Keep, Panel};
use crate::ndjson::{self, Line};
use crate::progress::Progress;

/// The files to judge; every flag may be given several times.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Files {
    /// Calls, one {id, tool, schema, arguments} a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) calls: Vec<PathBuf>,
    /// Tool schemas, one {server, tool, schema} a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) tools: Vec<PathBuf>,
    /// A JSON parsing suite, one {name, base64} a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) json_parsing: Vec<PathBuf>,
    /// A JSON Schema suite: an array of {file, group, test, valid, schema, data}
    #[arg(long, value_name = "FILE.json")]
    pub(crate) json_schema_suite: Vec<PathBuf>,
    /// Markdown with its leaf blocks, one {id, markdown, leaves} a line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) commonmark: Vec<PathBuf>,
}

/// What a part needs to know.
#[derive(Clone, Copy)]
struct Context<'a> {
    panel: &'a Panel<'a>,
    filter: &'a Filter,
}

impl Files {
    /// Whether no file was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.calls.is_empty()
            && self.tools.is_empty()
            && self.json_parsing.is_empty()
            && self.json_schema_suite.is_empty()
            && self.commonmark.is_empty()
    }

    /// Judges every file; `done` is told about each one.
    pub(crate) fn judge(
        &self,
        panel: &Panel<'_>,
        filter: &Filter,
        rerun: &Rerun,
        mut done: impl FnMut(Collector),
    ) {
        type Part = fn(&Path, Context<'_>, &mut Collector) -> Result<()>;
        let parts: [(&str, &[PathBuf], Part); 5] = [
            ("calls", &self.calls, calls::judge),
            ("tools", &self.tools, tools::judge),
            ("json-parsing", &self.json_parsing, json_parsing::judge),
            (
                "json-schema-suite",
                &self.json_schema_suite,
                schema_suite::judge,
            ),
            ("commonmark", &self.commonmark, commonmark::judge),
        ];
        let context = Context { panel, filter };
        for (name, files, part) in parts {
            for file in files {
                let source = file.display().to_string();
                let rerun = rerun.with(&format!("--{name}"), &source);
                let mut collector = Collector::new(name, &source, Keep::Failures, rerun);
                if let Err(error) = part(file, context, &mut collector) {
                    collector.unreadable.push(format!("{error:#}"));
                }
                done(collector);
            }
        }
    }
}

/// Reads and judges `file` line by line, on all cores, in the order of lines:
/// `one` makes of a line what `take` then counts.
fn lines<T: Send>(
    file: &Path,
    collector: &mut Collector,
    remedy: &str,
    one: impl Fn(&str) -> Result<Option<T>, serde_json::Error> + Sync,
    mut take: impl FnMut(&mut Collector, T),
) -> Result<()> {
    let progress = Progress::new(&collector.section.key(), None);
    ndjson::batches(file, |batch: Vec<Line>| {
        let judged: Vec<(usize, Result<Option<T>, String>)> = batch
            .par_iter()
            .map(|line| {
                let judged = match &line.text {
                    // A derived reader would take an array for an object.
                    Ok(text) if !text.trim_start().starts_with('{') => {
                        Err("not a JSON object".to_owned())
                    }
                    Ok(text) => one(text).map_err(|error| reason(&error)),
                    Err(why) => Err((*why).to_owned()),
                };
                (line.number, judged)
            })
            .collect();
        progress.add(judged.len() as u64);
        for (number, judged) in judged {
            match judged {
                Ok(Some(judged)) => take(collector, judged),
                Ok(None) => {}
                Err(why) => collector
                    .unreadable
                    .push(format!("{}:{number}: {why}; {remedy}", file.display())),
            }
        }
    })
}

/// What is wrong, with the column; serde's own line number would be that of
/// the slice and not of the file.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let at = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&at) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    }
}

/// A request body in object form, made of raw JSON.
pub(crate) fn object_form(arguments: &str, schema: &str) -> Vec<u8> {
    format!("{{\"arguments\":{arguments},\"schema\":{schema}}}").into_bytes()
}

/// A request body in text form: the text becomes a JSON string.
pub(crate) fn text_form(arguments: &str, schema: &str) -> Vec<u8> {
    let text = serde_json::Value::from(arguments);
    format!("{{\"arguments_text\":{text},\"schema\":{schema}}}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_json_reaches_the_body_character_for_character() {
        let body = object_form("{\"a\": 1E400,\"\\u0061\":1.0}", "{ }");
        let expected = "{\"arguments\":{\"a\": 1E400,\"\\u0061\":1.0},\"schema\":{ }}";
        assert_eq!(body, expected.as_bytes());
    }

    #[test]
    fn the_text_form_is_the_same_text_as_a_string() {
        let body = text_form("{\"a\":\"\\ud800\u{1}\"}", "{}");
        let expected = r#"{"arguments_text":"{\"a\":\"\\ud800\u0001\"}","schema":{}}"#;
        assert_eq!(String::from_utf8(body).unwrap(), expected);
    }

    #[test]
    fn a_bad_line_is_named_with_its_column() {
        let error = serde_json::from_str::<serde_json::Value>("{\"a\":}").unwrap_err();
        assert_eq!(reason(&error), "column 6: expected value");
    }
}
