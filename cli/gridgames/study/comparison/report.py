"""The report of a comparison: its sides, topics, rows and cells, and their JSON."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, NotRequired, Protocol, TypedDict, cast

from gridcommon.answers import DoubtJson, as_answer
from gridcommon.caveats import Caveat, unique_caveats
from gridcommon.errors import JoinedList, NotationError
from gridcommon.examples import (
    ExampleResult,
    ExampleRunner,
    Unplayable,
    read_examples,
    run_example,
)
from gridcommon.ledger import Version
from gridcommon.sides import Side, nearest
from gridcommon.sides import parse_side as parse_parts
from gridcommon.sources import Citation
from gridgames.languages.examples import ValueJson, about, name_of, text_of, values_to_json
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import wing_of, wings
from gridgames.show.wing import load_module

SCHEMA: Final = 2

SAME, DIFFERENT, NONE = "same", "different", "no_counterpart"


class ExampleRun(NamedTuple):
    """The results of an example that an engine played."""

    example: str
    about: str
    found: tuple[ExampleResult, ...]

    @property
    def values(self) -> dict[tuple[str, str], object]:
        """The values by their ids and names."""
        return {(one.id, name_of(one)): one.answer.value for one in self.found}

    @property
    def text(self) -> str:
        """The names and values in one line."""
        return "; ".join(f"{name_of(one)}: {text_of(one)}" for one in self.found)

    @property
    def working(self) -> list[str]:
        """The steps that led to the values, one per line."""
        lines = [self.about] if self.found else []
        for one in self.found:
            if one.answer.notes:
                notes = "; ".join(map(render_value, one.answer.notes))
                lines.append(f"{name_of(one)}: {text_of(one)} ({notes})")
        return lines


NOT_PLAYED = ExampleRun("", "", ())


class SideCell(NamedTuple):
    """The answer of a side to a question; ``mark`` compares it with the first side."""

    side: str
    text: str
    rules: tuple[str, ...] = ()
    meaning: object = None  # compared to set the mark
    run: ExampleRun = NOT_PLAYED
    head: str = ""  # title of the side
    caveats: tuple[Caveat, ...] = ()  # about its rules
    mark: str = ""
    passages: tuple[Citation, ...] = ()  # of the texts, with their words


class Row(NamedTuple):
    """A question with one cell per side."""

    key: str
    question: str
    cells: tuple[SideCell, ...]
    played: tuple[SideCell, ...] = ()  # more sides that played the example
    note: str = ""  # below the answers

    @property
    def all_cells(self) -> tuple[SideCell, ...]:
        """The cells of the requested sides, then of the others."""
        return (*self.cells, *self.played)

    @property
    def first_played(self) -> SideCell | None:
        """The first cell whose example was played, or None."""
        return next((cell for cell in self.all_cells if cell.run.found), None)


class UserPosition(NamedTuple):
    """A state or position of the user, and where it was read."""

    game: str
    shown: Any
    names: tuple[str, ...] = ()
    where: str = ""


class Comparison(NamedTuple):
    """The comparison of a topic or of a user's position, with all its rows."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    subjects: tuple[UserPosition, ...] = ()
    tables: tuple[Row, ...] = ()  # after the rows; they answer no question

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The uncertain values in the comparison."""
        cells = [cell for row in self.rows for cell in row.all_cells]
        caveats = [cell.caveats for cell in cells]
        caveats += [one.answer.caveats for cell in cells for one in cell.run.found]
        return unique_caveats(chain.from_iterable(caveats))

    def only(self, names: Collection[str]) -> "Comparison":
        """Return the comparison with only the rows called ``names``, or all if it is empty."""
        kept = (row for row in self.rows if not names or is_named(row.key, names))
        return self._replace(rows=tuple(kept), tables=() if names else self.tables)


class Report(NamedTuple):
    """The answer of one command, with the query and the versions of the rules."""

    sides: tuple[str, ...]
    titles: tuple[str, ...]  # of the sides
    versions: Mapping[str, Version]  # of the rules, by game
    parts: tuple[Comparison, ...]
    asked: str = ""  # the whole command line
    rows: tuple[str, ...] = ()  # keys of the requested rows; empty for all
    query: str = ""  # the question, if it is not a topic
    is_near: bool = False  # the rows do not answer the question, but are the nearest
    working: bool = False
    decided: Any = None  # of a whole record: its Decided

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The uncertain values in the report."""
        return unique_caveats(caveat for part in self.parts for caveat in part.caveats)


