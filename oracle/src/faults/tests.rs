use super::*;
use crate::lossless::read_str;

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"required":["n"],"properties":{
    "n":{"type":"integer"},"x":{"type":"number"},"b":{"type":"boolean"},
    "o":{"type":"object","properties":{"k":{"type":"string"}}},
    "l":{"type":"array","items":{"type":"string"}},
    "s":{"type":"string","enum":["Red","green"]},"free":{"type":"string"}}}"#;
const ARGUMENTS: &str =
    r#"{"n": 123, "x": 1.50, "b": true, "o": {"k": "v"}, "l": ["é one"], "s": "Red"}"#;

fn calls() -> Vec<Call> {
    vec![Call::new("it", SCHEMA, ARGUMENTS).unwrap()]
}

/// What the engine does with the faults of so many turns, by class.
fn scores(turns: u64, answer: impl Fn(&[u8]) -> String) -> Vec<(Class, Score)> {
    let calls = calls();
    let plan = Plan::new(&calls, 7);
    let mut scores: Vec<_> = Class::ALL.map(|class| (class, Score::default())).into();
    for turn in 0..turns {
        let (_, fault) = plan.fault(turn).unwrap();
        let outcome = judge(&fault, &answer(&fault.body));
        scores[fault.class as usize].1.take(&outcome);
    }
    scores
}

#[test]
fn every_class_has_its_turn_and_a_right_engine_scores_as_expected() {
    for (class, score) in scores(1_200, argument_check::check) {
        assert_eq!(score.injected, 100, "{class:?}");
        assert!(score.is_as_expected(class), "{class:?} {score:?}");
    }
}

#[test]
fn a_target_that_closes_a_cut_number_is_found_altered() {
    // D39 reversed: white space behind the last digit says that it ended.
    let careless = |body: &[u8]| {
        let text = String::from_utf8(body.to_vec()).unwrap();
        let shown = text.replacen("\",\"schema\"", " \",\"schema\"", 1);
        argument_check::check(shown.as_bytes())
    };
    let scores = scores(1_200, careless);
    let (class, score) = scores[Class::Truncation as usize];
    assert_eq!(class, Class::Truncation);
    assert!(score.altered > 0, "{score:?}");
    assert!(!score.is_as_expected(class));
}

#[test]
fn a_turn_is_a_function_of_the_seed() {
    let calls = calls();
    let bodies = |seed| -> Vec<Vec<u8>> {
        let plan = Plan::new(&calls, seed);
        (0..60)
            .map(|turn| plan.fault(turn).unwrap().1.body)
            .collect()
    };
    assert_eq!(bodies(1), bodies(1));
    assert_ne!(bodies(1), bodies(2));
}

#[test]
fn a_call_that_is_not_valid_gets_no_fault() {
    let calls = [Call::new("it", SCHEMA, r#"{"n": "1"}"#).unwrap()];
    assert!(!calls[0].is_valid());
    assert!(Plan::new(&calls, 1).fault(0).is_none());
    assert_eq!(
        Call::new("it", SCHEMA, "[1]").unwrap_err(),
        Unusable::Arguments
    );
    assert_eq!(
        Call::new("it", "{", ARGUMENTS).unwrap_err(),
        Unusable::Schema
    );
}

#[test]
fn where_another_answer_may_be_right_no_fault_is_put() {
    let class_of = |schema: &str, arguments: &str, class: Class| {
        let calls = [Call::new("it", schema, arguments).unwrap()];
        assert!(calls[0].is_valid());
        let plan = Plan::new(&calls, 1);
        (0..24).any(|turn| plan.fault(turn).is_some_and(|(_, it)| it.class == class))
    };
    let none = |schema: &str, arguments: &str, class: Class| {
        assert!(!class_of(schema, arguments, class), "{schema} {arguments}");
    };
    let of = |schema: &str| format!(r#"{{"properties":{{"x":{schema}}}}}"#);
    none(
        &of(r#"{"type":["number","array"]}"#),
        r#"{"x":5}"#,
        Class::QuotedNumber,
    );
    none(&of("{}"), r#"{"x":5}"#, Class::QuotedNumber);
    none(
        &of(r#"{"type":"array"}"#),
        r#"{"x":["[1]"]}"#,
        Class::UnwrappedArray,
    );
    none(
        &of(r#"{"type":"array"}"#),
        r#"{"x":[[1]]}"#,
        Class::UnwrappedArray,
    );
    none(
        &of(r#"{"type":"array"}"#),
        r#"{"x":[1]}"#,
        Class::MistypedValue,
    );
    none(
        &of(r#"{"type":"string","enum":["red","RED"]}"#),
        r#"{"x":"red"}"#,
        Class::EnumCase,
    );
    none(&of(r#"{"type":"null"}"#), "{}", Class::NullForOptional);
}

#[test]
fn what_is_delivered_is_held_against_the_original() {
    let original = read_str(r#"{"a":1.0,"b":[1,{"c":"x"}]}"#).unwrap();
    let said = |answer: &str, part| judge::outcome(answer, &original, part).name();
    let repaired = |blob: &str| format!(r#"{{"verdict":"REPAIRED","repaired":{blob}}}"#);
    for (blob, whole, part) in [
        (r#"{"a":1.0,"b":[1,{"c":"x"}]}"#, "exact", "exact"),
        (r#"{"a":1.0,"b":[1,{}]}"#, "altered", "exact"),
        (r#"{"a":1}"#, "altered", "altered"),
        (r#"{"a":1.0,"b":{}}"#, "altered", "altered"),
        (r#"{"a":1.0,"b":[1,{"d":1}]}"#, "altered", "altered"),
        (r#"{"a":1.0,"b":[1,{"c":"x"},2]}"#, "altered", "altered"),
    ] {
        assert_eq!(said(&repaired(blob), false), whole, "{blob}");
        assert_eq!(said(&repaired(blob), true), part, "{blob}");
    }
    for (answer, name) in [
        (r#"{"verdict":"UNREPAIRABLE"}"#, "refused"),
        (r#"{"refusal":"schema_not_covered"}"#, "refused"),
        (r#"{"verdict":"VALID"}"#, "altered"),
        (
            r#"{"verdict":"UNREPAIRABLE","repaired":{"a":2}}"#,
            "altered",
        ),
        (r#"{"verdict":"REPAIRED"}"#, "unanswered"),
        ("oops", "unanswered"),
    ] {
        assert_eq!(said(answer, true), name, "{answer}");
    }
}

#[test]
fn no_prefix_of_a_call_is_altered() {
    let call = &calls()[0];
    let text = prefixes::text(call);
    assert_eq!(text, ARGUMENTS);
    let mut score = Score::default();
    for prefix in prefixes::of(&text) {
        let answer = argument_check::check(&prefixes::body(prefix));
        score.take(&prefixes::judge(call, &answer));
    }
    assert_eq!(score.injected, text.chars().count() as u64);
    assert_eq!((score.altered, score.unanswered), (0, 0));
    assert!(score.exact > 10 && score.refused > 10, "{score:?}");
}
