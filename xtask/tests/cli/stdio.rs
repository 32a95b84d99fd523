//! A foreign implementation that always says the same: it is judged, never
//! believed.

use crate::common::Workspace;

const STUBBORN: &str = r#"read start
echo '{"seq":0,"implementation":{"name":"stubborn","version":"1","language":"sh"},"ops":["check"]}'
n=0
while read request; do
  n=$((n + 1))
  echo "{\"seq\":$n,\"answer\":\"{}\"}"
done
"#;

#[test]
fn every_wrong_answer_of_a_foreign_target_is_reported() {
    let workspace = Workspace::new();
    let script = workspace.write("stubborn.sh", STUBBORN);
    let target = format!("stdio:sh '{script}'");
    let ran = workspace.xtask(&["replay", "--target", &target, "--filter", "R3-00*"]);
    ran.expect(
        2,
        &["stubborn (sh)", "FAIL R3-001 [expect]", "--target 'stdio:"],
    );
}

#[test]
fn a_target_that_crashes_fails_its_cases_and_the_run_goes_on() {
    let workspace = Workspace::new();
    let script = STUBBORN.replace("  n=$((n + 1))", "  exit 1");
    let script = workspace.write("crash.sh", script);
    let target = format!("stdio:sh '{script}'");
    let ran = workspace.xtask(&["replay", "--target", &target, "--filter", "R3-00[12]"]);
    ran.expect(6, &["FAIL R3-001 [target]", "FAIL R3-002 [target]"]);
}
