//! `audit` and `merge` on generated files of exchanges: right answers, wrong
//! ones, lines that are none, and an audit split over machines.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Ran, published_schema};

/// A directory with files of exchanges.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn xtask(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        Ran::of(
            &command
                .args(arguments)
                .current_dir(&self.0)
                .output()
                .unwrap(),
        )
    }

    /// Audits `file` into the directory `reports`.
    fn audit(&self, file: &str, reports: &str, more: &[&str]) -> Ran {
        let arguments = [&["audit", file, "--reports", reports], more].concat();
        self.xtask(&arguments)
    }

    fn report(&self, reports: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{reports}/audit.json"))).unwrap()
    }
}

/// Bodies that are valid, repaired by each rule, unrepairable and refused.
const BODIES: [&str; 16] = [
    r#"{"arguments":{"a":1.50},"schema":{"properties":{"a":{"type":"number"}}}}"#,
    r#"{"arguments":{"x":"1e2"},"schema":{"properties":{"x":{"type":"integer"}}}}"#,
    r#"{"arguments":{"x":"true"},"schema":{"properties":{"x":{"type":"boolean"}}}}"#,
    r#"{"arguments":{"x":"{\"y\":1.0}"},"schema":{"properties":{"x":{"type":"object"}}}}"#,
    r#"{"arguments":{"x":1.0},"schema":{"properties":{"x":{"type":"string"}}}}"#,
    r#"{"arguments":{"x":5},"schema":{"properties":{"x":{"type":"array","items":{"type":"integer"}}}}}"#,
    r#"{"arguments":{"x":null},"schema":{"properties":{"x":{"type":"string"}}}}"#,
    r#"{"arguments":{"x":"RED"},"schema":{"properties":{"x":{"enum":["red","blue"]}}}}"#,
    r#"{"arguments_text":"{\"x\":[1,],","schema":{"properties":{"x":{"format":"y"}}}}"#,
    r#"{"arguments":{"x":"abc"},"schema":{"properties":{"x":{"type":"integer","title":"t"}},"required":["z"]}}"#,
    r#"{"arguments":{"x":"abc"},"schema":{"properties":{"x":{"pattern":"^[0-9]+$"}}}}"#,
    r#"{"arguments_text":"{\"x","schema":{}}"#,
    r#"{"arguments":{},"schema":{"anyOf":[{}]}}"#,
    r#"{"arguments":{"a":1,"a":2},"schema":{}}"#,
    r#"{"arguments":5,"schema":{}}"#,
    "not JSON at all",
];

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A line with both texts as strings.
fn line(body: &str, answer: &str) -> String {
    format!(
        "{{\"body\":{},\"answer\":{}}}\n",
        quoted(body),
        quoted(answer)
    )
}

fn right(body: &str) -> String {
    line(body, &argument_check::check(body.as_bytes()))
}

/// A file of `n` right lines.
fn many(n: usize) -> String {
    (0..n).map(|at| right(BODIES[at % BODIES.len()])).collect()
}

/// A REPAIRED or UNREPAIRABLE answer around `tail`, otherwise as it should be.
fn verdict(body: &str, verdict: &str, tail: &str) -> String {
    let statement = match verdict {
        "REPAIRED" => {
            "the listed repairs, and nothing else, brought the arguments into conformance"
        }
        "UNREPAIRABLE" => "every blocking defect is named; no repaired arguments are returned",
        _ => "no repair was needed",
    };
    let right = argument_check::check(body.as_bytes());
    let from = right.find(r#""coverage""#);
    let coverage = from.map_or(r#""coverage":{"enforced":[],"not_checked":[]}"#, |from| {
        let to = right[from..].find('}').unwrap();
        &right[from..=from + to]
    });
    format!(
        r#"{{"criteria_id":"tool-argument/v1","criteria_version":"1.0.0","engine_version":"other 1","verdict":"{verdict}","statement":"{statement}",{coverage}{tail}}}"#
    )
}

