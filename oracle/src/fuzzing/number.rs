//! Numbers by their spelling, against numbers as rationals (D30 to D34, D58).
//!
//! Two spellings come from the bytes. How they compare, whether they are
//! integers and what every numeric keyword makes of them is computed by
//! `num-rational`, or, where the exponent would not fit into memory, from the
//! digits and an exponent of `num-bigint`; where both can, both must agree. The
//! engine is asked as a library and through a check, because a check takes
//! another way for short numbers.

use std::fmt::Write as _;

use std::cmp::Ordering;

use arbitrary::Unstructured;
use argument_check::json::number::{compare, is_integral, is_number};
use argument_check::{RefusalCode, Schema};
use argument_check_corpus::Op;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Finding, Meaning, Target};
use crate::generate;
use crate::laws::number;
use crate::lossless::write_string;

/// See [`Target::about`].
pub const TARGET: Target = Target {
    name: "number",
    about: "two number spellings: grammar, order, integrality and every numeric keyword as exact rationals have them",
    law,
    meaning,
};

/// The longest spelling that is computed with, in bytes.
const LONGEST: usize = 2_000;
/// Beyond this exponent nothing is written out.
const WRITTEN: u32 = 400;

/// The two spellings: those that the bytes hold, parted by a space, or two
/// that they steer.
fn spellings(data: &[u8]) -> (String, String) {
    match data {
        [steer, rest @ ..] if !steer.is_ascii() => {
            generate::numbers(&mut Unstructured::new(rest)).unwrap_or_default()
        }
        _ => {
            let text = String::from_utf8_lossy(data);
            let (one, two) = text.split_once(' ').unwrap_or((&text, "0"));
            (one.to_owned(), two.to_owned())
        }
    }
}

fn meaning(data: &[u8]) -> Meaning {
    let (one, two) = spellings(data);
    if !is_comparable(&one) || !is_comparable(&two) {
        return Meaning::of(format!("{one} and {two}"));
    }
    let (schema, arguments) = request(&one, &two, Exact::of(&one).is_limit());
    let body = format!("{{\"arguments\":{arguments},\"schema\":{schema}}}");
    Meaning {
        text: format!("{one} and {two}: {body}"),
        ..Meaning::request(Op::Check, body.into_bytes())
    }
}

fn is_comparable(spelling: &str) -> bool {
    spelling.len() <= LONGEST && number::is_number(spelling)
}

fn law(data: &[u8]) -> Result<(), Finding> {
    let (one, two) = spellings(data);
    for spelling in [&one, &two] {
        let expected = number::is_number(spelling);
        equal(
            "D58",
            "the number grammar",
            spelling,
            expected,
            is_number(spelling),
        )?;
    }
    if !is_comparable(&one) || !is_comparable(&two) {
        return Ok(());
    }
    let (exact, other) = (Exact::of(&one), Exact::of(&two));
    let order = exact.compare(&other);
    let pair = format!("{one} and {two}");
    if let (Some(one), Some(two)) = (&exact.rational, &other.rational) {
        equal("oracles", "the order of digits", &pair, one.cmp(two), order)?;
    }
    equal("D31", "the order", &pair, order, compare(&one, &two))?;
    equal(
        "D31",
        "the order, turned",
        &pair,
        order.reverse(),
        compare(&two, &one),
    )?;
    for (spelling, exact) in [(&one, &exact), (&two, &other)] {
        let integral = exact.is_integral();
        if let Some(rational) = &exact.rational {
            let known = rational.is_integer();
            equal(
                "oracles",
                "integrality by digits",
                spelling,
                known,
                integral,
            )?;
        }
        equal(
            "D32",
            "integrality",
            spelling,
            integral,
            is_integral(spelling),
        )?;
        converted(spelling, integral)?;
    }
    limit(&one, &exact)?;
    keywords(&one, &two, &exact, order)
}

fn equal<T: PartialEq + std::fmt::Debug>(
    law: &'static str,
    what: &str,
    of: &str,
    expected: T,
    actual: T,
) -> Result<(), Finding> {
    if expected == actual {
        return Ok(());
    }
    Err(Finding {
        law,
        summary: format!("{what} is not that of exact numbers"),
        expected: format!("{expected:?} of {of}"),
        actual: format!("{actual:?}"),
    })
}

