"""Another game of the same players, after one that is over."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from gridcommon import game_loop
from gridcommon.records import Header
from gridgames.saves.saves import Save, new_save_path
from gridgames.sessions.seeds import chosen_seed
from gridgames.sessions.session import Player, Session

Again = Callable[[], tuple[Session, Save | None]]


def with_notes(header: Header, players: Sequence[Player]) -> Header:
    """Return the header of a game whose save keeps the reasons of bots, if any play."""
    plays = not all(player.is_human for player in players)
    return replace(header, takes_notes=header.takes_notes or plays)


class Match:
    """The players at the table, with the game that they play and its save."""

    def __init__(self, session: Session, save: Save | None, setup: Mapping[str, Any]) -> None:
        self.session = session
        self.save = save
        self._setup = setup  # what was chosen before the first game, not drawn

    def again(self) -> tuple[Session, Save | None]:
        """Begin a game with the same players and rules and a new seed, saved beside the last."""
        before = self.session
        seed = chosen_seed(None)
        header = replace(before.header, seed=seed, setup=self._setup)
        state = game_loop.start(before.game, header)
        full = game_loop.header(before.game, state, header.players, seed)
        self.session = Session(with_notes(full, before.players), before.players)
        self.session.confirms = before.confirms
        self.session.bots, self.session.failures = before.bots, before.failures
        if self.save:
            self.save.close()
            name = new_save_path(before.game.NAME, datetime.now()).name
            self.save = Save(self.save.path.parent / name)
            self.save.follow(self.session)
        return self.session, self.save
