//! The laws I1 to I28: what every right answer obeys, whoever gave it.
//!
//! A law looks at one request body and the answer to it, and says whether the
//! answer can be right by that law alone (section "invariants" of the readings,
//! D93, D94). The laws know the criteria by small functions of their own: an
//! exact validator, a gate, the predicates of the rules. They must never ask the
//! engine or the reference implementation for a judgement: mutants of the
//! reference are judged by them. Laws that vary the body and ask again take the
//! target as a parameter, and abstain when there is none.

mod admission;
mod again;
mod blind;
mod defects;
mod entries;
mod flip;
mod form;
mod gate;
pub(crate) mod last;
mod leak;
mod missed;
mod moved;
mod necessity;
pub(crate) mod number;
mod order;
mod origin;
pub(crate) mod pattern;
mod scan;
pub(crate) mod text;
mod total;
mod truncation;
pub(crate) mod validator;
mod vary;
mod verdict;
mod view;

pub use leak::no_canary;
pub use total::{hostile_bodies, within_budget};
pub use view::absent_members;

use argument_check_corpus::Op;

use crate::judge::{Evidence, Reason};

/// An implementation that answers requests.
pub trait Target: Sync {
    /// The answer to one request of that operation.
    fn ask(&self, op: Op, body: &[u8]) -> String;

    /// The answer to one check.
    fn check(&self, body: &[u8]) -> String {
        self.ask(Op::Check, body)
    }

    /// The answer to one pre-check.
    fn precheck(&self, body: &[u8]) -> String {
        self.ask(Op::Precheck, body)
    }
}

/// One request and the answer that was given to it.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    /// The raw request body.
    pub body: &'a [u8],
    /// The raw answer text.
    pub answer: &'a str,
    /// What was asked for.
    pub op: Op,
    /// Who gave the answer, if it can be asked again.
    pub target: Option<&'a dyn Target>,
}

impl Observation<'_> {
    /// Whether a pre-check was asked for.
    pub(crate) fn is_precheck(&self) -> bool {
        self.op == Op::Precheck
    }
}

/// What a law says of one observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// The answer obeys the law.
    Holds,
    /// The answer breaks the law.
    Broken(Evidence),
    /// The law has nothing to say here.
    NotApplicable(Reason),
}

impl Ruling {
    /// A breach; `summary` holds no payload, `detail` may.
    #[must_use]
    pub fn broken(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Broken(Evidence {
            summary: summary.into(),
            detail: detail.into(),
        })
    }

    /// Whether the law is broken.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Broken(_))
    }
}

/// A law on the way to its ruling: what is settled early is an error.
type Settled = Result<(), Ruling>;

fn settle(settled: Settled) -> Ruling {
    settled.err().unwrap_or(Ruling::Holds)
}

