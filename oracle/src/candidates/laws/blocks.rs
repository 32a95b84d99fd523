//! C20: blocks as `pulldown-cmark` has them, an independent CommonMark parser.
//!
//! Where it is known to have other leaf texts the published list P1 to P10
//! ([`Deviation`]) says so by a predicate on the document, and counts; anything
//! else that differs is a disagreement. Code and HTML are compared text for
//! text, and so are paragraphs; those in a container without the marks and the
//! indentation of their lines. Of a heading it is asked that each candidate lies
//! inside of it, and that one with a bracket has a candidate.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::brackets;
use super::form::demand;
use super::view::{Answer, Asked, Item, Listed, answer};
use super::{Ruling, Settled, settle};
use crate::judge::Reason;
use crate::laws::Observation;

/// Where `pulldown-cmark` 0.13.0 deviates from CommonMark 0.31.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deviation {
    /// P1: no event for a paragraph in a tight list; a run of inline events
    /// stands for it.
    TightParagraph,
    /// P2: VT and FF are taken for white space.
    VerticalSpace,
    /// P3: a lone CR is no line ending inside of a leaf text.
    LoneReturn,
    /// P4: a fence followed by a tab is not closed.
    TabAfterFence,
    /// P5: an HTML block of kind 1 needs the closing tag of its own name.
    OwnClosingTag,
    /// P6: the characters of a link label are counted in bytes.
    LabelBytes,
    /// P7: tabs among container markers are taken for other columns.
    TabInMarkers,
    /// P8: a paragraph of a tight list that holds nothing but a definition
    /// makes it panic.
    DefinitionInList,
    /// P9: ASCII control characters may stand in a link destination.
    ControlInDestination,
    /// P10: a blank line of four columns does not end the paragraph that a link
    /// reference definition begins.
    WideBlankAfterDefinition,
}

impl Deviation {
    /// The whole list.
    pub const ALL: [Self; 10] = [
        Self::TightParagraph,
        Self::VerticalSpace,
        Self::LoneReturn,
        Self::TabAfterFence,
        Self::OwnClosingTag,
        Self::LabelBytes,
        Self::TabInMarkers,
        Self::DefinitionInList,
        Self::ControlInDestination,
        Self::WideBlankAfterDefinition,
    ];

    /// The name in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"][self as usize]
    }

    /// How often it was met so far.
    #[must_use]
    pub fn hits(self) -> u64 {
        HITS[self as usize].load(Ordering::Relaxed)
    }

    fn hit(self) {
        HITS[self as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// The deviation for which a document cannot be compared.
    fn of(text: &str) -> Option<Self> {
        let lone = text.replace("\r\n", "\n").contains('\r');
        if text.contains(['\u{b}', '\u{c}']) {
            Some(Self::VerticalSpace)
        } else if lone {
            Some(Self::LoneReturn)
        } else if text.lines().any(is_fence_with_tab) {
            Some(Self::TabAfterFence)
        } else if has_raw_html(text) {
            Some(Self::OwnClosingTag)
        } else if text.split('[').skip(1).any(has_long_label) {
            Some(Self::LabelBytes)
        } else if text.lines().any(has_tab_in_markers) && has_containers(text) {
            Some(Self::TabInMarkers)
        } else if text.contains("]:") && has_containers(text) {
            Some(Self::DefinitionInList)
        } else if text.contains("]:") && text.contains(is_odd_control) {
            Some(Self::ControlInDestination)
        } else if text.contains("]:") && text.lines().any(is_wide_blank) {
            Some(Self::WideBlankAfterDefinition)
        } else {
            None
        }
    }
}

static HITS: [AtomicU64; 10] = [const { AtomicU64::new(0) }; 10];

fn is_wide_blank(line: &str) -> bool {
    line.chars().all(|c| matches!(c, ' ' | '\t' | '\r'))
        && (line.contains('\t') || line.contains("    "))
}

fn is_fence_with_tab(line: &str) -> bool {
    let rest = line.trim_end_matches([' ', '\t']);
    line.get(rest.len()..).is_some_and(|end| end.contains('\t'))
        && (rest.ends_with("```") || rest.ends_with("~~~"))
}

fn has_raw_html(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let raw = ["pre", "script", "style", "textarea"];
    let opened = |name: &&str| lower.contains(&format!("<{name}"));
    let closed = |name: &&str| lower.contains(&format!("</{name}"));
    raw.iter()
        .any(|name| opened(name) && raw.iter().any(|other| other != name && closed(other)))
}

/// What is known of a block's text.
#[derive(Debug, PartialEq, Eq)]
enum Text {
    /// Nothing but that it lies in its raw slice: a heading's.
    Unknown,
    /// All of it but indentation: container markers stand in its raw slice.
    Marked,
    /// All of it.
    Known(String),
    /// What came so far, event by event.
    Coming(String),
}

fn is_odd_control(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// What could be the markers of containers at the beginning of a line.
fn markers(line: &str) -> &str {
    let mark = |c: char| c.is_ascii_digit() || " \t>-+*.)".contains(c);
    line.get(..line.len() - line.trim_start_matches(mark).len())
        .unwrap_or_default()
}

fn has_tab_in_markers(line: &str) -> bool {
    markers(line).contains('\t')
}

/// Whether some line could begin a container.
fn has_containers(text: &str) -> bool {
    text.lines()
        .any(|line| markers(line).contains(['>', '-', '+', '*', '.', ')']))
}

fn has_long_label(behind: &str) -> bool {
    let label = behind.split_once("]:").map(|(label, _)| label);
    label.is_some_and(|label| label.len() > 999 && label.chars().count() < label.len())
}

/// One leaf block as `pulldown-cmark` has it.
#[derive(Debug)]
struct Block {
    source: &'static str,
    fence_index: Option<usize>,
    /// Its raw bytes.
    range: Range<usize>,
    text: Text,
    /// Whether nothing in it is scanned.
    skipped: bool,
}

/// The leaf blocks of a document, and how deeply containers stand in one another.
fn blocks(text: &str) -> (Vec<Block>, usize) {
    let mut reading = Reading {
        text,
        blocks: Vec::new(),
        depth: 0,
        deepest: 0,
        fences: 0,
        in_leaf: false,
    };
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        reading.event(event, range);
    }
    (reading.blocks, reading.deepest)
}

/// How deeply containers stand in one another.
#[must_use]
pub fn depth(text: &str) -> usize {
    blocks(text).1
}

struct Reading<'a> {
    text: &'a str,
    blocks: Vec<Block>,
    depth: usize,
    deepest: usize,
    fences: usize,
    in_leaf: bool,
}

