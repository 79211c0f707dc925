"""The fuel market and its refill in phase 5."""

from gridcommon.events import Events
from powergrid.events import MarketRefilled, UraniumStopped
from powergrid.state import State
from powergrid.tables import FUELS, URANIUM, Plant, Tokens


def tokens_to_add(state: State, step: int) -> Tokens:
    """Return the tokens that a refill of ``step`` would add to the current market.

    The current supply limits them; fuel burnt before the refill will be in the supply too.
    Rules: PG-BUR-04, PG-BUR-05, PG-RES-03, PG-COMP-10.
    """
    row, market, supply = state.terms.refill[step - 1], state.market, state.supply
    added: list[int] = []
    for fuel in range(len(FUELS)):
        count = min(row[fuel], supply[fuel])
        count = min(count, len(state.terms.prices[fuel]) - market[fuel])
        added.append(0 if fuel == URANIUM and state.uranium_stopped else count)
    return tuple(added)


def refill(state: State, events: Events) -> None:
    """Move tokens from the supply to the market, by step and number of players.

    The most expensive empty spaces are filled first, so empty spaces are always the cheapest.
    Rules: PG-BUR-03, PG-BUR-04, PG-BUR-05, PG-RES-03.
    """
    tokens = tokens_to_add(state, state.step)
    for fuel, count in enumerate(tokens):
        state.market[fuel] += count
        state.supply[fuel] -= count
    events.add(MarketRefilled, tokens, state.terms.refill_caveats)


def stop_uranium(state: State, plant: Plant, events: Events) -> None:
    """End the refill of uranium if ``plant``, just bought, is the phase-out plant.

    Rules: PG-BUR-05.
    """
    if plant == state.terms.phase_out_plant:
        state.uranium_stopped = True
        events.add(UraniumStopped, plant)
