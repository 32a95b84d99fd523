//! Whether a diff is one that could be: the five members, the operation of each rule (D89), what
//! each rule makes of `before` (D58 to D78), and the text entries first (D45).

use super::{Faults, path, path_of};
use crate::json::{self, Value};

/// Checks the entries and returns their rules.
pub(super) fn check(value: Option<&Value>, faults: &mut Faults) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for entry in faults.filled("`diff`", value) {
        let wanted = ["path", "rule", "op", "before", "after"];
        if faults.members("a diff entry", entry, &wanted).is_none() {
            continue;
        }
        let path = path_of("a diff entry", entry, faults);
        let rule = faults.text("rule", entry.get("rule"));
        let op = faults.text("op", entry.get("op"));
        let (Some(before), Some(after)) = (entry.get("before"), entry.get("after")) else {
            continue;
        };
        match legal(rule, before, after) {
            None => faults.add(format!("{rule:?} is no rule; there are R1 to R9")),
            Some((wanted, _)) if wanted != op => {
                faults.add(format!("the op of {rule} is {wanted}, not {op:?}"));
            }
            Some((_, false)) => faults.add(format!(
                "{rule} does not make that `after` of that `before`"
            )),
            Some((_, true)) => {}
        }
        if is_text_rule(rule) != (path == path::TEXT) || path == "$" {
            faults.add(format!("an entry of {rule} has no business at {path}"));
        }
        rules.push(rule.to_owned());
    }
    let stage = |rule: &String| match rule.as_str() {
        "R2" => 0,
        "R1" => 1,
        _ => 2,
    };
    let in_order = rules
        .windows(2)
        .all(|pair| stage(&pair[0]) <= stage(&pair[1]));
    if !in_order || rules.iter().filter(|rule| *rule == "R1").count() > 1 {
        faults.add("the entries of R2 come first, then at most one of R1, then those of the tree");
    }
    rules
}

fn is_text_rule(rule: &str) -> bool {
    matches!(rule, "R1" | "R2")
}

/// The operation of a rule, and whether it makes `after` of `before`; `None` if there is no such rule.
fn legal(rule: &str, before: &Value, after: &Value) -> Option<(&'static str, bool)> {
    use Value::{Array, Bool, Null, Number, Object, String};
    Some(match rule {
        "R1" => ("append", *before == Null && is_closers(after)),
        "R2" => ("remove", *before == ",".into() && *after == "".into()),
        "R3" => (
            "replace",
            matches!((before, after), (String(text), Number(spelling)) if text == spelling),
        ),
        "R4" => (
            "replace",
            matches!((before, after), (String(text), Bool(value)) if text == if *value { "true" } else { "false" }),
        ),
        "R5" => (
            "replace",
            matches!((before, after), (String(text), Array(_) | Object(_)) if json::parse(text).as_ref() == Ok(after)),
        ),
        "R6" => (
            "replace",
            matches!((before, after), (Number(_) | Bool(_), String(text)) if before.compact() == *text),
        ),
        "R7" => (
            "replace",
            !matches!(before, Array(_)) && after.items() == Some(std::slice::from_ref(before)),
        ),
        "R8" => ("remove", *before == Null && *after == Null),
        "R9" => (
            "replace",
            matches!((before, after), (String(a), String(b)) if a != b && a.to_lowercase() == b.to_lowercase()),
        ),
        _ => return None,
    })
}

fn is_closers(after: &Value) -> bool {
    after
        .as_str()
        .is_some_and(|text| !text.is_empty() && text.chars().all(|c| matches!(c, ']' | '}')))
}
