"""The rulebooks as text, parted into sections and what is cited in them.

The texts are not ours and no part of the project. They are read where ``GRIDGAMES_TEXTS`` says, or
in ``../shared/seeds`` beside the project. ``python tests/support/rulebooks.py powergrid R-pt``
prints how a text is parted, to find the place of a rule.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gridcommon.sources import Text, read_sources

TEXTS = Path(
    os.environ.get("GRIDGAMES_TEXTS", Path(__file__).parents[2] / ".." / "shared" / "seeds")
)

_JUNK = re.compile(r"<\|[^|]*\|>|[*#]")
_BULLET = re.compile(r"^[-•>◆♦↳!⚡\s]+")
_ITEM = re.compile(r"^([-•>◆♦↳!]\s|\d+\.\s)")
_EXAMPLE = re.compile(r"^(Exemplo|Primer|Exemple)\b")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph, an example or a table: ``mark`` cites it; ``step`` where it begins one."""

    mark: str
    step: int | None
    text: str


def seed(text: Text) -> Path | None:
    """Return the file of a text, None where the texts are not there."""
    return next(iter(sorted(TEXTS.glob(f"{text.seed}_*"))), None)


def split(raw: str, sections: Mapping[str, str]) -> dict[str, list[Part]]:
    """Return the parts of each section of a text. Raises ValueError for a heading not found."""
    lines = [_JUNK.sub("", line).strip() for line in raw.splitlines()]
    starts: list[int] = []
    for name, heading in sections.items():
        begin = starts[-1] + 1 if starts else 0
        found = [at for at in range(begin, len(lines)) if _is_heading(lines[at], heading)]
        if not found:
            raise ValueError(f"no heading {heading!r} for {name}")
        starts.append(found[0])
    ends = [*starts[1:], len(lines)]
    return {
        name: list(_parts(lines[start:end], heading))
        for (name, heading), start, end in zip(sections.items(), starts, ends, strict=True)
    }


def cited(parts: list[Part], mark: str) -> str | None:
    """Return what a mark cites: a step with all that follows until the next, or one part.

    The whole section where there is no mark; None where there is no such part.
    """
    if not mark:
        return " ".join(part.text for part in parts)
    if not mark.isdecimal():
        return next((part.text for part in parts if part.mark == mark), None)
    texts: list[str] = []
    within = False
    for part in parts:
        if part.step is not None:
            within = part.step == int(mark)
        if within:
            texts.append(part.text)
    return " ".join(texts) or None


def _is_heading(line: str, heading: str) -> bool:
    """Whether a line begins a section; ``…`` ends a heading of which only the start is given."""
    line, heading = _bare(line).casefold(), heading.casefold()
    if heading.endswith("…"):
        return line.startswith(heading[:-1])
    return line == heading or line.startswith(f"{heading}:")


def _bare(line: str) -> str:
    return _BULLET.sub("", line)


def _parts(lines: list[str], heading: str) -> Iterator[Part]:
    """Yield the parts of a section; what follows the heading in its line is the first."""
    rest = _bare(lines[0])
    if not heading.endswith("…"):
        rest = rest[len(heading) :].strip(" :")
    blocks: list[tuple[bool, list[str]]] = []
    apart = True
    for line in [rest, *lines[1:]]:
        if not line:
            apart = True
            continue
        table = line.startswith("|") or re.match(r"[^>\t]*\t", line) is not None
        if not table and not _LETTER.search(line):
            continue
        if apart or blocks[-1][0] != table or (not table and _ITEM.match(line)):
            blocks.append((table, []))
        blocks[-1][1].append(line)
        apart = False
    counts = {"¶": 0, "ex. ": 0, "tab. ": 0}
    for table, found in blocks:
        text = _bare(" ".join(found))
        kind = "tab. " if table else "ex. " if _EXAMPLE.match(text) else "¶"
        counts[kind] += 1
        number = re.match(r"(\d+)\.\s", text)
        yield Part(f"{kind}{counts[kind]}", int(number[1]) if number else None, text)


if __name__ == "__main__":
    text = read_sources(sys.argv[1]).texts[sys.argv[2]]
    path = seed(text)
    if path is None:
        sys.exit(f"no file {text.seed}_* in {TEXTS}")
    for section, parts in split(path.read_text(encoding="utf-8"), text.sections).items():
        sys.stdout.write(f"{section}\n")
        for part in parts:
            sys.stdout.write(f"  {part.mark:8}{part.step or '':3} {part.text[:100]}\n")
