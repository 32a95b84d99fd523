//! Regions: decides which text of a document is searched, and where in the
//! input each character of it stands.
//!
//! A region is a leaf's text, its lines joined by a line feed. A character of
//! it is one of the input, the line feed for a line ending of any kind, or a
//! space for a column of a tab that a container took in part.

use super::blocks::{self, Blocks, Leaf, LeafKind, Line};
use super::model::{CandidateError, Source};
use super::units::Units;
use super::{MAX_TEXT_BYTES, language};

/// Where a character of a region comes from. Offsets count UTF-16 units of
/// the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The same character stands here.
    Raw(usize),
    /// A line feed for the line ending that starts here.
    LineEnd(usize),
    /// A space for a column of the tab that stands here.
    Pad(usize),
}

/// A line of a region; offsets count UTF-16 units of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RegionLine {
    pad: usize,
    start: usize,
    end: usize,
}

/// A leaf block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// What kind of leaf it is.
    pub kind: LeafKind,
    /// As what it is searched; nothing if it is a fenced code block in a
    /// language other than JSON, which is skipped.
    pub source: Option<Source>,
    /// The info string of a fenced code block; escapes, numeric references,
    /// `&Tab;` and `&NewLine;` decoded.
    pub info: Option<String>,
    /// The number of a fenced code block among all of them, from 0.
    pub fence_index: Option<usize>,
    /// The leaf text.
    pub text: String,
    lines: Vec<RegionLine>,
}

impl Region {
    /// The characters of [`Self::text`], each with its place in the input.
    ///
    /// ```
    /// use argument_check::candidates::{Origin, regions};
    /// let regions = regions("> é\r\n> 1").unwrap();
    /// let origins: Vec<_> = regions[0].origins().collect();
    /// assert_eq!(origins, [('é', Origin::Raw(2)), ('\n', Origin::LineEnd(3)), ('1', Origin::Raw(7))]);
    /// ```
    pub fn origins(&self) -> impl Iterator<Item = (char, Origin)> + '_ {
        let mut lines = self.lines.iter();
        let mut line = lines.next().copied();
        self.text.chars().map(move |character| {
            let origin = match &mut line {
                Some(line) if line.pad > 0 => {
                    line.pad -= 1;
                    Origin::Pad(line.start.saturating_sub(1))
                }
                Some(line) if line.start < line.end => {
                    let at = line.start;
                    line.start += character.len_utf16();
                    Origin::Raw(at)
                }
                ended => {
                    let at = ended.map_or(0, |line| line.end);
                    *ended = lines.next().copied();
                    Origin::LineEnd(at)
                }
            };
            (character, origin)
        })
    }
}

/// All leaf blocks of `text` in document order, skipped fences too: what
/// [`super::Search::find`] looks at, for inspection.
///
/// ```
/// use argument_check::candidates::{LeafKind, regions};
/// let regions = regions("- Result:\n  ~~~ json\n  {}\n").unwrap();
/// assert_eq!(regions[0].kind, LeafKind::Paragraph);
/// assert_eq!((&*regions[1].text, regions[1].fence_index), ("{}", Some(0)));
/// ```
///
/// # Errors
/// [`CandidateError::TextTooLong`] and [`CandidateError::ContainerDepth`].
pub fn regions(text: &str) -> Result<Vec<Region>, CandidateError> {
    let blocks = parse(text)?;
    let units = Units::new(text);
    let region = |leaf: Searched<'_>| {
        let mut content = String::new();
        leaf.write(text, &mut content);
        let line = |line: &Line| RegionLine {
            pad: line.pad as usize,
            start: units.before(line.start as usize),
            end: units.before(line.end as usize),
        };
        Region {
            kind: leaf.leaf.kind,
            source: leaf.source,
            info: leaf.fence_index.map(|_| leaf.info(text)),
            fence_index: leaf.fence_index,
            text: content,
            lines: leaf.lines.iter().map(line).collect(),
        }
    };
    Ok(searched(text, &blocks).map(region).collect())
}

/// The block structure of a text that is not too long.
pub(super) fn parse(text: &str) -> Result<Blocks, CandidateError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(CandidateError::TextTooLong);
    }
    blocks::parse(text).map_err(|blocks::TooDeep| CandidateError::ContainerDepth)
}

/// A leaf with what decides whether it is searched.
pub(super) struct Searched<'b> {
    leaf: &'b Leaf,
    pub(super) lines: &'b [Line],
    pub(super) source: Option<Source>,
    pub(super) fence_index: Option<usize>,
}

impl Searched<'_> {
    fn info(&self, text: &str) -> String {
        language::decode(text.get(self.leaf.info.clone()).unwrap_or_default())
    }

    /// Appends the leaf text.
    pub(super) fn write(&self, text: &str, out: &mut String) {
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            out.extend(std::iter::repeat_n(' ', line.pad as usize));
            let range = line.start as usize..line.end as usize;
            out.push_str(text.get(range).unwrap_or_default());
        }
    }
}

