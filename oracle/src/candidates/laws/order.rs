//! C10, C11 and C21: the ranking, the cut, and that both are the same each time.

use argument_check_corpus::Op;

use super::view::{Answer, Asked, Item, SOURCES, answer};
use super::{Ruling, with_list, with_target};
use crate::laws::Observation;

/// C10.
pub(super) fn ranked(observation: &Observation<'_>) -> Ruling {
    with_list(observation, |_, listed| {
        let keys: Vec<[i64; 5]> = listed.candidates.iter().map(key).collect();
        if keys.windows(2).all(|two| two[0] < two[1]) {
            Ruling::Holds
        } else {
            Ruling::broken(
                "the candidates do not stand in the published order",
                format!("{keys:?}"),
            )
        }
    })
}

fn key(item: &Item) -> [i64; 5] {
    let tier = if item.valid {
        0
    } else if item.repair.as_ref().is_some_and(|repair| repair.valid) {
        1
    } else {
        2
    };
    let source = SOURCES
        .iter()
        .position(|name| *name == item.source)
        .unwrap_or(SOURCES.len());
    let length = item.text.encode_utf16().count();
    [
        tier,
        source as i64,
        i64::from(!item.complete),
        -(length as i64),
        item.start as i64,
    ]
}

/// C11.
pub(super) fn only_cut(observation: &Observation<'_>) -> Ruling {
    with_target(observation, |target, asked, listed| {
        let shown = listed.candidates.len();
        for most in [1, shown.saturating_sub(1), shown + 1, 100] {
            let most = most.clamp(1, 100);
            let body = Asked::body(&asked.text, asked.repair, Some(&most.to_string()));
            let Ok(Answer::Listed(again)) = answer(&target.ask(Op::Candidates, &body)) else {
                return Ruling::broken(
                    "another max_results is answered otherwise",
                    most.to_string(),
                );
            };
            let same = again
                .candidates
                .iter()
                .zip(&listed.candidates)
                .all(|(one, other)| one == other);
            let cut = again.candidates.len() == listed.count.min(most)
                && again.truncated == (listed.count > most);
            if !same || !cut || again.count != listed.count {
                return Ruling::broken("max_results does more than cut the list", most.to_string());
            }
        }
        Ruling::Holds
    })
}

/// C21.
pub(super) fn same_again(observation: &Observation<'_>) -> Ruling {
    let Some(target) = observation.target else {
        return Ruling::NotApplicable(crate::judge::Reason::NoTarget);
    };
    if target.ask(Op::Candidates, observation.body) == observation.answer {
        Ruling::Holds
    } else {
        Ruling::broken("the same request has another answer", observation.answer)
    }
}
