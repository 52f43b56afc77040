"""The MCP server against the protocol's own client: in a process of its own over standard input and output, and in memory."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from okfsearch import cli, cli_mcp
from okfsearch._progress import Progress
from okfsearch.errors import SearchCancelled
from okfsearch.mcp_desk import Answer, Desk
from okfsearch.mcp_doors import Doors
from okfsearch.mcp_stdio import LINE_BYTES
from okfsearch.mcp_tools import TOOLS
from tests.shared import shared_rows

pytest.importorskip("mcp.server.lowlevel")

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from okfsearch.mcp_server import build_server

CASES = shared_rows("cases/section-search.jsonl")
COMMAND = [sys.executable, "-m", "okfsearch", "mcp"]
#: The handshake, and the newer way in which every request says what it speaks.
MODES = ["legacy", "auto"]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = Path(os.path.realpath(tmp_path)) / "bundle"
    root.mkdir()
    (root / "tide.md").write_text(
        "---\ntype: Note\ntitle: Tide\n---\n# Spring tide\n\nTwice a month <höhe>, see [neap](neap.md).\n"
    )
    (root / "neap.md").write_text("---\ntype: Note\ntitle: Neap\n---\n# Neap tide\n\nThe moon stands aside.\n")
    return root


def talk(use: Callable[[Client], Coroutine[Any, Any, None]], *arguments: object, mode: str = "legacy") -> None:
    """Start a server in a process of its own, and use a client of it."""
    server = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *map(str, arguments)], env=dict(os.environ))

    async def main() -> None:
        async with Client(stdio_client(server), mode=mode, read_timeout_seconds=60) as client:
            await use(client)

    asyncio.run(main())


async def ask(client: Client, name: str, root: Path, **arguments: Any) -> Any:
    return await client.call_tool(name, {"bundle_path": str(root), **arguments})


@pytest.mark.parametrize("mode", MODES)
def test_tools_are_listed_with_schemas_and_annotations(root: Path, mode: str) -> None:
    async def use(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == [tool.name for tool in TOOLS]
        for told, tool in zip(listed, TOOLS, strict=True):
            assert (told.input_schema, told.output_schema, told.description) == (tool.takes, tool.gives, tool.description)
            hints = told.annotations
            assert hints is not None
            assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, False)
        assert str(root) in str(client.instructions)

    talk(use, "--bundle", root, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_section_search_is_that_of_the_command_line(root: Path, mode: str) -> None:
    line = subprocess.run(
        [sys.executable, "-m", "okfsearch", "search", root, "--query", "tide", "--json"], capture_output=True, check=True
    ).stdout.decode()

    async def use(client: Client) -> None:
        answer = await ask(client, "search_sections", root, query="tide")
        assert not answer.is_error
        assert answer.content[0].text + "\n" == line
        assert answer.structured_content == json.loads(line)

    talk(use, "--bundle", root, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers(root: Path, mode: str) -> None:
    # The client holds every answer to the schema that it was told.
    async def use(client: Client) -> None:
        packet = await ask(client, "search_context", root, query="spring tide", budget=50)
        assert packet.structured_content["sources"][0]["path"] == "tide.md"
        assert "Twice a month" in packet.content[0].text
        assert (await ask(client, "search_matches", root, query="moon")).structured_content["results"]
        assert (await ask(client, "search_concepts", root, query="neap")).structured_content["hits"][0]["concept_id"] == "neap"
        assert (await ask(client, "open_concept", root, concept_id="neap")).structured_content["locator"] == "neap.md#L5-L7"
        related = await ask(client, "related_concepts", root, concept_id="neap")
        assert related.structured_content["backlinks"][0]["concept_id"] == "tide"

    talk(use, "--bundle", root, mode=mode)


def test_a_changed_file_is_seen_at_the_next_call(root: Path) -> None:
    async def use(client: Client) -> None:
        for text, total in (("slack", 1), ("ebb", 0), ("slack slack", 1)):
            (root / "neap.md").write_text(f"{text} water\n")
            assert (await ask(client, "search_sections", root, query="slack water")).structured_content["total"] == total

    talk(use, "--bundle", root)


def test_only_named_bundles_can_be_searched(root: Path) -> None:
    other = root.parent / "other"
    other.mkdir()
    (other / "a.md").write_text("secret tide")
    (root / "out").symlink_to(other)

    async def use(client: Client) -> None:
        for path in (other, "/", f"{root}/../other", f"{root}/out", f"{root}/", f"{root.parent}/BUNDLE", "other"):
            for tool in TOOLS:
                extra = {"concept_id": "a"} if "concept_id" in tool.takes["properties"] else {"query": "secret"}
                answer = await ask(client, tool.name, Path("/"), **{**extra, "bundle_path": str(path)})
                assert answer.is_error
                assert answer.structured_content["code"] == "invalid_request"
                assert str(root.parent) not in answer.content[0].text
        assert not (await ask(client, "search_sections", root, query="tide")).is_error

    async def use_two(client: Client) -> None:
        assert not (await ask(client, "search_sections", root, query="tide")).is_error
        assert (await ask(client, "search_sections", other, query="tide")).structured_content["total"] == 1

    talk(use, "--bundle", root)
    talk(use_two, "--bundle", root, "--bundle", other)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_wrong_gets_the_envelope_and_the_server_lives_on(root: Path, mode: str) -> None:
    async def use(client: Client) -> None:
        for name, arguments, code in (
            ("search_sections", {}, "schema_validation"),
            ("search_sections", {"bundle_path": str(root), "query": "x" * 1_000_000}, "resource_limit"),
            ("search_sections", {"bundle_path": [], "query": {}, "limit": None}, "schema_validation"),
            ("search_sections", {"bundle_path": str(root), "query": "x", "\0": "\ue000"}, "schema_validation"),
            ("delete_everything", {"bundle_path": str(root)}, "invalid_request"),
        ):
            answer: Any = await client.session.call_tool(name, arguments)
            assert answer.is_error
            assert answer.structured_content["code"] == code
            assert answer.structured_content["retryable"] is False
            assert json.loads(answer.content[0].text) == answer.structured_content
        assert not (await ask(client, "search_sections", root, query="tide")).is_error

    talk(use, "--bundle", root, mode=mode)


def test_progress_is_told_to_whoever_asks(root: Path) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    async def use(client: Client) -> None:
        await client.call_tool("search_sections", {"bundle_path": str(root), "query": "tide"}, progress_callback=told)

    talk(use, "--bundle", root)
    assert seen
    assert all(one[0] < other[0] for one, other in pairwise(seen))
    assert seen[-1][2] == "sections: 2 of 2"


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
def test_cases_of_the_reference(tmp_path: Path) -> None:
    base = Path(os.path.realpath(tmp_path))

    async def use(client: Client) -> None:
        for number, case in enumerate(CASES):
            root = base / str(number)
            root.mkdir()
            for name, text in case["files"].items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_bytes(text.encode())
            answer = await ask(client, "search_sections", root, query=case["query"], limit=case["limit"])
            assert answer.is_error == ("error" in case["result"]), case["name"]
            if not answer.is_error:
                assert answer.content[0].text == case["result_json"], case["name"]
                assert answer.structured_content == case["result"], case["name"]

    talk(use)


class SlowDesk(Desk):
    """Answer only when called off, and say so."""

    begun = threading.Event()
    ended = threading.Event()

    def answer(self, name: str, arguments: Any, cancelled: Any = None, progress: Any = None) -> Answer:
        if name != "wait":
            return Answer({"code": "x"}, "x", is_error=True)
        progress(Progress("documents", 3, None, None))
        self.begun.set()
        # Whatever goes wrong, the thread ends some time, or the tests would never.
        for _ in range(4_000):
            if cancelled():
                self.ended.set()
                break
            self.ended.wait(0.01)
        return Answer({}, "", is_error=False)


@pytest.fixture
def slow() -> SlowDesk:
    SlowDesk.begun.clear()
    SlowDesk.ended.clear()
    return SlowDesk(Doors())


def test_a_cancellation_stops_the_work_and_the_loop_answers_meanwhile(slow: SlowDesk) -> None:
    told = asyncio.Event()

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        assert (progress, total, message) == (3, None, "documents: 3")
        told.set()

    async def main() -> None:
        async with Client(build_server(slow), mode="legacy") as client:
            call = asyncio.create_task(client.session.call_tool("wait", {}, progress_callback=tell))
            assert await asyncio.to_thread(slow.begun.wait, 20)
            await asyncio.wait_for(told.wait(), 20)
            await client.session.send_ping()
            assert (await client.session.call_tool("other", {})).is_error
            assert not slow.ended.is_set()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert await asyncio.to_thread(slow.ended.wait, 20)
            assert (await client.session.call_tool("other", {})).is_error

    asyncio.run(main())


def test_a_client_that_leaves_stops_the_work(slow: SlowDesk) -> None:
    async def main() -> None:
        async with Client(build_server(slow), mode="legacy") as client:
            call = asyncio.create_task(client.session.call_tool("wait", {}))
            assert await asyncio.to_thread(slow.begun.wait, 20)
        with pytest.raises(Exception, match="closed"):
            await call
        assert await asyncio.to_thread(slow.ended.wait, 20)

    asyncio.run(main())


def run(lines: list[str | bytes], code: str | None = None, *arguments: object) -> tuple[list[Any], str, int]:
    """Write lines to a server, close its input, and return what it wrote, line by line."""
    command = [*COMMAND, *map(str, arguments)] if code is None else [sys.executable, "-c", code]
    data = b"".join(line.encode() + b"\n" if isinstance(line, str) else line + b"\n" for line in lines)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(data)
        process.stdin.flush()
        wanted = sum(b'"id"' in line or line.strip() != b"" for line in data.split(b"\n") if b"notifications/" not in line)
        answers = [json.loads(process.stdout.readline()) for _ in range(wanted)]
        process.stdin.close()
        assert process.stdout.read() == b""
        errors = process.stderr.read().decode()
        return answers, errors, process.wait(20)


def request(number: int, name: str, arguments: Any) -> str:
    params = {"name": name, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})


def test_garbage_is_answered_and_the_server_lives_on(root: Path) -> None:
    fine = request(7, "search_sections", {"bundle_path": str(root), "query": "tide"})
    garbage: list[str | bytes] = [
        "not JSON",
        "[]",
        f"[{fine}]",
        "[" * 100_000,
        b"\xff\xfe\x00",
        '"\\ud800"',
        "9" * 5_000,
        '{"jsonrpc": "2.0", "id": 5}',
        '{"jsonrpc": "1.0", "id": 5, "method": "ping"}',
        '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search_sections","arguments":{"query":"\\ud800"}}}',
        "x" * (LINE_BYTES + 1),
    ]
    answers, _, status = run([json.dumps(INITIALIZE), *garbage, "", "  ", fine], None, "--bundle", root)
    assert status == 0
    by_id = [answer.get("id") for answer in answers]
    assert by_id.count(None) == len(garbage)
    for answer in answers:
        if answer.get("id") is None:
            assert answer["error"]["code"] == -32700
            assert str(root) not in json.dumps(answer)
    (found,) = [answer for answer in answers if answer.get("id") == 7]
    assert found["result"]["structuredContent"]["total"] == 2


def test_requests_of_a_wrong_form_are_refused(root: Path) -> None:
    lines: list[str | bytes] = [
        json.dumps(INITIALIZE),
        request(2, "search_sections", ["a list"]),
        request(3, 7, {}),  # type: ignore[arg-type]
        json.dumps({"jsonrpc": "2.0", "id": 4, "method": "tools/destroy"}),
        json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call"}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "nobody"}}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {"a": []}}}),
        request(6, "search_sections", {"bundle_path": str(root), "query": "tide"}),
    ]
    answers, _, status = run(lines, None, "--bundle", root)
    told = {answer["id"]: answer for answer in answers}
    assert status == 0
    assert all("error" in told[number] for number in (2, 3, 4, 5))
    assert told[6]["result"]["isError"] is False


def test_nothing_but_the_protocol_is_on_standard_output(root: Path) -> None:
    code = f"""
