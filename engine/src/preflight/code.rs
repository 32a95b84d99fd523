//! The codes and their messages (preflight, message table): decides what an
//! entry says. One fixed sentence a code, which never quotes the input: header
//! values and bodies may hold secrets.

use crate::DefectCode;

/// What is wrong, or worth a warning, at a place of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the published codes")]
pub enum Code {
    BodyMissing,
    BodySemanticsUndefined,
    ContentTypeCharset,
    ContentTypeInvalid,
    ContentTypeMissing,
    ContentTypeNotJson,
    HeaderClientManaged,
    HeaderDuplicateName,
    HeaderDuplicateSingleton,
    HeaderInjection,
    HeaderNameInvalid,
    HeaderValueInvalid,
    HeaderValueNonAscii,
    HeaderValueNotString,
    HeaderValueWhitespace,
    InputEnum,
    InputMissing,
    InputNotInteger,
    InputRange,
    InputType,
    MethodInvalid,
    MethodNotSupported,
    MethodNotUppercase,
    MethodUncommon,
    NumberNotExact,
    QueryArrayAmbiguous,
    QueryControlCharacter,
    QueryEmptyName,
    QueryKeyConflict,
    QueryNull,
    QueryValueNotScalar,
    SchemaFormatNotChecked,
    SchemaInvalid,
    SchemaNotCovered,
    UrlBadPercentEncoding,
    UrlFragment,
    UrlIdnUnchecked,
    UrlInvalidCharacter,
    UrlInvalidHost,
    UrlInvalidPort,
    UrlMissingHost,
    UrlNonAscii,
    UrlNotAbsolute,
    UrlSchemeNotAllowed,
    UrlTooLong,
    UrlUnencodedCharacter,
    UrlUserinfo,
    /// The body breaks a keyword of the schema; the code is the engine's.
    Body(DefectCode),
}

