//! The closed names of the criteria: rules, operations, defect codes, refusals
//! and keywords, each in published order, with the fixed sentences (D91).
//!
//! Transcribed from the criteria and not taken from the engine: an engine that
//! invents a name must be found out here.

/// Defines an enum of published names, with its list and both conversions.
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$item])* $variant,)+ }

        impl $name {
            /// Every name, in published order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The published spelling.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The name spelled `text`.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// The criteria that every answer names.
pub const CRITERIA_ID: &str = "tool-argument/v1";
/// Their version.
pub const CRITERIA_VERSION: &str = "1.0.0";

names! {
    /// The whitelist.
    Rule {
        /// Close truncated JSON.
        R1 = "R1",
        /// Drop a trailing comma.
        R2 = "R2",
        /// String to number.
        R3 = "R3",
        /// String to boolean.
        R4 = "R4",
        /// Unwrap JSON in a string.
        R5 = "R5",
        /// Scalar to string.
        R6 = "R6",
        /// Wrap a single value in an array.
        R7 = "R7",
        /// Drop a null of an optional property.
        R8 = "R8",
        /// Match an enum entry but for case.
        R9 = "R9",
    }
}

names! {
    /// What a diff entry does.
    Operation {
        /// The value at the path is replaced.
        Replace = "replace",
        /// The member at the path, or a comma of the text, is removed.
        Remove = "remove",
        /// Closers are appended to the text.
        Append = "append",
    }
}

impl Rule {
    /// The operation that D89 fixes for the rule.
    #[must_use]
    pub fn operation(self) -> Operation {
        match self {
            Self::R1 => Operation::Append,
            Self::R2 | Self::R8 => Operation::Remove,
            Self::R3 | Self::R4 | Self::R5 | Self::R6 | Self::R7 | Self::R9 => Operation::Replace,
        }
    }

    /// Whether the rule works on the raw text.
    #[must_use]
    pub fn is_textual(self) -> bool {
        matches!(self, Self::R1 | Self::R2)
    }
}

names! {
    /// Why a submission does not conform.
    Code {
        /// A required member is absent.
        MissingRequired = "missing_required",
        /// None of the allowed types.
        TypeMismatch = "type_mismatch",
        /// No entry of `enum`.
        EnumMismatch = "enum_mismatch",
        /// Not the `const`.
        ConstMismatch = "const_mismatch",
        /// Fewer characters than `minLength`.
        StringTooShort = "string_too_short",
        /// More characters than `maxLength`.
        StringTooLong = "string_too_long",
        /// No match of `pattern`.
        PatternMismatch = "pattern_mismatch",
        /// Below `minimum`.
        MinimumViolation = "minimum_violation",
        /// Above `maximum`.
        MaximumViolation = "maximum_violation",
        /// Not above `exclusiveMinimum`.
        ExclusiveMinimumViolation = "exclusive_minimum_violation",
        /// Not below `exclusiveMaximum`.
        ExclusiveMaximumViolation = "exclusive_maximum_violation",
        /// Fewer items than `minItems`.
        ArrayTooShort = "array_too_short",
        /// More items than `maxItems`.
        ArrayTooLong = "array_too_long",
        /// Two equal items.
        ItemsNotUnique = "items_not_unique",
        /// Fewer members than `minProperties`.
        TooFewProperties = "too_few_properties",
        /// More members than `maxProperties`.
        TooManyProperties = "too_many_properties",
        /// An undeclared member.
        AdditionalProperty = "additional_property",
        /// The text is not JSON and cannot be mended.
        InvalidJsonText = "invalid_json_text",
    }
}

/// The sentences of `invalid_json_text`, one a cause.
const CAUSES: [&str; 7] = [
    "the text ends inside a string",
    "the text ends inside a token, or in a number that may be cut",
    "a closing delimiter does not match what is open",
    "content follows the complete value",
    "the text is not JSON at some token",
    "a string holds a lone surrogate escape",
    "an object holds the same member name twice",
];

impl Code {
    /// The fixed sentence, up to the schema's limit where one follows.
    fn sentence(self) -> (&'static str, bool) {
        match self {
            Self::MissingRequired => ("a required member is absent", false),
            Self::TypeMismatch => ("the value has none of the allowed types: ", true),
            Self::EnumMismatch => ("the value equals no entry of enum", false),
            Self::ConstMismatch => ("the value does not equal const", false),
            Self::StringTooShort => ("the string has fewer characters than minLength: ", true),
            Self::StringTooLong => ("the string has more characters than maxLength: ", true),
            Self::PatternMismatch => ("the string does not match pattern", false),
            Self::MinimumViolation => ("the number is below minimum: ", true),
            Self::MaximumViolation => ("the number is above maximum: ", true),
            Self::ExclusiveMinimumViolation => ("the number is not above exclusiveMinimum: ", true),
            Self::ExclusiveMaximumViolation => ("the number is not below exclusiveMaximum: ", true),
            Self::ArrayTooShort => ("the array has fewer items than minItems: ", true),
            Self::ArrayTooLong => ("the array has more items than maxItems: ", true),
            Self::ItemsNotUnique => ("two items of the array are equal", false),
            Self::TooFewProperties => ("the object has fewer members than minProperties: ", true),
            Self::TooManyProperties => ("the object has more members than maxProperties: ", true),
            Self::AdditionalProperty => (
                "the member is not declared and additionalProperties is false",
                false,
            ),
            Self::InvalidJsonText => ("", false),
        }
    }

    /// Whether `reason` is the fixed sentence of the code; that the limit in it
    /// is the schema's own is for other judges to say.
    #[must_use]
    pub fn admits_reason(self, reason: &str) -> bool {
        if self == Self::InvalidJsonText {
            return CAUSES.contains(&reason);
        }
        match self.sentence() {
            (sentence, false) => reason == sentence,
            (sentence, true) => reason
                .strip_prefix(sentence)
                .is_some_and(|limit| !limit.is_empty()),
        }
    }
}

names! {
    /// Why a submission is not assessed at all.
    RefusalCode {
        /// The body is over the cap.
        CapExceeded = "CAP-EXCEEDED:body_bytes",
        /// The body is not a strict JSON object.
        InvalidRequestBody = "invalid_request_body",
        /// No `schema` member.
        SchemaMissing = "schema_missing",
        /// The schema is malformed.
        SchemaInvalid = "schema_invalid",
        /// The schema holds what the criteria do not cover.
        SchemaNotCovered = "schema_not_covered",
        /// Neither arguments form.
        ArgumentsMissing = "arguments_missing",
        /// Both arguments forms.
        ArgumentsAmbiguous = "arguments_ambiguous",
        /// The arguments are not an object.
        ArgumentsNotObject = "arguments_not_object",
        /// `arguments_text` is not a string.
        ArgumentsTextInvalid = "arguments_text_invalid",
        /// The arguments nest too deep.
        ArgumentsTooDeep = "arguments_too_deep",
    }
}

names! {
    /// The keywords that are enforced, in published order.
    Keyword {
        /// `type`
        Type = "type",
        /// `enum`
        Enum = "enum",
        /// `const`
        Const = "const",
        /// `required`
        Required = "required",
        /// `properties`
        Properties = "properties",
        /// `additionalProperties`
        AdditionalProperties = "additionalProperties",
        /// `items`
        Items = "items",
        /// `minLength`
        MinLength = "minLength",
        /// `maxLength`
        MaxLength = "maxLength",
        /// `pattern`
        Pattern = "pattern",
        /// `minimum`
        Minimum = "minimum",
        /// `maximum`
        Maximum = "maximum",
        /// `exclusiveMinimum`
        ExclusiveMinimum = "exclusiveMinimum",
        /// `exclusiveMaximum`
        ExclusiveMaximum = "exclusiveMaximum",
        /// `minItems`
        MinItems = "minItems",
        /// `maxItems`
        MaxItems = "maxItems",
        /// `uniqueItems`
        UniqueItems = "uniqueItems",
        /// `minProperties`
        MinProperties = "minProperties",
        /// `maxProperties`
        MaxProperties = "maxProperties",
    }
}

/// Keywords that a schema may carry and that are not checked: `format`, the
/// annotations, and the inert core keywords of D16.
pub const NOT_CHECKED: [&str; 11] = [
    "format",
    "title",
    "description",
    "default",
    "examples",
    "$schema",
    "$id",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        assert!(
            Code::ALL
                .iter()
                .all(|c| Code::parse(c.as_str()) == Some(*c))
        );
        assert_eq!(Code::ALL.len(), 18);
        assert_eq!(RefusalCode::ALL.len(), 10);
        assert_eq!(Keyword::ALL.len(), 19);
        assert_eq!(Rule::parse("R10"), None);
    }

    #[test]
    fn only_the_fixed_sentences_are_admitted() {
        assert!(
            Code::StringTooLong.admits_reason("the string has more characters than maxLength: 2.0")
        );
        assert!(
            !Code::StringTooLong.admits_reason("the string has more characters than maxLength: ")
        );
        assert!(!Code::StringTooLong.admits_reason("too long"));
        assert!(Code::EnumMismatch.admits_reason("the value equals no entry of enum"));
        assert!(!Code::EnumMismatch.admits_reason("the value equals no entry of enum; try \"a\""));
        assert!(Code::InvalidJsonText.admits_reason("the text ends inside a string"));
        assert!(!Code::InvalidJsonText.admits_reason(""));
    }
}
