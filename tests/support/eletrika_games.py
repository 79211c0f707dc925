"""Positions of Eletrika for tests: written in the full form, played on by short notation."""

import os
from pathlib import Path

from eletrika import advance, check, examples, new_game, to_act
from eletrika.events import Event
from eletrika.notation import parse_full
from eletrika.notation.actions import ACTIONS
from eletrika.position_setup import from_position
from eletrika.ruleset import Ruleset
from eletrika.setup import Setup
from eletrika.state import State

SHARED = Path(__file__).parents[3] / "shared" / "oracle"
GAMES = sorted(
    Path(os.environ.get("GRIDGAMES_ORACLE", SHARED)).glob("eletrika/*.jsonl")
)  # recorded
DRAWS = {  # of a new game
    "stack": list(range(8, 38)), "row": [1, 2, 3], "aside": [4, 5, 6, 7], "queue": [*"UTSPC"],
    "first": 1,
}  # fmt: skip
FIELD = "......"
FIELDS = examples.table("0,0 src", Ruleset()).ruleset.tiles  # a box of nothing but fields


BOARD = {
    "0,0": "src", "1,0": "......", "2,0": "...... T:W2", "3,0": "......",
    "hand": "W3 K5", "stack": "27", "turn": "W",
}  # fmt: skip


def played_on(more: str, **options) -> State:
    """Go on from a board of fields and ``more`` lines, or ``-`` for one that is left out."""
    lines = BOARD | dict(line.split(maxsplit=1) for line in more.split("; "))
    text = "\n".join(f"{head} {rest}" for head, rest in lines.items() if rest != "-")
    return from_position(parse_full(text, FIELDS), Ruleset(tiles=FIELDS, **options), 1)


def unknown_game(seats: int = 2, **given: object) -> State:
    """Return a game of a box of which nothing is known but what is given of the draws."""
    unknown = {"row": ["?"] * 3, "stack": ["?"] * 30, "aside": ["?"] * 4}
    told = unknown | {"queue": ["U", "T", "S", "P", "C"], "first": 0} | given
    return new_game(Ruleset(), seats, None, Setup.from_json(told))


def table(text: str, seats: int = 2, *, fill: str = FIELD, **options) -> State:
    """Return a game at the beginning of a turn, from a position as examples have it."""
    return examples.table(text, Ruleset(**options), seats, fill)


def act(state: State, action) -> list[Event]:
    """Make a legal action; return its events."""
    refused = check(state, action)
    assert refused is None, f"{action} {refused}"
    events: list[Event] = []
    advance(state, action, events)
    return events


def say(state: State, *texts: str) -> list[Event]:
    """Make the actions that ``texts`` mean for the seat to act; return all events."""
    events: list[Event] = []
    for text in texts:
        events += act(state, ACTIONS.parse(text, to_act(state)))
    return events


def refusal(state: State, text: str, seat: int | None = None) -> str | None:
    """Return the rule that refuses ``text`` to ``seat`` (else to the seat to act), or None."""
    found = check(state, ACTIONS.parse(text, to_act(state) if seat is None else seat))
    return found.rule if found else None


def kinds_of(events: list[Event]) -> list[str]:
    """Return the names of the kinds of events, in order."""
    return [type(event).__name__ for event in events]


def shorten(state: State, left: int) -> State:
    """Leave so many tiles in the stack; the others leave the game."""
    state.discarded += tuple(state.stack[left:])
    del state.stack[left:]
    return state


def in_row(state: State, edges: str) -> int:
    """Return the number of the face-up tile that shows ``edges``."""
    return next(tile for tile in state.row if state.ruleset.tiles.tiles[tile].edges == edges)
