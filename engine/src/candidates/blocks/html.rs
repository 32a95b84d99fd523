//! HTML blocks: decides which of the seven start conditions a line meets and
//! whether it meets the end condition (`CommonMark` 4.6).

use crate::candidates::bytes::{is_blank, is_space, leading_spaces};
use crate::json::scan::byte;

/// An HTML block, by its start condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Html {
    /// 1: `pre`, `script`, `style` or `textarea`.
    Verbatim,
    /// 2: `<!--`.
    Comment,
    /// 3: `<?`.
    Instruction,
    /// 4: `<!` and a letter.
    Declaration,
    /// 5: `<![CDATA[`.
    Cdata,
    /// 6: one of the names of block elements.
    Block,
    /// 7: any other complete tag alone on its line.
    Tag,
}

/// The element names of condition 1, sorted.
const VERBATIM: [&[u8]; 4] = [b"pre", b"script", b"style", b"textarea"];

/// The element names of condition 6, sorted.
const BLOCK: [&[u8]; 62] = [
    b"address",
    b"article",
    b"aside",
    b"base",
    b"basefont",
    b"blockquote",
    b"body",
    b"caption",
    b"center",
    b"col",
    b"colgroup",
    b"dd",
    b"details",
    b"dialog",
    b"dir",
    b"div",
    b"dl",
    b"dt",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"frame",
    b"frameset",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"head",
    b"header",
    b"hr",
    b"html",
    b"iframe",
    b"legend",
    b"li",
    b"link",
    b"main",
    b"menu",
    b"menuitem",
    b"nav",
    b"noframes",
    b"ol",
    b"optgroup",
    b"option",
    b"p",
    b"param",
    b"search",
    b"section",
    b"summary",
    b"table",
    b"tbody",
    b"td",
    b"tfoot",
    b"th",
    b"thead",
    b"title",
    b"tr",
    b"track",
    b"ul",
];

impl Html {
    /// The block that starts with `rest`, a line from its `<` on. Condition 7
    /// counts only where no paragraph would be interrupted.
    pub(super) fn starting(rest: &[u8], interrupts: bool) -> Option<Self> {
        let inner = rest.strip_prefix(b"<")?;
        match inner.first()? {
            b'?' => Some(Self::Instruction),
            b'!' if inner.starts_with(b"!--") => Some(Self::Comment),
            b'!' if inner.starts_with(b"![CDATA[") => Some(Self::Cdata),
            b'!' => byte(inner, 1)
                .is_ascii_alphabetic()
                .then_some(Self::Declaration),
            _ => Self::of_tag(inner, interrupts),
        }
    }

