//! Inputs of the preflight: requests with economics, and proposals of paid
//! calls with a history that is about them.

use arbitrary::{Result, Unstructured};

use super::dice::{below, one_in, pick, weigh};
use super::url::url;
use super::{text, value};
use crate::lossless;
use crate::preflight::reference::canonical::{canonical, sha256};

/// Amounts at the edges: of the limits, of nine decimals, of doubles.
const AMOUNTS: [&str; 24] = [
    "0.02",
    "0",
    "1",
    "0.1",
    "0.2",
    "0.3",
    "0.001",
    "0.004",
    "1e-8",
    "2e-9",
    "5e-10",
    "0.0000000015",
    "1000000",
    "1000000.0000001",
    "999999.999999999",
    "0.30000000000000004",
    "-0",
    "1e-400",
    "1.5",
    "0.05",
    "-1",
    "0.0005",
    "1e300",
    "250000",
];
const BUDGETS: [&str; 10] = [
    "1",
    "0",
    "0.3",
    "0.02",
    "1e18",
    "1e19",
    "9007199254740991",
    "0.0005",
    "0.001",
    "0.019999999",
];
const PRIORS: [&str; 9] = [
    "0.25",
    "0",
    "1",
    "0.1",
    "0.5",
    "1.0000000000000002",
    "1e-18",
    "0.333333333333333333",
    "-0.1",
];
const AGES: [&str; 12] = [
    "5",
    "0",
    "-0",
    "40",
    "299.5",
    "300",
    "301",
    "1e9",
    "60",
    "10",
    "5.0",
    "299.99999999999997",
];
const NUMBERS: [&str; 10] = [
    "1",
    "1.0",
    "9007199254740993",
    "1e2",
    "-0.0",
    "0.1",
    "1E400e",
    "1e-400",
    "123456789012345678901234567890",
    "5e-324",
];
const METHODS: [&str; 14] = [
    "POST", "GET", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "get", "Post", "TRACE", "connect",
    "QUERY", "", "P OST",
];
const NAMES: [&str; 16] = [
    "Content-Type",
    "content-type",
    "Accept",
    "X-A",
    "x-a",
    "Host",
    "host",
    "Authorization",
    "authorization",
    "bad name",
    "",
    "é",
    "Connection",
    "Content-Length",
    "a.b",
    "TE",
];
const VALUES: [&str; 22] = [
    "application/json",
    "text/json; charset=utf-8",
    "application/problem+json;charset=latin1",
    "text/plain",
    "application/json ; CHARSET=\"UTF-8\"",
    "nonsense",
    "a/b/c",
    "",
    "v",
    " v",
    "v\t",
    "v\r\nX: 1",
    "a\nb",
    "a\u{0}",
    "a\u{1}",
    "\u{7f}",
    "é",
    "日",
    "\t",
    "application/JSON;charset=",
    "/json",
    "x/+json",
];
/// What parameters of media types are made of.
const PIECES: [&str; 12] = [
    "charset=", ";", "\"", "\\", "utf-8", "UTF8", "latin1", " ", "x=", "=", "\t", "é",
];
const SCALARS: [&str; 12] = [
    "\"x\"",
    "null",
    "1",
    "true",
    "[]",
    "[1,2]",
    "[[]]",
    "[{}]",
    "{}",
    "\"a\\u0001\"",
    "\"\\u007f\"",
    "0.5",
];

/// A string as JSON text.
fn quoted(text: &str) -> String {
    lossless::Value::String(text.to_owned()).to_text()
}

/// An object of members, none of them twice but seldom.
fn object(members: &[(String, String)]) -> String {
    let member = |(name, value): &(String, String)| format!("{}:{value}", quoted(name));
    let members: Vec<String> = members.iter().map(member).collect();
    format!("{{{}}}", members.join(","))
}

/// Members of which each may be missing or of any other kind.
struct Members<'u, 'b> {
    u: &'u mut Unstructured<'b>,
    list: Vec<(String, String)>,
}

impl<'u, 'b> Members<'u, 'b> {
    fn new(u: &'u mut Unstructured<'b>) -> Self {
        Self {
            u,
            list: Vec::new(),
        }
    }

