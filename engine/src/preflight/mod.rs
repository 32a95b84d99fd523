//! Agent preflight: decides what is wrong with an HTTP request before it is
//! sent and what sending it would waste ([`check_request`]), and whether a
//! paid tool call should be made at all ([`preflight_tool_call`]).
//!
//! [`request`] and [`gate`] answer with the exact bytes, written as RFC 8785
//! writes; the functions above return the same as types. All four are total
//! and deterministic: no clock, no I/O, no recursion on the input's depth.
//! Nothing of a header value, a body or an amount ever stands in a message:
//! there is one fixed sentence a code.

mod body;
mod code;
mod content_type;
mod decision;
mod economics;
mod entry;
mod estimate;
mod evidence;
mod exact;
mod gate;
mod hash;
mod headers;
mod host;
mod input;
mod method;
mod money;
mod object;
mod proposal;
mod query;
mod request;
mod shape;
mod url;

pub use code::Code;
pub use decision::{Action, Decision, Enforcement, ReasonCode};
pub use economics::Economics;
pub use entry::Entry;
pub use estimate::Estimate;
pub use gate::{GateReport, Recommendation, gate, preflight_tool_call};
pub use hash::Hash;
pub use input::{DEPTH_LIMIT, InputRefusal};
pub use money::Usd;
pub use request::{RequestReport, check_request, request};
