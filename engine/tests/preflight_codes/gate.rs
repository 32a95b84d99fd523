//! What the gate finds fault with: every issue once, in the order of
//! evaluation.

use argument_check::preflight::preflight_tool_call;

#[test]
fn the_gate_names_every_issue_once_with_range_before_integer() {
    let issues = |input: &str| -> Vec<String> {
        let report = preflight_tool_call(input.as_bytes()).expect(input);
        let issues = report.issues.iter();
        issues
            .map(|issue| format!("{} {}", issue.code.as_str(), issue.path))
            .collect()
    };
    assert_eq!(issues("[]"), ["input_type $"]);
    assert_eq!(
        issues(
            r#"{"preflightPriceUsd":1e7,"freshnessTtlSeconds":-1,"retryCap":0.5,"capabilities":{"canReusePriorResult":0,"canReduceScope":"x"},
                "history":[5,{"toolCallId":1,"fingerprint":null,"outcome":"lost","ageSeconds":-1,"goalHash":5,"resultReference":{}},{}],
                "budget":{"maxToolCallsRemaining":2.5,"reservedUsd":-1,"remainingUsd":1e19},
                "tool":{"provider":5,"operation":[],"request":{"a":9007199254740993,"b":[1e-400]},"estimatedModelCostUsd":true},
                "task":{},"stepId":null}"#
        ),
        [
            "input_missing $.runId",
            "input_type $.stepId",
            "input_missing $.task.goalHash",
            "input_type $.tool.provider",
            "input_type $.tool.operation",
            "number_not_exact $.tool.request.a",
            "number_not_exact $.tool.request.b[0]",
            "input_missing $.tool.estimatedExternalCostUsd",
            "input_type $.tool.estimatedModelCostUsd",
            "input_range $.budget.remainingUsd",
            "input_range $.budget.reservedUsd",
            "input_not_integer $.budget.maxToolCallsRemaining",
            "input_type $.history[0]",
            "input_type $.history[1].toolCallId",
            "input_type $.history[1].fingerprint",
            "input_enum $.history[1].outcome",
            "input_range $.history[1].ageSeconds",
            "input_type $.history[1].goalHash",
            "input_type $.history[1].resultReference",
            "input_missing $.history[2].toolCallId",
            "input_missing $.history[2].fingerprint",
            "input_missing $.history[2].outcome",
            "input_missing $.history[2].ageSeconds",
            "input_type $.capabilities.canReduceScope",
            "input_type $.capabilities.canReusePriorResult",
            "input_range $.retryCap",
            "input_range $.freshnessTtlSeconds",
            "input_range $.preflightPriceUsd",
        ]
    );
    assert_eq!(
        issues(
            r#"{"runId":"","stepId":"","task":5,"tool":{"provider":"","operation":"","request":[9007199254740993],"estimatedExternalCostUsd":0},"budget":[],"history":{},"capabilities":null}"#
        ),
        [
            "input_type $.task",
            "input_type $.tool.request",
            "input_type $.budget",
            "input_type $.history",
            "input_type $.capabilities",
        ]
    );
}
