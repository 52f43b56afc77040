"""Strategies for Markdown made of pieces that block structure hangs on."""

from __future__ import annotations

import random

from hypothesis import strategies as st

PIECES = (
    *("# a", "## b ##", "#", "===", "---", "--", "-", "=", "***", "* * *", "- - -", "_ _ _"),
    *("+", "- ", "-\t", "* ", "+ ", "1. ", "2) ", "01. ", "1.\t", "10. ", "> ", ">", ">\t"),
    *("```", "````", "~~~", "``` x", "``` a`b", "~~~ `"),
    *("<b>", "<div>", "</div>", "<!--", "-->", "<pre>", "</pre>", "<?x", "?>", "<!X", "<![CDATA[", "]]>", "<a href='x'>"),
    *("<b/>", "</b >", "<b x=y", "<b> t", "<", "<1", "<script>"),
    *("alpha", "beta gamma", "**b** c", "| a |", "\\# e", "`c`", "é\u00a0", "[l](x)", "[x] y", "[q"),
    *(
        "[r]: /u",
        "[r]:",
        "[s]: <x y> 't'",
        '"t"',
        '"t" junk',
        "'t",
        "(t)",
        "]: /v",
        "[a\\]b]: /u (t\\)x)",
        "[a]: (x",
        "[a]: x(y)",
    ),
)
INDENTS = ("", "", "", " ", "  ", "   ", "    ", "\t", "> ", "- ", ">", "1. ", "> > ", "- > ")
ENDS = ("\n", "\n", "\n", "\n\n", "\r\n", " \n", "  \n", "\t\n")

_line = st.tuples(
    st.sampled_from(INDENTS), st.lists(st.sampled_from((*PIECES, "", "  ", "    ", "\t")), max_size=4), st.sampled_from(ENDS)
).map(lambda parts: parts[0] + "".join(parts[1]) + parts[2])

#: Documents of a few adversarial lines.
soup = st.lists(_line, max_size=10).map("".join)


def seeded_soup(seed: int) -> str:
    """Return one adversarial document, always the same for a seed."""
    rng = random.Random(seed)
    lines = [
        rng.choice(INDENTS) + "".join(rng.choices((*PIECES, "  ", "\t"), k=rng.choice((0, 1, 1, 1, 2, 3)))) + rng.choice(ENDS)
        for _ in range(rng.randint(1, 10))
    ]
    return "".join(lines)
