//! The documents that the benchmark measures: what models write, what a long
//! Markdown text looks like, and what is made to be slow. All of them come in
//! any length, so that growth can be measured.

/// A document of about a given length.
pub(crate) struct Document {
    pub(crate) name: String,
    text: Text,
}

enum Text {
    /// A part, then another one as often as it fits, then a third.
    Repeated(String, &'static str, &'static str),
    /// A text of its own length, repeated or cut.
    Given(String),
}

impl Document {
    fn new(name: &str, prefix: &str, unit: &'static str, suffix: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            text: Text::Repeated(prefix.to_owned(), unit, suffix),
        }
    }

    /// The document, at most `length` bytes long and hardly shorter.
    pub(crate) fn text(&self, length: usize) -> String {
        match &self.text {
            Text::Repeated(prefix, unit, suffix) => {
                let room = length - prefix.len() - suffix.len();
                format!("{prefix}{}{suffix}", unit.repeat(room / unit.len()))
            }
            Text::Given(text) => {
                let mut out = text.repeat(length / text.len() + 1);
                out.truncate(out.floor_char_boundary(length));
                out
            }
        }
    }
}

/// What a model answers: prose, a list, a fence with a payload, a short array.
const ANSWER: &str = r#"Here is what I found for "naïve café" – three matches in all:

1. **Primary match**: see [the notes](https://example.org/notes) for why.
2. The second one is `inline {code}`, not a payload.

```json
{
  "id": 4711,
  "title": "Quarterly report – draft 😀",
  "tags": ["finance", "draft", "q3"],
  "scores": {"relevance": 0.934, "recency": 12, "final": null},
  "ok": true
}
```

> The previous call returned [1, 2, 3], which can be ignored.

Let me know if you would like the other two as well. They are a bit longer, and
they mention people by name, so that I have left them out of this first answer.

"#;

/// Every construct of the block phase, as a long document has them.
const HANDBOOK: &str = r#"Chapter heads
=============

A chapter head stands *above* its text. It may be as long as you like, and
go on over
    lines that are indented, too.

## Lists of things ##

- A list has items,
  - which have items,
    1. which have numbers

       and more than one paragraph,

           and code that is indented.
* Another list, tight
* with `code spans`, [links][label] and <b>tags</b>

[label]: https://example.org/a/long/path?with=query "and a title"
[second]:
  <https://example.org>
  'A title
  of two lines'

> A quotation goes on
lazily, and holds
> > another one.
>
> ~~~ rust
> fn main() { println!("{:?}", [1, 2]); }
> ~~~

***

<div class="note">
Raw *HTML* stands as it is.
</div>

<!-- A comment,

over a blank line -->

	Code that a tab indents {"a": [1, 2, 3]}

```` text
``` is no fence in here
````

Café – naïve – 😀 – and a line that ends in two spaces  
before the next one\
after a backslash.

"#;

/// What real documents look like; `given` stands beside the handbook.
pub(crate) fn ordinary(given: Option<String>) -> Vec<Document> {
    let mut all = vec![
        Document::new("answer of a model", "", ANSWER, ""),
        Document::new("handbook", "", HANDBOOK, ""),
    ];
    if let Some(text) = given {
        all.push(Document {
            name: "the given document".to_owned(),
            text: Text::Given(text),
        });
    }
    all
}

/// What is made to be slow.
pub(crate) fn pathological() -> Vec<Document> {
    const QUOTED: &str = concat!(
        "> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > ",
        "> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n"
    );
    const INDENTED: &str = concat!(
        "                                                                ",
        "                                                                a\n"
    );
    let quotes = QUOTED.to_owned();
    let lists = "- ".repeat(64) + "a\n";
    let stars = "* ".repeat(60);
    [
        ("nested quotes", "", QUOTED, ""),
        ("nested quotes, lazy lines", &*quotes, "b\n", ""),
        ("nested lists", &lists, INDENTED, ""),
        ("nested lists, blank lines", &lists, "\n", ""),
        ("nested lists, lines of a space", &lists, " \n", ""),
        ("nested lists, lazy lines", &lists, "b\n", ""),
        ("a thematic break that is none", &stars, "*", "a"),
        ("quotes in items in quotes", "", "> - > - > - > - a\n", ""),
        ("items of one letter", "", "- a\n", ""),
        ("opening brackets", "", "[", ""),
        ("opening members", "", "{\"a\":", ""),
        ("empty arrays", "", "[]", ""),
        ("arrays to repair", "", "[1,]", ""),
        ("mismatched closers", "", "[}", ""),
        ("strings over line ends", "", "[\"\n", ""),
        ("escapes", "[\"", "\\u00e9", "\"]"),
        ("comments", "[", "/**/", "]"),
        ("open comments", "[", "/*", ""),
        ("trailing commas", "[", "[],", ""),
        ("newlines", "", "\n", ""),
        ("carriage returns", "", "\r", ""),
        ("open fences", "", "```json\n", ""),
        ("fences that close", "", "~~~\n", ""),
        ("lines of a fence", "```\n", "\n", ""),
        ("backticks", "", "`", ""),
        ("lines of backticks", "", "````````````````a\n", ""),
        ("definitions", "", "[a]: b\n", ""),
        ("definitions in paragraphs", "", "[a]: b\n\n", ""),
        ("definitions with an open title", "", "[a]: b\n\"", ""),
        ("an open title", "[a]: b \"", "c\n", ""),
        ("an open label", "[a", "b\n", ""),
        ("underlined definitions", "", "[a]: b\n===\n", ""),
        ("nested parentheses in a destination", "[a]: ", "(", ""),
        ("underlined headings", "", "a\n=\n", ""),
        ("headings", "", "# \n", ""),
        ("open tags", "", "<a\n", ""),
        ("attributes", "<a", " b=c", ""),
        ("block tags", "", "<div>\n\n", ""),
        ("an open comment of HTML", "<!--", "-- >\n", ""),
        ("closing tags that are none", "<pre>\n", "</pr", ""),
        ("tabs", "", "\t", ""),
        ("split tabs", "", ">\ta\n", ""),
        ("tabs behind markers", "", "-\t-\t-\t-\ta\n", ""),
        ("astral letters", "", "😀", ""),
    ]
    .into_iter()
    .map(|(name, prefix, unit, suffix)| Document::new(name, prefix, unit, suffix))
    .collect()
}
