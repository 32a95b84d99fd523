//! Money (preflight, 1.8): decides what an amount is worth. A double stands
//! for the decimal that it is spelled as, so that 0.1 + 0.2 is affordable with
//! 0.3; sums, products and comparisons are exact, and only what leaves is
//! rounded, once.

use crate::json::double::Shortest;

/// An amount in billionths of a US dollar, exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Usd(i128);

impl Usd {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// An amount in billionths of a dollar.
    pub const fn from_nanos(nanos: i128) -> Self {
        Self(nanos)
    }

    /// The amount that a double is spelled as, rounded half-even to the
    /// billionth. The caller keeps amounts within the limits of 1.8.
    pub(super) fn from_f64(amount: f64) -> Self {
        Self(decimal(amount, 9))
    }

    /// The amount in billionths of a dollar.
    pub const fn nanos(self) -> i128 {
        self.0
    }

    /// The double nearest to the amount; never `-0`.
    ///
    /// ```
    /// use argument_check::preflight::Usd;
    /// assert_eq!(Usd::from_nanos(300_000_000).to_f64(), 0.3);
    /// ```
    pub fn to_f64(self) -> f64 {
        format!("{}e-9", self.0).parse().unwrap_or_default()
    }

    /// The sum.
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference; below zero where `other` is more.
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The product with a probability, exact.
    pub(super) fn times(self, probability: Probability) -> Expected {
        Expected(self.0.saturating_mul(probability.0))
    }
}

/// A probability in 10⁻¹⁸, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(i128);

/// One, as a probability.
const ONE: i128 = 1_000_000_000_000_000_000;

impl Probability {
    /// A quarter: the default.
    pub(super) const QUARTER: Self = Self(ONE / 4);

    /// The probability that a double is spelled as, rounded half-even.
    pub(super) fn from_f64(probability: f64) -> Self {
        Self(decimal(probability, 18))
    }
}

/// An expected amount, in 10⁻²⁷ dollars, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected(i128);

impl Expected {
    /// The amount that is left when `price` was paid.
    pub(super) fn less(self, price: Usd) -> Self {
        Self(self.0.saturating_sub(price.0.saturating_mul(ONE)))
    }

    /// Is it more than nothing?
    pub(super) fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Rounded half-even to the billionth.
    pub(super) fn rounded(self) -> Usd {
        Usd(divide_half_even(self.0, ONE))
    }
}

/// The decimal that a double of at least zero is spelled as, in units of
/// `10^-places`, rounded half-even.
fn decimal(value: f64, places: i32) -> i128 {
    let shortest = Shortest::of(value);
    let digits = i128::from(shortest.digits);
    let power = |exponent: i32| 10_i128.checked_pow(exponent.unsigned_abs());
    match shortest.exponent.saturating_add(places) {
        up @ 0.. => digits.saturating_mul(power(up).unwrap_or(i128::MAX)),
        // At most 17 digits are far below half of 10^39.
        down => power(down).map_or(0, |divisor| divide_half_even(digits, divisor)),
    }
}

/// The quotient, rounded to the nearest integer, ties to the even one.
fn divide_half_even(dividend: i128, divisor: i128) -> i128 {
    let (quotient, rest) = (dividend.div_euclid(divisor), dividend.rem_euclid(divisor));
    let up = match rest.cmp(&(divisor - rest)) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient % 2 != 0,
        std::cmp::Ordering::Greater => true,
    };
    quotient + i128::from(up)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_double_is_worth_the_decimal_it_is_spelled_as() {
        for (amount, nanos) in [
            (0.0, 0),
            (-0.0, 0),
            (0.1, 100_000_000),
            (0.3, 300_000_000),
            (1e6, 1_000_000_000_000_000),
            (1e18, 1_000_000_000_000_000_000_000_000_000),
            (9_007_199_254_740_991.0, 9_007_199_254_740_991_000_000_000),
            (1e-9, 1),
            (5e-324, 0),
            (1e-300, 0),
        ] {
            assert_eq!(Usd::from_f64(amount).nanos(), nanos, "{amount}");
        }
        let sum = Usd::from_f64(0.1).plus(Usd::from_f64(0.2));
        assert_eq!(sum, Usd::from_f64(0.3));
    }

    #[test]
    fn ties_at_the_tenth_decimal_go_to_the_even_billionth() {
        for (amount, nanos) in [
            (0.5e-9, 0),
            (1.5e-9, 2),
            (2.5e-9, 2),
            (3.5e-9, 4),
            (0.500_000_1e-9, 1),
            (2.499_999_9e-9, 2),
            (999_999.999_999_999_5, 1_000_000_000_000_000),
        ] {
            assert_eq!(Usd::from_f64(amount).nanos(), nanos, "{amount:e}");
        }
        for (dividend, wanted) in [(-5, 0), (-15, -2), (-25, -2), (-26, -3), (-24, -2), (25, 2)] {
            assert_eq!(divide_half_even(dividend, 10), wanted, "{dividend}");
        }
    }

    #[test]
    fn an_expectation_is_rounded_once_and_compared_exactly() {
        // A quarter of 10 nano is 2.5: a tie, and 0.5 less than 3 nano.
        let expected = Usd(10).times(Probability::QUARTER);
        assert_eq!(expected.rounded(), Usd(2));
        assert_eq!(expected.less(Usd(1)).rounded(), Usd(2));
        let barely = Usd(1).times(Probability::QUARTER);
        assert!(barely.is_positive());
        assert_eq!(barely.rounded(), Usd::ZERO);
        assert!(
            !Usd(4)
                .times(Probability::QUARTER)
                .less(Usd(1))
                .is_positive()
        );
    }

    #[test]
    fn the_smallest_probability_is_rounded_half_even_at_the_eighteenth_decimal() {
        for (probability, wanted) in [(0.5e-18, 0), (1.5e-18, 2), (1.0, ONE), (0.25, ONE / 4)] {
            assert_eq!(Probability::from_f64(probability), Probability(wanted));
        }
    }

    #[test]
    fn zero_is_never_negative() {
        assert!(Usd::ZERO.to_f64().is_sign_positive());
        assert!(Usd::from_f64(-0.0).to_f64().is_sign_positive());
    }

    proptest! {
        #[test]
        fn amounts_below_a_million_dollars_survive_their_double(nanos in 0_i128..1_000_000_000_000_000) {
            prop_assert_eq!(Usd::from_f64(Usd(nanos).to_f64()), Usd(nanos));
        }
    }
}
