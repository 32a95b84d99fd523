//! The search: decides which candidates a document has, how good each is, and
//! which of them are told. What is only told, and does not decide the order,
//! is worked out for those alone.

use super::model::{Candidate, CandidateError, Found, Incomplete, Repair, Source, TopLevel};
use super::rank::{self, Tier};
use super::regions::{self, Searched};
use super::repair::{Repaired, repair};
use super::scan::Scan;
use super::units::{self, Units};
use super::validity::{self, Fault};
use super::{MAX_RESULTS, MAX_TEXT_BYTES, answer, blocks::Line};

/// How a text is searched.
///
/// ```
/// use argument_check::candidates::{Search, Source};
/// let search = Search { repair: true, ..Search::default() };
/// let found = search.find("Use [1].\n\n```json\n{\"a\": 1,}\n```\n").unwrap();
/// assert_eq!(found.candidates[0].text, "[1]");
/// assert_eq!(found.candidates[1].source, Source::JsonFence);
/// assert_eq!(found.candidates[1].repair.as_ref().unwrap().text, "{\"a\": 1}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Are the repair rules applied?
    pub repair: bool,
    /// How many candidates are told at most, from 1 to [`MAX_RESULTS`].
    pub max_results: u64,
}

impl Default for Search {
    /// No repair, ten candidates.
    fn default() -> Self {
        Self {
            repair: false,
            max_results: 10,
        }
    }
}

impl Search {
    /// The candidates of `text`, the best first.
    ///
    /// # Errors
    /// [`CandidateError::TextTooLong`], [`CandidateError::MaxResultsRange`]
    /// and [`CandidateError::ContainerDepth`], in this order.
    pub fn find(&self, text: &str) -> Result<Found, CandidateError> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(CandidateError::TextTooLong);
        }
        if !(1..=MAX_RESULTS).contains(&self.max_results) {
            return Err(CandidateError::MaxResultsRange);
        }
        let hits = Hits::of(text)?;
        let mut keys: Vec<_> = (hits.all.iter().enumerate())
            .map(|(index, hit)| (self.key(hit, hits.text(hit)), index))
            .collect();
        rank::best(&mut keys, self.max_results as usize);
        let units = Units::new(text);
        let told = (1..).zip(keys).filter_map(|(rank, (_, index))| {
            let hit = hits.all.get(index)?;
            Some(self.candidate(rank, hit, hits.text(hit), text, &units))
        });
        Ok(Found {
            candidates: told.collect(),
            candidate_count: hits.all.len(),
        })
    }

    /// The exact answer text for a raw text: the output object, or
    /// `{"error":CODE}`. Bytes that are no UTF-8 are an invalid input.
    pub fn answer(&self, text: &[u8]) -> String {
        let found = if text.len() > MAX_TEXT_BYTES {
            Err(CandidateError::TextTooLong)
        } else {
            std::str::from_utf8(text)
                .map_err(|_| CandidateError::InvalidInput)
                .and_then(|text| self.find(text))
        };
        answer::text(&found)
    }

    /// The place of a candidate in the order.
    fn key(&self, hit: &Hit, text: &str) -> u64 {
        let tier = match hit.fault {
            None => Tier::Valid,
            Some(_) if self.repair && validity::fault(&hit.repaired(text).text).is_none() => {
                Tier::ValidAfterRepair
            }
            Some(_) => Tier::Invalid,
        };
        let length = units::count(text.as_bytes());
        rank::key(tier, hit.source, hit.reason.is_none(), length, hit.start)
    }

    /// What is told of a candidate.
    fn candidate(
        &self,
        rank: usize,
        hit: &Hit,
        content: &str,
        input: &str,
        units: &Units<'_>,
    ) -> Candidate {
        let object = content.starts_with('{');
        Candidate {
            rank,
            source: hit.source,
            fence_index: hit.fence_index,
            start: units.before(hit.start),
            end: units.before(hit.end),
            start_line: hit.start_line as usize,
            end_line: hit.end_line as usize,
            text: content.to_owned(),
            contiguous: input.get(hit.start..hit.end) == Some(content),
            top_level: if object {
                TopLevel::Object
            } else {
                TopLevel::Array
            },
            incomplete_reason: hit.reason,
            json_error: hit.fault.map(|fault| fault.in_units(content)),
            repair: self.repair.then(|| {
                let repaired = hit.repaired(content);
                let fault = validity::fault(&repaired.text);
                Repair {
                    json_error: fault.map(|fault| fault.in_units(&repaired.text)),
                    text: repaired.text.into_owned(),
                    rules_applied: repaired.rules,
                }
            }),
        }
    }
}

