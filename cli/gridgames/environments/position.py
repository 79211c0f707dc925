"""A game in progress as numbers: legal codes, observation vectors, and returns at the end.

The names of the methods are those of OpenSpiel's states. A :class:`Position` has no chance nodes:
the seed decides each draw, and :meth:`Position.redrawn` samples hidden information again. A
:class:`ChancePosition` has them, as OpenSpiel and other searches want it: the first deals what all
see at the start, and one comes before each card or tile that is turned up. Neither game has secrets
of one seat, so a search from there knows no more than a player. A :class:`Runner` advances many
games.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridcommon.arguments import check_object, whole
from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Seat
from gridcommon.encoding import ChanceNodes, GameEncoding, Path, Tree, VectorSlice, skip_forced
from gridcommon.errors import NotationError
from gridgames.show.registry import face_of, wing_of
from gridgames.terminal.output import Line

ROUNDS = 100  # rounds after which a game is broken off, since players need not end it
CHOSEN = "chosen"  # the slice of the vector with the finished stages of the choice
HIGHEST = 32.0  # of a value in a vector; larger values are clipped


class OfGame:
    """What belongs to a game, which it names in its pickle, since a module cannot be pickled."""

    game: AnyGame

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"game": self.game.NAME}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values, game=wing_of(values["game"]).game)


class Position(OfGame):
    """One game, its seat to act, and the finished stages of the seat's choice.

    Seats with a level in ``bots`` are played automatically. Each choice of a bot has a separate
    random generator, so a clone continues exactly as the original. Nobody is asked for a forced
    choice: a single legal action is made, unless ``ask_forced``, and a single code is passed over.
    """

    def __init__(
        self,
        game: AnyGame,
        encoding: GameEncoding,
        state: Any,
        *,
        seed: int = 0,
        bots: Mapping[Seat, str] | None = None,
        rounds: int = ROUNDS,
        ask_forced: bool = False,
    ) -> None:
        self.game = game
        self.encoding = encoding
        self.state = state
        self.bots = bots or {}
        self.rounds = rounds
        self.ask_forced = ask_forced
        self._seed = seed
        self._made = 0  # actions
        self.parts: Mapping[str, VectorSlice] = with_chosen(encoding)
        self.path: Path = ()
        self._node: Tree = {}
        self._seen: tuple[Seat, dict[int, float]] | None = None
        self._begin_choice()

    @classmethod
    def new(
        cls,
        name: str,
        *,
        players: int = 2,
        seed: int = 0,
        ruleset: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        rounds: int = ROUNDS,
        ask_forced: bool = False,
    ) -> "Position":
        """Return the first position of a game.

        ``ruleset`` is the one of a record's header, and ``bots`` has the levels of the seats that
        bots play. Raises NotationError, naming the key, for an unknown game, a game without an
        encoding, and for invalid rules or bots.
        """
        game, rules, encoding = coded(name, players, ruleset, bots)
        rounds = whole(rounds, "rounds")
        state = game.new_game(rules, players, seed, game.Setup())
        return cls(
            game, encoding, state, seed=seed, bots=bots, rounds=rounds, ask_forced=ask_forced
        )

    # The seat to act, and its legal codes

    @property
    def is_broken_off(self) -> bool:
        """Whether the game was truncated: it ran too long, or no legal action has a code."""
        return self.game.to_act(self.state) is not None and not self._node

    def is_terminal(self) -> bool:
        """Return whether the game has ended or was truncated."""
        return not self._node

    def is_chance_node(self) -> bool:
        """Return False: chance is drawn from the seed."""
        return False

    def current_player(self) -> Seat | None:
        """Return the seat to act, or None at the end."""
        return self.game.to_act(self.state) if self._node else None

    def legal_actions(self) -> list[int]:
        """Return the legal codes, in ascending order."""
        return sorted(self._node)

    def legal_actions_mask(self) -> NDArray[np.int8]:
        """Return an array of ``encoding.num_codes`` with 1 for each legal code."""
        mask = np.zeros(self.encoding.num_codes, np.int8)
        mask[list(self._node)] = 1
        return mask

    def describe(self, code: int) -> str:
        """Return the meaning of a code, in English."""
        return self.encoding.describe(code)

    def apply_action(self, code: int) -> None:
        """Choose a code; once the codes complete an action, the action is made.

        Further stages with only one legal code are skipped. Raises ValueError for an illegal code.
        """
        code = whole(code, "code")
        if code not in self._node:
            try:
                name = self.encoding.describe(code)
            except ValueError:
                name = f"no number: there are {self.encoding.num_codes}"
            legal = ", ".join(map(str, self.legal_actions()[:20]))
            raise ValueError(f"{code} ({name}) may not be chosen now; these may: {legal}")
        path, beyond = skip_forced((*self.path, code), self._node[code])
        if beyond is not None:
            self.path, self._node = path, beyond
            return
        self._make(self.encoding.action(self.state, path))
        self._begin_choice()

    def _make(self, action: Any) -> None:
        self.game.advance(self.state, action, None)
        self._made += 1
        self._seen = None

    def _begin_choice(self) -> None:
        """Make the actions of bots and forced ones until a seat has a choice; get its codes."""
        self.path, self._node = (), {}
        while not self.is_chance_node():
            seat = self.game.to_act(self.state)
            if seat is None or self.state.round > self.rounds:
                return
            if seat in self.bots:
                seed = derived_seed(self._seed, "bot", seat, self._made)
                bot = self.game.make_bot(self.bots[seat], seed)
                view = self.game.observe(self.state, seat)
                self._make(bot.choose(view, self.game.legal_actions(self.state)))
                continue
            path: Path = ()
            node: Tree | None = self.encoding.tree(self.state)
            if not self.ask_forced:
                path, node = skip_forced(path, node)
            if node is not None:
                self.path, self._node = path, node
                return
            self._make(self.encoding.action(self.state, path))

    # Observations and returns

    def observation(self, seat: Seat) -> NDArray[np.float32]:
        """Return a seat's observation vector, without hidden information; see ``parts``."""
        vector = np.zeros(length(self.parts), np.float32)
        self.observe_into(seat, vector)
        return vector

    def observe_into(self, seat: Seat, vector: NDArray[np.float32]) -> None:
        """Write a seat's observation into a vector of zeros."""
        if self._seen is None or self._seen[0] != seat:  # later stages have the same observation
            self._seen = seat, self.encoding.observation(self.game.observe(self.state, seat))
        seen = self._seen[1]
        vector[list(seen)] = list(seen.values())
        if seat == self.current_player():
            start = self.parts[CHOSEN].start
            for stage, code in enumerate(self.path):
                vector[start + stage] = (code + 1) / self.encoding.num_codes
        np.minimum(vector, HIGHEST, out=vector)

    def column_names(self) -> list[str]:
        """Return the name of each value of a vector: its part, row and column, as ``fuel 1 3``."""
        return [
            f"{name} {row} {column}"
            for name, part in self.parts.items()
            for row in range(part.rows)
            for column in range(part.columns)
        ]

    def action_features(self) -> NDArray[np.float32]:
        """Return a row for each of ``legal_actions``, with ``encoding.feature_names`` as columns.

        A network that scores rows treats amounts, cards and cells alike that it has never seen.
        """
        codes = Position.legal_actions(self)
        table = np.zeros((len(codes), len(self.encoding.feature_names)), np.float32)
        for row, code in zip(table, codes, strict=True):
            found = self.encoding.features(self.state, code)
            row[list(found)] = list(found.values())
        return table

    def show(self, seat: Seat | None) -> str:
        """Return the table as text, as a seat sees it, or with all hands open for None.

        Nothing is said of cards and tiles that are face down.
        """
        return "\n".join("".join(text for text, _ in line) for line in self.show_lines(seat))

    def show_lines(self, seat: Seat | None) -> list[Line]:
        """Return the lines of :meth:`show` with their styles."""
        state = self.state if seat is None else self.game.observe(self.state, seat).public
        names = [self.bots.get(other, f"player_{other}") for other in range(self.players)]
        return list(face_of(self.game.NAME).full_description(state, names))

    def returns(self) -> list[float]:
        """Return each seat's return: 1 for a sole win, down to -1 / (players - 1) for a loss.

        The sum is 0. All returns are 0 before the end, and in a game that was broken off.
        """
        result, players = self.game.result(self.state), self.players
        if result is None:
            return [0.0] * players
        share, winners = 1 / len(result.winners), result.winners
        won = [share if seat in winners else 0.0 for seat in range(players)]
        return [(players * one - 1) / (players - 1) for one in won]

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.encoding.seats

    # For programs that search

    def clone(self) -> "Position":
        """Return an independent copy."""
        twin = Position.__new__(Position)
        vars(twin).update(vars(self))
        twin.state = self.state.copy()
        return twin

    def redrawn(self, seat: Seat, seed: int) -> "Position":
        """Return a position that looks the same to the seat: hidden information is sampled."""
        twin = self.clone()
        twin.state = self.game.determinize(self.game.observe(self.state, seat), seed)
        twin._seen = None
        return twin


