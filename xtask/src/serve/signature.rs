//! The signature of a delivered report: Ed25519 over service, op, pin, time and
//! the exact answer text, each followed by a line feed.
//!
//! The text is signed as it is embedded: a canonical form would respell its
//! numbers. The key lies in the data directory, readable by its owner only, and
//! never leaves it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest, Sha256};

/// The file of the secret seed.
pub(crate) const FILE_NAME: &str = "key";

/// Signs reports.
pub(crate) struct Keeper(SigningKey);

impl Keeper {
    /// The key of `directory`, which is made at the first start.
    pub(crate) fn open(directory: &Path) -> Result<Self> {
        let file = directory.join(FILE_NAME);
        let seed = match File::open(&file) {
            Ok(opened) => read(opened),
            Err(error) if error.kind() == io::ErrorKind::NotFound => make(&file),
            Err(error) => Err(error.into()),
        };
        let seed = seed.with_context(|| {
            format!(
                "{}: no signing key; restore it, or remove it to get another one",
                file.display()
            )
        })?;
        Ok(Self(SigningKey::from_bytes(&seed)))
    }

    /// The public key in hexadecimal.
    pub(crate) fn key_id(&self) -> String {
        let key = self.0.verifying_key();
        key.as_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// The signature over `parts`, in base64.
    pub(crate) fn sign(&self, parts: [&str; 5]) -> String {
        STANDARD.encode(self.0.sign(signed(parts).as_bytes()).to_bytes())
    }

    /// A secret of this service that is not its key.
    pub(crate) fn salt(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(b"argument-check allowance ");
        digest.update(self.0.as_bytes());
        digest.finalize().into()
    }
}

/// What is signed: service, op, pin, time and answer, each with a line feed.
pub(crate) fn signed(parts: [&str; 5]) -> String {
    parts.map(|part| format!("{part}\n")).concat()
}

fn read(mut file: File) -> Result<[u8; 32]> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    ensure!(bytes.len() == 32, "it must hold 32 bytes");
    let mut seed = [0; 32];
    seed.copy_from_slice(&bytes);
    Ok(seed)
}

fn make(file: &Path) -> Result<[u8; 32]> {
    let mut seed = [0; 32];
    File::open("/dev/urandom")?.read_exact(&mut seed)?;
    let mut made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    made.write_all(&seed)?;
    made.sync_all()?;
    Ok(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_signature_verifies_under_the_key_that_it_names_and_after_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let keeper = Keeper::open(directory.path()).unwrap();
        let parts = ["argument-check", "check", "00", "2026", "{\"n\":1.0}"];
        let value = keeper.sign(parts);
        let again = Keeper::open(directory.path()).unwrap();
        assert_eq!(
            (again.key_id(), again.sign(parts)),
            (keeper.key_id(), value.clone())
        );
        let id = again.key_id();
        let key: Vec<u8> = (0..32)
            .map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let key = VerifyingKey::from_bytes(&key.try_into().unwrap()).unwrap();
        let bytes: [u8; 64] = STANDARD.decode(value).unwrap().try_into().unwrap();
        let signature = Signature::from_bytes(&bytes);
        let text = "argument-check\ncheck\n00\n2026\n{\"n\":1.0}\n";
        assert!(key.verify(text.as_bytes(), &signature).is_ok());
        assert!(
            key.verify(text.replace("1.0", "1").as_bytes(), &signature)
                .is_err()
        );
    }

    #[test]
    fn the_key_is_readable_by_its_owner_only_and_a_short_one_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        Keeper::open(directory.path()).unwrap();
        let file = directory.path().join(FILE_NAME);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::write(&file, "short").unwrap();
        let error = Keeper::open(directory.path()).err().unwrap();
        assert!(format!("{error:#}").contains("32 bytes"));
    }
}
