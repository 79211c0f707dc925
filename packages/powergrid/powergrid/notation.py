"""Short notation: one line of text for an action, as people type and read it.

    open 13 15      bid 16       pass           decline       scrap 5 coal 1
    buy coal 3      build Essen  run 7 10 coal 2 oil 3        done
    place_cartel Essen           mark_start Essen

The seat is not part of it. ``scrap 5`` alone loses as little as can be; ``run 7 10`` burns what
these plants need, unless one of them is a hybrid, for which coal and oil must be named.
``nothing`` stands for no fuel. Portuguese words are read too (``comprar carvão 3``).
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
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
from powergrid.names import city_named, folded, fuel_named
from powergrid.powering import needs
from powergrid.record import WORDS
from powergrid.tables import CITY_NAMES, FUELS, NOTHING, PLANTS, City, Plant, Tokens

_USAGE = {
    "place_cartel": "place_cartel CITY",
    "mark_start": "mark_start CITY",
    "open": "open PLANT BID",
    "decline": "decline",
    "bid": "bid AMOUNT",
    "pass": "pass",
    "scrap": "scrap PLANT [FUEL COUNT ...]",
    "buy": "buy FUEL COUNT",
    "build": "build CITY",
    "run": "run [PLANT ...] [FUEL COUNT ...]",
    "done": "done",
}
_PORTUGUESE = {  # verbs that are read too, without accents; actions are written in English
    "abrir": "open",
    "cartel": "place_cartel",
    "comprar": "buy",
    "construir": "build",
    "descartar": "scrap",
    "desistir": "decline",
    "lance": "bid",
    "marcar": "mark_start",
    "operar": "run",
    "passar": "pass",
    "pronto": "done",
    "rodar": "run",
}
_NEAR = 0.65  # likeness of a mistyped verb; from 0.6 on there are words that have little in common
_PLAIN: dict[str, type[Decline] | type[Pass] | type[Done]] = {
    "decline": Decline,
    "pass": Pass,
    "done": Done,
}
_IN_CITY: dict[str, type[PlaceCartel] | type[MarkStart] | type[Build]] = {
    "place_cartel": PlaceCartel,
    "mark_start": MarkStart,
    "build": Build,
}


def format_action(action: Action) -> str:
    """Return ``action`` in short notation, without its seat.

    >>> format_action(Run(0, (7, 10), (2, 3, 0, 0)))
    'run 7 10 coal 2 oil 3'
    """
    words = [WORDS[type(action)]]
    match action:
        case PlaceCartel() | MarkStart() | Build():
            words.append(CITY_NAMES[action.city])
        case Open():
            words += [str(action.plant), str(action.bid)]
        case Bid():
            words.append(str(action.amount))
        case Buy():
            words += [FUELS[action.fuel], str(action.count)]
        case Scrap():
            words.append(str(action.plant))
            if action.lose is not None:
                words += _tokens_words(action.lose)
        case Run():
            words += [str(plant) for plant in action.plants]
            if any(action.burn) or action.burn != _usual_burn(action.plants):
                words += _tokens_words(action.burn)
        case _:
            pass
    return " ".join(words)


def parse_action(text: str, seat: Seat, cities: Iterable[City] = range(len(CITY_NAMES))) -> Action:
    """Return the action of ``seat`` that ``text`` means; ``cities`` may be suggested.

    Raises NotationError with what is allowed, and for an unknown name the nearest known ones.

    >>> parse_action("buy coal 3", seat=1)
    Buy(seat=1, fuel=0, count=3)
    >>> format_action(parse_action("Build dusseldorf", seat=0))
    'build Düsseldorf'
    """
    words = text.split()
    if not words:
        raise NotationError("nothing was said; say one of {verbs}", verbs=", ".join(_USAGE))
    word, rest = words[0].lower(), words[1:]
    word = _PORTUGUESE.get(folded(word), word)
    if word not in _USAGE:
        near = _verbs_near(folded(word))
        if near:
            raise NotationError(
                "unknown action {word}; nearest are {verbs}",
                word=repr(words[0]),
                verbs=", ".join(near),
            )
        raise NotationError(
            "unknown action {word}; known are {verbs}",
            word=repr(words[0]),
            verbs=", ".join(_USAGE),
        )
    if word in _IN_CITY:
        _expect(rest, word, at_least=1, at_most=5)
        return _IN_CITY[word](seat, city_named(" ".join(rest), cities))
    if word in _PLAIN:
        _expect(rest, word, at_least=0, at_most=0)
        return _PLAIN[word](seat)
    if word == "open":
        _expect(rest, word, at_least=2, at_most=2)
        return Open(seat, _plant(rest[0]), _number(rest[1]))
    if word == "bid":
        _expect(rest, word, at_least=1, at_most=1)
        return Bid(seat, _number(rest[0]))
    if word == "buy":
        _expect(rest, word, at_least=2, at_most=2)
        return Buy(seat, fuel_named(rest[0]), _number(rest[1]))
    count = next((at for at, part in enumerate(rest) if not _is_number(part)), len(rest))
    plants, fuel = tuple(_plant(part) for part in rest[:count]), rest[count:]
    if word == "scrap":
        _expect(rest[:count], word, at_least=1, at_most=1)
        return Scrap(seat, plants[0], _tokens(fuel, word) if fuel else None)
    plants = tuple(sorted(plants))
    if fuel:
        return Run(seat, plants, _tokens(fuel, word))
    burn = _usual_burn(plants)
    if burn is None:
        raise NotationError(
            "say what the hybrids burn, as in: {example}",
            example=f"run {' '.join(map(str, plants))} coal 1 oil 1",
        )
    return Run(seat, plants, burn)


def _verbs_near(word: str) -> list[str]:
    """Return the verbs that ``word`` is near to, in either language: in English, each once."""
    near = get_close_matches(word, (*_USAGE, *_PORTUGUESE), n=3, cutoff=_NEAR)
    return list(dict.fromkeys(_PORTUGUESE.get(verb, verb) for verb in near))


def _usual_burn(plants: Sequence[Plant]) -> Tokens | None:
    """Return what ``plants`` burn, None where a hybrid leaves a choice."""
    fixed, hybrids = needs(tuple(plants))
    return None if hybrids else fixed


def _tokens_words(tokens: Tokens) -> list[str]:
    if tokens == NOTHING:
        return ["nothing"]
    return [
        word for fuel, count in enumerate(tokens) if count for word in (FUELS[fuel], str(count))
    ]


def _expect(words: Sequence[str], word: str, *, at_least: int, at_most: int) -> None:
    if not at_least <= len(words) <= at_most:
        raise NotationError("expected: {usage}", usage=_USAGE[word])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _number(text: str) -> int:
    if not _is_number(text) or len(text) > 9:
        raise NotationError("expected a number, found {found}", found=repr(text))
    return int(text)


def _plant(text: str) -> Plant:
    plant = _number(text)
    if plant not in PLANTS:
        near = sorted(PLANTS, key=lambda known: (abs(known - plant), known))[:3]
        raise NotationError(
            "unknown plant {plant}; nearest are {near}",
            plant=plant,
            near=", ".join(map(str, sorted(near))),
        )
    return plant


def _tokens(words: Sequence[str], word: str) -> Tokens:
    if [folded(part) for part in words] in (["nothing"], ["nada"]):
        return NOTHING
    if len(words) % 2:
        raise NotationError("expected: {usage}", usage=_USAGE[word])
    count = [0, 0, 0, 0]
    for name, number in zip(words[::2], words[1::2], strict=True):
        fuel = fuel_named(name)
        if count[fuel]:
            raise NotationError("{fuel} stands there twice", fuel=FUELS[fuel])
        count[fuel] = _number(number)
    return (count[0], count[1], count[2], count[3])