def coded(
    name: str,
    players: int,
    ruleset: Mapping[str, Any] | None,
    bots: Mapping[Seat, str] | None,
) -> tuple[AnyGame, Any, GameEncoding]:
    """Return a game, its ruleset and its encoding.

    Raises NotationError, naming the key, for an unknown game, a game without an encoding, and for
    invalid rules, bots or numbers of players.
    """
    wing = wing_of(name)
    game = wing.game
    rules = game.Ruleset() if ruleset is None else game.Ruleset.from_json(ruleset)
    players = whole(players, "players")
    if players not in game.SEATS:
        raise NotationError(
            "expected {least} to {most} players, found {found}",
            key="players",
            least=game.SEATS[0],
            most=game.SEATS[-1],
            found=players,
        )
    if bots is not None:
        check_object(bots, "bots")
    for seat, level in (bots or {}).items():
        if seat not in range(players):
            raise NotationError(
                "there are seats 0 to {last}, found {found}",
                key="bots",
                last=players - 1,
                found=seat,
            )
        game.make_bot(level, 0)
    if len(bots or {}) >= players:
        raise NotationError("at least one seat has no bot", key="bots")
    try:
        module = import_module(f"{wing.engine}.encoding")
    except ModuleNotFoundError:
        raise NotationError("{game} has no encoding as numbers", key="game", game=name) from None
    encoding: GameEncoding = module.Encoding(rules, players)
    return game, rules, encoding


