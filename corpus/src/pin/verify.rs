//! Whether a corpus file that anybody brings has the digest that is claimed for it (D98, D101).
//!
//! A foreign corpus may have other members than ours and may have been pinned by another idea of
//! "canonical". So both serialisations are tried that were in use, and the one that matches is named.
//! The published pin of `argument-check-corpus/v1` names a corpus that is not public: without its file
//! it is unverifiable, and that is said instead of a match.

use std::fmt;

use crate::canonical::{self, sha256_hex};
use crate::json::{self, Value};

/// The identifier of the corpus that the criteria name and nobody published.
pub const PUBLISHED_ID: &str = "argument-check-corpus/v1";

/// The digest that the criteria publish for it.
pub const PUBLISHED_PIN: &str = "572e80b4b849ed769f888404f51aad50548db89b7dc7fbc55da69806a636eeef";

/// What a report says of [`PUBLISHED_PIN`] when no file of that corpus was brought.
pub const PIN_UNVERIFIABLE: &str = "PIN_UNVERIFIABLE";

/// A way to make bytes of a corpus object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Serialisation {
    /// RFC 8785.
    Jcs,
    /// Compact JSON with the members in the order of the file and numbers as they are spelled there.
    StoredOrder,
}

impl fmt::Display for Serialisation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jcs => "RFC 8785 JCS",
            Self::StoredOrder => "stored order, compact",
        })
    }
}

/// Where the digest comes from that a file is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedFrom {
    /// The caller named it.
    Caller,
    /// The file has the id of the published corpus, so its own statement does not count.
    PublishedPin,
    /// The member `sha256` of the file.
    File,
}

impl fmt::Display for ExpectedFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Caller => "as given",
            Self::PublishedPin => "as the criteria publish it",
            Self::File => "as the file states it",
        })
    }
}

/// One serialisation that was tried, and its digest or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Which one.
    pub serialisation: Serialisation,
    /// The digest in lower-case hexadecimal, or the reason.
    pub digest: Result<String, String>,
}

/// What came of verifying a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The id that the file gives itself.
    pub id: Option<String>,
    /// The digest that the file is held against.
    pub expected: String,
    /// Where that comes from.
    pub expected_from: ExpectedFrom,
    /// Everything that was tried.
    pub attempts: Vec<Attempt>,
    /// The serialisation that matched.
    pub matched: Option<Serialisation>,
    /// The first place that D98 would keep out of a corpus, if there is one. Such a file may match here
    /// and not elsewhere.
    pub outside: Option<String>,
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.as_deref().unwrap_or("without id");
        if let Some(serialisation) = self.matched {
            writeln!(f, "MATCH: the corpus {id} has the digest {}", self.expected)?;
            write!(
                f,
                "  serialised as: {serialisation} ({})",
                self.expected_from
            )?;
        } else {
            writeln!(f, "MISMATCH: the corpus {id} has another digest")?;
            write!(f, "  expected {} ({})", self.expected, self.expected_from)?;
            for attempt in &self.attempts {
                match &attempt.digest {
                    Ok(digest) => {
                        write!(f, "\n  computed {digest} ({})", attempt.serialisation)?;
                    }
                    Err(why) => {
                        write!(f, "\n  not computed ({}): {why}", attempt.serialisation)?;
                    }
                }
            }
        }
        if let Some(outside) = &self.outside {
            write!(f, "\n  note: {outside}")?;
        }
        Ok(())
    }
}

/// Why a file cannot be verified at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The bytes are not UTF-8.
    #[error("line {line}: the file is not UTF-8. A corpus file is JSON text in UTF-8")]
    NotUtf8 {
        /// The line of the first byte that is wrong.
        line: usize,
    },
    /// The text is not JSON that has one meaning.
    #[error("{0}. A corpus file is one JSON object, no member name twice, no lone surrogates")]
    Json(#[from] json::JsonError),
    /// The text is JSON and no corpus.
    #[error("the file holds no JSON object. A corpus is an object with a member `sha256`")]
    NotAnObject,
    /// Nothing says which digest the file should have.
    #[error("the file states no `sha256`, so there is nothing to hold it against. Name the digest with `--expect HEX`{}",
        jcs.as_ref().map(|digest| format!("; that of its RFC 8785 form is {digest}")).unwrap_or_default())]
    NothingExpected {
        /// The digest of the RFC 8785 form.
        jcs: Option<String>,
    },
    /// The digest that was given is none.
    #[error("{0:?} is no SHA-256 digest. Give 64 hexadecimal digits")]
    NotADigest(String),
}

/// Verifies a corpus file of any shape against the digest that is given, published or stated in it.
pub fn verify(file: &[u8], expected: Option<&str>) -> Result<Verification, VerifyError> {
    let text = std::str::from_utf8(file).map_err(|error| VerifyError::NotUtf8 {
        line: line_of(file, error.valid_up_to()),
    })?;
    let corpus = json::parse(text)?;
    let members = corpus.members().ok_or(VerifyError::NotAnObject)?;
    let stated = corpus.get("sha256").and_then(Value::as_str);
    let id = corpus.get("id").and_then(Value::as_str);
    let bare = Value::Object(
        members
            .iter()
            .filter(|(name, _)| name != "sha256")
            .cloned()
            .collect(),
    );
    let attempts = attempts(&bare);
    let (expected, expected_from) = match (expected, stated) {
        (Some(digest), _) => (digest, ExpectedFrom::Caller),
        (None, _) if id == Some(PUBLISHED_ID) => (PUBLISHED_PIN, ExpectedFrom::PublishedPin),
        (None, Some(digest)) => (digest, ExpectedFrom::File),
        (None, None) => {
            let jcs = attempts
                .first()
                .and_then(|attempt| attempt.digest.clone().ok());
            return Err(VerifyError::NothingExpected { jcs });
        }
    };
    let expected = digest(expected)?;
    Ok(Verification {
        id: id.map(str::to_owned),
        matched: attempts
            .iter()
            .find(|attempt| attempt.digest.as_ref() == Ok(&expected))
            .map(|attempt| attempt.serialisation),
        expected,
        expected_from,
        attempts,
        outside: canonical::restricted(&bare)
            .err()
            .map(|error| error.to_string()),
    })
}

fn attempts(bare: &Value) -> Vec<Attempt> {
    let jcs = canonical::jcs(bare);
    vec![
        Attempt {
            serialisation: Serialisation::Jcs,
            digest: jcs
                .map(|bytes| sha256_hex(&bytes))
                .map_err(|error| error.to_string()),
        },
        Attempt {
            serialisation: Serialisation::StoredOrder,
            digest: Ok(sha256_hex(bare.compact().as_bytes())),
        },
    ]
}

fn digest(text: &str) -> Result<String, VerifyError> {
    let text = text.trim();
    if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(VerifyError::NotADigest(text.to_owned()))
    }
}

/// The line of a byte, counted from 1.
fn line_of(file: &[u8], offset: usize) -> usize {
    file.get(..offset)
        .unwrap_or(file)
        .split(|byte| *byte == b'\n')
        .count()
}
