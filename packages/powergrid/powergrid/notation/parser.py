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

A line that starts with a space continues the line above, ``;`` separates subjects as a new line
does, and ``#`` starts a comment. A custom map is named in quotes. Players are A to F, with or
without a name, and are called by their letters everywhere. A city is followed by the slot of the
house, 15 or 20; without it the house is on the cheapest slot that is left. Only the players are
required: for everything else :func:`powergrid.from_facts` has defaults. Tokens that are nowhere
else are in the supply.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridcommon.codecs import Codec, Many, Reader
from gridcommon.errors import InvalidState, NotationError, Typed
from gridcommon.options import find_option
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary, normalized, quoted
from powergrid.codecs import LETTERS, SEAT, Words
from powergrid.notation.source_text import Clause, Houses, Places, SourceText
from powergrid.position import Position
from powergrid.position_fields import OF_PLAYER, TEXT_FIELDS, Field, Group
from powergrid.position_setup import from_facts, step_of
from powergrid.ruleset import OPTIONS, Ruleset, terms
from powergrid.tables import EDITIONS, MAPS, SEATS, CustomMap, map_of

HEAD = "powergrid"
MOST_TEXT = 1 << 17  # characters; a position with six players takes fifteen hundred

_NAMES = "players"  # stands for all their lines
PLAYER = re.compile(r'([A-Fa-f])(?:[ \t]+("(?:[^"\\\n]|\\.)*"|[^:;#"\n]*?))?[ \t]*:')

_FIELDS = {field.word: field for field in TEXT_FIELDS}
_GROUPS = {field.word: field.codec for field in TEXT_FIELDS if isinstance(field.codec, Group)}
_KNOWN = (HEAD, "options", *_FIELDS)


def parse_position(
    text: str, vocabulary: Vocabulary = ENGLISH_ONLY, own: CustomMap | None = None
) -> Position:
    """Return the position that ``text`` describes.

    ``vocabulary`` maps words of other languages to English words. ``own`` is the custom map that
    the text may name, in quotes. Raises NotationErrors with every
    error in the text and every broken rule, each with its line and column.
    Rules: PG-COMP-01, PG-COMP-02, PG-COMP-04, PG-PLANT-02, PG-BUILD-04, PG-BUILD-05.

    >>> position = parse_position("powergrid\\nA Ana: money 43; cities Essen\\nB:\\nC:")
    >>> position.names, position.facts["money"]
    (('Ana', 'player 2', 'player 3'), [43, 50, 50])
    """
    return _Parser(text, vocabulary, own).position(is_judged=True)


def read_position(
    text: str, vocabulary: Vocabulary = ENGLISH_ONLY, own: CustomMap | None = None
) -> Position:
    """Return the position that ``text`` describes, even if it breaks rules.

    Raises NotationErrors with every error in the text, as :func:`parse_position` does.
    """
    return _Parser(text, vocabulary, own).position(is_judged=False)


@dataclass(slots=True)
class _Player:
    """The line of a player: its letter, its name, and its clauses."""

    letter: str
    name: str
    at: int
    clauses: list[Clause]


