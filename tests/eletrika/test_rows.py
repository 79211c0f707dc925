"""The rules in play, told in ``play.toml``: a position, what is done in short notation, what holds.

`rules`   the rules of the ledger that the row is about
`board`   a position, its lines divided by ``;``; the first may be a name of ``[boards]``, with the
          owners that are filled in; or `deal`, the number of players of a game of fields only
`seats`   the number of players, 2 by default
`play`    lines: an action of the seat to act, or ``by B ACTION`` of another one. Behind ``:`` stand
          facts that hold then (FACTS), ``! RULE`` refuses it, ``ok`` allows it; neither is
          made. ``{a b}`` or ``{a | b}`` stands for each of them. ``#1`` is the first tile of the
          row, ``top`` that of the stack, ``drawn`` that in hand; edges tell one of the row too.
`start`   in `play`, begins again: with options, and with more lines of the board behind ``|``
`set`, `reveal`  in `play`, tell what the table says, as a line of a record does; ``anyway`` before
          an action makes it though it is illegal, or asks whether hands can
`told`    a position without what it does not tell, in place of `board`
`stack`, `reserve`  in `play`, leave so many tiles in the stack, or pieces of each kind
"""

import json
import re
import tomllib
from itertools import product
from pathlib import Path

import pytest

from eletrika import apply_declaration, check, facts, legal_actions, new_game, result, to_act
from eletrika.examples import table
from eletrika.notation import parse_full
from eletrika.notation.actions import ACTIONS, format_action
from eletrika.overrides import check_override, override_line
from eletrika.position_setup import from_position
from eletrika.ruleset import make_ruleset
from eletrika.setup import Setup
from eletrika.state import NO_KIND
from eletrika.tables import KINDS
from eletrika_games import FIELDS, act, in_row, kinds_of, shorten
from eletrika_invariants import assert_board, assert_caches, assert_turn

ROWS = tomllib.loads(Path(__file__).with_name("play.toml").read_text(encoding="utf-8"))
BOARDS = ROWS.pop("boards")
SEATS = "ABCD"


def board_of(text: str) -> str:
    """Return the lines of a board, with those of the one that it names."""
    first, divided, more = text.partition(";")
    name, *owners = first.split()
    if name in BOARDS:
        told = ["" if owner == "-" else f":{owner}" for owner in (*owners, *"-----")]
        text = BOARDS[name].format(*told) + divided + more
    return re.sub(" *; *", "\n", text)


def begin(row, options: str = "", more: str = ""):
    """Return the game of a row at its start."""
    told = (word.split("=") for word in options.split())
    rules = make_ruleset({name: {"true": True, "false": False}.get(v, v) for name, v in told})
    if "told" in row:
        text = re.sub(" *; *", "\n", row["told"])
        return from_position(parse_full(text, rules.tiles), rules, None)
    if "deal" in row:
        rules = make_ruleset(rules.to_json()["options"], FIELDS)
        return new_game(rules, row["deal"], 1, Setup(first=0))
    text = board_of(f"{row['board'].strip(' ;')};{more}".strip(";"))
    return table(text, rules, row.get("seats", 2), row.get("fill", "......"))


def names(cells) -> str:
    return " ".join(f"{q},{r}" for q, r in cells)


def on_cell(state, cell) -> str:
    seat, value = state.markers.get(cell, (None, 0))
    told = "" if seat is None else f"*{SEATS[seat]}{value}"
    if cell in state.kinds:
        told += KINDS[state.kinds[cell]]
    if cell in state.owners:
        told += f":{SEATS[state.owners[cell]]}{'2' if state.pawns[cell] == 2 else ''}"
    return told or "-"


def offers(state, verb: str) -> list[str]:
    found = map(format_action, legal_actions(state))
    return [text for text in found if text.split()[0] == verb]


def builds(state, cell: str) -> dict[str, str | None]:
    """Return the rule that refuses each kind on a cell, or None."""
    return {kind: refusal(state, f"build {kind} {cell}") for kind in KINDS}


def numbers(values) -> str:
    return " ".join("".join(map(str, one)) or "-" if isinstance(one, tuple) else str(one)
                    for one in values)  # fmt: skip