def is_named(key: str, names: Collection[str]) -> bool:
    """Return whether ``names`` has the key of a row, ``winner.tie``, or its end, ``tie``."""
    return key in names or key.partition(".")[2] in names


def played(name: str, runner: ExampleRunner, side: Side) -> ExampleRun:
    """Return the results of an example for ``side``, or NOT_PLAYED if it cannot be played."""
    example = read_examples(side.game).get(name) if name else None
    if example is None:
        return NOT_PLAYED
    try:
        found = tuple(run_example(example, runner, side))
    except Unplayable:
        return NOT_PLAYED
    return ExampleRun(name, about(example, found), found)


def marked(cells: Iterable[SideCell]) -> tuple[SideCell, ...]:
    """Return cells with marks that compare each with the first.

    Two sides that played the example are the same only if values of the same name are equal. Two
    sides without a counterpart are the same too.
    """
    first, *others = cells
    return (
        first._replace(mark=NONE if first.meaning == NONE else ""),
        *(cell._replace(mark=_mark(cell, first)) for cell in others),
    )


def _mark(cell: SideCell, first: SideCell) -> str:
    if cell.meaning != first.meaning:
        return NONE if NONE in (cell.meaning, first.meaning) else DIFFERENT
    values = first.run.values
    differs = (values.get(key, value) != value for key, value in cell.run.values.items())
    return DIFFERENT if any(differs) else SAME


class PassageJson(TypedDict):
    """The words of a text, and their place."""

    text: str
    place: str
    words: str


class CellJson(TypedDict):
    """A row for one side; ``found`` has the values of an example, or its refusal."""

    side: str
    name: str
    mark: str | None
    text: str
    rules: list[str]
    doubts: list[str]
    example: NotRequired[str]
    found: NotRequired[dict[str, ValueJson]]
    working: NotRequired[list[str]]
    passages: NotRequired[list[PassageJson]]


class RowJson(TypedDict):
    """A row; ``played`` are further sides on which the example was played."""

    row: str
    question: str
    sides: list[CellJson]
    played: list[CellJson]
    note: NotRequired[str]


class TopicJson(TypedDict):
    """A topic; in the list of topics without rows."""

    topic: str
    title: str
    about: str
    notes: NotRequired[list[str]]
    rows: NotRequired[list[RowJson]]


class RulesVersionJson(TypedDict):
    """The version of the rules of a game."""

    game: str
    version: str
    date: str


class TopicsJson(TypedDict):
    """The list of topics."""

    schema: Literal[2]
    topics: list[TopicJson]


class DifferenceJson(TypedDict):
    """A decision that other rules change; ``at`` 0 is the set-up."""

    at: int
    kind: Literal["setup", "impossible", "refused", "choice", "outcome"]
    rules: list[str]
    seat: int | None
    do: str | None
    here: list[str]
    there: list[str]
    why: str | None


class CountsJson(TypedDict):
    """The counts of a batch of games."""

    games: int
    differing: int
    stopped: int
    winners: int


class UnderJson(TypedDict):
    """The differences under another ruleset, and the seats that would win."""

    name: str
    option: str | None
    rule: str | None
    decisions: int
    differences: list[DifferenceJson]
    stopped: DifferenceJson | None
    winners: list[int] | None
    batch: CountsJson | None


class DecisionsJson(TypedDict):
    """The decisions of a record, judged under other rulesets."""

    count: int
    winners: list[int] | None
    under: list[UnderJson]


class ReportJson(TypedDict):
    """The answer."""

    schema: Literal[2]
    sides: list[str]
    titles: list[str]
    rows: list[str]
    asked: str
    rules: list[RulesVersionJson]
    doubts: list[DoubtJson]
    topics: list[TopicJson]
    query: NotRequired[str]
    nearest: NotRequired[bool]
    decisions: NotRequired[DecisionsJson]


AnswerJson = ReportJson | TopicsJson


def to_json(report: Report) -> ReportJson:
    """Return the report as JSON."""
    return as_answer(
        ReportJson,
        report,
        schema=SCHEMA,
        query=report.query or None,
        nearest=report.is_near if report.query else None,
        rules=[
            {"game": game, "version": rules.number, "date": rules.date}
            for game, rules in report.versions.items()
        ],
        doubts=report.caveats,
        topics=[
            as_answer(
                TopicJson,
                part,
                topic=part.key,
                notes=part.notes,
                rows=[_row(row, report.working) for row in (*part.rows, *part.tables)],
            )
            for part in report.parts
        ],
    )


