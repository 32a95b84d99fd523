//! Asks the engine every pinned body in every form that callers have it in:
//! the body, its parts, and a schema that is compiled once. All have one answer
//! (D13, D91), whatever the right answer is; judging that is the oracle's.
//!
//! This is also what `cargo xtask coverage` measures: it runs the engine and
//! nothing that checks it. `ARGUMENT_CHECK_BODIES` names a file of other bodies,
//! one `{"op":…,"body_base64":…}` a line, that are asked instead of the pinned.

use argument_check::candidates::{Search, regions};
use argument_check::json::canonical::canonicalize;
use argument_check::preflight::InputRefusal;
use argument_check::{
    BODY_CAP, Schema, Submission, Verdict, candidates, check, precheck, preflight,
};
use argument_check_corpus::json::{self, Value};
use argument_check_corpus::{Op, SYSTEMS, pin};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The environment variable that names other bodies.
const BODIES: &str = "ARGUMENT_CHECK_BODIES";

#[test]
fn every_form_of_a_submission_has_one_answer() {
    let bodies = match std::env::var_os(BODIES) {
        Some(file) => read(&std::fs::read_to_string(file).expect("the file of bodies")),
        None => pinned(),
    };
    assert!(!bodies.is_empty(), "nothing to ask");
    for (op, body) in &bodies {
        match op {
            Op::Check | Op::Precheck => ask(body),
            Op::Candidates => ask_candidates(body),
            Op::Request => ask_preflight(body, preflight::request, |body| {
                Ok(preflight::check_request(body)?.answer())
            }),
            Op::Gate => ask_preflight(body, preflight::gate, |body| {
                Ok(preflight::preflight_tool_call(body)?.answer())
            }),
        }
    }
}

fn pinned() -> Vec<(Op, Vec<u8>)> {
    let artefacts = SYSTEMS.map(|system| pin::parse(system.artefact).expect("an artefact"));
    let pinned = artefacts.into_iter().flat_map(|artefact| artefact.cases);
    pinned.map(|it| (it.case.op, it.case.body)).collect()
}

fn read(lines: &str) -> Vec<(Op, Vec<u8>)> {
    let one = |line: &str| {
        let line = json::parse(line).expect("a line of JSON");
        let member = |name| line.get(name).and_then(Value::as_str).expect("a string");
        let body = STANDARD.decode(member("body_base64")).expect("base64");
        (Op::from_name(member("op")).expect("an op"), body)
    };
    lines.lines().map(one).collect()
}

/// Asks for the candidates of a body, and of its text and options where it has
/// them; asks for the regions that were searched, too.
fn ask_candidates(body: &[u8]) {
    let answer = candidates(body);
    assert_eq!(candidates(body), answer, "the same request, asked again");
    let Some(Ok(Value::Object(members))) = std::str::from_utf8(body).ok().map(json::parse) else {
        return;
    };
    let (mut search, mut text) = (Search::default(), None);
    for (name, value) in &members {
        match (name.as_str(), value) {
            ("text", Value::String(given)) => text = Some(given.as_str()),
            ("repair", Value::Bool(repair)) => search.repair = *repair,
            // Spellings by value, such as 1e1, are the body's alone.
            ("max_results", Value::Number(digits)) => match digits.parse() {
                Ok(most) => search.max_results = most,
                Err(_) => return,
            },
            _ => return,
        }
    }
    let Some(text) = text else { return };
    assert_eq!(search.answer(text.as_bytes()), answer);
    for region in regions(text).unwrap_or_default() {
        let placed: String = region.origins().map(|(character, _)| character).collect();
        assert_eq!(placed, region.text, "each character comes from somewhere");
    }
}

