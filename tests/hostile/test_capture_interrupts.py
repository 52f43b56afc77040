"""Cancellation and Ctrl-C at every moment: typed or passed on, nothing open, and the next capture right."""

from __future__ import annotations

import random
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from okfsearch import SearchCancelled, Snapshot, Visibility, capture_bundle
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from okfsearch._bundle.reading import READ_BYTES
from tests.wrapped_calls import Wrapped, descriptors, source, write_tree

TREES = pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
FILES = {"a.md": b"1", "b/c.md": b"2", "b/d/e.md": b"3", "b/.gitignore": b"x\n", "large": b"0" * (2 * READ_BYTES + 1)}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "bundle", FILES)


class Countdown:
    """Answer yes from the n-th question on."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@TREES
def test_cancelling_at_every_question(bundle: Path, tree: type[DescriptorTree]) -> None:
    expected = Snapshot.of(FILES, visibility=Visibility.auto())
    before = descriptors()
    snapshot, asked = None, -1
    while snapshot is None:
        asked += 1
        with suppress(SearchCancelled):
            snapshot = source(bundle, tree=tree, visibility=Visibility.auto()).capture(cancelled=Countdown(asked))
        assert descriptors() == before
    assert snapshot == expected
    # Two slices of the large file are read and three digested with a question before each, besides one for each entry.
    assert asked > len(FILES) + 2 + 3


def test_comparing_and_refreshing_can_be_cancelled_too(bundle: Path) -> None:
    snapshot = capture_bundle(bundle)
    for ask in (snapshot.changed, snapshot.refresh):
        for asked in range(8):
            with pytest.raises(SearchCancelled):
                ask(cancelled=Countdown(asked))


def test_a_full_folder_is_listed_in_slices(tmp_path: Path) -> None:
    for number in range(4096):
        (tmp_path / str(number)).touch()
    wrapped = Wrapped()
    with pytest.raises(SearchCancelled):
        source(tmp_path, calls=wrapped.calls()).capture(cancelled=Countdown(1))
    assert wrapped.made.count("next") == 4096
    assert wrapped.made.count("open") == 1
    assert not wrapped.open
    assert not wrapped.listings


@TREES
def test_an_interrupt_in_every_call_passes_and_leaves_nothing_open(bundle: Path, tree: type[DescriptorTree]) -> None:
    expected = Snapshot.of(FILES)
    before = descriptors()
    for number in range(10_000):
        left = [number]

        def fault(_: str, __: object, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] < 0:
                left[0] = 10**9
                raise KeyboardInterrupt

        wrapped = Wrapped(fault)
        try:
            assert source(bundle, tree=tree, calls=wrapped.calls()).capture() == expected
            break
        except KeyboardInterrupt:
            assert descriptors() == before
            assert not wrapped.listings
    assert number > 20


class Rung(BaseException):
    """The bell of the alarm."""


def ring(*_: object) -> None:
    raise Rung


@TREES
def test_a_signal_at_any_moment_leaves_nothing_open(
    tmp_path: Path, tree: type[DescriptorTree], monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = write_tree(tmp_path, {f"{folder}/{number}.md": b"x" for folder in range(6) for number in range(6)})
    expected = capture_bundle(bundle)
    before = descriptors()
    moments = random.Random(7)
    rung = 0
    # A listing that is cut short before it is in hand is closed by the interpreter, which says so.
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    old = signal.signal(signal.SIGALRM, ring)
    try:
        for _ in range(300):
            try:
                try:
                    signal.setitimer(signal.ITIMER_REAL, moments.uniform(1e-5, 4e-3))
                    source(bundle, tree=tree).capture()
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            except Rung:
                rung += 1
    finally:
        signal.signal(signal.SIGALRM, old)
    assert rung > 20
    assert descriptors() == before
    assert source(bundle, tree=tree).capture() == expected


@TREES
def test_a_tree_that_was_not_even_begun_can_be_dropped(tree: type[DescriptorTree]) -> None:
    tree.__new__(tree).__del__()
