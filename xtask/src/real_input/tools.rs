//! Tool schemas that servers publish: how many are covered, and which keywords
//! refuse the rest.
//!
//! Each schema is pre-checked and then checked with empty arguments, so that
//! every judge sees it. A schema called invalid must be invalid to the
//! published meta-schema too, unless its fault is in a pattern, which the
//! meta-schema does not read.

use std::path::Path;

use anyhow::Result;
use argument_check_corpus::Op;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Context, lines, object_form};
use crate::judging::{Collector, Judged, Question};

const REMEDY: &str = "a line is {\"server\":…,\"tool\":…,\"schema\":…}";

#[derive(Deserialize)]
struct Tool {
    server: String,
    #[serde(rename = "tool")]
    name: String,
    schema: Box<RawValue>,
}

/// Judges the schemas of `file`.
pub(super) fn judge(file: &Path, context: Context<'_>, collector: &mut Collector) -> Result<()> {
    for name in ["total", "covered", "refused"] {
        collector.section.count_many("schemas", name, 0);
    }
    let one = |line: &str| {
        let tool: Tool = serde_json::from_str(line)?;
        let id = format!("{}/{}", tool.server, tool.name);
        let admitted = context.filter.admits(&id);
        Ok(admitted.then(|| ask(&id, tool.schema.get(), context)))
    };
    lines(
        file,
        collector,
        REMEDY,
        one,
        |collector, [covered, checked]| {
            count(collector, &covered);
            collector.take(covered);
            collector.take(checked);
        },
    )
}

fn ask(id: &str, schema: &str, context: Context<'_>) -> [Judged; 2] {
    let body = object_form("{}", schema);
    let ask = |part, op| {
        context.panel.judge(&Question {
            id,
            part,
            op,
            body: &body,
            expect: None,
        })
    };
    let mut covered = ask("pre-check", Op::Precheck);
    meta_schema(&mut covered, schema);
    [covered, ask("empty arguments", Op::Check)]
}

/// Says whether the published meta-schema finds an invalid schema invalid.
fn meta_schema(judged: &mut Judged, schema: &str) {
    let invalid = judged.view.refusal.as_deref() == Some("schema_invalid");
    if !invalid || judged.view.keywords().contains(&"pattern") {
        return;
    }
    if let Ok(schema) = serde_json::from_str::<serde_json::Value>(schema) {
        let refused = !jsonschema::draft202012::meta::is_valid(&schema);
        let otherwise = "called invalid, and valid to the meta-schema";
        judged.require("meta-schema", refused, otherwise);
    }
}

fn count(collector: &mut Collector, judged: &Judged) {
    let section = &mut collector.section;
    section.count("schemas", "total");
    if judged.view.assessable == Some(true) {
        section.count("schemas", "covered");
        return;
    }
    section.count("schemas", "refused");
    if let Some(code) = judged.view.refusal_code() {
        section.count("refusals", code);
    }
    for keyword in judged.view.keywords() {
        section.count("refusing keywords", keyword);
    }
}
