"""Starting a game: a new one, or a rematch of the same players."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from gridcommon import game_loop
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.records import Header
from gridgames.show.registry import Choice, face_of
from gridgames.table.bots.roster import Bots
from gridgames.table.saves.saves import Save, new_save_path
from gridgames.table.scorekeeping import session_of
from gridgames.table.seating import default_level, default_seats, players_from_text
from gridgames.table.seeds import chosen_seed
from gridgames.table.session import Player, Session

Again = Callable[[], tuple[Session, Save | None]]


def new_session(
    choice: Choice,
    seats: str | None,
    players: int | None,
    seed: int | None,
    *,
    watch: bool | None,
    bots: Bots | None = None,
) -> Session:
    """Return a new game, whose save keeps the reasons of bots, and standing orders.

    If ``watch`` is true only bots may play, if false a person must; None allows either.

    Raises NotationError if it cannot be played.
    """
    face = face_of(choice.game)
    game = face.game
    given = choice.start()
    seats = seats or face.seats(given) or None
    bots = bots or Bots(choice.game)
    sitting = _players(game, bots, seats, players, watch=watch)
    number = chosen_seed(seed)
    names = tuple(player.name for player in sitting)
    header = Header(choice.game, choice.ruleset(), names, number, choice.setup())
    header, declarations = face.begin(header, given)
    state = game_loop.start(game, header)
    full = game_loop.header(game, state, names, number)
    session = session_of(replace(full, takes_notes=True), sitting)
    session.seat(bots)
    session.follow(declarations)
    return session


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


class Match:
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
