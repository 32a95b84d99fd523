//! The one reader: decides whether a text is JSON (RFC 8259, D1) and, where
//! it is not, whether R1 and R2 would make it so (D37 to D45).
//!
//! R1 and R2 are events: a comma before a closer or the end, an end at a
//! token boundary are recorded and reading goes on, so that one pass answers
//! both questions and callers that must be strict refuse when there are
//! events. It must never recurse, and never accept a number that touches the
//! end of a text with delimiters open (D39).

pub(crate) use super::fault::Fault;
use super::fault::{misplaced, owed, unseparated};
use super::few::Few;
use super::name::{Filter, Words, has_duplicate};
use super::node::{Kind, NONE, Node};
use super::scan::{self, Cause, Marks, byte, skip_space, window};
use super::string::decode;

/// What reading noticed beside the values.
#[derive(Debug)]
pub(crate) struct Events {
    /// Offsets of the commas that R2 removes, in text order.
    pub(crate) commas: Few<u32, 4>,
    /// What R1 appends.
    pub(crate) closers: Few<char, 4>,
    /// The most containers that were open at once.
    pub(crate) depth: u32,
    /// White space between tokens.
    spaced: bool,
    marks: Marks,
    duplicate: bool,
}

impl Default for Events {
    #[inline]
    fn default() -> Self {
        Self {
            commas: Few::new(0),
            closers: Few::new(' '),
            depth: 0,
            spaced: false,
            marks: Marks::default(),
            duplicate: false,
        }
    }
}

impl Events {
    /// Is the text JSON as it stands, apart from what [`Self::flaw`] says?
    pub(crate) fn is_strict(&self) -> bool {
        self.commas.as_slice().is_empty() && self.closers.as_slice().is_empty()
    }

    /// Is the text what the writer would write, apart from R1 and R2?
    pub(crate) fn verbatim(&self) -> bool {
        !self.spaced && !self.marks.respelled
    }

    /// What no text repair can mend, in order of precedence (D50).
    pub(crate) fn flaw(&self) -> Option<Cause> {
        if self.marks.surrogate {
            Some(Cause::Surrogate)
        } else if self.duplicate {
            Some(Cause::Duplicate)
        } else {
            None
        }
    }
}

/// Reads `text` and appends its nodes to `nodes`. At most `limit` containers
/// may be open at once.
pub(crate) fn read(text: &str, limit: u32, nodes: &mut Vec<Node>) -> Result<Events, Fault> {
    let mut events = Events::default();
    read_into(text, limit, nodes, &mut events)?;
    Ok(events)
}

