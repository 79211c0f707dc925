"""How the pages are built: ``scripts/docs``."""

import json
import os
import re
from pathlib import Path

from docutils import nodes
from pygments.lexers.data import JsonLexer
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

from gridgames import __version__
from gridgames.study.rules.book import PAGES, SITE

project = "gridgames"
author = "the gridgames developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
toc_object_entries = False  # the contents of every page would have them all
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"gridgames {version}"
html_static_path = ["_static"]
html_css_files = ["figures.css", "site.css"]
html_js_files = [("figures.js", {"defer": "defer"}), ("search.js", {"defer": "defer"})]
html_additional_pages = {"search": "search.html"}
html_theme_options = {"top_of_page_buttons": []}
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/language.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False
html_baseurl = os.environ.get(SITE, "")

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "undoc-members": False}

_RULE = re.compile(r"[a-z]{2}-[a-z]+-\d\d")
_ENGLISH = re.compile(r"\.\./([\w/-]+)\.md(#.*)?")
_DOCS = Path(__file__).parent
_OTHERS = {"en": ("pt_BR", "Em português"), "pt_BR": ("..", "In English")}


class RuleObjects(SphinxTransform):
    """Make each rule an object, to link to and to search for."""

    default_priority = 500

    def apply(self, **_: object) -> None:
        """Note the headings that are rules."""
        for section in self.document.findall(nodes.section):
            name = section["ids"][0]
            if _RULE.fullmatch(name):
                self.env.domains.standard_domain.note_object(
                    "rule", name.upper(), name, location=section
                )


class LinksToEnglish(SphinxTransform):
    """Lead from a page in another language to the English page where that is the only one."""

    default_priority = 500

    def apply(self, **_: object) -> None:
        """Replace links one folder up, which is outside the sources of this language."""
        for link in list(self.document.findall(pending_xref)):
            found = _ENGLISH.fullmatch(link["reftarget"])
            if found and (_DOCS / f"{found[1]}.md").exists():
                address = f"../{found[1]}.html{found[2] or ''}"
                link.replace_self(nodes.reference("", "", *link.children, refuri=address))


def name_other_language(
    app: Sphinx, page: str, _template: str, context: dict[str, object], _doctree: object
) -> None:
    """Let the sidebar lead to the same page in the other language, or to its first page."""
    folder, name = _OTHERS[app.config.language]
    is_written = (_DOCS / "pt_BR" / f"{page}.md").exists()
    is_in_both = is_written or page.startswith(("rules/", "compare/", "cards/"))
    is_in_both |= page in (*PAGES, "search")
    target = f"{page if is_in_both else 'index'}.html"
    context["other_language"] = f"{'../' * page.count('/')}{folder}/{target}"
    context["other_language_name"] = name


def add_written_files(app: Sphinx, config: Config) -> None:
    """Add the style sheet that is written with the pages."""
    config.html_static_path.append(str(Path(app.srcdir, "_static")))


def leave_search_to_the_site(app: Sphinx) -> None:
    """Make no index of Sphinx's own: ``_static/search.js`` searches."""
    app.builder.search = False


def write_sections(app: Sphinx, problem: Exception | None) -> None:
    """Write the sections of the guides for the search: title, address, first words and text."""
    if problem:
        return
    found = []
    for page in sorted(app.env.found_docs):
        if page.startswith(("rules/", "compare/")) or page in PAGES:
            continue
        document = app.env.get_doctree(page)
        for section in document.findall(nodes.section):
            parts = (one for one in section.children[1:] if not isinstance(one, nodes.section))
            text = " ".join(" ".join(one.astext() for one in parts).split())
            title = section.children[0].astext()
            top = "" if section.parent is document else f"#{section['ids'][0]}"
            address = app.builder.get_target_uri(page) + top
            found.append([title, address, f"{text[:160]}…" if text[160:] else text, text[:2000]])
    told = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    target = Path(app.outdir, "_static", "search-pages.js")
    target.write_text(f"gridgamesSearch.takePages({told});\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Know the rules, and the forms of docs/formats.md, which the tests tell apart by name."""
    app.add_lexer("jsonl", JsonLexer)
    app.add_lexer("position", TextLexer)
    app.add_object_type("rule", "rule")
    app.add_transform(RuleObjects)
    app.add_transform(LinksToEnglish)
    app.connect("config-inited", add_written_files)
    app.connect("html-page-context", name_other_language)
    app.connect("builder-inited", leave_search_to_the_site)
    app.connect("build-finished", write_sections)
