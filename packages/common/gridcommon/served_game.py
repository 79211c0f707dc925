"""A game of remote players: each seat sees and sends JSON, and the game is recorded meanwhile."""

from collections.abc import Mapping, Sequence
from typing import Any

from gridcommon import game_loop
from gridcommon.contract import AnyGame, Seat
from gridcommon.errors import IllegalAction
from gridcommon.records import format_line
from gridcommon.views import actions_to_json


class ServedGame:
    """A game of the players called ``names``, and the ``lines`` of its record so far.

    It is not safe to use from several threads at once. ``ruleset`` is by default the game's own.
    """

    def __init__(self, game: AnyGame, names: Sequence[str], seed: int, ruleset: Any = None) -> None:
        """Deal the game. Raises GridgamesError for a number of players that it does not allow."""
        rules = game.Ruleset() if ruleset is None else ruleset
        self.game = game
        self.state = game.new_game(rules, len(names), seed, game.Setup())
        self.lines = [format_line(game_loop.header(game, self.state, names, seed).to_json())]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; until then its record holds hidden information."""
        return self.game.to_act(self.state) is None

    def show(self, seat: Seat) -> dict[str, Any]:
        """Return all that a seat may know, as JSON.

        ``view`` is its view, ``offered`` its legal actions, or None while it is not to act, and
        ``result`` that of the game, or None before its end.
        """
        game, state = self.game, self.state
        result = game.result(state)
        return {
            "view": game.view_to_json(game.observe(state, seat)),
            "offered": actions_to_json(game, state) if game.to_act(state) == seat else None,
            "result": None if result is None else dict(game.result_facts(result)),
        }

    def make(self, seat: Seat, data: Mapping[str, Any]) -> None:
        """Make an action of a seat, given as in a record; its key ``seat`` is not believed.

        Raises NotationError if it cannot be read and IllegalAction if it is illegal, as every
        action of a seat that is not to act. Nothing has changed then.
        """
        game, events = self.game, list[Any]()
        action = game.action_from_json({**data, "seat": seat})
        if refusal := game.check(self.state, action):
            raise IllegalAction(action, refusal)
        game.advance(self.state, action, events)
        self.lines += game_loop.play_recorded(game, self.state, [(action, events)])
