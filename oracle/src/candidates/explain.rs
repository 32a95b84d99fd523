//! One request told step by step, by the second implementation: the regions,
//! and what became of each candidate.

use super::reference::blocks::{self, Kind, Region};
use super::reference::clauses::Clauses;
use super::reference::rank::{self, Candidate};
use super::reference::{input, language};
use crate::reference::{Outcome, Step};

/// The steps of an answer, in their order.
#[must_use]
pub fn steps(body: &[u8]) -> Vec<Step> {
    let clauses = Clauses::published();
    let request = match input::read(body, &clauses) {
        Ok(request) => request,
        Err(code) => {
            return vec![Step::new(
                "body",
                code,
                Outcome::Refused,
                "JC15",
                "the first error that holds",
            )];
        }
    };
    let Ok(regions) = blocks::regions(&request.text, &clauses) else {
        let why = "more than 64 quotes and items stand in one another";
        return vec![Step::new(
            "text",
            "container_depth",
            Outcome::Refused,
            "JC3",
            why,
        )];
    };
    let mut steps: Vec<Step> = regions.iter().map(region).collect();
    let candidates = rank::candidates(&request.text, &regions, request.repair, &clauses);
    for (index, one) in candidates.iter().enumerate() {
        candidate(index + 1, one, &mut steps);
    }
    steps
}

/// What a leaf block is to the scan.
fn region(region: &Region) -> Step {
    let first = region.text.first().map_or(0, |c| c.at);
    let last = region.text.last().map_or(first, |c| c.end);
    let (rule, outcome, reading, why) = match &region.kind {
        Kind::Paragraph => (
            "paragraph",
            Outcome::Passed,
            "JC1",
            "scanned as prose".to_owned(),
        ),
        Kind::Heading => (
            "heading",
            Outcome::Passed,
            "JC7",
            "scanned as prose".to_owned(),
        ),
        Kind::Html => (
            "html",
            Outcome::Passed,
            "JC24",
            "scanned as prose".to_owned(),
        ),
        Kind::Indented => (
            "indented code",
            Outcome::Passed,
            "JC1",
            "scanned as indented_code".to_owned(),
        ),
        Kind::Fenced(number, info) => {
            let scanned = language::language(info) != language::Language::Other;
            let outcome = if scanned {
                Outcome::Passed
            } else {
                Outcome::NotFired
            };
            let why = format!("fence {number} of language {:?}", language::language(info));
            ("fence", outcome, "JC6", why)
        }
    };
    Step::new(&format!("{first}..{last}"), rule, outcome, reading, why)
}

fn candidate(rank: usize, candidate: &Candidate, steps: &mut Vec<Step>) {
    let place = format!("{}..{}", candidate.span.0, candidate.span.1);
    let scan = match candidate.found.incomplete {
        None => ("complete", "its first bracket closes"),
        Some(reason) => (reason.name(), "the scan ended so"),
    };
    steps.push(Step::new(&place, scan.0, Outcome::Passed, "JC17", scan.1));
    let validity = match candidate.error {
        None => Step::new(
            &place,
            "valid_json",
            Outcome::Passed,
            "JC13",
            "RFC 8259 by its grammar",
        ),
        Some((code, at)) => Step::new(
            &place,
            code,
            Outcome::Barred,
            "JC12",
            format!("at {at} of its text"),
        ),
    };
    steps.push(validity);
    for rule in candidate.repaired.iter().flat_map(|(_, _, rules)| rules) {
        let reading = match *rule {
            "remove_comments" => "JC18",
            "close_truncated" => "JC19",
            _ => "JC20",
        };
        steps.push(Step::new(
            &place,
            rule,
            Outcome::Fired,
            reading,
            "it changed the text",
        ));
    }
    let why = format!(
        "tier {} of {}",
        rank::tier(candidate),
        candidate.source.name()
    );
    steps.push(Step::new(
        &place,
        &format!("rank {rank}"),
        Outcome::Passed,
        "JC22",
        why,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_scan_validity_repair_and_rank_are_told_in_this_order() {
        let body = br#"{"text":"```js\n```\n\n[1,]","repair":true}"#;
        let told: Vec<String> = steps(body)
            .iter()
            .map(|step| format!("{} {}", step.path, step.rule))
            .collect();
        assert_eq!(
            told,
            [
                "0..0 fence",
                "11..15 paragraph",
                "11..15 complete",
                "11..15 unexpected_character",
                "11..15 remove_trailing_commas",
                "11..15 rank 1"
            ]
        );
        assert_eq!(steps(b"[]")[0].rule, "invalid_input");
    }
}
