"""How Sphinx builds the documents: Markdown pages, the reference from the docstrings, no network."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

import okfsearch

project = "okfsearch"
author = "okfsearch contributors"
project_copyright = "okfsearch contributors"
release = version = installed("okfsearch")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "example-bundle"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# The reference is built without the optional packages.
autodoc_mock_imports = ["langchain_core", "llama_index", "pandas", "polars"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

# Only our own public names must resolve: the inventories of Python and of the dependencies lie on the network.
nitpicky = True
# Type variables and unions are names of the signatures only.
NAMES = ("federation.Bundles", "frames.Framed", "retrieval.Index", "retrieval.Mode", "section_result.Grounds", "wire.Kind")
nitpick_ignore_regex = [("py:.*", r"(?!okfsearch\.).*|okfsearch\._.*"), *(("py:.*", f"okfsearch.{name}") for name in NAMES)]

html_theme = "furo"
html_title = "okfsearch"


def resolve_home(app: Any, env: Any, node: Any, content: Any) -> Any:
    """Lead a signature, which names the room a class lives in, to the public name under which it is documented."""
    name = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in okfsearch.__all__:
        return None
    python = env.get_domain("py")
    return python.resolve_xref(env, node["refdoc"], app.builder, node["reftype"], f"okfsearch.{name}", node, content)


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx about it."""
    app.connect("missing-reference", resolve_home)
    return {"parallel_read_safe": True}
