//! Markdown that holds JSON, or almost: answers of a model as they come, and
//! what no model would write.
//!
//! A document is a few blocks, each a list of lines, put into containers line
//! by line; then its line endings are chosen and a few characters spoiled. Draws
//! lean to where parsers of CommonMark differ and where a scan could be led
//! astray. What the blocks are is for the judges to say.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::{json_text, pool};

/// Words of prose; many would be something else at the beginning of a line.
const WORDS: &[&str] = &[
    "word",
    "Sure!",
    "[x]",
    "[1]",
    "{a",
    "{}",
    "é",
    "𝒳",
    "`a`",
    "```",
    "\\[",
    "&#91;",
    "a:",
    "[a]:",
    "/url",
    "\"t\"",
    "-",
    "1.",
    "10)",
    "#",
    ">",
    "<a>",
    "<b c='[2]'>",
    "]",
    "}",
    "//",
    "/*",
    "*/",
    "\u{feff}",
    "\u{a0}",
    "{\"k\": \"",
    "1,",
];

/// Info strings.
const INFOS: &[&str] = &[
    "json",
    "",
    "JSON",
    "jsonc",
    " json5 x",
    "json\tx",
    "js",
    "json,x",
    "jsonl",
    "&#106;son",
    "json&Tab;",
    "&#32;json",
    "\\json",
    "python",
    "&NewLine;",
    "json`",
];

/// Beginnings of HTML blocks, and what may end them.
const HTML: &[&str] = &[
    "<div>",
    "</div>",
    "<pre>",
    "</pre>",
    "<script x>",
    "</style>",
    "<!--",
    "-->",
    "<?a",
    "?>",
    "<!A",
    "<![CDATA[",
    "]]>",
    "<a>",
    "</a >",
    "<a b=\"",
    "<textarea",
    "<x y='{\"a\": 1}'>",
];

/// What a line gets from each container, first line and others.
const CONTAINERS: &[(&str, &str)] = &[
    ("> ", "> "),
    ("- ", "  "),
    ("1. ", "   "),
    (">", ">"),
    ("* ", "  "),
    ("-\t", "\t"),
    ("> ", ""),
    (">\t", ">\t"),
    ("-   ", "    "),
    ("10) ", "    "),
    ("-     ", "  "),
    ("2. ", "   "),
    ("+\n", "  "),
];

/// What is put into a text to spoil it.
const PIECES: &[&str] = &[
    "\t", "\n", " ", "    ", "\"", "\\", "[", "]", "{", "}", ",", "`", "```", "~~~", ">", "> ",
    "- ", "1. ", "# ", "---\n", "===\n", "<", "<a>\n", "//", "/*", "*/", "é", "𝒳", "\0", "\u{b}",
    "\u{c}", "\r", "\r\n", "\n\n", "]: ", "\u{feff}", "\u{85}", "\u{2028}", "&#32;", "\u{7f}",
];

/// A whole document.
pub(super) fn document(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for _ in 0..=below(u, 5)? {
        let mut lines = block(u)?;
        for _ in 0..weigh(u, &[8, 6, 2, 1])? {
            contain(u, &mut lines)?;
        }
        text.push_str(&lines.join("\n"));
        text.push_str(pick(u, &["\n", "\n\n", "\n\n", "\n \n", "\n>\n"])?);
    }
    if one_in(u, 60)? {
        let marks = pick(u, &["> ", "- ", ">", "> - "])?;
        let depth = 60 + below(u, 9)?;
        text = format!(
            "{text}\n{}[1]",
            marks.repeat(depth / (marks.len() / 2).max(1))
        );
    }
    let text = match weigh(u, &[6, 2, 1, 1])? {
        0 => text,
        1 => text.replace('\n', "\r\n"),
        2 => text.replace('\n', "\r"),
        _ => text.replacen('\n', "\r\n", 1 + below(u, 3)?),
    };
    spoiled(u, text)
}

