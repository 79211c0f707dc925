"""Presenting a game in words: how it is narrated, displayed and prompted for.

:class:`Face` needs nothing but the contract, so a new game can be played at once. A wing derives
from it in its ``presenter`` module, and overrides the methods that it can improve.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.game_loop import format_value
from gridcommon.records import Declaration, Header
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.characters import brief_words, words
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import (
    Auction,
    Banner,
    BoardLayers,
    Card,
    Cell,
    Heading,
    Marks,
    Panel,
    View,
)
from gridgames.show.standing_orders import OrderKeyword, StandingOrders
from gridgames.show.winning import Criterion, behind_words, result_words
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, seat_style

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Palette


@dataclass(frozen=True, slots=True)
class Move:
    """One action, its events, and the bot's reason if a bot chose it.

    For information that the people at a table entered, ``action`` is the ``Declaration``.
    ``before`` is the state in which it was made, or None if that is not known.
    """

    action: Any
    events: Sequence[Any]
    reason: Any = None
    before: Any = field(default=None, repr=False, compare=False)

    @property
    def seat(self) -> Seat | None:
        """The seat that made the move, or None for a declaration."""
        return None if isinstance(self.action, Declaration) else self.action.seat

    def parted(self, kind: type | None) -> tuple[Any, list[Any]]:
        """Return the first event of a kind, or None, and all other events."""
        main = next((event for event in self.events if type(event) is kind), None)
        return main, [event for event in self.events if event is not main]


@dataclass(frozen=True, slots=True)
class Several:
    """Actions of one seat that a person chooses as one, and takes back as one."""

    actions: tuple[Any, ...]

    @property
    def seat(self) -> Seat:
        """The seat that acts."""
        seat: Seat = self.actions[0].seat
        return seat


def as_one(actions: Sequence[Any]) -> Any:
    """Return a single action as it is, and several as one choice."""
    return actions[0] if len(actions) == 1 else Several(tuple(actions))


def actions_of(choice: Any) -> Sequence[Any]:
    """Return the actions that a choice consists of."""
    return choice.actions if isinstance(choice, Several) else (choice,)


class Face:
    """The text presentation of a game. A state may be the public part of a view."""

    examples: str = ""  # actions in short notation, separated by commas
    landmarks: Mapping[str, tuple[type, ...]] = {}  # events that a replay can jump to, by name
    draws: tuple[type, ...] = ()  # events in which chance decides
    # Examples for the help of the full screen: lines with an input and its meaning.
    help: Sequence[tuple[str, Wording | None]] = ()
    orders: str = ""  # examples of standing orders, separated by commas
    position_has_rules = False  # whether a position names edition and options
    order_words: Sequence[OrderKeyword] = ()  # the keywords of standing orders
    standing: type[StandingOrders] = StandingOrders  # those of a seat, empty at first
    continuing: tuple[type, ...] = ()  # actions that are narrated together with those before
    incomes: Mapping[type, str] = {}  # events that bring a seat income, each with its field
    gain_unit = Word("points")  # of incomes

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    # Beginning

    def begin(
        self, header: Header, given: Mapping[str, Any]
    ) -> tuple[Header, Sequence[Declaration]]:
        """Return the header of a new game, and the declarations before the first move.

        ``given`` has the flags that no header holds. Raises NotationError for a game that cannot
        start like that.
        """
        for key in given:
            raise NotationError("{game} has no --{flag}", game=self.game.NAME, flag=key)
        return header, ()

    # Moves and results

    def narrate(self, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
        """Yield sentences about a move, and those :attr:`continuing` it: actions, then events."""
        for move in moves:
            yield f"{names[move.action.seat]}: {self.format(move.action)}"
            for event in move.events:
                yield self.narrate_event(event, names)

    def narrate_event(self, event: Any, names: Sequence[str]) -> str:
        """Return an event as a sentence."""
        del names
        return render_message(event) if hasattr(event, "template") else str(event)

    def recap(
        self, moves: Sequence[Move], names: Sequence[str]
    ) -> Iterator[tuple[Seat | None, str]]:
        """Yield the story of some moves, in order: a sentence for what one seat did in a row.

        The seat is None for what matters to all.
        """
        for seat, told in groupby(self.deeds(moves, names), key=lambda one: one[0]):
            words = [one for _, one in told]
            if seat is None:
                yield from ((None, f"{one}.") for one in words)
            else:
                yield seat, f"{names[seat]} {', '.join(words)}."

    def deeds(
        self, moves: Sequence[Move], names: Sequence[str]
    ) -> Iterator[tuple[Seat | None, str]]:
        """Yield what each seat did and got, in order and in short, as in ``built Essen for 10``.

        The seat is None for a sentence about what matters to all.
        """
        del names
        for move in moves:
            if move.seat is not None:
                yield move.seat, say("chose {action}", action=self.format(move.action))

    def turning_point(self, state: Any, names: Sequence[str], seat: Seat | None) -> Banner | None:
        """Return the stage that the game has reached, and what it means for ``seat``.

        ``state`` is what the seat may see; None for a spectator.
        """
        del state, names, seat
        return None

    def narrate_result(self, result: Any, names: Sequence[str]) -> Iterator[str]:
        """Yield who wins and why, then each player in the order of the result."""
        yield from result_words(self.criteria(result), result, names)

    def criteria(self, result: Any) -> Sequence[Criterion]:
        """Return what decides the game, if more than the winners is known."""
        del result
        return ()

    def outcome(self, result: Any, seat: Seat) -> str:
        """Return how the game ended for a person, in a sentence."""
        if seat in result.winners:
            return say("You won.")
        return behind_words(self.criteria(result), result.winners[0], seat)

    # The state

    def situation_lines(self, state: Any, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield short lines about the facts that matter for the current choice of ``seat``."""
        yield say("Round {round}: {name} is to act", round=state.round, name=names[seat])
        for line in self.board(state, names):
            yield "".join(text for text, _ in line)
        yield from brief_words(self.panels(state, names)[0])

    # Questions about the game

    def last_turn(self, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
        """Yield what players got in the last moves of one seat, then what that seat did."""
        acted = [move for move in moves if move.seat is not None]
        seat = acted[-1].seat if acted else None
        turn: list[Move] = []
        for move in reversed(acted):
            if move.seat != seat:
                break
            turn.insert(0, move)
        got: dict[Seat, int] = {}
        for event in (one for move in turn for one in move.events if type(one) in self.incomes):
            got[event.seat] = got.get(event.seat, 0) + getattr(event, self.incomes[type(event)])
        for other, count in got.items():
            yield say(
                "{name} got {count} {unit}.", name=names[other], count=count, unit=self.gain_unit
            )
        for move in turn:
            yield from self.narrate([move], names)

    def question(self, state: Any) -> Any:
        """Return a key that stays the same while consecutive actions answer the same question.

        None: every state asks a different question.
        """
        del state

    def review_stage(self, state: Any) -> Wording:
        """Return the stage of the game that a state belongs to; a review judges by stages.

        Its values are the ``round``, and the ``phase`` if rounds have phases.
        """
        return Wording("Round {round}", {"round": state.round})

    def behind_words(self, points: str) -> str:
        """Return that a player ends ``points`` behind the best rival."""
        return say("about {points} {unit} behind", points=points, unit=self.gain_unit)

    def full_description(
        self, state: Any, names: Sequence[str], board: Iterable[Line] | None = None
    ) -> Iterator[Line]:
        """Yield the whole state in words, for screen readers; ``board`` replaces its board."""
        yield from self.board(state, names) if board is None else board
        for panel in self.panels(state, names):
            if panel.key == "players":
                yield from words(panel)

    def board(self, state: Any, names: Sequence[str]) -> Iterator[Line]:
        """Yield the board alone in words, for screen readers.

        By default these are the facts other than lists with one value per player.
        """
        for key, value in self.game.facts(state).items():
            if not _is_by_seat(value, names):
                yield [(f"{key}: ", "dim"), (_shown(value), "")]

    def prospects(self, state: Any, names: Sequence[str]) -> Iterator[str]:
        """Yield what each player could gain next, in a line; by default what they have."""
        panels = self.panels(state, names)
        return brief_words(next(one for one in panels if one.key == "players"))

    # The state in parts

    def heading(self, state: Any, names: Sequence[str]) -> Heading:
        """Return the title of a state, or of a position from :meth:`parse_position`."""
        seat = self.game.to_act(state)
        task = brief = say("{name} is to act", name=names[seat]) if seat is not None else ""
        if result := self.game.result(state):
            task = next(iter(self.narrate_result(result, names)))
        moment = render_message(self.review_stage(state))
        return Heading(self.game.NAME.capitalize(), moment, task, brief)

    def place(self, action: Any) -> str:
        """Return the key of the place that an action belongs to, '' if it has none.

        A place is on the board, or a card or picture of a panel. Keys have letters, digits, and
        ``-``, ``_`` and ``,`` only.
        """
        del action
        return ""

    def changed_places(self, before: Any, after: Any) -> frozenset[str]:
        """Return the keys of the places that differ between two states, as all see them."""
        del before, after
        return frozenset()

    def board_layers(
        self,
        state: Any,
        names: Sequence[str],
        targets: Collection[str] | None = None,
        view: View | None = None,
    ) -> BoardLayers | None:
        """Return the board in layers, or None if the game has no drawing.

        ``targets`` are the places that can be pointed at now. Without them the board is for a
        picture; with them, even if there are none, its box is as large as choices need it. In a
        ``view`` it fills a pane, its text can be read there, and all places can be pointed at.
        """
        del state, names, targets, view
        return None

    def board_in_characters(self, shown: Any, names: Sequence[str], marks: Marks) -> Iterator[Line]:
        """Yield the board of a state or position, drawn in characters if the game can do that."""
        del marks
        return self.board(shown, names)

    def panels(self, state: Any, names: Sequence[str]) -> Sequence[Panel]:
        """Return what is shown beside the board, by default the facts: all, and by player."""
        facts = self.game.facts(state)
        by_seat = {key: value for key, value in facts.items() if _is_by_seat(value, names)}
        to_act = self.game.to_act(state)
        players = [
            Card(
                name,
                cells=[
                    Cell(f"{key} {_shown(value[seat])}", [(_shown(value[seat]), "")], head=key)
                    for key, value in by_seat.items()
                ],
                is_to_act=seat == to_act,
                mark=(GLYPHS[seat], seat_style(seat)),
            )
            for seat, name in enumerate(names)
        ]
        table = [
            Card(key, cells=[Cell(_shown(value))])
            for key, value in facts.items()
            if key not in by_seat
        ]
        return [Panel("players", say("Players"), players), Panel("table", say("Table"), table)]

    def stage(
        self, state: Any, names: Sequence[str], seat: Seat | None, moves: Sequence[Move]
    ) -> Sequence[Panel]:
        """Return what takes the place of the board for a while, such as an auction, or nothing.

        ``seat`` sees it, None for a spectator; the ``moves`` led to the state.
        """
        del state, names, seat, moves
        return ()

    def auctions(self, moves: Sequence[Move]) -> Iterator[Auction]:
        """Yield the auctions of a game."""
        del moves
        yield from ()

    def palette(self) -> "Palette":
        """Return the tones of the drawings of this game."""
        from gridgames.show.drawing.palette import PALETTE

        return PALETTE

    def format_position(self, state: Any, names: Sequence[str]) -> str:
        """Return a state in position notation. Raises NotationError if the game has none."""
        del state, names
        raise NotationError("{game} has no notation of positions", game=self.game.NAME)

    def view(self, state: Any, seat: Seat | None, names: Sequence[str]) -> dict[str, Any]:
        """Return what a seat may see, or what all may see for None, as a JSON object.

        ``facts`` has the keys of a ``check`` line; ``position`` is a position in the form that the
        companion of the game reads, if it has one.
        """
        del names
        return {"facts": self.game.facts(self.seen(state, seat))}

    def seen(self, state: Any, seat: Seat | None) -> Any:
        """Return the state as a seat may see it, or as all may see it for None."""
        game = self.game
        return game.spectate(state) if seat is None else game.observe(state, seat).public

    def supposed_setup(self, state: Any, seat: Seat) -> Any:
        """Return a Setup with which the same actions lead to what ``seat`` sees of ``state``.

        What is hidden is supposed, and depends on nothing but the view. Raises NotationError for a
        game that cannot do it, or a state that does not come from a new game.
        """
        del state, seat
        raise NotationError("{game} cannot be joined from a terminal", game=self.game.NAME)

    def parse_position(self, text: str, tables: Mapping[str, Path]) -> Any:
        """Return the position in a text, or None if the game has no notation for positions.

        ``tables`` are the user's files, keyed by option name. Raises NotationError.
        """
        del text, tables

    def is_position(self, text: str) -> bool:
        """Return whether a text, valid or not, is meant as a position of this game."""
        del text
        return False

    def hides(self, state: Any) -> bool:
        """Return whether a player sees information that is hidden from other players."""
        del state
        return False

    # Actions

    def wasteful_warning(self, state: Any, action: Any) -> str | None:
        """Return a warning about what a legal ``action`` gives up needlessly, or None."""
        del state, action
        return None

    def menu(self, state: Any, actions: Sequence[Any]) -> Menu:
        """Return the legal ``actions`` as numbered choices, the most useful first."""
        del state
        choices = [Choice("", one, name=self.format(one), place=self.place(one)) for one in actions]
        return Menu(say("Choose an action"), choices)

    def parts(self, line: str) -> list[str]:
        """Return the parts of a typed line in order, which semicolons separate."""
        return parts_of(line)

    def format(self, action: Any) -> str:
        """Return an action in user notation, in the language in use."""
        return as_typed("; ".join(map(self.game.format_action, actions_of(action))))

    def parse(self, state: Any, text: str) -> Any:
        """Return the action in a text that the seat to act typed. Raises NotationError."""
        return self.game.parse_action(text, state, input_words())


def round_and_phase(state: Any) -> tuple[int, int | None]:
    """Return the round of a state, and its phase if rounds have phases."""
    return state.round, getattr(state, "phase", None)


def group_moves(face: Face, moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Yield groups of consecutive moves, each narrated as one."""
    group: list[Move] = []
    for move in moves:
        if group and not isinstance(move.action, face.continuing):
            yield group
            group = []
        group.append(move)
    if group:
        yield group


def check_seated(seats: int, header: Header) -> None:
    """Raise NotationError unless a header has as many players as a position has ``seats``."""
    if seats != len(header.players):
        raise NotationError(
            "the position has {seats} players, found {found}",
            key="seats",
            seats=seats,
            found=len(header.players),
        )


def _is_by_seat(value: object, names: Sequence[str]) -> bool:
    return isinstance(value, list) and len(value) == len(names)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else format_value(value)


def parts_of(line: str) -> list[str]:
    """Return the parts of a line in order; an empty line has one empty part.

    >>> parts_of("buy coal 2; done;"), parts_of("")
    (['buy coal 2', 'done'], [''])
    """
    return [part for typed in line.split(";") if (part := typed.strip())] or [""]
