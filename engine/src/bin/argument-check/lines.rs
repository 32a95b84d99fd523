//! Conversations by lines: decides how a line is read and its reply sent, for
//! the protocols that speak one JSON object a line.
//!
//! Each line is answered before the next is read, and nothing of it is kept.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use anyhow::{Context, Result};

use crate::input::LONGEST;

/// A line, as far as it was read.
pub(crate) enum Line<'l> {
    /// All of it.
    Whole(&'l [u8]),
    /// It is longer than [`LONGEST`]; nothing of it is kept.
    TooLong,
}

/// Answers every line of `requests`; a line without an answer gets no reply.
pub(crate) fn converse(
    requests: &mut impl BufRead,
    replies: &mut impl Write,
    answer: impl Fn(Line<'_>) -> Option<String>,
) -> Result<()> {
    const UNREADABLE: &str = "requests cannot be read from standard input";
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = requests
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .context(UNREADABLE)?;
        if length == 0 {
            return Ok(());
        }
        let whole = line.ends_with(b"\n") || (length as u64) < LONGEST;
        let reply = answer(if whole {
            Line::Whole(&line)
        } else {
            Line::TooLong
        });
        if let Some(mut reply) = reply {
            reply.push('\n');
            let sent = replies
                .write_all(reply.as_bytes())
                .and_then(|()| replies.flush());
            match sent {
                // Whoever asked has left: the session is over.
                Err(why) if why.kind() == ErrorKind::BrokenPipe => return Ok(()),
                sent => sent.context("a reply cannot be written to standard output")?,
            }
        }
        if !whole {
            skip_line(requests).context(UNREADABLE)?;
        }
    }
}

/// Reads past the next line break and keeps nothing of it.
fn skip_line(requests: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = match requests.fill_buf() {
            Err(why) if why.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |at| at + 1);
        requests.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}