FACTS = {
    "turn": lambda state, _: "-" if to_act(state) is None else SEATS[to_act(state)],
    "round": lambda state, _: state.round,
    "last": lambda state, _: state.end_round,
    "stack": lambda state, _: len(state.stack),
    "row": lambda state, _: len(state.row),
    "aside": lambda state, _: len(state.aside),
    "scores": lambda state, _: numbers(state.scores),
    "hands": lambda state, _: numbers(state.hands),
    "markers": lambda state, _: numbers(state.markers_in_hand),
    "reserve": lambda state, _: numbers(state.reserve),
    "bonus": lambda state, _: "-" if state.bonus == NO_KIND else KINDS[state.bonus],
    "queue": lambda state, _: "".join(KINDS[kind] for kind in state.queue) or "-",
    "lit": lambda state, _: len(state.lit),
    "structures": lambda state, _: len(state.kinds),
    "winners": lambda state, _: " ".join(SEATS[seat] for seat in result(state).winners),
    "decided": lambda state, _: result(state).decided_by,
    "pawns": lambda state, _: numbers(result(state).pawns_on_board),
    "unsure": lambda state, _: (
        " ".join(SEATS[seat] for seat in facts(state).get("unsure", "")) or "-"
    ),
    "may": lambda state, _: (
        " ".join(dict.fromkeys(format_action(one).split()[0] for one in legal_actions(state)))
        or "-"
    ),
    "turns": lambda state, at: numbers(  # in which a tile is offered on a cell
        sorted(
            {one.rotation for one in legal_actions(state) if format_action(one).split()[2] == at}
        )
    ),
    "on": lambda state, at: on_cell(state, tuple(map(int, at.split(",")))),
    "takes": lambda state, at: "".join(k for k, r in builds(state, at).items() if not r) or "-",
    "bars": lambda state, at: " ".join(sorted({r for r in builds(state, at).values() if r})) or "-",
    "offered": lambda state, verb: " | ".join(offers(state, verb)) or "-",
    "places": lambda state, verb: names(
        sorted({one.at for one in legal_actions(state) if format_action(one).startswith(verb)})
    ),
}
SOUND = (assert_board, assert_caches, assert_turn)
WITH_A_WORD = ("turns", "on", "takes", "bars", "offered", "places")


def action_of(state, text: str):
    seat = to_act(state)
    if text.startswith("by "):
        seat, text = SEATS.index(text[3]), text[5:]
    if found := re.match(r"tile ([^/ ]+)", text):
        tile = found[1]
        known = {"top": state.stack and state.stack[-1], "drawn": state.drawn}
        if tile[0] == "#":
            known[tile] = state.row[int(tile[1:]) - 1]
        elif len(tile) == 6:
            known[tile] = in_row(state, tile)
        text = text.replace(tile, str(known.get(tile, tile)), 1)
    return ACTIONS.parse(text, seat or 0)


def refusal(state, text: str) -> str | None:
    judge = check_override if text.startswith("anyway ") else check
    found = judge(state, action_of(state, text.removeprefix("anyway ")))
    return found.rule if found else None


def spread(text: str) -> list[str]:
    """Return a text once for each choice of its braces."""
    parts = re.split(r"\{([^}]*)\}", text)
    choices = [
        re.split(r" \| " if "|" in part else " ", part) if place % 2 else [part]
        for place, part in enumerate(parts)
    ]
    return ["".join(chosen) for chosen in product(*choices)]


def assert_fact(state, events, fact: str) -> None:
    name, _, wanted = fact.partition(" ")
    if name == "events":
        assert " ".join(kinds_of(events)) == wanted
        return
    word = ""
    if name in WITH_A_WORD:
        word, _, wanted = wanted.partition(" ")
    assert str(FACTS[name](state, word)) == wanted, fact


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_played_as_it_says(name):
    row = ROWS[name]
    lines, events = row["play"].strip().splitlines(), []
    state = None if lines[0].startswith("start") else begin(row)
    for line in lines:
        step, _, told = line.partition(": ")
        step = step.strip()
        if step.split()[:1] == ["start"]:
            options, _, more = step.removeprefix("start").partition("|")
            state = begin(row, options, more)
        elif found := re.fullmatch(r"stack (\d+)", step):
            shorten(state, int(found[1]))
        elif found := re.fullmatch(r"(.*) (?:ok|! (EL-\w+-\d\d))", step):
            for text in spread(found[1]):
                assert refusal(state, text) == found[2], line
        elif found := re.fullmatch(r"(set|reveal) (\{.*\})", step):
            events = []
            apply_declaration(state, found[1], json.loads(found[2]), events)
        elif step.startswith("anyway "):
            line_told = override_line(state, action_of(state, step.removeprefix("anyway ")))
            apply_declaration(state, "set", line_told)
        elif step.startswith("reserve "):
            state.reserve = list(map(int, step.split()[1:]))
        elif step:
            events = act(state, action_of(state, step))
            for assert_holds in () if "told" in row else SOUND:
                assert_holds(state)
        for fact in told.split(", ") if told else ():
            assert_fact(state, events, fact.strip())
