"""Short forms: a city or a fuel alone in the phase that is about it, and the beginnings of both."""

from collections.abc import Iterable, Sequence

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridcommon.spelling import is_number, nearest, normalized, quoted, spellings
from gridgames.languages.catalogue import english_word, input_words
from powergrid.actions import Build, MarkStart, PlaceCartel
from powergrid.board import FAR
from powergrid.building import cost
from powergrid.game import check
from powergrid.notation.actions import ACTIONS
from powergrid.resources import buyable_goods
from powergrid.state import BUILDING, RESOURCES, SETUP, State
from powergrid.tables import CITY_NAMES, GOODS, City

_ON_CITIES = tuple(ACTIONS.verb(kind) for kind in (Build, PlaceCartel, MarkStart))


def in_full(state: State, text: str) -> str:
    """Return the action that a short form stands for, and any other text unchanged.

    Raises NotationError for the beginning of several cities, which it lists with their prices.
    """
    words = text.split()
    if not words or english_word(words[0]) in ACTIONS.kinds:
        return with_names(state, state.actor, text)
    if state.phase == RESOURCES:
        return purchase(state, words) or text
    if state.phase not in (SETUP, BUILDING):
        return text
    verb = ACTIONS.verb(type(choice_of(state, state.actor, state.board.cities[0])))
    if city := _city(state, state.actor, text):
        return f"{verb} {city}"
    names = [CITY_NAMES[city] for city in state.board.cities]
    is_verb = nearest(words[0], (verb, "done"), likeness=0.65)
    return text if is_verb or not nearest(text, names, likeness=0.6) else f"{verb} {text}"


def with_names(state: State, seat: Seat, text: str) -> str:
    """Return an action with the city or fuel that begins so, and any other text unchanged.

    Raises NotationError for the beginning of several cities.
    """
    verb, _, name = text.strip().partition(" ")
    action = english_word(verb)
    if action == "buy":
        return purchase(state, name.split()) or text
    city = _city(state, seat, name) if action in _ON_CITIES else ""
    return f"{verb} {city}" if city else text


def _city(state: State, seat: Seat, text: str) -> str:
    """Return the name of the city that begins with a text, or ''."""
    found = cities_beginning(state, text, seat)
    if len(found) > 1:
        costs = [cost(state, seat, state.board.places[one]) for one in found]
        listed = ", ".join(
            CITY_NAMES[one]
            if state.phase == SETUP or price >= FAR
            else f"{CITY_NAMES[one]} {price}"
            for one, price in zip(found, costs, strict=True)
        )
        raise NotationError("{found} may be {cities}", found=quoted(text), cities=listed)
    return CITY_NAMES[found[0]] if found else ""


def choice_of(state: State, seat: Seat, city: City) -> Build | PlaceCartel | MarkStart:
    """Return the action of a seat on a city that the phase is about."""
    if state.phase == BUILDING:
        return Build(seat, city)
    return (PlaceCartel if state.terms.cartel else MarkStart)(seat, city)


def cities_beginning(state: State, text: str, seat: Seat) -> Sequence[City]:
    """Return the cities that begin with a text, cheapest first: those that can be chosen, if any.

    A city with exactly this name is the only one.
    """
    typed = normalized(text)
    if not typed or english_word(text.split(maxsplit=1)[0]) in ACTIONS.kinds:
        return ()
    named = {city: spellings(CITY_NAMES[city])[1:] for city in state.board.cities}
    found = [city for city, names in named.items() if typed in names]
    found = found or [city for city, names in named.items() if _begins(names, typed)]
    costs = {city: cost(state, seat, state.board.places[city]) for city in found}
    possible = [city for city in found if check(state, choice_of(state, seat, city)) is None]
    possible = possible or [city for city in found if costs[city] < FAR]
    return sorted(possible or found, key=lambda city: (costs[city], CITY_NAMES[city]))


def purchase(state: State, words: Sequence[str]) -> str:
    """Return the purchase in ``coal 3``, ``3 coal``, ``coal`` or ``co 3``, or ''."""
    counts = [word for word in words if is_number(word)]
    typed = [normalized(word) for word in words if not is_number(word)]
    if len(typed) != 1 or len(counts) > 1:
        return ""
    goods = [GOODS[good] for good in buyable_goods(state)]
    spelt = {**{good: good for good in goods}, **input_words()}
    found = {good for word, good in spelt.items() if good in goods and _begins((word,), typed[0])}
    return " ".join(["buy", *found, *counts]) if len(found) == 1 else ""


def _begins(names: Iterable[str], typed: str) -> bool:
    return any(name.startswith(typed) for name in names)
