"""Write the pages into a folder, for Sphinx.

PYTHONPATH=scripts python3 -m site_pages FOLDER LANGUAGE
"""

import sys
from pathlib import Path

from gridcommon.errors import NotationError
from gridgames.languages.language import Language, use_language
from gridgames.study.rules.book import find_tests
from site_pages.cards import card_pages
from site_pages.figures import style_sheet
from site_pages.pages import (
    compared_topics,
    comparison_pages,
    reference_pages,
    rows_of_rules,
    rule_pages,
    search_files,
)


def write(target: Path, language: Language) -> None:
    """Write all pages in a language. Raises NotationError outside a checkout."""
    tests = find_tests()
    if tests is None:
        raise NotationError("the tests are missing: run this in a checkout")
    with use_language(language):
        parts = compared_topics()
        rules = rule_pages(tests, rows_of_rules(parts))
        pages = [*comparison_pages(parts), *rules, *reference_pages(), *card_pages()]
        pages += [*search_files(), ("_static/figures.css", style_sheet())]
    for name, content in pages:
        page = target / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(content if isinstance(content, bytes) else content.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]), Language(sys.argv[2]))
