use std::fs;
use std::path::Path;

use super::*;
use crate::canonical::sha256_hex;
use crate::case::{Case, Op, Repeat};
use crate::json;
use crate::system::ARGUMENT_CHECK as SYSTEM;

fn source(id: &str, body: &[u8]) -> SourceCase {
    SourceCase {
        case: Case {
            id: id.into(),
            op: Op::Check,
            clauses: vec!["D1".into()],
            body: body.to_vec(),
            expect: r#"{"refusal":"invalid_request_body"}"#.into(),
            note: "n".into(),
        },
        repeat: None,
        file: "t.toml".into(),
        line: 1,
    }
}

fn repeated(id: &str) -> SourceCase {
    let repeat = Repeat {
        prefix: "<".into(),
        unit: "[".into(),
        count: 100_000,
        suffix: ">".into(),
    };
    SourceCase {
        repeat: Some(repeat.clone()),
        ..source(id, &repeat.expand().unwrap())
    }
}

fn three() -> Vec<SourceCase> {
    vec![
        source("C", b"\xff\0"),
        repeated("B"),
        source("A", "é\u{1}\n1.0".as_bytes()),
    ]
}

#[test]
fn cases_stand_in_the_artefact_sorted_by_id() {
    let text = render(&SYSTEM, &three()).unwrap();
    let artefact = parse(&text).unwrap();
    assert_eq!(artefact, Artefact::from_sources(&SYSTEM, &three()).unwrap());
    let ids: Vec<&str> = artefact
        .cases
        .iter()
        .map(|one| one.case.id.as_str())
        .collect();
    assert_eq!(ids, ["A", "B", "C"]);
    assert_eq!(artefact.render(), text);
    assert_eq!(compute(&artefact).unwrap(), artefact.sha256);
    for (have, want) in artefact.cases.iter().zip(["A", "B", "C"]) {
        let want = three()
            .into_iter()
            .find(|source| source.case.id == want)
            .unwrap();
        assert_eq!(have.case, want.case);
    }
}

#[test]
fn bodies_stand_as_text_as_base64_or_as_their_repetition() {
    let text = render(&SYSTEM, &three()).unwrap();
    assert!(text.contains("\"body\": \"é\\u0001\\n1.0\""), "{text}");
    assert!(text.contains("\"body_base64\": \"/wA=\""), "{text}");
    assert!(text.contains("\"count\": 100000"), "{text}");
    assert!(text.len() < 2_000, "a repeated body is written out");
}

#[test]
fn the_order_of_the_case_files_does_not_change_the_artefact() {
    let mut other = three();
    other.reverse();
    other[0].file = "elsewhere.toml".into();
    other[0].line = 99;
    assert_eq!(
        render(&SYSTEM, &other).unwrap(),
        render(&SYSTEM, &three()).unwrap()
    );
}

/// The pin can be recomputed by a stranger: sorted keys, compact, everything but `sha256`.
#[test]
fn the_pin_is_the_digest_of_the_canonical_text_without_its_own_member() {
    let artefact = Artefact::from_sources(&SYSTEM, &[source("A", b"{}")]).unwrap();
    let by_hand = concat!(
        r#"{"cases":[{"body":"{}","clauses":["D1"],"expect":"{\"refusal\":\"invalid_request_body\"}","#,
        r#""id":"A","note":"n","op":"check"}],"criteria":{"id":"tool-argument/v1","version":"1.0.0"},"#,
        r#""id":"tool-argument-conformance/v1","version":"1.0.0"}"#
    );
    assert_eq!(artefact.sha256, sha256_hex(by_hand.as_bytes()));
}

/// Number spellings stand inside strings, where no canonical form can touch them.
#[test]
fn bodies_and_expectations_stand_in_the_artefact_as_text() {
    let body = br#"{"arguments":{"x":[1.0,1e999,1E2,-0,"\ud800"]},"schema":{}}"#;
    let mut case = source("A", body);
    case.case.expect = r#"{"verdict":"VALID","x":1.50}"#.into();
    let read = parse(&render(&SYSTEM, std::slice::from_ref(&case)).unwrap()).unwrap();
    assert_eq!(read.cases[0].case, case.case);
}

#[test]
fn the_digest_of_the_unpublished_corpus_is_never_ours() {
    assert_ne!(SYSTEM.corpus_id, PUBLISHED_ID);
    let artefact = parse(SYSTEM.artefact).unwrap();
    assert_eq!(artefact.id, SYSTEM.corpus_id);
    assert_ne!(artefact.sha256, PUBLISHED_PIN);
    assert_eq!(compute(&artefact).unwrap(), artefact.sha256);
}

