"""The events of the first YAML document of a block, the same from either parser.

libyaml is asked when PyYAML was built with it, else the mended parser of `yaml_pure`.  What the two would judge differently
is refused here, before either is asked.  The meaning of an event belongs to `yaml_graph`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from itertools import islice
from typing import Any, Literal

from attrs import frozen

from okfsearch._bundle.faults import FrontmatterFault
from okfsearch._cancel import SLICE_TOKENS, Cancelled, check

What = Literal["mapping", "sequence", "end", "scalar", "alias"]

#: Characters no YAML stream may hold.  libyaml finds them late and the pure parser early, so both are spared the question.
_FORBIDDEN = re.compile(r"[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: Directives, and a byte order mark at the start of a later line.  No parser agrees with another about them.
_DISPUTED = re.compile(r"(?:\A|[\n\r\x85\u2028\u2029])([%\ufeff])")

_STEPS_BEYOND = 3


@frozen
class Event:
    """Hold one step through a document.

    Attributes:
        what: a container begins or ends, or a leaf.
        offset: the code point at which it begins.
        anchor: the anchor's name, or for an alias the name it points to.
        tag: the tag as resolved, or None when none (or only `!`) was written.
        text: the text of a scalar.
        plain: whether a scalar stands without quotes and is no block.
    """

    what: What
    offset: int
    anchor: str | None = None
    tag: str | None = None
    text: str = ""
    plain: bool = False


def read_events(text: str, *, cancelled: Cancelled, pure: bool = False) -> Iterator[Event]:
    """Yield the events of the first document; a text without any document yields nothing.

    `pure` asks for the parser without libyaml even where libyaml is there.
    Raises `FrontmatterFault` for what is not YAML, and `SearchCancelled`.
    """
    for refused in (_FORBIDDEN.search(text), _DISPUTED.search(text)):
        if refused is not None:
            raise FrontmatterFault("invalid_frontmatter", physical_line(text, refused.end() - 1))
    # Late, because most blocks never come here.
    import yaml

    with closing(_events_of(yaml, text, cancelled, pure=pure)) as source:
        try:
            yield from _steps(yaml, source, text, cancelled)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            # libyaml has a cap of its own, far above the graph's, which it meets while it looks for the end of a key.
            code = "invalid_yaml_graph" if "nesting depth" in str(getattr(error, "problem", "")) else "invalid_frontmatter"
            line = None if mark is None else physical_line(text, mark.index)
            raise FrontmatterFault(code, line, excess=code == "invalid_yaml_graph") from error


def physical_line(text: str, offset: int) -> int:
    """Return the 1-based line of a code point, counting LF only: YAML itself would count other marks too."""
    return 1 + text.count("\n", 0, offset)


def _steps(yaml: Any, source: Iterator[Any], text: str, cancelled: Cancelled) -> Iterator[Event]:
    flow = 0
    for count, event in enumerate(source):
        if count % SLICE_TOKENS == 0:
            check(cancelled)
        if isinstance(event, yaml.DocumentEndEvent):
            break
        step = _step(yaml, event)
        if step is None:
            continue
        if flow and _is_disputed(step, text):
            raise FrontmatterFault("invalid_frontmatter", physical_line(text, step.offset))
        if step.what in {"mapping", "sequence"}:
            flow += bool(flow or event.flow_style)
        elif step.what == "end" and flow:
            flow -= 1
        yield step
    _look_beyond(yaml, source)


def _look_beyond(yaml: Any, source: Iterator[Any]) -> None:
    """Take the first steps into what follows the first document.

    It is ignored, but the reference's scanner has to see its first words, and refuses the block when it cannot.
    """
    with suppress(yaml.parser.ParserError):
        for _ in islice(source, _STEPS_BEYOND):
            pass


def _is_disputed(step: Event, text: str) -> bool:
    """Tell whether a step inside a flow collection has to do with a question mark, over which parsers fall out.

    A text that holds one is no YAML to the reference; a pair that begins with one is read by everyone in another way.
    """
    if step.what == "mapping":
        return text.startswith("?", step.offset)
    return step.plain and "?" in step.text


def _events_of(yaml: Any, text: str, cancelled: Cancelled, *, pure: bool) -> Generator[Any, None, None]:
    if yaml.__with_libyaml__ and not pure:
        return yaml.parse(text, Loader=yaml.CBaseLoader)  # type: ignore[no-any-return]  # the module came as Any
    # Late, because its classes need PyYAML's.
    from okfsearch._bundle.yaml_pure import parse_pure

    return parse_pure(text, cancelled)


def _step(yaml: Any, event: Any) -> Event | None:
    offset = event.start_mark.index
    if isinstance(event, yaml.ScalarEvent):
        tag = event.tag if event.tag != "!" else None
        return Event("scalar", offset, event.anchor, tag, event.value, plain=not event.style)
    if isinstance(event, yaml.MappingStartEvent):
        return Event("mapping", offset, event.anchor)
    if isinstance(event, yaml.SequenceStartEvent):
        return Event("sequence", offset, event.anchor)
    if isinstance(event, yaml.AliasEvent):
        return Event("alias", offset, event.anchor)
    if isinstance(event, yaml.CollectionEndEvent):
        return Event("end", offset)
    return None
