"""Declarations: facts about a game that the people at the table declare in ``set`` lines.

A ``set`` line starts a game from a position, or corrects the record. Its keys are ``position``, a
whole position as text, and those of a ``check`` line, which are set after it.
"""

from collections.abc import Mapping
from typing import Any

from gridcommon.chance import shuffle
from gridcommon.errors import InvalidState, JoinedList, NotationError
from gridcommon.game_loop import reject_declarations
from gridcommon.spelling import quoted
from gridcommon.tables import check_keys
from powergrid.notation.parser import parse_position
from powergrid.position_fields import PENDING, full_facts, read_facts
from powergrid.position_setup import from_facts, step_of
from powergrid.record import facts as facts_of
from powergrid.setup import STEP3_WORD
from powergrid.state import BUILDING, PHASES, State
from powergrid.tables import CITY_NAMES, PLANTS

_ON_HAND = ("plants", "plant_market", "stack", "cartel")  # places to which cards can move


def apply_declaration(
    state: State, kind: str, data: Mapping[str, Any], events: list[Any] | None = None
) -> None:
    """Apply a ``set`` line of a record, in place. This game has no ``reveal`` lines.

    Raises NotationError naming the key. The state is not modified then.
    """
    if kind != "set":
        reject_declarations(state, kind, data, events)
    check_keys(data, {"position", *facts_of(state)}, within=kind)
    told = _at(state, data["position"]) if "position" in data else state
    rest = {key: value for key, value in data.items() if key != "position"}
    if rest:
        try:
            told = _with(told, rest)
        except NotationError as problem:
            problem.key = f"set.{problem.key}"
            raise
        except InvalidState as invalid:
            why = JoinedList(tuple(problem.wording for problem in invalid.problems))
            raise NotationError("{why}", key="set", why=why) from None
    state.become(told)


def _at(state: State, text: Any) -> State:
    """Return the position in a text, which needs the same rules and number of players."""
    if not isinstance(text, str):
        raise NotationError(
            "expected a text, found {found}", key="set.position", found=quoted(text)
        )
    try:
        position = parse_position(text)
    except NotationError as problem:
        problem.key = "set.position"
        raise
    if (position.ruleset, len(position.names)) != (state.ruleset, state.terms.seats):
        raise NotationError("not a position of this game", key="set.position")
    return position.dealt(state.rng)


def _with(state: State, told: Mapping[str, Any]) -> State:
    """Return the state with some keys of a check line changed.

    A new phase drops all pending choices of the old one. New houses are put on the cheapest slots,
    and tokens that are nowhere else into the supply. Cards that are now elsewhere leave the stack,
    and unseen ones replace them. New networks may start step 2.
    """
    read = read_facts(told, state.terms.seats)
    facts, rng = full_facts(state), state.rng
    if told.get("phase", facts["phase"]) != facts["phase"]:
        facts = {key: value for key, value in facts.items() if key not in PENDING}
    if "supply" not in told:
        facts.pop("supply")
    if "cartel" in facts and "cartel" in told:
        told = {**told, "cartel": {**facts["cartel"], **told["cartel"]}}
        told["cartel"].pop("houses")  # derived from the board
    if "cities" in told and "houses" in facts:
        cities = [[CITY_NAMES[city] for city in owned] for owned in read["cities"]]
        facts["houses"] = _houses(facts["houses"], cities)
    changed = {**facts, **told}
    if changed.get("discount") != min(changed["plant_market"], default=None):
        changed["discount"] = None
    if "cities" in told and changed["phase"] != PHASES[BUILDING] and changed["step"] == 1:
        changed["step"] = step_of(state.terms, {"cities": told["cities"]})
    if told.get("step", state.step) != state.step:
        changed.pop("step3")
    if any(key in told for key in (*_ON_HAND, "step")):
        changed.pop("top_back")
        seen = {*changed["plant_market"], *changed["out"]}
        seen.update(changed.get("cartel", {}).get("plants", ()))
        seen.update(plant for plants in changed["plants"] for plant in plants)
        stack = [card for card in facts["stack"] if card not in seen]
        if changed["step"] == 3 and STEP3_WORD in stack:
            stack.remove(STEP3_WORD)
        wanted = read.get("stack", len(facts["stack"]))
        if not isinstance(wanted, int):
            raise NotationError("expected a number of cards", key="stack")
        others, rng = shuffle([one for one in PLANTS if one not in {*seen, *stack}], rng)
        stack = [*others[: max(0, wanted - len(stack))], *stack]
        changed["stack"] = stack[max(0, len(stack) - wanted) :]
    return from_facts(state.ruleset, state.terms.seats, changed, rng)


def _houses(slots: Mapping[str, list[Any]], cities: list[list[str]]) -> dict[str, list[Any]]:
    kept = {
        city: [
            owner if not isinstance(owner, int) or city in cities[owner] else None
            for owner in owners
        ]
        for city, owners in slots.items()
    }
    for seat, owned in enumerate(cities):
        for city in owned:
            here = kept.setdefault(city, [None, None, None])
            if seat not in here and None in here:
                here[here.index(None)] = seat
    return {city: owners for city, owners in kept.items() if any(one is not None for one in owners)}
