//! Candidates as a caller of the library sees them: spans in UTF-16 units of
//! the input, whatever stands before them, and the one order.

use argument_check::candidates::{
    Candidate, CandidateError, FaultCode, Found, Incomplete, JsonFault, RepairRule, Search, Source,
};

fn find(text: &str) -> Found {
    Search::default().find(text).expect("within the limits")
}

/// The only candidate of a text.
fn only(text: &str) -> Candidate {
    let found = find(text);
    let [candidate] = <[_; 1]>::try_from(found.candidates).expect("one candidate");
    candidate
}

fn repaired(text: &str) -> Candidate {
    let search = Search {
        repair: true,
        ..Search::default()
    };
    let found = search.find(text).expect("within the limits");
    found.candidates.into_iter().next().expect("a candidate")
}

fn texts(found: &Found) -> Vec<&str> {
    found
        .candidates
        .iter()
        .map(|candidate| &*candidate.text)
        .collect()
}

#[test]
fn each_incomplete_reason_is_told_with_its_span_behind_wide_characters() {
    for (text, reason, wanted, end) in [
        (
            "é😀 {\"a\": [1 } x",
            Incomplete::MismatchedCloser,
            "{\"a\": [1",
            12,
        ),
        (
            "é😀 {\"é😀 \nx\"}",
            Incomplete::UnterminatedString,
            "{\"é😀",
            9,
        ),
        ("é😀 [\"", Incomplete::UnterminatedString, "[\"", 6),
        ("é😀 [[1] , ", Incomplete::Unclosed, "[[1] ,", 10),
    ] {
        let candidate = only(text);
        assert_eq!(candidate.incomplete_reason, Some(reason), "{text}");
        assert_eq!(candidate.text, wanted);
        assert_eq!((candidate.start, candidate.end), (4, end), "{text}");
    }
}

#[test]
fn each_error_code_is_told_at_its_place_behind_wide_characters() {
    for (text, code, offset) in [
        ("😀 [\"é😀\", 1", FaultCode::UnexpectedEnd, 9),
        ("😀 [\"é😀\", é]", FaultCode::UnexpectedCharacter, 8),
        ("😀 [\"é😀\\😀\"]", FaultCode::InvalidEscape, 5),
        ("😀 [\"é😀\t\"]", FaultCode::ControlCharacterInString, 5),
        ("😀 [\"é😀\", 01]", FaultCode::InvalidNumber, 8),
        ("😀 [\"é😀\", nil]", FaultCode::InvalidLiteral, 8),
    ] {
        assert_eq!(
            only(text).json_error,
            Some(JsonFault { code, offset }),
            "{text}"
        );
    }
    // A bracket in a comment kept the candidate open beyond its value.
    let repair = repaired("😀 [\"é😀\" /*[*/] ]")
        .repair
        .expect("it was asked for");
    let trailing = JsonFault {
        code: FaultCode::TrailingContent,
        offset: 9,
    };
    assert_eq!(repair.json_error, Some(trailing), "{}", repair.text);
}

#[test]
fn offsets_and_lines_are_those_of_the_raw_input_for_any_line_ending() {
    for (ending, width) in [("\n", 1), ("\r", 1), ("\r\n", 2)] {
        let text = "😀 é\n\n> - {\"é\":\n>   [1]}".replace('\n', ending);
        let candidate = only(&text);
        assert_eq!(candidate.text, "{\"é\":\n[1]}");
        assert_eq!((candidate.start_line, candidate.end_line), (3, 4));
        let start = 4 + 2 * width + 4;
        assert_eq!(
            (candidate.start, candidate.end),
            (start, start + 5 + width + 4 + 4)
        );
        assert!(!candidate.contiguous);
    }
}

#[test]
fn a_text_is_contiguous_exactly_if_nothing_inside_it_was_removed_or_joined() {
    for (text, contiguous) in [
        ("é {\n    \"a\": 1\n  }\n---", true),
        ("> {\"a\": 1}", true),
        ("> {\n1}", true),
        ("> {\n> 1}", false),
        ("{\r1}", false),
        ("{\r\n1}", false),
        (">\t\t\t[1]", true),
        ("- [\n\n\t1]", true),
    ] {
        for candidate in find(text).candidates {
            assert_eq!(candidate.contiguous, contiguous, "{text}: {candidate:?}");
        }
    }
}

