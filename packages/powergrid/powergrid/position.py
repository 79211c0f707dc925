"""A position: the rules, the players, and the facts about the table.

The cards of the stack are known, or only their number, as at a real table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridcommon.arguments import check_constants, check_object
from gridcommon.chance import seeded, shuffle
from gridcommon.errors import InvalidState, NotationError, Refusal
from gridcommon.pickling import pickle_by_fields
from gridcommon.records import POSITION_FORMAT
from gridcommon.spelling import quoted
from gridcommon.tables import check_keys
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts, place_facts
from powergrid.ruleset import Ruleset, terms
from powergrid.state import State
from powergrid.tables import STEP3, UNKNOWN
from powergrid.view import determinize, observe

VERSION = 1
NAME = "powergrid"

_KEYS = ("format", "version", "game", "ruleset", "players", "facts")
_LONGEST_NAME = 200  # characters


@dataclass(frozen=True, slots=True)
class Position:
    """A ruleset, the names of the players, and the facts that :func:`powergrid.from_facts` reads.

    >>> from powergrid import Ruleset
    >>> position = Position(Ruleset(), ("Ana", "Bia", "Caio"), {"cities": [["Essen"], [], []]})
    >>> position.state().city_count
    [1, 0, 0]
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    facts: Mapping[str, Any]

    @property
    def knows_the_stack(self) -> bool:
        """Whether the cards of the stack are known, not only their number."""
        return isinstance(self.facts.get("stack"), list)

    def table(self) -> State:
        """Return the game as seen by all: the cards of the stack are UNKNOWN.

        Raises NotationError naming the key, or InvalidState with every rule that is broken.
        """
        state, problems = self.placed()
        if problems:
            raise InvalidState(problems)
        return state

    def placed(self) -> tuple[State, list[Refusal]]:
        """Return the game as seen by all, and a refusal for each rule that the position breaks.

        Raises NotationError naming the key.
        """
        state, problems = place_facts(self.ruleset, len(self.names), self.facts)
        state.seen_back = state.top_back if self.knows_the_stack else self.facts.get("top_back")
        state.stack = [UNKNOWN] * len(state.stack)
        return state, problems

    def state(self, seed: int = 0) -> State:
        """Return a game that continues from here, with the cards dealt by ``seed``: see `dealt`."""
        return self.dealt(seeded(seed))

    def dealt(self, rng: int) -> State:
        """Return a game that continues from here with the generator ``rng``.

        It deals the unknown cards of the stack, from the cards not seen yet. Raises NotationError
        naming the key, or InvalidState with every rule that is broken.
        Rules: PG-SETUP-06, PG-SETUP-07, PG-SETUP-08, PG-SETUP-10, PG-STEP-06.
        """
        seats, facts = len(self.names), self.facts
        state = from_facts(self.ruleset, seats, facts, rng)
        if self.knows_the_stack:
            return state
        if STEP3 not in state.stack:
            known = list(facts.get("buried", ()))
            seen = {*known, *state.seen_plants}
            unseen = [plant for plant in state.terms.plants if plant not in seen]
            drawn, rng = shuffle(unseen, rng)
            back = facts.get("top_back")
            fitting = [plant for plant in (*known, *drawn) if state.terms.back(plant) == back]
            if back and fitting and fitting[0] in drawn:  # the top card has this back
                drawn = [fitting[0], *(plant for plant in drawn if plant != fitting[0])]
            known += drawn[: len(state.stack) - len(known)]
            state = from_facts(self.ruleset, seats, {**facts, "buried": known}, rng)
        money = state.money
        dealt = determinize(observe(state, 0), rng)
        dealt.money = money  # a position has the money that others hide
        return dealt

    def to_json(self) -> dict[str, Any]:
        """Return the position as a JSON document, the inverse of :meth:`from_json`."""
        return {
            "format": POSITION_FORMAT,
            "version": VERSION,
            "game": NAME,
            "ruleset": self.ruleset.to_json(),
            "players": list(self.names),
            "facts": dict(self.facts),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Position":
        """Return the position in a JSON document.

        Raises NotationError naming the key, or InvalidState with every rule that is broken.
        """
        check_keys(data, {*_KEYS})
        check_constants(data, {"format": POSITION_FORMAT, "version": VERSION, "game": NAME})
        for key in ("ruleset", "facts"):
            check_object(data.get(key), key)
        names = data.get("players")
        if not isinstance(names, list) or not all(map(_is_name, names)):
            raise NotationError(
                "expected a list of names, found {found}", key="players", found=quoted(names)
            )
        ruleset = Ruleset.from_json(data["ruleset"])
        terms(ruleset, len(names))
        from_facts(ruleset, len(names), data["facts"])
        return cls(ruleset, tuple(names), dict(data["facts"]))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME


def to_position(state: State, names: Sequence[str], *, cards: bool = False) -> Position:
    """Return the position of ``state``; with ``cards``, including the hidden cards of the stack.

    >>> from powergrid import Ruleset, new_game
    >>> position = to_position(new_game(Ruleset(), 3, 7), ("Ana", "Bia", "Caio"))
    >>> position.facts["stack"], position.facts["buried"]
    (27, [])
    """
    facts = full_facts(state)
    if not cards:
        facts["stack"] = len(state.stack)
        facts["buried"] = list(observe(state, 0).buried)
    return Position(state.ruleset, tuple(names), facts)


pickle_by_fields(Position)
