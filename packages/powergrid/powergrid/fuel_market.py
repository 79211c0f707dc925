"""The market of fuel: what phase 5 puts back on it."""

from gridcommon.events import Events
from powergrid.events import MarketRefilled, UraniumStopped
from powergrid.state import State
from powergrid.tables import FUELS, TOKENS, URANIUM, Plant


def refill(state: State, events: Events) -> None:
    """Move tokens from the supply to the market, as many as step and players say.

    The dearest empty spaces are filled first: so a market is always full from some space up.

    Rules: PG-BUR-03, PG-BUR-04, PG-BUR-05, PG-RES-03.
    """
    added = list(state.terms.refill[state.step - 1])
    if state.uranium_stopped:
        added[URANIUM] = 0
    for fuel in range(len(FUELS)):
        room = TOKENS[fuel] - state.market[fuel]
        added[fuel] = min(added[fuel], state.supply[fuel], room)
        state.market[fuel] += added[fuel]
        state.supply[fuel] -= added[fuel]
    tokens = added[0], added[1], added[2], added[3]
    events.add(MarketRefilled, tokens, state.terms.doubts_of("PG-BUR-04"))


def stop_uranium(state: State, plant: Plant, events: Events) -> None:
    """End the refill of uranium if ``plant``, just bought, is the one that does.

    Rules: PG-BUR-05.
    """
    if plant == state.terms.phase_out_plant:
        state.uranium_stopped = True
        events.add(UraniumStopped, plant)
