"""The fuel storage of a player's plants.

Players may move fuel between their plants at any time, so a stock belongs to a player, not to a
plant. It only has to fit as a whole, and no action moves fuel.
"""

from functools import lru_cache

from gridcommon.errors import JoinedList, Word, Wording
from powergrid.tables import (
    BURNS,
    COAL,
    FUELS,
    GARBAGE,
    HYBRID,
    LOAD,
    OIL,
    URANIUM,
    Fuel,
    Plant,
    Tokens,
)

Capacities = tuple[int, ...]  # for each of FUELS, then (HYBRID) for coal and oil together


def capacities(plants: tuple[Plant, ...]) -> Capacities:
    """Return how many tokens ``plants`` can hold: of each fuel, then of coal and oil on hybrids.

    Rules: PG-PLANT-02, PG-PLANT-03, PG-PLANT-04.

    >>> capacities((3, 5, 33))
    (0, 4, 0, 0, 4)
    """
    coal, oil, garbage, uranium, mixed = loads(plants)
    return 2 * coal, 2 * oil, 2 * garbage, 2 * uranium, 2 * mixed


def loads(plants: tuple[Plant, ...]) -> tuple[int, int, int, int, int]:
    """Return how many tokens a run of ``plants`` burns: of each fuel, then of coal or oil.

    Rules: PG-PLANT-01, PG-PLANT-03, PG-PLANT-04.

    >>> loads((3, 5, 33))
    (0, 2, 0, 0, 2)
    """
    coal = oil = garbage = uranium = mixed = 0
    for plant in plants:
        fuel = BURNS[plant]
        if fuel == COAL:
            coal += LOAD[plant]
        elif fuel == OIL:
            oil += LOAD[plant]
        elif fuel == GARBAGE:
            garbage += LOAD[plant]
        elif fuel == URANIUM:
            uranium += LOAD[plant]
        else:
            mixed += LOAD[plant]
    return coal, oil, garbage, uranium, mixed


def amounts(tokens: Tokens) -> JoinedList | Word:
    """Return ``tokens`` in words, for a sentence.

    >>> str(amounts((1, 2, 0, 0))), str(amounts((0, 0, 0, 0)))
    ('1 coal, 2 oil', 'nothing')
    """
    held = tuple(
        Wording("{count} {fuel}", {"count": count, "fuel": Word(FUELS[fuel])})
        for fuel, count in enumerate(tokens)
        if count
    )
    return JoinedList(held) if held else Word("nothing")


def fits(stock: Tokens, plants: tuple[Plant, ...]) -> bool:
    """Return whether ``plants`` can hold the whole ``stock``.  Rules: PG-PLANT-02, PG-PLANT-05.

    >>> fits((2, 2, 0, 0), (5,)), fits((3, 2, 0, 0), (5,))
    (True, False)
    """
    room = capacities(plants)
    mixed = max(0, stock[COAL] - room[COAL]) + max(0, stock[OIL] - room[OIL])
    return (
        mixed <= room[HYBRID]
        and stock[GARBAGE] <= room[GARBAGE]
        and stock[URANIUM] <= room[URANIUM]
    )


def fits_one_run(stock: Tokens, plants: tuple[Plant, ...]) -> bool:
    """Return whether one run of all ``plants`` can burn the whole ``stock``.  Rules: PG-CART-05.

    >>> fits_one_run((1, 1, 0, 0), (5,)), fits_one_run((2, 1, 0, 0), (5,))
    (True, False)
    """
    coal, oil, garbage, uranium = stock
    return fits((2 * coal, 2 * oil, 2 * garbage, 2 * uranium), plants)


def room_for(fuel: Fuel, stock: Tokens, plants: tuple[Plant, ...]) -> int:
    """Return how many more tokens of ``fuel`` fit on ``plants``.  Rules: PG-PLANT-05."""
    return rooms_left(stock, plants)[fuel]


def rooms_left(stock: Tokens, plants: tuple[Plant, ...]) -> Tokens:
    """Return how many more tokens of each fuel fit on ``plants`` beside ``stock``.

    Coal and oil share the room on hybrids.  Rules: PG-PLANT-05.

    >>> rooms_left((0, 7, 0, 0), (5, 7))
    (3, 3, 0, 0)
    """
    coal, oil, garbage, uranium, hybrid = loads(plants)
    coal = 2 * coal - stock[COAL]
    oil = 2 * oil - stock[OIL]
    return (
        coal + 2 * hybrid + (oil if oil < 0 else 0),
        oil + 2 * hybrid + (coal if coal < 0 else 0),
        2 * garbage - stock[GARBAGE],
        2 * uranium - stock[URANIUM],
    )


def smallest_losses(stock: Tokens, plants: tuple[Plant, ...]) -> tuple[Tokens, ...]:
    """Return the minimal losses of ``stock`` if only ``plants`` are left to hold it, ascending.

    After a minimal loss the rest fits, and no lost token could be added back. There is more than
    one if coal and oil compete for room.  Rules: PG-AUC-17, PG-PLANT-05.

    >>> smallest_losses((8, 0, 0, 0), (5,))
    ((4, 0, 0, 0),)
    """
    room = capacities(plants)
    garbage = max(0, stock[GARBAGE] - room[GARBAGE])
    uranium = max(0, stock[URANIUM] - room[URANIUM])
    if max(0, stock[COAL] - room[COAL]) + max(0, stock[OIL] - room[OIL]) <= room[HYBRID]:
        return ((0, 0, garbage, uranium),)
    kept = []
    for coal in range(min(stock[COAL], room[COAL] + room[HYBRID]) + 1):
        mixed = max(0, coal - room[COAL])
        kept.append((coal, min(stock[OIL], room[OIL] + room[HYBRID] - mixed)))
    most = max(coal + oil for coal, oil in kept)
    return tuple(
        sorted(
            (stock[COAL] - coal, stock[OIL] - oil, garbage, uranium)
            for coal, oil in kept
            if coal + oil == most
        )
    )


@lru_cache(maxsize=1 << 12)
def free_losses(stock: Tokens, plant: Plant, plants: tuple[Plant, ...]) -> tuple[Tokens, ...]:
    """Return the possible losses with ``plant`` if players may give up more than needed, ascending.

    These are the minimal losses, and all fuel that can have been on ``plant`` while the rest fits
    on ``plants``.  Rules: PG-AUC-17.
    """
    losses = set(smallest_losses(stock, plants))
    room = capacities((plant,))
    most = [
        min(stock[fuel], room[fuel] + (room[HYBRID] if fuel <= OIL else 0)) for fuel in range(4)
    ]
    for coal in range(most[COAL] + 1):
        for oil in range(most[OIL] + 1):
            for garbage in range(most[GARBAGE] + 1):
                for uranium in range(most[URANIUM] + 1):
                    loss = (coal, oil, garbage, uranium)
                    if fits(loss, (plant,)) and fits(subtract_fuel(stock, loss), plants):
                        losses.add(loss)
    return tuple(sorted(losses))


def add_fuel(stock: Tokens, fuel: Fuel, count: int) -> Tokens:
    """Return ``stock`` with ``count`` more of one fuel."""
    coal, oil, garbage, uranium = stock
    if fuel == COAL:
        coal += count
    elif fuel == OIL:
        oil += count
    elif fuel == GARBAGE:
        garbage += count
    else:
        uranium += count
    return coal, oil, garbage, uranium


def subtract_fuel(stock: Tokens, gone: Tokens) -> Tokens:
    """Return ``stock`` without ``gone``."""
    return (stock[0] - gone[0], stock[1] - gone[1], stock[2] - gone[2], stock[3] - gone[3])
