"""Power Grid in records: header, actions, the facts of a ``check`` line, the result."""

from collections.abc import Mapping, Sequence
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.records import Header
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.ending import Result
from powergrid.events import Event, PhaseBegan
from powergrid.names import city_named
from powergrid.setup import draws_to_json
from powergrid.state import PHASES, State
from powergrid.tables import CITY_NAMES, FUELS, PLANTS, Tokens

NAME = "powergrid"

# The keys of each action line after "seat" and "do"; those with a "?" may be left out.
_KEYS: Mapping[str, tuple[type[Action], tuple[str, ...]]] = {
    "place_cartel": (PlaceCartel, ("city",)),
    "mark_start": (MarkStart, ("city",)),
    "open": (Open, ("plant", "bid")),
    "decline": (Decline, ()),
    "bid": (Bid, ("amount",)),
    "pass": (Pass, ()),
    "scrap": (Scrap, ("plant", "lose?")),
    "buy": (Buy, ("fuel", "count")),
    "build": (Build, ("city",)),
    "run": (Run, ("plants", "burn?")),
    "done": (Done, ()),
}
WORDS: Mapping[type[Action], str] = {kind: word for word, (kind, _) in _KEYS.items()}


def header(state: State, players: Sequence[str], seed: int | None) -> Header:
    """Return the header of a game, with every draw made so far written out.

    ``after_step3`` is known once the Step 3 card was drawn; the header of a finished game holds
    all its draws, that of its first state needs ``seed`` for this one.
    """
    ruleset = state.terms.ruleset.to_json()
    return Header(NAME, ruleset, tuple(players), seed, draws_to_json(state.draws))


def action_from_json(data: Mapping[str, Any]) -> Action:
    """Read one action line. Raises NotationError naming the key."""
    word = data.get("do")
    if not isinstance(word, str) or word not in _KEYS:
        raise NotationError(
            "unknown action {word}; known are {known}",
            key="do",
            word=repr(word),
            known=", ".join(_KEYS),
        )
    kind, keys = _KEYS[word]
    names = [key.rstrip("?") for key in keys]
    for key in data:
        if key not in ("seat", "do", *names):
            raise NotationError(
                "unknown key; a {word} line has {known}",
                key=key,
                word=word,
                known=", ".join(("seat", "do", *names)),
            )
    values: dict[str, Any] = {"seat": _number(data, "seat")}
    for key, name in zip(keys, names, strict=True):
        if name in data:
            values[name] = _READ[name](data, name)
        elif not key.endswith("?"):
            raise NotationError("missing", key=name)
    return kind(**values)


def action_to_json(action: Action) -> dict[str, Any]:
    """Return the action line; ``action_from_json`` of it is the equal action."""
    word = WORDS[type(action)]
    line: dict[str, Any] = {"seat": action.seat, "do": word}
    match action:
        case PlaceCartel() | MarkStart() | Build():
            line["city"] = CITY_NAMES[action.city]
        case Open():
            line["plant"], line["bid"] = action.plant, action.bid
        case Bid():
            line["amount"] = action.amount
        case Scrap():
            line["plant"] = action.plant
            if action.lose is not None:
                line["lose"] = _tokens_to_json(action.lose)
        case Buy():
            line["fuel"], line["count"] = FUELS[action.fuel], action.count
        case Run():
            line["plants"] = list(action.plants)
            if any(action.burn):
                line["burn"] = _tokens_to_json(action.burn)
        case _:
            pass
    return line


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Say whether a phase began, or the game ended, among these events."""
    return any(isinstance(event, PhaseBegan) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return every key that a ``check`` line may hold, as the state is now."""
    names = [CITY_NAMES[city] for city in state.board.cities]
    found: dict[str, Any] = {
        "round": state.round,
        "phase": PHASES[state.phase],
        "step": state.step,
        "turn_order": list(state.turn_order),
        "money": list(state.money),
        "plants": [list(plants) for plants in state.plants],
        "fuel": [list(fuel) for fuel in state.fuel],
        "cities": [
            [name for place, name in enumerate(names) if network >> place & 1]
            for network in state.network
        ],
        "market": list(state.market),
        "supply": list(state.supply),
        "plant_market": list(state.plant_market),
        "stack": len(state.stack),
    }
    if state.terms.cartel:
        found["cartel"] = {
            "plants": list(state.cartel_plants),
            "fuel": list(state.cartel_fuel),
            "houses": state.cartel_houses,
        }
    return found


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "powered": list(result.powered),
        "money": list(result.money),
        "cities": list(result.cities),
        "decided_by": result.decided_by,
    }


def _tokens_to_json(tokens: Tokens) -> dict[str, int]:
    return {FUELS[fuel]: count for fuel, count in enumerate(tokens) if count}


def _number(data: Mapping[str, Any], key: str) -> int:
    if key not in data:
        raise NotationError("missing", key=key)
    value = data[key]
    if type(value) is not int:
        raise NotationError("expected a whole number, found {found}", key=key, found=repr(value))
    return value


def _plant(data: Mapping[str, Any], key: str) -> int:
    plant = _number(data, key)
    if plant not in PLANTS:
        raise NotationError("unknown plant {plant}", key=key, plant=plant)
    return plant


def _plants(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    plants = data[key]
    if not isinstance(plants, list):
        raise NotationError("expected a list, found {found}", key=key, found=repr(plants))
    return tuple(sorted(_plant({key: plant}, key) for plant in plants))


def _fuel(data: Mapping[str, Any], key: str) -> int:
    if data[key] not in FUELS:
        raise NotationError(
            "unknown fuel {fuel}; known are {known}",
            key=key,
            fuel=repr(data[key]),
            known=", ".join(FUELS),
        )
    return FUELS.index(data[key])


def _tokens(data: Mapping[str, Any], key: str) -> Tokens:
    tokens = data[key]
    if not isinstance(tokens, Mapping):
        raise NotationError("expected an object, found {found}", key=key, found=repr(tokens))
    count = [0, 0, 0, 0]
    for fuel in tokens:
        number = _number(tokens, fuel)
        if number < 0:
            raise NotationError("expected a count, found {found}", key=key, found=number)
        count[_fuel({key: fuel}, key)] = number
    return (count[0], count[1], count[2], count[3])


def _city(data: Mapping[str, Any], key: str) -> int:
    name = data[key]
    if not isinstance(name, str):
        raise NotationError("expected a name, found {found}", key=key, found=repr(name))
    try:
        return city_named(name)
    except NotationError as problem:
        problem.key = key
        raise


_READ: Mapping[str, Any] = {
    "plant": _plant,
    "plants": _plants,
    "bid": _number,
    "amount": _number,
    "count": _number,
    "fuel": _fuel,
    "lose": _tokens,
    "burn": _tokens,
    "city": _city,
}
