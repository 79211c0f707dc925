"""Evaluation by the strongest level: the best choices of a position, and its values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from gridcommon.chance import derived_seed
from gridcommon.contract import AnyGame, Reason, Seat
from gridcommon.evaluation import Candidate, Effort, always_continue, lead
from gridcommon.game_loop import start
from gridcommon.records import Declaration, Header
from gridgames.show.wing import Wing

SHOWN = 3  # choices shown in a hint
_LOST = {"chance": 0.02, "points": -8.0}  # no better choice: the game can hardly be won


@dataclass(frozen=True, slots=True)
class ObservedPosition:
    """A position as one seat sees it: the header of its game, and the actions since the start."""

    header: Header
    actions: Sequence[Any]  # and declarations
    seat: Seat

    def state(self, game: AnyGame) -> Any:
        """Return the state."""
        state = start(game, self.header)
        for action in self.actions:
            if isinstance(action, Declaration):
                game.apply_declaration(state, action.kind, action.data, None)
            else:
                game.advance(state, action, None)
        return state


def seed_of(position: ObservedPosition) -> int:
    """Return the seed for evaluating a position, always the same one for the same position."""
    return derived_seed(position.header.seed or 0, "advice", position.seat, len(position.actions))


def bot_seed(header: Header, seat: Seat, moves: int) -> int:
    """Return the seed of a bot's choice after a number of moves, always the same one."""
    return derived_seed(header.seed or 0, "bot", seat, moves)


def bot_choice(wing: Wing, position: ObservedPosition, level: str) -> Candidate[Any]:
    """Return the choice of a bot of a level, as :meth:`Session.bot_choice` does."""
    game, seat = wing.game, position.seat
    state = position.state(game)
    bot = game.make_bot(level, bot_seed(position.header, seat, len(position.actions)))
    action = bot.choose(game.observe(state, seat), game.legal_actions(state))
    return without_value(action, bot.reason)


def rank_candidates(
    wing: Wing,
    position: ObservedPosition,
    effort: Effort | None = None,
    should_continue: Callable[[], bool] = always_continue,
) -> list[Candidate[Any]]:
    """Return the best choices, best first, evaluated for as long as the callback allows.

    There are three, or as many as there are legal actions; if the game is as good as lost, those
    that lose least come first. The effort is that of the strongest level by default. A game without
    an evaluator has one choice, that of its strongest bot, without a value and without samples.
    """
    game, evaluator, seed = wing.game, wing.evaluator, seed_of(position)
    state = position.state(game)
    view = game.observe(state, position.seat)
    if evaluator is not None:
        effort = effort or evaluator.BEST
        found = evaluator.rank_candidates(view, seed, effort, should_continue=should_continue)
        known = [one.action for one in found]
        more = known[:] if is_lost(wing, found) else []  # their values hardly differ
        if found and len(known) < SHOWN:
            legal = game.legal_actions(state)
            others = (one for one in chain(legal[-1:], legal) if one not in known)
            more += [*dict.fromkeys(islice(others, SHOWN + 1))][: SHOWN - len(known)]
        if more:
            again = evaluator.rank_candidates(view, seed, effort, more, should_continue)
            found = again if should_continue() else found
        if is_lost(wing, found):
            found.sort(key=lambda one: one.margin, reverse=True)
        return found[:SHOWN]
    bot = game.make_bot(list(game.LEVELS)[-1], seed)
    action = bot.choose(view, game.legal_actions(state))
    return [without_value(action, bot.reason)]


def is_lost(wing: Wing, thoughts: Sequence[Candidate[Any]]) -> bool:
    """Return whether no choice has more than a remote chance."""
    if wing.evaluator is None or not (thoughts and thoughts[0].samples):
        return False
    return max(one.value for one in thoughts) < _LOST[wing.evaluator.UNIT]


def without_value(action: Any, reason: Reason | None = None) -> Candidate[Any]:
    """Return a choice without a value."""
    return Candidate(action, value=0, standard_error=0, samples=0, line=(), terms={}, reason=reason)


def evaluate(wing: Wing, position: ObservedPosition) -> tuple[float, ...]:
    """Return the value of a position for each seat, in the unit of the game's evaluator."""
    evaluator, game = wing.evaluator, wing.game
    assert evaluator is not None, wing.name
    state = position.state(game)
    result = game.result(state)
    if result is not None:
        return evaluate_result(wing, result)
    return evaluator.evaluate(game.observe(state, position.seat), seed_of(position))


def evaluate_result(wing: Wing, result: Any) -> tuple[float, ...]:
    """Return the value of a finished game for each seat.

    The value is a share of the victory, or the lead in points.
    """
    assert wing.evaluator is not None, wing.name
    facts = wing.game.result_facts(result)
    points: Sequence[float] = facts[wing.points]
    if wing.evaluator.UNIT == "chance":
        won = set(result.winners)
        return tuple((seat in won) / len(won) for seat in range(len(points)))
    return tuple(lead(points, seat) for seat in range(len(points)))
