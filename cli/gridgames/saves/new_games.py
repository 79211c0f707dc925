"""Starting a new game: who sits where, its seed, and its session."""

from dataclasses import replace

from gridcommon import game_loop
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.records import Header
from gridgames.bots.roster import Bots
from gridgames.games.registry import Choice, face_of
from gridgames.saves.rematch import with_notes
from gridgames.sessions.scorekeeping import session_of
from gridgames.sessions.seeds import chosen_seed
from gridgames.sessions.session import (
    Player,
    Session,
    default_level,
    default_seats,
    players_from_text,
)


def new_session(
    choice: Choice,
    seats: str | None,
    players: int | None,
    seed: int | None,
    *,
    watch: bool,
    bots: Bots | None = None,
) -> Session:
    """Return a new game, whose save keeps the reasons of bots.

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
    header, told = face.begin(header, given)
    state = game_loop.start(game, header)
    full = game_loop.header(game, state, names, number)
    full = replace(full, takes_notes=header.takes_notes)
    session = session_of(with_notes(full, sitting), sitting)
    session.seat(bots)
    session.follow(told)
    return session


def _players(
    game: AnyGame, bots: Bots, seats: str | None, players: int | None, *, watch: bool
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
    if not watch and not any(player.is_human for player in sitting):
        raise NotationError("--seats names only bots; add --watch to watch them play")
    return sitting
