use super::*;
use crate::laws::Target;
use crate::mutants::{self, Decided};
use argument_check_corpus::Op;

/// The engine, as the thing judged.
struct Engine;

impl Target for Engine {
    fn ask(&self, op: Op, body: &[u8]) -> String {
        match op {
            Op::Precheck => argument_check::precheck(body),
            _ => argument_check::check(body),
        }
    }
}

/// A target that never answers.
struct Silent;

impl Target for Silent {
    fn ask(&self, _: Op, _: &[u8]) -> String {
        String::new()
    }
}

fn space(tokens: u32) -> std::ops::Range<u64> {
    Space::new(tokens).unwrap().numbers()
}

/// The texts of four tokens of which the first is `{`.
fn of_four() -> std::ops::Range<u64> {
    let first = Space::new(3).unwrap().texts();
    first..first + 2_197
}

/// The number of the text that these tokens make.
fn number(tokens: &[&str]) -> u64 {
    let digit = |token| ALPHABET.iter().position(|known| known == token).unwrap() as u64;
    let shorter = Space::new(tokens.len() as u32 - 1).unwrap().texts();
    shorter + tokens.iter().fold(0, |sum, token| sum * 13 + digit(token))
}

fn broken(tally: &Tally) -> Vec<&'static str> {
    let laws = tally.laws.iter().filter(|law| law.broken > 0);
    laws.map(|law| law.name).collect()
}

#[test]
fn no_text_of_up_to_three_tokens_breaks_any_law() {
    let tally = judge(space(3), 3, &Engine);
    assert_eq!(tally.breaches, []);
    assert_eq!((tally.texts, tally.breached), (2_379, 0));
    let verdicts: Vec<&str> = tally.kinds.keys().map(|kind| kind.verdict).collect();
    for verdict in ["VALID", "REPAIRED", "UNREPAIRABLE", "refused"] {
        assert!(verdicts.contains(&verdict), "{verdict}");
    }
    for name in [
        "reference",
        "verdict",
        "whitelist",
        "prefix tokens",
        "pre-check",
        "I17",
        "I25",
    ] {
        let law = tally.laws.iter().find(|law| law.name == name).unwrap();
        assert!(law.judged > 0, "{name}");
    }
}

#[test]
fn parts_add_up_to_the_whole_in_any_order() {
    let whole = judge(0..400, 2, &Engine);
    let parts = judge(250..400, 2, &Engine).and(judge(0..250, 2, &Engine));
    assert_eq!(whole, parts);
}

#[test]
fn wrong_decisions_about_texts_are_noticed_without_the_reference() {
    for (id, law) in [
        ("M42", "prefix tokens"), // closes an open string
        ("M43", "prefix tokens"), // completes `tru`
        ("M44", "prefix tokens"), // adds null after a colon
        ("M45", "verdict"),       // closers in opening order
        ("M46", "whitelist"),     // takes a cut number as complete
        ("M47", "whitelist"),     // R1 before R2
        ("M48", "verdict"),       // R2 on adjacent characters only
        ("M49", "whitelist"),     // R2 on a structural comma
        ("M50", "whitelist"),     // one entry for two R2
        ("M51", "verdict"),       // R2 without entry
    ] {
        let mutants = mutants::all();
        let mutant = mutants.iter().find(|mutant| mutant.id == id).unwrap();
        for decided in mutant.decided() {
            let tally = judge(of_four(), 0, &decided);
            let broken = broken(&tally);
            assert!(broken.contains(&"reference"), "{id} equals the reference");
            assert!(broken.contains(&law), "{id}: {broken:?}");
        }
    }
}

#[test]
fn a_cut_number_that_is_closed_is_an_invented_value() {
    let mutants = mutants::all();
    let mutant = mutants.iter().find(|mutant| mutant.id == "M46").unwrap();
    for decided in mutant.decided() {
        let cut = number(&["{", "\"a\"", ":", "1"]);
        let tally = judge(cut..cut + 1, 0, &decided);
        assert!(tally.invented > 0, "{:?}", broken(&tally));
        // No law but I17 is broken by the whole, whose prefix that text is.
        let whole = number(&["{", "\"a\"", ":", "1", "1", "}"]);
        assert_eq!(text(whole).0, "{\"a\":11}");
        let tally = judge(whole..whole + 1, 0, &decided);
        assert_eq!(broken(&tally), ["I17"]);
    }
}

#[test]
fn an_answer_that_does_not_come_breaks_laws_and_is_counted_as_none() {
    let tally = judge(0..30, 2, &Silent);
    assert_eq!(
        tally
            .kinds
            .keys()
            .map(|kind| kind.verdict)
            .collect::<Vec<_>>(),
        ["no answer"]
    );
    assert!(tally.breached > 100, "{}", tally.breached);
    assert_eq!(tally.breaches.len(), 100);
}

#[test]
fn the_reference_agrees_with_the_text_laws_alone() {
    let tally = judge(space(3), 3, &Decided::published());
    assert_eq!(tally.breached, 0);
}