impl Reading<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Item) => {
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
                self.in_leaf = false;
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item) => {
                self.depth -= 1;
                self.in_leaf = false;
            }
            Event::Start(Tag::CodeBlock(kind)) => self.code(&kind, range),
            Event::Start(Tag::HtmlBlock) => self.begin("prose", range, Text::Coming(String::new())),
            Event::Start(Tag::Paragraph) => {
                let raw = self.text.get(range.clone()).unwrap_or_default();
                let known = match self.depth {
                    0 => Text::Known(feeds(raw).trim_matches([' ', '\t', '\n']).to_owned()),
                    _ => Text::Marked,
                };
                self.begin("prose", range, known);
            }
            Event::Start(Tag::Heading { .. }) => self.begin("prose", range, Text::Unknown),
            Event::Start(Tag::List(_))
            | Event::End(
                TagEnd::List(_)
                | TagEnd::CodeBlock
                | TagEnd::HtmlBlock
                | TagEnd::Paragraph
                | TagEnd::Heading(_),
            )
            | Event::Rule => self.in_leaf = false,
            // P1: inline text in an item is a paragraph without a name.
            _ if !self.in_leaf => {
                Deviation::TightParagraph.hit();
                self.begin("prose", range, Text::Marked);
            }
            event => self.inside(&event, &range),
        }
    }

    /// An event inside of a leaf.
    fn inside(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let Some(block) = self.blocks.last_mut() else {
            return;
        };
        block.range.end = block.range.end.max(range.end);
        if let (Event::Text(text) | Event::Html(text), Text::Coming(so_far)) =
            (event, &mut block.text)
        {
            so_far.push_str(&feeds(text));
        }
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        let CodeBlockKind::Fenced(info) = kind else {
            return self.begin("indented_code", range, Text::Coming(String::new()));
        };
        let word = info
            .split([' ', '\t'])
            .find(|word| !word.is_empty())
            .unwrap_or_default();
        let json = ["json", "jsonc", "json5"]
            .iter()
            .any(|name| word.eq_ignore_ascii_case(name));
        self.begin(
            if json { "json_fence" } else { "untagged_fence" },
            range,
            Text::Coming(String::new()),
        );
        if let Some(block) = self.blocks.last_mut() {
            block.fence_index = Some(self.fences);
            block.skipped = !json && !word.is_empty();
        }
        self.fences += 1;
    }

    fn begin(&mut self, source: &'static str, range: Range<usize>, text: Text) {
        self.in_leaf = true;
        self.blocks.push(Block {
            source,
            fence_index: None,
            range,
            text,
            skipped: false,
        });
    }
}

/// The text with LF for each line ending, and U+FFFD for NUL.
fn feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\0', "\u{fffd}")
}

/// C20.
pub(super) fn as_pulldown(observation: &Observation<'_>) -> Ruling {
    let (Some(asked), Ok(given)) = (Asked::read(observation.body), answer(observation.answer))
    else {
        return Ruling::NotApplicable(Reason::NoVerdict);
    };
    if let Some(deviation) = Deviation::of(&asked.text) {
        deviation.hit();
        return Ruling::NotApplicable(Reason::KnownDeviation);
    }
    let deep = match &given {
        Answer::Error(code) if code == "container_depth" => true,
        Answer::Error(_) => return Ruling::NotApplicable(Reason::NoVerdict),
        Answer::Listed(_) => false,
    };
    let (blocks, depth) = blocks(&asked.text);
    match given {
        _ if deep != (depth > 64) => Ruling::broken(
            format!("containers are {depth} deep, and the answer is otherwise"),
            asked.text.as_str(),
        ),
        Answer::Listed(listed) => settle(in_blocks(&asked, &listed, &blocks)),
        Answer::Error(_) => Ruling::Holds,
    }
}

