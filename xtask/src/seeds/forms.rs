//! The form of each target's inputs. A target that is not listed reads whole
//! request bodies, or gets the chance to.

use argument_check_corpus::Op;

use super::dictionary::Words;
use super::harvest::Harvest;

/// What one target gets.
pub(super) struct Form {
    target: &'static str,
    /// Its inputs.
    pub(super) inputs: fn(&Harvest) -> Vec<Vec<u8>>,
    /// The kinds of words in its dictionary.
    pub(super) words: &'static [Words],
}

const EVERY_WORD: &[Words] = &[
    Words::Json,
    Words::Numbers,
    Words::Names,
    Words::Keywords,
    Words::Patterns,
    Words::Strings,
];

/// How many subjects one pattern gets.
const SUBJECTS: usize = 4;

/// The form of a target without one of its own.
static BODIES: Form = Form {
    target: "",
    inputs: |harvest| of_ops(harvest, &Op::ALL),
    words: EVERY_WORD,
};

static FORMS: &[Form] = &[
    Form {
        target: "check",
        inputs: |harvest| of_ops(harvest, &[Op::Check, Op::Precheck]),
        words: EVERY_WORD,
    },
    Form {
        target: "candidates",
        inputs: |harvest| of_ops(harvest, &[Op::Candidates]),
        words: &[Words::Json, Words::Numbers, Words::Markdown],
    },
    Form {
        target: "markdown_blocks",
        inputs: |harvest| texts(&harvest.documents),
        words: &[Words::Json, Words::Markdown],
    },
    Form {
        target: "preflight_request",
        inputs: |harvest| of_ops(harvest, &[Op::Request]),
        words: EVERY_WORD,
    },
    Form {
        target: "preflight_gate",
        inputs: |harvest| of_ops(harvest, &[Op::Gate]),
        words: &[Words::Json, Words::Numbers, Words::Names, Words::Strings],
    },
    Form {
        target: "canonical",
        inputs: json,
        words: &[Words::Json, Words::Numbers, Words::Strings],
    },
    Form {
        target: "json_reader",
        inputs: json,
        words: &[Words::Json, Words::Numbers, Words::Strings],
    },
    Form {
        target: "number",
        inputs: numbers,
        words: &[Words::Numbers],
    },
    Form {
        target: "pattern",
        inputs: patterns,
        words: &[Words::Patterns],
    },
    Form {
        target: "schema_compile",
        inputs: |harvest| texts(&harvest.schemas),
        words: &[
            Words::Json,
            Words::Keywords,
            Words::Names,
            Words::Numbers,
            Words::Patterns,
        ],
    },
    Form {
        target: "text_repair",
        inputs: |harvest| texts(&harvest.texts),
        words: &[Words::Json, Words::Numbers, Words::Strings],
    },
];

/// The form of the target called `name`.
pub(super) fn form(name: &str) -> &'static Form {
    let own = FORMS.iter().find(|form| form.target == name);
    own.unwrap_or(&BODIES)
}

fn of_ops(harvest: &Harvest, ops: &[Op]) -> Vec<Vec<u8>> {
    let bodies = harvest.bodies.iter().filter(|(op, _)| ops.contains(op));
    bodies.map(|(_, body)| body.clone()).collect()
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<Vec<u8>> {
    texts
        .into_iter()
        .map(|text| text.clone().into_bytes())
        .collect()
}

/// Two spellings, parted by a space: each with its neighbour, and with itself.
fn numbers(harvest: &Harvest) -> Vec<Vec<u8>> {
    let second = harvest.numbers.iter().skip(1);
    let next = harvest.numbers.iter().zip(second);
    let same = harvest.numbers.iter().zip(&harvest.numbers);
    next.chain(same)
        .map(|(one, two)| format!("{one} {two}").into_bytes())
        .collect()
}

/// A pattern and a subject, parted by a line feed.
fn patterns(harvest: &Harvest) -> Vec<Vec<u8>> {
    let pairs = harvest.patterns.iter().flat_map(|(pattern, subjects)| {
        let subjects = subjects.iter().map(String::as_str).chain([""]);
        subjects
            .take(SUBJECTS)
            .map(move |subject| format!("{pattern}\n{subject}"))
    });
    pairs.map(String::into_bytes).collect()
}

/// Everything that is JSON, or is to be read as if it were.
fn json(harvest: &Harvest) -> Vec<Vec<u8>> {
    let mut all = of_ops(harvest, &Op::ALL);
    all.extend(texts(&harvest.texts));
    all.extend(texts(&harvest.numbers));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_of_a_target_and_no_target_has_two() {
        for (at, form) in FORMS.iter().enumerate() {
            let name = form.target;
            assert!(
                argument_check_oracle::fuzzing::target(name).is_some(),
                "{name}"
            );
            assert!(FORMS.iter().skip(at + 1).all(|other| other.target != name));
        }
    }
}
