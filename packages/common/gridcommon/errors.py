"""What can go wrong, as values and as exceptions.

A :class:`Refusal` is an answer (why an action may not be made); the exceptions are for callers
who want to be stopped. All of them are ``ValueError``s from one base, :class:`GridgamesError`.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed: the id of the rule and a sentence in plain words."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


class GridgamesError(ValueError):
    """Base of every error that bad input can cause."""


class NotationError(GridgamesError):
    """A text, file or value cannot be read.

    ``source`` is a file name or what stands for one (``<stdin>``); ``line`` and ``column`` count
    from 1; ``key`` names a key of a table or record. All are None where they make no sense.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.key = key

    def within(self, source: str) -> "NotationError":
        """Return the same error, said of ``source`` where it names none yet."""
        return NotationError(
            self.message,
            source=self.source or source,
            line=self.line,
            column=self.column,
            key=self.key,
        )

    def __str__(self) -> str:
        place = self.source or ""
        if self.line is not None:
            place += f"{', ' if place else ''}line {self.line}"
            if self.column is not None:
                place += f", column {self.column}"
        if self.key is not None:
            place += f"{', ' if place else ''}key {self.key!r}"
        return f"{place}: {self.message}" if place else self.message


class IllegalAction(GridgamesError):
    """An action was read and understood, but a rule refuses it; the state is as it was."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.action = action
        self.refusal = refusal


class InvalidState(GridgamesError):
    """A loaded position cannot be; carries all its problems, not the first."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
