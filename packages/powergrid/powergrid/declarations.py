"""Declarations: facts about a game that the people at the table declare.

A ``set`` line starts a game from a position, or corrects the record. Its keys are ``position``, a
whole position as text, and the facts of a position, which are set after it. In a game with the
real box, a ``reveal`` line names the next cards of the stack.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from gridcommon.arguments import check_list, check_text
from gridcommon.chance import shuffle
from gridcommon.errors import InvalidState, JoinedList, NotationError, Word, errors_under
from gridcommon.game_loop import reject_declarations
from gridcommon.spelling import quoted
from gridcommon.tables import check_keys
from powergrid.codecs import CARTEL_WORD
from powergrid.notation.parser import parse_position
from powergrid.position_fields import FIELDS, PENDING, full_facts, read_facts
from powergrid.position_setup import from_facts, step_of
from powergrid.setup import STEP3_WORD
from powergrid.state import BUILDING, PHASES, State
from powergrid.storage import fits_one_run
from powergrid.tables import CITY_NAMES, NOTHING, STEP3, UNKNOWN, Plant

_ON_HAND = ("plants", "plant_market", "stack", "cartel")  # places to which cards can move


def apply_declaration(
    state: State, kind: str, data: Mapping[str, Any], events: list[Any] | None = None
) -> None:
    """Apply a ``reveal`` or ``set`` line of a record, in place.

    Raises NotationError naming the key. The state is not modified then.  Rules: PG-COMP-08.
    """
    if kind == "reveal":
        _reveal(state, data)
        return
    if kind != "set":
        reject_declarations(state, kind, data, events)
    known = {field.key for field in FIELDS.fields if field.key != "cartel" or state.terms.cartel}
    check_keys(data, {"position", *known}, within=kind)
    told = _at(state, data["position"]) if "position" in data else state
    rest = {key: value for key, value in data.items() if key != "position"}
    if rest:
        try:
            with errors_under(kind):
                told = _with(told, rest)
        except InvalidState as invalid:
            why = JoinedList(tuple(problem.wording for problem in invalid.problems))
            raise NotationError("{why}", key="set", why=why) from None
    state.become(told)


def drawable(state: State) -> list[Plant]:
    """Return the plants that the next unknown card can be, ascending.

    Until the Step 3 card is drawn these are the plants that nobody has seen; after it, those that
    went under the stack. If it is the next card, they are those that can follow it.
    Rules: PG-COMP-08, PG-STEP-06.
    """
    if STEP3 not in state.stack:
        possible = set(state.buried) - set(state.stack)
    elif UNKNOWN in state.stack:
        possible = set(state.terms.plants) - {*state.seen_plants, *state.stack}
    else:
        possible = {*state.buried, *state.plant_market} - set(state.draws.after_step3 or ())
    return sorted(possible)


def _reveal(state: State, data: Mapping[str, Any]) -> None:
    """Name the next cards of the stack, in the order in which they are drawn.

    Those that follow the Step 3 card in one action are named before it is drawn.
    """
    check_keys(data, {"stack"}, within="reveal", required={"stack"})
    cards = data["stack"]
    check_list(cards, "reveal.stack")
    told = state.copy()
    for card in cards:
        possible = drawable(told) if state.is_kept else []
        if card not in possible or type(card) is not int:
            raise NotationError(
                "plant {plant} cannot be drawn now; these can: {plants}",
                key="reveal.stack",
                plant=quoted(card),
                plants=", ".join(map(str, possible)) or Word("none"),
            )
        name_card(told, card)
    state.become(told)


def name_card(state: State, card: Plant) -> None:
    """Name the next unknown card of the stack, or of the one that the Step 3 card shuffles."""
    if UNKNOWN in state.stack:
        state.stack[state.stack.index(UNKNOWN)] = card
    else:
        after = (*(state.draws.after_step3 or ()), card)
        state.draws = replace(state.draws, after_step3=after)


def _like_a_box(told: State, state: State) -> State:
    """Return a corrected state whose stack is as unknown as that of ``state`` before it."""
    if not state.is_kept:
        return told
    above = told.stack.index(STEP3) if STEP3 in told.stack else len(told.stack)
    after = state.draws.after_step3
    if STEP3 not in told.stack and after is None:
        after = tuple(sorted(set(state.terms.plants) - set(told.seen_plants)))
    told.stack[:above] = [UNKNOWN] * above
    told.draws = replace(state.draws, after_step3=None if STEP3 in told.stack else after)
    return told


def _at(state: State, text: Any) -> State:
    """Return the position in a text, which needs the same rules and number of players."""
    check_text(text, "set.position")
    try:
        position = parse_position(text, own=state.ruleset.custom_map)
    except NotationError as problem:
        problem.key = "set.position"
        raise
    if (position.ruleset, len(position.names)) != (state.ruleset, state.terms.seats):
        raise NotationError("not a position of this game", key="set.position")
    if position.knows_the_stack or not state.is_kept:
        return position.dealt(state.rng)
    in_order = from_facts(state.ruleset, state.terms.seats, position.facts, state.rng)
    return _like_a_box(in_order, state)


def _with(state: State, told: Mapping[str, Any]) -> State:
    """Return the state with some facts changed.

    A new phase drops all pending choices of the old one. Without ``houses``, those of new networks
    are put on the cheapest slots; without ``cities``, the networks are where the houses are. Tokens
    that are nowhere else are in the supply. Cards that are now elsewhere leave the stack,
    and unseen ones replace them. New networks may start step 2.
    """
    read = read_facts(told, state.terms.seats)
    facts, rng = full_facts(state), state.rng
    if told.get("phase", facts["phase"]) != facts["phase"]:
        facts = {key: value for key, value in facts.items() if key not in PENDING}
    if "supply" not in told:
        facts.pop("supply")
    if "cities" in told:
        cities = [[CITY_NAMES[city] for city in owned] for owned in read["cities"]]
        facts |= changed_networks(state, cities)
    elif "houses" in told:
        facts.pop("cities")
    if not facts["uranium_stopped"]:
        facts.pop("uranium_stopped")  # follows from the plants
    changed = {**facts, **told}
    if "cartel" in facts:
        of_cartel = {**facts["cartel"], **told.get("cartel", {})}
        of_cartel.pop("houses")  # derived from the board
        if not fits_one_run(of_cartel["fuel"], tuple(of_cartel["plants"])):
            of_cartel["fuel"] = list(NOTHING)
        changed["cartel"] = of_cartel
    lower = state.ruleset.lower_replacement == "first"  # plants may lie below the discounted one
    bearers = sorted(changed["plant_market"])[: None if lower else 1]
    if "discount" not in told and changed.get("discount") not in bearers:
        changed["discount"] = None
    if "cities" in told and changed["phase"] != PHASES[BUILDING] and changed["step"] == 1:
        changed["step"] = step_of(state.terms, {"cities": told["cities"]})
    if told.get("step", state.step) != state.step and "step3" not in told:
        changed.pop("step3")
    if "top_back" not in told:
        changed.pop("top_back")
    if isinstance(told.get("stack"), list):
        return from_facts(state.ruleset, state.terms.seats, changed, rng)
    if state.is_kept:
        buried = list(state.buried) if STEP3 in state.stack else []
        changed = {"buried": buried, **changed, "stack": told.get("stack", len(state.stack))}
    elif any(key in told for key in (*_ON_HAND, "step")):
        seen = {*changed["plant_market"], *changed["out"]}
        seen.update(changed.get("cartel", {}).get("plants", ()))
        seen.update(plant for plants in changed["plants"] for plant in plants)
        stack = [card for card in facts["stack"] if card not in seen]
        if changed["step"] == 3 and STEP3_WORD in stack:
            stack.remove(STEP3_WORD)
        wanted = read.get("stack", len(facts["stack"]))
        others, rng = shuffle(
            [one for one in state.terms.plants if one not in {*seen, *stack}], rng
        )
        _check_stack(told, len(others) + len(stack))
        stack = [*others[: max(0, wanted - len(stack))], *stack]
        changed["stack"] = stack[max(0, len(stack) - wanted) :]
    found = _like_a_box(from_facts(state.ruleset, state.terms.seats, changed, rng), state)
    if state.is_kept:
        found.seen_back = told.get("top_back")
    return found


def _check_stack(told: Mapping[str, Any], most: int) -> None:
    """Raise NotationError if the told stack has more cards than are nowhere else."""
    if told.get("stack", 0) > most:
        template = "expected at most {most} cards, which are nowhere else; found {found}"
        raise NotationError(template, key="stack", most=most, found=quoted(told["stack"]))


def changed_networks(state: State, cities: list[list[str]]) -> dict[str, Any]:
    """Return the facts that change if the networks are ``cities``: those, the houses, the marks.

    No cheaper slot stays empty, and the Cartel gives up slots that it no longer blocks. A new
    network has taken the token of its start city, and one that is gone leaves it in its last city.
    Rules: PG-BUILD-04, PG-BUILD-09, PG-CART-07.
    """
    facts = full_facts(state)
    marked = set(facts["marked"])
    if state.ruleset.start_cities:
        for before, now in zip(facts["cities"], cities, strict=True):
            if now and not before:
                marked -= set(now)
            elif len(before) == 1 and not now:
                marked |= set(before)
    houses: dict[str, list[Any]] = {}
    for city in dict.fromkeys((*facts["houses"], *chain(*cities))):
        slots = facts["houses"].get(city, [])
        owners: list[Any] = [
            seat for seat in slots if isinstance(seat, int) and city in cities[seat]
        ]
        owners += [seat for seat, own in enumerate(cities) if city in own and seat not in owners]
        if slots[:1] == [CARTEL_WORD]:
            owners.insert(0, CARTEL_WORD)
        elif slots[1:2] == [CARTEL_WORD] and (owners or city in marked):
            owners[:1] = [*(owners[:1] or [None]), CARTEL_WORD]
        if owners:
            houses[city] = [*owners, None, None, None][:3]
    return {"cities": cities, "houses": houses, "marked": sorted(marked)}