fn repaired(body: &str, blob: &str, diff: &str) -> String {
    verdict(
        body,
        "REPAIRED",
        &format!(r#","repaired":{blob},"diff":[{diff}]"#),
    )
}

#[test]
fn right_answers_are_proven_in_whatever_form_they_stand() {
    let desk = Desk::new();
    let mut file = String::new();
    for body in BODIES {
        let answer = argument_check::check(body.as_bytes());
        file += &line(body, &answer);
        if body.starts_with('{') {
            // The same as JSON values, and the answer in another order.
            writeln!(file, r#"{{"id":1,"answer": {answer} ,"body":{body}}}"#).unwrap();
            let mut members: Vec<(String, Value)> =
                serde_json::from_str::<serde_json::Map<String, Value>>(&answer)
                    .unwrap()
                    .into_iter()
                    .collect();
            members.retain(|(name, _)| name != "repaired" && name != "diff");
            if !answer.contains("REPAIRED") {
                members.reverse();
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{} : {value}", quoted(name)))
                    .collect();
                file += &line(body, &format!("{{ {} }}", members.join(" ,\n")));
            }
        }
    }
    let precheck = argument_check::precheck(BODIES[0].as_bytes());
    file += &line(BODIES[0], &precheck);
    desk.write("x.jsonl", file);
    let ran = desk.audit("x.jsonl", "r", &[]);
    ran.expect(
        0,
        &["0 refuted, 0 not comparable, 0 malformed", "exit 0 (clean)"],
    );
    assert_eq!(desk.report("r")["rows"], Value::Array(vec![]));
}

#[test]
fn absent_report_members_are_counted_and_do_not_refute() {
    let desk = Desk::new();
    let file = [
        line(
            BODIES[1],
            r#"{"verdict":"REPAIRED","diff":[{"rule":"R3","path":"$.x","op":"replace","before":"1e2","after":1e2}],"repaired":{"x":1e2}}"#,
        ),
        line(
            BODIES[9],
            r#"{"verdict":"UNREPAIRABLE","defects":[{"code":"missing_required","path":"$.z"},{"code":"type_mismatch","path":"$.x"}]}"#,
        ),
        line(BODIES[12], r#"{"refusal":"schema_not_covered"}"#),
    ];
    desk.write("x.jsonl", file.concat());
    desk.audit("x.jsonl", "r", &[]).expect(0, &["3 proven"]);
    let absent = &desk.report("r")["counts"]["absent"];
    for (member, lines) in [
        ("coverage", 2),
        ("reason", 1),
        ("detail", 1),
        ("statement", 2),
    ] {
        assert_eq!(absent[member], lines, "{member}");
    }
}

/// A wrong decision: the body, the answer that it makes, the laws that notice
/// it, and whether a value was invented.
type Wrong = (&'static str, String, &'static [&'static str], bool);

fn one(
    body: &'static str,
    blob: &str,
    diff: &str,
    laws: &'static [&'static str],
    invented: bool,
) -> Wrong {
    (body, repaired(body, blob, diff), laws, invented)
}

fn wrong() -> Vec<Wrong> {
    let pair = r#"{"arguments":{"a":"1","b":null},"schema":{"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}"#;
    let long =
        r#"{"arguments":{"x":"😀"},"schema":{"properties":{"x":{"type":"string","maxLength":1}}}}"#;
    let defect = r#","defects":[{"path":"$.x","code":"string_too_long","reason":"the string has more characters than maxLength: 1"}]"#;
    vec![
        one(
            r#"{"arguments":{},"schema":{"properties":{"x":{"type":"integer","default":5}},"required":["x"]}}"#,
            r#"{"x":5}"#,
            r#"{"path":"$.x","rule":"R8","op":"replace","before":null,"after":5}"#,
            &["I5", "I12"],
            true,
        ),
        one(
            r#"{"arguments":{"x":" 1"},"schema":{"properties":{"x":{"type":"integer"}}}}"#,
            r#"{"x":1}"#,
            r#"{"path":"$.x","rule":"R3","op":"replace","before":" 1","after":1}"#,
            &["I6", "I12"],
            true,
        ),
        one(
            r#"{"arguments":{"x":"1.50"},"schema":{"properties":{"x":{"type":"number"}}}}"#,
            r#"{"x":1.5}"#,
            r#"{"path":"$.x","rule":"R3","op":"replace","before":"1.50","after":1.5}"#,
            &["I6", "I12"],
            true,
        ),
        one(
            r#"{"arguments":{"x":"Red"},"schema":{"properties":{"x":{"enum":["red","RED"]}}}}"#,
            r#"{"x":"red"}"#,
            r#"{"path":"$.x","rule":"R9","op":"replace","before":"Red","after":"red"}"#,
            &["I6"],
            true,
        ),
        one(
            pair,
            r#"{"a":1}"#,
            r#"{"path":"$.b","rule":"R8","op":"remove","before":null,"after":null},{"path":"$.a","rule":"R3","op":"replace","before":"1","after":1}"#,
            &["I7"],
            false,
        ),
        (
            long,
            verdict(long, "UNREPAIRABLE", defect),
            &["I3", "I9"],
            false,
        ),
        (
            BODIES[12],
            r#"{"refusal":"schema_invalid"}"#.to_owned(),
            &["I2"],
            false,
        ),
    ]
}

#[test]
fn wrong_answers_are_refuted_by_the_named_laws() {
    let desk = Desk::new();
    for (body, answer, laws, invented) in wrong() {
        desk.write("x.jsonl", right(BODIES[0]) + &line(body, &answer));
        let ran = desk.audit("x.jsonl", "r", &[]);
        let words = ["1 proven, 1 refuted", "| 2 | refuted"];
        ran.expect(if invented { 4 } else { 2 }, &words);
        let report = desk.report("r");
        let row = &report["rows"][0];
        let broken: Vec<&str> = row["broken"]
            .as_array()
            .unwrap()
            .iter()
            .map(|breach| breach["law"].as_str().unwrap())
            .collect();
        for law in laws.iter().chain(&["reference"]) {
            assert!(broken.contains(law), "{body}: {law} is not in {broken:?}");
        }
        assert_eq!(row["line"], 2);
        assert_eq!(row["invented"] == true, invented, "{body}");
        assert_eq!(report["counts"]["invented"], u64::from(invented));
    }
}

#[test]
fn a_verdict_from_undisclosed_coverage_stops_the_service() {
    let desk = Desk::new();
    let not_covered = verdict(BODIES[12], "VALID", "");
    let right = argument_check::check(BODIES[0].as_bytes());
    let forgotten = right
        .replacen(r#""type","#, "", 1)
        .replacen(r#""type""#, "", 1);
    assert_ne!(forgotten, right);
    for (body, answer) in [(BODIES[12], not_covered), (BODIES[0], forgotten)] {
        desk.write("x.jsonl", line(body, &answer));
        let ran = desk.audit("x.jsonl", "r", &[]);
        ran.expect(4, &["refuted: undisclosed coverage", "I2 gate"]);
        assert_eq!(desk.report("r")["counts"]["undisclosed"], 1);
    }
}

#[test]
fn a_stranger_in_an_answer_is_a_breach_of_shape_and_no_invention() {
    let desk = Desk::new();
    let answer = argument_check::check(BODIES[1].as_bytes());
    let answer = answer.replacen('{', r#"{"took_ms":3,"#, 1);
    desk.write("x.jsonl", line(BODIES[1], &answer));
    desk.audit("x.jsonl", "r", &[]).expect(2, &["1 refuted"]);
    let report = desk.report("r");
    let broken = report["rows"][0]["broken"].as_array().unwrap();
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert_eq!(broken[0]["law"], "I1");
}

#[test]
fn other_criteria_and_no_answers_are_told_apart() {
    let desk = Desk::new();
    let other =
        r#"{"criteria_id":"tool-argument/v1","criteria_version":"2.0.0","verdict":"VALID"}"#;
    desk.write("x.jsonl", line(BODIES[0], other));
    desk.audit("x.jsonl", "r", &[])
        .expect(0, &["1 not comparable", "other criteria"]);
    for nonsense in ["", "null", "error 500", r#"{"error":"no"}"#] {
        desk.write("x.jsonl", line(BODIES[0], nonsense));
        desk.audit("x.jsonl", "r", &[])
            .expect(2, &["1 refuted", "I1 shape"]);
    }
}

#[test]
fn a_malformed_line_costs_no_other_line() {
    let desk = Desk::new();
    let bad = [
        "nonsense\n",
        "\n",
        "{\"body\":1}\n",
        "[1,2]\n",
        "{\"body\":\"a\",\"answer\":\"\\ud800\"}\n",
    ];
    let mut file = many(20).into_bytes();
    file.extend(bad.concat().into_bytes());
    file.extend(b"{\"body\":\"\xff\",\"answer\":1}\n");
    file.extend(format!("{{\"body\":\"{}\"\n", "x".repeat(17 << 20)).into_bytes());
    file.extend(many(20).into_bytes());
    desk.write("x.jsonl", &file);
    let ran = desk.audit("x.jsonl", "r", &[]);
    let words = [
        "40 proven, 0 refuted, 0 not comparable, 6 malformed",
        "x.jsonl:21: ",
    ];
    ran.expect(1, &words);
    let report = desk.report("r");
    let rows = report["rows"].as_array().unwrap();
    let lines: Vec<u64> = rows
        .iter()
        .map(|row| row["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [21, 23, 24, 25, 26, 27]);

    let (body, answer, ..) = wrong().swap_remove(0);
    file.extend(line(body, &answer).into_bytes());
    desk.write("x.jsonl", &file);
    desk.audit("x.jsonl", "r", &[])
        .expect(4, &["40 proven, 1 refuted, 0 not comparable, 6 malformed"]);
}

#[test]
fn an_input_that_is_not_there_or_empty_proves_nothing() {
    let desk = Desk::new();
    desk.audit("x.jsonl", "r", &[])
        .expect(1, &["x.jsonl", "cannot be read"]);
    desk.write("x.jsonl", "");
    desk.audit("x.jsonl", "r", &[]).expect(6, &["no lines"]);
    desk.audit("x.jsonl", "r", &["--shard", "3/2"])
        .expect(1, &["a shard is I/N"]);
}

#[test]
fn lines_keep_their_order_and_say_which_laws_did_not_apply() {
    let desk = Desk::new();
    desk.write("x.jsonl", many(3_000));
    desk.audit("x.jsonl", "r", &["--lines", "every.jsonl"])
        .expect(0, &["3000 proven"]);
    for (at, text) in desk.read("every.jsonl").lines().enumerate() {
        let row: Value = serde_json::from_str(text).unwrap();
        assert_eq!(row["line"], at as u64 + 1);
        let not_applicable = row["not_applicable"].as_array().unwrap();
        assert!(not_applicable.contains(&Value::from("I11")), "{text}");
    }
}

#[test]
fn standard_input_is_audited_like_a_file() {
    let desk = Desk::new();
    desk.write("x.jsonl", many(40));
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command
        .args(["audit", "-", "--reports", "r"])
        .current_dir(&desk.0)
        .stdin(Stdio::from(
            std::fs::File::open(desk.path("x.jsonl")).unwrap(),
        ))
        .output()
        .unwrap();
    Ran::of(&output).expect(0, &["40 proven"]);
}

#[test]
fn no_payload_stands_anywhere_unless_it_was_asked_for() {
    let desk = Desk::new();
    let body = r#"{"arguments":{"canarykey":"canaryvalue","n":"771177"},"schema":{"properties":{"canarykey":{"enum":["canaryconstant"]},"n":{"type":"integer"}}}}"#;
    let wrong = repaired(
        body,
        r#"{"canarykey":"canaryconstant","n":771178}"#,
        r#"{"path":"$.canarykey","rule":"canaryvalue","op":"replace","before":"canaryvalue","after":"canaryconstant"}"#,
    );
    let legal = wrong.replacen(r#""rule":"canaryvalue""#, r#""rule":"R9""#, 1);
    let cut = format!("{{\"body\":{body},\"answer\":{{\"canarykey\":canaryvalue}}}}\n");
    let stranger = format!(r#"{{"canarykey":1,{}"#, &legal[1..]);
    let file = [
        line(body, &wrong),
        line(body, &legal),
        cut,
        line(body, &stranger),
    ];
    desk.write("x.jsonl", file.concat());
    let quiet = desk.audit("x.jsonl", "r", &["--lines", "every.jsonl"]);
    quiet.expect(4, &["3 refuted, 0 not comparable, 1 malformed"]);
    let reports = desk.read("r/audit.json") + &desk.read("r/audit.md") + &desk.read("every.jsonl");
    for canary in ["canary", "771177", "771178"] {
        assert!(!reports.contains(canary), "{canary}:\n{reports}");
        assert!(!quiet.said.contains(canary), "{canary}:\n{}", quiet.said);
    }
    desk.audit("x.jsonl", "r", &["--with-payloads"])
        .expect(4, &[]);
    assert!(desk.read("r/audit.json").contains("canaryvalue"));
}

/// A file with everything in it, and how many lines it has.
fn mixed() -> String {
    let mut file = many(100);
    for (body, answer, ..) in wrong() {
        file += &line(body, &answer);
        file += &many(6);
        file += "nonsense\n\n";
    }
    file
}

/// A report without its one line about the run.
fn compared(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("\"run\":"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn shards_join_to_the_report_of_the_whole() {
    let desk = Desk::new();
    desk.write("x.jsonl", mixed());
    desk.audit("x.jsonl", "whole", &[]).expect(4, &[]);
    let whole = desk.read("whole/audit.json");
    assert!(whole.contains("\"run\":"));
    for of in [1, 2, 3, 7] {
        let mut reports = Vec::new();
        for index in 1..=of {
            let directory = format!("{of}-{index}");
            let shard = format!("{index}/{of}");
            desk.audit("x.jsonl", &directory, &["--shard", &shard]);
            reports.insert(0, format!("{directory}/audit.json"));
        }
        let mut arguments = vec!["merge"];
        arguments.extend(reports.iter().map(String::as_str));
        arguments.extend(["--out", "joined.json"]);
        desk.xtask(&arguments).expect(4, &["exit 4"]);
        assert_eq!(
            compared(&desk.read("joined.json")),
            compared(&whole),
            "{of}"
        );
    }
}

#[test]
fn reports_that_are_not_the_shards_of_one_audit_are_refused() {
    let desk = Desk::new();
    desk.write("x.jsonl", mixed());
    desk.write("y.jsonl", mixed() + "\n");
    for (directory, file, shard) in [
        ("a", "x.jsonl", "1/2"),
        ("b", "x.jsonl", "2/2"),
        ("c", "y.jsonl", "2/2"),
        ("d", "x.jsonl", "2/3"),
    ] {
        desk.audit(file, directory, &["--shard", shard]);
    }
    let b = desk.read("b/audit.json");
    let digest = b.find("\"sha256\":\"").unwrap() + 10;
    let mut pin = b.clone();
    pin.replace_range(digest..digest + 64, &"0".repeat(64));
    desk.write("pin.json", pin);
    desk.write("cut.json", &b[..b.len() - 20]);
    let row = b.find("{\"line\"").unwrap();
    let end = row + b[row..].find('\n').unwrap() + 1;
    desk.write("lost.json", b[..row].to_owned() + &b[end..]);

    let merge =
        |reports: &[&str]| desk.xtask(&[&["merge"], reports, &["--out", "o.json"]].concat());
    let a = "a/audit.json";
    merge(&[a]).expect(1, &["1 of 2 shards are missing", "2/2"]);
    merge(&[a, a]).expect(1, &["given twice"]);
    merge(&[a, "d/audit.json"]).expect(1, &["one of 3 shards"]);
    merge(&[a, "pin.json"]).expect(1, &["different corpus pins"]);
    merge(&[a, "c/audit.json"]).expect(1, &["audit one input"]);
    merge(&[a, "cut.json"]).expect(6, &["not a whole audit report"]);
    merge(&[a, "lost.json"]).expect(6, &["not a whole audit report"]);
    merge(&[a, "x.jsonl"]).expect(6, &["not a whole audit report"]);
    merge(&[a, "nowhere.json"]).expect(1, &["cannot be read"]);
    assert!(!desk.path("o.json").exists());
    desk.xtask(&["merge", a, "b/audit.json", "--out", a])
        .expect(1, &["name another"]);
    merge(&[a, "b/audit.json"]).expect(4, &[]);
}

#[test]
fn a_report_matches_the_published_schema() {
    let desk = Desk::new();
    desk.write("x.jsonl", mixed());
    let validator = published_schema("audit");
    for more in [&["--with-payloads"][..], &["--shard", "2/3"]] {
        desk.audit("x.jsonl", "r", more);
        let mut report = desk.report("r");
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|it| it.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        report.as_object_mut().unwrap().remove("footer");
        assert!(!validator.is_valid(&report));
    }
}
