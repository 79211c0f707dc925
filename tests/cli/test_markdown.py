"""Markdown as the terminal shows it."""

import re

import pytest

from gridgames.languages.language import Language
from gridgames.study.rules.book import open_book
from gridgames.terminal import output
from gridgames.terminal.markdown import bullets, code, escaped, render

TABLE = "| Side | Mark | Rule |\n| --- | --- | --- |\n| **A** | = same | " + "word " * 20 + "|"


def shown(text: str, columns: int = 80) -> list[str]:
    with output.within(columns):
        lines = render(text)
    return ["".join(part for part, _ in line) for line in lines]


def test_blocks_are_apart_and_a_heading_belongs_to_what_follows():
    text = "# Title\nfirst\n\nsecond\n\n<b>\n\n- **one:** two\n- three\n  - four\n\n        pic"
    assert shown(text) == [
        *("Title", "first", "", "second", "", "one: two", "three", "  four", ""),
        "        pic",
    ]


def test_a_table_is_aligned_if_it_fits_and_has_lines_if_not():
    assert shown("| | U |\n|---|---|\n| T | yes |\n| S | |") == ["   U", "T  yes", "S"]
    for columns in (50, 80):
        lines = shown(TABLE, columns)
        assert {len(line) for line in lines} == {columns}
        assert "Rule" in "".join(lines)
    assert re.match(r"│ A +│", shown(TABLE, 50)[4])
    assert re.match(r"│ = same +│", shown(TABLE, 50)[5])
    assert re.match(r"│ A +│ = same +│", shown(TABLE, 80)[3])


@pytest.mark.parametrize("text", ["*a* | `b` <c> [d](e)", "- a", "1. a", "# a", "+ a", "_a_ &lt;"])
def test_escaped_text_is_shown_as_it_is(text):
    assert shown(escaped(text)) == [text]
    assert shown(bullets([escaped(text), code(text)])) == [text, text]


def test_no_word_of_a_rule_is_lost():
    for entry in [one for language in Language for one in open_book(language).values()][::4]:
        for text in (entry.rule.text, *(one.text for one in entry.rule.examples)):
            words = re.findall(r"\w+", " ".join(shown(text)))
            assert words == re.findall(r"\w+", text), entry.rule.id
