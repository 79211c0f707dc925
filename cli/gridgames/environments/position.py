"""A game in progress as numbers: legal codes, observation vectors, and returns at the end.

The names of the methods are those of OpenSpiel's states. There are no chance nodes: the seed
decides each draw, and :meth:`Position.redrawn` samples hidden information again. For nodes of
chance see :mod:`gridgames.environments.chance`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridcommon.arguments import check_object, whole
from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Seat
from gridcommon.encoding import GameEncoding, Path, Tree, VectorSlice, skip_forced
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
