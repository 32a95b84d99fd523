//! Choices from bytes. The first of several is the one that bytes which ran
//! out give, so the plainest choice stands first everywhere and every draw
//! ends. Must never draw from anything but the bytes: a draw can be repeated.

use arbitrary::{Result, Unstructured};

/// A number below `n`, 0 for an `n` of 0.
pub(super) fn below(u: &mut Unstructured<'_>, n: usize) -> Result<usize> {
    if n < 2 {
        return Ok(0);
    }
    u.int_in_range(0..=n - 1)
}

/// True once in `n` draws.
pub(super) fn one_in(u: &mut Unstructured<'_>, n: usize) -> Result<bool> {
    Ok(below(u, n)? + 1 == n)
}

/// One of the pool.
pub(super) fn pick(u: &mut Unstructured<'_>, pool: &[&'static str]) -> Result<&'static str> {
    u.choose(pool).copied()
}

/// An index, each as often as its weight says.
pub(super) fn weigh(u: &mut Unstructured<'_>, weights: &[usize]) -> Result<usize> {
    let mut left = below(u, weights.iter().sum())?;
    for (index, weight) in weights.iter().enumerate() {
        if left < *weight {
            return Ok(index);
        }
        left -= weight;
    }
    Ok(0)
}

/// `n` bytes that belong to one draw of a seed (`SplitMix64`).
pub(super) fn bytes(seed: u64, index: u64, n: usize) -> Vec<u8> {
    let mut state = mix(seed ^ mix(index));
    let mut bytes = Vec::with_capacity(n + 8);
    while bytes.len() < n {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        bytes.extend_from_slice(&mix(state).to_le_bytes());
    }
    bytes.truncate(n);
    bytes
}

fn mix(state: u64) -> u64 {
    let mut word = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
