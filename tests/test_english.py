"""The habits of our English that a pattern can find: their number may fall, never rise."""

import re
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
DOCSTRING = re.compile(r'(?s)(?:\A(?:#[^\n]*\n)*|:(?:  #[^\n]*)?\n) *r?"""(.*?)"""')
CODE = [
    path
    for folder in ("packages", "cli", "scripts", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
CATALOGUE = ROOT / "cli/gridgames/languages/pt_BR/messages.po"

# A habit, the pattern that finds it, and how many docstrings, messages and lines of pages may have
# it. docs/style.md says what to write instead. Lower a number when fewer are left.
HABITS = [
    ("opens with a what-clause", r"\A(What|How|Who|Whoever)\b(?!.*\?\Z)", (10, 1, 0)),
    ("tell, for print, show or declare", r"\b(told|tells|tell)\b", (9, 0, 10)),
    ("of one's own", r"\bone's own\b|\bof somebody's own\b", (1, 0, 1)),
    ("on the average", r"\bon the average\b", (0, 0, 1)),
    ("is no", r"\bis no\b", (14, 0, 4)),
    ("a row a game", r"\ba (row|line|game|move|turn|round|page|file) a\b", (0, 0, 1)),
    ("Say why", r"\ASay (why|whether|which)\b", (0, 0, 0)),
    ("whoever", r"\bwhoever\b", (0, 0, 2)),
    ("go on with", r"\bgo(es)? on with\b", (0, 0, 0)),
    ("so many", r"\bso many\b", (2, 0, 1)),
    ("in the place of", r"\bin the place of\b|\bbegun anew\b|\bmade again\b", (2, 0, 0)),
]


def texts() -> tuple[list[str], list[str], list[str]]:
    """Return all docstrings, all messages, and the lines of all pages without code."""
    docstrings = [
        said.strip() for path in CODE for said in DOCSTRING.findall(path.read_text("utf-8"))
    ]
    catalogue = read_po(BytesIO(CATALOGUE.read_bytes()))
    messages = [one.id for one in catalogue if isinstance(one.id, str) and one.id]
    pages = [re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL) for path in PAGES]
    return docstrings, messages, [line for page in pages for line in page.splitlines()]


def test_a_habit_does_not_come_back():
    groups = texts()
    for habit, pattern, most in HABITS:
        found = [[text for text in group if re.search(pattern, text)] for group in groups]
        counts = tuple(map(len, found))
        worse = [
            text[:99] for texts, limit in zip(found, most, strict=True) for text in texts[limit:]
        ]
        assert not worse, f"{habit}: {counts}, allowed are {most}; see docs/style.md: {worse[-5:]}"
