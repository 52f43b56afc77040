"""Reading a block looks for a cancellation often enough, and needs neither a deep stack nor a second try."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import pytest

from okfsearch._bundle.frontmatter import FrontmatterFault, read_frontmatter
from okfsearch.errors import SearchCancelled

BLOCKS: dict[str, Callable[[int], str]] = {
    "many keys": lambda size: "".join(f"k{number}: 'a''b'\n" for number in range(size // 10)),
    "many items": lambda size: "k:\n" + "- !t b\n" * (size // 10),
    "one text": lambda size: 'k: "' + "a b " * (size // 4) + '"\n',
    "one literal": lambda size: "k: |\n" + "  a\n" * (size // 4),
    "one folded plain": lambda size: "k: a\n" + "  b c\n" * (size // 6),
    "comments": lambda size: "# c\n" * (size // 4) + "k: !t v\n",
    "blank lines": lambda size: "\n" * (size // 2) + "k: !t v\n",
}


def counter() -> tuple[Callable[[], bool], list[int]]:
    asked = [0]

    def cancelled() -> bool:
        asked[0] += 1
        return False

    return cancelled, asked


@pytest.mark.parametrize("block", BLOCKS)
def test_the_parser_without_libyaml_asks_in_proportion_to_the_text(block: str) -> None:
    answers: list[int] = []
    for size in (40_000, 80_000):
        cancelled, asked = counter()
        read_frontmatter(BLOCKS[block](size).encode(), cancelled=cancelled, pure=True)
        answers.append(asked[0])
    assert answers[0] >= 3
    assert 1.5 < answers[1] / answers[0] < 2.5


@pytest.mark.parametrize("pure", [False, True])
def test_a_cancellation_is_seen_at_every_question(pure: bool) -> None:
    data = BLOCKS["many items"](90_000).encode()
    cancelled, asked = counter()
    read_frontmatter(data, cancelled=cancelled, pure=pure)
    assert asked[0] >= 3
    for stop in (0, 1, asked[0] // 2, asked[0] - 1):
        questions = iter(range(stop + 1))
        with pytest.raises(SearchCancelled):
            read_frontmatter(data, cancelled=lambda questions=questions, stop=stop: next(questions) == stop, pure=pure)


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("text", ["k: " + "[" * 63 + "]" * 63, "k:\n " + "- " * 63 + "x", "k: " + "{a: " * 62 + "b" + "}" * 62])
def test_no_depth_of_the_stack_changes_the_answer(text: str, pure: bool) -> None:
    expected = read_frontmatter(text.encode(), pure=pure).graph
    found: list[object] = []

    def deep(left: int) -> None:
        if left:
            deep(left - 1)
        else:
            found.append(read_frontmatter(text.encode(), pure=pure).graph)

    def run() -> None:
        deep(sys.getrecursionlimit() - 120)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [expected]


def test_an_interrupt_passes_and_leaves_nothing_behind() -> None:
    data = BLOCKS["many items"](2_000).encode()

    def interrupt() -> bool:
        raise KeyboardInterrupt

    for pure in (False, True):
        with pytest.raises(KeyboardInterrupt):
            read_frontmatter(data, cancelled=interrupt, pure=pure)
        assert len(read_frontmatter(data, pure=pure).texts("k")) == 200


def test_half_a_block_is_never_more_than_a_fault() -> None:
    block = b"a: &x [b, 'c\\'', \"d\\x41\", {e: !!str f}]\ng: |2-\n   h\n? i\n: *x\n<<: {title: j}\n# k\n%\n"
    for end in range(len(block)):
        for start in (0, end // 2):
            for pure in (False, True):
                try:
                    read_frontmatter(block[start:end], pure=pure)
                except FrontmatterFault as fault:
                    assert fault.code in {"invalid_frontmatter", "invalid_yaml_graph"}
