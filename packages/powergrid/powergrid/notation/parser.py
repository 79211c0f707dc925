"""Positions as text: one line per subject, so that a table is written down in two minutes.

    powergrid recharged germany
    regions northwest, southwest, west
    round 5
    phase building
    step 2
    order B C A
    turn C

    A Ana: money 43; plants 8 13; fuel coal 3, oil 2; cities Essen, Duisburg 15
    B Bia: money 12; plants 5 10 15; fuel oil 2; cities Kassel
    C Caio: money 60; plants 7 9

    market coal 15, oil 14, garbage 9, uranium 2
    plants 16 18 20 21 25 26 30 31
    stack 17
    buried 33 28

A line that begins with a space goes on with the one above it, ``;`` parts subjects as a new line
does, ``#`` begins a comment. Players are A to F, with or without a name; the first six letters
stand for them everywhere. A city is followed by the slot of the house, 15 or 20; without it the
house is on the cheapest slot that is left. Everything but the players may be left out, and is then
as :func:`powergrid.from_facts` says; the supply is what lies nowhere else.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gridcommon.codecs import Codec, Many, Number, OneOf, Reader
from gridcommon.contract import Seat
from gridcommon.errors import (
    InvalidState,
    Listed,
    NotationError,
    Refusal,
    Typed,
    Wording,
    word_list,
)
from gridcommon.options import find_option
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, quoted
from powergrid.notation.actions import PLANT, TOKENS
from powergrid.notation.cities import city_named
from powergrid.notation.source_text import Clause, SourceText
from powergrid.position import Position
from powergrid.position_setup import UPDATES, from_facts, step_of
from powergrid.ruleset import OPTIONS, Ruleset, terms
from powergrid.setup import STEP3_WORD, given_regions
from powergrid.state import ORDER, PHASES
from powergrid.tables import (
    BACKS,
    CITY_NAMES,
    EDITIONS,
    FUELS,
    MAP,
    MAPS,
    PLANTS,
    SEATS,
    SLOT_COST,
    START_MONEY,
    Plant,
)

HEAD = "powergrid"
MOST_TEXT = 1 << 17  # characters; a position of six takes fifteen hundred

_NAMES = "players"  # stands for all their lines
LETTERS = "ABCDEF"
_PLAYER = re.compile(r'([A-Fa-f])(?:[ \t]+("(?:[^"\\\n]|\\.)*"|[^:;#"\n]*?))?[ \t]*:')

_Problem = Callable[[NotationError], None]


# Reading


def parse_position(text: str, vocabulary: Vocabulary = ENGLISH_ONLY) -> Position:
    """Return the position that ``text`` describes.

    ``vocabulary`` maps words of other languages to the English ones. Raises FaultyText with
    everything that cannot be read and every rule that is broken, each with its line and column.

    Rules: PG-COMP-01, PG-COMP-02, PG-COMP-04, PG-PLANT-02, PG-BUILD-04, PG-BUILD-05.

    >>> position = parse_position("powergrid\\nA Ana: money 43; cities Essen\\nB:\\nC:")
    >>> position.names, position.facts["money"]
    (('Ana', 'player 2', 'player 3'), [43, 50, 50])
    """
    if len(text) > MOST_TEXT:
        raise NotationError("longer than {most} characters", most=f"{MOST_TEXT:,}")
    return _Parser(text, vocabulary).position()


@dataclass(slots=True)
class _Player:
    """The line of a player: its letter, its name, and its parts."""

    letter: str
    name: str
    at: int
    parts: list[Clause] = field(default_factory=list)


@dataclass(slots=True)
class _House:
    """A house that a text tells of."""

    owner: Seat | str  # "cartel"
    city: str
    slot: int | None
    at: int


class _Card(Codec[Any]):
    """A plant, or the Step 3 card."""

    usage = "PLANT"

    def read(self, reader: Reader) -> Any:
        return STEP3_WORD if reader.skip([STEP3_WORD]) else PLANT.read(reader)


class _PlantOrNone(Codec[Plant | None]):
    """A plant, or ``none``."""

    usage = "PLANT|none"

    def read(self, reader: Reader) -> Plant | None:
        return None if reader.skip(["none"]) else PLANT.read(reader)


class _Words(Codec[str]):
    """One of some words, as itself."""

    def __init__(self, words: Sequence[str]) -> None:
        self.usage = "|".join(words)
        self._words = tuple(words)
        self._one = OneOf("WORD", words, choices=word_list(words))

    def read(self, reader: Reader) -> str:
        return self._words[self._one.read(reader)]


class _Counts(Codec[list[int]]):
    """Tokens of each fuel, as a list."""

    usage = TOKENS.usage

    def read(self, reader: Reader) -> list[int]:
        return list(TOKENS.read(reader))


_NUMBER = Number("NUMBER", 0)
_PLANT_LIST = Many(PLANT, ascending=True)

# What is told of a player, and of the Cartel, by its head.
_OF_PLAYER: Mapping[str, Codec[Any] | None] = {
    "money": _NUMBER,
    "plants": _PLANT_LIST,
    "fuel": _Counts(),
    "cities": None,  # read apart
}
_OF_CARTEL: Mapping[str, Codec[Any] | None] = {
    "plants": _PLANT_LIST,
    "fuel": _Counts(),
    "houses": None,
    "taken": None,
}

# The subject that a broken rule is told at, where it names no player, plant or city.
_SUBJECTS_OF = {
    "PG-COMP-01": ("stack", "cards", "plants"),
    "PG-COMP-02": ("market",),
    "PG-SETUP-06": ("plants",),
    "PG-SETUP-09": ("marked",),
    "PG-SETUP-10": ("top", "cards"),
    "PG-STEP-04": ("step",),
    "PG-STEP-05": ("cards", "step3", "step"),
    "PG-STEP-06": ("step3", "plants"),
    "PG-STEP-09": ("plants", "step", "step3"),
    "PG-CART-01": ("cartel",),
    "PG-CART-04": ("cartel",),
    "PG-AUC-01": ("sold", "buyers", "surplus"),
    "PG-AUC-03": ("auction",),
    "PG-AUC-11": ("discount",),
    "PG-AUC-16": ("surplus",),
    "PG-ROUND-02": ("round", "phase"),
    "PG-ROUND-01": ("auction", "surplus", "phase"),
    "PG-ORDER-03": ("turn", "phase"),
}


class _Parser:
    """Reads a text part by part, and collects what is wrong with it."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.lines = SourceText(text, vocabulary, _end_of_name)
        self.vocabulary = vocabulary
        self.players: list[_Player] = []
        self.subjects: dict[str, Clause] = {}
        self.groups: dict[str, list[Clause]] = {}
        self.seen: dict[object, list[int]] = {}  # where plants and cities are named
        self.houses: list[_House] = []
        self.facts: dict[str, Any] = {}

    def position(self) -> Position:
        """Return the position. Raises FaultyText."""
        for at, line in self.lines:
            self._sort(at, line)
        ruleset = self._ruleset()
        names = self._names()
        self._read_subjects(ruleset, len(names))
        self._read_players()
        self._read_groups(len(names))
        self._put_houses()
        if not self.lines.faulty & {HEAD, _NAMES}:
            self._count_stack(ruleset, len(names))
            self._judge(ruleset, len(names))
        self.lines.raise_errors()
        return Position(ruleset, names, self.facts)

    # SourceText and parts

    def _sort(self, at: int, line: str) -> None:
        """Put a line where it belongs: to the players, the groups or the subjects."""
        blank = len(line) - len(line.lstrip())
        player = _PLAYER.match(line, blank)
        if player:
            letter, typed = player[1].upper(), player[2] or ""
            one = _Player(letter, _name(typed) or usual_name(letter), at + blank)
            end = player.end()
            one.parts += self.lines.parts(at + end, line[end:])
            self.players.append(one)
            return
        for part in self.lines.parts(at, line):
            if part.head not in _KNOWN:
                self.lines.fault(part.at, self._unknown(part))
            elif self._is_new(part):
                self.subjects[part.head] = part
            if part.head in _GROUPS:  # which has the rest of the line
                body = line[part.body_at - at :]
                self.groups.setdefault(part.head, self.lines.parts(part.body_at, body))
                return

    def _is_new(self, part: Clause) -> bool:
        first = self.subjects.get(part.head)
        if first is None:
            return True
        self.lines.fault(part.at, self._already(part.typed, first.at))
        return False

    def _already(self, typed: str, first: int) -> NotationError:
        """Return the error of a word that stands at the offset ``first``, too."""
        line, column = self.lines.place(first)
        return NotationError(
            "{found} is already in line {first}, column {place}",
            found=quoted(typed),
            first=line,
            place=column,
        )

    def _unknown(self, part: Clause) -> NotationError:
        if part.typed.upper() in tuple(LETTERS):
            return NotationError(
                "{found} looks like a player; a colon follows the letter or the name, as in "
                "{player}",
                found=quoted(part.typed),
                player=Typed("A Ana:"),
            )
        reader = Reader(part.typed, self.vocabulary)
        near = reader.near(part.typed, _KNOWN, likeness=0.6)
        if near:
            return NotationError(
                "unknown subject {found}; nearest: {near}",
                found=quoted(part.typed),
                near=Typed(near),
            )
        return NotationError(
            "unknown subject {found}; choose one of {known}, or a player, as in {player}",
            found=quoted(part.typed),
            known=Typed(", ".join(_KNOWN)),
            player=Typed("A Ana:"),
        )

    def _read(self, part: Clause, codec: Codec[Any], subject: object) -> Any:
        """Return the value of a part, None after telling what is wrong with it."""
        body = part.body.replace(",", " ").replace("\n", " ")
        usage = f"{part.head} {codec.usage}"
        reader = Reader(body, self.vocabulary, usage=usage)
        try:
            if not reader and not isinstance(codec, Many):
                raise reader.misused()
            value = codec.read(reader)
            if reader:
                raise reader.misused()
        except NotationError as problem:
            self.lines.fault(part.offset(problem.column), problem, subject)
            return None
        return value

    # The rules of the game, and who plays

    def _ruleset(self) -> Ruleset:
        """Return the ruleset; the usual one after telling what is wrong with it."""
        part = self.subjects.get(HEAD)
        chosen: dict[str, Any] = {}
        if part:
            for word in re.finditer(r"[^\s,]+", part.body):
                english = Reader("", self.vocabulary).in_english(word[0])
                key = "edition" if english in EDITIONS else "map" if english in MAPS else ""
                if not key or key in chosen:
                    problem = NotationError(
                        "expected an edition ({editions}) and a map ({maps}), found {found}",
                        editions=", ".join(EDITIONS),
                        maps=", ".join(MAPS),
                        found=quoted(word[0]),
                    )
                    self.lines.fault(part.body_at + word.start(), problem, HEAD)
                    continue
                chosen[key] = english
        options = self._options()
        return Ruleset() if HEAD in self.lines.faulty else Ruleset(**chosen, **options)

    def _options(self) -> dict[str, Any]:
        part, options = self.subjects.get("options"), {}
        places: dict[str, int] = {}
        for word in re.finditer(r"[^\s,]+", part.body if part else ""):
            assert part is not None, word
            name, _, value = word[0].partition("=")
            first = places.setdefault(name, part.body_at + word.start())
            try:
                if name in options:
                    raise self._already(name, first)
                option = find_option(OPTIONS, name)
                options[name] = option.from_text(value)
            except NotationError as problem:
                self.lines.fault(part.body_at + word.start(), problem, HEAD)
        return options

    def _names(self) -> tuple[str, ...]:
        """Return the names of the players, by seat; seats are A, B, C ... without a gap.

        Rules: PG-SETUP-01.
        """
        found: dict[str, _Player] = {}
        for player in self.players:
            first = found.setdefault(player.letter, player)
            if first is not player:
                self.lines.fault(player.at, self._already(player.letter, first.at), _NAMES)
        self.players = [found[letter] for letter in sorted(found)]
        for letter, player in zip(LETTERS, self.players, strict=False):
            if player.letter != letter:
                problem = NotationError(
                    "there is no player {missing}; letters follow each other from A",
                    missing=letter,
                )
                self.lines.fault(player.at, problem, _NAMES)
                break
        if len(found) not in SEATS:
            problem = NotationError(
                "expected 2 to 6 players, found {count}; each has a line, as in: {example}",
                count=len(found),
                example=Typed("A Ana: money 50; plants 4; cities Essen"),
            )
            at = self.players[-1].at if found else len(self.lines.text.rstrip())
            self.lines.fault(at, problem, _NAMES)
        return tuple(player.name for player in self.players)

    # What is told

    def _read_subjects(self, ruleset: Ruleset, seats: int) -> None:
        for name, (key, codec) in _subjects(seats).items():
            part = self.subjects.get(name)
            if part is None or codec is None:
                continue
            value = self._read(part, codec, name)
            if name in self.lines.faulty:
                continue
            self._note_plants(part, name)
            if name == "order" and sorted(value) != list(range(seats)):
                problem = NotationError(
                    "expected each player from A to {last} once, found {found}",
                    last=LETTERS[seats - 1],
                    found=quoted(part.body.strip()),
                )
                self.lines.fault(part.offset(1) + 1, problem, name)
                continue
            self.facts[key] = list(value) if isinstance(value, tuple) else value
        self._read_regions(ruleset, seats)
        if part := self.subjects.get("marked"):
            self.facts["marked"] = [house.city for house in self._cities(part, "marked", None)]
        if "uranium_stopped" in self.facts:
            self.facts["uranium_stopped"] = True
        cards = self.facts.pop("cards", None)
        if cards is not None:
            for other in ("stack", "buried"):
                if part := self.subjects.get(other):
                    problem = NotationError(
                        "{found} is already given by the line of cards", found=quoted(part.typed)
                    )
                    self.lines.fault(part.at, problem, other)
                    self.facts.pop(other, None)
            self.facts["stack"] = cards

    def _read_regions(self, ruleset: Ruleset, seats: int) -> None:
        part = self.subjects.get("regions")
        if part is None:
            return
        known = MAP[ruleset.map, ruleset.edition].regions
        regions = self._read(part, Many(_Words(known)), "regions")
        if regions is None or self.lines.faulty & {HEAD, _NAMES}:
            return
        try:
            found = given_regions(terms(ruleset, seats), regions, "regions")
        except NotationError as problem:
            self.lines.fault(part.offset(1) + 1, problem, "regions")
            return
        self.facts["regions"] = list(found)

    def _read_players(self) -> None:
        lists: dict[str, list[Any]] = {"money": [], "plants": [], "fuel": [], "cities": []}
        for seat, player in enumerate(self.players):
            told: dict[str, Any] = {"money": START_MONEY, "plants": [], "fuel": [0] * len(FUELS)}
            told["cities"] = []
            for part in self._known_parts(player.parts, _OF_PLAYER, seat):
                if part.head == "cities":
                    houses = self._cities(part, seat, seat)
                    told["cities"] = [house.city for house in houses]
                    self.houses += houses
                    continue
                codec = _OF_PLAYER[part.head]
                assert codec is not None, part
                value = self._read(part, codec, seat)
                self._note_plants(part, part.head)
                self.seen.setdefault((seat, part.head), []).append(part.at)
                if value is not None:
                    told[part.head] = list(value) if part.head != "money" else value
            for key, values in lists.items():
                values.append(told[key])
        self.facts |= lists

    def _read_groups(self, seats: int) -> None:
        """Read what is up for auction, a plant too many, and what the Cartel has."""
        letters = _Letters(seats)
        kinds: Mapping[str, Mapping[str, Codec[Any] | None]] = {
            "auction": {
                "plant": PLANT,
                "high": _NUMBER,
                "leader": letters,
                "bidders": Many(letters),
            },
            "surplus": {"player": letters, "bought": PLANT},
            "cartel": _OF_CARTEL,
        }
        needed = {"auction": ("plant", "high", "leader"), "surplus": ("player", "bought")}
        for group, parts in self.groups.items():
            told: dict[str, Any] = {}
            for part in self._known_parts(parts, kinds[group], group):
                codec = kinds[group][part.head]
                if part.head == "houses":
                    self.houses += self._cities(part, group, "cartel")
                elif codec is None:
                    told[part.head] = True
                elif (value := self._read(part, codec, group)) is not None:
                    told[part.head] = list(value) if isinstance(value, tuple) else value
                    if group == "cartel":
                        self._note_plants(part, part.head)
            missing = [name for name in needed.get(group, ()) if name not in told]
            if missing and group not in self.lines.faulty:
                problem = NotationError(
                    "{found} needs {missing}",
                    found=quoted(self.subjects[group].typed),
                    missing=Typed(", ".join(missing)),
                )
                self.lines.fault(self.subjects[group].at, problem, group)
            if group in self.lines.faulty:
                continue
            if group == "surplus":
                told["seat"] = told.pop("player")
            self.facts[group] = told

    def _known_parts(
        self, parts: Sequence[Clause], known: Mapping[str, object], subject: object
    ) -> Iterator[Clause]:
        """Yield the parts that may be there, each once."""
        heads: dict[str, Clause] = {}
        for typed in parts:
            is_fuel = typed.head == "resources" and "fuel" in known  # as the rulebook calls it
            part = replace(typed, head="fuel") if is_fuel else typed
            if part.head not in known:
                near = Reader(part.typed, self.vocabulary).near(part.typed, tuple(known), 0.6)
                problem = NotationError(
                    "unknown part {found}; choose one of {known}",
                    found=quoted(part.typed),
                    known=Typed(near or ", ".join(known)),
                )
                self.lines.fault(part.at, problem, subject)
            elif part.head in heads:
                self.lines.fault(part.at, self._already(part.typed, heads[part.head].at), subject)
            else:
                heads[part.head] = part
                yield part

    def _cities(self, part: Clause, subject: object, owner: Seat | str | None) -> list[_House]:
        """Return the cities of a part, each with the slot that is told."""
        found = []
        for piece in re.finditer(r"[^,]+", part.body):
            words = piece[0].split()
            if not words:
                continue
            at = part.body_at + piece.start() + len(piece[0]) - len(piece[0].lstrip())
            slot = None
            if len(words) > 1 and words[-1].isdecimal():
                price = words.pop()
                if price not in map(str, SLOT_COST) or owner is None:
                    problem = NotationError(
                        "no slot {found}; a house is on slot {slots}",
                        found=quoted(price),
                        slots=Listed(SLOT_COST, "or"),
                    )
                    self.lines.fault(at + piece[0].strip().rindex(price), problem, subject)
                    continue
                slot = SLOT_COST.index(int(price))
            try:
                name = CITY_NAMES[city_named(" ".join(words))]
            except NotationError as problem:
                self.lines.fault(at, problem, subject)
                continue
            self.seen.setdefault(name, []).append(at)
            found.append(_House("" if owner is None else owner, name, slot, at))
        return found

    def _note_plants(self, part: Clause, head: str) -> None:
        """Remember where plants are named, for what may be wrong with them."""
        if head in ("plants", "cards", "out", "buried"):
            for word in re.finditer(r"\d+", part.body):
                self.seen.setdefault(int(word[0][:9]), []).append(part.body_at + word.start())

    # What follows from it

    def _put_houses(self) -> None:
        """Put each house on the slot that is told, the others on the cheapest that is left."""
        slots: dict[str, list[Seat | str | None]] = {}
        for house in sorted(self.houses, key=lambda house: house.slot is None):
            here = slots.setdefault(house.city, [None] * len(SLOT_COST))
            if house.owner in here and house.owner != "cartel":
                continue  # told below, as a city that is listed twice
            slot = house.slot
            if slot is None:
                slot = here.index(None) if None in here else None
            if slot is None or here[slot] is not None:
                refusal = Refusal(
                    "PG-BUILD-04",
                    "{city} has three slots, and one house fits on each"
                    if slot is None
                    else "slot {slot} of {city} has a house already",
                    city=house.city,
                    slot=None if slot is None else SLOT_COST[slot],
                )
                self.lines.fault(house.at, _told(refusal), house.owner)
                continue
            here[slot] = house.owner
        self.facts["houses"] = slots

    def _count_stack(self, ruleset: Ruleset, seats: int) -> None:
        """Count the stack where the text does not: what nobody saw, less what the set-up removes.

        Rules: PG-SETUP-07, PG-SETUP-08.
        """
        facts = self.facts
        if "stack" in facts or "plant_market" not in facts or "stack" in self.lines.faulty:
            return
        seen = {*facts["plant_market"], *facts.get("out", ())}
        seen.update(facts.get("cartel", {}).get("plants", ()))
        seen.update(plant for plants in facts["plants"] for plant in plants)
        rules = terms(ruleset, seats)
        step3 = step_of(rules, facts) < 3 and facts.get("step3") is None
        left = len(PLANTS) - len(seen) - sum(rules.remove)
        facts["stack"] = max(len(facts.get("buried", ())), left) + step3

    def _judge(self, ruleset: Ruleset, seats: int) -> None:
        """Tell every rule that is broken, but not of lines that could not be read.

        What has no line of its own is told only where all lines could be read.
        """
        unread = set(self.lines.faulty)
        try:
            from_facts(ruleset, seats, self.facts)
        except InvalidState as invalid:
            for refusal in invalid.problems:
                at, subject = self._where(refusal)
                if not unread or (subject is not None and subject not in unread):
                    self.lines.fault(at, self._with_first(refusal, at))
        except NotationError as problem:
            if not unread:
                self.lines.fault(0, problem)

    def _with_first(self, refusal: Refusal, at: int) -> NotationError:
        """Return a broken rule as an error; of what is listed twice with its first place."""
        what = refusal.values.get("what")
        what = int(what) if isinstance(what, str) and what.isdecimal() else what
        first = min(self.seen.get(what, [at]))
        if first == at:
            return _told(refusal)
        line, column = self.lines.place(first)
        return NotationError(
            "{rule}: {why}, first in line {first}, column {place}",
            rule=refusal.rule,
            why=refusal.wording,
            first=line,
            place=column,
        )

    def _where(self, refusal: Refusal) -> tuple[int, object]:
        """Return where to tell a broken rule: at what it names, and whose line that is in."""
        values = refusal.values
        what = values.get("what", values.get("city", values.get("plant")))
        if isinstance(what, str) and what.isdecimal():
            what = int(what)
        seat = values.get("seat")
        if what in self.seen:
            at = max(self.seen[what])
            return at, self._owner_of(at)
        if isinstance(seat, int) and seat < len(self.players):
            head = {"PG-PLANT-02": "fuel", "PG-AUC-16": "plants"}.get(refusal.rule, "")
            return self.seen.get((seat, head), [self.players[seat].at])[0], seat
        for name in _SUBJECTS_OF.get(refusal.rule, ()):
            if part := self.subjects.get(name):
                return part.at, name
        return 0, None

    def _owner_of(self, at: int) -> object:
        """Return the seat or the subject whose line an offset is in."""
        heads: list[tuple[int, object]] = [(part.at, name) for name, part in self.subjects.items()]
        heads += [(player.at, seat) for seat, player in enumerate(self.players)]
        return max((head for head in heads if head[0] <= at), key=lambda head: head[0])[1]