    fn of_tag(inner: &[u8], interrupts: bool) -> Option<Self> {
        let (closing, inner) = match inner.strip_prefix(b"/") {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let (name, after) = tag_name(inner)?;
        let follows = after.first();
        let bounded = follows.is_none_or(|&byte| is_space(byte) || byte == b'>');
        let verbatim = is_among(&VERBATIM, name);
        if verbatim && !closing && bounded {
            return Some(Self::Verbatim);
        }
        if (bounded || after.starts_with(b"/>")) && is_among(&BLOCK, name) {
            return Some(Self::Block);
        }
        if interrupts || verbatim && !closing {
            return None;
        }
        let rest = if closing {
            closing_tag_end(after)?
        } else {
            open_tag_end(after)?
        };
        is_blank(rest).then_some(Self::Tag)
    }

    /// Does the block go on over a blank line?
    pub(super) fn spans_blank_lines(self) -> bool {
        !matches!(self, Self::Block | Self::Tag)
    }

    /// Does the block end with this line of it?
    pub(super) fn ends_with(self, line: &[u8]) -> bool {
        match self {
            Self::Verbatim => closes_verbatim(line),
            Self::Comment => holds(line, b"-->"),
            Self::Instruction => holds(line, b"?>"),
            Self::Declaration => line.contains(&b'>'),
            Self::Cdata => holds(line, b"]]>"),
            Self::Block | Self::Tag => false,
        }
    }
}

/// A tag name and what follows it.
fn tag_name(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if !byte(text, 0).is_ascii_alphabetic() {
        return None;
    }
    let letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    text.split_at_checked(text.iter().take_while(letter).count())
}

/// Is `name`, in any case, one of the sorted `names`?
fn is_among(names: &[&[u8]], name: &[u8]) -> bool {
    let mut room = [0_u8; 10];
    let Some(lower) = room.get_mut(..name.len()) else {
        return false;
    };
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    names.binary_search(&&*lower).is_ok()
}

fn skip_spaces(text: &[u8]) -> &[u8] {
    text.get(leading_spaces(text)..).unwrap_or_default()
}

/// What follows a closing tag, if `after`, what stands behind its name,
/// completes one (6.6).
fn closing_tag_end(after: &[u8]) -> Option<&[u8]> {
    skip_spaces(after).strip_prefix(b">")
}

/// The same for an open tag.
fn open_tag_end(mut after: &[u8]) -> Option<&[u8]> {
    loop {
        let attribute = skip_spaces(after);
        match attribute.first()? {
            b'>' => return attribute.get(1..),
            b'/' => return attribute.strip_prefix(b"/>"),
            _ if attribute.len() == after.len() => return None,
            _ => {}
        }
        after = attribute_name_end(attribute)?;
        if let Some(value) = skip_spaces(after).strip_prefix(b"=") {
            after = attribute_value_end(skip_spaces(value))?;
        }
    }
}

fn attribute_name_end(text: &[u8]) -> Option<&[u8]> {
    let first = text.first()?;
    if !first.is_ascii_alphabetic() && !matches!(first, b'_' | b':') {
        return None;
    }
    let goes_on =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-');
    text.get(text.iter().take_while(goes_on).count()..)
}

fn attribute_value_end(text: &[u8]) -> Option<&[u8]> {
    let quote = *text.first()?;
    if matches!(quote, b'"' | b'\'') {
        let value = text.get(1..)?;
        let end = value.iter().position(|&byte| byte == quote)?;
        return value.get(end + 1..);
    }
    let plain =
        |byte: &&u8| !is_space(**byte) && !matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`');
    match text.iter().take_while(plain).count() {
        0 => None,
        length => text.get(length..),
    }
}

fn holds(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|found| found == wanted)
}

/// Does `line` hold a closing tag of any of the elements of condition 1?
fn closes_verbatim(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"</") {
        rest = rest.get(at + 2..).unwrap_or_default();
        if let Some((name, after)) = tag_name(rest)
            && after.starts_with(b">")
            && is_among(&VERBATIM, name)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_sorted_as_the_search_needs_them() {
        assert!(BLOCK.is_sorted() && VERBATIM.is_sorted());
        assert!(BLOCK.iter().all(|name| is_among(&BLOCK, name)));
        assert!(!is_among(&BLOCK, b"blockquotes") && !is_among(&BLOCK, b""));
    }

    #[test]
    fn each_condition_starts_its_block_and_near_misses_start_none() {
        use Html::{Block, Cdata, Comment, Declaration, Instruction, Tag, Verbatim};
        for (line, wanted) in [
            ("<PRE", Some(Verbatim)),
            ("<script\tsrc", Some(Verbatim)),
            ("<style>", Some(Verbatim)),
            ("<textareas>", Some(Tag)),
            ("<pre/>", None),
            ("</pre>", Some(Tag)),
            ("<!--", Some(Comment)),
            ("<!-", None),
            ("<?", Some(Instruction)),
            ("<!x", Some(Declaration)),
            ("<!1", None),
            ("<![CDATA[", Some(Cdata)),
            ("<![cdata[", None),
            ("<div", Some(Block)),
            ("</Div/>", Some(Block)),
            ("<div/", None),
            ("<search>", Some(Block)),
            ("<source", None),
            ("<a b c=d e = 'f' g=\"h\" />  ", Some(Tag)),
            ("<a b='>'>", Some(Tag)),
            ("<a b='c'd>", None),
            ("<a> x", None),
            ("<a b=`>", None),
            ("<a b=>", None),
            ("</a b>", None),
            ("</a\t>\t", Some(Tag)),
            ("<1>", None),
            ("<", None),
            ("<a", None),
            ("<a /b>", None),
        ] {
            assert_eq!(Html::starting(line.as_bytes(), false), wanted, "{line}");
        }
        assert_eq!(Html::starting(b"<a>", true), None);
        assert_eq!(Html::starting(b"<p>", true), Some(Block));
    }

    #[test]
    fn an_end_condition_may_stand_anywhere_on_the_line() {
        for (html, line, ends) in [
            (Html::Verbatim, "x</script >", false),
            (Html::Verbatim, "</scr</STYLE>x", true),
            (Html::Comment, "<!-->", true),
            (Html::Comment, "-- >", false),
            (Html::Instruction, "?>", true),
            (Html::Declaration, "x>", true),
            (Html::Cdata, "]]]>", true),
            (Html::Tag, "</a>", false),
        ] {
            assert_eq!(html.ends_with(line.as_bytes()), ends, "{line}");
        }
    }
}
