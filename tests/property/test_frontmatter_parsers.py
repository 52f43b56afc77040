"""Law: libyaml and the parser without it give one answer, down to the line of a value."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from okfsearch._bundle.frontmatter import FrontmatterFault, compose_frontmatter

PIECES = (
    *(
        "a",
        "b",
        "title",
        "key",
        ": ",
        ":",
        "- ",
        "-",
        "? ",
        "?",
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        "\n ",
        " ",
        "  ",
        "\t",
        '"',
        "'",
        "[",
        "]",
    ),
    *(
        "{",
        "}",
        ", ",
        ",",
        "#",
        " # c",
        "\n# c\n",
        "&x ",
        "*x",
        "&y ",
        "*y ",
        "!",
        "!!str ",
        "!foo ",
        "!<t> ",
        "!e!t ",
        "|",
        ">",
        "|-",
        ">+",
    ),
    *(
        "|2",
        "%YAML 1.1\n",
        "%TAG ! x\n",
        "--- ",
        "---x",
        "...",
        "\n...\n",
        "@",
        "`",
        "\\",
        "\\n",
        "\\x41",
        "\\uD800",
        "\\U00110000",
        "\\\n",
    ),
    *(
        "<<: ",
        "<<",
        "~",
        "1",
        "true",
        "2020-01-01",
        "é",
        "\x85",
        "\u2028",
        "\ufeff",
        "\xa0",
        "\r\n",
        "\r",
        "😀",
        "=",
        ".",
        "value one",
    ),
    *(
        "a: b\n",
        "- c\n",
        'key: "v"\n',
        "k: [a, b]\n",
        "t:\n  - q\n",
        '"q": z\n',
        "\ntitle: x\n",
        "a?b",
        "a:b",
        '"a":b',
        "::",
        "%",
        "\x07",
    ),
)
soup = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
blocks = st.one_of(
    soup,
    soup.map("a: {}\n".format),
    soup.map("a: b\nk:\n  {}\ntitle: t\n".format),
    soup.map("k: [{}]\n".format),
    soup.map("k: {{{}}}\n".format),
)


def answer(text: str, *, pure: bool) -> object:
    try:
        values = compose_frontmatter(text.encode(), text, pure=pure)
    except FrontmatterFault as fault:
        # Where a fault is noticed is the parser's own affair.
        return fault.code
    return values.title, values.graph


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML has no libyaml here")
@given(blocks)
@example("a: \t\n")
@example("k: [a:]\n")
@example("k: [!t, b]\n")
@example("a: |-#c\n")
@example("a: >\n \t\n")
@example("k: [?\n]\n")
@example("k: [a: \n ]\n")
@example("a: b\n...\n@\n")
def test_either_parser_gives_the_same_answer(text: str) -> None:
    assert answer(text, pure=False) == answer(text, pure=True)
