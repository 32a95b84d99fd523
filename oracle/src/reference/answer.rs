//! Writes the answer, byte for byte: members in fixed order, no white space,
//! strings as RFC 8785 escapes them, numbers by their spelling.
//!
//! Implements D14, D25, D85, D89 to D91. It never decides a verdict beyond
//! reading whether defects or entries are left.

use super::clauses::Clauses;
use super::json::{Value, quote};
use super::repair::Entry;
use super::request::{Assessed, Refusal};
use super::schema::Coverage;
use super::validate::Defect;

const CRITERIA: &str = r#""criteria_id":"tool-argument/v1","criteria_version":"1.0.0""#;
/// D76: the version of the Unicode tables is part of the engine's.
const ENGINE: &str = r#""engine_version":"0.1.0+unicode.17""#;

/// What phase one and two found.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The tentatively repaired tree; none if the text has none.
    pub tree: Option<Value>,
    /// All repairs, text and tree.
    pub entries: Vec<Entry>,
    /// All defects, in the order of D79.
    pub defects: Vec<Defect>,
}

/// A refusal (D14).
pub fn refusal(refusal: &Refusal) -> String {
    let places: Vec<String> = refusal
        .detail
        .iter()
        .map(|place| {
            format!(
                r#"{{"path":{},"keyword":{}}}"#,
                quote(&place.path),
                quote(&place.keyword)
            )
        })
        .collect();
    format!(
        r#"{{{CRITERIA},"refusal":{},"detail":[{}]}}"#,
        quote(refusal.code),
        places.join(",")
    )
}

/// D13: the one constant answer of a pre-check that refuses nothing.
pub fn assessable(_assessed: &Assessed) -> String {
    format!(r#"{{{CRITERIA},"assessable":true}}"#)
}

/// A verdict (D91).
pub fn verdict(clauses: &Clauses, coverage: &Coverage, judged: &Judged) -> String {
    let blob = judged.tree.clone().map(clauses.blob);
    let diff = (clauses.diff)(judged.entries.clone());
    if !judged.defects.is_empty() {
        let more = format!(
            "{}{}",
            defects(&judged.defects),
            (clauses.beside_defects)(blob.as_ref(), &diff)
        );
        let statement = "every blocking defect is named; no repaired arguments are returned";
        return report("UNREPAIRABLE", statement, coverage, &more);
    }
    match blob {
        Some(blob) if !diff.is_empty() => {
            let statement =
                "the listed repairs, and nothing else, brought the arguments into conformance";
            report("REPAIRED", statement, coverage, &repaired(&blob, &diff))
        }
        _ => report("VALID", "no repair was needed", coverage, ""),
    }
}

/// D85: nothing stands beside defects.
pub fn nothing_beside_defects(_blob: Option<&Value>, _diff: &[Entry]) -> String {
    String::new()
}

fn report(verdict: &str, statement: &str, coverage: &Coverage, more: &str) -> String {
    let list = |names: &[String]| {
        names
            .iter()
            .map(|name| quote(name))
            .collect::<Vec<_>>()
            .join(",")
    };
    format!(
        r#"{{{CRITERIA},{ENGINE},"verdict":{},"statement":{},"coverage":{{"enforced":[{}],"not_checked":[{}]}}{more}}}"#,
        quote(verdict),
        quote(statement),
        list(&coverage.enforced),
        list(&coverage.not_checked),
    )
}

/// The members of a repaired answer, with the comma before them.
pub fn repaired(blob: &Value, diff: &[Entry]) -> String {
    let entries: Vec<String> = diff.iter().map(entry).collect();
    format!(
        r#","repaired":{},"diff":[{}]"#,
        blob.render(),
        entries.join(",")
    )
}

fn entry(entry: &Entry) -> String {
    format!(
        r#"{{"path":{},"rule":{},"op":{},"before":{},"after":{}}}"#,
        quote(&entry.path),
        quote(entry.rule),
        quote(entry.op),
        entry.before.render(),
        entry.after.render(),
    )
}

fn defects(defects: &[Defect]) -> String {
    let one = |d: &Defect| {
        format!(
            r#"{{"path":{},"code":{},"reason":{}}}"#,
            quote(&d.path),
            quote(d.code),
            quote(&d.reason)
        )
    };
    format!(
        r#","defects":[{}]"#,
        defects.iter().map(one).collect::<Vec<_>>().join(",")
    )
}