def _row(row: Row, working: bool) -> RowJson:
    sides, played = ([_cell(cell, working) for cell in some] for some in (row.cells, row.played))
    return as_answer(RowJson, row, row=row.key, sides=sides, played=played)


def _cell(cell: SideCell, working: bool) -> CellJson:
    run, passages = cell.run, cell.passages
    return as_answer(
        CellJson,
        cell,
        name=cell.head,
        mark=cell.mark or None,
        doubts=[caveat.id for caveat in cell.caveats],
        example=run.example or None,
        found=values_to_json(run.found) or None,
        working=run.working if run.found and working else None,
        passages=[as_answer(PassageJson, one, place=str(one)) for one in passages] or None,
    )


class GameComparison(Protocol):
    """The module ``comparison`` of a game."""

    RUNNER: ExampleRunner
    OWN_SIDES: tuple[str, ...]  # default for a record or position of the user
    parse_position: Callable[[str], Any]  # None for another game's notation
    recast: Callable[[Any, Any], Any]  # a state under another ruleset; may raise InvalidState
    # What names actions and events of a state as another one, None if both name them alike
    translator: Callable[[Any, Any], Callable[[Any], Any] | None]
    same_choice: Callable[[Any, Any], Sequence[Any]]  # the actions that make a choice in a state
    places_named: Callable[[ExampleResult], Collection[str]]  # on the board, by an answer
    pieces: Callable[[Any], Iterable[str]]  # on the board of a position, in words
    ending: Callable[[Any], Any]  # the result of a final state under other rules, or None

    def compared(
        self, state: Any, names: tuple[str, ...], sides: list[Side], where: str
    ) -> Comparison:
        """Return the comparison of the sides on a recorded state or a position.

        Raises NotationError for sides that do not fit the position.
        """


def game_comparison(game: str) -> GameComparison:
    """Return the module ``comparison`` of a game."""
    return cast(GameComparison, wing_of(game).part("comparison"))


def runner_of(game: str) -> ExampleRunner:
    """Return what plays the examples of a game; the module ``comparison`` needs much more."""
    runner: ExampleRunner = load_module(f"{wing_of(game).engine}.examples").RUNNER
    return runner


def games() -> list[str]:
    """Return the names of the games with a comparison module."""
    return [wing.name for wing in wings() if wing.has_part("comparison")]


def standard() -> list[str]:
    """Return the default sides: all variants of all games."""
    known = [runner_of(game).choices for game in games()]
    return [parse_parts(one, word).name for one in known for word in one.variants or [""]]


def title_of(side: Side) -> str:
    """Return the title of a side.

    >>> title_of(parse_side("powergrid:classic,map=usa"))
    'Power Grid Classic, map=usa'
    """
    title = say(wing_of(side.game).title)
    if side.variant.title:
        title = f"{title} {say(side.variant.title)}"
    return ", ".join([title, *(f"{name}={text}" for name, text in side.typed_options.items())])


def cell_of(
    side: Side,
    text: str,
    rules: tuple[str, ...],
    meaning: object = None,
    *,
    run: ExampleRun = NOT_PLAYED,
    caveats: tuple[Caveat, ...] | None = None,
) -> SideCell:
    """Return the cell of a side; by default its doubts are those of its rules."""
    if caveats is None:
        caveats = runner_of(side.game).caveats_of(rules, side)
    return SideCell(side.name, text, rules, meaning, run, title_of(side), caveats)


def parse_side(text: str) -> Side:
    """Return the side called ``text``. Raises NotationError with the nearest names.

    >>> parse_side("powergrid:map=usa,classic").name
    'powergrid:classic,map=usa'
    """
    game, _, parts = text.strip().partition(":")
    if game.lower() not in games():
        raise NotationError(
            "unknown side {side}; the nearest are {known}",
            side=repr(text),
            known=nearest(text, standard()),
        )
    return parse_parts(runner_of(game.lower()).choices, parts)


def parse_sides(texts: Iterable[str]) -> list[Side]:
    """Return two or more sides to compare. Raises NotationError."""
    sides: list[Side] = []
    for text in texts:
        side = parse_side(text)
        if side in sides:
            raise NotationError("{side} is given twice", side=side.name)
        sides.append(side)
    if len(sides) < 2:
        raise NotationError(
            "compare at least two sides, found {found}; the known sides are {known}",
            found=len(sides),
            known=JoinedList(tuple(standard())),
        )
    return sides
