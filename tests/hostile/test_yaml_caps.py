"""Every cap of the YAML graph: exactly at it passes, one more fails, and nothing is expanded to find out."""

from __future__ import annotations

import copy
import pickle

import pytest

from okfsearch._bundle.frontmatter import Frontmatter, FrontmatterFault, read_frontmatter

PURE = pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])


def read(text: str, *, pure: bool = False) -> Frontmatter:
    return read_frontmatter(text.encode(), pure=pure)


def code(text: str, *, pure: bool = False) -> str:
    with pytest.raises(FrontmatterFault) as caught:
        read(text, pure=pure)
    return caught.value.code


SHAPES = {
    "flow lists": lambda depth: f"k: {'[' * (depth - 1)}{']' * (depth - 1)}\n",
    "flow lists on lines": lambda depth: "k: " + "[\n " * (depth - 1) + "]" * (depth - 1) + "\n",
    "flow mappings": lambda depth: f"k: {'{a: ' * (depth - 1)}{'}' * (depth - 1)}\n",
    "dashes": lambda depth: f"k:\n {'- ' * (depth - 1)}x\n",
    "question marks": lambda depth: f"{'? ' * depth}x\n",
    "block mappings": lambda depth: "".join(f"{' ' * level}k:\n" for level in range(depth)),
    "quoted keys": lambda depth: "".join(f'{" " * level}"k":\n' for level in range(depth)),
}


@PURE
@pytest.mark.parametrize("shape", SHAPES)
def test_containers(shape: str, pure: bool) -> None:
    assert read(SHAPES[shape](64), pure=pure).keys == (("k",) if shape != "question marks" else ())
    for depth in (65, 100, 900, 5_000):
        assert code(SHAPES[shape](depth), pure=pure) == "invalid_yaml_graph"


@PURE
@pytest.mark.parametrize("opening", ["[", "{", "[a, ", "{a: ", "- ", "? ", "[[", "{? "])
def test_a_block_full_of_openings_fails_early(opening: str, pure: bool) -> None:
    assert code("k: \n " + opening * 60_000, pure=pure) in {"invalid_yaml_graph", "invalid_frontmatter"}


def chain(links: int) -> str:
    return "a0: &a0 {title: x}\n" + "".join(f"a{link}: &a{link} {{<<: *a{link - 1}}}\n" for link in range(1, links))


@PURE
def test_hops(pure: bool) -> None:
    values = read(chain(64) + "<<: *a63\n", pure=pure)
    assert (values.title, values.text("title")) == ("x", "x")
    assert code(chain(65) + "<<: *a64\n", pure=pure) == "invalid_yaml_graph"


def test_nodes() -> None:
    # The root, one key, the list and its items.
    block = "k: [{}]\n".format
    assert len(read(block("a, " * 99_996 + "a")).graph.nodes) == 100_000
    assert code(block("a, " * 99_997 + "a")) == "invalid_yaml_graph"


def test_edges() -> None:
    # An alias is an edge to its parent and one to its target, and a node.
    block = "a: &a x\nk: [{}]\n".format
    assert code(block("*a, " * 49_998 + "*a")) == "invalid_yaml_graph"
    assert read(block("*a, " * 49_996 + "*a")).texts("k") == ("x",) * 49_997


@PURE
def test_expansion_is_counted_not_done(pure: bool) -> None:
    def bomb(levels: int) -> str:
        return "a0: &a0 x\n" + "".join(
            f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, levels)
        )

    values = read(bomb(6), pure=pure)
    assert len(values.graph.nodes) == 13
    assert code(bomb(7), pure=pure) == code(bomb(60), pure=pure) == "invalid_yaml_graph"
    # What is under the cap may still be large when expanded; no ordinary use of the value does so.
    for again in (pickle.loads(pickle.dumps(values)), copy.deepcopy(values), read(bomb(6), pure=pure)):
        assert again == values
        assert again.graph == values.graph
        assert hash(again.graph) == hash(values.graph)
    assert len(repr(values)) < 100
    assert len(repr(values.graph)) < 2_000
    assert len(values.value("a5").leaves) == 1  # type: ignore[union-attr]


def test_merges_that_meet_again_are_settled_once() -> None:
    # Each level asks the one below twice, in a way that a search without memory would double each time.
    block = "a0: &a0 {x: y}\n" + "".join(f"a{n}: &a{n}\n  <<: [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 12)) + "<<: *a11\n"
    values = read(block)
    assert (values.title, values.text("x")) == (None, "y")


@PURE
def test_many_keys_anchors_and_merges(pure: bool) -> None:
    keys = "".join(f"k{n}: &a{n} {{t: v}}\n" for n in range(2_000))
    values = read(keys + f"<<: [{', '.join(f'*a{n}' for n in range(2_000))}]\ntitle: x\n", pure=pure)
    assert (values.title, values.text("t"), len(values.keys)) == ("x", "v", 2_001)


LARGE = {
    "one scalar": "k: " + "x" * 262_000,
    "words": "k: " + "x " * 131_000,
    "double quoted": 'k: "' + "x " * 131_000 + '"',
    "escapes": 'k: "' + "\\n" * 131_000 + '"',
    "single quoted": "k: '" + "''" * 131_000 + "'",
    "literal": "k: |\n" + " x\n" * 87_000,
    "folded": "k: >\n" + " x\n\n" * 65_000,
    "blanks": "k:" + " " * 262_000 + "x",
    "tabs": "k:" + "\t" * 262_000 + "x",
    "blank lines": "k:" + "\n" * 262_000 + " x",
    "comments": "# c\n" * 65_000 + "k: x",
    "a tag": "k: !" + "x" * 262_000 + " y",
    "digits": "k: " + "9" * 262_000,
    "fraction": "k: 1." + "9" * 262_000,
    "underscores": "k: 1" + "_" * 262_000 + "1",
    "flow items": "k: [" + "a," * 30_000 + "]",
}


@pytest.mark.parametrize("shape", LARGE)
def test_large_blocks_are_read_the_same_by_both(shape: str) -> None:
    plain, pure = read(LARGE[shape]), read(LARGE[shape], pure=True)
    assert plain == pure
    assert plain.graph == pure.graph
    assert plain.keys == ("k",)


@PURE
@pytest.mark.parametrize("block", ["x" * 1_025 + ": y\n", '"' + "x" * 1_025 + '": y\n', "x" * 200_000 + ": y\n", "a b\nc: d\n"])
def test_a_key_has_an_end(block: str, pure: bool) -> None:
    assert code(block, pure=pure) == "invalid_frontmatter"
