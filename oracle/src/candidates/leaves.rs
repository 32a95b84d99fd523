//! Leaf blocks as a file of examples has them, one
//! `{"id", "markdown", "leaves": [[kind, info, text]]}` a line, held against
//! the block phase of the second implementation.
//!
//! The examples come from another parser, so this is what the second
//! implementation itself is judged by. An example is judged as it stands, with
//! other line endings, and with an astral letter put into every word; each time
//! the offset map is judged too (JC1, JC8, JC23).

use super::reference::blocks::{self, Kind, Region};
use super::reference::clauses::Clauses;
use super::reference::language::{self, Language};
use crate::lossless::{self, Value};

/// One leaf block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// `para`, `head`, `html`, `icode` or `fence`.
    pub kind: String,
    /// The info string of a fence.
    pub info: Option<String>,
    /// Its text.
    pub text: String,
}

/// A document and its leaf blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Its name.
    pub id: String,
    /// The document.
    pub markdown: String,
    /// Its leaf blocks in their order.
    pub leaves: Vec<Leaf>,
}

/// The kinds that a file may name.
const KINDS: [&str; 5] = ["para", "head", "html", "icode", "fence"];

/// A letter outside the Basic Multilingual Plane: one character, two units of
/// UTF-16, four bytes.
const ASTRAL: char = '𝒳';

impl Example {
    /// Reads one line of a file.
    ///
    /// # Errors
    /// What is not as it has to be.
    pub fn read(line: &str) -> Result<Example, String> {
        let value = lossless::read_str(line).map_err(|error| error.to_string())?;
        let text = |name: &str| {
            let found = value.get(name).and_then(Value::as_str);
            found
                .map(str::to_owned)
                .ok_or(format!("{name:?} is no string"))
        };
        let leaves = value.get("leaves").and_then(Value::items);
        let leaves = leaves.ok_or("\"leaves\" is no array")?;
        let (id, markdown) = (text("id")?, text("markdown")?);
        let leaves: Option<Vec<Leaf>> = leaves.iter().map(leaf).collect();
        Ok(Example {
            id,
            markdown,
            leaves: leaves.ok_or("a leaf is not [kind, info or null, text]")?,
        })
    }

    /// The example again, in each form that it is to be judged in.
    #[must_use]
    pub fn forms(&self) -> Vec<(&'static str, Example)> {
        let mut forms = vec![("as it stands", self.clone())];
        if !self.markdown.contains('\r') {
            for (name, ending) in [("CR LF", "\r\n"), ("CR", "\r")] {
                let markdown = self.markdown.replace('\n', ending);
                forms.push((name, self.with(markdown, self.leaves.clone())));
            }
        }
        forms.extend(self.astral().map(|example| ("astral letters", example)));
        forms
    }

    fn with(&self, markdown: String, leaves: Vec<Leaf>) -> Example {
        Example {
            id: self.id.clone(),
            markdown,
            leaves,
        }
    }

    /// With a letter between the first two letters of every run of them that
    /// stands in a leaf but HTML; none if a leaf is not found where it should be.
    fn astral(&self) -> Option<Example> {
        let regions = blocks::regions(&self.markdown, &Clauses::published()).ok()?;
        let mut at = Vec::new();
        for region in regions.iter().filter(|region| region.kind != Kind::Html) {
            let pairs = region.text.windows(2);
            at.extend(
                pairs
                    .filter(|two| splits(two[0].ch, two[1].ch))
                    .map(|two| two[1].at),
            );
        }
        let mut leaves = self.leaves.clone();
        for leaf in leaves.iter_mut().filter(|leaf| leaf.kind != "html") {
            leaf.text = astral(&leaf.text, |_, before, c| splits(before, c));
        }
        Some(self.with(
            astral(&self.markdown, |unit, _, _| at.contains(&unit)),
            leaves,
        ))
    }
}

fn leaf(value: &Value) -> Option<Leaf> {
    let [kind, info, text] = value.items()? else {
        return None;
    };
    let kind = kind.as_str().filter(|kind| KINDS.contains(kind))?;
    if !matches!(info, Value::Null | Value::String(_)) {
        return None;
    }
    Some(Leaf {
        kind: kind.to_owned(),
        info: info.as_str().map(str::to_owned),
        text: text.as_str()?.to_owned(),
    })
}

/// Between which two characters a letter changes no structure: two small
/// letters, where no line and no number begins.
fn splits(before: char, c: char) -> bool {
    before.is_ascii_lowercase() && c.is_ascii_lowercase()
}

fn astral(text: &str, here: impl Fn(usize, char, char) -> bool) -> String {
    let mut out = String::new();
    let (mut unit, mut before) = (0, ' ');
    for c in text.chars() {
        if here(unit, before, c) {
            out.push(ASTRAL);
        }
        out.push(c);
        unit += c.len_utf16();
        before = c;
    }
    out
}

