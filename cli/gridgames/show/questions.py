"""Questions about a position, and their answers in lines and as JSON documents.

A question is a function in the wing of its game: its name is the word that is typed, its docstring
the help, its parameters the arguments, and the type of its answer the schema. Its first parameter
is the subject, a class with ``load``, which opens a file, and ``of_game``, which takes a game at a
table. The command line asks about a file, a table about what a seat may see.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypedDict,
    TypeVar,
    get_args,
    get_origin,
)

from gridcommon.answers import RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Typed, truncate
from gridcommon.spelling import as_number, quoted
from gridgames.languages.messages import render_message
from gridgames.show.wing import Wing
from gridgames.terminal.output import Line

if TYPE_CHECKING:
    from gridgames.show.parts import Marks

QuestionFunction = Callable[..., "Answer[Any] | str | Mapping[str, Any]"]


class DocumentJson(TypedDict):
    """The keys that all answers have."""

    schema: Literal[1]


Document = TypeVar("Document", bound=DocumentJson)


class AnswerBoard(NamedTuple):
    """A state or position of a game, and what the answer marks on its board.

    ``note`` is a sentence about the marks, '' for none.
    """

    game: str
    shown: Any
    names: Sequence[str] = ()
    marks: "Marks | None" = None
    note: str = ""


@dataclass(frozen=True)
class Answer(Generic[Document]):
    """The answer to a question, made in the form that is wanted: lines or a document.

    ``board`` returns the board that it is about, or None if that cannot be drawn.
    ``lines_below_board`` are shown below that board, where the lines have a board of their own.
    A refused answer ends a command with 1; ``complaint`` is a message for standard error.
    """

    document: Callable[[], Document]
    lines: Callable[[], Iterable[Line]]
    board: Callable[[], AnswerBoard | None] | None = None
    lines_below_board: Callable[[], Iterable[Line]] | None = None
    is_refused: bool = False
    complaint: str = ""


def about(question: QuestionFunction) -> str:
    """Return what a question shows: the first paragraph of its help, as one line."""
    return " ".join((question.__doc__ or "").split("\n\n", 1)[0].split())


def questions_at_tables(wing: Wing) -> dict[str, QuestionFunction]:
    """Return the questions of a game that can be asked about a game at a table, by word."""
    commands = wing.part("companion.commands")
    return {
        one.__name__: one
        for one in (commands.QUESTIONS if commands else ())
        if get_origin(one.__annotations__["return"]) is Answer
        and hasattr(_subject_of(one), "of_game")
    }


def usage(question: QuestionFunction) -> str:
    """Return the arguments of a question at a table, in their order."""
    _, *taken = inspect.signature(question).parameters.values()
    words = (get_args(one.annotation)[1].metavar or "" for one in taken)
    return " ".join(
        word if one.default is one.empty else f"[{word}]"
        for one, word in zip(taken, words, strict=True)
    )


def ask(
    question: QuestionFunction, typed: str, state: Any, names: Sequence[str], seat: Seat | None
) -> Answer[Any]:
    """Ask a question with the arguments in a typed text about a game, as ``seat`` sees it.

    Raises NotationError for arguments that the question does not take.
    """
    words, given = typed.split(), dict[str, Any]()
    _, *taken = inspect.signature(question).parameters.values()
    for one in taken:
        kinds = {get_args(one.annotation)[0], *get_args(get_args(one.annotation)[0])}
        if not words:
            if one.default is one.empty:
                raise NotationError(
                    "expected: {usage}", usage=Typed(f"{question.__name__} {usage(question)}")
                )
        elif list[str] in kinds:
            given[one.name], words = words, []
        elif int in kinds:
            word = words.pop(0)
            given[one.name] = as_number(word)
            if given[one.name] is None:
                raise NotationError("expected a number, found {found}", found=quoted(word))
        else:
            given[one.name] = words.pop(0)
    if words:
        raise NotationError("not expected: {names}", names=truncate(" ".join(words)))
    subject = _subject_of(question).of_game(state, names, seat)
    try:
        answer = question(subject, **given)
    except NotationError as problem:
        problem.key = None  # the option of the command
        raise
    assert isinstance(answer, Answer), question
    return answer


def _subject_of(question: QuestionFunction) -> Any:
    return next(iter(inspect.signature(question).parameters.values())).annotation


def refusal_words(refusal: Refusal) -> str:
    """Return why something may not be done, with its rule."""
    return f"{refusal.rule} {render_message(refusal)}"


def refusal_to_json(refusal: Refusal | None) -> RefusalJson | None:
    """Return why something may not be done, as a document has it."""
    return None if refusal is None else {"rule": refusal.rule, "why": refusal.why}