#[test]
fn every_region_is_searched_on_its_own_and_other_languages_are_not() {
    let text = "# {\"h\": 1\n\n{\"p\": 2\n\n<b>[3]\n\n~~~\n[4]\n~~~\n~~~ JSONC x\n[5]\n~~~\n```py\n[6]\n```\n\n    [7]\n\n[8]: /[8]\n";
    let found = find(text);
    let told: Vec<_> = found
        .candidates
        .iter()
        .map(|candidate| (candidate.source, candidate.fence_index, &*candidate.text))
        .collect();
    assert_eq!(
        told,
        [
            (Source::JsonFence, Some(1), "[5]"),
            (Source::UntaggedFence, Some(0), "[4]"),
            (Source::IndentedCode, None, "[7]"),
            (Source::Prose, None, "[3]"),
            (Source::Prose, None, "{\"h\": 1"),
            (Source::Prose, None, "{\"p\": 2"),
        ]
    );
    assert_eq!(found.candidate_count, 6);
}

#[test]
fn the_order_is_tier_source_completeness_length_and_start() {
    let text = "[x] [1] [2] [10] [y, é] {z\n\n    [3]\n\n```\n[4,]\n```\n\n```json\n[5 6]\n```\n";
    assert_eq!(
        texts(&find(text)),
        [
            "[3]", "[10]", "[1]", "[2]", "[5 6]", "[4,]", "[y, é]", "[x]", "{z"
        ]
    );
    let search = Search {
        repair: true,
        ..Search::default()
    };
    let found = search.find(text).expect("within the limits");
    assert_eq!(texts(&found)[4..6], ["[4,]", "[5 6]"]);
}

#[test]
fn a_cap_cuts_the_list_and_changes_nothing_else() {
    let text = "[1] ".repeat(150);
    let all = find_at_most(&text, 100);
    assert_eq!(
        (all.candidates.len(), all.candidate_count, all.truncated()),
        (100, 150, true)
    );
    for most in [1, 10, 99] {
        let found = find_at_most(&text, most);
        assert_eq!(found.candidates, all.candidates[..found.candidates.len()]);
        assert_eq!(found.candidates.len() as u64, most);
    }
    assert!(!find_at_most("[1]", 1).truncated());
    for most in [0, 101] {
        let search = Search {
            max_results: most,
            ..Search::default()
        };
        assert_eq!(search.find(&text), Err(CandidateError::MaxResultsRange));
    }
}

fn find_at_most(text: &str, max_results: u64) -> Found {
    let search = Search {
        max_results,
        ..Search::default()
    };
    search.find(text).expect("within the limits")
}

#[test]
fn repair_is_told_of_every_candidate_and_of_none_unless_asked_for() {
    assert_eq!(only("[1]").repair, None);
    let repair = repaired("[\"é\"]").repair.expect("it was asked for");
    assert_eq!((&*repair.text, repair.json_error), ("[\"é\"]", None));
    assert_eq!(repair.rules_applied, []);
}

#[test]
fn a_number_at_the_end_of_its_region_may_be_cut_and_elsewhere_is_not() {
    let closed = |text: &str| {
        let repair = repaired(text).repair.expect("it was asked for");
        repair.rules_applied.contains(&RepairRule::CloseTruncated)
    };
    assert!(!closed("{\"é\": 12"));
    assert!(!closed("> {\"é\": 12\n\nmore"));
    // A paragraph ends with no white space, code does.
    assert!(!closed("{\"é\": 12 \n"));
    assert!(closed("```\n{\"é\": 12 \n```"));
    assert!(closed("```\n{\"é\": 12\n\n```"));
    assert!(closed("[1, 2}"));
}

#[test]
fn what_stands_before_a_blank_line_only_shifts_what_follows() {
    let text = "> - {\"a\":\n>   \"é\"} and [1\n\n```json\n{,}\n```\n";
    let alone = find(text);
    let prefixed = find(&format!("é😀 text\n\n{text}"));
    assert_eq!(alone.candidate_count, prefixed.candidate_count);
    for (one, other) in alone.candidates.iter().zip(&prefixed.candidates) {
        let mut shifted = one.clone();
        shifted.start += 10;
        shifted.end += 10;
        shifted.start_line += 2;
        shifted.end_line += 2;
        assert_eq!(&shifted, other);
    }
}

#[test]
fn a_text_beyond_the_limit_has_no_candidates_but_an_error() {
    let text = "é".repeat(65_536);
    assert_eq!(find(&text).candidate_count, 0);
    let error = Search::default().find(&(text + "[")).expect_err("too long");
    assert_eq!(error, CandidateError::TextTooLong);
    assert_eq!(error.to_string(), "text_too_long");
}
