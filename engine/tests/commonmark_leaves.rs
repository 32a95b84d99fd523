//! Leaf regions of real and of broken documents, against those that another
//! implementation of `CommonMark` sees, and the map of each region back to the
//! input, which must hold for any line ending and for characters of any width.
//!
//! `ARGUMENT_CHECK_COMMONMARK=FILE` names the documents: one JSON object a
//! line, `{"id","markdown","leaves":[[kind,info,text]…]}`.

use std::io::Write;

use argument_check::candidates::{LeafKind, Origin, Region, regions};
use serde_json::Value;

const VARIABLE: &str = "ARGUMENT_CHECK_COMMONMARK";

/// A document and its leaves: kind, info string, text.
struct Document {
    id: String,
    markdown: String,
    leaves: Vec<(String, Option<String>, String)>,
}

/// The documents that the environment names; nothing if it names none.
fn documents(test: &str) -> Option<Vec<Document>> {
    let Some(path) = std::env::var_os(VARIABLE) else {
        say(&format!(
            "{test} is skipped: {VARIABLE}=FILE names the documents that it needs"
        ));
        return None;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path:?}: {why}"));
    let documents: Vec<_> = text.lines().map(document).collect();
    assert!(!documents.is_empty(), "{path:?} holds no documents");
    Some(documents)
}

/// Tells what was tested, or was not, also of tests that pass.
fn say(what: &str) {
    // Printing would be captured. Where nobody listens, there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "{what}");
}

fn document(line: &str) -> Document {
    let value: Value = serde_json::from_str(line).expect("a line is a JSON object");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let leaf = |leaf: &Value| {
        let kind = text(&leaf[0]).expect("a leaf has a kind");
        (
            kind,
            text(&leaf[1]),
            text(&leaf[2]).expect("a leaf has a text"),
        )
    };
    Document {
        id: text(&value["id"]).expect("a document has an id"),
        markdown: text(&value["markdown"]).expect("a document has a text"),
        leaves: value["leaves"]
            .as_array()
            .expect("leaves")
            .iter()
            .map(leaf)
            .collect(),
    }
}

/// The regions as the documents tell leaves. Their implementation strips the
/// white space that a line of a paragraph starts with.
fn leaves(regions: &[Region]) -> Vec<(String, Option<String>, String)> {
    let trim = |text: &str| text.trim_matches([' ', '\t', '\n']).to_owned();
    let stripped = |text: &str| {
        let lines: Vec<_> = text
            .split('\n')
            .map(|line| line.trim_start_matches([' ', '\t']))
            .collect();
        trim(&lines.join("\n"))
    };
    let told = |region: &Region| {
        let text = &region.text;
        let (kind, text) = match region.kind {
            LeafKind::Paragraph => ("para", stripped(text)),
            LeafKind::Heading => ("head", stripped(text)),
            LeafKind::Html => ("html", text.clone()),
            LeafKind::IndentedCode => ("icode", text.clone()),
            LeafKind::FencedCode => ("fence", text.clone()),
        };
        (kind.to_owned(), region.info.clone(), text)
    };
    regions.iter().map(told).collect()
}

/// Every character of every region is the one that it says it is.
fn assert_traced(id: &str, text: &str, regions: &[Region]) {
    let units: Vec<u16> = text.encode_utf16().collect();
    for region in regions {
        let mut last = None;
        for (character, origin) in region.origins() {
            let (at, wanted): (_, &[u16]) = match origin {
                Origin::Raw(at) => (at, &[]),
                Origin::LineEnd(at) => (at, &[10, 13]),
                Origin::Pad(at) => (at, &[9]),
            };
            let mut room = [0; 2];
            let here = units.get(at..).unwrap_or_default();
            if wanted.is_empty() {
                let encoded = character.encode_utf16(&mut room);
                assert!(
                    here.starts_with(encoded),
                    "{id}: {character:?} at {at} of {text:?}"
                );
            } else {
                let joined = if wanted == [9] { ' ' } else { '\n' };
                assert_eq!(character, joined, "{id} at {at}");
                assert!(wanted.contains(&here[0]), "{id}: {origin:?} of {text:?}");
            }
            let repeats = last == Some(at) && matches!(origin, Origin::Pad(_));
            assert!(last < Some(at) || repeats, "{id}: {at} follows {last:?}");
            last = Some(at);
        }
        assert_eq!(region.origins().count(), region.text.chars().count());
    }
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[test]
fn leaf_sets_are_those_of_the_other_implementation() {
    let Some(documents) = documents("the comparison of leaf sets") else {
        return;
    };
    let mut agree = 0;
    for document in &documents {
        let regions = regions(&document.markdown).expect("within the limits");
        let mut found = leaves(&regions);
        for (leaf, wanted) in found.iter_mut().zip(&document.leaves) {
            let is_known = |name: &str| name.starts_with('#');
            // Named character references are not decoded here.
            let named = wanted.1 != leaf.1
                && leaf
                    .1
                    .as_ref()
                    .is_some_and(|info| info.split('&').skip(1).any(|name| !is_known(name)));
            if named {
                leaf.1.clone_from(&wanted.1);
            }
        }
        if found == document.leaves {
            agree += 1;
        } else {
            println!(
                "{}: {:?}\n  wanted {:?}\n  found  {found:?}",
                document.id, document.markdown, document.leaves
            );
        }
    }
    say(&format!("{agree} of {} leaf sets", documents.len()));
    assert_eq!(agree, documents.len());
}

#[test]
fn leaf_sets_do_not_depend_on_the_kind_of_line_ending() {
    let Some(documents) = documents("the comparison under other line endings") else {
        return;
    };
    for document in &documents {
        let plain = with_line_feeds(&document.markdown);
        let wanted = leaves(&regions(&plain).expect("within the limits"));
        for ending in ["\r\n", "\r"] {
            let text = plain.replace('\n', ending);
            let regions = regions(&text).expect("within the limits");
            assert_eq!(leaves(&regions), wanted, "{} with {ending:?}", document.id);
        }
    }
}

#[test]
fn every_character_of_a_region_is_traced_to_the_input() {
    let Some(documents) = documents("the check of offset maps") else {
        return;
    };
    for document in &documents {
        let plain = with_line_feeds(&document.markdown);
        let astral = |text: &str| -> String {
            // Behind letters, so that what looks like a mark stays one.
            let widen = |character: char| {
                let wide = character.is_ascii_lowercase().then_some('𝕒');
                std::iter::once(character).chain(wide)
            };
            text.chars().flat_map(widen).collect()
        };
        for text in [
            document.markdown.clone(),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "\r"),
            astral(&document.markdown),
            astral(&plain.replace('\n', "\r\n")),
        ] {
            assert_traced(
                &document.id,
                &text,
                &regions(&text).expect("within the limits"),
            );
        }
    }
    say(&format!("{} offset maps, five times each", documents.len()));
}
