//! M67 to M81 and M86 to M88: faults in coverage, in how values are compared,
//! in limits and in paths.
//!
//! Here stands only what each fault does, and which laws must notice.

use std::cmp::Ordering;

use super::{Mutant, clause};
use crate::reference::answer;
use crate::reference::json::Value;
use crate::reference::number;
use crate::reference::request::Assessed;
use crate::reference::schema::{self, Coverage, Keyword};

/// The mutants of this file.
pub(super) static MUTANTS: [Mutant; 18] = [
    clause(
        "M67",
        "$ref ignored",
        "D19",
        &["I2"],
        &[|c| {
            c.keyword = |name| {
                if name == "$ref" {
                    Keyword::Unseen
                } else {
                    schema::keyword(name)
                }
            };
        }],
    ),
    clause(
        "M68",
        "multipleOf ignored",
        "D15",
        &["I2"],
        &[|c| {
            c.keyword = |name| {
                if name == "multipleOf" {
                    Keyword::Unseen
                } else {
                    schema::keyword(name)
                }
            };
        }],
    ),
    clause(
        "M69",
        "property name taken for a keyword",
        "D18",
        &["I2"],
        &[|c| c.name_is_data = |name| !KEYWORDS.contains(&name)],
    ),
    clause(
        "M70",
        "bounds through f64",
        "D31",
        &["I3"],
        &[|c| c.compare = in_doubles],
    ),
    clause(
        "M71",
        "enum through f64",
        "D31",
        &["I3"],
        &[|c| {
            c.equal = |a, b| equal_if(a, b, |x, y| in_doubles(x, y) == Ordering::Equal);
        }],
    ),
    clause(
        "M72",
        "enum by spelling",
        "D34",
        &["I3", "I9"],
        &[|c| c.equal = |a, b| equal_if(a, b, |x, y| x == y)],
    ),
    clause(
        "M73",
        "1.0 not an integer",
        "D32",
        &["I3", "I9"],
        &[|c| {
            c.is_integral = |spelling| !spelling.contains(['.', 'e', 'E']);
        }],
    ),
    clause(
        "M74",
        "minimum exclusive",
        "D31",
        &["I3", "I9"],
        &[|c| c.below_minimum = Ordering::is_le],
    ),
    clause(
        "M75",
        "const:null ignored",
        "D27",
        &["I3"],
        &[|c| c.const_counts = |only| *only != Value::Null],
    ),
    clause(
        "M76",
        "UTF-16 length",
        "D35",
        &["I3", "I9"],
        &[|c| c.length = |text| text.encode_utf16().count()],
    ),
    clause(
        "M77",
        "byte length",
        "D35",
        &["I3", "I9"],
        &[|c| c.length = str::len],
    ),
    clause(
        "M78",
        "pattern anchored",
        "D28",
        &["I3", "I9"],
        &[|c| c.sought = |pattern| format!("^(?:{pattern})$")],
    ),
    clause(
        "M79",
        "depth limit 63/65",
        "D8",
        &["I11", "I2"],
        &[
            |c| c.depth = 63,
            |c| c.depth = 65,
            // Only what repairs build: the blob is too deep to be submitted again.
            |c| c.repaired_depth = 65,
        ],
    )
    .also(&["DEPTH-035", "DEPTH-036"]),
    clause(
        "M80",
        "cap off by one",
        "D11",
        &["I2"],
        &[|c| c.body_bytes -= 1, |c| c.body_bytes += 1],
    ),
    clause(
        "M81",
        "pre-check that depends on the verdict",
        "D13",
        &["I22"],
        &[|c| c.assessable = assessable_if_repairable],
    ),
    clause(
        "M86",
        "f64 fallback for exponents beyond i64",
        "D31",
        &["I3"],
        &[|c| c.compare = doubles_for_wide_exponents],
    ),
    clause(
        "M87",
        "coverage omits a format it met",
        "D25",
        &["I2"],
        &[|c| c.coverage = without_formats],
    ),
    clause(
        "M88",
        "raw-concatenated paths",
        "D87",
        &["I5"],
        &[|c| c.key_path = |path, name| format!("{path}.{name}")],
    ),
];

/// How many of them stand before M83, which needs a process.
pub(super) const BEFORE_PROCESSES: usize = 15;

/// Names that a search for keywords at any depth would take for one.
const KEYWORDS: [&str; 6] = ["$ref", "allOf", "anyOf", "if", "not", "oneOf"];

fn in_doubles(left: &str, right: &str) -> Ordering {
    let double = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    double(left)
        .partial_cmp(&double(right))
        .unwrap_or(Ordering::Equal)
}

fn doubles_for_wide_exponents(left: &str, right: &str) -> Ordering {
    let fits = |text: &str| {
        text.split_once(['e', 'E'])
            .is_none_or(|(_, exponent)| exponent.parse::<i64>().is_ok())
    };
    if fits(left) && fits(right) {
        number::compare(left, right)
    } else {
        in_doubles(left, right)
    }
}

/// D34 with another notion of when two numbers are equal.
fn equal_if(a: &Value, b: &Value, numbers: fn(&str, &str) -> bool) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => numbers(x, y),
        (Value::Array(xs), Value::Array(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| equal_if(x, y, numbers))
        }
        (Value::Object(xs), Value::Object(ys)) => {
            let same = |(name, x): &(String, Value)| {
                b.member(name).is_some_and(|y| equal_if(x, y, numbers))
            };
            xs.len() == ys.len() && xs.iter().all(same)
        }
        (a, b) => a == b,
    }
}

fn assessable_if_repairable(assessed: &Assessed) -> String {
    let answer = answer::assessable(assessed);
    if crate::reference::has_defects(assessed) {
        answer.replace("true", "false")
    } else {
        answer
    }
}

fn without_formats(met: Coverage) -> Coverage {
    let not_checked = met
        .not_checked
        .into_iter()
        .filter(|path| !path.ends_with(".format"))
        .collect();
    Coverage { not_checked, ..met }
}