/// [`read`], with fresh `events` of the caller's.
///
/// One function on purpose: this is the hot loop, and its state stays in
/// registers only as long as no call boundary cuts through it.
pub(crate) fn read_into(
    text: &str,
    limit: u32,
    nodes: &mut Vec<Node>,
    events: &mut Events,
) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let mut open = NONE;
    let mut in_object = false;
    let mut depth: u32 = 0;
    let mut filter = Filter::default();
    // Not zero if the open object has to be asked for duplicate names.
    let mut suspect = 0;
    let (mut at, mut token) = next_token(bytes, 0, events);
    'value: loop {
        if in_object {
            // A member: its name and colon come before its value.
            if token != b'"' {
                return Err(owed(bytes, at, true));
            }
            let end = scan::plain_end(bytes, at + 1);
            if window(bytes, end) == Some(b"\":") {
                let hash = Words::at(bytes, at + 1, end - at - 1).hash();
                suspect |= filter.add(hash);
                nodes.push(Node {
                    link: hash,
                    ..Node::plain(Kind::Key, at as u32 + 1, end as u32)
                });
                at = end + 2;
            } else {
                at = other_key(text, at + 1, end, nodes, events)?;
                suspect |= filter.add(nodes.last().map_or(0, |key| key.link));
            }
            (at, token) = next_token(bytes, at, events);
        }
        if token == b'"' {
            let end = scan::plain_end(bytes, at + 1);
            if byte(bytes, end) == b'"' {
                nodes.push(Node::plain(Kind::String, at as u32 + 1, end as u32));
                at = end + 1;
            } else {
                at = escaped_string(bytes, at + 1, end, nodes, events)?;
            }
        } else if token == b'-' || token.is_ascii_digit() {
            let number = scan::number_from(bytes, at, token)?;
            nodes.push(Node {
                start: at as u32,
                end: number.end as u32,
                link: number.coefficient,
                kind: Kind::Number,
                flags: number.flags,
                scale: number.scale,
            });
            at = number.end;
        } else if token == b'{' || token == b'[' {
            depth += 1;
            if depth > limit {
                return Err(Fault::TooDeep);
            }
            events.depth = events.depth.max(depth);
            in_object = token == b'{';
            let kind = if in_object { Kind::Object } else { Kind::Array };
            let index = nodes.len() as u32;
            nodes.push(Node {
                link: open,
                ..Node::plain(kind, at as u32, 0)
            });
            open = index;
            filter = Filter::default();
            suspect = 0;
            (at, token) = next_token(bytes, at + 1, events);
            if token == b',' {
                (at, token) = only_comma(bytes, at, events)?;
            }
            if !ends(bytes, at, token) {
                continue 'value;
            }
        } else {
            at = literal(bytes, at, token, nodes, open)?;
        }
        if in_object && window(bytes, at) == Some(b",\"") {
            // By far the most frequent way on.
            at += 1;
            token = b'"';
            continue;
        }
        loop {
            (at, token) = next_token(bytes, at, events);
            if token == b',' {
                let comma = at;
                (at, token) = next_token(bytes, at + 1, events);
                if token != b'"' && ends(bytes, at, token) {
                    events.commas.push(comma as u32);
                    continue;
                }
                if open == NONE {
                    return Err(Fault::Syntax(comma, Cause::Trailing));
                }
                continue 'value;
            }
            if token != b'}' && token != b']' {
                if token == 0 && at >= bytes.len() {
                    break 'value;
                }
                return Err(unseparated(bytes, at, open));
            }
            let index = nodes.len() as u32;
            let Some(node) = nodes.get_mut(open as usize) else {
                return Err(Fault::Syntax(at, Cause::Mismatch));
            };
            if in_object != (token == b'}') {
                return Err(Fault::Syntax(at, Cause::Mismatch));
            }
            let first = open + 1;
            open = node.link;
            at += 1;
            node.end = at as u32;
            node.link = index;
            if in_object && suspect != 0 && has_duplicate(nodes, text, first) {
                events.duplicate = true;
            }
            depth -= 1;
            // The parent's names were forgotten when this one opened.
            suspect = 1;
            let parent = nodes.get(open as usize);
            in_object = parent.is_some_and(|node| node.kind == Kind::Object);
        }
    }
    if open != NONE {
        close_all(text, open, suspect, nodes, events)?;
    }
    Ok(())
}

/// Is the token at `at` a closer, or the text at its end?
#[inline]
fn ends(bytes: &[u8], at: usize, token: u8) -> bool {
    token == b'}' || token == b']' || token == 0 && at >= bytes.len()
}

/// The first position at or after `at` that holds no white space, and the
/// byte there.
#[inline]
fn next_token(bytes: &[u8], at: usize, events: &mut Events) -> (usize, u8) {
    let token = byte(bytes, at);
    if token > b' ' {
        return (at, token);
    }
    spaced_token(bytes, at, events)
}

/// [`next_token`] behind white space, or at the end.
#[inline(never)]
fn spaced_token(bytes: &[u8], at: usize, events: &mut Events) -> (usize, u8) {
    let next = skip_space(bytes, at);
    events.spaced |= next != at;
    (next, byte(bytes, next))
}

