//! Which earlier calls are evidence: the newest decisive one is the anchor,
//! fresh failures behind it count, other goals and fingerprints do not.

use super::rows::holds;
use super::{Proposal, SEARCH, table};

#[test]
fn the_newest_decisive_call_is_the_anchor_and_the_later_one_where_ages_are_equal() {
    for [calls, told] in table(
        "
        success 9 handle, terminal_failure 8   | block terminal_failure_repeat c2
        success 8 handle, terminal_failure 9   | reuse fresh_exact_success c1
        success 8 handle, terminal_failure 8.0 | block terminal_failure_repeat c2
        terminal_failure 0, success -0 handle  | reuse fresh_exact_success c2
        terminal_failure 1e300                 | block terminal_failure_repeat c1
        success 300 handle                     | allow clear_to_execute+stale_success_ignored -
        success 299.99999999999994 handle      | reuse fresh_exact_success c1
        success 9 handle, transient_failure 1  | reuse fresh_exact_success+transient_retry_within_cap c1",
    ) {
        assert_eq!(Proposal::default().calls(calls).told(), told, "{calls}");
    }
}

#[test]
fn transient_failures_count_only_if_they_are_fresh_and_newer_than_the_anchor() {
    for [cap, calls, told] in table(
        "
        1   | transient_failure 1              | defer retry_cap_reached c1
        1   | transient_failure 300            | allow clear_to_execute -
        1   | success 9, transient_failure 10  | advise duplicate_not_reusable c1
        1   | success 9, transient_failure 9   | defer retry_cap_reached+duplicate_not_reusable c2
        1   | transient_failure 9, success 9   | advise duplicate_not_reusable c2
        1   | success 400, transient_failure 5, transient_failure 5 | defer retry_cap_reached+stale_success_ignored c3
        2.0 | transient_failure 1              | allow clear_to_execute+transient_retry_within_cap -",
    ) {
        let proposal = Proposal::default().with(&format!(r#""retryCap":{cap}"#));
        assert_eq!(proposal.calls(calls).told(), told, "{calls}");
    }
}

#[test]
fn calls_for_another_goal_and_other_fingerprints_are_set_aside() {
    for [task, calls, told] in table(
        r#"
        {"goalHash":"g"} | success 1 handle for g | reuse fresh_exact_success c1
        {"goalHash":"G"} | success 1 handle for g | allow clear_to_execute+other_goal_ignored -
        {"goalHash":""}  | success 1 handle       | reuse fresh_exact_success c1
        -                | success 1 handle for g | reuse fresh_exact_success c1
        {"goalHash":"G"} | terminal_failure 9, success 1 handle for g | block terminal_failure_repeat+other_goal_ignored c1"#,
    ) {
        let mut proposal = Proposal::default();
        if task != "-" {
            proposal = proposal.with(&format!(r#""task":{task}"#));
        }
        assert_eq!(proposal.calls(calls).told(), told, "{task} {calls}");
    }
    let mut other = holds("reusable", Proposal::default());
    other.history[0] = other.history[0].replace(SEARCH, &SEARCH.to_uppercase());
    assert_eq!(other.told(), "allow clear_to_execute -");
}

#[test]
fn a_window_of_nothing_disables_reuse_and_deferral() {
    let none = || Proposal::default().with(r#""freshnessTtlSeconds":0"#);
    let told = none().calls("success 0 handle").told();
    assert_eq!(told, "allow clear_to_execute+stale_success_ignored -");
    let told = |condition: &str| holds(condition, none()).told();
    assert_eq!(told("failing"), "allow clear_to_execute -");
    assert_eq!(told("terminal"), "block terminal_failure_repeat c1");
}
