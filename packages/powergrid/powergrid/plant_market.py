"""The market of power plants and its stack: draws, replacements and the Step 3 card."""

from bisect import insort
from dataclasses import replace

from gridcommon.chance import shuffle
from gridcommon.errors import NotationError
from gridcommon.events import Events
from powergrid.events import (
    DiscountPlaced,
    DiscountRemoved,
    PlantBuried,
    PlantDrawn,
    PlantLeft,
    Step3Drawn,
)
from powergrid.state import AUCTION, BUILDING, State
from powergrid.tables import STEP3, UNKNOWN, Plant


class UnknownCard(NotationError):
    """The card to draw is not known: in a view, or in a real stack before it is declared.

    ``state`` is that of the moment of the draw.
    """

    def __init__(self, template: str, state: State) -> None:
        super().__init__(template)
        self.state = state


def minimum_bid(state: State, plant: Plant) -> int:
    """Return the minimum bid for ``plant`` in Elektro.  Rules: PG-AUC-09, PG-AUC-10."""
    return state.terms.discount_bid if plant == state.discount else plant


def place_discount(state: State, events: Events) -> None:
    """Put the discount token, if any, on the lowest plant.  Rules: PG-AUC-11."""
    if state.terms.discount_bid and state.plant_market:
        state.discount = state.plant_market[0]
        events.add(DiscountPlaced, state.discount)


def remove_discount(state: State, rule: str, events: Events) -> None:
    """Take the discount token off its plant."""
    events.add(DiscountRemoved, state.discount, rule)
    state.discount = 0


def leave(state: State, plant: Plant, rule: str, events: Events) -> None:
    """Record that ``plant``, already removed, is out of the game."""
    state.out |= 1 << plant
    events.add(PlantLeft, plant, rule)


def lowest_leaves(state: State, rule: str, events: Events) -> None:
    """Remove the lowest plant of the market, if any, from the game; draw nothing."""
    if state.plant_market:
        leave(state, state.plant_market.pop(0), rule, events)


def draw(state: State, events: Events) -> None:
    """Draw a plant into the market, unless the stack is empty.

    A plant below the one with the discount token leaves the game, with the token, and another is
    drawn; so does an obsolete plant. The Step 3 card takes effect instead of adding a plant.
    Raises UnknownCard for a card that is not known; the state is half done then.
    Rules: PG-AUC-04, PG-AUC-12, PG-AUC-18, PG-BUILD-08, PG-COMP-08.
    """
    state.seen_back = None
    while state.stack:
        card = state.stack.pop(0)
        if card == UNKNOWN:
            state.stack.insert(0, card)
            raise UnknownCard(
                "the plant that is drawn here is not known; a reveal line names it", state
            )
        if card == STEP3:
            draw_step3(state, events)
            return
        if card < state.discount and _sends_away(state):
            leave(state, card, "PG-AUC-12", events)
            remove_discount(state, "PG-AUC-12", events)
        elif state.terms.obsolete and card <= state.most_cities:
            leave(state, card, "PG-BUILD-08", events)
        else:
            insort(state.plant_market, card)
            events.add(PlantDrawn, card)
            return


def _sends_away(state: State) -> bool:
    """Return whether a replacement below the discounted plant leaves the game.

    By an option only the first replacement of the phase does: that of the first plant which was
    sold, or which the Cartel might take.  Rules: PG-AUC-12, PG-CART-03.
    """
    is_first = state.bought + state.cartel_taken <= 1
    return is_first or state.terms.ruleset.lower_replacement == "any"


def remove_obsolete(state: State, events: Events) -> None:
    """Replace each plant with a number up to the size of the largest network.  Rules: PG-BUILD-08.

    The lowest plant is always in the current market, and drawn plants are never obsolete.
    """
    if state.terms.obsolete:
        while state.plant_market and state.plant_market[0] <= state.most_cities:
            lowest_leaves(state, "PG-BUILD-08", events)
            draw(state, events)


def bury_highest(state: State, events: Events) -> None:
    """Put the highest plant under the stack and draw another.  Rules: PG-BUR-06."""
    if state.plant_market:
        plant = state.plant_market.pop()
        state.stack.append(plant)
        events.add(PlantBuried, plant)
    draw(state, events)


def draw_step3(state: State, events: Events) -> None:
    """Apply the Step 3 card, just drawn.

    In the auction phase it stays in the market, as the highest, until the phase ends.
    Rules: PG-STEP-06, PG-STEP-07, PG-STEP-08, PG-STEP-10.
    """
    rule = {AUCTION: "PG-STEP-06", BUILDING: "PG-STEP-07"}.get(state.phase, "PG-STEP-08")
    _shuffle_stack(state)
    events.add(Step3Drawn, rule)
    if state.phase == AUCTION:
        state.step3_lies = True
    else:
        bring_step3(state, rule, events)


def bring_step3(state: State, rule: str, events: Events) -> None:
    """Change the market for step 3, which begins with the next phase.

    If step 1 is still in force, the change of step 2 comes first.  Rules: PG-STEP-05, PG-STEP-10.
    """
    state.step3_lies = False
    state.step3_pending = True
    if state.step == 1:
        replace_lowest(state, "PG-STEP-10", events)
    lowest_leaves(state, rule, events)


def replace_lowest(state: State, rule: str, events: Events) -> None:
    """Remove the lowest plant from the game and draw another, unless the stack is empty."""
    lowest_leaves(state, rule, events)
    draw(state, events)


def _shuffle_stack(state: State) -> None:
    """Shuffle the stack, or use the order given by a record.

    Of a real stack nobody knows the new order, only which cards are in it.
    Rules: PG-STEP-06, PG-COMP-08.
    """
    known = state.draws.after_step3
    if state.is_kept:
        told = list(known or ())  # cards that this very action draws too
        if not set(told) <= set(state.stack):
            raise NotationError(
                "the stack to shuffle holds {stack}, found {found}",
                key="reveal.stack",
                stack=", ".join(map(str, sorted(state.stack))),
                found=", ".join(map(str, told)),
            )
        state.draws = replace(state.draws, after_step3=tuple(sorted(state.stack)))
        state.stack = [*told, *[UNKNOWN] * (len(state.stack) - len(told))]
    elif known is None:
        state.stack, state.rng = shuffle(state.stack, state.rng)
        state.draws = replace(state.draws, after_step3=tuple(state.stack))
    elif sorted(known) == sorted(state.stack):
        state.stack = list(known)
    else:
        raise NotationError(
            "the stack to shuffle holds {stack}, found {found}",
            key="setup.after_step3",
            stack=", ".join(map(str, sorted(state.stack))),
            found=", ".join(map(str, known)),
        )
