"""The subject of a question: an Eletrika position in any form, or a game, under some rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer

from eletrika.actions import Score
from eletrika.analysis import Analysis, ScoringSet, analyse, analyse_game
from eletrika.analysis_json import RemarkedJson, remarks_to_json
from eletrika.assumed_game import AssumedGame, assume_game
from eletrika.game import check
from eletrika.network_layout import laid_position
from eletrika.pieces import Token, split_owner
from eletrika.position import Network, Position, to_position
from eletrika.position_setup import check_complete
from eletrika.projection import state_at_turn
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.scoring import check_moment
from eletrika.scoring_table import load_scoring
from eletrika.state import OVER, State
from eletrika.tables import COLOUR_NAMES, COLOURS, Owner
from eletrika.tile_set import TileSet, load_tiles
from eletrika.view import observe
from gridcommon.contract import Seat
from gridcommon.errors import (
    InvalidState,
    JoinedList,
    NotationError,
    Refusal,
    Word,
    Wording,
    errors_located_in,
)
from gridcommon.spelling import unaccented
from gridgames.commands.options import At, Options, option_of
from gridgames.languages.messages import render_message, say
from gridgames.show.parts import Marks
from gridgames.show.questions import Answer, AnswerBoard, Document, DocumentJson
from gridgames.show.registry import options_from_text
from gridgames.study.positions import position_or_record, position_text
from gridgames.terminal.output import Line, section
from gridgames.wings.eletrika import SCORING, TILES
from gridgames.wings.eletrika.description.analysis import remarks
from gridgames.wings.eletrika.description.scene import scene_of_position
from gridgames.wings.eletrika.description.words import (
    read_position,
    wire_tells_no_places,
    word_of_positions,
    words_of_positions,
)

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|RECORD|-",
        help="A position in wire, picture or full form, or a game record (.jsonl); - reads a "
        "position from standard input.",
    ),
]
OwnTiles = Annotated[Path | None, option_of(TILES)]
OwnPoints = Annotated[Path | None, option_of(SCORING)]

_WITH_THE_SOURCE = 39  # tiles in a box whose 38 do not include the source


class Reading(StrEnum):
    """The meaning of "energized" (A-16)."""

    PATH = "path"
    COMPONENT = "component"
    STRICT = "strict"


HowRead = Annotated[
    Reading | None,
    typer.Option(
        help='The meaning of "energized": on a path from a Plant to a City (the '
        "default), in a network that holds both, or on a path with neither inside it. "
        "Short for --option energized=..."
    ),
]


class AssumedJson(RemarkedJson):
    """The assumptions of an answer, and the rules that the position breaks."""

    assumed: dict[str, str]
    problems: list[str]


class PositionJson(DocumentJson, AssumedJson):
    """The keys that all answers about a position have."""


@dataclass(frozen=True)
class QuerySubject:
    """A position with its analysis, or a game at a table.

    ``game`` is the game at the table or in the record, or None for a position, for which a game is
    assumed. ``names`` are its players, ``seat`` is the seat that asks.
    """

    source: str
    known: Position | Network
    ruleset: Ruleset
    game: State | None = None
    names: Sequence[str] = ()
    asker: Seat | None = None

    @classmethod
    def load(
        cls,
        position: PositionArgument,
        at: At = None,
        reading: HowRead = None,
        option: Options = None,
        tiles: OwnTiles = None,
        scoring: OwnPoints = None,
    ) -> "QuerySubject":
        """Load a position, or a record replayed up to an action, from a file or standard input.

        The options choose the rules for a position; a record has its own rules. Raises
        NotationError.
        """
        found, source = position_or_record(
            position, at, "eletrika", {"tiles": tiles, "scoring": scoring}
        )
        if isinstance(found, str):
            ruleset = ruleset_of(reading, option or (), tiles, scoring)
            with errors_located_in(source):
                return cls(source, read_position(found, ruleset.tiles), ruleset)
        if option or reading:
            raise NotationError("a record has its own rules; leave --option out", source=source)
        return cls.of_game(
            observe(found.state, found.state.actor).public, found.names, source=source
        )

    @classmethod
    def of_game(
        cls, state: State, names: Sequence[str], asker: Seat | None = None, source: str = ""
    ) -> "QuerySubject":
        """Return a game as the seat that asks sees it. Without one, the seat to act is meant."""
        return cls(source, to_position(state), state.ruleset, state, names, asker)

    @cached_property
    def analysis(self) -> Analysis:
        """The analysis of the position."""
        if self.game:
            return analyse_game(self.game)
        with errors_located_in(self.source):
            return analyse(self.known, self.ruleset)

    @cached_property
    def _assumed(self) -> AssumedGame | None:
        """The game assumed for a position; None for the wire form, which has no cells."""
        if not isinstance(self.known, Position):
            return None
        with errors_located_in(self.source):
            return assume_game(self.known, self.ruleset)

    @property
    def state(self) -> State | None:
        """The public game, or None for the wire form, which has no cells."""
        return self.game or (self._assumed.state if self._assumed else None)

    @property
    def owners(self) -> Sequence[Owner]:
        """The colours that play, by seat."""
        if self.game:
            return self.game.colours[: self.game.seats]
        if self._assumed:
            return self._assumed.owners
        assert isinstance(self.known, Network), self.source
        colours = {one.owner for one in self.known.structures if one.owner is not None}
        return sorted(colours | {*self.known.beside.hands, *self.known.beside.owners()})

    def table(self) -> State:
        """Return the public game. Raises NotationError for the wire form."""
        if self.state is None:
            raise wire_tells_no_places(self.source)
        return self.state

    def position(self) -> Position:
        """Return the position; a wire form is laid out. Raises NotationError if that fails."""
        if isinstance(self.known, Position):
            return self.known
        with errors_located_in(self.source):
            return laid_position(self.known)

    def check_pieces(self) -> None:
        """Raise InvalidState if the position has more pieces than the box."""
        problems = [problem.refusal for problem in self.analysis.problems]
        if too_many := [one for one in problems if one.rule.startswith("EL-COMP-")]:
            raise InvalidState(too_many)

    def seat(self, typed: str | None) -> Seat:
        """Return the seat of a player, by default the one that asks or is to act.

        Raises NotationError.
        """
        state = self.table()
        if typed is not None:
            return self.owners.index(self.owner(typed))
        return state.actor if self.asker is None else self.asker

    def owner(self, typed: str) -> Owner:
        """Return the colour of a player: from a letter, a word, or the name of a player.

        Raises NotationError for a colour or a name without a seat.
        """
        names = [unaccented(name) for name in self.names]
        if unaccented(typed) in names:
            return self.owners[names.index(unaccented(typed))]
        try:
            owner, rest = split_owner(typed, Token(typed, 1, 1, words_of_positions()))
        except NotationError:
            rest = typed
        if not rest and owner in self.owners:
            return owner
        raise NotationError(
            "unknown player {found}; choose {choices}",
            key="--player",
            found=repr(typed),
            choices=JoinedList(tuple(map(_choice, self.owners))),
        )

    def who(self, owner: Owner) -> str:
        """Return a colour, with the name of the player in a record."""
        colour = say(COLOUR_NAMES[owner])
        return f"{self.names[self.owners.index(owner)]} ({colour})" if self.names else colour

    @property
    def players(self) -> list[str]:
        """The names of the players, by seat."""
        return [self.who(owner) for owner in self.owners]

    def colour(self, seat: Seat) -> str:
        """Return the letter of the colour of a seat."""
        return COLOURS[self.owners[seat]]

    @property
    def beside(self) -> Position:
        """The values beside the board."""
        return self.known if isinstance(self.known, Position) else self.known.beside

    def sets(self, owner: Owner) -> list[tuple[ScoringSet, Refusal | None]]:
        """Return the sets of a colour, best first, each with any refusal to score it now."""
        found = self.analysis.scores.get(owner, ())
        if self.state is None:
            beside = self.beside
            is_open = owner == beside.to_act or beside.phase == OVER
            refused = check_moment(beside.phase, has_scored=beside.scored) if is_open else None
            return [(one, refused) for one in found]
        seat = self.owners.index(owner)
        turn, refusal = state_at_turn(self.state, seat)
        cells = self.analysis.network.cells

        def check_set(one: ScoringSet) -> Refusal | None:
            members = tuple(sorted(cell for n in one.members if (cell := cells[n]) is not None))
            return refusal or check(turn, Score(seat, members))

        return [(one, check_set(one)) for one in found]

    def board(self, marks: Marks | None = None) -> AnswerBoard:
        """Return the board with marks. Raises NotationError for a network without a layout."""
        known = self.known if marks is None else self.position()
        return AnswerBoard("eletrika", scene_of_position(known, self.ruleset), marks=marks)

    def shared_keys(self, assumes: Iterable[str]) -> AssumedJson:
        """Return the keys of all answers; ``assumes`` are the lines that an answer depends on."""
        return {
            "assumed": {line: str(text) for line, text in self._assumptions(assumes).items()},
            "problems": [problem.refusal.rule for problem in self.analysis.problems],
            **remarks_to_json(self.analysis),
        }

    def answer(
        self,
        document: Callable[[], Document],
        lines: Callable[[], Iterable[Line]],
        assumes: Iterable[str],
        marks: Callable[[], Marks] = Marks,
    ) -> Answer[Document]:
        """Return an answer about the position, whose board is drawn with marks.

        ``assumes`` are the lines of the full form that it depends on.
        """

        def text() -> Iterator[Line]:
            yield from remarks(self.analysis)
            yield from lines()
            if assumed := self._assumptions(assumes):
                words = (
                    f"{word_of_positions(line)}: {render_message(why)}"
                    for line, why in assumed.items()
                )
                yield from section(say("Assumed, since the position does not say"), words)

        rules = dict.fromkeys(problem.refusal.rule for problem in self.analysis.problems)
        template = "the position breaks {rules}; gridgames eletrika check shows where"
        complaint = say(template, rules=", ".join(rules)) if rules else ""
        return Answer(
            document,
            text,
            lambda: self.board(marks()),
            is_refused=bool(rules),
            complaint=complaint,
        )

    def _assumptions(self, lines: Iterable[str]) -> Mapping[str, Wording]:
        assumed = self._assumed.assumed if not self.game and self._assumed else {}
        return {line: assumed[line] for line in lines if line in assumed}


def ruleset_of(
    reading: Reading | None, typed: Sequence[str], tiles: Path | None, scoring: Path | None
) -> Ruleset:
    """Return the rules that options of the command line choose.

    A table of 39 tiles implies ``source_in_38=false``. Raises NotationError naming the option or
    the file.
    """
    options: dict[str, Any] = options_from_text("eletrika", typed) if typed else {}
    if reading and options.setdefault("energized", reading.value) != reading.value:
        raise NotationError(
            "--reading {reading} and --option energized={found} contradict each "
            "other; use only one",
            reading=reading.value,
            found=options["energized"],
        )
    tile_set = load_tiles(tiles) if tiles else None
    if tile_set and len(tile_set.tiles) == _WITH_THE_SOURCE:
        options.setdefault("source_in_38", False)
    try:
        return make_ruleset(options, tile_set, load_scoring(scoring) if scoring else None)
    except NotationError as problem:
        if problem.key == TILES.key:
            problem.source = str(tiles)
        raise


def position_to_play(path: Path, tiles: TileSet) -> Position:
    """Return the position in a file, complete enough for a game to continue from it.

    Raises NotationError.
    """
    position = read_position(position_text(str(path))[0], tiles)
    if isinstance(position, Network):
        raise wire_tells_no_places(str(path))
    check_complete(position)
    return position


def _choice(owner: Owner) -> Wording:
    """Return a colour that ``--player`` accepts."""
    name = Word(COLOUR_NAMES[owner])
    return Wording("{letter} ({name})", {"letter": COLOURS[owner], "name": name})
