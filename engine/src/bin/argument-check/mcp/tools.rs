//! The tools: decides what is published of each, and turns the engine's answer
//! into the result of a call.
//!
//! Input schemas are flat at their root, because some hosts take no `oneOf`
//! there; output schemas cover a tool's own refusal, too.

use argument_check::json::string;
use argument_check::json::value::Document;
use argument_check::preflight::{check_request, preflight_tool_call};

/// A tool that is served.
pub(super) struct Tool {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    input_schema: &'static str,
    output_schema: &'static str,
    /// Answers the raw text of the arguments.
    pub(super) call: fn(&[u8]) -> Answer,
}

/// A tool's answer, the exact text.
pub(super) struct Answer {
    text: String,
    /// The tool refused its input: it has not run.
    refused: bool,
}

/// The tools, in the order in which they are listed.
pub(super) static TOOLS: &[Tool] = &[
    Tool {
        name: "check_request",
        title: "Check an HTTP request",
        description: "Checks a proposed HTTP request before it is sent: method, URL, headers, \
            query, and the JSON body against a schema. Names every error and warning, hashes the \
            request, and with `economics` says what sending it would waste. Never fetches the URL.",
        input_schema: include_str!("schemas/check_request.input.json"),
        output_schema: include_str!("schemas/check_request.output.json"),
        call: |arguments| match check_request(arguments) {
            Ok(report) => Answer::given(report.answer()),
            Err(refusal) => Answer::refused(refusal.answer()),
        },
    },
    Tool {
        name: "preflight_tool_call",
        title: "Decide on a paid tool call",
        description: "Decides on a proposed paid tool call, from budget, limits and the history \
            of calls with the same fingerprint: allow, block, reuse, defer or advise. Only allow \
            is permission.",
        input_schema: include_str!("schemas/preflight_tool_call.input.json"),
        output_schema: include_str!("schemas/preflight_tool_call.output.json"),
        call: |arguments| match preflight_tool_call(arguments) {
            Ok(report) => Answer::given(report.answer()),
            Err(refusal) => Answer::refused(refusal.answer()),
        },
    },
    Tool {
        name: "argument_check",
        title: "Check and repair tool arguments",
        description: "Judges the arguments of a tool call against the tool's JSON Schema \
            (tool-argument/v1): VALID, REPAIRED with the arguments and an exact diff, or \
            UNREPAIRABLE with every defect. Repairs only what is forced; invents nothing.",
        input_schema: include_str!("schemas/argument_check.input.json"),
        output_schema: include_str!("schemas/argument_check.output.json"),
        call: |arguments| Answer::of(argument_check::check(arguments), "refusal"),
    },
    Tool {
        name: "json_candidates",
        title: "Find JSON in a text",
        description: "Finds and ranks the JSON objects and arrays that stand in prose or \
            Markdown, with exact offsets (json-candidate-list). Says of each whether it is valid \
            and complete, and with `repair` what conservative repairs make of it.",
        input_schema: include_str!("schemas/json_candidates.input.json"),
        output_schema: include_str!("schemas/json_candidates.output.json"),
        call: |arguments| Answer::of(argument_check::candidates(arguments), "error"),
    },
];

/// The tool called `name`.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The result of `tools/list`.
pub(super) fn list() -> String {
    let mut out = String::from("{\"tools\":[");
    for (at, tool) in TOOLS.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        tool.describe(&mut out);
    }
    out.push_str("]}");
    out
}

impl Tool {
    fn describe(&self, out: &mut String) {
        for (member, text) in [
            ("{\"name\":", self.name),
            (",\"title\":", self.title),
            (",\"description\":", self.description),
        ] {
            out.push_str(member);
            string::write(out, text);
        }
        out.push_str(",\"inputSchema\":");
        push_one_line(out, self.input_schema);
        out.push_str(",\"outputSchema\":");
        push_one_line(out, self.output_schema);
        out.push_str(
            ",\"annotations\":{\"readOnlyHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}}",
        );
    }
}

/// Appends a JSON text without its line breaks and indents, which cannot stand
/// inside a string.
fn push_one_line(out: &mut String, json: &str) {
    out.extend(json.lines().map(str::trim_start));
}

impl Answer {
    fn given(text: String) -> Self {
        let refused = false;
        Self { text, refused }
    }

    fn refused(text: String) -> Self {
        let refused = true;
        Self { text, refused }
    }

    /// An answer that is a refusal if it holds `member`.
    fn of(text: String, member: &str) -> Self {
        let refused = Document::parse(text.as_bytes())
            .is_ok_and(|answer| answer.root().member(member).is_some());
        Self { text, refused }
    }

    /// The result of `tools/call`: the answer as text, for who wants it exact,
    /// and raw, for who wants it as a value.
    pub(super) fn result(&self) -> String {
        let mut out = String::from("{\"content\":[{\"type\":\"text\",\"text\":");
        string::write(&mut out, &self.text);
        out.push_str("}],\"structuredContent\":");
        out.push_str(&self.text);
        out.push_str(",\"isError\":");
        out.push_str(if self.refused { "true}" } else { "false}" });
        out
    }
}
