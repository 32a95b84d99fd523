//! The replay bundle: one hermetic file that holds a finding whole.
//!
//! Whoever has the file and a checkout can reproduce the finding: the bytes
//! stand in it, what they mean, which law they break, what was expected and
//! what came, and everything that the run depended on. A bundle holds payload
//! by its nature; reports name it and never quote it. The shape is published as
//! `reports/schema/finding.schema.json`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use argument_check_corpus::Op;
use argument_check_oracle::fuzzing;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::broken::{self, Broken, Witness};
use super::toolchain::Sanitizer;
use crate::exit::{Coded, Exit};
use crate::report::Pin;

/// The name and version of the format.
const FORMAT: &str = "argument-check-finding/v1";

/// A finding whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bundle {
    format: String,
    /// The fuzz target.
    pub(crate) target: String,
    /// Its input.
    bytes_base64: String,
    /// What the input means.
    pub(crate) meaning: Meaning,
    /// What is wrong.
    pub(crate) broken: Broken,
    /// Whether one such finding stops a service.
    pub(crate) stops_serving: bool,
    /// What the run depended on.
    pub(crate) origin: Origin,
    /// The command that reproduces it.
    pub(crate) rerun: String,
}

/// What the input means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meaning {
    /// The input as a person reads it.
    pub(crate) text: String,
    /// The operation, where the input is a request.
    pub(crate) op: Option<Op>,
    /// The raw request body, where the input is a request.
    pub(crate) body_base64: Option<String>,
}

/// What the run depended on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// libFuzzer's seed.
    pub(crate) seed: u64,
    /// What watched memory.
    pub(crate) sanitizer: Sanitizer,
    /// The version of the engine.
    pub(crate) engine: String,
    /// The version of the oracle.
    pub(crate) oracle: String,
    /// The compiler.
    pub(crate) compiler: String,
    /// The corpus that was built in, by its pin.
    pub(crate) corpus: Pin,
}

impl Origin {
    /// This build, with the rest as given.
    pub(crate) fn new(seed: u64, sanitizer: Sanitizer, compiler: &str) -> Result<Self> {
        Ok(Self {
            seed,
            sanitizer,
            engine: argument_check::ENGINE_VERSION.to_owned(),
            // Both crates have the version of the workspace.
            oracle: env!("CARGO_PKG_VERSION").to_owned(),
            compiler: compiler.to_owned(),
            corpus: Pin::built_in()?,
        })
    }
}

impl Bundle {
    /// The finding on these bytes; its file will stand in `directory`.
    pub(crate) fn new(
        target: &fuzzing::Target,
        bytes: &[u8],
        broken: Broken,
        origin: Origin,
        directory: &Path,
    ) -> (Self, PathBuf) {
        let digest = Sha256::digest(bytes);
        let short: String = digest
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let file = directory.join(format!("{}-{short}.json", target.name));
        let meaning = (target.meaning)(bytes);
        let bundle = Self {
            format: FORMAT.to_owned(),
            target: target.name.to_owned(),
            bytes_base64: STANDARD.encode(bytes),
            meaning: Meaning {
                text: meaning.text,
                op: meaning.op,
                body_base64: meaning.body.map(|body| STANDARD.encode(body)),
            },
            stops_serving: broken.stops_serving(),
            broken,
            origin,
            rerun: format!("cargo xtask replay --bundle {}", file.display()),
        };
        (bundle, file)
    }

    /// Reads a bundle; anything but a whole one is an error with its remedy.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let name = file.display();
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{name}: cannot be read; check the path"))?;
        let bundle: Self = serde_json::from_str(&text).map_err(|error| {
            anyhow!("{name}: {error}; a bundle is what `cargo xtask fuzz` writes, whole")
        })?;
        ensure!(
            bundle.format == FORMAT,
            "{name}: the format is {}, not {FORMAT}; use the checkout that wrote it",
            bundle.format
        );
        bundle.bytes().with_context(|| format!("{name}"))?;
        Ok(bundle)
    }

    /// Writes the bundle, whole or not at all.
    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let partial = file.with_extension(format!("partial-{}", std::process::id()));
        if let Some(directory) = file.parent() {
            std::fs::create_dir_all(directory)?;
        }
        std::fs::write(&partial, text)
            .and_then(|()| std::fs::rename(&partial, file))
            .map_err(|error| {
                let message = format!("{}: cannot be written: {error}", file.display());
                Coded::new(Exit::Internal, message).into()
            })
    }

    /// The input.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        STANDARD
            .decode(&self.bytes_base64)
            .context("`bytes_base64` is not base64; restore the bundle")
    }

    /// The raw request body, where the input is a request.
    pub(crate) fn request(&self) -> Result<Option<(Op, Vec<u8>)>> {
        let (Some(op), Some(body)) = (self.meaning.op, &self.meaning.body_base64) else {
            return Ok(None);
        };
        let body = STANDARD
            .decode(body)
            .context("`body_base64` is not base64; restore the bundle")?;
        Ok(Some((op, body)))
    }

    /// What a person pastes: the finding, the command and a test.
    pub(crate) fn paste(&self) -> Result<String> {
        let bytes = self.bytes()?;
        let Broken {
            law,
            summary,
            expected,
            actual,
            ..
        } = &self.broken;
        let (target, rerun) = (&self.target, &self.rerun);
        let input = bytes.escape_ascii();
        let meaning = &self.meaning.text;
        let length = bytes.len();
        Ok(format!(
            "finding of {target}: {law} is broken: {summary}\n\
             input ({length} bytes) reads as:\n{meaning}\n\
             expected: {expected}\n\
             actual: {actual}\n\n\
             reproduce:\n    {rerun}\n\n\
             or as a test of the oracle:\n\
             #[test]\n\
             fn the_finding_of_{target}_is_gone() {{\n    \
                 let target = argument_check_oracle::fuzzing::target(\"{target}\").unwrap();\n    \
                 assert_eq!((target.law)(b\"{input}\"), Ok(()));\n\
             }}\n"
        ))
    }
}

