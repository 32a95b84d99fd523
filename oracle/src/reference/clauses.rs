//! Every decision of the readings that could have been taken otherwise, by
//! name: `Clauses::published()` is tool-argument/v1.
//!
//! A mutant is this table with one entry exchanged, such as
//! `Clauses { r9_after_r6: false, ..Clauses::published() }`. The table decides
//! nothing itself: each entry is the function that does.

use std::cmp::Ordering;

use super::answer;
use super::json::{self, Value};
use super::number;
use super::path;
use super::repair::{self, Entry, Trial};
use super::request::{self, Assessed};
use super::rules::{self, Candidate, Choice, MemberSite};
use super::schema::{self, Coverage, Keyword};
use super::text::{self, Closed};
use super::tokens::Cause;
use super::validate::{self, Defect};

/// A member of an object.
pub type Member = (String, Value);

/// The decisions; each field names the reading that it takes.
#[derive(Debug, Clone, Copy)]
pub struct Clauses {
    /// D11: the most bytes of a body.
    pub body_bytes: usize,
    /// D8, D9: the most containers in one another that may be submitted.
    pub depth: usize,
    /// D10: the most containers in one another that a repair may lead to.
    pub repaired_depth: usize,
    /// D12: the most containers of a schema in one another.
    pub schema_nesting: usize,
    /// D1: reads the body.
    pub read_body: fn(&str) -> Result<Value, Cause>,
    /// D13: the answer of a pre-check that refuses nothing.
    pub assessable: fn(&Assessed) -> String,
    /// D15, D16, D19: what a name at a schema position is.
    pub keyword: fn(&str) -> Keyword,
    /// D18: whether a property name is no keyword.
    pub name_is_data: fn(&str) -> bool,
    /// D25: what the report discloses of what was met.
    pub coverage: fn(Coverage) -> Coverage,
    /// D37: reads the text, as submitted and as mended.
    pub read_text: fn(&str) -> Result<Value, Cause>,
    /// D42 to D44: where the commas stand that R2 drops.
    pub r2: fn(&str) -> Vec<usize>,
    /// D38 to D41, D47: the submitted text and the one without commas, closed.
    pub r1: fn(&str, &str) -> Option<Closed>,
    /// D6: what a text's root becomes.
    pub text_root: fn(Value, &mut Vec<Entry>) -> Value,
    /// D7: whether the root is repaired like any node.
    pub root_is_node: bool,
    /// D51: whether R3 to R7 are called for.
    pub type_fails: fn(&Clauses, &Value, &[&str]) -> bool,
    /// D53: which of the candidates is taken.
    pub choose: fn(&[Candidate]) -> Choice,
    /// D58, D59, D61: a string as a number; the flag asks for an integer.
    pub r3: fn(&Value, bool) -> Option<Value>,
    /// D61, D62: a string as a boolean.
    pub r4: fn(&Value) -> Option<Value>,
    /// D49, D63, D64: a string as a container; the flag asks for an object.
    pub r5: fn(&Value, bool) -> Option<Value>,
    /// D67, D68: a scalar as a string.
    pub r6: fn(&Value) -> Option<Value>,
    /// D71: a value as an array of it.
    pub r7: fn(&Value) -> Option<Value>,
    /// D66: unwrapped or wrapped.
    pub at_array: fn(Option<Value>, Option<Value>) -> Option<Candidate>,
    /// D69: what becomes of a wrap, given whether its element conforms.
    pub trial: fn(bool) -> Trial,
    /// D72, D74: whether a member is removed.
    pub r8: fn(MemberSite<'_>) -> bool,
    /// D76 to D78: the enum entry that a string becomes.
    pub r9: fn(&str, &[Value]) -> Option<String>,
    /// D54: whether R9 may follow R6.
    pub r9_after_r6: bool,
    /// D73: in which order the members have their turns, given which of them
    /// R8 removes.
    pub turns: fn(&[bool]) -> Vec<usize>,
    /// D36: in which order an object's members stand.
    pub member_order: fn(&[Member], &Value) -> Vec<Member>,
    /// D80: which items of an array are kept.
    pub kept_items: fn(&Value, Vec<Value>) -> Vec<Value>,
    /// D84: what is done about absent members.
    pub absent: fn(&Value, &mut Vec<Member>, &str, &mut Vec<Entry>),
    /// D32: what an integer is.
    pub is_integral: fn(&str) -> bool,
    /// D31: how two numbers compare.
    pub compare: fn(&str, &str) -> Ordering,
    /// D31: whether a comparison with `minimum` fails.
    pub below_minimum: fn(Ordering) -> bool,
    /// D34: when a value equals an entry of `enum` or `const`.
    pub equal: fn(&Value, &Value) -> bool,
    /// D27: whether `const` counts.
    pub const_counts: fn(&Value) -> bool,
    /// D35: how long a string is.
    pub length: fn(&str) -> usize,
    /// D28: what is sought in a string for a pattern.
    pub sought: fn(&str) -> String,
    /// D81: which failures of a node are named.
    pub node_defects: fn(Vec<Defect>) -> Vec<Defect>,
    /// D80: which tree is judged, given the submitted and the repaired one.
    pub judged: fn(&Value, &Value) -> Value,
    /// D79, D86: the order of the defects.
    pub in_order: fn(Vec<Defect>) -> Vec<Defect>,
    /// D45, D88, D89: the diff, given the entries in application order.
    pub diff: fn(Vec<Entry>) -> Vec<Entry>,
    /// D90: the blob, given the repaired tree.
    pub blob: fn(Value) -> Value,
    /// D85: what stands beside defects.
    pub beside_defects: fn(Option<&Value>, &[Entry]) -> String,
    /// D87: the path of a member, given that of its object and its name.
    pub key_path: fn(&str, &str) -> String,
}

impl Clauses {
    /// tool-argument/v1 as the readings have it.
    pub fn published() -> Clauses {
        Clauses {
            body_bytes: 262_144,
            depth: 64,
            repaired_depth: 64,
            schema_nesting: 256,
            read_body: json::read,
            assessable: answer::assessable,
            keyword: schema::keyword,
            name_is_data: schema::name_is_data,
            coverage: |met| met,
            read_text: json::read,
            r2: text::r2,
            r1: text::r1,
            text_root: request::root_as_it_is,
            root_is_node: false,
            type_fails: rules::type_fails,
            choose: rules::choose,
            r3: rules::r3,
            r4: rules::r4,
            r5: rules::r5,
            r6: rules::r6,
            r7: rules::r7,
            at_array: rules::at_array,
            trial: repair::trial,
            r8: rules::r8,
            r9: rules::r9,
            r9_after_r6: true,
            turns: repair::turns_in_order,
            member_order: repair::submitted_order,
            kept_items: repair::all_items,
            absent: repair::leave_absent,
            is_integral: number::is_integral,
            compare: number::compare,
            below_minimum: validate::below_minimum,
            equal: validate::equal,
            const_counts: validate::const_counts,
            length: validate::length,
            sought: str::to_string,
            node_defects: validate::all_of_a_node,
            judged: validate::judged,
            in_order: validate::in_order,
            diff: |entries| entries,
            blob: |tree| tree,
            beside_defects: answer::nothing_beside_defects,
            key_path: path::key,
        }
    }
}
