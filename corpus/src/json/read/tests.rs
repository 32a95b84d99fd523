use super::*;

fn message(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn numbers_keep_their_spelling_and_members_their_order() {
    let text = r#"{"b":1E2,"a":[-0,1.50,1e400,12345678901234567890]}"#;
    assert_eq!(parse(text).unwrap().compact(), text);
}

#[test]
fn white_space_goes_and_escapes_become_characters() {
    let text = " { \"\\u00e9\\ud83d\\ude00\\/\" : [ true , false , null , { } , [ ] ] }\r\n\t";
    assert_eq!(
        parse(text).unwrap().compact(),
        "{\"é😀/\":[true,false,null,{},[]]}"
    );
}

#[test]
fn a_fault_is_named_with_its_line_and_column() {
    assert_eq!(
        message("{\n \"a\": x\n}"),
        "line 2, column 7: \"x\" is no literal of JSON"
    );
}

#[test]
fn every_departure_from_the_grammar_is_refused() {
    for text in [
        "",
        " ",
        "[",
        "{",
        "[1",
        "[1,",
        "[1,]",
        "[,]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "tru",
        "True",
        "nul",
        "\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"a\nb\"",
        "1 2",
        "{} x",
        "[1}",
        "{\"a\":1]",
        "\u{feff}{}",
        "'a'",
        "NaN",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "\"\\u+123\"",
    ] {
        assert!(parse(text).is_err(), "{text:?} was read");
    }
}

#[test]
fn lone_surrogates_are_refused() {
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800x""#,
    ] {
        assert!(message(text).contains("surrogate"), "{text}");
    }
}

#[test]
fn a_name_that_occurs_twice_is_refused_however_it_is_spelled() {
    assert!(message(r#"{"a":1,"b":2,"\u0061":3}"#).contains("\"a\" twice"));
    assert!(parse(r#"{"a":{"a":1}}"#).is_ok());
}

#[test]
fn depth_is_limited_without_recursion() {
    let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
    assert!(parse(&deep(MAX_DEPTH)).is_ok());
    assert!(parse(&deep(MAX_DEPTH + 1)).is_err());
    assert!(message(&"[".repeat(1_000_000)).contains("nests"));
    assert!(message(&"{\"a\":".repeat(1_000_000)).contains("nests"));
}

#[test]
fn an_object_of_very_many_members_is_read_in_reasonable_time() {
    let members: Vec<String> = (0..100_000).map(|n| format!("\"k{n}\":{n}")).collect();
    assert!(parse(&format!("{{{}}}", members.join(","))).is_ok());
}
