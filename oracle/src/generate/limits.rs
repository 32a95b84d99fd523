//! Bodies at the limits: depth of arguments, of repairs and of schemas, the
//! byte cap, and the budgets of patterns (D8 to D12, D29).

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::text::cut_anywhere;
use super::value::quote;

/// The cap on a body in bytes.
const CAP: usize = 262_144;

/// A body whose containers nest about as deep as is allowed.
pub(super) fn deep(u: &mut Unstructured<'_>) -> Result<String> {
    let depth = 61 + below(u, 6)?;
    let nested = nest(u, depth)?;
    Ok(match weigh(u, &[3, 3, 3, 3, 1])? {
        0 => format!("{{\"arguments\":{{\"a\":{nested}}},\"schema\":{{}}}}"),
        1 => {
            let text = format!("{{\"a\":{nested}}}");
            let text = if one_in(u, 2)? {
                cut_anywhere(u, &text)?
            } else {
                text
            };
            format!("{{\"schema\":{{}},\"arguments_text\":{}}}", quote(&text))
        }
        // R5 of a deep string and R7 around a deep value (D10).
        2 => {
            let kind = pick(u, &["array", "object"])?;
            format!(
                "{{\"arguments\":{{\"a\":{}}},\"schema\":{}}}",
                quote(&nested),
                of_a(kind)
            )
        }
        3 => format!(
            "{{\"arguments\":{{\"a\":{nested}}},\"schema\":{}}}",
            of_a("array")
        ),
        _ => {
            let levels = 126 + below(u, 4)?;
            let inner = pick(u, &["{}", "{\"enum\":[[]]}", "{\"type\":\"string\"}"])?;
            let open = "{\"properties\":{\"a\":".repeat(levels);
            let close = "}}".repeat(levels);
            format!("{{\"arguments\":{{\"a\":{{}}}},\"schema\":{open}{inner}{close}}}")
        }
    })
}

fn of_a(kind: &str) -> String {
    format!("{{\"properties\":{{\"a\":{{\"type\":\"{kind}\"}}}}}}")
}

fn nest(u: &mut Unstructured<'_>, depth: usize) -> Result<String> {
    let (open, close) = match below(u, 3)? {
        0 => ("[", "]"),
        1 => ("{\"a\":", "}"),
        _ => ("[[1],", "]"),
    };
    let inner = pick(u, &["1", "[]", "{}", "\"x\"", "null"])?;
    Ok(open.repeat(depth) + inner + &close.repeat(depth))
}

/// A body about as long as the cap, the rest of it white space or a string.
pub(super) fn capped(u: &mut Unstructured<'_>, body: &str) -> Result<String> {
    let length = CAP - 2 + below(u, 5)?;
    if one_in(u, 2)? {
        let fill = length.saturating_sub(body.len());
        return Ok(body.to_owned() + &" ".repeat(fill));
    }
    let (head, tail) = ("{\"arguments\":{\"a\":\"", "\"},\"schema\":{}}");
    let fill = "x".repeat(length - head.len() - tail.len());
    Ok(format!("{head}{fill}{tail}"))
}

/// A body whose patterns together come near a budget.
pub(super) fn costly(u: &mut Unstructured<'_>) -> Result<String> {
    let (pattern, about) = *u.choose(&[
        ("a{4999}", 9),
        ("a{5000}", 9),
        ("a{5001}", 1),
        ("(?:a|b){2500}", 9),
        ("\\p{L}{50}", 6),
        ("\\p{Lu}{100}", 3),
        ("(a?){2500}", 9),
        ("(?:[ab]{70}){70}", 9),
    ])?;
    let count = about + below(u, 4)?;
    let properties: Vec<String> = (0..count)
        .map(|n| format!("\"p{n}\":{{\"pattern\":{}}}", quote(pattern)))
        .collect();
    let subject = quote(&"a".repeat(below(u, 3)?));
    Ok(format!(
        "{{\"arguments\":{{\"p0\":{subject}}},\"schema\":{{\"properties\":{{{}}}}}}}",
        properties.join(",")
    ))
}