import os, sys, warnings
from okfsearch import cli, mcp_sections
real = mcp_sections.to_json
def noisy(result):
    print("stray print")
    os.write(1, b"stray bytes\\n")
    os.system("echo stray child")
    warnings.warn("stray warning")
    return real(result)
mcp_sections.to_json = noisy
sys.exit(cli.main(["mcp", "--bundle", {str(root)!r}]))
"""
    # Every line is read as JSON, and there are no more lines than requests.
    fine = request(7, "search_sections", {"bundle_path": str(root), "query": "tide"})
    answers, errors, status = run([json.dumps(INITIALIZE), fine], code)
    assert status == 0
    assert {answer["id"] for answer in answers} == {1, 7}
    assert all(f"stray {what}" in errors for what in ("print", "bytes", "child", "warning"))


@contextmanager
def own_streams() -> Generator[tuple[int, int]]:
    """Give this process other standard streams, and yield the far ends of them."""
    (near_in, far_in), (far_out, near_out) = os.pipe(), os.pipe()
    kept = os.dup(0), os.dup(1)
    os.dup2(near_in, 0)
    os.dup2(near_out, 1)
    try:
        yield far_in, far_out
    finally:
        os.dup2(kept[0], 0)
        os.dup2(kept[1], 1)
        for descriptor in (near_in, near_out, *kept):
            os.close(descriptor)


def test_the_command_serves_in_this_process_too(root: Path) -> None:
    lines = [json.dumps(INITIALIZE), "garbage", request(2, "search_sections", {"bundle_path": str(root), "query": "tide"})]
    lines.append(json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}))
    answers: list[Any] = []

    with own_streams() as (writing, reading):

        def client() -> None:
            os.write(writing, "\n".join([*lines, ""]).encode())
            with os.fdopen(reading, "rb") as file:
                answers.extend(json.loads(file.readline()) for _ in lines)
            os.close(writing)

        thread = threading.Thread(target=client)
        thread.start()
        assert cli.main(["mcp"]) == 0
        thread.join(20)
    told = {answer["id"]: answer for answer in answers}
    assert told.keys() == {None, 1, 2, 3}
    assert told[2]["result"]["structuredContent"]["total"] == 2
    assert "Any directory" in told[1]["result"]["instructions"]


def test_a_server_that_was_called_off_says_so(root: Path) -> None:
    with own_streams() as (writing, reading), pytest.raises(SearchCancelled):
        cli_mcp.run_mcp(argparse.Namespace(bundle=[str(root)]), lambda: True)
    os.close(writing)
    os.close(reading)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_command_that_was_not_called_off_has_no_answer(stopped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[list[str]] = []

    def serve(bundles: list[str], *, cancelled: object) -> None:
        served.append(bundles)

    monkeypatch.setattr("okfsearch.mcp_server.serve", serve)
    if stopped:
        with pytest.raises(SearchCancelled):
            cli_mcp.run_mcp(argparse.Namespace(bundle=["a"]), lambda: True)
    else:
        assert cli_mcp.run_mcp(argparse.Namespace(bundle=["a"]), lambda: False) == (None, [])
    assert served == [["a"]]


def test_a_client_that_is_gone_ends_it_in_this_process_too() -> None:
    with own_streams() as (writing, reading):
        os.close(reading)
        os.write(writing, json.dumps(INITIALIZE).encode() + b"\n")
        assert cli.main(["mcp"]) == 0
        os.close(writing)


def test_it_ends_with_its_input_and_says_nothing() -> None:
    done = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_though_its_input_is_open(number: signal.Signals, status: int) -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.send_signal(number)
        assert process.wait(20) == status
        assert process.stdout.read() == b""


def test_a_client_that_is_gone_ends_it(root: Path) -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdout.close()
        process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        process.stdin.flush()
        assert process.wait(20) == 0


def test_without_the_extra_one_sentence_says_so() -> None:
    code = "import sys; sys.modules['mcp'] = None; from okfsearch.cli import main; sys.exit(main(['mcp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'error: schema_validation: The extra `mcp` is not installed: pip install "okfsearch[mcp]".\n'


def test_a_bundle_that_is_none_is_refused_at_the_start(root: Path) -> None:
    done = subprocess.run([*COMMAND, "--bundle", root / "tide.md"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: root_not_directory: ")
    assert str(root) not in done.stderr