/// A number as `0.d1d2… × 10^point`, without zeros at either end.
struct Exact {
    negative: bool,
    digits: String,
    point: BigInt,
    /// The same as a rational, where that can be written out.
    rational: Option<BigRational>,
}

impl Exact {
    /// The value of a spelling of the number grammar.
    fn of(spelling: &str) -> Self {
        let (mantissa, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
        let exponent: BigInt = exponent.trim_start_matches('+').parse().unwrap_or_default();
        let unsigned = mantissa.trim_start_matches('-');
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all = format!("{whole}{fraction}");
        let rational = i64::try_from(&exponent).ok().and_then(|exponent| {
            let scale = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
            let signed = mantissa.replace('.', "").parse::<BigInt>().ok()?;
            rational(signed, scale)
        });
        let digits = all.trim_start_matches('0');
        let point = exponent + whole.len() - (all.len() - digits.len());
        let digits = digits.trim_end_matches('0').to_owned();
        Self {
            negative: mantissa.starts_with('-') && !digits.is_empty(),
            digits,
            point,
            rational,
        }
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    fn is_integral(&self) -> bool {
        self.is_zero() || self.point >= BigInt::from(self.digits.len())
    }

    /// Whether a length or a count may have this limit (D22).
    fn is_limit(&self) -> bool {
        self.is_integral() && !self.negative
    }

    fn compare(&self, other: &Self) -> Ordering {
        let sign = |exact: &Self| match (exact.is_zero(), exact.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let magnitude = || {
            // Digits behind the point: a longer one with the same beginning
            // is the larger one.
            (self.point.cmp(&other.point)).then_with(|| self.digits.cmp(&other.digits))
        };
        match (sign(self), sign(other)) {
            (-1, -1) => magnitude().reverse(),
            (1, 1) => magnitude(),
            (mine, theirs) => mine.cmp(&theirs),
        }
    }
}

/// `mantissa × 10^scale`, unless that is too long to be written out.
fn rational(mantissa: BigInt, scale: i64) -> Option<BigRational> {
    let places = u32::try_from(scale.unsigned_abs()).ok()?;
    if places > WRITTEN {
        return None;
    }
    let power = BigInt::from(10).pow(places);
    Some(if scale < 0 {
        BigRational::new(mantissa, power)
    } else {
        BigRational::from_integer(mantissa * power)
    })
}

/// A schema with every numeric keyword over `two`, and arguments of `one`.
fn request(one: &str, two: &str, is_limit: bool) -> (String, String) {
    let mut schema = format!(
        r#"{{"properties":{{"a":{{"minimum":{two}}},"b":{{"maximum":{two}}},"c":{{"exclusiveMinimum":{two}}},"d":{{"exclusiveMaximum":{two}}},"e":{{"const":{two}}},"f":{{"enum":[[],{two}]}},"g":{{"type":"integer"}},"h":{{"uniqueItems":true}}"#
    );
    let mut arguments = format!(
        r#"{{"a":{one},"b":{one},"c":{one},"d":{one},"e":{one},"f":{one},"g":{one},"h":[{one},{two}]"#
    );
    if is_limit {
        let _ = write!(
            schema,
            r#","i":{{"minLength":{one}}},"j":{{"maxLength":{one}}}"#
        );
        arguments += r#","i":"ab","j":"ab""#;
    }
    (schema + "}}", arguments + "}")
}

/// Every numeric keyword, through a check.
fn keywords(one: &str, two: &str, exact: &Exact, order: Ordering) -> Result<(), Finding> {
    let (schema, arguments) = request(one, two, exact.is_limit());
    let length = exact.compare(&Exact::of("2"));
    let expected: Vec<&str> = [
        (order.is_lt(), "$.a minimum_violation"),
        (order.is_gt(), "$.b maximum_violation"),
        (order.is_le(), "$.c exclusive_minimum_violation"),
        (order.is_ge(), "$.d exclusive_maximum_violation"),
        (order.is_ne(), "$.e const_mismatch"),
        (order.is_ne(), "$.f enum_mismatch"),
        (!exact.is_integral(), "$.g type_mismatch"),
        (order.is_eq(), "$.h items_not_unique"),
        (exact.is_limit() && length.is_gt(), "$.i string_too_short"),
        (exact.is_limit() && length.is_lt(), "$.j string_too_long"),
    ]
    .into_iter()
    .filter_map(|(fails, defect)| fails.then_some(defect))
    .collect();
    let defects = match ask(&schema, &arguments) {
        Ok((defects, _)) => defects,
        Err(code) => vec![code.as_str().to_owned()],
    };
    let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
    let pair = format!("{arguments} under {schema}");
    equal(
        "D31",
        "what fails a numeric keyword",
        &pair,
        expected,
        defects,
    )
}

/// What fails, and the arguments that are delivered.
fn ask(schema: &str, arguments: &str) -> Result<(Vec<String>, String), RefusalCode> {
    let schema = Schema::compile(schema.as_bytes()).map_err(|refusal| refusal.code)?;
    let outcome = schema.check_text(arguments.as_bytes());
    let outcome = outcome.map_err(|refusal| refusal.code)?;
    let defects = outcome.defects().iter();
    let defects = defects.map(|defect| format!("{} {}", defect.path, defect.code.as_str()));
    let mut delivered = String::new();
    outcome.write_arguments(&mut delivered);
    Ok((defects.collect(), delivered))
}

/// R3 takes a string for a number as it is spelled, and for an integer if its
/// value is one (D58, D59).
fn converted(spelling: &str, integral: bool) -> Result<(), Finding> {
    let mut quoted = String::new();
    write_string(spelling, &mut quoted);
    for (kind, fits) in [("number", true), ("integer", integral)] {
        let schema = format!(r#"{{"properties":{{"x":{{"type":"{kind}"}}}}}}"#);
        let expected = if fits {
            (Vec::new(), format!(r#"{{"x":{spelling}}}"#))
        } else {
            (vec!["$.x type_mismatch".to_owned()], String::new())
        };
        let arguments = format!(r#"{{"x":{quoted}}}"#);
        equal("R3", kind, spelling, Ok(expected), ask(&schema, &arguments))?;
    }
    Ok(())
}

/// A length may be limited by an integer of at least zero, however spelled (D22).
fn limit(spelling: &str, exact: &Exact) -> Result<(), Finding> {
    let schema = format!(r#"{{"minLength":{spelling}}}"#);
    let expected = (!exact.is_limit()).then_some(RefusalCode::SchemaInvalid);
    let actual = Schema::compile(schema.as_bytes()).err();
    equal(
        "D22",
        "whether it is a limit",
        spelling,
        expected,
        actual.map(|refusal| refusal.code),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_are_ordered_by_value_with_and_without_rationals() {
        for (one, two, order) in [
            ("1", "1.0", Ordering::Equal),
            ("-0", "0e99999999999999999999", Ordering::Equal),
            ("9007199254740993", "9007199254740992.0", Ordering::Greater),
            ("0.1", "0.10000000000000000001", Ordering::Less),
            (
                "1e99999999999999999999",
                "10e99999999999999999998",
                Ordering::Equal,
            ),
            ("-1e99999999999999999999", "-1e400", Ordering::Less),
            ("1e-99999999999999999999", "-1", Ordering::Greater),
            ("12", "120", Ordering::Less),
        ] {
            assert_eq!(
                Exact::of(one).compare(&Exact::of(two)),
                order,
                "{one} {two}"
            );
            assert_eq!(
                law(format!("{one} {two}").as_bytes()),
                Ok(()),
                "{one} {two}"
            );
        }
        assert!(Exact::of("1e400").rational.is_some());
        assert!(Exact::of("1e401").rational.is_none());
        assert!(Exact::of("1e-99999999999999999999").rational.is_none());
    }

    #[test]
    fn what_is_no_number_is_held_against_the_grammar_only() {
        for text in ["", "1", " 1", "01 1.", "1e +1", "-", "\u{661}"] {
            assert_eq!(law(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_pair_is_a_request_with_every_numeric_keyword() {
        let meaning = meaning(b"1.0 2");
        let body = String::from_utf8(meaning.body.unwrap()).unwrap();
        for keyword in ["minimum", "exclusiveMaximum", "const", "enum", "minLength"] {
            assert!(body.contains(keyword), "{body}");
        }
        assert_eq!(super::meaning(b"1.0 x").body, None);
    }
}