impl Code {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        self.texts().0
    }

    /// The one sentence of the code.
    pub fn message(self) -> &'static str {
        self.texts().1
    }

    /// Does the code say that the input, or its schema, could not be judged?
    /// Then there are no economics (2.7).
    pub(super) fn is_unjudged(self) -> bool {
        let name = self.as_str();
        name.starts_with("input_") || name.starts_with("schema_")
    }

    #[rustfmt::skip]
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::BodyMissing => ("body_missing", "Schema constrains a body but the request has none."),
            Self::BodySemanticsUndefined => ("body_semantics_undefined", "A body on this method has no defined semantics."),
            Self::ContentTypeCharset => ("content_type_charset", "JSON is UTF-8; Content-Type names another charset."),
            Self::ContentTypeInvalid => ("content_type_invalid", "Content-Type is not a media type."),
            Self::ContentTypeMissing => ("content_type_missing", "Request has a JSON body but no Content-Type."),
            Self::ContentTypeNotJson => ("content_type_not_json", "Content-Type is not a JSON media type."),
            Self::HeaderClientManaged => ("header_client_managed", "Header is normally set by the HTTP client."),
            Self::HeaderDuplicateName => ("header_duplicate_name", "Header name differs from another only by case."),
            Self::HeaderDuplicateSingleton => ("header_duplicate_singleton", "Header that may occur once is given more than once."),
            Self::HeaderInjection => ("header_injection", "Header value contains CR, LF or NUL."),
            Self::HeaderNameInvalid => ("header_name_invalid", "Header name is not an HTTP token."),
            Self::HeaderValueInvalid => ("header_value_invalid", "Header value contains a character HTTP does not allow."),
            Self::HeaderValueNonAscii => ("header_value_non_ascii", "Header value contains non-ASCII characters."),
            Self::HeaderValueNotString => ("header_value_not_string", "Header value is not a string."),
            Self::HeaderValueWhitespace => ("header_value_whitespace", "Header value has leading or trailing whitespace."),
            Self::InputEnum => ("input_enum", "Value is not one of the allowed values."),
            Self::InputMissing => ("input_missing", "Required member is missing."),
            Self::InputNotInteger => ("input_not_integer", "Number must be an integer."),
            Self::InputRange => ("input_range", "Number is outside the allowed range."),
            Self::InputType => ("input_type", "Wrong JSON type."),
            Self::MethodInvalid => ("method_invalid", "Method is not an HTTP token."),
            Self::MethodNotSupported => ("method_not_supported", "Method cannot be sent to an absolute http(s) URL by an API client."),
            Self::MethodNotUppercase => ("method_not_uppercase", "Method is not upper case; methods are case-sensitive."),
            Self::MethodUncommon => ("method_uncommon", "Method is not one of the common API methods."),
            Self::NumberNotExact => ("number_not_exact", "Number is not exactly representable; it would be hashed as a different number."),
            Self::QueryArrayAmbiguous => ("query_array_ambiguous", "Array query value has no single serialization."),
            Self::QueryControlCharacter => ("query_control_character", "Query value contains a control character."),
            Self::QueryEmptyName => ("query_empty_name", "Query parameter name is empty."),
            Self::QueryKeyConflict => ("query_key_conflict", "Query parameter is also present in the URL."),
            Self::QueryNull => ("query_null", "Null query value has no single serialization."),
            Self::QueryValueNotScalar => ("query_value_not_scalar", "Query value has no defined serialization."),
            Self::SchemaFormatNotChecked => ("schema_format_not_checked", "format is not checked."),
            Self::SchemaInvalid => ("schema_invalid", "Schema is malformed."),
            Self::SchemaNotCovered => ("schema_not_covered", "Schema uses a keyword this check does not cover."),
            Self::UrlBadPercentEncoding => ("url_bad_percent_encoding", "URL contains % not followed by two hex digits."),
            Self::UrlFragment => ("url_fragment", "URL fragment is never sent."),
            Self::UrlIdnUnchecked => ("url_idn_unchecked", "Internationalized host was not checked beyond its characters."),
            Self::UrlInvalidCharacter => ("url_invalid_character", "URL contains a space, control character or backslash."),
            Self::UrlInvalidHost => ("url_invalid_host", "URL host is not valid."),
            Self::UrlInvalidPort => ("url_invalid_port", "URL port is not valid."),
            Self::UrlMissingHost => ("url_missing_host", "URL has no host."),
            Self::UrlNonAscii => ("url_non_ascii", "URL contains unencoded non-ASCII characters."),
            Self::UrlNotAbsolute => ("url_not_absolute", "URL is not absolute."),
            Self::UrlSchemeNotAllowed => ("url_scheme_not_allowed", "URL scheme is not http or https."),
            Self::UrlTooLong => ("url_too_long", "URL is longer than 8000 bytes."),
            Self::UrlUnencodedCharacter => ("url_unencoded_character", "URL contains a character that should be percent-encoded."),
            Self::UrlUserinfo => ("url_userinfo", "URL carries userinfo."),
            Self::Body(code) => (code.as_str(), body_message(code)),
        }
    }
}

fn body_message(code: DefectCode) -> &'static str {
    match code {
        DefectCode::MissingRequired => "Required property is missing.",
        DefectCode::TypeMismatch => "Value has the wrong type.",
        DefectCode::EnumMismatch => "Value is not one of the enum values.",
        DefectCode::ConstMismatch => "Value is not the const value.",
        DefectCode::StringTooShort => "String is shorter than minLength.",
        DefectCode::StringTooLong => "String is longer than maxLength.",
        DefectCode::PatternMismatch => "String does not match pattern.",
        DefectCode::MinimumViolation => "Number is below minimum.",
        DefectCode::MaximumViolation => "Number is above maximum.",
        DefectCode::ExclusiveMinimumViolation => "Number is not above exclusiveMinimum.",
        DefectCode::ExclusiveMaximumViolation => "Number is not below exclusiveMaximum.",
        DefectCode::ArrayTooShort => "Array has fewer items than minItems.",
        DefectCode::ArrayTooLong => "Array has more items than maxItems.",
        DefectCode::ItemsNotUnique => "Array items are not unique.",
        DefectCode::TooFewProperties => "Object has fewer properties than minProperties.",
        DefectCode::TooManyProperties => "Object has more properties than maxProperties.",
        DefectCode::AdditionalProperty => "Property is not declared.",
        // A body is JSON before it is judged, so that nothing finds this.
        DefectCode::InvalidJsonText => "Text is not JSON.",
    }
}
