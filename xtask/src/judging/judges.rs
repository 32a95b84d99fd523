//! The independent judges, apart from any target.
//!
//! A live target and an audit of recorded answers are judged by the same ones.
//! Nothing here asks for an answer, and nothing decides what follows from a
//! disagreement.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use argument_check_corpus::Op;
use argument_check_oracle::candidates::laws::{Deviation, Leniency};
use argument_check_oracle::differential::worker::{WorkerCommand, WorkerPool};
use argument_check_oracle::differential::{Hits, JsonschemaJudge, PatternJudge, TentativeTree};
use argument_check_oracle::replay::ReplayJudge;
use argument_check_oracle::{Exchange, Judge, Judgement, Reason};

use super::reference::{self, Killable};
use super::{DIFFERENTIAL, PATTERN, REFERENCE, REPLAY};

/// How long one match may take: long enough that a busy machine finds the same
/// matches comparable as an idle one, so that two reports can be compared.
const MATCH_LIMIT: Duration = Duration::from_millis(500);

/// The judges that need no target.
pub(crate) struct Judges {
    differential: JsonschemaJudge,
    pattern: PatternJudge,
    reference: Killable,
    hits: Arc<Hits>,
}

/// One judge with the exchange that it is to judge.
pub(crate) type Hearing<'a> = Box<dyn FnOnce() -> Judgement + 'a>;

impl Judges {
    /// The judges; patterns are matched in processes of this program.
    pub(crate) fn new() -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is not known")?;
        let command = WorkerCommand {
            program,
            arguments: vec!["pattern-worker".into()],
        };
        let workers = Arc::new(WorkerPool::new(command, MATCH_LIMIT));
        let hits = Arc::new(Hits::default());
        let reference = Killable(Arc::clone(&workers));
        let second = reference.clone();
        let tentative: Arc<dyn TentativeTree> = Arc::new(move |body: &[u8]| second.tentative(body));
        Ok(Self {
            differential: JsonschemaJudge::new(Arc::clone(&tentative), Arc::clone(&hits)),
            pattern: PatternJudge::new(tentative, Arc::clone(&hits), workers),
            reference,
            hits,
        })
    }

    /// How often each entry of the published allow-list was used so far.
    pub(crate) fn allow_list(&self) -> BTreeMap<String, u64> {
        let hits = self.hits.all().into_iter();
        let blocks = Deviation::ALL.map(|one| (one.name().to_owned(), one.hits()));
        let validity = Leniency::ALL.map(|one| (one.name().to_owned(), one.hits()));
        hits.map(|(entry, hits)| (format!("{entry:?}"), hits))
            .chain(blocks)
            .chain(validity)
            .collect()
    }

    /// The whole answer of the second implementation, or why there is none.
    pub(crate) fn expected(&self, op: Op, body: &[u8]) -> Result<String, Reason> {
        self.reference.expected(op, body)
    }

    /// Every judge, ready to judge `exchange`; the reference compares with
    /// `expected`, byte for byte when `exact`.
    pub(crate) fn hearings<'a>(
        &'a self,
        exchange: &'a Exchange<'a>,
        expected: &'a Result<String, Reason>,
        exact: bool,
    ) -> [(&'static str, Hearing<'a>); 4] {
        [
            (REPLAY, Box::new(|| ReplayJudge.judge(exchange))),
            (
                REFERENCE,
                Box::new(move || reference::compare(expected, exchange.answer, exact)),
            ),
            (DIFFERENTIAL, Box::new(|| self.differential.judge(exchange))),
            (PATTERN, Box::new(|| self.pattern.judge(exchange))),
        ]
    }
}
