//! PF6: amounts of money in exact decimals.

use std::str::FromStr as _;

use bigdecimal::{BigDecimal, RoundingMode, Zero as _};

use super::number;
use crate::lossless::Value;

/// Decimals of an amount.
const NANO: i64 = 9;
/// Decimals of a probability.
const PROBABILITY: i64 = 18;

/// The decimal of the shortest spelling of a token's double.
#[must_use]
pub fn decimal(spelling: &str) -> BigDecimal {
    let shortest = number::shortest(number::double(spelling));
    BigDecimal::from_str(&shortest).unwrap_or_else(|_| BigDecimal::zero())
}

/// A token as an amount, half-even at the ninth decimal.
#[must_use]
pub fn amount(spelling: &str) -> BigDecimal {
    rounded(&decimal(spelling))
}

/// A token as a probability, half-even at the eighteenth decimal.
#[must_use]
pub fn probability(spelling: &str) -> BigDecimal {
    decimal(spelling).with_scale_round(PROBABILITY, RoundingMode::HalfEven)
}

/// A result, half-even at the ninth decimal.
#[must_use]
pub fn rounded(exact: &BigDecimal) -> BigDecimal {
    exact.with_scale_round(NANO, RoundingMode::HalfEven)
}

/// An amount as it is given out: the nearest double, zero without a sign.
#[must_use]
pub fn written(amount: &BigDecimal) -> Value {
    if amount.is_zero() {
        return Value::Number("0".to_owned());
    }
    Value::Number(amount.to_scientific_notation())
}
