//! How bytes become a request.
//!
//! Bytes that start as ASCII text does are the body as they stand, so that the
//! pinned cases are seeds as they are; others steer [`crate::generate`], which
//! reaches what no mutation of bytes keeps well formed. The two must never mix:
//! a body that was found has to be one that can be sent.

use arbitrary::Unstructured;

use crate::generate;

/// The request body that bytes stand for.
pub(super) fn body(data: &[u8]) -> Vec<u8> {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generate::body(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => data.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_the_body_itself_and_anything_else_steers_the_generator() {
        let raw = br#"{"arguments":{},"schema":{}}"#;
        assert_eq!(body(raw), raw);
        assert_eq!(body(b""), b"");
        assert!(body(&[0xff; 64]).starts_with(b"{"));
    }
}