/// Reads the rest of the string whose content starts at `start` and whose
/// first byte that is not plain stands at `special`; returns what follows it.
#[inline(never)]
fn escaped_string(
    bytes: &[u8],
    start: usize,
    special: usize,
    nodes: &mut Vec<Node>,
    events: &mut Events,
) -> Result<usize, Fault> {
    let (end, flags) = scan::escaped_string(bytes, special, &mut events.marks)?;
    nodes.push(Node {
        flags,
        ..Node::plain(Kind::String, start as u32, end as u32)
    });
    Ok(end + 1)
}

/// Reads the rest of a member's name whose content starts at `start`, and the
/// colon; returns what follows that. The name holds escapes, or something
/// stands between it and the colon.
#[inline(never)]
fn other_key(
    text: &str,
    start: usize,
    special: usize,
    nodes: &mut Vec<Node>,
    events: &mut Events,
) -> Result<usize, Fault> {
    let bytes = text.as_bytes();
    let (end, flags) = scan::string_from(bytes, special, &mut events.marks)?;
    let content = text.get(start..end).unwrap_or_default();
    let hash = if flags == 0 {
        Words::at(bytes, start, end - start).hash()
    } else {
        Words::of(decode(content).as_bytes()).hash()
    };
    nodes.push(Node {
        link: hash,
        flags,
        ..Node::plain(Kind::Key, start as u32, end as u32)
    });
    let (at, token) = next_token(bytes, end + 1, events);
    if token == b':' {
        Ok(at + 1)
    } else {
        Err(owed(bytes, at, true))
    }
}

/// Reads the literal at `at`, if one stands there; returns what follows it.
#[inline]
fn literal(
    bytes: &[u8],
    at: usize,
    token: u8,
    nodes: &mut Vec<Node>,
    open: u32,
) -> Result<usize, Fault> {
    let (end, kind) = match token {
        b't' => (scan::literal(bytes, at, b"true")?, Kind::True),
        b'f' => (scan::literal(bytes, at, b"false")?, Kind::False),
        b'n' => (scan::literal(bytes, at, b"null")?, Kind::Null),
        _ => return Err(misplaced(bytes, at, nodes, open)),
    };
    nodes.push(Node::plain(kind, at as u32, end as u32));
    Ok(end)
}

/// A comma straight after an opener: R2's only if a closer or the end follows
/// (D43), and then the position of that.
#[cold]
fn only_comma(bytes: &[u8], at: usize, events: &mut Events) -> Result<(usize, u8), Fault> {
    let (next, token) = next_token(bytes, at + 1, events);
    if next >= bytes.len() || matches!(token, b'}' | b']') {
        events.commas.push(at as u32);
        Ok((next, token))
    } else {
        Err(Fault::Syntax(at, Cause::Syntax))
    }
}

