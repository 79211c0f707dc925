"""City names as people type them: without accents, in any case, with or without marks."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from gridcommon.errors import NotationError
from powergrid.tables import CITY_NAMES, FUELS, City, Fuel

# What each of FUELS is called in Portuguese, the word of the rulebook first.
FUEL_NAMES_PT = (("carvão",), ("óleo", "petróleo"), ("lixo",), ("urânio",))

_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def folded(name: str) -> str:
    """Return the letters and digits of ``name``, small and without accents.

    >>> folded("Düsseldorf"), folded("St. Louis")
    ('dusseldorf', 'stlouis')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())


def _keys() -> dict[str, City]:
    keys: dict[str, City] = {}
    for city, name in enumerate(CITY_NAMES):
        keys[folded(name)] = city
        keys[folded(unicodedata.normalize("NFC", name).lower().translate(_SPELT_OUT))] = city
    return keys


_CITY_BY_KEY = _keys()
_FUEL_BY_KEY: dict[str, Fuel] = {name: fuel for fuel, name in enumerate(FUELS)} | {
    folded(name): fuel for fuel, names in enumerate(FUEL_NAMES_PT) for name in names
}


def fuel_named(name: str) -> Fuel:
    """Return the fuel that ``name`` means, in English or Portuguese.

    Raises NotationError with the nearest known name, in English.

    >>> fuel_named("Carvão"), fuel_named("oil")
    (0, 1)
    """
    key = folded(name)
    if key in _FUEL_BY_KEY:
        return _FUEL_BY_KEY[key]
    near = get_close_matches(key, FUELS, n=1) or get_close_matches(key, _FUEL_BY_KEY, n=1)
    if near:
        raise NotationError(
            "unknown fuel {fuel}; nearest is {near}",
            fuel=repr(name),
            near=FUELS[_FUEL_BY_KEY[near[0]]],
        )
    raise NotationError(
        "unknown fuel {fuel}; known are {fuels}", fuel=repr(name), fuels=", ".join(FUELS)
    )


def city_named(name: str, known: Iterable[City] = range(len(CITY_NAMES))) -> City:
    """Return the city that ``name`` means; ``known`` are those that may be suggested.

    Raises NotationError with the nearest known names.

    >>> CITY_NAMES[city_named("duesseldorf")], CITY_NAMES[city_named("st louis")]
    ('Düsseldorf', 'St. Louis')
    """
    city = _CITY_BY_KEY.get(folded(unicodedata.normalize("NFC", name)))
    if city is not None:
        return city
    choices = {folded(CITY_NAMES[near]): CITY_NAMES[near] for near in known}
    near = [choices[key] for key in get_close_matches(folded(name), choices, n=3, cutoff=0.5)]
    if near:
        raise NotationError(
            "unknown city {name}; nearest are {near}", name=repr(name), near=", ".join(near)
        )
    raise NotationError("unknown city {name}", name=repr(name))