/// Another body or another expected answer is another pin, so it cannot stand under the old one.
#[test]
fn any_change_of_a_body_or_an_expected_answer_changes_the_pin() {
    let pin = |cases: &[SourceCase]| Artefact::from_sources(&SYSTEM, cases).unwrap().sha256;
    let before = pin(&[source("A", b"{}")]);
    assert_ne!(before, pin(&[source("A", b"{ }")]));
    let mut other = source("A", b"{}");
    other.case.expect = r#"{"verdict":"VALID"}"#.into();
    assert_ne!(before, pin(&[other]));
    let artefact = Artefact::from_sources(&SYSTEM, &[source("A", b"{}")]).unwrap();
    let renewed = Artefact {
        version: "1.0.1".into(),
        ..artefact.clone()
    };
    assert_ne!(compute(&renewed).unwrap(), artefact.sha256);
    assert_eq!(artefact.version, SYSTEM.corpus_version);
    assert_eq!(artefact.criteria.version, SYSTEM.criteria_version);
}

#[test]
fn two_cases_with_one_id_make_no_artefact() {
    assert_eq!(
        render(&SYSTEM, &[source("A", b"1"), source("A", b"2")]),
        Err(PinError::DuplicateId("A".into()))
    );
}

#[test]
fn an_artefact_of_another_shape_is_refused() {
    let good = render(&SYSTEM, &three()).unwrap();
    for (from, to, wanted) in [
        (
            "\"version\": \"1.0.0\",\n  \"criteria\"",
            "\"criteria\"",
            "the artefact has the members",
        ),
        (
            "\"note\": \"n\"",
            "\"note\": 5",
            "`note` of the case A is no string",
        ),
        (
            "\"note\": \"n\"",
            "\"notes\": \"n\"",
            "the case A has the members",
        ),
        ("\"op\": \"check\"", "\"op\": \"chekc\"", "the op"),
        (
            "\"clauses\": [\n        \"D1\"\n      ]",
            "\"clauses\": [5]",
            "`clauses` of the case A",
        ),
        ("\"body\": ", "\"bodi\": ", "the case A has no body"),
        ("/wA=", "*", "is not base64"),
        ("100000", "1e5", "no whole number"),
        ("100000", "100000000000", "too long"),
        ("100000", "\"1\"", "has no count"),
        ("\"id\": \"A\"", "\"id\": \"Z\"", "not sorted by id"),
        ("\"id\": \"A\"", "\"id\": \"B\"", "not sorted by id"),
        ("\"id\": \"A\"", "\"id\": \"A\", \"id\": \"A\"", "twice"),
        (
            "\"cases\": [",
            "\"cases\": 5, \"x\": [",
            "the artefact has the members",
        ),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        let error = parse(&bad).unwrap_err().to_string();
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
    assert!(parse("").unwrap_err().to_string().contains("pin --write"));
}

#[test]
fn an_artefact_that_fits_its_cases_matches() {
    let found = check(&SYSTEM, &render(&SYSTEM, &three()).unwrap(), &three()).unwrap();
    assert!(found.matches());
    assert_eq!(found.stated.as_ref(), Some(&found.from_cases));
    assert_eq!(found.computed.as_ref(), Some(&found.from_cases));
}

#[test]
fn cases_that_differ_are_named() {
    let text = render(&SYSTEM, &[source("A", b"1"), source("B", b"2")]).unwrap();
    let mut edited = source("A", b"1");
    edited.case.expect = r#"{"verdict":"VALID"}"#.into();
    let found = check(&SYSTEM, &text, &[edited, source("C", b"3")]).unwrap();
    assert!(!found.matches());
    let said: Vec<String> = found.differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "A: expect changed since it was pinned",
            "B: pinned and in no case file",
            "C: in the case files and not pinned"
        ]
    );
    assert_ne!(found.stated.unwrap(), found.from_cases);
}

#[test]
fn a_body_that_is_built_otherwise_is_a_change() {
    let mut flat = repeated("B");
    flat.repeat = None;
    let found = check(
        &SYSTEM,
        &render(&SYSTEM, &[repeated("B")]).unwrap(),
        &[flat],
    )
    .unwrap();
    assert_eq!(
        found.differences[0].kind,
        DifferenceKind::Changed(vec!["body".into()])
    );
}

