//! The oracle of texts against the readings, and against a reversed D39.

use super::*;

fn expected(text: &str) -> Expected {
    Expected::of(text, &tokens(text))
}

#[test]
fn the_readings_of_r1_and_r2_are_expected_and_kept() {
    let repaired = |commas: &[usize], closers: &str| Expected::Repaired {
        commas: commas.to_vec(),
        closers: closers.to_owned(),
    };
    for (text, wanted) in [
        ("{\"a\":true", repaired(&[], "}")),
        ("{\"a\":12 ", repaired(&[], "}")),
        ("{\"a\":[1,2,", repaired(&[9], "]}")),
        ("{\"a\":[{\"b\":[1,{", repaired(&[], "}]}]}")),
        ("{\"a\":[1 , ] }", repaired(&[8], "")),
        ("{\"a\":[,]}", repaired(&[6], "")),
        ("{,", repaired(&[1], "}")),
        ("{\"a\":1},", repaired(&[7], "")),
        (" {\"a\":1} ", Expected::Valid),
        ("{\"a\":12", Expected::Unreadable),
        ("{\"a\":tru", Expected::Unreadable),
        ("{\"a\":", Expected::Unreadable),
        ("{\"a\":[1,,]}", Expected::Unreadable),
        ("{\"a\":1,\"a\":2", Expected::Unreadable),
        ("{\"a\":\"\\ud800\",", Expected::Unreadable),
        ("", Expected::Unreadable),
        ("[1,", Expected::Refused("arguments_not_object")),
        ("null", Expected::Refused("arguments_not_object")),
    ] {
        assert_eq!(expected(text), wanted, "{text}");
        assert_eq!(law(text.as_bytes()), Ok(()), "{text}");
    }
    let deep = "[".repeat(65);
    assert_eq!(expected(&deep), Expected::Refused("arguments_too_deep"));
    assert_eq!(law(deep.as_bytes()), Ok(()));
}

#[test]
fn an_accepted_text_is_cut_inside_its_tokens_too() {
    let text = "{\"ab\":[12,\"c\"],\"d\":true}";
    let cuts = cuts(text, &tokens(text));
    assert!(cuts.len() > 6 && cuts.len() <= PREFIXES, "{cuts:?}");
    assert!(cuts.iter().all(|cut| *cut < text.len()));
    let short = "{\"a\":12}";
    let number = self::cuts(short, &tokens(short));
    assert!(number.contains(&6) && number.contains(&7), "{number:?}");
}

#[test]
fn a_blob_with_another_token_is_told_apart() {
    let text = "{\"a\":[1.0,\"\\u0041\",],";
    let of = tokens(text);
    let keeps = |blob| keeps(text, &of, &[18, 20], "}", blob);
    assert!(keeps("{\"a\":[1.0,\"A\"]}"));
    for other in [
        "{\"a\":[1,\"A\"]}",
        "{\"a\":[1.0,\"B\"]}",
        "{\"a\":[1.0,\"A\",null]}",
        "{\"a\":[1.0,\"A\"]",
        "{\"a\":[1.0]}",
        "{\"A\":[1.0,\"A\"]}",
    ] {
        assert!(!keeps(other), "{other}");
    }
}

#[test]
fn a_number_at_the_end_that_was_taken_for_whole_is_called_by_its_name() {
    // What an engine with D39 reversed would do with these texts.
    let (whole, prefix) = ("{\"a\":12}", "{\"a\":1");
    assert!(is_cut_number(prefix, &tokens(prefix)));
    assert!(!is_cut_number("{\"a\":1 ", &tokens("{\"a\":1 ")));
    assert!(!tokens(whole).list.starts_with(&tokens(prefix).list));
}

#[test]
fn a_text_is_a_request_that_can_be_promoted() {
    let meaning = (TARGET.meaning)(b"{\"a\":\"\xff");
    let body = String::from_utf8(meaning.body.unwrap()).unwrap();
    assert_eq!(
        body,
        "{\"schema\":{},\"arguments_text\":\"{\\\"a\\\":\\\"\u{fffd}\"}"
    );
}
