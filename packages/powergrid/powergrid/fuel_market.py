"""The market of fuel: what phase 5 puts back on it."""

from gridcommon.events import Events
from powergrid.events import MarketRefilled, UraniumStopped
from powergrid.state import State
from powergrid.tables import FUELS, TOKENS, URANIUM, Plant, Tokens


def tokens_to_add(state: State, step: int) -> Tokens:
    """Return what a refill by the column of ``step`` would add to the market as it is now.

    What is in the supply now counts: fuel burnt before the refill comes is there too by then.

    Rules: PG-BUR-04, PG-BUR-05, PG-RES-03.
    """
    row, market, supply = state.terms.refill[step - 1], state.market, state.supply
    added: list[int] = []
    for fuel in range(len(FUELS)):
        count = min(row[fuel], supply[fuel])
        count = min(count, TOKENS[fuel] - market[fuel])
        added.append(0 if fuel == URANIUM and state.uranium_stopped else count)
    return tuple(added)


def refill(state: State, events: Events) -> None:
    """Move tokens from the supply to the market, as many as step and players say.

    The dearest empty spaces are filled first: so a market is always full from some space up.

    Rules: PG-BUR-03, PG-BUR-04, PG-BUR-05, PG-RES-03.
    """
    tokens = tokens_to_add(state, state.step)
    for fuel, count in enumerate(tokens):
        state.market[fuel] += count
        state.supply[fuel] -= count
    events.add(MarketRefilled, tokens, state.terms.refill_doubts)


def stop_uranium(state: State, plant: Plant, events: Events) -> None:
    """End the refill of uranium if ``plant``, just bought, is the one that does.

    Rules: PG-BUR-05.
    """
    if plant == state.terms.phase_out_plant:
        state.uranium_stopped = True
        events.add(UraniumStopped, plant)
