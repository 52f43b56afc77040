"""The MCP server: the tools spoken over the protocol, on standard input and output.

What a call is answered with is the desk's business; here it is run on a thread beside the loop, told of a cancellation, and
its progress is told to whoever asked.  Needs the extra `mcp`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

from okfsearch._cancel import Cancelled
from okfsearch._extras import import_extra
from okfsearch.mcp_desk import Answer, Desk
from okfsearch.mcp_doors import Doors
from okfsearch.mcp_meter import Meter
from okfsearch.mcp_stdio import LINE_BYTES, Lines, Sink, claimed
from okfsearch.mcp_tools import TOOLS

import_extra("mcp.server.lowlevel", "mcp", field="mcp")

import anyio  # noqa: E402 - after the sentence above; it comes with the extra, as do the types
import mcp_types as types  # noqa: E402
from anyio import to_thread  # noqa: E402
from mcp.server.context import ServerRequestContext  # noqa: E402
from mcp.server.lowlevel import Server  # noqa: E402
from mcp.server.stdio import stdio_server  # noqa: E402
from mcp.shared.message import SessionMessage  # noqa: E402

__all__ = ["build_server", "serve"]

#: So many calls are worked on at the same time; others wait.
MOST_WORKERS = 4

#: How often progress is told and a signal is looked for, in seconds.
BEAT = 0.1

GENERAL = (
    "Search in OKF bundles, directories of Markdown files. search_sections is strict and reproducible, search_context gathers "
    "evidence for a question, search_concepts finds pages. Relevance is lexical only. A locator is a range of lines of the "
    "file with the digest beside it: search again after an edit."
)


def serve(bundles: Sequence[str] = (), *, cancelled: Cancelled) -> None:
    """Serve on standard input and output until the other side closes, or `cancelled` answers true.

    Args:
        bundles: the only directories that agents may search; without any, every directory.
        cancelled: asked again and again.

    Raises:
        BundleError: when one of the bundles is no directory.
        InvalidRequest: when standard input or output is closed.
    """
    doors = Doors.of(bundles)
    with claimed() as (reading, writing):
        anyio.run(_serve, doors, reading, writing, cancelled)


async def _serve(doors: Doors, reading: int, writing: int, cancelled: Cancelled) -> None:
    """Speak the protocol on two descriptors."""
    server = build_server(Desk(doors))
    lines, sink = Lines(reading), Sink(writing)

    watching = anyio.CancelScope()

    async def watch() -> None:
        with watching:
            while not (cancelled() or sink.broken):  # noqa: ASYNC110 - the one is asked, and cannot call
                await anyio.sleep(BEAT)
            group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        # The transport only iterates over the one, and writes to and flushes the other.
        read_any: Any = lines
        write_any: Any = sink
        async with stdio_server(read_any, write_any) as (read, write):
            forward, messages = anyio.create_memory_object_stream[Any](0)
            group.start_soon(_refuse_garbage, read, forward, write)
            await server.run(messages, write, server.create_initialization_options())
        watching.cancel()


async def _refuse_garbage(read: Any, forward: Any, write: Any) -> None:
    """Hand messages on, and answer what is none: the protocol's own library would pass over it in silence."""
    sentence = f"That is no message of the protocol, or longer than {LINE_BYTES} bytes."
    refusal = types.JSONRPCError(jsonrpc="2.0", id=None, error=types.ErrorData(code=types.PARSE_ERROR, message=sentence))
    # The server ends when this has ended, or is called off together with it, so both ends stay open.
    async with forward, read:
        async for item in read:
            if isinstance(item, Exception):
                await write.send(SessionMessage(refusal))
            else:
                await forward.send(item)


def build_server(desk: Desk) -> Server[Any]:
    """Build a server that answers from a desk; it can speak over any transport.

    Example:
        >>> from okfsearch.mcp_desk import Desk
        >>> from okfsearch.mcp_doors import Doors
        >>> build_server(Desk(Doors())).name
        'okfsearch'
    """
    annotations = types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    offered = [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=tool.takes,
            output_schema=tool.gives,
            annotations=annotations,
        )
        for tool in TOOLS
    ]
    workers = anyio.CapacityLimiter(MOST_WORKERS)

    async def list_tools(_: ServerRequestContext, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=offered)

    async def call_tool(context: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
        answer = await _answer(desk, params.name, params.arguments or {}, context, workers)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=answer.structured,
            is_error=answer.is_error,
        )

    return Server(
        "okfsearch",
        version=version("okfsearch"),
        title="OKF search",
        instructions=_instructions(desk.doors),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _answer(
    desk: Desk, name: str, arguments: dict[str, Any], context: ServerRequestContext, workers: anyio.CapacityLimiter
) -> Answer:
    """Work beside the loop, and tell how far it has come; called off, leave the thread to notice at its next check."""
    stopped = threading.Event()
    meter = Meter()
    answers: list[Answer] = []

    telling = anyio.CancelScope()

    async def tell() -> None:
        with telling:
            while True:
                await anyio.sleep(BEAT)
                await _tell(context, meter)

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(tell)
            work = partial(desk.answer, name, arguments, stopped.is_set, meter.report)
            answers.append(await to_thread.run_sync(work, abandon_on_cancel=True, limiter=workers))
            telling.cancel()
    finally:
        stopped.set()
    # What came last is told before the answer, and nothing after it.
    await _tell(context, meter)
    return answers[0]


async def _tell(context: ServerRequestContext, meter: Meter) -> None:
    news = meter.take()
    if news is not None:
        await context.session.report_progress(news.progress, None, news.message)


def _instructions(doors: Doors) -> str:
    """Tell an agent what there is, the named bundles included: it has to name one of them in every call."""
    if not doors.named:
        return f"{GENERAL} Any directory may be named as bundle_path."
    return f"{GENERAL} Only these may be named as bundle_path: {', '.join(doors.named)}"
