//! A read-only document: what strict readers of JSON (request bodies, the
//! protocol, schemas) see. It decides nothing beyond D1: anything but strict
//! JSON is refused, with the place and the cause. Who passes parts of a text
//! on to be judged elsewhere may read by the grammar alone.

use std::borrow::Cow;

use super::double::nearest;
use super::node::Kind;
use super::reader::{Fault, read};
pub use super::scan::Cause;
use super::tree::Tree;

/// Why bytes are no strict JSON document (D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Byte offset of the fault; the length of the text where it lies in the
    /// whole (a name that stands twice, a lone surrogate, a cut text).
    pub offset: usize,
    /// What is wrong there.
    pub cause: Cause,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "no strict JSON at byte {} ({:?})",
            self.offset, self.cause
        )
    }
}

impl std::error::Error for Refused {}

/// A JSON document over borrowed text.
pub struct Document<'t> {
    pub(crate) tree: Tree<'t>,
    depth: u32,
    flaw: Option<Cause>,
}

/// A value of a [`Document`].
#[derive(Clone, Copy)]
pub struct Value<'d> {
    document: &'d Document<'d>,
    pub(crate) index: u32,
}

/// What a [`Value`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// Any number.
    Number,
    /// Any string.
    String,
    /// Any array.
    Array,
    /// Any object.
    Object,
}

impl<'t> Document<'t> {
    /// Reads strict JSON: UTF-8, RFC 8259, no duplicate names, no lone
    /// surrogates, no byte order mark (D1). Depth is not limited.
    ///
    /// ```
    /// use argument_check::json::value::Document;
    /// let document = Document::parse(br#"{"n":1.50}"#).unwrap();
    /// assert_eq!(document.root().member("n").unwrap().text(), "1.50");
    /// assert!(Document::parse(br#"{"n":1,"n":2}"#).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Refused`], with the leftmost fault.
    pub fn parse(bytes: &'t [u8]) -> Result<Self, Refused> {
        let document = Self::parse_flawed(bytes)?;
        match document.flaw {
            Some(cause) => Err(Refused {
                offset: bytes.len(),
                cause,
            }),
            None => Ok(document),
        }
    }

    /// Reads JSON by its grammar (RFC 8259) alone: a name that stands twice
    /// and a lone surrogate are no fault of the text, and [`Self::flaw`] tells
    /// of them. For envelopes, whose content somebody else judges as it stands.
    ///
    /// ```
    /// use argument_check::json::value::{Cause, Document};
    /// let frame = Document::parse_flawed(br#"{"id":1,"params":{"n":1,"n":2}}"#).unwrap();
    /// assert_eq!(frame.flaw(), Some(Cause::Duplicate));
    /// assert_eq!(frame.root().member("params").unwrap().text(), r#"{"n":1,"n":2}"#);
    /// ```
    ///
    /// # Errors
    /// [`Refused`], with the leftmost fault.
    pub fn parse_flawed(bytes: &'t [u8]) -> Result<Self, Refused> {
        let whole = |cause| Refused {
            offset: bytes.len(),
            cause,
        };
        let text = std::str::from_utf8(bytes).map_err(|error| Refused {
            offset: error.valid_up_to(),
            cause: Cause::Syntax,
        })?;
        if bytes.len() > i32::MAX as usize {
            return Err(whole(Cause::Syntax));
        }
        let mut tree = Tree::new(text.into());
        let events = read(text, u32::MAX, &mut tree.nodes).map_err(|fault| match fault {
            Fault::Syntax(offset, cause) => Refused { offset, cause },
            Fault::TooDeep => whole(Cause::Syntax),
        })?;
        if let Some(&offset) = events.commas.as_slice().first() {
            return Err(Refused {
                offset: offset as usize,
                cause: Cause::Syntax,
            });
        }
        if !events.is_strict() {
            return Err(whole(Cause::MidToken));
        }
        Ok(Self {
            tree,
            depth: events.depth,
            flaw: events.flaw(),
        })
    }

    /// How many containers are nested at most, the root included.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// What makes the text no strict JSON although its grammar holds (D1): a
    /// lone surrogate, or else a name that stands twice.
    pub fn flaw(&self) -> Option<Cause> {
        self.flaw
    }

    /// The document's only root value.
    pub fn root(&self) -> Value<'_> {
        Value {
            document: self,
            index: 0,
        }
    }
}

impl<'d> Value<'d> {
    /// The value's type.
    pub fn kind(&self) -> Type {
        match self.document.tree.node(self.index).kind {
            Kind::Null => Type::Null,
            Kind::False | Kind::True => Type::Boolean,
            Kind::Number => Type::Number,
            Kind::String | Kind::Key | Kind::Unwrapped => Type::String,
            Kind::Array => Type::Array,
            Kind::Object => Type::Object,
        }
    }

