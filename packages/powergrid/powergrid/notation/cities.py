"""City names as people type them: without accents, in any case, with or without marks."""

import unicodedata
from collections.abc import Iterable

from gridcommon.errors import NotationError
from gridcommon.spelling import folded, nearest, quoted
from powergrid.tables import CITY_NAMES, City

_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def _spellings() -> dict[str, City]:
    spelt: dict[str, City] = {}
    for city, name in enumerate(CITY_NAMES):
        spelt[name] = city
        spelt[folded(name)] = city
        spelt[folded(unicodedata.normalize("NFC", name).lower().translate(_SPELT_OUT))] = city
    return spelt


_CITY_SPELT = _spellings()


def city_named(name: str, suggested: Iterable[str] = CITY_NAMES) -> City:
    """Return the city that ``name`` means.

    Raises NotationError with the nearest of the ``suggested`` names.

    >>> CITY_NAMES[city_named("duesseldorf")], CITY_NAMES[city_named("st louis")]
    ('Düsseldorf', 'St. Louis')
    """
    city = _CITY_SPELT.get(name)
    if city is None:
        city = _CITY_SPELT.get(folded(name))
    if city is not None:
        return city
    near = nearest(name, suggested, fold=folded)
    if near:
        raise NotationError(
            "unknown city {name}; nearest: {near}", name=quoted(name), near=", ".join(near)
        )
    raise NotationError("unknown city {name}", name=quoted(name))
