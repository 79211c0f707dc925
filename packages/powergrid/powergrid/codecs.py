"""Codecs of Power Grid: how plants, cities, players and fuel are written, in JSON and in text."""

from collections.abc import Iterable, Sequence
from typing import Any

from gridcommon.arguments import check_object, check_text
from gridcommon.codecs import Boolean, Codec, Many, Number, OneOf, Reader, Text, errors_at
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, errors_under, word_list
from gridcommon.spelling import nearest, normalized, quoted, spellings
from powergrid.setup import STEP3_WORD
from powergrid.state import CARTEL, EMPTY, Slots
from powergrid.tables import (
    CITY_NAMES,
    CUSTOM_CITIES,
    FUELS,
    GOODS,
    NOTHING,
    PLANTS,
    STEP3,
    City,
    Plant,
    Tokens,
)

LETTERS = "ABCDEF"  # the letters of the seats in texts
CARTEL_WORD = "cartel"


_CITY_SPELT = {spelt: city for city, name in enumerate(CITY_NAMES) for spelt in spellings(name)}


def city_named(name: str, suggested: Iterable[str] = CITY_NAMES) -> City:
    """Return the city that ``name`` stands for.

    Raises NotationError with the most similar of the ``suggested`` names.

    >>> CITY_NAMES[city_named("duesseldorf")], CITY_NAMES[city_named("st louis")]
    ('Düsseldorf', 'St. Louis')
    """
    city = CUSTOM_CITIES.get(name, _CITY_SPELT.get(name))
    if city is None:
        city = _CITY_SPELT.get(normalized(name))
    if city is not None:
        return city
    spelt = normalized(name)
    for custom in (*(one for one in suggested if one in CUSTOM_CITIES), *CUSTOM_CITIES):
        if spelt in spellings(custom):
            return CUSTOM_CITIES[custom]
    near = nearest(name, suggested, fold=normalized)
    if near:
        raise NotationError(
            "unknown city {name}; nearest: {near}", name=quoted(name), near=", ".join(near)
        )
    raise NotationError("unknown city {name}", name=quoted(name))


class _Plants(Codec[Plant]):
    """The number of a plant."""

    usage = "PLANT"
    _number = Number("PLANT")

    def from_json(self, data: Any) -> Plant:
        return self._known(self._number.from_json(data))

    def schema(self) -> dict[str, Any]:
        return {"enum": list(PLANTS)}

    def read(self, reader: Reader) -> Plant:
        column = reader.column
        plant = self._number.read(reader)
        with errors_at(column):
            return self._known(plant)

    def starts(self, reader: Reader) -> bool:
        return self._number.starts(reader)

    def _known(self, plant: Plant) -> Plant:
        if plant not in PLANTS:
            near = sorted(PLANTS, key=lambda known: (abs(known - plant), known))[:3]
            raise NotationError(
                "unknown plant {plant}; nearest: {near}",
                plant=quoted(plant),
                near=", ".join(map(str, sorted(near))),
            )
        return plant


class _Cities(Codec[City]):
    """The name of a city: all remaining words of a typed line."""

    usage = "CITY"

    def to_json(self, value: City) -> Any:
        return CITY_NAMES[value]

    def from_json(self, data: Any) -> City:
        check_text(data)
        return city_named(data)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def to_text(self, value: City) -> str:
        return CITY_NAMES[value]

    def read(self, reader: Reader) -> City:
        words = [reader.take()]
        while reader:
            words.append(reader.take())
        with errors_at(words[0].column):
            return city_named(
                " ".join(word.text for word in words), reader.known.get(self.usage, CITY_NAMES)
            )


class _Fuel(Codec[Tokens]):
    """Tokens of each fuel: ``coal 2 oil 3`` or ``nothing``; ``{"coal": 2, "oil": 3}``."""

    usage = "FUEL COUNT ..."

    def to_json(self, value: Tokens) -> Any:
        return {FUELS[fuel]: count for fuel, count in enumerate(value) if count}

    def from_json(self, data: Any) -> Tokens:
        check_object(data)
        counts = [0, 0, 0, 0]
        for name, count in data.items():
            fuel = FUEL.from_json(name)
            with errors_under(name):
                counts[fuel] = _COUNT.from_json(count)
        return (counts[0], counts[1], counts[2], counts[3])

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": dict.fromkeys(FUELS, _COUNT.schema()),
            "additionalProperties": False,
        }

    def to_text(self, value: Tokens) -> str:
        counted = [f"{FUELS[fuel]} {count}" for fuel, count in enumerate(value) if count]
        return " ".join(counted) or "nothing"

    def read(self, reader: Reader) -> Tokens:
        if reader.skip(["nothing"]):
            return NOTHING
        counts = [0, 0, 0, 0]
        given: set[int] = set()
        while reader or not given:
            column = reader.column
            fuel = FUEL.read(reader)
            if fuel in given:
                raise NotationError(
                    "{fuel} is given twice, first with {count}",
                    column=column,
                    fuel=Word(FUELS[fuel]),
                    count=counts[fuel],
                )
            given.add(fuel)
            counts[fuel] = _COUNT.read(reader)
        return (counts[0], counts[1], counts[2], counts[3])

    def starts(self, reader: Reader) -> bool:
        return bool(reader) and not reader.starts_with_number()


