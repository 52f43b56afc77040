"""Where calls of tools are answered: always with a whole reply or an envelope, whatever an agent says.

It knows nothing of the protocol, and works on the thread that calls.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from okfsearch._cancel import Cancelled
from okfsearch._json import encode
from okfsearch._progress import Report
from okfsearch.errors import BundleError, SearchError
from okfsearch.mcp_call import Call, Reply
from okfsearch.mcp_doors import Doors
from okfsearch.mcp_envelope import envelope_of, envelope_of_failure, envelope_of_violations
from okfsearch.mcp_schemas import find_violations
from okfsearch.mcp_shelf import Shelf
from okfsearch.mcp_tools import TOOLS, Tool

__all__ = ["Answer", "Desk"]

#: It has no handler here, so that what goes wrong is told on standard error.
_LOG = logging.getLogger(__name__)


@frozen
class Answer:
    """Hold what goes back to an agent.

    Attributes:
        structured: plain data: a tool's answer, or an envelope.
        text: what stands beside it.
        is_error: whether it is an envelope.
    """

    structured: dict[str, Any]
    text: str
    is_error: bool


@frozen
class Desk:
    """Answer calls; it may be shared between threads.

    Example:
        >>> import okfsearch
        >>> desk = Desk(Doors())
        >>> desk.answer("search_sections", {"bundle_path": "here", "query": "tide"}).structured["code"]
        'invalid_request'
        >>> desk.answer("search_sections", {"query": 7}).structured["diagnostics"][1]["message"]
        'The argument query has the wrong type.'
    """

    doors: Doors
    shelf: Shelf = field(factory=Shelf)

    def answer(
        self, name: str, arguments: Mapping[str, Any], cancelled: Cancelled = lambda: False, progress: Report | None = None
    ) -> Answer:
        """Answer one call; nothing is raised."""
        try:
            tool = next((tool for tool in TOOLS if tool.name == name), None)
            if tool is None:
                return _refused(envelope_of(BundleError("invalid_request", "There is no such tool.")))
            violations = find_violations(tool.takes, arguments)
            if violations:
                return _refused(envelope_of_violations(violations, "The arguments are not of the form that the tool takes."))
            call = Call(arguments=arguments, doors=self.doors, shelf=self.shelf, cancelled=cancelled, progress=progress)
            return _checked(tool, tool.run(call))
        except SearchError as error:
            return _refused(envelope_of(error))
        except Exception:  # noqa: BLE001 - an agent gets an answer whatever happened, and the log has the rest
            _LOG.exception("A call failed.")
            return _refused(envelope_of_failure())


def _checked(tool: Tool, reply: Reply) -> Answer:
    """Hold a reply to the schema that the agent was told, before it leaves."""
    violations = find_violations(tool.gives, reply.structured)
    if violations:
        return _refused(envelope_of_violations(violations, "The answer is not of the form that the tool gives."))
    return Answer(reply.structured, reply.text, is_error=False)


def _refused(envelope: dict[str, Any]) -> Answer:
    return Answer(envelope, encode(envelope), is_error=True)
