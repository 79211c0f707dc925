"""Scoring on the full screen: the sets that can be scored, the best first, one of them chosen."""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Any

from eletrika.actions import EndTurn, Score
from eletrika.scoring import check_score, items_of_score
from eletrika.state import AFTER, State
from eletrika.tables import KIND_NAMES
from gridcommon.errors import Word
from gridcommon.hexes import Hex
from gridgames.languages.caveats import marked
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Face
from gridgames.show.menus import Choice, Menu
from gridgames.show.table import DIM, GOOD, refusal_line
from gridgames.terminal.output import Clickable, Line

_ANOTHER = Word("another set")
_WIDE = 38  # columns of panels that have room for the items of all sets


class Scoring:
    """The sets that the seat to act may score now, none if it may not.

    While it ``is_open``, Enter scores the chosen set: after the main action, or on request.
    """

    def __init__(self, face: Face, state: State, offers: Sequence[Any]) -> None:
        scores = [action for action in offers if isinstance(action, Score)]
        self.sets: Sequence[Choice] = ()
        if scores:
            *_, only = face.menu(state, scores).choices  # facts of a real table come first
            self.sets = only.menu().choices if only.menu else (only,)
        self.is_open = bool(scores) and state.phase == AFTER
        self._state = state
        self._others = [action for action in offers if not isinstance(action, Score)]
        self._place = 0  # of the chosen set
        self._cursor: Hex | None = None

    def chosen(self, cursor: Hex) -> Score:
        """Return the set that Enter scores.

        If the cursor was moved to a structure, it is the best set with it, if there is one.
        """
        before, self._cursor = self._cursor, cursor
        if before not in (None, cursor) and cursor not in self._cells:
            places = (place for place, one in enumerate(self.sets) if cursor in one.action.set)
            self._place = next(places, self._place)
        found: Score = self.sets[self._place].action
        return found

    @property
    def _cells(self) -> tuple[Hex, ...]:
        cells: tuple[Hex, ...] = self.sets[self._place].action.set
        return cells

    def shown(self, cursor: Hex, picked: Set[Hex]) -> frozenset[Hex]:
        """Return the structures of the set that Enter scores, or those that were picked."""
        return frozenset(self.chosen(cursor).set if self.is_open else picked)

    def keys(self, keys: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield those keys of the table that are useful now."""
        for shown, meaning in keys:
            if self.is_open and meaning == "tile":
                yield shown, _ANOTHER.text
            elif self.sets if meaning == "score" else not self.is_open:
                yield shown, meaning

    def switch(self) -> None:
        """Let Enter score before the main action, or no longer."""
        self.is_open = bool(self.sets) and not self.is_open

    def step(self, key: str) -> bool:
        """Choose the set before or after; return False if no set is scored now."""
        if self.is_open:
            self._place = (self._place + (1 if key == "shift+down" else -1)) % len(self.sets)
        return self.is_open

    def take(self, action: Score) -> None:
        """Choose a set, if it can be scored."""
        places = (place for place, choice in enumerate(self.sets) if choice.action == action)
        self._place = next(places, self._place)

    def take_number(self, number: int) -> bool:
        """Choose the set with a number; return whether there is one."""
        is_there = 1 <= number <= len(self.sets)
        self._place = number - 1 if is_there else self._place
        return is_there

    def menu(self, menu: Menu) -> Menu:
        """Return the sets while one is scored, with the other choices of ``menu`` behind them."""
        if not self.is_open:
            return menu
        last = [choice for choice in menu.choices if choice.action in self._others]
        return Menu(say("Which set?"), self.sets, last).paged()

    def offer(self) -> Iterator[Line]:
        """Yield a line about the best set, before the main action."""
        for best in self.sets[:1]:
            text = say("{name}: {gain}", name=best.name, gain=best.price)
            yield [(Clickable("^S ", key="ctrl+s"), "bold #ffb347"), (text, GOOD)]

    def lines(self, width: int, most: int) -> Iterator[Line]:
        """Yield at most ``most`` sets around the chosen one, while one is scored.

        In narrow panels only the chosen one has its items.
        """
        if not self.is_open:
            return
        yield [(say("Enter scores the marked set; Shift+↑↓ marks another"), DIM)]
        first = max(0, min(self._place - most + 1, len(self.sets) - most))
        for number, choice in islice(enumerate(self.sets, start=1), first, first + most):
            is_chosen = number == self._place + 1
            parts = (
                (f"{'▸' if is_chosen else ' '}{number} ", "bold #ffb347"),
                (f"{choice.price} ", "bold #9ff0c0"),
                (self._kinds(choice.action), "bold #ffffff" if is_chosen else ""),
            )
            yield [(Clickable(text, typed=str(number)), style) for text, style in parts]
            if is_chosen or width >= _WIDE:
                items, _, _ = choice.note.partition(" = ")  # the total is in the line above
                yield [(f"    {items}", "" if is_chosen else DIM)]
        if any(isinstance(action, EndTurn) for action in self._others):
            end = Clickable(f"{as_typed('end')}  ", typed="end")
            yield [(end, "bold"), (say("do not score"), DIM)]

    def _kinds(self, score: Score) -> str:
        return ", ".join(say(KIND_NAMES[self._state.kinds[cell]]) for cell in score.set)


def picked_line(state: State, score: Score) -> Line:
    """Return a line about the structures that were picked one by one."""
    if refusal := check_score(state, score):
        return refusal_line(refusal)
    items = items_of_score(state, score)
    points = sum(item.points for item in items)
    words = say("picked: type score for {points} MW", points=points)
    return [(marked(words, (item.caveat for item in items)), GOOD)]
