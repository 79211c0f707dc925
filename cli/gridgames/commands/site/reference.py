"""The pages beside the rules: frequent questions, the glossary, and dated changes."""

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape

from gridgames.commands.site.figures import Figures
from gridgames.commands.site.markdown import anchored, linked, reference
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.study.rules.pictured import picture_of
from gridgames.study.rules.reference import (
    CHANGES,
    FAQ,
    GLOSSARY,
    TONGUES,
    Asked,
    Term,
    frequent,
    terms_of,
)
from gridgames.study.rules.reference_text import answered, changes_text, faq_text, glossary_text
from gridgames.terminal.markdown import escaped, joined, table


def reference_pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page."""
    figures = Figures()
    asked = faq_text(partial(_asked, figures=figures)).split("\n", 1)
    yield f"{FAQ}.md", linked("\n".join((asked[0], "", figures.shared(), asked[1])))
    yield f"{GLOSSARY}.md", linked(glossary_text(_words))
    yield f"{CHANGES}.md", linked(changes_text())


def asked_of(rule: str) -> list[str]:
    """Return links to the frequent questions about a rule."""
    return [
        reference(one.ask, anchor_of_question(one))
        for one in frequent(current_language())
        if rule in one.rules
    ]


def links_to_terms(rule: str) -> list[str]:
    """Return links to the terms that a rule explains."""
    page = f"../{GLOSSARY}.html"
    found = [
        f'<a href="{page}#term-{one.key}">{escape(one.words["en"])}</a>' for one in terms_of(rule)
    ]
    return [", ".join(found)] if found else []


def _asked(one: Asked, figures: Figures) -> str:
    """Return a question with its answer, and the picture of the first of its rules with one."""
    text = anchored(answered(one), anchor_of_question(one))
    for rule in one.rules:
        if found := picture_of(rule, one.game):
            summary = f"<summary>{say('A position: {rule}', rule=rule)}</summary>"
            figure = figures.figure(found, anchor_of_question(one), found.command(rule))
            return joined([text, f"<details>\n{summary}", figure, "</details>"])
    return text


def anchor_of_question(one: Asked) -> str:
    """Return the anchor of a frequent question."""
    return f"faq-{one.key}"


def _words(found: Sequence[Term]) -> str:
    """Return a table of terms, with a column for each language that has one of them."""
    tongues = [tongue for tongue in TONGUES if any(tongue in one.words for one in found)]
    rows = []
    for one in found:
        anchor = f'<span id="term-{one.key}"></span>'
        words = [escaped(one.words.get(tongue, "")) for tongue in tongues]
        rows.append([anchor + words[0], *words[1:], ", ".join(one.rules)])
    heads = [*(TONGUES[one] for one in tongues), say("Rules")]
    return f'<div class="terms">\n\n{table(heads, rows)}\n\n</div>'
