"""Source texts, with one subject per line: their clauses, and the errors in them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gridcommon.codecs import Reader
from gridcommon.errors import MOST_FAULTS, NotationError, NotationErrors
from gridcommon.spelling import Vocabulary

COMMENT = "#"


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and its values, with the offsets of both in the text."""

    head: str  # in English
    typed: str
    at: int
    body: str
    body_at: int

    def offset(self, column: int | None) -> int:
        """Return the offset of a column of the body, at most the end of the clause."""
        end = len(self.body.rstrip())
        return self.body_at + min(column - 1 if column else 0, end)


class SourceText:
    """A text, and the errors found in it.

    ``code_from`` returns the column from which a comment of a line may start. ``faulty`` are the
    subjects that could not be read, under the reader's names for them.
    """

    def __init__(self, text: str, vocabulary: Vocabulary, code_from: Callable[[str], int]) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.vocabulary = vocabulary
        self.faults: list[tuple[int, NotationError]] = []
        self.faulty: set[object] = set()
        self._code_from = code_from
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its offset, continued lines as one. Comments become spaces."""
        begun, whole = 0, ""
        for start, line in zip(self._starts, self.text.split("\n"), strict=True):
            code = self._without_comment(line)
            if whole and code[:1].isspace():
                whole += "\n" + code
                continue
            if whole.strip():
                yield begun, whole
            begun, whole = start, code
        if whole.strip():
            yield begun, whole

    def _without_comment(self, line: str) -> str:
        start = line.find(COMMENT, self._code_from(line))
        return line if start < 0 else line[:start] + " " * (len(line) - start)

    def clauses(self, at: int, text: str) -> list[Clause]:
        """Return the clauses of a line, which semicolons separate. ``at`` is its offset."""
        found = []
        for piece in re.finditer(r"[^;]+", text):
            body = piece[0]
            if not body.strip():
                continue
            blank = len(body) - len(body.lstrip())
            typed = body.split(None, 1)[0].rstrip(",:")
            start = at + piece.start() + blank
            head = Reader("", self.vocabulary).in_english(typed)
            rest = body[blank + len(typed) :]
            found.append(Clause(head, typed, start, rest, start + len(typed)))
        return found

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def fault(self, at: int, problem: NotationError, subject: object = None) -> None:
        """Note an error at an offset, about ``subject``. Raises NotationErrors for too many."""
        problem.line, problem.column = self.place(at)
        problem.key = None
        self.faults.append((at, problem))
        self.faulty.add(subject)
        if len(self.faults) > MOST_FAULTS:  # locating each takes time
            self.raise_errors()

    def raise_errors(self) -> None:
        """Raise NotationErrors with all errors, in the order of the text, if there are any."""
        ordered = [problem for _, problem in sorted(self.faults, key=lambda fault: fault[0])]
        if len(ordered) > MOST_FAULTS:
            last = NotationError("and more; only {most} are listed", most=MOST_FAULTS)
            ordered = [*ordered[:MOST_FAULTS], last]
        if ordered:
            raise NotationErrors(ordered)