#[test]
fn any_changed_character_of_the_artefact_is_a_mismatch() {
    let cases = [source("A", b"{}")];
    let text = render(&SYSTEM, &cases).unwrap();
    for at in 0..text.len() {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
        let text = String::from_utf8(bytes).unwrap();
        let found = check(&SYSTEM, &text, &cases).unwrap();
        assert!(!found.matches(), "at {at}: {text}");
    }
    assert!(
        !check(&SYSTEM, &text.replace('\n', ""), &cases)
            .unwrap()
            .matches()
    );
    assert!(!check(&SYSTEM, "", &cases).unwrap().matches());
}

#[test]
fn an_artefact_of_another_version_is_a_mismatch() {
    let cases = [source("A", b"{}")];
    let mut other = Artefact::from_sources(&SYSTEM, &cases).unwrap();
    other.version = "0.9.0".into();
    other.sha256 = compute(&other).unwrap();
    let found = check(&SYSTEM, &other.render(), &cases).unwrap();
    assert!(found.problems[0].contains("version"), "{found:?}");
}

#[test]
fn an_artefact_edited_by_hand_says_so() {
    let text = render(&SYSTEM, &[source("A", b"{}")])
        .unwrap()
        .replace("\"n\"", "\"m\"");
    let found = check(&SYSTEM, &text, &[source("A", b"{}")]).unwrap();
    assert!(found.problems[0].contains("edited by hand"), "{found:?}");
}

const CASE: &str = "[[case]]\nid = 'ID'\nop = 'check'\nclauses = ['D1']\nbody = '''ID'''\nexpect = '''{\"refusal\":\"invalid_request_body\"}'''\nnote = 'n'\n";

fn corpus(ids: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join(SYSTEM.case_dirs[0])).unwrap();
    put(dir.path(), ids);
    dir
}

fn put(dir: &Path, ids: &[&str]) {
    let text: String = ids.iter().map(|id| CASE.replace("ID", id)).collect();
    fs::write(dir.join(SYSTEM.case_dirs[0]).join("t.toml"), text).unwrap();
}

#[test]
fn writing_makes_an_artefact_that_matches_and_says_what_changed() {
    let dir = corpus(&["A", "B"]);
    let written = write_artefact(&SYSTEM, dir.path()).unwrap();
    assert!(written.changed);
    assert_eq!(written.differences.len(), 2);
    let text = fs::read_to_string(&written.file).unwrap();
    let cases = crate::load(&dir.path().join(SYSTEM.case_dirs[0])).unwrap();
    assert!(check(&SYSTEM, &text, &cases).unwrap().matches());
    let again = write_artefact(&SYSTEM, dir.path()).unwrap();
    assert!(!again.changed);
    assert_eq!(again.differences, []);
    assert_eq!(again.sha256, written.sha256);
}

#[test]
fn writing_refuses_to_forget_an_id() {
    let dir = corpus(&["A", "B"]);
    write_artefact(&SYSTEM, dir.path()).unwrap();
    put(dir.path(), &["A"]);
    let error = write_artefact(&SYSTEM, dir.path()).unwrap_err();
    assert!(matches!(error, WriteError::History(_)));
    assert!(
        error
            .to_string()
            .contains("add `B why it is gone` to retired.txt"),
        "{error}"
    );
    fs::write(dir.path().join("retired.txt"), "B was wrong\n").unwrap();
    let written = write_artefact(&SYSTEM, dir.path()).unwrap();
    assert_eq!(written.differences[0].kind, DifferenceKind::Missing);
}

#[test]
fn writing_replaces_an_artefact_that_cannot_be_read() {
    let dir = corpus(&["A"]);
    fs::write(dir.path().join(SYSTEM.artefact_file), b"\xff").unwrap();
    assert!(write_artefact(&SYSTEM, dir.path()).unwrap().changed);
}

#[test]
fn writing_stops_at_case_files_that_cannot_be_used() {
    let dir = corpus(&["A", "A"]);
    assert!(matches!(
        write_artefact(&SYSTEM, dir.path()),
        Err(WriteError::Pin(PinError::DuplicateId(_)))
    ));
    fs::write(dir.path().join(SYSTEM.case_dirs[0]).join("t.toml"), "x").unwrap();
    assert!(matches!(
        write_artefact(&SYSTEM, dir.path()),
        Err(WriteError::Load(_))
    ));
    assert!(!dir.path().join(SYSTEM.artefact_file).exists());
}

#[test]
fn writing_names_the_file_that_it_cannot_write() {
    let dir = corpus(&["A"]);
    fs::create_dir(dir.path().join(SYSTEM.artefact_file)).unwrap();
    let error = write_artefact(&SYSTEM, dir.path()).unwrap_err();
    assert!(matches!(error, WriteError::Io { .. }));
    assert!(error.to_string().contains(SYSTEM.artefact_file), "{error}");
}

