//! What draws reach, told by the reference.

use std::collections::BTreeMap;

use super::{body, draw};
use crate::answer::{Answer, Outcome};
use crate::laws::Target as _;
use crate::mutants;
use crate::reference;
use crate::vocabulary::{Code, Keyword, RefusalCode, Rule};
use arbitrary::Unstructured;

const SEED: u64 = 1;
const DRAWS: u64 = 20_000;

#[derive(Default)]
struct Reached {
    names: BTreeMap<&'static str, u64>,
    refusals: u64,
    bytes: usize,
}

impl Reached {
    fn count(&mut self, name: &'static str) {
        *self.names.entry(name).or_default() += 1;
    }

    fn take(&mut self, body: &[u8]) {
        self.bytes += body.len();
        match Answer::parse(&reference::check(body)).expect("an answer of the contract") {
            Answer::Refusal(refusal) => {
                self.refusals += 1;
                self.count(refusal.code.as_str());
            }
            Answer::Assessable => self.count("assessable"),
            Answer::Verdict(report) => {
                for keyword in report.enforced {
                    self.count(keyword.as_str());
                }
                match report.outcome {
                    Outcome::Valid => self.count("VALID"),
                    Outcome::Repaired { diff, .. } => {
                        self.count("REPAIRED");
                        for entry in diff {
                            self.count(entry.rule.as_str());
                        }
                    }
                    Outcome::Unrepairable { defects } => {
                        self.count("UNREPAIRABLE");
                        for defect in defects {
                            self.count(defect.code.as_str());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn draws_reach_every_rule_code_refusal_and_keyword_and_few_are_refused() {
    let mut reached = Reached::default();
    for index in 0..DRAWS {
        reached.take(&draw(SEED, index));
    }
    let mean = reached.bytes as u64 / DRAWS;
    println!(
        "{DRAWS} draws of seed {SEED}, {mean} bytes on average, {} refused: {:?}",
        reached.refusals, reached.names
    );
    let names = (Rule::ALL.iter().map(|rule| rule.as_str()))
        .chain(Code::ALL.iter().map(|code| code.as_str()))
        .chain(RefusalCode::ALL.iter().map(|code| code.as_str()))
        .chain(Keyword::ALL.iter().map(|keyword| keyword.as_str()))
        .chain(["VALID", "REPAIRED", "UNREPAIRABLE"]);
    for name in names {
        let seen = reached.names.get(name).copied().unwrap_or_default();
        assert!(seen > 0, "{DRAWS} draws of seed {SEED} never reach {name}");
    }
    let share = |name| reached.names[name] * 100 / DRAWS;
    assert!(reached.refusals * 100 / DRAWS < 20, "{}", reached.refusals);
    assert!(share("VALID") >= 10 && share("REPAIRED") >= 10 && share("UNREPAIRABLE") >= 20);
}

#[test]
fn a_draw_is_the_same_whenever_it_is_drawn_and_its_neighbour_another() {
    assert_eq!(draw(7, 11), draw(7, 11));
    assert_ne!(draw(7, 11), draw(7, 12));
    assert_ne!(draw(7, 11), draw(8, 11));
}

#[test]
fn any_bytes_make_a_body_even_none() {
    for bytes in [&[][..], &[0; 64], &[0xff; 4096], b"steer me"] {
        let made = body(&mut Unstructured::new(bytes)).expect("a body");
        assert!(!made.is_empty());
    }
}

#[test]
fn draws_tell_most_mutants_from_the_reference() {
    const DRAWS: u64 = 20_000;
    let bodies: Vec<_> = (0..DRAWS).map(|index| draw(SEED, index)).collect();
    let published = mutants::Decided::published();
    let ask = |target: &mutants::Decided, body: &[u8]| (target.check(body), target.precheck(body));
    let right: Vec<_> = bodies.iter().map(|body| ask(&published, body)).collect();
    let told = |target: &mutants::Decided| {
        let mut both = bodies.iter().zip(&right);
        both.position(|(body, right)| ask(target, body) != *right)
    };
    let (mut all, mut missed, mut late) = (0, Vec::new(), Vec::new());
    for mutant in mutants::all() {
        for target in mutant.decided() {
            all += 1;
            match told(&target) {
                None => missed.push(mutant.id),
                Some(at) if at > 2000 => late.push((mutant.id, at)),
                Some(_) => {}
            }
        }
    }
    println!("{all} wrong decisions, missed by {DRAWS} draws: {missed:?}, late: {late:?}");
    assert!(missed.len() * 20 < all, "{missed:?}");
}
