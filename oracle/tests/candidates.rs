//! The engine's answers about JSON candidates, held against everything that
//! can judge them: drawn bodies, and whatever proptest makes of bytes.

use argument_check_oracle::fuzzing::target;
use argument_check_oracle::generate;
use proptest::prelude::*;

fn judge(name: &str, data: &[u8]) {
    let target = target(name).expect("a target of that name");
    if let Err(finding) = (target.law)(data) {
        panic!("{finding}\n{}", (target.meaning)(data).text);
    }
}

#[test]
fn drawn_bodies_are_answered_as_every_judge_says() {
    for index in 0..300 {
        let body = generate::draw_candidates(1, index);
        if body.first().is_none_or(u8::is_ascii) {
            judge("candidates", &body);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_a_body_that_is_answered_as_every_judge_says(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        judge("candidates", &bytes);
    }

    #[test]
    fn any_bytes_are_a_document_whose_blocks_two_parsers_confirm(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        judge("markdown_blocks", &bytes);
    }

    #[test]
    fn any_markdown_alphabet_is_a_document_whose_blocks_two_parsers_confirm(
        document in "[-> \\n\\t`~#*=_\\[\\]{}\":,a1.<!/>\\\\]{0,80}",
    ) {
        judge("markdown_blocks", document.as_bytes());
    }
}