class _Letters(Codec[Seat]):
    """The letter of a player, as its seat."""

    usage = "PLAYER"

    def __init__(self, seats: int) -> None:
        self._one = OneOf("PLAYER", LETTERS[: max(seats, 1)])

    def read(self, reader: Reader) -> Seat:
        return self._one.read(reader)


def _subjects(seats: int) -> dict[str, tuple[str, Codec[Any] | None]]:
    """Return the subjects of a text, each with the key of its fact; None: it is read apart."""
    letters = _Letters(seats)
    return {
        HEAD: ("", None),
        "options": ("", None),
        "regions": ("regions", None),
        "round": ("round", _NUMBER),
        "phase": ("phase", _Words([word for word in PHASES if word != PHASES[ORDER]])),
        "step": ("step", Number("STEP", 1, 3)),
        "order": ("turn_order", Many(letters)),
        "turn": ("turn", letters),
        "market": ("market", _Counts()),
        "plants": ("plant_market", _PLANT_LIST),
        "stack": ("stack", _NUMBER),
        "buried": ("buried", Many(PLANT)),
        "cards": ("cards", Many(_Card())),
        "top": ("top_back", _Words(BACKS)),
        "step3": ("step3", _Words(("lies", "pending"))),
        "out": ("out", _PLANT_LIST),
        "marked": ("marked", None),
        "buyers": ("in_auction", Many(letters)),
        "sold": ("bought", _NUMBER),
        "discount": ("discount", _PlantOrNone()),
        "update": ("update", _Words(UPDATES)),
        "uranium": ("uranium_stopped", _Words(("stopped",))),
    }


_HEADS = tuple(_subjects(SEATS.start))
_GROUPS = ("auction", "surplus", "cartel")
_KNOWN = (*_HEADS, *_GROUPS)


def _told(refusal: Refusal) -> NotationError:
    """Return a broken rule as an error, with the letters of players for their seats."""
    values = dict(refusal.values)
    if isinstance(seat := values.get("seat"), int):
        values["seat"] = LETTERS[seat]
    return NotationError("{rule}: {why}", rule=refusal.rule, why=Wording(refusal.template, values))


def _end_of_name(line: str) -> int:
    """Return where the name of a player ends, which may hold any sign; 0 for another line."""
    player = _PLAYER.match(line)
    return player.end() if player else 0


def usual_name(letter: str) -> str:
    """Return the name of a player who is only told by a letter."""
    return f"player {LETTERS.index(letter) + 1}"


def _name(typed: str) -> str:
    """Return a name as it was typed; one in quotes is a text of JSON."""
    if not typed.startswith('"'):
        return typed.strip()
    try:
        return str(json.loads(typed))
    except json.JSONDecodeError:
        return typed[1:-1]
