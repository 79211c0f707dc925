"""The positions that comparisons play: by name, a function for each game that can play it."""

from collections.abc import Callable, Mapping
from importlib import import_module

from gridgames.comparison.document import Trial, Unplayable
from gridgames.comparison.sides import Side

_POWER, _ELETRIKA = "powergrid", "eletrika"

# Where the function of the same name stands; None comes back from it where a side cannot play.
TRIALS: Mapping[str, tuple[str, ...]] = {
    "setup": (_POWER, _ELETRIKA),
    "turn_order": (_POWER, _ELETRIKA),
    "minimum_bid": (_POWER,),
    "two_players": (_POWER,),
    "through_others": (_POWER, _ELETRIKA),
    "city_costs": (_POWER,),
    "taken": (_POWER, _ELETRIKA),
    "storage": (_POWER, _ELETRIKA),
    "dead_ends": (_ELETRIKA,),
    "inner_terminals": (_ELETRIKA,),
    "points": (_POWER, _ELETRIKA),
    "component_counts": (_POWER, _ELETRIKA),
    "refill": (_POWER,),
    "refill_rates": (_POWER,),
    "hidden": (_POWER, _ELETRIKA),
    "step2": (_POWER,),
    "end_trigger": (_POWER, _ELETRIKA),
    "ties": (_POWER, _ELETRIKA),
    "stuck": (_POWER, _ELETRIKA),
}


def play_on(name: str, side: Side) -> Trial | None:
    """Return what comes out when ``side`` plays the position ``name``, None where it cannot."""
    if side.game not in TRIALS[name]:
        return None
    found: Callable[[Side], Trial | None] = getattr(
        import_module(f"gridgames.games.{side.game}.trials"), name
    )
    try:
        return found(side)
    except Unplayable:
        return None