/// `replay --bundle`: exit 2 (4 where the law stops a service) as long as the
/// input fails in this checkout, 0 once it does not.
pub(crate) fn replay(file: &Path, witness: &dyn Witness) -> Result<Exit> {
    let bundle = Bundle::read(file)?;
    let target = broken::target(&bundle.target)?;
    let bytes = bundle.bytes()?;
    let Some(now) = witness.ask(target.name, &bytes)? else {
        println!(
            "{}: the {} bytes of this finding break no law of {} in this checkout any more; \
             they broke {} with engine {}",
            file.display(),
            bytes.len(),
            bundle.target,
            bundle.broken.law,
            bundle.origin.engine
        );
        return Ok(Exit::Clean);
    };
    let still = if now.is_like(&bundle.broken) {
        "reproduced"
    } else {
        "fails in another way than was found"
    };
    let exit = now.exit();
    let here = Bundle {
        stops_serving: now.stops_serving(),
        broken: now,
        rerun: format!("cargo xtask replay --bundle {}", file.display()),
        ..bundle
    };
    println!("{}: {still}\n", file.display());
    println!("{}", here.paste()?);
    println!("{exit}");
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::super::broken::tests::Here;
    use super::*;
    use crate::report::schema;

    fn canary(directory: &Path) -> (Bundle, PathBuf) {
        let target = broken::target("canary").unwrap();
        let bytes = b"[,]}\xff";
        let broken = broken::judge(target, bytes).unwrap();
        let origin = Origin::new(7, Sanitizer::None, "rustc").unwrap();
        Bundle::new(target, bytes, broken, origin, directory)
    }

    #[test]
    fn a_bundle_is_read_back_whole_and_fits_the_published_schema() {
        let directory = tempfile::tempdir().unwrap();
        let (bundle, file) = canary(directory.path());
        bundle.write(&file).unwrap();
        assert_eq!(Bundle::read(&file).unwrap(), bundle);
        assert_eq!(bundle.bytes().unwrap(), b"[,]}\xff");
        schema::assert_fits("finding", &std::fs::read_to_string(&file).unwrap());
    }

    #[test]
    fn a_bundle_that_was_cut_or_changed_is_told_and_not_replayed() {
        let directory = tempfile::tempdir().unwrap();
        let (bundle, file) = canary(directory.path());
        bundle.write(&file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        for (wrong, word) in [
            (text[..text.len() / 2].to_owned(), "whole"),
            (text.replace("finding/v1", "finding/v9"), "finding/v9"),
            (
                text.replace("\"bytes_base64\": \"", "\"bytes_base64\": \"!"),
                "base64",
            ),
        ] {
            std::fs::write(&file, wrong).unwrap();
            let error = format!("{:#}", replay(&file, &Here).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn what_still_fails_is_2_and_what_no_longer_does_is_0() {
        let directory = tempfile::tempdir().unwrap();
        let (bundle, file) = canary(directory.path());
        bundle.write(&file).unwrap();
        assert_eq!(replay(&file, &Here).unwrap(), Exit::Conformance);
        let fixed = Bundle {
            bytes_base64: STANDARD.encode(b"[]"),
            ..bundle
        };
        fixed.write(&file).unwrap();
        assert_eq!(replay(&file, &Here).unwrap(), Exit::Clean);
    }

    #[test]
    fn the_reproduction_holds_the_bytes_as_rust_writes_them() {
        let (bundle, _) = canary(Path::new("findings"));
        let paste = bundle.paste().unwrap();
        assert!(paste.contains(r#"(target.law)(b"[,]}\xff")"#), "{paste}");
        assert!(
            paste.contains("cargo xtask replay --bundle findings/canary-"),
            "{paste}"
        );
    }
}
