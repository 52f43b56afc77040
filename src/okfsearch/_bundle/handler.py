# Neither PyYAML's handler nor its loader says what it returns.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
"""The door for users of python-frontmatter: our boundaries, their values.

Imported only when asked for, because python-frontmatter and PyYAML come with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler

from okfsearch._bundle.frontmatter import FrontmatterFault, read_frontmatter
from okfsearch._bundle.layout import split_layout
from okfsearch.errors import DocumentErrors, LimitExceeded
from okfsearch.limits import Limits

#: Keys that `Post` cannot take as keywords, and the names under which a post has them instead.
_TAKEN = {"content": "content_", "handler": "handler_", "self": "self_"}
_RESTORED = {name: key for key, name in _TAKEN.items()}


class OKFHandler(YAMLHandler):
    r"""Load a concept as a `Post` with exactly the boundaries that the search sees.

    A line of exactly `---` opens and closes the block; a block that is never closed is body, and so is a text that begins with
    `{`.  Values are those of PyYAML's safe loader, as with the library's own handler, so `no` is False here although the
    search reads it as text.  Keys become strings; `content`, `handler` and `self` get an underscore behind them, and lose it
    again in `frontmatter.dumps`.

    What the library does before and after a handler is asked, no handler can undo: it turns CRLF into LF, strips the whole
    text (so a blank line in front of the block is forgiven) and strips the body.

    Raises `DocumentErrors` for a block that the search would refuse, or whose values the safe loader cannot make, and
    `LimitExceeded` for one beyond the larger cap of `frontmatter_bytes`.

    Example:
        >>> import frontmatter
        >>> from okfsearch._bundle.handler import OKFHandler
        >>> post = frontmatter.loads("---\ntitle: Tides\n---\n{ebb}\n----\nflow\n", handler=OKFHandler())
        >>> post["title"], post.content
        ('Tides', '{ebb}\n----\nflow')
    """

    def detect(self, text: str) -> bool:
        """Tell whether a text has a closed block."""
        return split_layout(text.encode("utf-8", "surrogatepass")).frontmatter is not None

    def split(self, text: str) -> tuple[str, str]:
        """Split a text into block and body; raise ValueError, which the library takes for "no block", when there is none."""
        data = text.encode("utf-8", "surrogatepass")
        layout = split_layout(data)
        if layout.frontmatter is None:
            reason = "the text has no closed frontmatter block"
            raise ValueError(reason)
        block, body = layout.frontmatter.slice(data), layout.body.slice(data)
        return block.decode("utf-8", "surrogatepass"), body.decode("utf-8", "surrogatepass")

    def load(self, fm: str, **kwargs: object) -> dict[str, Any]:
        """Read the values of a block; PyYAML's `Loader` may be given."""
        loader: Any = kwargs.get("Loader") or getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        data = fm.encode("utf-8", "surrogatepass")
        limits = Limits.large()
        limits.check("frontmatter_bytes", len(data))
        try:
            read_frontmatter(data)
            # The library's own handler refuses a block with a second document, which the search passes over.
            values = next(yaml.load_all(fm, loader), None) or {}
        except FrontmatterFault as fault:
            raise _refusal(fault.code, fault.line) from fault
        except (MemoryError, RecursionError) as error:
            raise LimitExceeded.of("frontmatter_bytes", limits.frontmatter_bytes) from error
        # What the safe loader makes of dates, numbers and tags that are valid YAML can fail in many ways, all of them its own.
        except Exception as error:
            raise _refusal("invalid_frontmatter", None) from error
        return _named(values)

    def export(self, metadata: Mapping[str, object], **kwargs: object) -> str:
        """Write values as YAML, under the names they had in the block."""
        return str(super().export({_RESTORED.get(name, name): value for name, value in metadata.items()}, **kwargs))


def _named(values: Mapping[object, Any]) -> dict[str, Any]:
    """Make every key a string that can be a keyword."""
    texts = {key if isinstance(key, str) else str(key): value for key, value in values.items()}
    return {_TAKEN.get(key, key): value for key, value in texts.items()}


def _refusal(code: str, line: int | None) -> DocumentErrors:
    # The block begins on the second line of its text, and nobody knows its path here.
    where = {"path": None, "line": None if line is None else line + 1, "code": code}
    return DocumentErrors(code, "The frontmatter cannot be read.", {"documents": (where,)})