/// Puts pieces in and takes characters out, now and then.
fn spoiled(u: &mut Unstructured<'_>, text: String) -> Result<String> {
    let times = [0, 1, 2, 4][weigh(u, &[6, 4, 2, 1])?];
    if times == 0 {
        return Ok(text);
    }
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..times {
        let at = below(u, chars.len() + 1)?;
        if one_in(u, 4)? && at < chars.len() {
            chars.remove(at);
        } else {
            chars.splice(at..at, pick(u, PIECES)?.chars());
        }
    }
    Ok(chars.into_iter().collect())
}

/// The lines of one leaf block, or of something that is almost one.
fn block(u: &mut Unstructured<'_>) -> Result<Vec<String>> {
    let content = content(u)?;
    let lines = content.split('\n').map(str::to_owned);
    Ok(match weigh(u, &[8, 8, 4, 3, 3, 4, 3, 1])? {
        0 => lines.collect(),
        1 => fence(u, lines.collect())?,
        2 => {
            let indent = pick(u, &["    ", "\t", "     ", "  \t", "   "])?;
            lines.map(|line| format!("{indent}{line}")).collect()
        }
        3 => vec![format!(
            "{}{}{}",
            pick(u, &["# ", "## ", "#\t", "  ### ", "#"])?,
            content.replace('\n', " "),
            pick(u, &["", " #", " ##  ", "#", " \\#"])?
        )],
        4 => lines
            .chain([pick(u, &["---", "===", "-", "  ==  ", "=\t", "- -"])?.to_owned()])
            .collect(),
        5 => {
            let (open, close) = (pick(u, HTML)?, pick(u, HTML)?);
            let mut block = vec![open.to_owned()];
            block.extend(lines);
            block.push(close.to_owned());
            block
        }
        6 => {
            let mut block = vec![definition(u)?];
            block.extend(lines);
            block
        }
        _ => vec![pick(u, &["***", "- - -", "___", "", " \t", "\u{c}"])?.to_owned()],
    })
}

fn fence(u: &mut Unstructured<'_>, lines: Vec<String>) -> Result<Vec<String>> {
    let mark = pick(u, &["```", "```", "~~~", "````", "``"])?;
    let indent = pick(u, &["", "", "", " ", "   ", "    "])?;
    let mut block = vec![format!("{indent}{mark}{}", pick(u, INFOS)?)];
    block.extend(lines);
    let end = pick(u, &["", "", " ", "\t", "x", "`"])?;
    if !one_in(u, 8)? {
        block.push(format!("{}{mark}{end}", pick(u, &["", "", " ", "    "])?));
    }
    Ok(block)
}

fn definition(u: &mut Unstructured<'_>) -> Result<String> {
    let label = pick(u, &["[a]", "[{\"b\": 1}]", "[1]", "[\\]]", "[ ]", "[a\nb]"])?;
    let target = pick(
        u,
        &[
            ": /url",
            ":/url",
            ": <a b>",
            ":\n  /url",
            ": /u \"t\"",
            ": /u\n'[1]'",
            ": /u (t",
            ": ",
            " : /url",
            ": (a",
        ],
    )?;
    Ok(format!("{label}{target}"))
}

/// What a block holds: prose, JSON, both, or neither.
fn content(u: &mut Unstructured<'_>) -> Result<String> {
    let mut content = String::new();
    for _ in 0..=below(u, 3)? {
        match weigh(u, &[4, 5, 1])? {
            0 => {
                for _ in 0..=below(u, 4)? {
                    content.push_str(pick(u, WORDS)?);
                    content.push_str(pick(u, &[" ", " ", " ", "", "\n", "  \n"])?);
                }
            }
            1 => content.push_str(&json_text(u)?),
            _ => content.push_str(pick(u, pool::PIECES)?),
        }
        content.push_str(pick(u, &[" ", "\n", "", ", "])?);
    }
    Ok(content)
}

/// Puts lines into one container, now and then with a line that forgets it.
fn contain(u: &mut Unstructured<'_>, lines: &mut [String]) -> Result<()> {
    let (first, rest) = *u.choose(CONTAINERS)?;
    let careless = one_in(u, 4)?;
    for (number, line) in lines.iter_mut().enumerate() {
        let mark = if number == 0 { first } else { rest };
        if number == 0 || !careless || !one_in(u, 3)? {
            line.insert_str(0, mark);
        }
    }
    Ok(())
}