/// All leaves of a document.
pub(super) fn searched<'b>(
    text: &'b str,
    blocks: &'b Blocks,
) -> impl Iterator<Item = Searched<'b>> {
    let mut fences = 0..;
    blocks.leaves.iter().map(move |leaf| {
        let (source, fence_index) = match leaf.kind {
            LeafKind::FencedCode => {
                let info = text.get(leaf.info.clone()).unwrap_or_default();
                (language::source(info), fences.next())
            }
            LeafKind::IndentedCode => (Some(Source::IndentedCode), None),
            LeafKind::Paragraph | LeafKind::Heading | LeafKind::Html => (Some(Source::Prose), None),
        };
        Searched {
            leaf,
            lines: blocks.lines_of(leaf),
            source,
            fence_index,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leaf texts of a document.
    fn texts(text: &str) -> Vec<String> {
        let regions = regions(text).expect("within the limits");
        regions.into_iter().map(|region| region.text).collect()
    }

    /// Their kinds.
    fn kinds(text: &str) -> Vec<LeafKind> {
        let regions = regions(text).expect("within the limits");
        regions.into_iter().map(|region| region.kind).collect()
    }

    #[test]
    fn only_what_belongs_to_containers_is_removed() {
        for (text, wanted) in [
            ("  {\n    \"a\": 1\n  }  \n", "{\n    \"a\": 1\n  }"),
            ("> [\n>   1,\n 2]", "[\n  1,\n 2]"),
            ("1. [\n     1\n  ]", "[\n  1\n  ]"),
            ("- > [\n  >  1]", "[\n 1]"),
            (">\t[\n>\t\t1]", "[\n  \t1]"),
            ("-\t```\n\t\t1\n\t```", "\t1"),
            ("   # [1] #  ", "[1]"),
            ("a \n  b  \n===", "a \n  b"),
        ] {
            assert_eq!(texts(text), [wanted], "{text}");
        }
    }

    #[test]
    fn every_kind_of_line_ending_joins_the_same_lines() {
        for ending in ["\n", "\r", "\r\n"] {
            let text = "> é\n> 😀\n\n    a\n\n    b\n".replace('\n', ending);
            assert_eq!(texts(&text), ["é\n😀", "a\n\nb"], "{ending:?}");
        }
    }

    #[test]
    fn a_split_tab_leaves_spaces_that_stand_for_it() {
        let regions = regions("😀\n\n>\t\ta").expect("within the limits");
        let origins: Vec<_> = regions[1].origins().collect();
        assert_eq!(
            origins,
            [
                (' ', Origin::Pad(6)),
                (' ', Origin::Pad(6)),
                ('a', Origin::Raw(7))
            ]
        );
    }

    #[test]
    fn definitions_thematic_breaks_and_marks_are_in_no_region() {
        let text = "[a]: /{1}\n'{2}'\n\n***\n# a {} ###\n\n[b]: /{}\n===\nc\n---\n";
        assert_eq!(texts(text), ["a {}", "===\nc"]);
        assert_eq!(kinds(text), [LeafKind::Heading; 2]);
        assert_eq!(texts("[a]: /{}\n---\n[b]: {}\n\n- [c]: {}\n"), [""; 0]);
    }

    #[test]
    fn an_item_that_only_defined_something_ends_at_the_second_blank_line() {
        let code = [LeafKind::IndentedCode];
        assert_eq!(texts("- [a]: b\n\n\n      c"), ["  c"]);
        assert_eq!(kinds("- [a]: b\n\n\n      c"), code);
        assert_eq!(texts("- [a]: b\n\n      c"), ["c"]);
    }

    #[test]
    fn a_tag_of_any_name_interrupts_no_paragraph_even_lazily() {
        assert_eq!(texts("> a\n<b>"), ["a\n<b>"]);
        assert_eq!(kinds("> a\n<b>"), [LeafKind::Paragraph]);
        assert_eq!(kinds("> a\n<p>"), [LeafKind::Paragraph, LeafKind::Html]);
    }

    #[test]
    fn fences_are_numbered_whether_they_are_searched_or_not() {
        let text = "```\n```\n~~~ py\n~~~\n````json\n```\n````\n    x";
        let regions = regions(text).expect("within the limits");
        let found: Vec<_> = regions
            .iter()
            .map(|region| (region.source, region.fence_index, &*region.text))
            .collect();
        assert_eq!(
            found,
            [
                (Some(Source::UntaggedFence), Some(0), ""),
                (None, Some(1), ""),
                (Some(Source::JsonFence), Some(2), "```"),
                (Some(Source::IndentedCode), None, "x"),
            ]
        );
    }

    #[test]
    fn nul_is_an_ordinary_character() {
        assert_eq!(texts("\0\n[a\0]: b\0\n\n[c\0]: d\0"), ["\0\n[a\0]: b\0"]);
    }

    #[test]
    fn sixty_four_containers_are_read_and_the_next_one_is_an_error() {
        let mixed = |depth: usize| "> - ".repeat(depth / 2) + &"+ ".repeat(depth % 2) + "a";
        assert_eq!(texts(&mixed(64)), ["a"]);
        assert_eq!(regions(&mixed(65)), Err(CandidateError::ContainerDepth));
        // Containers that were closed do not count.
        assert_eq!(texts(&format!("{0}\n\n{0}", mixed(64))), ["a", "a"]);
    }
}
