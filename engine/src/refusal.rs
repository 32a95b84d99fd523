//! Refusals: decides the closed list of free refusals (D2) and what a refusal
//! tells (D14). A refusal is never a verdict.

use std::fmt;

use crate::json::string;

/// Why a submission cannot be assessed, in order of precedence (D2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalCode {
    /// The body is longer than [`crate::BODY_CAP`] (D11).
    CapExceeded,
    /// The body is no strict JSON object (D1).
    InvalidRequestBody,
    /// No `schema` member (D3).
    SchemaMissing,
    /// The schema is malformed (D22).
    SchemaInvalid,
    /// The schema holds what is not enforced (D15).
    SchemaNotCovered,
    /// Neither form of the arguments (D3).
    ArgumentsMissing,
    /// Both forms of the arguments (D3).
    ArgumentsAmbiguous,
    /// The arguments are no object (D6).
    ArgumentsNotObject,
    /// `arguments_text` is no string (D5).
    ArgumentsTextInvalid,
    /// More than [`crate::DEPTH_LIMIT`] containers are nested (D8, D9).
    ArgumentsTooDeep,
}

impl RefusalCode {
    /// The published name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CapExceeded => "CAP-EXCEEDED:body_bytes",
            Self::InvalidRequestBody => "invalid_request_body",
            Self::SchemaMissing => "schema_missing",
            Self::SchemaInvalid => "schema_invalid",
            Self::SchemaNotCovered => "schema_not_covered",
            Self::ArgumentsMissing => "arguments_missing",
            Self::ArgumentsAmbiguous => "arguments_ambiguous",
            Self::ArgumentsNotObject => "arguments_not_object",
            Self::ArgumentsTextInvalid => "arguments_text_invalid",
            Self::ArgumentsTooDeep => "arguments_too_deep",
        }
    }
}

/// A place in the schema that a refusal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path of the keyword or schema position (D87).
    pub path: String,
    /// The keyword, or what is wrong with it.
    pub keyword: String,
}

impl Place {
    pub(crate) fn new(path: String, keyword: &str) -> Self {
        Self {
            path,
            keyword: keyword.to_owned(),
        }
    }
}

/// A free refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub code: RefusalCode,
    /// Every schema place at fault, in document order; empty where none is.
    pub detail: Vec<Place>,
}

impl Refusal {
    pub(crate) fn new(code: RefusalCode, detail: Vec<Place>) -> Self {
        Self { code, detail }
    }

    /// A refusal without places.
    pub(crate) fn bare(code: RefusalCode) -> Self {
        Self::new(code, Vec::new())
    }

    /// Appends `"refusal":…,"detail":[…]`, the members after the criteria.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("\"refusal\":");
        string::write(out, self.code.as_str());
        out.push_str(",\"detail\":[");
        for (at, place) in self.detail.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            out.push_str("{\"path\":");
            string::write(out, &place.path);
            out.push_str(",\"keyword\":");
            string::write(out, &place.keyword);
            out.push('}');
        }
        out.push(']');
    }
}

impl fmt::Display for Refusal {
    /// The code, then every place with what is wrong there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.as_str())?;
        for (at, place) in self.detail.iter().enumerate() {
            let lead = if at == 0 { ": " } else { ", " };
            write!(f, "{lead}{} ({})", place.path, place.keyword)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use crate::Schema;

    #[test]
    fn a_refusal_names_every_place_when_it_is_printed() {
        let schema = br##"{"properties":{"x":{"$ref":"#/a","multipleOf":2}}}"##;
        let refusal = Schema::compile(schema).err().expect("not covered");
        assert_eq!(
            refusal.to_string(),
            "schema_not_covered: $.properties.x.$ref ($ref), $.properties.x.multipleOf (multipleOf)"
        );
    }
}
