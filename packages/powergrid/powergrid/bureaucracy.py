"""Phase 5: plants run, players are paid, and both markets are brought up to date."""

from typing import Final

from gridcommon.errors import JoinedList, Refusal, Word, Wording
from gridcommon.events import Events
from gridcommon.lazy_actions import LegalActions
from powergrid import cartel
from powergrid.actions import Action, Handlers, Run
from powergrid.events import Powered
from powergrid.fuel_market import refill
from powergrid.plant_market import bury_highest, replace_lowest
from powergrid.powering import burns_exactly, can_burn, fuel_needs, output, possible_runs
from powergrid.state import BURY, BY_STEP, DISCARD, NOBODY, State
from powergrid.steps import begin_step2
from powergrid.storage import amounts, subtract_fuel
from powergrid.tables import FUELS, NOTHING, PAYMENT, Plant


def enter(state: State, events: Events) -> None:
    """Begin step 2 if it is due.  Rules: PG-STEP-02, PG-STEP-03."""
    begin_step2(state, events)


def finish(state: State, events: Events) -> None:
    """Refill the fuel market, then update the market of plants.  Rules: PG-BUR-04, PG-CART-08."""
    cartel.return_fuel(state, events)
    refill(state, events)
    update_plant_market(state, events)


def payment(cities: int) -> int:
    """Return the income for powering ``cities``, in Elektro.  Rules: PG-BUR-02.

    >>> payment(0), payment(6), payment(17), payment(21)
    (10, 73, 142, 150)
    """
    return PAYMENT[min(cities, len(PAYMENT) - 1)]


def check_run(state: State, action: Run) -> Refusal | None:
    """Return why running the plants on that fuel is illegal, or None.

    Rules: PG-BUR-01, PG-BUR-08, PG-PLANT-01, PG-PLANT-03.
    """
    owned, stock = state.plants[action.seat], state.fuel[action.seat]
    for plant in action.plants:
        if plant not in owned:
            return Refusal(
                "PG-BUR-01",
                "plant {plant} is not one of {plants}",
                plant=plant,
                plants=", ".join(map(str, owned)),
            )
    if len(set(action.plants)) < len(action.plants):
        return Refusal("PG-PLANT-01", "a plant runs once a round")
    if tuple(sorted(action.plants)) != action.plants:
        return Refusal("PG-BUR-01", "list the plants in ascending order")
    if not burns_exactly(action.plants, action.burn):
        return Refusal(
            "PG-PLANT-01",
            "plants {plants} burn exactly {needed}, not {burn}",
            plants=", ".join(map(str, action.plants)) or Word("none"),
            needed=_needed(action.plants),
            burn=amounts(action.burn),
        )
    for fuel, left in enumerate(subtract_fuel(stock, action.burn)):
        if left < 0:
            return Refusal(
                "PG-PLANT-01",
                "{held} {fuel} held, not {count}",
                held=stock[fuel],
                fuel=Word(FUELS[fuel]),
                count=action.burn[fuel],
            )
    if not can_burn(owned, stock, action.plants, action.burn):
        return Refusal(
            "PG-BUR-08",
            "while a plant for coal or oil holds its load, the rest of {stock} has no room",
            stock=amounts(stock),
        )
    return None


def do_run(state: State, action: Run, events: Events) -> None:
    """Burn the fuel and pay for the powered cities.

    Rules: PG-BUR-01, PG-BUR-02, PG-BUR-03, PG-COMP-06.
    """
    seat, burn = action.seat, action.burn
    if burn != NOTHING:
        state.fuel[seat] = subtract_fuel(state.fuel[seat], burn)
        for fuel, count in enumerate(burn):
            state.supply[fuel] += count
    cities = min(output(action.plants), state.city_count[seat])
    income = payment(cities)
    state.money[seat] += income
    events.add(Powered, seat, action.plants, burn, cities, income)
    state.actor = NOBODY


def update_plant_market(state: State, events: Events) -> None:
    """Bury the highest plant in steps 1 and 2, let the lowest leave in step 3, and draw.

    Rules: PG-BUR-06, PG-BUR-07, PG-STEP-08.
    """
    if state.update == BURY or (state.update == BY_STEP and state.step < 3):
        bury_highest(state, events)
    elif state.update in (DISCARD, BY_STEP):
        replace_lowest(state, "PG-BUR-07", events)


def legal_runs(state: State) -> LegalActions[Action]:
    """Return every possible run, the one of no plants included; fewest plants first."""
    seat = state.actor
    return LegalActions([possible_runs(seat, state.plants[seat], state.fuel[seat])])


def _needed(plants: tuple[Plant, ...]) -> JoinedList:
    fixed, hybrids = fuel_needs(plants)
    parts: list[object] = [] if fixed == (0, 0, 0, 0) and hybrids else [amounts(fixed)]
    if hybrids:
        parts.append(Wording("{count} coal or oil", {"count": sum(hybrids)}))
    return JoinedList(tuple(parts), "and")


ACTIONS: Final[Handlers] = {Run: (check_run, do_run)}
