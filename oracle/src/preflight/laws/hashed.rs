//! C-4 and G-2: hashes by `serde_jcs`, and the numbers that it cannot tell apart.

use argument_check_corpus::Op;

use super::view::{Down, Seen, again, demand, numbers, settle, shortest, string, with, without};
use crate::laws::number::Exact;
use crate::laws::{Observation, Ruling, Target};
use crate::lossless::Value;
use crate::path::{Place, Step};
use crate::preflight::reference::canonical::{canonical, sha256};

fn hash(value: &Value) -> String {
    sha256(&canonical(value))
}

/// C-4.
pub(super) fn request(observation: &Observation<'_>) -> Ruling {
    again(observation, Op::Request, |seen, target| {
        settle(request_hash(seen, target))
    })
}

fn request_hash(seen: &Seen<'_>, target: &dyn Target) -> Result<(), Ruling> {
    let request = seen.input.get("request").unwrap_or(&Value::Null);
    let said = seen.text("requestHash").unwrap_or_default();
    demand(
        said == hash(request),
        "the hash is not that of the request as submitted",
        canonical(request),
    )?;
    let warned: Vec<&str> = seen
        .entries("warnings")
        .into_iter()
        .filter_map(|(path, code)| (code == "number_not_exact").then_some(path))
        .collect();
    let expected = if seen.input.members().is_some() {
        inexact("$.request", request)
    } else {
        Vec::new()
    };
    demand(
        warned == expected,
        "the inexact numbers are not those that are named",
        format!("{warned:?} {expected:?}"),
    )?;
    if seen.input.members().is_some() {
        let bare = without(&without(seen.input, &["schema"]), &["economics"]);
        let again = seen.ask(target, &bare);
        demand(
            again.get("requestHash") == Some(&string(said)),
            "schema or economics change the hash",
            "",
        )?;
    }
    Ok(())
}

/// The places of tokens whose double is spelled with another value.
fn inexact(root: &str, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    numbers(value, &mut Vec::new(), &mut |way, spelling| {
        if Exact::read(spelling) != Exact::read(&shortest(spelling)) {
            found.push(path(root, way));
        }
    });
    found
}

fn path(root: &str, way: &[Down]) -> String {
    let step = |down: &Down| match down {
        Down::Key(key) => Step::Key(key.clone()),
        Down::Index(index) => Step::Index(*index),
    };
    let place = Place::Tree(way.iter().map(step).collect()).to_string();
    place.replacen('$', root, 1)
}

/// G-2.
pub(super) fn proposal(observation: &Observation<'_>) -> Ruling {
    with(observation, Op::Gate, |seen| {
        let is_valid = seen.issues().is_empty();
        let fingerprint = seen.text("requestFingerprint");
        if fingerprint.is_some() != is_valid || seen.answer.get("estimated").is_some() != is_valid {
            return Ruling::broken(
                "fingerprint or estimates stand beside issues, or are missing",
                "",
            );
        }
        let expected = fingerprint_of(seen.input);
        let Some(said) = fingerprint else {
            return Ruling::Holds;
        };
        let inexact = seen.input.get("tool").and_then(|tool| tool.get("request"));
        let inexact = inexact.map(inexact_places);
        if inexact.is_some_and(|places| !places.is_empty()) {
            return Ruling::broken("an inexact proposal is fingerprinted", "");
        }
        if said == expected {
            Ruling::Holds
        } else {
            Ruling::broken("the fingerprint is not that of the proposal", expected)
        }
    })
}

fn inexact_places(request: &Value) -> Vec<String> {
    inexact("$.tool.request", request)
}

/// The fingerprint of an input's proposal.
pub(super) fn fingerprint_of(input: &Value) -> String {
    let tool = input.get("tool");
    let names = ["operation", "provider", "request"];
    let members = names.iter().filter_map(|name| {
        let member = tool.and_then(|tool| tool.get(name))?;
        Some(((*name).to_owned(), member.clone()))
    });
    let version = ("version".to_owned(), Value::Number("2".to_owned()));
    hash(&Value::Object(members.chain([version]).collect()))
}