def with_chosen(encoding: GameEncoding) -> dict[str, VectorSlice]:
    """Return the slices of a vector: those of the game, and the finished stages of a choice."""
    parts = dict(encoding.parts)
    parts[CHOSEN] = VectorSlice(length(parts), 1, encoding.max_path_length)
    return parts


def length(parts: Mapping[str, VectorSlice]) -> int:
    """Return the length of a vector with these slices."""
    return max(part.end for part in parts.values())


class Runner(OfGame):
    """``count`` games; each one restarts with another seed as soon as it has ended.

    After ``reset`` and each ``step``, ``observations`` (count, length) has the observations of the
    seats to act, ``masks`` (count, codes) their legal codes, and ``players`` (count) the seats.
    Each step overwrites the arrays. The same seed and choices give the same games.
    """

    def __init__(
        self,
        name: str,
        count: int,
        *,
        players: int = 2,
        seed: int = 0,
        ruleset: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        rounds: int = ROUNDS,
        ask_forced: bool = False,
    ) -> None:
        """Create the runner. ``bots`` are the levels of automatic seats, rotated from game to game.

        In game *i*, counted from 0, seat *s* is played by the bot of seat *s - i*, around the
        table. Raises NotationError as :meth:`Position.new` does. Nobody is asked for a forced
        choice, unless ``ask_forced``.
        """
        self.game, self._rules, self.encoding = coded(name, players, ruleset, bots)
        self._seats, self._seed = players, whole(seed, "seed")
        self._rounds = whole(rounds, "rounds")
        count = whole(count, "count")
        self._bots = bots or {}
        self._ask_forced = ask_forced
        self.parts = with_chosen(self.encoding)
        self.games = 0  # games that have ended
        self._begun = 0
        self.observations = np.zeros((count, length(self.parts)), np.float32)
        self.masks = np.zeros((count, self.encoding.num_codes), np.int8)
        self.players = np.zeros(count, np.intp)
        self.positions: list[Position] = []
        self.reset()

    def reset(self) -> None:
        """Restart all games with the first seeds."""
        self._begun = self.games = 0
        self.positions = [self._new() for _ in self.players]
        for place in range(len(self.positions)):
            self._show(place)

    def step(self, codes: NDArray[np.integer]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Choose a code in each game; return the returns (count, seats), and which games ended.

        Raises ValueError for an illegal code.
        """
        got = np.zeros((len(self.positions), self._seats), np.float32)
        ended = np.zeros(len(self.positions), np.bool_)
        for place, code in enumerate(codes.tolist()):
            position = self.positions[place]
            position.apply_action(code)
            if position.is_terminal():
                got[place] = position.returns()
                ended[place] = True
                self.games += 1
                self.positions[place] = self._new()
            self._show(place)
        return got, ended

    def _new(self) -> Position:
        """Start the next game that leaves a choice to a seat without a bot."""
        while True:
            seed, turn = derived_seed(self._seed, "game", self._begun), self._begun
            self._begun += 1
            position = Position(
                self.game,
                self.encoding,
                self.game.new_game(self._rules, self._seats, seed, self.game.Setup()),
                seed=seed,
                bots={(seat + turn) % self._seats: bot for seat, bot in self._bots.items()},
                rounds=self._rounds,
                ask_forced=self._ask_forced,
            )
            if not position.is_terminal():
                return position

    def _show(self, place: int) -> None:
        position = self.positions[place]
        seat = position.current_player()
        assert seat is not None, "a game that has ended is restarted"
        self.players[place] = seat
        self.masks[place] = 0
        self.masks[place, position.legal_actions()] = 1
        self.observations[place] = 0
        position.observe_into(seat, self.observations[place])


CHANCE = -1  # the player at a node of chance, and at the end, as in OpenSpiel
TERMINAL = -4
DEALS = 1000


class ChancePosition(Position):
    """A position before the deal, or in a game whose draws are chosen from outside.

    The deal is one of ``deals``, all equally likely: the one of a new game with the seed
    ``first_seed`` plus its number. ``history`` has all codes so far, those of chance included.
    """

    def __init__(
        self,
        name: str,
        *,
        players: int = 2,
        ruleset: Mapping[str, Any] | None = None,
        rounds: int = ROUNDS,
        deals: int = DEALS,
        first_seed: int = 0,
    ) -> None:
        """Raises NotationError as :meth:`Position.new` does."""
        self.game, self.rules, encoding = coded(name, players, ruleset, None)
        self.settings: dict[str, Any] = {
            "name": name,
            "players": players,
            "ruleset": ruleset,
            "rounds": whole(rounds, "rounds"),
            "deals": whole(deals, "deals"),
            "first_seed": whole(first_seed, "first_seed"),
        }
        self.history: tuple[int, ...] = ()
        self._pending: Any = None
        self._drawn: tuple[int, ...] = ()
        self._outcomes = dict.fromkeys(range(deals), 1 / deals)
        super().__init__(self.game, encoding, None, rounds=rounds)

    # Nodes

    @property
    def nodes(self) -> ChanceNodes:
        """The nodes of chance of the game."""
        nodes: ChanceNodes = import_module(f"{wing_of(self.game.NAME).engine}.chance_nodes")
        return nodes

    def is_chance_node(self) -> bool:
        """Return whether chance is to choose next."""
        return bool(self._outcomes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each code that chance may choose with its probability, in ascending order."""
        return sorted(self._outcomes.items())

    def is_terminal(self) -> bool:
        """Return whether the game has ended or was truncated."""
        return not self._node and not self._outcomes

    def current_player(self) -> Seat:
        """Return the seat to act, CHANCE at a node of chance, or TERMINAL at the end."""
        if self._outcomes:
            return CHANCE
        seat = super().current_player()
        return TERMINAL if seat is None else seat

    def legal_actions(self) -> list[int]:
        """Return the legal codes of the seat or of chance, in ascending order."""
        return sorted(self._outcomes or self._node)

    def describe(self, code: int, player: Seat = 0) -> str:
        """Return the meaning of a code of a seat, or of CHANCE, in English."""
        if player != CHANCE:
            return self.encoding.describe(code)
        return f"deal {code}" if self.state is None else self.nodes.describe_draw(code)

    def apply_action(self, code: int) -> None:
        """Choose a code, for chance at its nodes. Raises ValueError for an illegal code."""
        if not self._outcomes:
            super().apply_action(code)
        elif whole(code, "code") not in self._outcomes:
            raise ValueError(f"{code}: chance may choose {self.legal_actions()}")
        elif self.state is None:
            self._deal(code)
        else:
            self._drawn = (*self._drawn, code)
            self._go_on()
            self._begin_choice()
        self.history = (*self.history, code)

    def child(self, code: int) -> "ChancePosition":
        """Return the position after a code; this one does not change."""
        twin = self.clone()
        twin.apply_action(code)
        return twin

    def clone(self) -> "ChancePosition":
        """Return an independent copy."""
        twin = object.__new__(ChancePosition)
        vars(twin).update(vars(self))  # no state, tree or vector is ever changed in place
        return twin

    def _deal(self, number: int) -> None:
        seed = self.settings["first_seed"] + number
        dealt = self.game.new_game(self.rules, self.players, seed, self.game.Setup())
        self.state, self._outcomes = self.nodes.hide(dealt), {}
        self._begin_choice()

    def _make(self, action: Any) -> None:
        self._pending, self._drawn = action, ()
        self._go_on()

    def _go_on(self) -> None:
        """Make the pending action, up to the next draw that is not forced."""
        while True:
            after, outcomes = self.nodes.draw(self.state, self._pending, self._drawn)
            if len(outcomes) != 1:
                break
            self._drawn = (*self._drawn, *outcomes)
        self._outcomes = outcomes
        if not outcomes:
            self.state, self._pending, self._seen = after, None, None

    # What seats see

    def observe_into(self, seat: Seat, vector: NDArray[np.float32]) -> None:
        """Write a seat's observation into a vector of zeros; before the deal, nothing."""
        if self.state is not None:
            super().observe_into(seat, vector)

    def show(self, seat: Seat | None) -> str:
        """Return the table as text: see :meth:`Position.show`."""
        return "before the deal" if self.state is None else super().show(seat)

    def returns(self) -> list[float]:
        """Return each seat's return: see :meth:`Position.returns`."""
        return super().returns() if self.is_terminal() else [0.0] * self.players

    # Text and copies

    def serialize(self) -> str:
        """Return the settings and the history as JSON."""
        return json.dumps({**self.settings, "history": self.history})

    @classmethod
    def deserialize(cls, text: str) -> "ChancePosition":
        """Return the position of :meth:`serialize`. Raises NotationError or ValueError."""
        settings = json.loads(text)
        history = settings.pop("history")
        position = cls(**settings)
        for code in history:
            position.apply_action(code)
        return position

    def __deepcopy__(self, _memo: dict[int, Any]) -> "ChancePosition":
        return self.clone()