    /// A member that is hardly ever missing or of another kind.
    fn most(&mut self, name: &str, value: String) -> Result<()> {
        match weigh(self.u, &[40, 1, 1])? {
            0 => self.list.push((name.to_owned(), value)),
            1 => {
                let other = pick(self.u, &SCALARS)?.to_owned();
                self.list.push((name.to_owned(), other));
            }
            _ => {}
        }
        Ok(())
    }

    /// A member that is there as often as not.
    fn some(&mut self, name: &str, value: String) -> Result<()> {
        if one_in(self.u, 2)? {
            self.most(name, value)?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<String> {
        if self.list.len() > 1 && one_in(self.u, 8)? {
            self.list.reverse();
        }
        if one_in(self.u, 12)? {
            self.list.push(("unknown".to_owned(), "[0]".to_owned()));
        }
        Ok(object(&self.list))
    }
}

/// An input of the request check.
pub(super) fn request(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if one_in(u, 40)? {
        return Ok(broken(u)?.into_bytes());
    }
    let (request, schema) = (proposed(u)?, schema(u)?);
    let economics = economics(u)?;
    let mut members = Members::new(u);
    members.most("request", request)?;
    members.most("schema", schema)?;
    members.some("economics", economics)?;
    Ok(members.end()?.into_bytes())
}

/// Any value, or almost.
fn broken(u: &mut Unstructured<'_>) -> Result<String> {
    let any = value::any(u, 3)?;
    if one_in(u, 2)? {
        text::spoiled(u, any)
    } else {
        Ok(any)
    }
}

fn proposed(u: &mut Unstructured<'_>) -> Result<String> {
    let (method, url) = (quoted(pick(u, &METHODS)?), quoted(&url(u)?));
    let (headers, query, body) = (headers(u)?, query(u)?, body(u)?);
    let mut members = Members::new(u);
    members.most("method", method)?;
    members.most("url", url)?;
    members.some("headers", headers)?;
    members.some("query", query)?;
    if !one_in(members.u, 4)? {
        members.list.push(("body".to_owned(), body));
    }
    members.end()
}

fn headers(u: &mut Unstructured<'_>) -> Result<String> {
    let mut members: Vec<(String, String)> = Vec::new();
    for _ in 0..below(u, 5)? {
        let name = pick(u, &NAMES)?.to_owned();
        let value = if one_in(u, 20)? {
            pick(u, &SCALARS)?.to_owned()
        } else {
            quoted(&header_value(u)?)
        };
        if members.iter().all(|(known, _)| *known != name) {
            members.push((name, value));
        }
    }
    Ok(object(&members))
}

/// A value from the pool, or a media type of pieces.
fn header_value(u: &mut Unstructured<'_>) -> Result<String> {
    if !one_in(u, 4)? {
        return Ok(pick(u, &VALUES)?.to_owned());
    }
    let mut value = "application/json;".to_owned();
    for _ in 0..below(u, 8)? {
        value.push_str(pick(u, &PIECES)?);
    }
    Ok(value)
}

fn query(u: &mut Unstructured<'_>) -> Result<String> {
    let mut members: Vec<(String, String)> = Vec::new();
    for _ in 0..below(u, 4)? {
        let name = pick(u, &["q", "", "a b", "é", "a.b", "x", "page", "%", "A"])?.to_owned();
        let value = pick(u, &SCALARS)?.to_owned();
        if members.iter().all(|(known, _)| *known != name) {
            members.push((name, value));
        }
    }
    Ok(object(&members))
}

/// A schema in which one thing may be wrong.
fn schema(u: &mut Unstructured<'_>) -> Result<String> {
    let odd = pick(
        u,
        &[
            r#""title":"t""#,
            r#""minProperties":1"#,
            r#""required":["sku","id"]"#,
            r#""format":"uuid""#,
            r#""anyOf":[{}]"#,
            r#""type":"any""#,
            r#""$ref":"x","minimum":"1""#,
            r#""maxProperties":1.0"#,
            r#""enum":[{"sku":1},null,5]"#,
            r#""pattern":"(?=a)""#,
        ],
    )?;
    let kind = pick(
        u,
        &[
            r#""type":"object""#,
            r#""type":["object","array"]"#,
            r#""type":"array""#,
        ],
    )?;
    let sku = pick(
        u,
        &[
            r#"{"type":"string","maxLength":3}"#,
            r#"{"type":"integer","minimum":1,"exclusiveMaximum":5}"#,
            r#"{"type":"string","format":"date","pattern":"^A"}"#,
            r#"{"type":"array","items":{"type":"number","maximum":2},"uniqueItems":true}"#,
            r#"{"const":1.0}"#,
            "true",
            r#"{"not":{}}"#,
        ],
    )?;
    Ok(match below(u, 5)? {
        0 => "{}".to_owned(),
        1 => format!("{{{kind},\"properties\":{{\"sku\":{sku}}},\"additionalProperties\":false}}"),
        2 => format!("{{\"properties\":{{\"sku\":{sku},\"a.b\":{{}}}},{odd}}}"),
        3 => format!("{{{odd}}}"),
        _ => format!("{{{kind},\"items\":{sku},\"minItems\":1,{odd}}}"),
    })
}

fn body(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match below(u, 4)? {
        0 => {
            let sku = match below(u, 3)? {
                0 => quoted(pick(u, &["A-1", "ABCD", "", "1"])?),
                1 => number(u)?,
                _ => format!("[{},{}]", number(u)?, number(u)?),
            };
            let rest = pick(u, &["", ",\"id\":null", ",\"a.b\":[]"])?;
            format!("{{\"sku\":{sku}{rest}}}")
        }
        1 => number(u)?,
        2 => pick(u, &SCALARS)?.to_owned(),
        _ => value::any(u, 2)?,
    })
}

fn number(u: &mut Unstructured<'_>) -> Result<String> {
    let picked = pick(u, &NUMBERS)?;
    // What is no number is a text that no reader takes.
    Ok(if picked.ends_with('e') && !one_in(u, 8)? {
        "2".to_owned()
    } else {
        picked.to_owned()
    })
}

/// An amount from the pool, or any of up to twelve decimals.
fn amount(u: &mut Unstructured<'_>) -> Result<String> {
    if !one_in(u, 3)? {
        return Ok(pick(u, &AMOUNTS)?.to_owned());
    }
    let (whole, part) = (below(u, 3)?, below(u, 1_000_000)?);
    let zeros = "0".repeat(below(u, 7)?);
    Ok(format!("{whole}.{zeros}{part}"))
}

fn economics(u: &mut Unstructured<'_>) -> Result<String> {
    let (downstream, retry, price) = (amount(u)?, amount(u)?, amount(u)?);
    let bills = pick(u, &["true", "false"])?.to_owned();
    let (prior, budget) = (pick(u, &PRIORS)?.to_owned(), pick(u, &BUDGETS)?.to_owned());
    let mut members = Members::new(u);
    members.most("downstreamCostUsd", downstream)?;
    members.most("billsOnInvalidRequest", bills)?;
    members.most("retryCostUsd", retry)?;
    members.some("preflightPriceUsd", price)?;
    members.some("priorInvalidProbability", prior)?;
    members.some("budgetRemainingUsd", budget)?;
    members.end()
}

/// An input of the gate.
pub(super) fn gate(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    if one_in(u, 60)? {
        return Ok(broken(u)?.into_bytes());
    }
    let provider = quoted(pick(u, &["serp", "", "p"])?);
    let operation = quoted(pick(u, &["search", "fetch", "create_order", "Search", ""])?);
    let asked = pick(
        u,
        &[
            r#"{"q":"rust"}"#,
            "{}",
            r#"{"b":1.0,"a":-0}"#,
            r#"{"n":1e2,"é":[]}"#,
        ],
    )?;
    let ours = fingerprint(&provider, &operation, asked);
    let mut members = Members::new(u);
    let run = pick(members.u, &["\"r\"", "\"\""])?.to_owned();
    members.most("runId", run)?;
    members.most("stepId", "\"s\"".to_owned())?;
    let goal = pick(members.u, &["\"g1\"", "\"g2\""])?;
    members.some("task", format!("{{\"goalHash\":{goal}}}"))?;
    let tool = tool(members.u, [provider, operation, asked.to_owned()])?;
    members.most("tool", tool)?;
    let budget = budget(members.u)?;
    members.most("budget", budget)?;
    let history = history(members.u, &ours)?;
    members.most("history", history)?;
    let able = able(members.u)?;
    members.some("capabilities", able)?;
    let cap = pick(
        members.u,
        &["3", "1", "2", "2.0", "0", "1.5", "9007199254740991", "1e16"],
    )?
    .to_owned();
    members.some("retryCap", cap)?;
    let ttl = pick(members.u, &["300", "0", "60", "1e9", "-1", "40"])?.to_owned();
    members.some("freshnessTtlSeconds", ttl)?;
    let price = amount(members.u)?;
    members.some("preflightPriceUsd", price)?;
    Ok(members.end()?.into_bytes())
}

/// What a history has to name for a call to be one of this proposal.
fn fingerprint(provider: &str, operation: &str, request: &str) -> String {
    let text = format!(
        "{{\"operation\":{operation},\"provider\":{provider},\"request\":{request},\"version\":2}}"
    );
    lossless::read_str(&text).map_or_else(|_| String::new(), |value| sha256(&canonical(&value)))
}

fn tool(u: &mut Unstructured<'_>, [provider, operation, request]: [String; 3]) -> Result<String> {
    let (external, model) = (amount(u)?, amount(u)?);
    let mut members = Members::new(u);
    members.most("provider", provider)?;
    members.most("operation", operation)?;
    let request = if one_in(members.u, 20)? {
        format!("{{\"id\":{}}}", number(members.u)?)
    } else {
        request
    };
    members.most("request", request)?;
    members.most("estimatedExternalCostUsd", external)?;
    members.some("estimatedModelCostUsd", model)?;
    members.end()
}

fn budget(u: &mut Unstructured<'_>) -> Result<String> {
    let (remaining, reserved) = (pick(u, &BUDGETS)?.to_owned(), pick(u, &BUDGETS)?.to_owned());
    let calls = pick(u, &["5", "0", "1", "-0", "1.5", "9007199254740992", "-1"])?.to_owned();
    let mut members = Members::new(u);
    members.most("remainingUsd", remaining)?;
    if one_in(members.u, 3)? {
        members.most("reservedUsd", reserved)?;
    }
    if one_in(members.u, 3)? {
        members.most("maxToolCallsRemaining", calls)?;
    }
    members.end()
}

fn history(u: &mut Unstructured<'_>, ours: &str) -> Result<String> {
    let mut entries = Vec::new();
    for index in 0..below(u, 6)? {
        let fingerprint = if one_in(u, 8)? { "other" } else { ours };
        let outcome = pick(
            u,
            &[
                "transient_failure",
                "success",
                "terminal_failure",
                "transient_failure",
            ],
        )?;
        let outcome = if one_in(u, 60)? { "ok" } else { outcome };
        let age = if one_in(u, 3)? {
            format!("{index}")
        } else {
            pick(u, &AGES)?.to_owned()
        };
        let mut members = Members::new(u);
        members
            .list
            .push(("toolCallId".to_owned(), quoted(&format!("c{index}"))));
        members
            .list
            .push(("fingerprint".to_owned(), quoted(fingerprint)));
        members.list.push(("outcome".to_owned(), quoted(outcome)));
        members.list.push(("ageSeconds".to_owned(), age));
        if one_in(members.u, 3)? {
            members.most("goalHash", "\"g1\"".to_owned())?;
        }
        members.some("resultReference", "\"res\"".to_owned())?;
        entries.push(members.end()?);
    }
    Ok(format!("[{}]", entries.join(",")))
}

fn able(u: &mut Unstructured<'_>) -> Result<String> {
    let (reduces, reuses) = (pick(u, &["true", "false"])?, pick(u, &["true", "false"])?);
    let mut members = Members::new(u);
    members.some("canReduceScope", reduces.to_owned())?;
    members.some("canReusePriorResult", reuses.to_owned())?;
    members.end()
}