fn in_blocks(asked: &Asked, listed: &Listed, blocks: &[Block]) -> Settled {
    let mut placed: Vec<(usize, &Item)> = Vec::new();
    for item in &listed.candidates {
        let before = asked.slice(0, item.start).unwrap_or_default();
        placed.push((before.len(), item));
    }
    placed.sort_by_key(|(at, _)| *at);
    let mut left = placed.len();
    for block in blocks {
        let inside = placed.iter().filter(|(at, _)| block.range.contains(at));
        let items: Vec<&Item> = inside.map(|(_, item)| *item).collect();
        left -= items.len().min(left);
        in_block(asked, listed, block, &items)?;
    }
    demand(left == 0, "a candidate stands in no block", &asked.text)
}

fn in_block(asked: &Asked, listed: &Listed, block: &Block, items: &[&Item]) -> Settled {
    let text = asked.text.as_str();
    demand(
        !block.skipped || items.is_empty(),
        "a candidate stands in a fence of another language",
        text,
    )?;
    for item in items {
        demand(
            item.source == block.source,
            "a candidate has another source than its block",
            text,
        )?;
        demand(
            item.fence_index == block.fence_index,
            "a candidate has another fence_index than its block",
            text,
        )?;
        let through = asked.slice(0, item.end).unwrap_or_default().len();
        demand(
            through <= block.range.end,
            "a candidate does not end in its block",
            text,
        )?;
    }
    if block.skipped || listed.truncated {
        return Ok(());
    }
    let raw = text.get(block.range.clone()).unwrap_or_default();
    let (leaf, marks): (&str, &[char]) = match &block.text {
        Text::Known(leaf) | Text::Coming(leaf) => (leaf, &[]),
        Text::Marked => (&feeds(raw), &[' ', '\t', '>']),
        Text::Unknown => {
            let bracket = raw.contains(['{', '[']);
            return demand(
                bracket != items.is_empty(),
                "a heading with a bracket has no candidate, or the reverse",
                text,
            );
        }
    };
    let leaf = without_marks(leaf, marks);
    let expected: Vec<&str> = brackets::candidates(&leaf)
        .into_iter()
        .map(|(_, text)| brackets::trimmed(text))
        .collect();
    let found: Vec<String> = items
        .iter()
        .map(|item| without_marks(&feeds(&item.text), marks))
        .collect();
    let found: Vec<&str> = found.iter().map(|text| brackets::trimmed(text)).collect();
    demand(
        expected == found,
        "the candidates of a block are others",
        &format!("{expected:?} {found:?}"),
    )
}

/// A text without these characters where a line begins.
fn without_marks(text: &str, marks: &[char]) -> String {
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.trim_start_matches(marks))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_of_a_tight_list_is_a_block_all_the_same() {
        let (blocks, depth) = blocks("- {1\n- [2]\n  > b");
        assert_eq!((blocks.len(), depth), (3, 2));
        assert_eq!(blocks[0].text, Text::Marked);
    }

    #[test]
    fn fences_are_counted_and_foreign_ones_skipped() {
        let (blocks, _) = blocks("```\n{\n```\n~~~ js\n~~~\n\n~~~ JSON\n[1]\n");
        let told: Vec<_> = blocks
            .iter()
            .map(|block| (block.source, block.fence_index, block.skipped))
            .collect();
        let expected = [
            ("untagged_fence", Some(0), false),
            ("untagged_fence", Some(1), true),
            ("json_fence", Some(2), false),
        ];
        assert_eq!(told, expected);
        assert_eq!(blocks[2].text, Text::Coming("[1]\n".to_owned()));
    }

    #[test]
    fn the_listed_deviations_are_told_from_the_text() {
        for (text, deviation) in [
            ("a\u{b}", Some(Deviation::VerticalSpace)),
            ("a\rb", Some(Deviation::LoneReturn)),
            ("a\r\nb", None),
            ("```\n```\t\n", Some(Deviation::TabAfterFence)),
            ("<pre>\n</style>", Some(Deviation::OwnClosingTag)),
            ("<pre>\n</pre>", None),
            ("- a\n\tb", Some(Deviation::TabInMarkers)),
            ("a\n\tb", None),
            ("- [a]: b", Some(Deviation::DefinitionInList)),
            ("[a]: b\u{7f}", Some(Deviation::ControlInDestination)),
            (
                "[a]: b\n    \r\n    [1]",
                Some(Deviation::WideBlankAfterDefinition),
            ),
            ("[a]: b\n   \n    [1]", None),
        ] {
            assert_eq!(Deviation::of(text), deviation, "{text:?}");
        }
    }
}
