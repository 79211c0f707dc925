"""Starting a game: its players, the form of a new game, and a rematch of the same players."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gridcommon import game_loop
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.records import Header, check_seed
from gridgames.languages.messages import render_error, say
from gridgames.show.registry import GameChoice, face_of, wing_of
from gridgames.show.wing import Flag
from gridgames.table.bots.roster import Bots
from gridgames.table.saves.saves import Save, new_save_path
from gridgames.table.scorekeeping import session_of
from gridgames.table.session import Player, Session
from gridgames.terminal.printable import is_printable, visible_part

SEATS = 4  # the default number of players
# The integers that JSON in JavaScript keeps exactly, and too many to find the seed by trying them
# with the face-up pieces at the start.
SEEDS = 1 << 53


def chosen_seed(given: int | None) -> int:
    """Return the given seed, or an unpredictable one.

    Raises NotationError for a seed that a record cannot store.
    """
    if given is None:
        return int.from_bytes(os.urandom(7), "big") % SEEDS
    check_seed(given)
    return given


def deal_of(setup: Mapping[str, Any]) -> str:
    """Return a short digest of the ``setup`` of a header.

    >>> deal_of({})
    '44136fa355b3678a'
    """
    return hashlib.sha256(json.dumps(setup, sort_keys=True).encode()).hexdigest()[:16]


def default_seats(game: AnyGame) -> int:
    """Return the default number of players."""
    return min(SEATS, game.SEATS[-1])


def default_level(levels: Sequence[str]) -> str:
    """Return the default level of an opponent: a good player that moves at once."""
    return "normal" if "normal" in levels else levels[-1]


def default_bots(game: AnyGame) -> list[str]:
    """Return the default bots: half of them of the weakest level, half of the next one."""
    levels = list(game.LEVELS)
    seats = default_seats(game)
    weak = seats // 2
    return [levels[0]] * weak + [levels[min(1, len(levels) - 1)]] * (seats - weak)


def players_from_text(text: str, bots: Bots) -> tuple[Player, ...]:
    """Return the players of a text such as ``Ana=human,normal,easy``.

    A person without a name gets a number. Raises NotationError for an unknown bot, a duplicate
    name, a name that cannot be displayed, and a person with the name of a bot.
    """
    players: list[Player] = []
    taken: set[str] = set()
    for number, word in enumerate(text.split(","), start=1):
        name, equals, level = (part.strip() for part in word.rpartition("="))
        if not word.strip():
            raise NotationError("a name is missing between the commas", key="seats")
        if level != "human" and level not in bots:
            if not equals:
                bots.ask_about(level)
            raise NotationError(
                "unknown player {found}; choose from {allowed}",
                key="seats",
                found=repr(level),
                allowed=f"human, NAME=human, {bots.choices()}",
            )
        if equals and not name:
            raise NotationError("a name comes before '='", key="seats")
        if equals and level != "human":
            raise NotationError(
                "a bot has no name of its own; write {level} alone", key="seats", level=level
            )
        if not is_printable(name) or (name and not visible_part(name)):
            raise NotationError(
                "{name} cannot be shown; a name is printable text", key="seats", name=repr(name)
            )
        if level == "human":
            player = Player(name or say("Player {number}", number=number))
        else:
            level = bots.named(level)
            player = Player(f"{level} {number}", level)
        if name and (bots.is_ours(name) or bots.of_player(visible_part(name))):
            raise NotationError(
                "{name} is the name of a bot; choose another one", key="seats", name=repr(name)
            )
        if visible_part(player.name) in taken:
            raise NotationError("{name} is listed twice", key="seats", name=repr(player.name))
        taken.add(visible_part(player.name))
        players.append(player)
    return tuple(players)


Again = Callable[[], tuple[Session, Save | None]]


def choice_flags(game: str) -> list[Flag]:
    """Return the flags of a game of which one of several words is chosen."""
    flags = wing_of(game).flags
    return [flag for flag in flags if "play" in flag.commands and len(flag.words) > 1]


def real_table_flags(game: str) -> list[Flag]:
    """Return the flags that a game with the real box is asked for."""
    return [flag for flag in wing_of(game).flags if flag.title]


@dataclass(frozen=True, slots=True)
class GameForm:
    """The form of a new game: flags of ``play``, start menu, lobby and ``keep`` fill in the same.

    ``seats`` is a text as after ``--seats``; without it one of the ``players`` is a person.
    If ``watch`` is true only bots may play, if false a person must; None allows either.
    """

    choice: GameChoice
    seats: str | None = None
    players: int | None = None
    seed: int | None = None
    watch: bool | None = None
    bots: Bots | None = None

    def session(self) -> Session:
        """Return the new game, whose save keeps the reasons of bots, and standing orders.

        Raises NotationError if it cannot be played.
        """
        choice = self.choice
        face = face_of(choice.game)
        game = face.game
        given = choice.start()
        bots = self.bots or Bots(choice.game)
        seats = self.seats or choice.kept_seats or None
        sitting = _players(game, bots, seats, self.players, watch=self.watch)
        number = chosen_seed(self.seed)
        names = tuple(player.name for player in sitting)
        header = Header(choice.game, choice.ruleset(), names, number, choice.setup())
        header, declarations = face.begin(header, given)
        state = game_loop.start(game, header)
        full = game_loop.header(game, state, names, number)
        session = session_of(replace(full, takes_notes=True), sitting)
        session.seat(bots)
        session.follow(declarations)
        return session

    def problem(self) -> str:
        """Return why the game cannot be played, or ''."""
        try:
            self.session()
        except NotationError as problem:
            return render_error(problem)
        return ""

    def words(self) -> list[str]:
        """Return the arguments of the command that starts the game."""
        choice = self.choice
        known = {flag.name: flag.typed for flag in wing_of(choice.game).flags}
        values = {"--players": self.players, "--seed": self.seed}
        values |= {known[name]: value for name, value in choice.flags.items()}
        words = ["play", choice.game, *(["--seats", self.seats] if self.seats else [])]
        words += ["--watch"] if self.watch else []
        for typed, value in values.items():
            words += [] if value is None else [typed, str(value)]
        return words + [word for option in choice.options for word in ("--option", option)]


def _players(
    game: AnyGame, bots: Bots, seats: str | None, players: int | None, *, watch: bool | None
) -> tuple[Player, ...]:
    """Return the players; by default one person and bots of the default level."""
    if seats is None:
        count = players or default_seats(game)
        others = [default_level(bots.levels)] * (count if watch else count - 1)
        seats = ",".join(others if watch else ["human", *others])
    elif players is not None:
        raise NotationError("--seats already gives the number of players; leave out --players")
    sitting = players_from_text(seats, bots)
    if watch and any(player.is_human for player in sitting):
        raise NotationError("--watch is only for bots; --seats names a human player")
    if watch is False and not any(player.is_human for player in sitting):
        raise NotationError("--seats names only bots; add --watch to watch them play")
    return sitting


class StartedGame:
    """The players at the table, with the game that they play and its save."""

    def __init__(self, session: Session, save: Save | None, setup: Mapping[str, Any]) -> None:
        self.session = session
        self.save = save
        self.setup = setup  # chosen before the first game, not drawn

    def again(self) -> tuple[Session, Save | None]:
        """Start a game with the same players and rules and a new seed, saved beside the last."""
        before = self.session
        seed = chosen_seed(None)
        header = replace(before.header, seed=seed, setup=self.setup)
        state = game_loop.start(before.game, header)
        full = game_loop.header(before.game, state, header.players, seed)
        self.session = Session(replace(full, takes_notes=True), before.players)
        self.session.confirms = before.confirms
        self.session.bots, self.session.failures = before.bots, before.failures
        if self.save:
            self.save.close()
            name = new_save_path(before.game.NAME, datetime.now()).name
            self.save = Save(self.save.path.parent / name)
            self.save.follow(self.session)
        return self.session, self.save
