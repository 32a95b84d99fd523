//! The pattern judge with its real child process.

use argument_check_corpus::Op;
use argument_check_oracle::differential::worker::{
    Outcome, WorkerCommand, WorkerError, WorkerPool,
};
use argument_check_oracle::differential::{Allowance, Hits, PatternJudge};
use argument_check_oracle::lossless::{self, Value};
use argument_check_oracle::{Exchange, Judge, Judgement, Reason};
use std::sync::Arc;
use std::time::Duration;

fn pool(limit: Duration) -> Arc<WorkerPool> {
    let command = WorkerCommand {
        program: env!("CARGO_BIN_EXE_pattern-worker").into(),
        arguments: Vec::new(),
    };
    Arc::new(WorkerPool::new(command, limit))
}

fn text(value: &str) -> String {
    Value::String(value.to_owned()).to_text()
}

/// Judges the answer "no defect" or "mismatch at `$.x`".
fn judge(pattern: &str, subject: &str, mismatch: bool) -> (Judgement, Arc<Hits>) {
    let arguments = format!(r#"{{"x":{}}}"#, text(subject));
    let body = format!(
        r#"{{"arguments":{arguments},"schema":{{"properties":{{"x":{{"pattern":{}}}}}}}}}"#,
        text(pattern)
    );
    let tail = if mismatch {
        r#""UNREPAIRABLE","statement":"-","coverage":{"enforced":[],"not_checked":[]},"defects":[{"path":"$.x","code":"pattern_mismatch","reason":"-"}]}"#
    } else {
        r#""VALID","statement":"-","coverage":{"enforced":[],"not_checked":[]}}"#
    };
    let answer = format!(
        r#"{{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"-","verdict":{tail}"#
    );
    let hits = Arc::new(Hits::default());
    let tree = lossless::read_str(&arguments).expect("the arguments are JSON");
    let tentative = Arc::new(move |_: &[u8]| Some(tree.clone()));
    let judge = PatternJudge::new(
        tentative,
        Arc::clone(&hits),
        pool(Duration::from_millis(250)),
    );
    let judgement = judge.judge(&Exchange {
        op: Op::Check,
        body: body.as_bytes(),
        answer: &answer,
    });
    (judgement, hits)
}

/// The right answer agrees and the opposite one does not.
fn decided(pattern: &str, subject: &str, matches: bool) {
    assert_eq!(
        judge(pattern, subject, !matches).0,
        Judgement::Agrees,
        "{pattern} {subject:?}"
    );
    let opposite = judge(pattern, subject, matches).0;
    assert!(
        matches!(opposite, Judgement::Disagrees(_)),
        "{pattern} {subject:?}"
    );
}

#[test]
fn patterns_are_ecma_262_with_u_and_unanchored() {
    decided("b", "abc", true);
    decided("^b$", "abc", false);
    decided("^a$", "a\n", false);
    decided(r"\d", "٣", false);
    decided(r"\w", "\u{17f}", false);
    decided(r"\s", "\u{feff}", true);
    decided(".", "\u{2028}", false);
    decided("^.$", "😀", true);
    decided(r"^\ud83d\ude00$", "😀", true);
    decided(r"^\p{Lu}$", "É", true);
    decided(r"\bé", "é", false);
    decided("[^]", "\n", true);
    decided("[]", "a", false);
    decided("[a&&b]", "&", true);
}

#[test]
fn widened_escapes_mean_their_character() {
    decided(r"^\w+\@\w+\-x$", "me@home-x", true);
    decided(r"^[\_\-]$", "_", true);
    decided(r#"^\"$"#, "x", false);
    assert!(judge(r"\@", "@", false).1.of(Allowance::J11) > 0);
}

#[test]
fn a_verdict_on_a_pattern_that_is_none_is_refused() {
    for pattern in [
        "(",
        r"\A",
        "a++",
        "}",
        r"\p{Greek}",
        "(?i)a",
        r"(?\:a)",
        "(?=a)",
        r"(a)\1",
        "(?i:a)",
    ] {
        for mismatch in [true, false] {
            let judgement = judge(pattern, "a", mismatch).0;
            assert!(matches!(judgement, Judgement::Disagrees(_)), "{pattern}");
        }
    }
}

#[test]
fn long_subjects_and_contested_characters_are_not_comparable() {
    let (judgement, hits) = judge("a", &"a".repeat(21), false);
    assert_eq!(judgement, Judgement::NotComparable(Reason::LongSubject));
    assert_eq!(hits.of(Allowance::J13), 1);
    decided("^a{20}$", &"a".repeat(20), true);
    let (judgement, hits) = judge(r"^\p{L}$", "\u{88f}", false);
    assert_eq!(judgement, Judgement::NotComparable(Reason::NewerUnicode));
    assert_eq!(hits.of(Allowance::J12), 1);
}

#[test]
fn a_runaway_match_is_killed_and_the_pool_goes_on() {
    let pool = pool(Duration::from_millis(50));
    let runaway = format!("{}!", "a".repeat(60));
    let asked = pool.ask("^(a+)+$", &runaway);
    assert!(matches!(asked, Err(WorkerError::TimedOut)), "{asked:?}");
    assert!(matches!(pool.ask("a", "a"), Ok(Outcome::Match)));
}

#[test]
fn many_threads_share_one_pool() {
    let pool = pool(Duration::from_secs(5));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let pool = &pool;
            scope.spawn(move || {
                for round in 0..50 {
                    let subject = format!("{thread}-{round}");
                    let outcome = pool.ask("^[0-3]-[1-9]?[0-9]$", &subject);
                    assert!(matches!(outcome, Ok(Outcome::Match)), "{subject}");
                }
            });
        }
    });
}

#[test]
fn a_schema_without_patterns_leaves_nothing_to_judge() {
    let tentative = Arc::new(|_: &[u8]| None);
    let judge = PatternJudge::new(tentative, Arc::default(), pool(Duration::from_secs(1)));
    let answer = r#"{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"-","verdict":"VALID","statement":"-","coverage":{"enforced":[],"not_checked":[]}}"#;
    let judgement = judge.judge(&Exchange {
        op: Op::Check,
        body: br#"{"arguments":{},"schema":{}}"#,
        answer,
    });
    assert_eq!(judgement, Judgement::NotComparable(Reason::NoPattern));
}
