//! From regions to ranked candidates: positions, validity, repair, order.

use super::blocks::{Kind, Region};
use super::clauses::Clauses;
use super::language::Language;
use super::repair::{self, Repaired};
use super::scan::{self, Found};
use super::source::Char;

/// Where a candidate comes from, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A fence of json, jsonc or json5.
    JsonFence,
    /// A fence without a language.
    UntaggedFence,
    /// Indented code.
    IndentedCode,
    /// Paragraphs, headings, HTML.
    Prose,
}

impl Source {
    /// The name in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Source::JsonFence => "json_fence",
            Source::UntaggedFence => "untagged_fence",
            Source::IndentedCode => "indented_code",
            Source::Prose => "prose",
        }
    }
}

/// A fault as an answer tells it: its code and its UTF-16 offset.
pub type Told = Option<(&'static str, usize)>;

/// One candidate.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Where it comes from.
    pub source: Source,
    /// The number of its fence.
    pub fence_index: Option<usize>,
    /// Its place in the input.
    pub span: (usize, usize),
    /// Its first and last line.
    pub lines: (usize, usize),
    /// Its text.
    pub text: String,
    /// Whether the raw slice is the text.
    pub contiguous: bool,
    /// How the scan ended.
    pub found: Found,
    /// What is wrong with the text.
    pub error: Told,
    /// What the rules make of it, if asked: text, fault, rules.
    pub repaired: Option<(String, Told, Vec<&'static str>)>,
}

/// What is compared, in this order (smaller is better).
pub type Key = [i64; 5];

/// The published order: tier, source, complete, longer, earlier.
pub fn key(candidate: &Candidate) -> Key {
    let incomplete = candidate.found.incomplete.is_some();
    let length = candidate.text.encode_utf16().count();
    [
        tier(candidate),
        candidate.source as i64,
        i64::from(incomplete),
        -(length as i64),
        candidate.span.0 as i64,
    ]
}

/// Valid, valid after repair, or neither.
pub fn tier(candidate: &Candidate) -> i64 {
    let mended = |repaired: &(String, Told, _)| repaired.1.is_none();
    if candidate.error.is_none() {
        0
    } else if candidate.repaired.as_ref().is_some_and(mended) {
        1
    } else {
        2
    }
}

/// All candidates of a text, best first.
pub fn candidates(
    text: &str,
    regions: &[Region],
    repairing: bool,
    clauses: &Clauses,
) -> Vec<Candidate> {
    let raw = Raw {
        units: text.encode_utf16().collect(),
        line_starts: (clauses.line_starts)(&text.chars().collect::<Vec<_>>()),
    };
    let mut all = Vec::new();
    let mut scanned = 0;
    for region in regions {
        let (source, fence_index) = match &region.kind {
            Kind::Indented => (Source::IndentedCode, None),
            Kind::Fenced(number, info) => {
                let source = match (clauses.language)(info) {
                    Language::Json => Source::JsonFence,
                    Language::Untagged => Source::UntaggedFence,
                    Language::Other => continue,
                };
                let index = (clauses.fence_index)(*number, scanned);
                scanned += 1;
                (source, Some(index))
            }
            _ => (Source::Prose, None),
        };
        for found in scan::scan(&region.text, clauses.candidate) {
            let chars = region.text.get(found.from..found.to).unwrap_or_default();
            let from = (source, fence_index);
            all.extend(one(&raw, chars, from, found, repairing, clauses));
        }
    }
    all.sort_by_key(clauses.key);
    all
}

/// The input as offsets see it.
struct Raw {
    units: Vec<u16>,
    line_starts: Vec<usize>,
}

impl Raw {
    fn slice(&self, start: usize, end: usize) -> String {
        let units = self.units.get(start..end).unwrap_or_default();
        String::from_utf16_lossy(units)
    }

    fn line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset)
    }
}

fn one(
    raw: &Raw,
    chars: &[Char],
    (source, fence_index): (Source, Option<usize>),
    found: Found,
    repairing: bool,
    clauses: &Clauses,
) -> Option<Candidate> {
    let (first, last) = (chars.first()?, chars.last()?);
    let plain: Vec<char> = chars.iter().map(|c| c.ch).collect();
    let text: String = plain.iter().collect();
    let told = |text: &[char]| {
        let fault = (clauses.fault)(text)?;
        Some((fault.code, (clauses.offset)(text, fault.at)))
    };
    let repaired = repairing.then(|| repair::repair(&plain, &found, clauses));
    let tell = |Repaired { text, rules }: Repaired| (text.iter().collect(), told(&text), rules);
    Some(Candidate {
        source,
        fence_index,
        span: (clauses.place)((first.at, last.end)),
        lines: (raw.line(first.at), raw.line(last.at)),
        contiguous: (clauses.contiguous)(&raw.slice(first.at, last.end), &text),
        error: told(&plain),
        repaired: repaired.map(tell),
        text,
        found,
    })
}

/// Where the lines begin: LF, CR LF and CR each end one.
pub fn line_starts(raw: &[char]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut at = 0;
    for (index, c) in raw.iter().enumerate() {
        at += c.len_utf16();
        let in_crlf = *c == '\r' && raw.get(index + 1) == Some(&'\n');
        if matches!(c, '\n' | '\r') && !in_crlf {
            starts.push(at);
        }
    }
    starts
}

/// The UTF-16 offset of a character of a text.
pub fn offset(text: &[char], at: usize) -> usize {
    text.iter().take(at).map(|c| c.len_utf16()).sum()
}
