use std::fs;

use proptest::prelude::*;

use super::*;

const GOOD: &str = r#"
# a comment
[[case]]
id = "R3-001"
op = "check"
clauses = ["D58", "R3:fires"]
body = '''{"x":"é"}'''
expect = '''{"verdict":"VALID"}'''
note = "why"
"#;

fn read(bytes: &[u8]) -> Result<Vec<SourceCase>, Vec<LoadError>> {
    let mut cases = Vec::new();
    let mut errors = Vec::new();
    parse_file(Path::new("t.toml"), bytes, &mut cases, &mut errors);
    if errors.is_empty() {
        Ok(cases)
    } else {
        Err(errors)
    }
}

fn messages(text: &str) -> Vec<String> {
    read(text.as_bytes())
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// The good case with one line replaced.
fn with(line: &str, by: &str) -> String {
    assert!(GOOD.contains(line), "{line}");
    GOOD.replace(line, by)
}

#[test]
fn a_case_is_read_with_its_file_and_line() {
    let two = format!("{GOOD}{}", GOOD.replace("R3-001", "R3-002"));
    let cases = read(two.as_bytes()).unwrap();
    assert_eq!(cases[0].line, 3);
    assert_eq!(cases[1].line, 12);
    assert_eq!(cases[0].file, Path::new("t.toml"));
    assert_eq!(cases[0].case.body, "{\"x\":\"é\"}".as_bytes());
    assert_eq!(cases[0].case.clauses, ["D58", "R3:fires"]);
    assert_eq!(cases[0].repeat, None);
}

#[test]
fn base64_and_repeated_bodies_are_expanded() {
    let cases = read(with(r#"body = '''{"x":"é"}'''"#, "body_base64 = \"/wA=\"").as_bytes());
    assert_eq!(cases.unwrap()[0].case.body, [0xff, 0]);
    let repeat = "body_repeat = { prefix = '<', unit = 'ab', count = 2, suffix = '>' }";
    let cases = read(with(r#"body = '''{"x":"é"}'''"#, repeat).as_bytes()).unwrap();
    assert_eq!(cases[0].case.body, b"<abab>");
    assert_eq!(cases[0].repeat.as_ref().unwrap().count, 2);
}

#[test]
fn an_unknown_key_is_named_with_its_own_line() {
    let found = messages(&with("note = \"why\"", "note = \"why\"\nexpected = 1"));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("t.toml:10: unknown key `expected` in a case"),
        "{found:?}"
    );
    let found = messages(&format!("title = 1\n{GOOD}"));
    assert!(
        found[0].starts_with("t.toml:1: unknown key `title` outside a case"),
        "{found:?}"
    );
}

#[test]
fn every_missing_key_is_named() {
    for (line, key) in [
        ("id = \"R3-001\"\n", "id"),
        ("op = \"check\"\n", "op"),
        ("clauses = [\"D58\", \"R3:fires\"]\n", "clauses"),
        ("body = '''{\"x\":\"é\"}'''\n", "body"),
        ("expect = '''{\"verdict\":\"VALID\"}'''\n", "expect"),
        ("note = \"why\"\n", "note"),
    ] {
        let found = messages(&with(line, ""));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains(&format!("has no `{key}`")), "{found:?}");
        assert!(found[0].starts_with("t.toml:3: "), "{found:?}");
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_named() {
    for (line, by, wanted) in [
        ("id = \"R3-001\"", "id = 1", "`id` is not a string"),
        (
            "op = \"check\"",
            "op = \"Check\"",
            "`Check` is no operation",
        ),
        ("op = \"check\"", "op = 1979-05-27", "`op` is not a string"),
        (
            "clauses = [\"D58\", \"R3:fires\"]",
            "clauses = \"D58\"",
            "`clauses` is not a list",
        ),
        (
            "clauses = [\"D58\", \"R3:fires\"]",
            "clauses = [1]",
            "`clauses` is not a list",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body = {}",
            "`body` is not a string",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_base64 = '*'",
            "not base64",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_repeat = 'x'",
            "not a table",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_repeat = { unit = 'x', count = 1 }",
            "not complete",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_repeat = { prefix = '', unit = 'x', count = -1, suffix = '' }",
            "`count` is not a whole number",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_repeat = { prefix = '', unit = 'x', count = 1, suffix = '', by = 1 }",
            "unknown key `by`",
        ),
        (
            "body = '''{\"x\":\"é\"}'''",
            "body_repeat = { prefix = '', unit = 'x', count = 9223372036854775807, suffix = '' }",
            "longer than 4194304 bytes",
        ),
        (
            "expect = '''{\"verdict\":\"VALID\"}'''",
            "expect = true",
            "`expect` is not a string",
        ),
        ("note = \"why\"", "note = 1.5", "`note` is not a string"),
        ("[[case]]", "[case]", "`case` is one table"),
    ] {
        let found = messages(&with(line, by));
        assert!(
            found.iter().any(|m| m.contains(wanted)),
            "{wanted}: {found:?}"
        );
    }
    assert!(messages("case = [1]")[0].contains("a case is a table"));
}

#[test]
fn two_bodies_are_one_too_many() {
    let found = messages(&with(
        "note = \"why\"",
        "note = \"why\"\nbody_base64 = \"\"",
    ));
    assert!(found[0].contains("more than one body"), "{found:?}");
}

#[test]
fn all_errors_of_a_file_are_collected() {
    let text = format!(
        "{}{}",
        with("op = \"check\"", "op = \"chekc\"\nop2 = 1"),
        with("note = \"why\"", "")
    );
    assert_eq!(messages(&text).len(), 3);
}

#[test]
fn errors_are_named_from_the_top() {
    let found = messages(&with("note = \"why\"", "z = 1\ny = 2\nx = 3"));
    let keys: Vec<&str> = found.iter().filter_map(|m| m.split('`').nth(1)).collect();
    assert_eq!(keys, ["note", "z", "y", "x"]);
}

#[test]
fn broken_toml_is_named_with_its_line() {
    let found = messages("[[case]]\nid = \"a\nop = 1\n");
    assert!(
        found[0].starts_with("t.toml:2: this is not TOML"),
        "{found:?}"
    );
    let found = messages(&with("op = \"check\"", "id = \"R3-001\""));
    assert!(
        found[0].starts_with("t.toml:5: this is not TOML: duplicate key"),
        "{found:?}"
    );
}

#[test]
fn a_file_that_is_not_utf8_is_named_with_its_line() {
    let found = read(b"[[case]]\nid = '\xff'\n").unwrap_err();
    assert_eq!(found[0].line, Some(2));
    assert!(found[0].message.contains("not UTF-8"));
}

#[test]
fn a_file_without_a_case_is_an_error() {
    assert!(messages("# nothing\n")[0].contains("holds no case"));
    assert!(messages("")[0].contains("holds no case"));
}

#[test]
fn hostile_nesting_gives_a_message() {
    for text in [
        format!("x = {}", "[".repeat(100_000)),
        format!("x = {}", "{a=".repeat(100_000)),
        format!("x = {}1", "a.".repeat(100_000)),
        format!("{}x = 1", "a.".repeat(100_000)),
        format!("[{}x]", "a.".repeat(100_000)),
    ] {
        assert!(!messages(&text).is_empty());
    }
}

#[test]
fn a_folder_is_read_in_order_and_stray_files_are_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("b.toml"), GOOD.replace("R3-001", "B")).unwrap();
    fs::write(dir.path().join("a.toml"), GOOD.replace("R3-001", "A")).unwrap();
    fs::write(dir.path().join(".a.toml.swp"), "x").unwrap();
    let ids: Vec<String> = load(dir.path())
        .unwrap()
        .into_iter()
        .map(|c| c.case.id)
        .collect();
    assert_eq!(ids, ["A", "B"]);
    fs::write(dir.path().join("notes.md"), "x").unwrap();
    fs::write(dir.path().join("c.toml"), "x").unwrap();
    let errors = load(dir.path()).unwrap_err();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0]
            .to_string()
            .contains("notes.md: only case files stand here")
    );
    assert!(errors[1].to_string().contains("c.toml:1: this is not TOML"));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_named() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("nowhere", dir.path().join("a.toml")).unwrap();
    let errors = load(dir.path()).unwrap_err();
    assert!(
        errors[0]
            .to_string()
            .contains("a.toml: the file cannot be read"),
        "{errors:?}"
    );
}

#[test]
fn a_folder_that_is_missing_or_empty_is_named() {
    let dir = tempfile::tempdir().unwrap();
    assert!(
        load(dir.path()).unwrap_err()[0]
            .to_string()
            .contains("holds no case")
    );
    let errors = load(&dir.path().join("nowhere")).unwrap_err();
    assert!(
        errors[0]
            .to_string()
            .contains("nowhere: the folder cannot be read"),
        "{errors:?}"
    );
}

proptest! {
    #[test]
    fn no_bytes_at_all_make_the_loader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_edit_of_a_good_file_makes_the_loader_panic(at in 0..GOOD.len(), cut in 0..20_usize, put in ".{0,3}") {
        let mut bytes = GOOD.as_bytes().to_vec();
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, put.bytes());
        let _ = read(&bytes);
    }
}
