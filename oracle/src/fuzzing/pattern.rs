//! Patterns against `regress`: grammar, coverage, cost, and what they match
//! (D28, D29).
//!
//! The oracle's own pass over the pattern counts its cost and bounds what a
//! backtracking search may take; `regress` is asked only within that bound
//! (J13), with widened escapes rewritten (J11), and not where two Unicode
//! versions may differ (J12). What it cannot say is left open here, and is not
//! taken for agreement: `cargo xtask verify` counts such pairs.

use arbitrary::Unstructured;
use argument_check::schema::pattern::{Pattern, PatternError, Syntax};
use argument_check_corpus::Op;

use super::{Finding, Meaning, Target};
use crate::generate;
use crate::laws::pattern::{self, Match, PATTERN_COST};
use crate::lossless::write_string;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "pattern",
    about: "a pattern and a string: syntax, coverage, cost and match as regress and the published budget have them",
    law,
    meaning,
};

/// The longest pattern and the longest subject in bytes.
const LONGEST: (usize, usize) = (400, 80);

/// The pattern and its subject: parted by a line feed, or steered.
fn pair(data: &[u8]) -> (String, String) {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generate::pattern(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => {
            let text = String::from_utf8_lossy(data);
            let (pattern, subject) = text.split_once('\n').unwrap_or((&text, ""));
            (pattern.to_owned(), subject.to_owned())
        }
    }
}

fn meaning(data: &[u8]) -> Meaning {
    let (pattern, subject) = pair(data);
    let mut body = String::from("{\"arguments\":{\"x\":");
    write_string(&subject, &mut body);
    body.push_str("},\"schema\":{\"properties\":{\"x\":{\"pattern\":");
    write_string(&pattern, &mut body);
    body.push_str("}}}}");
    Meaning::request(Op::Check, body.into_bytes())
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let (text, subject) = pair(data);
    if text.len() > LONGEST.0 || subject.len() > LONGEST.1 {
        return Ok(());
    }
    let known = pattern::pattern(&text);
    let parsed = Syntax::parse(&text);
    let is_right = match known.syntax {
        pattern::Syntax::Covered => parsed.is_ok(),
        pattern::Syntax::Uncovered => matches!(parsed, Err(PatternError::NotCovered)),
        pattern::Syntax::Invalid => matches!(parsed, Err(PatternError::Invalid)),
        pattern::Syntax::Unknown => true,
    };
    let finding = |summary: &str, expected: String, actual: String| {
        Err(Finding {
            law: "D28",
            summary: summary.to_owned(),
            expected: format!("{expected}, of /{text}/u and {subject:?}"),
            actual,
        })
    };
    if !is_right {
        let actual = format!("{:?}", parsed.map(|syntax| syntax.cost()));
        return finding(
            "another syntax than regress reads",
            format!("{:?}", known.syntax),
            actual,
        );
    }
    let Ok(syntax) = parsed else {
        return Ok(());
    };
    if known.syntax == pattern::Syntax::Covered && syntax.cost() != known.cost {
        let (expected, actual) = (known.cost.to_string(), syntax.cost().to_string());
        return finding(
            "another cost than the published count (D29)",
            expected,
            actual,
        );
    }
    if syntax.class_cost() > known.ranges {
        let (expected, actual) = (known.ranges.to_string(), syntax.class_cost().to_string());
        return finding("more ranges than any table has (D29)", expected, actual);
    }
    if syntax.cost() > PATTERN_COST {
        return Ok(());
    }
    let matches = Pattern::new(syntax).is_match(&subject);
    match pattern::matches(&text, &subject) {
        Match::Undecided => Ok(()),
        decided if (decided == Match::Yes) == matches => Ok(()),
        decided => {
            let (expected, actual) = (format!("{decided:?}"), matches.to_string());
            finding("another match than that of regress", expected, actual)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_every_kind_pass() {
        for text in [
            "b\nabc",
            "^a$\na\n",
            "(?=a)\na",
            "(\n",
            "\\p{Greek}\n",
            "^(a+)+$\naaaaaaaaaaaaaaaaaa!",
            "\\-\\@\n-@",
            "a{6000}\na",
            "",
            "[^]\n",
            "\\b\u{e9}\n\u{e9}",
            "\\ud83d\\ude00\n😀",
        ] {
            assert_eq!(law(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_pair_is_the_request_that_asks_for_it() {
        let body = meaning(b"\\d\n5").body.unwrap();
        let answer = argument_check::check(&body);
        assert!(answer.contains("\"VALID\""), "{answer}");
    }
}
