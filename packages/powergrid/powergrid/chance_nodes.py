"""The draws of plants as nodes of chance: see :class:`gridcommon.encoding.ChanceNodes`.

A hidden stack is that of a real box: a card is named as it is drawn. Draws are the numbers of
plants, then the backs of the card that is on top afterwards, if backs show something.
"""

from dataclasses import replace
from typing import Final, SupportsIndex

from gridcommon.arguments import whole
from gridcommon.encoding import Path
from powergrid.actions import Action
from powergrid.declarations import drawable, name_card
from powergrid.game import advance
from powergrid.plant_market import UnknownCard
from powergrid.state import State
from powergrid.tables import BACKS, PLANTS, STEP3, UNKNOWN

_BACK: Final = max(PLANTS) + 1
NUM_DRAWS: Final = _BACK + len(BACKS)

Draws = dict[int, float]


def hide(state: State) -> State:
    """Return a copy of a game in which the cards of the stack are still to be drawn.

    Plants seen to go under the stack, and the back of the top card, are kept.
    Rules: PG-SETUP-07, PG-SETUP-10, PG-COMP-08.
    """
    hidden = state.copy()
    hidden.rng = 0
    hidden.seen_back = state.top_back
    made = state.draws
    if STEP3 in state.stack:
        above = state.stack.index(STEP3)
        hidden.stack[:above] = [UNKNOWN] * above
        after = None
    else:
        hidden.stack = [UNKNOWN] * len(state.stack)
        after = tuple(sorted(state.buried))
    hidden.draws = replace(made, stack=(UNKNOWN,) * len(made.stack), after_step3=after)
    return hidden


def draw(state: State, action: Action, drawn: Path) -> tuple[State | None, Draws]:
    """Make a legal action with the draws so far: see :class:`gridcommon.encoding.ChanceNodes`.

    Rules: PG-SETUP-06, PG-SETUP-07, PG-SETUP-10, PG-STEP-06.
    """
    after = state.copy()
    after.seen_back = None
    cards = [code for code in drawn if code < _BACK]
    for card in cards:
        name_card(after, card)
    try:
        advance(after, action, None)
    except UnknownCard as unknown:
        at = unknown.state
        is_same_top = not cards and (STEP3 in at.stack) == (STEP3 in state.stack)
        return None, _next_cards(at, state.seen_back if is_same_top else None)
    if cards or (STEP3 in after.stack) != (STEP3 in state.stack):
        backs = _top_backs(after)
        if len(cards) < len(drawn):
            after.seen_back = BACKS[drawn[-1] - _BACK]
        elif len(backs) > 1:
            return None, backs
        elif backs:
            after.seen_back = BACKS[min(backs) - _BACK]
    else:
        after.seen_back = state.seen_back
    return after, {}


def describe_draw(code: SupportsIndex) -> str:
    """Return the meaning of a draw, in English."""
    number = whole(code, "code")
    if number in PLANTS:
        return f"plant {number} is drawn"
    if number not in range(_BACK, NUM_DRAWS):
        raise ValueError(f"{number}: no draw has this number")
    return f"the next card has the back {BACKS[number - _BACK]}"


def _next_cards(state: State, back: str | None) -> Draws:
    """Return the chance of each plant to be on top of the stack, with a back if one is seen.

    The set-up removed a known number of cards of each group, so the rest of the group's unseen
    cards are in the stack. The first card comes from the group that the set-up takes it from.
    """
    terms = state.terms
    unseen = drawable(state)
    weights: Draws
    if STEP3 not in state.stack:
        weights = dict.fromkeys(unseen, 1.0)
    elif state.stack.index(STEP3) == len(state.draws.stack) - 1:  # none was drawn
        weights = {plant: 1.0 for plant in unseen if plant in terms.deck.top}
    else:
        weights = {}
        for group, removed in zip(terms.deck.groups, terms.remove, strict=True):
            left = [plant for plant in unseen if plant in group]
            for plant in left:
                weights[plant] = max(0.0, 1 - removed / len(left))
    seen = {
        plant: weight
        for plant, weight in weights.items()
        if weight and (back is None or terms.back(plant) == back)
    }
    total = sum(seen.values())
    return {plant: weight / total for plant, weight in sorted(seen.items())}


def _top_backs(state: State) -> Draws:
    """Return the chance of each back of the top card, if the card is still to be drawn."""
    chances: Draws = {}
    if not state.stack or state.stack[0] != UNKNOWN:
        return chances
    for plant, chance in _next_cards(state, None).items():
        back = state.terms.back(plant)
        if back is not None:
            code = _BACK + BACKS.index(back)
            chances[code] = chances.get(code, 0.0) + chance
    return chances
