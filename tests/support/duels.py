"""Games for two between a player of somebody else and a level."""

from collections.abc import Callable
from typing import Any

from gridcommon import game_loop


def share_won(
    game: Any, player: Callable[[int], Any], level: str, deal: int, own: int, seed: int
) -> float:
    """Return the share of the victory of ``player`` in seat ``own``, from the seed of the bots."""
    state = game.new_game(game.Ruleset(), 2, deal)
    players = [game.make_bot(level, seed), game.make_bot(level, seed)]
    players[own] = player(seed)
    for _ in game_loop.play(game, state, players, with_events=False):
        pass
    winners = game.result(state).winners
    return (own in winners) / len(winners)