#[test]
fn our_own_artefact_verifies_as_jcs() {
    let found = verify(crate::ARTEFACT.as_bytes(), None).unwrap();
    assert_eq!(found.matched, Some(Serialisation::Jcs));
    assert_eq!(found.expected_from, ExpectedFrom::File);
    assert_eq!(found.outside, None);
    assert!(found.to_string().starts_with("MATCH"));
}

#[test]
fn a_foreign_corpus_is_verified_in_stored_order_too() {
    let bare = r#"{"name":"other","entries":[{"z":1.50,"a":null,"é":"\u0001"}]}"#;
    let stored = sha256_hex(bare.as_bytes());
    let file = format!(
        "{{\n \"sha256\": \"{stored}\",\n {}",
        bare.strip_prefix('{').unwrap()
    );
    let found = verify(file.as_bytes(), None).unwrap();
    assert_eq!(found.matched, Some(Serialisation::StoredOrder));
    assert!(found.outside.unwrap().contains("D98"));
    let jcs =
        sha256_hex(r#"{"entries":[{"a":null,"z":1.5,"é":"\u0001"}],"name":"other"}"#.as_bytes());
    let found = verify(file.as_bytes(), Some(&jcs.to_uppercase())).unwrap();
    assert_eq!(found.matched, Some(Serialisation::Jcs));
    assert_eq!(found.expected_from, ExpectedFrom::Caller);
}

#[test]
fn a_mismatch_names_what_was_expected_and_everything_that_was_computed() {
    let found = verify(br#"{"sha256":"x","b":1e400}"#, Some(&"0".repeat(64))).unwrap();
    assert_eq!(found.matched, None);
    let said = found.to_string();
    assert!(said.starts_with("MISMATCH"), "{said}");
    assert!(said.contains(&"0".repeat(64)), "{said}");
    assert!(said.contains(&sha256_hex(br#"{"b":1e400}"#)), "{said}");
    assert!(said.contains("not computed (RFC 8785 JCS)"), "{said}");
}

/// The published corpus is held against the published pin, whatever a file of that name states.
#[test]
fn a_file_cannot_vouch_for_itself_as_the_published_corpus() {
    let bare = format!(r#"{{"id":"{PUBLISHED_ID}"}}"#);
    let own = sha256_hex(bare.as_bytes());
    let file = format!(r#"{{"id":"{PUBLISHED_ID}","sha256":"{own}"}}"#);
    let found = verify(file.as_bytes(), None).unwrap();
    assert_eq!(found.expected_from, ExpectedFrom::PublishedPin);
    assert_eq!(found.expected, PUBLISHED_PIN);
    assert_eq!(found.matched, None);
}

#[test]
fn a_file_that_cannot_be_verified_says_why() {
    let said = |file: &[u8], expected| verify(file, expected).unwrap_err().to_string();
    assert!(said(b"{\n\xff}", None).contains("line 2: the file is not UTF-8"));
    assert!(said(b"{", None).contains("line 1, column 2"));
    assert!(said(b"[]", None).contains("no JSON object"));
    assert!(said(b"{\"a\":1}", None).contains(&sha256_hex(b"{\"a\":1}")));
    assert!(said(b"{\"sha256\":\"abc\"}", None).contains("64 hexadecimal digits"));
    assert!(said(b"{}", Some("xyz")).contains("64 hexadecimal digits"));
    assert!(said(&b"[".repeat(1_000_000), None).contains("nests"));
    assert!(said(b"{\"a\":1,\"a\":2}", None).contains("twice"));
}

#[test]
fn the_value_of_an_artefact_is_within_d98() {
    let artefact = Artefact::from_sources(&SYSTEM, &three()).unwrap();
    assert!(crate::canonical::restricted(&artefact.to_value(true)).is_ok());
    assert_eq!(
        json::parse(&artefact.render()).unwrap(),
        artefact.to_value(true)
    );
}

/// A version that the changelog does not explain is a version that nobody decided (D102).
#[test]
fn the_changelog_names_the_pinned_version() {
    let artefact = parse(SYSTEM.artefact).unwrap();
    let (_, changelog) = SYSTEM.readings.split_once("\n## Changelog\n").unwrap();
    let entry = format!("- {} ", artefact.version);
    assert!(
        changelog.lines().any(|line| line.starts_with(&entry)),
        "{entry}"
    );
}
