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


def questions_of(wing: Wing) -> dict[str, QuestionFunction]:
    """Return the questions of a game, by word."""
    commands = wing.part("companion.commands")
    modules: Mapping[str, str] = commands.QUESTIONS if commands else {}
    return {word: getattr(wing.part(f"companion.{name}"), word) for word, name in modules.items()}


def questions_at_tables(wing: Wing) -> dict[str, QuestionFunction]:
    """Return the questions of a game that can be asked about a game at a table, by word."""
    return {
        word: one
        for word, one in questions_of(wing).items()
        if get_origin(inspect.signature(one).return_annotation) is Answer
        and hasattr(_subject_of(one), "of_game")
    }


def usage(question: QuestionFunction) -> str:
    """Return the arguments of a question at a table, in their order; a list takes all the rest."""
    words = []
    for one in _arguments(question):
        word = get_args(one.annotation)[1].metavar or ""
        words.append(word if one.default is one.empty else f"[{word}]")
    return " ".join(words)


def _arguments(question: QuestionFunction) -> list[inspect.Parameter]:
    """Return the parameters that a table takes: up to the first list."""
    _, *taken = inspect.signature(question).parameters.values()
    lists = [place for place, one in enumerate(taken) if list[str] in _kinds(one)]
    return taken[: lists[0] + 1] if lists else taken


def _kinds(one: inspect.Parameter) -> set[Any]:
    kind = get_args(one.annotation)[0]
    return {kind, *get_args(kind)}


def ask(
    question: QuestionFunction, typed: str, state: Any, names: Sequence[str], seat: Seat | None
) -> Answer[Any]:
    """Ask a question with the arguments in a typed text about a game, as ``seat`` sees it.

    Raises NotationError for arguments that the question does not take.
    """
    words, given = typed.split(), dict[str, Any]()
    taken = _arguments(question)
    for one in taken:
        kinds = _kinds(one)
        if not words:
            if one.default is one.empty:
                raise NotationError(
                    "expected: {usage}", usage=Typed(f"{question.__name__} {usage(question)}")
                )
        elif list[str] in kinds:
            given[one.name], words = words, []
        elif int in kinds:
            number = as_number(words[0])
            if number is not None:
                given[one.name], words = number, words[1:]
            elif one is taken[-1]:
                raise NotationError("expected a number, found {found}", found=quoted(words[0]))
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
