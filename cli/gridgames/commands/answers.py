"""The answer to a question: found once, then written as lines of text or as one JSON document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypedDict

import typer

from gridcommon.answers import RefusalJson
from gridcommon.errors import Refusal
from gridgames.languages.messages import render_message
from gridgames.show.registry import face_of
from gridgames.system.exit_codes import REFUSED
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped

if TYPE_CHECKING:
    from gridgames.show.parts import Marks


class ShownBoard(NamedTuple):
    """A state or position of a game, and what the answer marks on its board.

    ``note`` is a sentence about the marks, '' for none.
    """

    game: str
    shown: Any
    names: Sequence[str] = ()
    marks: "Marks | None" = None
    note: str = ""


class DocumentJson(TypedDict):
    """The keys that all answers have."""

    schema: Literal[1]


class Answer:
    """The answer to a question.

    A game may override :meth:`text`, :meth:`document` and SHARED to add what all its answers have.
    ``to_json`` of an answer is annotated with the typed dictionary that declares its keys.
    """

    SHARED: ClassVar[type] = DocumentJson

    @property
    def is_refused(self) -> bool:
        """Whether the command ends with 1."""
        return False

    @property
    def complaint(self) -> str:
        """A message for standard error, or an empty string."""
        return ""

    def board(self) -> "ShownBoard | None":
        """Return the board that the answer is about, or None if it cannot be drawn."""
        return None

    def without_board(self) -> Self:
        """Return the answer without a board in its words, since it is shown above them."""
        return self

    def lines(self) -> Iterator[Line]:
        """Yield the answer in words."""
        raise NotImplementedError

    def to_json(self) -> Mapping[str, Any]:
        """Return the keys of this question."""
        raise NotImplementedError

    def text(self) -> Iterator[Line]:
        """Yield the whole answer in words."""
        return self.lines()

    def document(self) -> dict[str, Any]:
        """Return the whole JSON document."""
        return {"schema": 1, **self.to_json()}


def write(
    found: Answer | str | Mapping[str, Any], *, as_json: bool = False, draw: bool = False
) -> None:
    """Print an answer, below its board if ``draw``, or a document as it is.

    Exits with 1 for a refusal. Raises NotationError for a board that cannot be drawn.
    """
    if draw and isinstance(found, Answer) and (board := found.board()):
        found = found.without_board()
        face_of(board.game).print_board(board.shown, board.names, board.marks)
        output.print_lines(wrapped(board.note, style="dim") if board.note else ())
    match found:
        case str():
            output.print_text(found)
        case Mapping():
            output.print_json(found)
        case Answer():
            if as_json:
                output.print_json(found.document())
            else:
                output.print_lines(found.text())
            if found.complaint:
                output.print_error(found.complaint)
            if found.is_refused:
                raise typer.Exit(REFUSED)


def refusal_words(refusal: Refusal) -> str:
    """Return why something may not be done, with its rule."""
    return f"{refusal.rule} {render_message(refusal)}"


def refusal_to_json(refusal: Refusal | None) -> RefusalJson | None:
    """Return why something may not be done, as a document has it."""
    return None if refusal is None else {"rule": refusal.rule, "why": refusal.why}
