//! When the result of an earlier call may be reused, and what names it then.

use super::rows::holds;
use super::{Proposal, table};

/// A proposal of this operation, with an earlier success, where the caller
/// says that results may be reused, or not, or nothing.
fn proposal(operation: &'static str, condition: &str, may: &str) -> Proposal {
    let proposal = Proposal {
        operation,
        ..Proposal::default()
    };
    let proposal = holds(condition, proposal);
    if may == "-" {
        return proposal;
    }
    proposal.with(&format!(
        r#""capabilities":{{"canReusePriorResult":{may}}}"#
    ))
}

#[test]
fn a_result_is_reused_if_the_caller_says_so_or_if_there_is_a_handle_and_only_reading() {
    for [operation, condition, may, decision, reference] in table(
        "
        search       | reusable     | -     | reuse  | res
        search       | unreferenced | -     | advise | none
        create_order | reusable     | -     | advise | none
        create_order | reusable     | true  | reuse  | res
        search       | unreferenced | true  | reuse  | none
        search       | reusable     | false | advise | none",
    ) {
        let report = proposal(operation, condition, may).judge();
        assert_eq!(report.decision.as_str(), decision, "{condition} {may}");
        let named = report.recommendation.result_reference;
        let named = named.as_deref().unwrap_or("none");
        assert_eq!(named, reference, "{condition} {may}");
    }
}