class Words(Codec[str]):
    """One of several words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.usage = "|".join(words)
        self._index = OneOf("WORD", words, choices=word_list(words))

    def from_json(self, data: Any) -> str:
        return self.words[self._index.from_json(data)]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def read(self, reader: Reader) -> str:
        return self.words[self._index.read(reader)]


class Said(Boolean):
    """A boolean: true if a text has ``word``, or only the word before it.

    False is not written in a text.
    """

    def __init__(self, word: str = "") -> None:
        self.usage = word
        self._word = Words([word])

    def to_text(self, value: bool) -> str:
        return self.usage if value else ""

    def read(self, reader: Reader) -> bool:
        return not self.usage or bool(self._word.read(reader))


class _Seats(Codec[Seat]):
    """A seat: a number in JSON, a letter in a text. ``known`` narrows the letters."""

    usage = "PLAYER"
    _number = Number("SEAT", 0, CARTEL - 1)

    def from_json(self, data: Any) -> Seat:
        return self._number.from_json(data)

    def schema(self) -> dict[str, Any]:
        return self._number.schema()

    def to_text(self, value: Seat) -> str:
        return LETTERS[value]

    def read(self, reader: Reader) -> Seat:
        return OneOf(self.usage, reader.known.get(self.usage, LETTERS)).read(reader)


class _Counts(Codec[Tokens]):
    """Tokens of each fuel: all four in JSON, only those present in a text."""

    usage = _Fuel.usage

    def to_json(self, value: Tokens) -> list[int]:
        return list(value)

    def from_json(self, data: Any) -> Tokens:
        counts = _COUNT_LIST.from_json(data)
        if len(counts) != len(FUELS):
            raise NotationError(
                "expected {count} values, found {found}", count=len(FUELS), found=len(counts)
            )
        return (counts[0], counts[1], counts[2], counts[3])

    def schema(self) -> dict[str, Any]:
        return _COUNT_LIST.schema() | {"minItems": len(FUELS), "maxItems": len(FUELS)}

    def to_text(self, value: Tokens) -> str:
        counted = [f"{name} {count}" for name, count in zip(FUELS, value, strict=True) if count]
        return ", ".join(counted) or "nothing"

    def read(self, reader: Reader) -> Tokens:
        return TOKENS.read(reader)


class _Cards(Codec[Plant]):
    """A plant or the Step 3 card."""

    usage = _Plants.usage

    def to_json(self, value: Plant) -> Plant | str:
        return STEP3_WORD if value == STEP3 else value

    def from_json(self, data: Any) -> Plant:
        return STEP3 if data == STEP3_WORD else PLANT.from_json(data)

    def schema(self) -> dict[str, Any]:
        return {"enum": [*PLANTS, STEP3_WORD]}

    def to_text(self, value: Plant) -> str:
        return str(self.to_json(value))

    def read(self, reader: Reader) -> Plant:
        return STEP3 if reader.skip([STEP3_WORD]) else PLANT.read(reader)


class _Stacks(Codec[Any]):
    """The cards of a stack, or their number, which is the form in texts."""

    usage = "NUMBER"

    def to_json(self, value: Any) -> Any:
        return value if isinstance(value, int) else CARDS.to_json(value)

    def from_json(self, data: Any) -> Any:
        return CARDS.from_json(data) if isinstance(data, list) else NUMBER.from_json(data)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [NUMBER.schema(), CARDS.schema()]}

    def read(self, reader: Reader) -> int:
        return NUMBER.read(reader)


class _Houses(Codec[dict[City, Slots]]):
    """The owners of the three slots of cities, in JSON only."""

    def to_json(self, value: dict[City, Slots]) -> dict[str, list[Seat | str | None]]:
        words: dict[Seat, str | None] = {CARTEL: CARTEL_WORD, EMPTY: None}
        return {
            CITY_NAMES[city]: [words.get(owner, owner) for owner in slots]
            for city, slots in value.items()
        }

    def from_json(self, data: Any) -> dict[City, Slots]:
        check_object(data)
        return {CITY.from_json(name): self._owners(name, slots) for name, slots in data.items()}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": CITY.schema(),
            "additionalProperties": {
                "type": "array",
                "items": {"anyOf": [SEAT.schema(), {"enum": [CARTEL_WORD, None]}]},
                "minItems": 3,
                "maxItems": 3,
            },
        }

    def _owners(self, name: str, slots: Any) -> Slots:
        if not isinstance(slots, list) or len(slots) != 3:
            raise NotationError(
                "expected the owners of slots 10, 15 and 20, found {found}",
                key=name,
                found=quoted(slots),
            )
        words = {CARTEL_WORD: CARTEL, None: EMPTY}
        first, second, third = (
            words[owner] if owner is None or owner == CARTEL_WORD else SEAT.from_json(owner)
            for owner in slots
        )
        return first, second, third


NUMBER = Number("NUMBER", 0)
PLANT = _Plants()
CITY = _Cities()
FUEL = OneOf("FUEL", FUELS)
GOOD = OneOf("FUEL", GOODS)
TOKENS = _Fuel()
SEAT = _Seats()
SEATS = Many(SEAT)
COUNTS = _Counts()
CARDS = Many(_Cards())
STACK = _Stacks()
HOUSES = _Houses()
PLANT_LIST = Many(PLANT)
SORTED_PLANTS = Many(PLANT, ascending=True)
CITIES = Many(CITY, separator=", ")
NAMES = Many(Text(), separator=", ")
_COUNT = Number("COUNT", low=0)
_COUNT_LIST = Many(_COUNT)
