//! How bytes become a request and the dice for what is done to its answer.
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

/// The request body, and the dice behind it: behind the last NUL, which no
/// JSON text holds, or what the generator left. Where there are none they are
/// made from all of the bytes.
pub(super) fn body_and_dice(data: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (body, dice) = match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            let mut u = Unstructured::new(rest);
            let body = generate::body(&mut u).unwrap_or_default();
            (body, u.take_rest().to_vec())
        }
        _ => match data.iter().rposition(|byte| *byte == 0) {
            Some(end) => (data[..end].to_vec(), data[end + 1..].to_vec()),
            None => (data.to_vec(), Vec::new()),
        },
    };
    if dice.is_empty() {
        return (body, generate::dice_of(data));
    }
    (body, dice)
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

    #[test]
    fn dice_stand_behind_a_nul_or_are_made_from_the_bytes() {
        assert_eq!(body_and_dice(b"{}\0\x07"), (b"{}".to_vec(), vec![7]));
        let (body, dice) = body_and_dice(b"{}");
        assert_eq!(body, b"{}");
        assert!(!dice.is_empty());
        assert_ne!(dice, body_and_dice(b"[]").1);
    }
}
