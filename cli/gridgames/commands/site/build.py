"""Writing the pages of the documentation into a folder, for Sphinx."""

from pathlib import Path

from gridcommon.errors import NotationError, system_reason
from gridgames.commands.site.comparisons import compared_topics, comparison_pages, rows_of_rules
from gridgames.commands.site.rules import rule_pages


def write_pages(folder: Path, tests: Path) -> None:
    """Write the pages of rules and comparisons into ``folder``, in the current language.

    ``tests`` is the folder of the tests. Raises NotationError if a page cannot be written.
    """
    parts = compared_topics()
    for name, text in (*comparison_pages(parts), *rule_pages(tests, rows_of_rules(parts))):
        target = folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        except OSError as problem:
            reason = system_reason(problem)
            raise NotationError(
                "cannot be written: {reason}", source=str(target), reason=reason
            ) from None