/// One law.
pub struct Law {
    /// Its number, `I1` to `I28`.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The clause that it protects.
    pub clause: &'static str,
    /// Whether it asks the target again.
    pub needs_target: bool,
    /// Whether one breach stops a service (D93, D94).
    pub stops_serving: bool,
    /// The law itself.
    pub check: fn(&Observation<'_>) -> Ruling,
}

impl Law {
    /// A law that judges one answer by itself.
    pub(crate) const fn alone(
        id: &'static str,
        name: &'static str,
        clause: &'static str,
        check: fn(&Observation<'_>) -> Ruling,
    ) -> Self {
        Self {
            id,
            name,
            clause,
            needs_target: false,
            stops_serving: false,
            check,
        }
    }

    /// A law that asks the target again.
    pub(crate) const fn asking(self) -> Self {
        Self {
            needs_target: true,
            ..self
        }
    }
}

/// The law numbered `id`.
#[must_use]
pub fn law(id: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.id == id)
}
/// The laws, in their order.
pub static LAWS: [Law; 28] = [
    Law {
        id: "I1",
        name: "shape",
        clause: "an answer is exactly one verdict with its own members, or one refusal (D85, D91)",
        needs_target: false,
        stops_serving: false,
        check: form::shape,
    },
    Law {
        id: "I2",
        name: "gate",
        clause: "a verdict covers every keyword of the schema; a refusal names the first predicate that holds (D2, D14, D15, D25, D94)",
        needs_target: false,
        stops_serving: true,
        check: admission::gate,
    },
    Law {
        id: "I3",
        name: "valid exactly",
        clause: "VALID if and only if the submitted tree has no error (D51, D80)",
        needs_target: false,
        stops_serving: false,
        check: verdict::valid_exactly,
    },
    Law {
        id: "I4",
        name: "repaired is valid",
        clause: "the delivered blob has no error, by jsonschema too (D80)",
        needs_target: false,
        stops_serving: false,
        check: verdict::repaired_is_valid,
    },
    Law {
        id: "I5",
        name: "replay",
        clause: "submission and diff give the delivered blob token for token (D46, D88, D93)",
        needs_target: false,
        stops_serving: true,
        check: entries::replayed,
    },
    Law {
        id: "I6",
        name: "entry legality",
        clause: "every diff entry satisfies the predicate of its own rule (R1 to R9, D51 to D78, D89, D93)",
        needs_target: false,
        stops_serving: true,
        check: entries::legal,
    },
    Law {
        id: "I7",
        name: "order",
        clause: "text entries first, then the tree in pre-order of the submission (D36, D45, D73)",
        needs_target: false,
        stops_serving: false,
        check: entries::ordered,
    },
    Law {
        id: "I8",
        name: "completeness",
        clause: "every error that no repair explains is a defect (D81)",
        needs_target: false,
        stops_serving: false,
        check: defects::complete,
    },
    Law {
        id: "I9",
        name: "soundness",
        clause: "every defect is an error or stands at a repair, and can be found in the submission (D69, D83)",
        needs_target: false,
        stops_serving: false,
        check: defects::sound,
    },
    Law {
        id: "I10",
        name: "defect order",
        clause: "missing_required first, codes in published order, nothing twice (D79, D81, D86)",
        needs_target: false,
        stops_serving: false,
        check: order::defects,
    },
    Law {
        id: "I11",
        name: "idempotence",
        clause: "the delivered blob is VALID when submitted, and the same request has the same answer (D7, D91)",
        needs_target: true,
        stops_serving: false,
        check: again::idempotent,
    },
    Law {
        id: "I12",
        name: "provenance",
        clause: "every scalar and key of the delivered blob is the caller's, or an enum entry by folding (D77, D93)",
        needs_target: false,
        stops_serving: true,
        check: origin::provenance,
    },
    Law {
        id: "I13",
        name: "necessity",
        clause: "each repaired node failed, and leaving one repair out leaves a failure (D37, D51)",
        needs_target: false,
        stops_serving: false,
        check: necessity::necessary,
    },
    Law {
        id: "I14",
        name: "schema-order blindness",
        clause: "the order of members in a schema decides nothing (D14, D36)",
        needs_target: true,
        stops_serving: false,
        check: blind::schema_order,
    },
    Law {
        id: "I15",
        name: "white space blindness",
        clause: "white space between tokens decides nothing (D39, D42, D90)",
        needs_target: true,
        stops_serving: false,
        check: blind::white_space,
    },
    Law {
        id: "I16",
        name: "form equivalence",
        clause: "both forms of arguments have the same answer (D37, D90)",
        needs_target: true,
        stops_serving: false,
        check: again::form,
    },
    Law {
        id: "I17",
        name: "truncation safety",
        clause: "a repaired prefix holds nothing that the whole text does not (D38, D39, D47)",
        needs_target: true,
        stops_serving: false,
        check: truncation::safe,
    },
    Law {
        id: "I18",
        name: "annotation blindness",
        clause: "annotations and format decide nothing but coverage (D24, D25)",
        needs_target: true,
        stops_serving: false,
        check: blind::annotations,
    },
    Law {
        id: "I19",
        name: "coverage flip",
        clause: "an unlisted keyword at a schema position turns a verdict into schema_not_covered, as a property name it does nothing (D15, D18, D19)",
        needs_target: true,
        stops_serving: true,
        check: flip::coverage,
    },
    Law {
        id: "I20",
        name: "no leak",
        clause: "sentences are a function of verdict, codes and schema limits (D91, D92)",
        needs_target: false,
        stops_serving: false,
        check: leak::fixed_sentences,
    },
    Law {
        id: "I21",
        name: "translation",
        clause: "the same schema one level down has the same answer one level down (D7, D87)",
        needs_target: true,
        stops_serving: false,
        check: moved::translated,
    },
    Law {
        id: "I22",
        name: "pre-check non-interference",
        clause: "a pre-check reveals the refusal and nothing of a verdict (D13)",
        needs_target: true,
        stops_serving: false,
        check: again::precheck,
    },
    Law {
        id: "I23",
        name: "spelling of the untouched",
        clause: "numbers that no entry touches keep their spelling (D30)",
        needs_target: false,
        stops_serving: false,
        check: entries::untouched,
    },
    Law {
        id: "I24",
        name: "renaming",
        clause: "no key is special (D36, D87)",
        needs_target: true,
        stops_serving: false,
        check: moved::renamed,
    },
    Law {
        id: "I25",
        name: "no missed repair",
        clause: "no type or enum failure is reported where exactly one rule applies, and no text that can be closed is refused (D53, D80)",
        needs_target: false,
        stops_serving: false,
        check: missed::repair,
    },
    Law {
        id: "I26",
        name: "closed names",
        clause: "rules, codes, refusals and paths are the published ones (D87, D91)",
        needs_target: false,
        stops_serving: false,
        check: form::closed_names,
    },
    Law {
        id: "I27",
        name: "totality",
        clause: "every request is answered within a linear budget (D8, D29, D31)",
        needs_target: true,
        stops_serving: false,
        check: total::answered,
    },
    Law {
        id: "I28",
        name: "no laundering",
        clause: "the element of every wrapped value satisfies items (D69)",
        needs_target: false,
        stops_serving: false,
        check: entries::laundered,
    },
];

#[cfg(test)]
mod tests;