    /// The value exactly as it stands in the text.
    pub fn text(&self) -> &'d str {
        let tree = &self.document.tree;
        let node = tree.node(self.index);
        let quote = u32::from(self.kind() == Type::String);
        tree.text
            .get((node.start - quote) as usize..(node.end + quote) as usize)
            .unwrap_or_default()
    }

    /// The decoded content, if the value is a string.
    pub fn as_str(&self) -> Option<Cow<'d, str>> {
        let tree = &self.document.tree;
        (self.kind() == Type::String).then(|| tree.spans().decoded(tree.node(self.index)))
    }

    /// The value, if it is `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self.document.tree.node(self.index).kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The double nearest to the value, if it is a number; infinite where the
    /// number is beyond the largest double.
    pub fn as_f64(&self) -> Option<f64> {
        (self.kind() == Type::Number).then(|| nearest(self.text()))
    }

    /// The tape that the value stands on.
    pub(crate) fn tree(&self) -> &'d Tree<'d> {
        &self.document.tree
    }

    /// The members of an object, in order, names decoded; nothing for other
    /// values.
    pub fn members(&self) -> impl Iterator<Item = (Cow<'d, str>, Value<'d>)> + use<'d> {
        let document = self.document;
        let object = self.kind() == Type::Object;
        document
            .tree
            .children(self.index)
            .filter(move |_| object)
            .map(move |key| {
                let name = document.tree.spans().decoded(document.tree.node(key));
                (
                    name,
                    Value {
                        document,
                        index: key + 1,
                    },
                )
            })
    }

    /// The items of an array, in order; nothing for other values.
    ///
    /// ```
    /// use argument_check::json::value::Document;
    /// let document = Document::parse(b"[1, [2]]").unwrap();
    /// let items: Vec<_> = document.root().items().map(|item| item.text()).collect();
    /// assert_eq!(items, ["1", "[2]"]);
    /// ```
    pub fn items(&self) -> impl Iterator<Item = Value<'d>> + use<'d> {
        let document = self.document;
        let array = self.kind() == Type::Array;
        (document.tree.children(self.index))
            .filter(move |_| array)
            .map(move |index| Value { document, index })
    }

    /// The member called `name`, if the value is an object that has one.
    pub fn member(&self, name: &str) -> Option<Value<'d>> {
        self.members()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_but_strict_json_is_refused_with_its_place() {
        for (bytes, offset, cause) in [
            (&b"[1,]"[..], 2, Cause::Syntax),
            (b"[1 ", 3, Cause::MidToken),
            (b"\xef\xbb\xbf{}", 0, Cause::Syntax),
            (b"\"\xff\"", 1, Cause::Syntax),
            (b"{\"a\":1,\"a\":2}", 13, Cause::Duplicate),
            (b"[\"\\ud800\"]", 10, Cause::Surrogate),
        ] {
            let refused = Document::parse(bytes).err();
            assert_eq!(refused, Some(Refused { offset, cause }), "{bytes:?}");
        }
    }

    #[test]
    fn by_grammar_alone_a_flaw_is_told_and_a_fault_is_still_refused() {
        for (bytes, flaw) in [
            (&b"{\"a\":1,\"a\":2}"[..], Some(Cause::Duplicate)),
            (b"[\"\\ud800\"]", Some(Cause::Surrogate)),
            (b"[[1]]", None),
        ] {
            let document = Document::parse_flawed(bytes).expect("the grammar holds");
            assert_eq!(document.flaw(), flaw, "{bytes:?}");
        }
        assert!(Document::parse_flawed(b"[1,]").is_err());
        assert_eq!(
            Document::parse_flawed(b"[[],[[1]]]")
                .map(|d| d.depth())
                .ok(),
            Some(3)
        );
    }

    #[test]
    fn items_are_those_of_arrays_and_not_the_members_of_objects() {
        let document = Document::parse(b"[{\"a\":1},[2,3],\"x\"]").expect("JSON");
        let items: Vec<_> = document.root().items().map(|item| item.text()).collect();
        assert_eq!(items, ["{\"a\":1}", "[2,3]", "\"x\""]);
        let object = document.root().items().next().expect("an item");
        assert_eq!(object.items().count(), 0);
    }

    #[test]
    fn members_come_in_order_with_decoded_names_and_raw_values() {
        let document = Document::parse(b"{\"\\u0062\": \"x\\n\", \"a\": [1 ]}").expect("JSON");
        let members: Vec<_> = document
            .root()
            .members()
            .map(|(name, value)| (name.into_owned(), value.text().to_owned()))
            .collect();
        assert_eq!(
            members,
            [
                ("b".to_owned(), "\"x\\n\"".to_owned()),
                ("a".to_owned(), "[1 ]".to_owned())
            ]
        );
        assert_eq!(
            document
                .root()
                .member("b")
                .and_then(|v| v.as_str())
                .as_deref(),
            Some("x\n")
        );
    }
}
