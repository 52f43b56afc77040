"""Law: where every mark is escaped, or stands in a code span, everything stays as it is written."""

from __future__ import annotations

import re

from hypothesis import assume, given

from okfsearch._bundle.inline import read_heading
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS, plain_sources, sources

MARKS = re.compile(r"[!-/:-@\[-`{-~]")
UNCAPPED = Limits(heading_delimiters=1_000)


@given(sources | plain_sources)
def test_escaped_marks_are_text(source: str) -> None:
    escaped = MARKS.sub(r"\\\g<0>", " ".join(source.split("\n"))).rstrip(" \t\r")
    assert read_heading(escaped, LABELS, limits=UNCAPPED) == escaped


@given(sources | plain_sources)
def test_a_code_span_keeps_its_content(source: str) -> None:
    content = source.replace("`", "'")
    assume(content.strip(" \t\n\r"))
    assert read_heading(f"` {content} `", LABELS, limits=UNCAPPED) == content
