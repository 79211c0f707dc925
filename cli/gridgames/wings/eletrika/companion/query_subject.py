"""The subject of a query: an Eletrika position in any form, or a recorded game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from eletrika.actions import Score
from eletrika.analysis import Analysis, ScoringSet, analyse, analyse_game
from eletrika.assumed_game import assume_game
from eletrika.game import check
from eletrika.network_layout import laid_position
from eletrika.pieces import Token, split_owner
from eletrika.position import Network, Position, to_position
from eletrika.projection import Projection, Suggestion, project, state_at_turn, suggestions
from eletrika.ruleset import Ruleset
from eletrika.scoring import check_moment
from eletrika.state import OVER, State
from eletrika.tables import COLOUR_NAMES, COLOURS, Owner
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
from gridcommon.hexes import Hex
from gridcommon.spelling import unaccented
from gridgames.commands.options import At, Options
from gridgames.commands.records import position_or_record
from gridgames.languages.messages import say
from gridgames.wings.eletrika.companion.position_input import OwnPoints, OwnTiles, ruleset_of
from gridgames.wings.eletrika.description.words import (
    read_position,
    wire_tells_no_places,
    words_of_positions,
)

if TYPE_CHECKING:
    from gridgames.table.record_files import ReplayedRecord

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|RECORD|-",
        help="A position in wire, picture or full form, or a game record (.jsonl); - reads a "
        "position from standard input.",
    ),
]
Player = Annotated[
    str | None,
    typer.Option(metavar="COLOUR", help="The player to answer for. By default, the player to act."),
]

_MOST_BETTER = 5  # main actions after which more could be scored


@dataclass(frozen=True)
class QuerySubject:
    """A position, its analysis, and the game assumed for it.

    ``state`` is None for the wire form, which has no cells. ``owners`` are the colours that play,
    by seat, and ``names`` the players of a record. ``assumed`` has the assumptions about facts that
    the position omits, by the line of the full form for the fact.
    """

    source: str
    known: Position | Network
    analysis: Analysis
    ruleset: Ruleset
    state: State | None
    owners: Sequence[Owner]
    names: Sequence[str] = ()
    assumed: Mapping[str, Wording] = field(default_factory=dict)

    @classmethod
    def load(
        cls,
        position: PositionArgument,
        at: At = None,
        option: Options = None,
        tiles: OwnTiles = None,
        scoring: OwnPoints = None,
    ) -> "QuerySubject":
        """Load a position, or a record replayed up to an action, from a file or standard input.

        The options choose the rules for a position; a record has its own rules. Raises
        NotationError.
        """
        tables = {"tiles": tiles, "scoring": scoring}
        found, source = position_or_record(position, at, "eletrika", tables)
        if isinstance(found, str):
            return _of_text(found, source, ruleset_of(None, option or (), tiles, scoring))
        if option:
            raise NotationError("a record has its own rules; leave --option out", source=source)
        return _of_game(source, found)

    @classmethod
    def of_position(cls, known: Position, ruleset: Ruleset, source: str = "") -> "QuerySubject":
        """Return a position as a subject. Raises NotationError."""
        analysis, game = analyse(known, ruleset), assume_game(known, ruleset)
        state, owners, assumed = game.state, game.owners, game.assumed
        return cls(source, known, analysis, ruleset, state, owners, assumed=assumed)

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

    def assumed_of(self, lines: Iterable[str]) -> dict[str, Wording]:
        """Return the assumptions for some lines of the full form."""
        return {line: self.assumed[line] for line in lines if line in self.assumed}

    def seat(self, typed: str | None) -> Seat:
        """Return the seat of ``--player``, by default the seat to act. Raises NotationError."""
        state = self.table()
        return state.actor if typed is None else self.owners.index(self.owner(typed))

    def owner(self, typed: str) -> Owner:
        """Return the colour of ``--player``: a letter, a word, or the name of a player.

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

    @property
    def beside(self) -> Position:
        """The values beside the board."""
        return self.known if isinstance(self.known, Position) else self.known.beside

    def better(self, seat: Seat) -> list[tuple[Suggestion, Projection]]:
        """Return main actions after which a seat could score more than now, best first.

        Of actions on a cell that lead to equal points, only the first is returned.
        """
        state = self.table()
        found: dict[tuple[Hex, int], tuple[Suggestion, Projection]] = {}
        for one in suggestions(state, seat):
            action = one.actions[0]
            if len(one.actions) == 1 and one.gain > 0 and (action.at, one.points) not in found:
                found[action.at, one.points] = one, project(state, seat, one.actions)
            if len(found) == _MOST_BETTER:
                break
        return list(found.values())

    def colour(self, seat: Seat) -> str:
        """Return the letter of the colour of a seat."""
        return COLOURS[self.owners[seat]]

    @property
    def players(self) -> list[str]:
        """The names of the players, by seat."""
        return [self.who(owner) for owner in self.owners]


def _of_game(source: str, found: "ReplayedRecord") -> QuerySubject:
    """Return the public part of a game as a subject."""
    state = observe(found.state, found.state.actor).public
    return QuerySubject(
        source,
        to_position(state),
        analyse_game(state),
        state.ruleset,
        state,
        state.colours[: state.seats],
        found.names,
    )


def _of_text(text: str, source: str, ruleset: Ruleset) -> QuerySubject:
    """Return a position as a subject. Raises NotationError."""
    with errors_located_in(source):
        known = read_position(text, ruleset.tiles)
        if isinstance(known, Position):
            return QuerySubject.of_position(known, ruleset, source)
        analysis = analyse(known, ruleset)
    colours = {one.owner for one in known.structures if one.owner is not None}
    colours |= {*known.beside.hands, *known.beside.owners()}
    return QuerySubject(source, known, analysis, ruleset, None, sorted(colours))


def _choice(owner: Owner) -> Wording:
    """Return a colour that ``--player`` accepts."""
    name = Word(COLOUR_NAMES[owner])
    return Wording("{letter} ({name})", {"letter": COLOURS[owner], "name": name})