class _Parser:
    """Reads a text clause by clause and collects the errors in it."""

    def __init__(self, text: str, vocabulary: Vocabulary, own: CustomMap | None) -> None:
        if len(text) > MOST_TEXT:
            raise NotationError("longer than {most} characters", most=f"{MOST_TEXT:,}")
        self.own = own
        self.source = SourceText(text, vocabulary, _end_of_name)
        self.vocabulary = vocabulary
        self.players: list[_Player] = []
        self.subjects: dict[str, Clause] = {}
        self.groups: dict[str, list[Clause]] = {}
        self.places = Places(self.source, self.subjects)
        self.houses = Houses(self.source, self.places)
        self.facts: dict[str, Any] = {}

    def position(self, *, is_judged: bool) -> Position:
        for at, line in self.source:
            self._sort(at, line)
        ruleset = self._ruleset()
        names = self._names()
        self.houses.cities = map_of(ruleset.map, ruleset.edition).cities
        self._read_subjects(ruleset, len(names))
        self._read_players()
        self._read_groups()
        self.facts["houses"] = self.houses.slots()
        if not self.source.faulty & {HEAD, _NAMES}:
            self._count_stack(ruleset, len(names))
            if is_judged:
                self._judge(ruleset, len(names))
        self.source.raise_errors()
        return Position(ruleset, names, self.facts)

    # Lines and clauses

    def _sort(self, at: int, line: str) -> None:
        blank = len(line) - len(line.lstrip())
        player = PLAYER.match(line, blank)
        if player:
            letter, typed = player[1].upper(), player[2] or ""
            end = player.end()
            clauses = self.source.clauses(at + end, line[end:])
            name = _name(typed) or usual_name(letter)
            self.players.append(_Player(letter, name, at + blank, clauses))
            return
        for clause in self.source.clauses(at, line):
            if clause.head not in _KNOWN:
                self.source.fault(clause.at, self._unknown(clause))
            elif self._is_new(clause):
                self.subjects[clause.head] = clause
            if clause.head in _GROUPS:  # the rest of the line belongs to it
                body = line[clause.body_at - at :]
                self.groups.setdefault(clause.head, self.source.clauses(clause.body_at, body))
                return

    def _is_new(self, clause: Clause) -> bool:
        first = self.subjects.get(clause.head)
        if first is None:
            return True
        self.source.fault(clause.at, self._already(clause.typed, first.at))
        return False

    def _already(self, typed: str, first: int) -> NotationError:
        """Return the error for a word that is also at the offset ``first``."""
        line, column = self.source.place(first)
        return NotationError(
            "{found} is already in line {first}, column {place}",
            found=quoted(typed),
            first=line,
            place=column,
        )

    def _unknown(self, clause: Clause) -> NotationError:
        if clause.typed.upper() in tuple(LETTERS):
            return NotationError(
                "{found} looks like a player; a colon follows the letter or the name, as in "
                "{player}",
                found=quoted(clause.typed),
                player=Typed("A Ana:"),
            )
        reader = Reader(clause.typed, self.vocabulary)
        near = reader.near(clause.typed, _KNOWN, likeness=0.6)
        if near:
            return NotationError(
                "unknown subject {found}; nearest: {near}",
                found=quoted(clause.typed),
                near=Typed(near),
            )
        return NotationError(
            "unknown subject {found}; choose one of {known}, or a player, as in {player}",
            found=quoted(clause.typed),
            known=Typed(", ".join(_KNOWN)),
            player=Typed("A Ana:"),
        )

    def _read(self, clause: Clause, codec: Codec[Any], subject: object) -> Any:
        """Return the value of a clause, or None after noting the error in it."""
        body = clause.body.replace(",", " ").replace("\n", " ")
        known = {SEAT.usage: LETTERS[: max(len(self.players), 1)]}
        usage = f"{clause.head} {codec.usage}".rstrip()
        reader = Reader(body, self.vocabulary, known, usage)
        try:
            if not reader and codec.usage and not isinstance(codec, Many):
                raise reader.misused()
            value = codec.read(reader)
            if reader:
                raise reader.misused()
        except NotationError as problem:
            self.source.fault(clause.offset(problem.column), problem, subject)
            return None
        return value

    # The rules of the game and the players

    def _ruleset(self) -> Ruleset:
        clause = self.subjects.get(HEAD)
        chosen: dict[str, Any] = {}
        if clause:
            for word in re.finditer(r'"[^"\n]*"|[^\s,]+', clause.body):
                if word[0].startswith('"') and "map" not in chosen:
                    if self.own and normalized(word[0]) == normalized(self.own.name):
                        chosen["map"] = self.own
                        map_of(self.own, EDITIONS[0])  # from now on its cities are known
                        continue
                    problem = NotationError(
                        "{found} is a custom map, and its file is not given (--map-file FILE)",
                        found=word[0],
                    )
                    self.source.fault(clause.body_at + word.start(), problem, HEAD)
                    self.source.raise_errors()  # without the map no region and no city is known
                english = Reader("", self.vocabulary).in_english(word[0])
                key = "edition" if english in EDITIONS else "map" if english in MAPS else ""
                if not key or key in chosen:
                    problem = NotationError(
                        "expected an edition ({editions}) and a map ({maps}), found {found}",
                        editions=", ".join(EDITIONS),
                        maps=", ".join(MAPS),
                        found=quoted(word[0]),
                    )
                    self.source.fault(clause.body_at + word.start(), problem, HEAD)
                    continue
                chosen[key] = english
        options = self._options()
        return Ruleset() if HEAD in self.source.faulty else Ruleset(**chosen, **options)

    def _options(self) -> dict[str, Any]:
        clause, options = self.subjects.get("options"), {}
        places: dict[str, int] = {}
        for word in re.finditer(r"[^\s,]+", clause.body if clause else ""):
            assert clause is not None, word
            name, _, value = word[0].partition("=")
            first = places.setdefault(name, clause.body_at + word.start())
            try:
                if name in options:
                    raise self._already(name, first)
                option = find_option(OPTIONS, name)
                options[name] = option.from_text(value)
            except NotationError as problem:
                self.source.fault(clause.body_at + word.start(), problem, HEAD)
        return options

    def _names(self) -> tuple[str, ...]:
        """Return the names of the players by seat. The letters have to follow each other from A.

        Rules: PG-SETUP-01.
        """
        found: dict[str, _Player] = {}
        for player in self.players:
            first = found.setdefault(player.letter, player)
            if first is not player:
                self.source.fault(player.at, self._already(player.letter, first.at), _NAMES)
        self.players = [found[letter] for letter in sorted(found)]
        for letter, player in zip(LETTERS, self.players, strict=False):
            if player.letter != letter:
                problem = NotationError(
                    "player {missing} is missing; letters follow each other from A", missing=letter
                )
                self.source.fault(player.at, problem, _NAMES)
                break
        if len(found) not in SEATS:
            problem = NotationError(
                "expected 2 to 6 players, found {count}; each has a line, as in: {example}",
                count=len(found),
                example=Typed("A Ana: money 50; plants 4; cities Essen"),
            )
            at = self.players[-1].at if found else len(self.source.text.rstrip())
            self.source.fault(at, problem, _NAMES)
        self.places.players = [player.at for player in self.players]
        return tuple(player.name for player in self.players)

    # Fields

    def _read_subjects(self, ruleset: Ruleset, seats: int) -> None:
        for head, field in _FIELDS.items():
            clause = self.subjects.get(head)
            if clause and head not in _GROUPS:
                self._read_subject(clause, field, ruleset, seats)
        cards = self.facts.pop("cards", None)
        if cards is not None:
            for other in ("stack", "buried"):
                if clause := self.subjects.get(other):
                    problem = NotationError(
                        "{found} is already given by the line of cards", found=quoted(clause.typed)
                    )
                    self.source.fault(clause.at, problem, other)
                    self.facts.pop(other, None)
            self.facts["stack"] = cards

    def _read_subject(self, clause: Clause, field: Field, ruleset: Ruleset, seats: int) -> None:
        if field.has_cities:
            self.facts[field.key] = self.houses.read(clause, field.word, None)
            return
        codec = field.codec
        if field.key == "regions":
            codec = Many(Words(map_of(ruleset.map, ruleset.edition).regions))
        value = self._read(clause, codec, field.word)
        if field.word in self.source.faulty:
            return
        self.places.note_plants(clause, field)
        if field.key == "regions":
            value = sorted(value)
        elif field.key == "turn_order" and sorted(value) != list(range(seats)):
            problem = NotationError(
                "expected each player from A to {last} once, found {found}",
                last=LETTERS[seats - 1],
                found=quoted(clause.body.strip()),
            )
            self.source.fault(clause.offset(1) + 1, problem, field.word)
            return
        self.facts[field.key] = field.to_json(value)

    def _read_players(self) -> None:
        fields = {field.word: field for field in OF_PLAYER}
        lists: dict[str, list[Any]] = {field.key: [] for field in OF_PLAYER}
        for seat, player in enumerate(self.players):
            told: dict[str, Any] = {}
            for clause, field in self._known_clauses(player.clauses, fields, seat):
                if field.has_cities:
                    told[field.key] = self.houses.read(clause, seat, seat)
                    continue
                value = self._read(clause, field.codec, seat)
                self.places.note_plants(clause, field)
                self.places.note((seat, field.word), clause.at)
                if value is not None:
                    told[field.key] = field.codec.to_json(value)
            for field in OF_PLAYER:
                missing = field.codec.to_json(field.usual)
                lists[field.key].append(told.get(field.key, missing))
        self.facts |= lists

    def _read_groups(self) -> None:
        for group, clauses in self.groups.items():
            fields = {field.word: field for field in _GROUPS[group].fields}
            told: dict[str, Any] = {}
            for clause, field in self._known_clauses(clauses, fields, group):
                if field.has_cities:
                    self.houses.read(clause, group, group)
                elif (value := self._read(clause, field.codec, group)) is not None:
                    told[field.key] = field.to_json(value)
                    self.places.note_plants(clause, field)
            missing = [
                field.word for field in fields.values() if field.is_needed and field.key not in told
            ]
            if missing and group not in self.source.faulty:
                problem = NotationError(
                    "{found} needs {missing}",
                    found=quoted(self.subjects[group].typed),
                    missing=Typed(", ".join(missing)),
                )
                self.source.fault(self.subjects[group].at, problem, group)
            if group not in self.source.faulty:
                self.facts[group] = told

    def _known_clauses(
        self, clauses: Sequence[Clause], known: Mapping[str, Field], subject: object
    ) -> Iterator[tuple[Clause, Field]]:
        """Yield the clauses with a known head, each head once."""
        heads: dict[str, Clause] = {}
        for typed in clauses:
            is_fuel = typed.head == "resources" and "fuel" in known  # the rulebook's word
            clause = replace(typed, head="fuel") if is_fuel else typed
            if clause.head not in known:
                near = Reader(clause.typed, self.vocabulary).near(clause.typed, tuple(known), 0.6)
                problem = NotationError(
                    "unknown part {found}; choose one of {known}",
                    found=quoted(clause.typed),
                    known=Typed(near or ", ".join(known)),
                )
                self.source.fault(clause.at, problem, subject)
            elif clause.head in heads:
                self.source.fault(
                    clause.at, self._already(clause.typed, heads[clause.head].at), subject
                )
            else:
                heads[clause.head] = clause
                yield clause, known[clause.head]

    # Conclusions

    def _count_stack(self, ruleset: Ruleset, seats: int) -> None:
        """If the text omits the stack, count the unseen cards, minus those removed in the set-up.

        Rules: PG-SETUP-07, PG-SETUP-08.
        """
        facts = self.facts
        if "stack" in facts or "plant_market" not in facts or "stack" in self.source.faulty:
            return
        seen = {*facts["plant_market"], *facts.get("out", ())}
        seen.update(facts.get("cartel", {}).get("plants", ()))
        seen.update(plant for plants in facts["plants"] for plant in plants)
        rules = terms(ruleset, seats)
        step3 = step_of(rules, facts) < 3 and facts.get("step3") is None
        left = len(rules.plants) - len(seen) - sum(rules.remove)
        facts["stack"] = max(len(facts.get("buried", ())), left) + step3

    def _judge(self, ruleset: Ruleset, seats: int) -> None:
        """Report every rule that is broken, except in lines that could not be read.

        A broken rule without a line of its own is reported only if all lines could be read.
        """
        unread = set(self.source.faulty)
        try:
            from_facts(ruleset, seats, self.facts)
        except InvalidState as invalid:
            for refusal in invalid.problems:
                at, subject = self.places.find(refusal)
                if not unread or (subject is not None and subject not in unread):
                    self.source.fault(at, self.places.error(refusal, at))
        except NotationError as problem:
            if not unread:
                self.source.fault(0, problem)


def _end_of_name(line: str) -> int:
    """Return the end of a player's name, which may contain any character, or 0 for other lines."""
    player = PLAYER.match(line)
    return player.end() if player else 0


def usual_name(letter: str) -> str:
    """Return the default name of a player."""
    return f"player {LETTERS.index(letter) + 1}"


def _name(typed: str) -> str:
    """Return a typed name. A name in quotes is JSON."""
    if not typed.startswith('"'):
        return typed.strip()
    try:
        return str(json.loads(typed))
    except json.JSONDecodeError:
        return typed[1:-1]
