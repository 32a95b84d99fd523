//! The closed lists of keywords: decides what a word means at a schema
//! position (D15, D16, D18). A word that stands in no list is not covered; a
//! keyword must never be ignored in silence.

/// The enforced keywords, in published order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Keyword {
    /// `type`
    Type,
    /// `enum`
    Enum,
    /// `const`
    Const,
    /// `required`
    Required,
    /// `properties`
    Properties,
    /// `additionalProperties`
    AdditionalProperties,
    /// `items`
    Items,
    /// `minLength`
    MinLength,
    /// `maxLength`
    MaxLength,
    /// `pattern`
    Pattern,
    /// `minimum`
    Minimum,
    /// `maximum`
    Maximum,
    /// `exclusiveMinimum`
    ExclusiveMinimum,
    /// `exclusiveMaximum`
    ExclusiveMaximum,
    /// `minItems`
    MinItems,
    /// `maxItems`
    MaxItems,
    /// `uniqueItems`
    UniqueItems,
    /// `minProperties`
    MinProperties,
    /// `maxProperties`
    MaxProperties,
}

/// Every enforced keyword with its name, in published order.
pub const ENFORCED: [(Keyword, &str); 19] = [
    (Keyword::Type, "type"),
    (Keyword::Enum, "enum"),
    (Keyword::Const, "const"),
    (Keyword::Required, "required"),
    (Keyword::Properties, "properties"),
    (Keyword::AdditionalProperties, "additionalProperties"),
    (Keyword::Items, "items"),
    (Keyword::MinLength, "minLength"),
    (Keyword::MaxLength, "maxLength"),
    (Keyword::Pattern, "pattern"),
    (Keyword::Minimum, "minimum"),
    (Keyword::Maximum, "maximum"),
    (Keyword::ExclusiveMinimum, "exclusiveMinimum"),
    (Keyword::ExclusiveMaximum, "exclusiveMaximum"),
    (Keyword::MinItems, "minItems"),
    (Keyword::MaxItems, "maxItems"),
    (Keyword::UniqueItems, "uniqueItems"),
    (Keyword::MinProperties, "minProperties"),
    (Keyword::MaxProperties, "maxProperties"),
];

/// What a word at a schema position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Enforced(Keyword),
    /// An annotation, `format`, or one of the inert core keywords: disclosed,
    /// never looked at (D16, D24).
    NotChecked,
    NotCovered,
}

impl Word {
    /// Looks `word` up in the lists.
    pub(crate) fn of(word: &str) -> Self {
        use Keyword as K;
        let keyword = match word {
            "type" => K::Type,
            "enum" => K::Enum,
            "const" => K::Const,
            "required" => K::Required,
            "properties" => K::Properties,
            "additionalProperties" => K::AdditionalProperties,
            "items" => K::Items,
            "minLength" => K::MinLength,
            "maxLength" => K::MaxLength,
            "pattern" => K::Pattern,
            "minimum" => K::Minimum,
            "maximum" => K::Maximum,
            "exclusiveMinimum" => K::ExclusiveMinimum,
            "exclusiveMaximum" => K::ExclusiveMaximum,
            "minItems" => K::MinItems,
            "maxItems" => K::MaxItems,
            "uniqueItems" => K::UniqueItems,
            "minProperties" => K::MinProperties,
            "maxProperties" => K::MaxProperties,
            "format" | "title" | "description" | "default" | "examples" | "$schema" | "$id"
            | "$comment" | "deprecated" | "readOnly" | "writeOnly" => return Self::NotChecked,
            _ => return Self::NotCovered,
        };
        Self::Enforced(keyword)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_order_is_the_order_of_the_enumeration() {
        for (at, (keyword, name)) in ENFORCED.iter().enumerate() {
            assert_eq!(*keyword as usize, at, "{name}");
            assert_eq!(Word::of(name), Word::Enforced(*keyword));
        }
    }

    #[test]
    fn a_word_in_no_list_is_not_covered() {
        for word in [
            "multipleOf",
            "nullable",
            "$ref",
            "x-foo",
            "Type",
            "",
            "$anchor",
            "example",
        ] {
            assert_eq!(Word::of(word), Word::NotCovered, "{word}");
        }
    }
}
