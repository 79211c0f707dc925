"""How the pages are built: ``scripts/docs``."""

from pygments.lexers.data import JsonLexer
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from gridgames import __version__

project = "gridgames"
author = "the gridgames developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3

html_theme = "alabaster"
html_theme_options = {
    "description": "Power Grid and Eletrika, exact and explained",
    "page_width": "75rem",
    "sidebar_width": "16rem",
}
html_show_sourcelink = False
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "undoc-members": False}


def setup(app: Sphinx) -> None:
    """Know the forms of docs/formats.md, which the tests tell apart by these names."""
    app.add_lexer("jsonl", JsonLexer)
    app.add_lexer("position", TextLexer)
