//! Whole request bodies: the members, and what goes wrong with them.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::fit::{self, Taste};
use super::text::{cut_anywhere, spaced, spoiled};
use super::value::{self, quote};
use super::{fault, limits, plan, pool};

/// A whole request body.
pub(super) fn body(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let text = match weigh(u, &[4600, 160, 120, 100, 16, 4])? {
        0 => ordinary(u)?,
        1 => odd_members(u)?,
        2 => return broken(u),
        3 => limits::deep(u)?,
        4 => limits::costly(u)?,
        _ => {
            let body = ordinary(u)?;
            limits::capped(u, &body)?
        }
    };
    Ok(text.into_bytes())
}

/// A body with the members that it needs.
fn ordinary(u: &mut Unstructured<'_>) -> Result<String> {
    let mut plan = plan::root(u)?;
    if one_in(u, 14)? {
        for _ in 0..=below(u, 2)? {
            fault::put(u, &mut plan)?;
        }
    }
    let taste = Taste::of(u)?;
    let arguments = if one_in(u, 24)? {
        value::object(u, 3)?
    } else {
        fit::object(u, &plan, taste)?
    };
    let arguments = spaced(u, &arguments)?;
    let mut members = if below(u, 9)? < 5 {
        vec![("arguments", arguments)]
    } else {
        vec![("arguments_text", quote(&text(u, arguments)?))]
    };
    members.push(("schema", plan.text()));
    if one_in(u, 16)? {
        members.push((
            pick(u, &["tool", "Schema", "argument", "id"])?,
            value::any(u, 2)?,
        ));
    }
    let turn = below(u, members.len())?;
    members.rotate_left(turn);
    Ok(object(&members))
}

/// A text of the arguments: spoiled, with a name twice, or encoded twice.
fn text(u: &mut Unstructured<'_>, arguments: String) -> Result<String> {
    Ok(match weigh(u, &[40, 1, 1])? {
        0 => spoiled(u, arguments)?,
        1 if arguments.starts_with("{\"") => {
            format!("{{\"a\":null,\"a\":null,{}", &arguments[1..])
        }
        _ => quote(&arguments),
    })
}

/// A body with members that are missing, null, too many or of another type.
fn odd_members(u: &mut Unstructured<'_>) -> Result<String> {
    let mut members = Vec::new();
    for name in ["schema", "arguments", "arguments_text"] {
        let absent = if name == "schema" { 1 } else { 4 };
        let value = match weigh(u, &[6, absent, 1, 2])? {
            0 if name == "arguments_text" => quote(&value::object(u, 2)?),
            0 if name == "schema" => plan::root(u)?.text(),
            0 => value::object(u, 2)?,
            1 => continue,
            2 => "null".to_owned(),
            _ => value::any(u, 2)?,
        };
        members.push((name, value));
    }
    let turn = below(u, members.len().max(1))?;
    members.rotate_left(turn);
    Ok(object(&members))
}

/// Bytes that are almost a body.
fn broken(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut body = ordinary(u)?;
    Ok(match below(u, 7)? {
        0 => spoiled(u, body)?.into_bytes(),
        1 => cut_anywhere(u, &body)?.into_bytes(),
        2 => {
            let other = pick(
                u,
                &["\"schema\":{},", "\"arguments\":{},", "\"\\ud800\":1,", ","],
            )?;
            body.insert_str(1, other);
            body.into_bytes()
        }
        3 => format!("\u{feff}{body}").into_bytes(),
        4 => {
            let mut bytes = body.into_bytes();
            let at = below(u, bytes.len())?;
            bytes[at] = *u.choose(&[0xff, 0x00, 0x1f, 0xc0, 0xed, 0x7f, b'"', b'\\'])?;
            bytes
        }
        5 => value::any(u, 2)?.into_bytes(),
        _ => (body + pick(u, pool::PIECES)?).into_bytes(),
    })
}

fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", quote(name)))
        .collect();
    format!("{{{}}}", members.join(","))
}