/// The text ended with delimiters open: R1's case, if it is at a token
/// boundary. Closes the open nodes and records what R1 appends.
#[cold]
fn close_all(
    text: &str,
    mut open: u32,
    mut suspect: u64,
    nodes: &mut [Node],
    events: &mut Events,
) -> Result<(), Fault> {
    let end = text.len() as u32;
    if nodes
        .last()
        .is_some_and(|node| node.kind == Kind::Number && node.end == end)
    {
        return Err(Fault::Syntax(text.len(), Cause::MidToken));
    }
    let index = nodes.len() as u32;
    while let Some(node) = nodes.get_mut(open as usize) {
        let in_object = node.kind == Kind::Object;
        let first = open + 1;
        open = node.link;
        node.end = end;
        node.link = index;
        events.closers.push(if in_object { '}' } else { ']' });
        if in_object && suspect != 0 && has_duplicate(nodes, text, first) {
            events.duplicate = true;
        }
        suspect = 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str) -> Result<(Vec<u32>, String), Cause> {
        let mut nodes = Vec::new();
        match read(text, 64, &mut nodes) {
            Ok(events) => match events.flaw() {
                None => Ok((
                    events.commas.as_slice().to_vec(),
                    events.closers.as_slice().iter().collect(),
                )),
                Some(cause) => Err(cause),
            },
            Err(Fault::Syntax(_, cause)) => Err(cause),
            Err(Fault::TooDeep) => panic!("{text} is not deep"),
        }
    }

    #[test]
    fn strict_texts_leave_no_events() {
        for text in [
            " {\"a\":[1,-2.5e3,true,null,\"\\u00e9\"]} ",
            "12",
            "\"\"",
            "[]",
        ] {
            assert_eq!(outcome(text), Ok((vec![], String::new())), "{text}");
        }
    }

    #[test]
    fn trailing_commas_and_open_delimiters_are_events() {
        for (text, commas, closers) in [
            ("{\"a\":[1,],\"b\":{\"c\":2,", vec![7, 20], "}}"),
            ("{\"a\":[,]}", vec![6], ""),
            ("{,", vec![1], "}"),
            ("{\"a\":1},", vec![7], ""),
            ("{\"a\":12 ", vec![], "}"),
            ("[true", vec![], "]"),
            ("{", vec![], "}"),
        ] {
            assert_eq!(outcome(text), Ok((commas, closers.to_owned())), "{text}");
        }
    }

    #[test]
    fn the_leftmost_fault_decides_the_cause() {
        use Cause::{Duplicate, InString, MidToken, Mismatch, Surrogate, Syntax, Trailing};
        for (text, cause) in [
            ("", Syntax),
            ("  \n", Syntax),
            ("{\"a\":12", MidToken),
            ("[1,2", MidToken),
            ("[tru", MidToken),
            ("[-", MidToken),
            ("{\"a\":\"b", InString),
            ("{\"a\":\"b\\", InString),
            ("{\"a\":\"\\u12", InString),
            ("{\"a\":\"\\x", Syntax),
            ("{\"a\":[1}", Mismatch),
            ("{\"a\":1}}", Mismatch),
            ("{\"a\":1},}", Mismatch),
            ("]", Mismatch),
            ("{\"a\":]", Mismatch),
            ("{\"a\":,]", Mismatch),
            ("{\"a\":}", Syntax),
            ("[1,,]", Syntax),
            ("{\"a\"}", Syntax),
            ("{\"a\"", Syntax),
            ("{\"a\":1} 2 ", Trailing),
            ("{\"a\":1} x", Syntax),
            ("{} tru", MidToken),
            ("{} \"x", InString),
            ("{} -", MidToken),
            ("{tru", MidToken),
            ("{\"a\":1 \"b", InString),
            ("{}{}", Trailing),
            ("{} , {}", Trailing),
            ("01", Trailing),
            ("[01]", Syntax),
            ("{'a':1}", Syntax),
            ("{\"a\":\"\\ud800\",\"a\":1}", Surrogate),
            ("{\"a\":1,\"\\u0061\":2}", Duplicate),
            ("{\"a\":1,\"a\":2,", Duplicate),
        ] {
            assert_eq!(outcome(text), Err(cause), "{text}");
        }
    }

    #[test]
    fn duplicates_are_found_among_many_names_and_with_equal_hashes() {
        let names: Vec<String> = (0..200)
            .map(|n| format!("\"aaaaaaaa{n:08}bbbbbbbb\":0"))
            .collect();
        let text = format!("{{{}}}", names.join(","));
        assert!(outcome(&text).is_ok());
        let text = format!("{{{},\"aaaaaaaa00000007bbbbbbbb\":1}}", names.join(","));
        assert_eq!(outcome(&text), Err(Cause::Duplicate));
        let few = "{\"aaaaaaaa1bbbbbbbb\":1,\"aaaaaaaa2bbbbbbbb\":2}";
        assert!(outcome(few).is_ok());
    }

    #[test]
    fn a_quarter_mebibyte_of_openers_is_read_without_recursion() {
        let text = "[".repeat(262_144);
        let mut nodes = Vec::new();
        let events = read(&text, u32::MAX, &mut nodes).expect("closers are appended");
        assert_eq!(events.closers.as_slice().len(), 262_144);
        assert_eq!(read(&text, 64, &mut nodes).err(), Some(Fault::TooDeep));
    }
}
