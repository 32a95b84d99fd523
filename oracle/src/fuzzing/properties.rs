//! The laws of the targets as properties, with inputs that shrink.
//!
//! A fuzzer finds more, but not in a clean clone within seconds, and its
//! findings come large. These call the same law functions on inputs that are
//! drawn as pieces, so that what is left of a failing one is what matters. Seeds
//! that failed are kept in `oracle/proptest-regressions/fuzzing.txt`.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;

use super::target;

/// Where failing seeds are kept; the file says how it is used.
const SEEDS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/fuzzing.txt"
);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(SEEDS))),
        ..ProptestConfig::default()
    }
}

/// Whether the law of a target holds for these bytes.
fn holds(name: &str, data: &[u8]) -> Result<(), TestCaseError> {
    let target = target(name).ok_or_else(|| TestCaseError::fail(format!("no target {name}")))?;
    (target.law)(data).map_err(|finding| TestCaseError::fail(finding.to_string()))
}

fn joined(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    vec(select(pieces), 0..most).prop_map(|pieces| pieces.concat())
}

/// JSON texts, and what is almost JSON.
fn text() -> impl Strategy<Value = String> {
    let any = joined(
        &[
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            " ",
            "\"a\"",
            "\"a\":",
            "\"b\":",
            "1",
            "1.5",
            "-0",
            "1.",
            "1e",
            "tru",
            "true",
            "null",
            "\"",
            "\\",
            "\\u0061",
            "\\ud800",
            "\n",
            "é",
            "x",
            "[1,",
            "{\"a\":1,",
        ],
        14,
    );
    let object = joined(
        &[
            "1,", "2 ,", "[1,2],", "{\"a\":[", "{\"b\":", "true", "]", "}", ",",
        ],
        8,
    )
    .prop_map(|rest| format!("{{\"x\":{rest}"));
    prop_oneof![any, object]
}

fn number() -> impl Strategy<Value = String> {
    let whole = "-?(0|[1-9][0-9]{0,3}|900719925474099[0-9]|1844674407370955161[0-9])";
    let spelling =
        format!("{whole}(\\.[0-9]{{1,22}})?([eE][+-]?(0|[1-9][0-9]{{0,2}}|[1-9][0-9]{{18,22}}))?");
    proptest::string::string_regex(&spelling).expect("a pattern of numbers")
}

/// Bytes that steer a generator.
fn steering() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..240).prop_map(|rest| [&[0xff], rest.as_slice()].concat())
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn texts_are_repaired_as_their_tokens_say(text in text()) {
        holds("text_repair", text.as_bytes())?;
    }

    #[test]
    fn the_reader_agrees_with_two_libraries(text in text(), byte: u8) {
        holds("json_reader", text.as_bytes())?;
        let mut bytes = text.into_bytes();
        let at = usize::from(byte) % (bytes.len() + 1);
        bytes.insert(at, byte);
        holds("json_reader", &bytes)?;
    }
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn numbers_are_exact(one in number(), two in number(), steering in steering()) {
        holds("number", format!("{one} {two}").as_bytes())?;
        holds("number", &steering)?;
    }

    #[test]
    fn patterns_match_as_regress_matches(
        pattern in joined(&["a", "b", "^", "$", ".", "(", "(?:", ")", "|", "*", "+?", "{2,3}", "[a-c", "]", "\\d", "\\p{L}", "\\b", "é"], 8),
        subject in "[ab0 é]{0,6}",
        steering in steering(),
    ) {
        holds("pattern", format!("{pattern}\n{subject}").as_bytes())?;
        holds("pattern", &steering)?;
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn schemas_are_refused_and_disclosed_in_full(steering in steering()) {
        holds("schema_compile", &steering)?;
    }

    #[test]
    fn requests_are_answered_lawfully(steering in steering()) {
        holds("check", &steering)?;
    }

    #[test]
    fn mutated_diffs_are_refuted(steering in steering()) {
        holds("replay_diff", &steering)?;
    }

    #[test]
    fn mutated_answers_are_never_proven(steering in steering()) {
        holds("audit", &steering)?;
    }
}
