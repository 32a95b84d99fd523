//! Wallets and payment transaction ids: base58 of exactly 32 and 64 bytes.

use std::fmt;
use std::str::FromStr;

use super::text::{Invalid, as_text};

/// Base58 of exactly `N` bytes; the bytes have one spelling only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<const N: usize>([u8; N]);

/// A wallet: base58 of 32 bytes.
pub type Wallet = Key<32>;

/// A payment transaction: base58 of 64 bytes.
pub type TxId = Key<64>;

impl<const N: usize> Key<N> {
    /// The key that is these bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; N] {
        &self.0
    }
}

impl<const N: usize> FromStr for Key<N> {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut bytes = [0; N];
        // Base58 takes 1.4 characters a byte; a longer text is not worth decoding.
        match bs58::decode(text).onto(&mut bytes) {
            Ok(length) if length == N && text.len() <= 2 * N => Ok(Self(bytes)),
            _ if N == 32 => Err(Invalid("base58 of 32 bytes")),
            _ => Err(Invalid("base58 of 64 bytes")),
        }
    }
}

impl<const N: usize> fmt::Display for Key<N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&bs58::encode(&self.0).into_string())
    }
}

impl<const N: usize> fmt::Debug for Key<N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Key({self})")
    }
}

as_text!(Wallet, TxId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_length_and_one_spelling() {
        let wallet = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";
        assert_eq!(wallet.parse::<Wallet>().unwrap().to_string(), wallet);
        assert!(wallet.parse::<TxId>().is_err());
        let zero = "1".repeat(32);
        assert_eq!(zero.parse::<Wallet>().unwrap().as_bytes(), &[0; 32]);
        for text in [
            "",
            "0",
            "1",
            "I",
            "é",
            " 4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
        ] {
            assert!(text.parse::<Wallet>().is_err(), "{text}");
        }
        assert!("1".repeat(33).parse::<Wallet>().is_err());
        assert!("z".repeat(44).parse::<Wallet>().is_err());
        let full = Key::<64>::from_bytes([255; 64]);
        assert_eq!(full.to_string().parse(), Ok(full));
    }
}