/// Asks a tool of the preflight, as text and as types, and for the form that
/// its hashes are of.
fn ask_preflight(
    body: &[u8],
    text: fn(&[u8]) -> String,
    typed: fn(&[u8]) -> Result<String, InputRefusal>,
) {
    let answer = text(body);
    assert_eq!(text(body), answer, "the same request, asked again");
    match typed(body) {
        Ok(typed) => assert_eq!(typed, answer),
        Err(refusal) => {
            assert_eq!(answer, format!("{{\"refused\":\"{}\"}}", refusal.as_str()));
            assert!(!refusal.to_string().is_empty());
        }
    }
    match canonicalize(body) {
        Ok(form) => assert_eq!(canonicalize(form.as_bytes()), Ok(form)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Asks for a check and a pre-check of a body, and of its parts where it has
/// them.
fn ask(body: &[u8]) {
    let answer = check(body);
    assert_eq!(check(body), answer, "the same request, asked again");
    let read = json::parse(&answer).expect("an answer");
    let free = precheck(body);
    if read.get("refusal").is_some() {
        assert_eq!(free, answer, "a pre-check is the refusal of the check");
    } else {
        assert!(free.ends_with(r#","assessable":true}"#), "{free}");
    }
    let Some((schema, arguments)) = parts(body) else {
        return;
    };
    let schema = schema.as_bytes();
    let form = match &arguments {
        Arguments::Value(value) => Submission::Arguments {
            schema,
            arguments: value.as_bytes(),
        },
        Arguments::Text(text) => Submission::Text {
            schema,
            text: text.as_bytes(),
        },
    };
    assert_eq!(form.check(), answer);
    assert_eq!(form.precheck(), free);
    compiled(schema, &arguments, &answer);
}

/// Checks with a schema that was compiled before, and reads all of the outcome.
fn compiled(schema: &[u8], arguments: &Arguments, answer: &str) {
    let outcome = Schema::compile(schema);
    let outcome = outcome.as_ref().map_err(Clone::clone);
    let outcome = outcome.and_then(|schema| match arguments {
        Arguments::Value(value) => schema.check_arguments(value.as_bytes()),
        Arguments::Text(text) => schema.check_text(text.as_bytes()),
    });
    match outcome {
        Err(refusal) => {
            assert!(answer.contains(refusal.code.as_str()));
            for place in &refusal.detail {
                assert!(refusal.to_string().contains(&place.path));
            }
        }
        Ok(outcome) => {
            let verdict = outcome.verdict();
            assert!(answer.contains(&format!("\"verdict\":\"{}\"", verdict.as_str())));
            let (mut blob, mut diff) = (String::new(), String::new());
            assert_eq!(
                outcome.write_arguments(&mut blob),
                verdict != Verdict::Unrepairable
            );
            outcome.write_diff(&mut diff);
            let repaired = format!(",\"repaired\":{blob},\"diff\":{diff}}}");
            assert_eq!(answer.ends_with(&repaired), verdict == Verdict::Repaired);
            for rule in outcome.rules() {
                assert!(diff.contains(&format!("\"rule\":\"{}\"", rule.as_str())));
            }
            assert_eq!(
                outcome.defects().is_empty(),
                verdict != Verdict::Unrepairable
            );
        }
    }
}

/// One form of arguments.
enum Arguments {
    Value(String),
    Text(String),
}

/// Schema and arguments of a body that has exactly these, apart from each other.
/// A body that only its own form can be (not JSON, over the cap, too deep for the
/// reader of the corpus) has no parts.
fn parts(body: &[u8]) -> Option<(String, Arguments)> {
    if body.len() > BODY_CAP {
        return None;
    }
    let read = json::parse(std::str::from_utf8(body).ok()?).ok()?;
    let schema = read.get("schema")?.compact();
    let arguments = match (read.get("arguments"), read.get("arguments_text")) {
        (Some(value), None) => Arguments::Value(value.compact()),
        (None, Some(text)) => Arguments::Text(text.as_str()?.to_owned()),
        _ => return None,
    };
    Some((schema, arguments))
}
