"""Standard input and output for the protocol: lines of any length, a peer that leaves, and nothing else in between."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okfsearch._progress import Progress
from okfsearch.errors import InvalidRequest
from okfsearch.mcp_meter import Meter, News
from okfsearch.mcp_stdio import TOO_LONG, Cutter, Lines, Sink, claimed


@given(data=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60)), maximum=st.integers(0, 12))
def test_lines_do_not_depend_on_how_they_arrive(data: bytes, cuts: list[int], maximum: int) -> None:
    data = data.replace(b"a", b"\n") + b"\n"
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    cutter = Cutter(maximum)
    lines = [line for start, end in pairwise(edges) for line in cutter.cut(data[start:end])]
    assert lines == [line if len(line) <= maximum else None for line in data[:-1].split(b"\n")]


def test_a_line_without_end_is_not_held() -> None:
    cutter = Cutter(10)
    for _ in range(100):
        assert not list(cutter.cut(b"x" * 1000))
    assert sum(map(len, cutter._pieces)) <= 10
    assert list(cutter.cut(b"\nok\n")) == [None, b"ok"]


def test_lines_are_text_and_blank_ones_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okfsearch.mcp_stdio.Cutter", lambda: Cutter(8))
    reading, writing = os.pipe()
    os.write(writing, b"one\n\n \r\nmuch too long\n\xff\nlast without end")
    os.close(writing)

    async def read() -> list[str]:
        return [line async for line in Lines(reading)]

    assert asyncio.run(read()) == ["one", TOO_LONG, "\ufffd"]
    os.close(reading)


def test_reading_ends_with_a_descriptor_that_is_none() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)

    async def read() -> list[str]:
        return [line async for line in Lines(reading)]

    assert asyncio.run(read()) == []


def test_everything_is_written_though_the_pipe_is_small() -> None:
    reading, writing = os.pipe()
    text = "höhe " * 100_000
    received: list[bytes] = []

    def drain() -> None:
        while data := os.read(reading, 65_536):
            received.append(data)

    thread = threading.Thread(target=drain)
    thread.start()

    async def write() -> None:
        sink = Sink(writing)
        await sink.write(text)
        await sink.flush()
        assert not sink.broken

    asyncio.run(write())
    os.close(writing)
    thread.join(20)
    assert b"".join(received).decode() == text


def test_a_peer_that_is_gone_is_noticed_and_later_texts_are_dropped() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    async def write() -> None:
        sink = Sink(writing)
        await sink.write("one")
        assert sink.broken
        await sink.write("two")

    asyncio.run(write())
    os.close(writing)


def test_a_write_that_was_called_off_harms_nobody() -> None:
    reading, writing = os.pipe()

    async def write() -> None:
        sink = Sink(writing)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(sink.write("x" * 10_000_000), 0.05)
        os.close(reading)
        await sink.write("y")
        assert sink.broken

    asyncio.run(write())
    os.close(writing)


def in_child(body: str) -> tuple[str, str]:
    """Run some code in a process of its own, and return what came out of standard output and error."""
    code = f"import os\nfrom okfsearch.mcp_stdio import claimed\n{body}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, input="for the protocol", check=True)
    return done.stdout, done.stderr


def test_what_anybody_prints_goes_to_standard_error() -> None:
    printed, complained = in_child(
        """
print("before")
with claimed() as (reading, writing):
    print("library")
    os.system("echo child")
    assert os.read(0, 10) == b""
    assert os.read(reading, 30) == b"for the protocol"
    os.write(writing, b"protocol\\n")
print("after")
"""
    )
    assert printed == "before\nprotocol\nafter\n"
    assert sorted(complained.split()) == ["child", "library"]


def test_without_standard_error_stray_output_goes_nowhere() -> None:
    body = """
os.close(2)
with claimed() as (_, writing):
    print("library")
    os.write(writing, b"protocol\\n")
"""
    assert in_child(body) == ("protocol\n", "")


def test_closed_standard_streams_are_refused() -> None:
    standard_input = os.dup(0)
    os.close(0)
    try:
        with pytest.raises(InvalidRequest), claimed():
            raise AssertionError
    finally:
        os.dup2(standard_input, 0)
        os.close(standard_input)


def test_descriptors_are_given_back(capfd: pytest.CaptureFixture[str]) -> None:
    with claimed() as (_, writing):
        os.write(writing, b"protocol\n")
        os.write(1, b"library\n")
    os.write(1, b"after\n")
    assert capfd.readouterr() == ("protocol\nafter\n", "library\n")


def test_a_standard_error_that_is_closed_is_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    standard_error = os.dup(2)
    os.close(2)
    try:
        with claimed() as (_, writing):
            os.write(1, b"library\n")
            os.write(writing, b"protocol\n")
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)
    assert capfd.readouterr() == ("protocol\n", "")


def test_news_grow_over_all_phases() -> None:
    meter = Meter()
    assert meter.take() is None
    meter.report(Progress("capture", 0, None, None))
    assert meter.take() is None
    meter.report(Progress("capture", 4, None, "d.md"))
    assert meter.take() == News(4, "capture: 4")
    meter.report(Progress("documents", 0, 4, None))
    assert meter.take() is None
    meter.report(Progress("documents", 1, 4, "a.md"))
    meter.report(Progress("documents", 3, 4, "c.md"))
    assert meter.take() == News(7, "documents: 3 of 4")
    assert meter.take() is None
