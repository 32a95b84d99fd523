"""A session of the official Python SDK (mcp 2) with the MCP server.

Usage: mcp_client.py COMMAND [ARGUMENT...]

Starts the server by the command, agrees on a revision of the protocol, lists
the tools, calls each, makes calls that must fail, and prints the transcript.
The SDK itself validates each structured result against the published output
schema. Ends with an exception, and so with 1, if anything is not as it must be.
"""

import asyncio
import json
import sys

import mcp

BIG = 12345678901234567890123

REQUEST = {"method": "GET", "url": "https://api.example.com/v1?q=1"}
PROPOSAL = {
    "runId": "r1",
    "stepId": "s1",
    "tool": {
        "provider": "serp",
        "operation": "search",
        "request": {"q": "rust fuzzing"},
        "estimatedExternalCostUsd": 0.02,
    },
    "budget": {"remainingUsd": 1},
}
INTEGER = {"properties": {"n": {"type": "integer"}}}
TOO_DEEP = json.loads('{"x":' * 128 + "{}" + "}" * 128)

# Tool, arguments, is it a refusal, and what the exact text must hold.
CALLS = [
    ("check_request", {"request": REQUEST, "schema": {}}, False, '"valid":true'),
    (
        "check_request",
        {"request": {**REQUEST, "url": "https://a b"}, "schema": {}},
        False,
        '"code":"url_invalid_character"',
    ),
    ("check_request", {"request": TOO_DEEP}, True, '{"refused":"too_deep"}'),
    ("preflight_tool_call", PROPOSAL, False, '"reasonCodes":["clear_to_execute"]'),
    ("preflight_tool_call", {}, False, '"reasonCodes":["invalid_input"]'),
    (
        "argument_check",
        {"schema": INTEGER, "arguments": {"n": str(BIG)}},
        False,
        f'"repaired":{{"n":{BIG}}}',
    ),
    (
        "argument_check",
        {"schema": {"$ref": "#"}, "arguments": {}},
        True,
        '"refusal":"schema_not_covered"',
    ),
    (
        "json_candidates",
        {"text": 'Sure! {"a": 1} is what you need.'},
        False,
        '"candidate_count":1',
    ),
    ("json_candidates", {"text": "", "max_results": 0}, True, "max_results_range"),
]

# Tool, arguments, and the code of the error.
ERRORS = [("no_such_tool", {}, -32602)]


def show(who, what):
    """A line of the transcript."""
    print(f"{who} {what if len(what) <= 300 else what[:300] + ' ...'}")


async def call_all(client, listed):
    """Every call of CALLS; each tool that is listed must be among them."""
    assert {tool for tool, *_ in CALLS} == listed, listed
    for tool, arguments, is_error, must_hold in CALLS:
        show(">", f"tools/call {tool} {json.dumps(arguments)}")
        result = await client.call_tool(tool, arguments)
        text = result.content[0].text
        show("<", f"isError={result.is_error} {text}")
        assert result.is_error == is_error, tool
        assert must_hold in text, must_hold
        assert result.structured_content == json.loads(text), tool


async def fail_all(client):
    """Every call of ERRORS, each with an error that says what to do."""
    for tool, arguments, code in ERRORS:
        show(">", f"tools/call {tool} {json.dumps(arguments)}")
        try:
            await client.call_tool(tool, arguments)
        except mcp.MCPError as error:
            show("<", f"error {error.code}: {error.message}")
            assert error.code == code and error.message
        else:
            raise AssertionError(f"{tool} was called")


async def converse(command, mode):
    """One session: `legacy` opens with initialize, `auto` probes before."""
    server = mcp.StdioServerParameters(command=command[0], args=command[1:])
    async with mcp.Client(server, mode=mode) as client:
        session = client.session
        info = session.server_info
        show("<", f"{info.name} {info.version}, revision {session.protocol_version} ({mode})")
        tools = (await client.list_tools()).tools
        for tool in tools:
            members = ", ".join(tool.input_schema["properties"])
            show("<", f"tool {tool.name}: {tool.title} ({members})")
            assert tool.description and tool.output_schema
        await call_all(client, {tool.name for tool in tools})
        await fail_all(client)
        if mode == "legacy":
            await session.send_ping()
            show("<", "pong")


for how in ("legacy", "auto"):
    asyncio.run(converse(sys.argv[1:], how))
