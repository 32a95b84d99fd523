use super::lines::Hits;
use super::report::{BodyCounts, Found, Header, Report};
use super::*;
use crate::report::{Pin, schema};

const GIVEN: &str = r#"
[[reason]]
file = "engine/src/json/a.rs"
function = "one"
lines = ["x();"]
why = "never"
"#;

/// A report on `ran` of 100 lines of `json`, of which line 100 is `x();` of `one`.
fn report(ran: u64, given: &str) -> Report {
    let hits: Hits = (1..=100)
        .map(|line| (line, u64::from(line <= ran)))
        .collect();
    let corpus = Lines(BTreeMap::from([("engine/src/json/a.rs".to_owned(), hits)]));
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("engine/src/json");
    std::fs::create_dir_all(&folder).unwrap();
    let source = format!("fn one() {{\n{}", "    x();\n".repeat(99));
    std::fs::write(folder.join("a.rs"), source).unwrap();
    let found = Found {
        missed: corpus.missed(directory.path()).unwrap(),
        regions: Some(BTreeMap::from([(
            "engine/src/json/a.rs".to_owned(),
            Regions { all: 8, corpus: 7 },
        )])),
        all: Some(corpus.clone()),
        corpus,
    };
    let header = Header {
        engine: "0".to_owned(),
        corpora: vec![Pin::built_in().unwrap()],
        tool: Named::new("llvm-tools", "0"),
        no_regions: None,
        wanted: report::WANTED,
        bodies: BodyCounts {
            corpus: 1,
            all: Some(2),
            sources: vec!["fuzz corpus check: 1 inputs, 1 requests".to_owned()],
        },
    };
    Report::new(header, &found, &toml::from_str(given).unwrap())
}

fn assert_fits(report: &Report) {
    schema::assert_fits("coverage", &serde_json::to_string(report).unwrap());
}

#[test]
fn lines_with_a_reason_are_clean_down_to_the_share_that_is_wanted() {
    let report = report(95, GIVEN);
    assert_eq!(report.exit(), Exit::Clean, "{:?}", report.footer);
    assert_eq!(report.rows.len(), 5);
    assert_fits(&report);
    let text = markdown::render(&report);
    assert!(text.contains("95 of 100 engine lines, 95.00%"), "{text}");
    assert!(
        text.contains("| json | 100 | 95 | 95.00 | 95 | 7 of 8 (87.50%) |"),
        "{text}"
    );
    assert_eq!(self::report(94, GIVEN).exit(), Exit::Conformance);
}

#[test]
fn a_line_without_a_reason_and_a_reason_without_a_line_are_findings() {
    let report = report(99, "");
    assert_eq!(report.exit(), Exit::Conformance);
    assert_fits(&report);
    let report = self::report(100, GIVEN);
    assert_eq!(report.stale, ["engine/src/json/a.rs, one: x();"]);
    assert_eq!(report.exit(), Exit::Conformance);
}

#[test]
fn a_run_that_saw_nothing_proves_nothing() {
    let report = report(0, GIVEN);
    assert_eq!(report.exit(), Exit::NotProvenAlive);
}

#[test]
fn fuzz_inputs_are_read_as_the_requests_that_they_mean() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("check");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("one"), br#"{"arguments":{},"schema":{}}"#).unwrap();
    let (bodies, sources) = others(directory.path(), &[]).unwrap();
    assert_eq!(sources, ["fuzz corpus check: 1 inputs, 1 requests"]);
    assert_eq!(bodies.count(), 1);
    let (none, sources) = others(&directory.path().join("absent"), &[]).unwrap();
    assert_eq!((none.count(), sources.len()), (0, 0));
}
