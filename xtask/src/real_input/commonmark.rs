//! Leaf blocks of CommonMark documents, as another parser has them: the block
//! phase of the second implementation is held against them, and the target is
//! asked about every document, which all judges then judge.
//!
//! Each example comes in several forms: as it stands, with other line endings,
//! with astral letters, and with brackets for one of its letters, since a target
//! shows its blocks only where a bracket stands.

use std::path::Path;

use anyhow::Result;
use argument_check_corpus::Op;
use argument_check_oracle::candidates::leaves::{self, Example};
use serde::de::Error as _;

use super::{Context, lines};
use crate::judging::{Collector, Judged, Question};

const JUDGE: &str = "leaf blocks";
const REMEDY: &str = "a line is {\"id\",\"markdown\",\"leaves\":[[kind, info or null, text]]}";

/// Judges the documents of `file`.
pub(super) fn judge(file: &Path, context: Context<'_>, collector: &mut Collector) -> Result<()> {
    let one = |line: &str| {
        let example = Example::read(line).map_err(serde_json::Error::custom)?;
        let admitted = context.filter.admits(&example.id);
        Ok(admitted.then(|| forms(&example, context)))
    };
    lines(file, collector, REMEDY, one, |collector, judged| {
        for judged in judged {
            collector.section.count("documents", judged.part);
            collector.take(judged);
        }
    })
}

/// The example in each of its forms.
fn forms(example: &Example, context: Context<'_>) -> Vec<Judged> {
    let mut all = Vec::new();
    for (form, example) in example.forms() {
        let mut judged = ask(&example.id, form, &example.markdown, context);
        let agrees = leaves::disagreement(&example).is_none();
        judged.require(
            JUDGE,
            agrees,
            "the second implementation has other leaf blocks",
        );
        all.push(judged);
    }
    let bracketed = example.markdown.replace('a', "[");
    all.push(ask(&example.id, "with brackets", &bracketed, context));
    all
}

fn ask(id: &str, part: &'static str, markdown: &str, context: Context<'_>) -> Judged {
    context.panel.judge(&Question {
        id,
        part,
        op: Op::Candidates,
        body: &body(markdown),
        expect: None,
    })
}

/// A body that asks about a document.
fn body(markdown: &str) -> Vec<u8> {
    let text = serde_json::Value::from(markdown);
    format!("{{\"text\":{text},\"max_results\":100}}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_asked_about_with_all_its_candidates() {
        assert_eq!(body("- [\n"), b"{\"text\":\"- [\\n\",\"max_results\":100}");
    }
}