/// A candidate, told or not. Positions are byte offsets.
struct Hit {
    source: Source,
    fence_index: Option<usize>,
    /// Its text in [`Hits::regions`].
    text: std::ops::Range<usize>,
    /// Its place in the input.
    start: usize,
    end: usize,
    start_line: u32,
    end_line: u32,
    reason: Option<Incomplete>,
    ends_region: bool,
    fault: Option<Fault>,
}

impl Hit {
    fn repaired<'c>(&self, content: &'c str) -> Repaired<'c> {
        repair(content, self.reason, self.ends_region)
    }
}

/// All candidates of a document, in its order.
struct Hits {
    /// The text of the regions that have candidates, one after the other.
    regions: String,
    all: Vec<Hit>,
}

impl Hits {
    fn of(text: &str) -> Result<Self, CandidateError> {
        let blocks = regions::parse(text)?;
        let mut hits = Self {
            regions: String::new(),
            all: Vec::new(),
        };
        for leaf in regions::searched(text, &blocks) {
            if let Some(source) = leaf.source
                && has_opener(leaf.lines, text)
            {
                hits.scan(&leaf, source, text);
            }
        }
        Ok(hits)
    }

    fn text(&self, hit: &Hit) -> &str {
        self.regions.get(hit.text.clone()).unwrap_or_default()
    }

    /// Adds the candidates of one region.
    fn scan(&mut self, leaf: &Searched<'_>, source: Source, text: &str) {
        let base = self.regions.len();
        leaf.write(text, &mut self.regions);
        let region = self.regions.get(base..).unwrap_or_default();
        let mut map = Map::new(leaf.lines);
        for span in Scan::new(region) {
            let (start, start_line) = map.raw(span.start);
            let (last, end_line) = map.raw(last_character(region, span.end));
            let content = region.get(span.start..span.end).unwrap_or_default();
            self.all.push(Hit {
                source,
                fence_index: leaf.fence_index,
                text: base + span.start..base + span.end,
                start,
                end: last + span.end - last_character(region, span.end),
                start_line,
                end_line,
                reason: span.reason,
                ends_region: span.end == region.len(),
                fault: validity::fault(content),
            });
        }
    }
}

/// Where the character starts that ends at `end`.
fn last_character(text: &str, end: usize) -> usize {
    let last = text.get(..end).and_then(|text| text.chars().next_back());
    end - last.map_or(0, char::len_utf8)
}

/// Does a bracket that could start a candidate stand in one of the lines?
fn has_opener(lines: &[Line], text: &str) -> bool {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return false;
    };
    let end = last.end as usize;
    let text = text.as_bytes().get(..end).unwrap_or_default();
    super::bytes::first_of(text, first.start as usize, b'{', b'[') < end
}

/// The map from a region back to the input, for ever greater positions.
struct Map<'b> {
    lines: &'b [Line],
    /// Where the first of them starts in the region.
    at: usize,
}

impl<'b> Map<'b> {
    fn new(lines: &'b [Line]) -> Self {
        Self { lines, at: 0 }
    }

    /// Where the character at `position` of the region, none of the columns of
    /// a split tab, stands in the input, and on which line.
    fn raw(&mut self, position: usize) -> (usize, u32) {
        while let Some((line, rest)) = self.lines.split_first() {
            let text = self.at + line.pad as usize;
            let start = line.start as usize;
            if position < text + line.end as usize - start {
                return (start + position.saturating_sub(text), line.number);
            }
            self.at = text + line.end as usize - start + 1;
            self.lines = rest;
        }
        (0, 0)
    }
}
