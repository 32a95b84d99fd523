//! `prove`: where every key and leaf of a repaired blob came from.
//!
//! The proof is made by the oracle and then handed to its independent checker;
//! what is printed is never more than what the checker accepted. Paths are
//! made of keys, so the output is for whoever submitted the body; values are
//! printed on request only.

use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use argument_check_oracle::lossless;
use argument_check_oracle::provenance::{
    self, Claim, EntryClaim, Form, Origin, Part, Proof, ProofError, Source,
};

use crate::exit::{Coded, Exit};

/// What to prove.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A file that holds a raw request body; `-` for standard input
    #[arg(value_name = "BODY")]
    body: PathBuf,
    /// A file that holds the answer to prove, instead of our engine's
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// Print the proof in its machine form
    #[arg(long)]
    json: bool,
    /// Print the keys and values too
    #[arg(long)]
    with_payloads: bool,
}

/// Far beyond the cap of a body; an answer may be several times as long.
const LONGEST: u64 = 1 << 26;

/// Proves.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let body = read(&options.body, "name a request body")?;
    let answer = match &options.answer {
        Some(file) => String::from_utf8(read(file, "name an answer")?).map_err(|_| {
            Coded::new(
                Exit::Unreadable,
                format!("{}: the answer is not UTF-8", file.display()),
            )
        })?,
        None => argument_check::check(&body),
    };
    let proof = match provenance::prove(&body, &answer) {
        Ok(proof) => proof,
        Err(error) => return failed(error),
    };
    if let Err(rejection) = provenance::accept(&body, &answer, &proof) {
        let invented = rejection.is_invention();
        return Ok(rejected(&rejection.to_string(), invented));
    }
    let proof = if options.with_payloads {
        let answer = lossless::read_str(&answer).context("the answer")?;
        let blob = answer.get("repaired").context("the answer has no blob")?;
        proof.with_payloads(blob)
    } else {
        proof
    };
    if options.json {
        println!("{}", serde_json::to_string(&proof)?);
    } else {
        print!("{}", readable(&proof));
    }
    Ok(Exit::Clean)
}

/// There is no proof: nothing to prove, nothing to read, or no truth in it.
fn failed(error: ProofError) -> Result<Exit> {
    match error {
        ProofError::Valid | ProofError::NothingDelivered => {
            println!("{error}");
            Ok(Exit::Clean)
        }
        ProofError::Body(_) | ProofError::Members | ProofError::Answer(_) | ProofError::Diff => {
            Err(Coded::new(Exit::Unreadable, error.to_string()).into())
        }
        _ => Ok(rejected(&error.to_string(), error.is_invention())),
    }
}

fn rejected(why: &str, invented: bool) -> Exit {
    println!("rejected: {why}");
    if invented {
        println!("a value was invented");
        Exit::StopServing
    } else {
        Exit::Conformance
    }
}

/// One line a key, a leaf and an entry.
fn readable(proof: &Proof) -> String {
    let mut lines = vec![match proof.form {
        Form::Arguments => "ranges are bytes of the body".to_owned(),
        Form::ArgumentsText => format!(
            "ranges are bytes of the decoded arguments_text, which is body {}..{}",
            proof.member.0, proof.member.1
        ),
    }];
    lines.extend(proof.claims.iter().map(claim));
    lines.extend(proof.entries.iter().map(entry));
    lines.push("accepted by the checker\n".to_owned());
    lines.join("\n")
}

fn claim(claim: &Claim) -> String {
    let part = match claim.part {
        Part::Key => "key ",
        Part::Leaf => "leaf",
    };
    let mut line = format!("{part}  {}", claim.path);
    // Writing to a string does not fail.
    if let Some(delivered) = &claim.delivered {
        let _ = write!(line, " = {delivered}");
    }
    line += match claim.origin {
        Origin::Submitted => ": submitted, ",
        Origin::Unwrapped => ": unwrapped, ",
        Origin::Enum => ": ",
    };
    if let Some(entry) = &claim.entry {
        let _ = write!(
            line,
            "entry {} of enum at {}, equal but for case to ",
            entry.number, entry.place
        );
    }
    line += &source(&claim.source);
    let through = claim.through.iter();
    let through: Vec<_> = through
        .map(|through| format!("{} (entry {})", through.rule, through.entry))
        .collect();
    if !through.is_empty() {
        let _ = write!(line, ", through {}", through.join(", "));
    }
    line
}

fn entry(entry: &EntryClaim) -> String {
    let without = match entry.left_out.as_slice() {
        [_] => "without it".to_owned(),
        [first, .., last] => format!("without it and those inside it (entries {first} to {last})"),
        [] => String::new(),
    };
    let fails = entry.fails.iter();
    let fails: Vec<_> = fails
        .map(|failure| format!("{} {}", failure.path, failure.code))
        .collect();
    format!(
        "entry {}  {} {}: works on {}; {without} fails {}",
        entry.entry,
        entry.rule,
        entry.path,
        source(&entry.source),
        fails.join("; ")
    )
}

fn source(source: &Source) -> String {
    let mut text = format!("{}..{}", source.at.0, source.at.1);
    for string in source.strings.iter().rev() {
        let _ = write!(text, " of the string {}..{}", string.0, string.1);
    }
    text
}

fn read(file: &Path, remedy: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().take(LONGEST).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(LONGEST).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("{}: cannot be read; {remedy}", file.display()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"arguments":{"a":"5","t":"{\"k\":\"red\"}"},"schema":{"properties":{"a":{"type":"integer"},"t":{"type":"object","properties":{"k":{"enum":["Red"]}}}}}}"#;

    fn proven() -> Proof {
        let answer = argument_check::check(BODY.as_bytes());
        provenance::prove(BODY.as_bytes(), &answer).unwrap()
    }

    #[test]
    fn a_proof_is_one_line_a_key_a_leaf_and_an_entry() {
        let text = readable(&proven());
        assert_eq!(
            text,
            "ranges are bytes of the body\n\
             key   $.a: submitted, 14..17\n\
             leaf  $.a: submitted, 18..21, through R3 (entry 0)\n\
             key   $.t: submitted, 22..25\n\
             key   $.t.k: unwrapped, 1..4 of the string 26..43, through R5 (entry 1)\n\
             leaf  $.t.k: entry 0 of enum at $.properties.t.properties.k, equal but for case to 5..10 of the string 26..43, through R5 (entry 1), R9 (entry 2)\n\
             entry 0  R3 $.a: works on 18..21; without it fails $.a type_mismatch\n\
             entry 1  R5 $.t: works on 26..43; without it and those inside it (entries 1 to 2) fails $.t type_mismatch\n\
             entry 2  R9 $.t.k: works on 5..10 of the string 26..43; without it fails $.t.k enum_mismatch\n\
             accepted by the checker\n"
        );
    }

    #[test]
    fn nothing_to_prove_is_clean_and_an_invention_is_not() {
        assert_eq!(failed(ProofError::Valid).unwrap(), Exit::Clean);
        assert_eq!(failed(ProofError::Unexplained).unwrap(), Exit::StopServing);
        assert_eq!(failed(ProofError::Necessity(0)).unwrap(), Exit::Conformance);
        let unreadable = failed(ProofError::Members).unwrap_err();
        assert_eq!(Coded::of(&unreadable), Exit::Unreadable);
    }
}