/// What is wrong with the regions of a document, if anything is.
#[must_use]
pub fn disagreement(example: &Example) -> Option<String> {
    let Ok(regions) = blocks::regions(&example.markdown, &Clauses::published()) else {
        return Some("the document nests too deeply".to_owned());
    };
    if let Some(region) = regions
        .iter()
        .find(|region| !is_mapped(region, &example.markdown))
    {
        return Some(format!("the offset map of {:?} is wrong", region.plain()));
    }
    let found = regions.iter().map(comparable);
    let found: Vec<_> = found.filter(|(_, _, text)| !text.is_empty()).collect();
    let expected = example.leaves.iter().map(expected);
    let expected: Vec<_> = expected.filter(|(_, _, text)| !text.is_empty()).collect();
    (found != expected).then(|| format!("expected {expected:?}, found {found:?}"))
}

type Comparable = (&'static str, Option<Language>, String);

fn comparable(region: &Region) -> Comparable {
    let text = region.plain();
    match &region.kind {
        Kind::Paragraph => ("para", None, stripped(&text)),
        Kind::Heading => ("head", None, stripped(&text)),
        Kind::Html => ("html", None, as_read(&text)),
        Kind::Indented => ("icode", None, as_read(&text)),
        Kind::Fenced(_, info) => ("fence", Some(language::language(info)), as_read(&text)),
    }
}

fn expected(leaf: &Leaf) -> Comparable {
    let kind = KINDS
        .into_iter()
        .find(|kind| *kind == leaf.kind)
        .unwrap_or_default();
    let info = leaf.info.as_deref().map(resolved_language);
    let text = match kind {
        "para" | "head" => stripped(&leaf.text),
        _ => as_read(&leaf.text),
    };
    (kind, info, text)
}

/// The language of an info string whose references are resolved already.
fn resolved_language(info: &str) -> Language {
    language::language(&info.replace('\\', "\\\\").replace('&', "\\&"))
}

/// The other parser strips the white space that begins a paragraph's line.
fn stripped(text: &str) -> String {
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.trim_start_matches([' ', '\t']))
        .collect();
    as_read(lines.join("\n").trim_matches([' ', '\t', '\n']))
}

/// The other parser puts U+FFFD where NUL stands (JC9).
fn as_read(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Whether each character of a region is the raw one, or LF for a line ending,
/// or a space for a part of a tab; and their places follow one another.
#[must_use]
pub fn is_mapped(region: &Region, markdown: &str) -> bool {
    let units: Vec<u16> = markdown.encode_utf16().collect();
    let mut before = 0;
    region.text.iter().all(|c| {
        let Some(raw) = units.get(c.at..c.end) else {
            return false;
        };
        let raw = String::from_utf16_lossy(raw);
        let same = match c.ch {
            '\n' => matches!(raw.as_str(), "\n" | "\r\n" | "\r"),
            ' ' => matches!(raw.as_str(), " " | "\t"),
            ch => raw.chars().eq([ch]),
        };
        // Only the spaces of one tab share their place.
        let follows = c.at >= before || (c.ch == ' ' && raw == "\t");
        before = c.end;
        same && follows
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file with the examples, if there is one.
    const FILE: &str = "COMMONMARK_LEAVES";

    #[test]
    fn every_example_has_its_leaves_with_every_line_ending_and_with_astral_letters() {
        let Some(file) = std::env::var_os(FILE) else {
            println!("skipped: {FILE} names no file of leaf blocks");
            return;
        };
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let mut judged = 0;
        let mut wrong = Vec::new();
        for line in text.lines() {
            let example = Example::read(line).expect("the line is an example");
            for (form, example) in example.forms() {
                judged += 1;
                wrong
                    .extend(disagreement(&example).map(|why| {
                        format!("{} {form}: {:?}: {why}", example.id, example.markdown)
                    }));
            }
        }
        println!("{judged} forms of {} examples", text.lines().count());
        assert!(
            wrong.is_empty(),
            "{} wrong\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }

    #[test]
    fn a_leaf_that_is_not_there_is_a_disagreement() {
        let line = r#"{"id":"x","markdown":"- a\n\n      b\n","leaves":[["para",null,"a"],["icode",null,"b"]]}"#;
        let mut example = Example::read(line).unwrap();
        assert_eq!(disagreement(&example), None);
        assert_eq!(example.forms().len(), 4);
        example.leaves.pop();
        assert!(disagreement(&example).is_some());
    }

    #[test]
    fn an_offset_that_is_not_its_characters_is_seen() {
        let text = "é[";
        let mut regions = blocks::regions(text, &Clauses::published()).unwrap();
        assert!(is_mapped(&regions[0], text));
        regions[0].text[1].at += 1;
        regions[0].text[1].end += 1;
        assert!(!is_mapped(&regions[0], text));
    }
}
