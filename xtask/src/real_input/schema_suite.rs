//! A JSON Schema suite: valid must mean VALID.
//!
//! Schemas and instances are wrapped in a property, since arguments are an
//! object: `{"properties":{"k":S}}` and `{"k":V}`. A schema that is refused
//! for its pattern alone (D29) is listed by name and not counted against the
//! target; any other refusal is.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use argument_check_corpus::Op;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Context, object_form, reason};
use crate::judging::{Collector, Judged, Question};
use crate::progress::Progress;

const JUDGE: &str = "schema suite";
const REMEDY: &str =
    "the file is an array of {\"file\",\"group\",\"test\",\"valid\",\"schema\",\"data\"}";
/// The file is held in memory whole.
const LARGEST: u64 = 256 * 1024 * 1024;

#[derive(Deserialize)]
struct Test {
    file: String,
    group: String,
    #[serde(rename = "test")]
    name: String,
    valid: bool,
    schema: Box<RawValue>,
    data: Box<RawValue>,
}

/// Judges the tests of `file`.
pub(super) fn judge(file: &Path, context: Context<'_>, collector: &mut Collector) -> Result<()> {
    let name = file.display();
    let read = || {
        if std::fs::metadata(file)?.len() > LARGEST {
            return Err(std::io::Error::other("over 256 MiB"));
        }
        std::fs::read_to_string(file)
    };
    let text = read().with_context(|| format!("{name}: cannot be read; check the path"))?;
    let tests: Vec<Test> = serde_json::from_str(&text).map_err(|error| {
        let line = error.line();
        anyhow!("{name}:{line}: {}; {REMEDY}", reason(&error))
    })?;
    let progress = Progress::new(&collector.section.key(), Some(tests.len() as u64));
    let judged: Vec<Judged> = tests
        .par_iter()
        .filter_map(|test| {
            progress.add(1);
            let id = format!("{}/{}/{}", test.file, test.group, test.name);
            context.filter.admits(&id).then(|| ask(&id, test, context))
        })
        .collect();
    for judged in judged {
        collector.section.count("input", "tests");
        if is_refused_pattern(&judged) {
            collector.section.count("input", "patterns refused");
            collector
                .section
                .list("patterns refused", judged.id.as_str());
        }
        collector.count_answer("", &judged);
        collector.take(judged);
    }
    Ok(())
}

fn ask(id: &str, test: &Test, context: Context<'_>) -> Judged {
    let schema = format!("{{\"properties\":{{\"k\":{}}}}}", test.schema.get());
    let arguments = format!("{{\"k\":{}}}", test.data.get());
    let mut judged = context.panel.judge(&Question {
        id,
        part: "",
        op: Op::Check,
        body: &object_form(&arguments, &schema),
        expect: None,
    });
    if !is_refused_pattern(&judged) {
        let valid = judged.view.verdict.as_deref() == Some("VALID");
        let answered = judged.view.is_verdict();
        judged.require(
            JUDGE,
            answered && valid == test.valid,
            "the suite and the verdict differ on whether the instance is valid",
        );
    }
    judged
}

/// Whether the schema is refused for patterns, and for nothing else.
fn is_refused_pattern(judged: &Judged) -> bool {
    judged.view.refusal.as_deref() == Some("schema_not_covered")
        && judged
            .view
            .keywords()
            .iter()
            .all(|keyword| keyword.starts_with("pattern "))
}
