"""Rows of options and boundaries of Power Grid, in ``tests/powergrid/rows``: how they are read.

    [bids_rise]
    rules = ["PG-AUC-03"]
    at = "A: money {money}"
    do = "open 6 8; bid 8 -> PG-AUC-03; C: bid 9 -> PG-AUC-03; bid 9; auction.high = 9"
    each = [{ money = 50 }, { money = 60 }]

`at`      a position in short notation, with ``|`` for a new line; a line replaces an earlier one
          about the same. Players whose lines are left out have nothing; a zone, the Cartel's first
          SIX houses and the order of the stack (lowest on top) need no mention. ``cities *1-7``
          are the first seven of those not named
`seats`   the number of players, 3 unless `at` has more
`each`    the row is played with each of these values in the place of the {names} of `at` and `do`;
          the texts at the head of the file are such values too
`faulty`  the position cannot be: for each fault its rule, or LINE:COLUMN and perhaps its rule
`do`      steps, in order:
    ACTION             is legal, and is made
    ACTION -> ok       is legal; -> RULE: this rule refuses it. ``B: ACTION`` is that of seat B
    until PHASE ROUND  the seats do as little as they can until then
    BOT plays ACTION   a bot chooses it (or an action that begins so); it is made;
                       ``plays on``: the bot has the whole turn
    BOT bids 21-80     the last bid of a bot against seats that raise as long as they can
    set JSON           a ``set`` line of a record
    shuffle 33 31      the order of the stack after the Step 3 card
    KEY = VALUE        a fact of the position, such as plants.B, or an answer of ``Table``;
                       ``KEY has VALUE`` and ``KEY lacks VALUE`` for a part of it
"""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import astuple, replace
from pathlib import Path

import powergrid
from gridcommon.errors import NotationErrors
from powergrid import make_bot, observe, parse_position
from powergrid.actions import Pass
from powergrid.board import board
from powergrid.game import legal_actions
from powergrid.notation import ACTIONS
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts
from powergrid.state import PHASES, State
from powergrid.steps import coming_step
from powergrid.tables import CITY_NAMES
from powergrid.turn_order import recomputed_turn_order
from powergrid_positions import CARTEL_HOUSES, ZONES, price_of, skip

ROWS = Path(__file__).parents[1] / "powergrid" / "rows"
LETTERS = "ABCDEF"


def cases() -> dict[str, tuple[dict, dict]]:
    """Return each row with each of its values, by name."""
    found = {}
    for path in sorted(ROWS.glob("*.toml")):
        rows = tomllib.loads(path.read_text(encoding="utf-8"))
        shared = {name: text for name, text in rows.items() if isinstance(text, str)}
        for name in (name for name in rows if name not in shared):  # in order: xdist
            for number, values in enumerate(rows[name].get("each", [{}])):
                key = f"{path.stem}-{name}" + f"-{number}" * ("each" in rows[name])
                found[key] = (rows[name], shared | values)
    return found


def filled(text: str, values: dict) -> str:
    while names := {name for name in re.findall(r"{(\w+)}", text) if name in values}:
        for name in names:
            text = text.replace(f"{{{name}}}", str(values[name]))
    return text


def position(at: str, seats: int = 3) -> State:
    """Return the position that `at` of a row describes."""
    lines = {"powergrid": "powergrid"}
    for line in filter(None, map(str.strip, at.split("|"))):
        lines[line.split()[0].rstrip(":")] = line
    seats = max([seats, *(place for place, letter in enumerate(LETTERS, 1) if letter in lines)])
    lines = {letter: f"{letter}:" for letter in LETTERS[:seats]} | lines
    head, phase = lines["powergrid"], lines.get("phase", "")
    if seats == 2 and "classic" not in head and "setup" not in phase:
        lines.setdefault("cartel", "cartel houses SIX")
    if "region_count" not in lines.get("options", ""):
        zone = ZONES["usa" if "usa" in head else "germany", max(3, min(seats, 5))]
        lines.setdefault("regions", f"regions {', '.join(zone)}")
    text = "\n".join(lines.values()).replace("SIX", ", ".join(CARTEL_HOUSES))
    if "*" in text:
        regions = lines["regions"].removeprefix("regions ").split(", ")
        edition = "classic" if "classic" in head else "recharged"
        names = board("usa" if "usa" in head else "germany", edition, tuple(regions)).names
        free = [name for name in names if name not in text]
        text = re.sub(
            r"\*(\d+)-(\d+)", lambda at: ", ".join(free[int(at[1]) - 1 : int(at[2])]), text
        )
    read = parse_position(text)
    return from_facts(read.ruleset, seats, read.facts)


def play(row: dict, values: dict) -> None:
    """Play a row, and hold it to what it says."""
    at, seats = filled(row.get("at", ""), values), row.get("seats", values.get("seats", 3))
    if "faulty" in row:
        assert faults(at, seats) == words(filled(row["faulty"], values))
        return
    table = Table(position(at, seats))
    for step in re.split(r";|\n", re.sub("#.*", "", filled(row["do"], values))):
        if step := step.strip():
            table.do(step)


def faults(at: str, seats: int) -> list[str]:
    try:
        position(at, seats)
    except NotationErrors as faulty:
        return [str(one.values["rule"]) for one in faulty.problems]
    return []


def words(value: object) -> list[str]:
    """Return a value as words, which is how values are compared."""
    if isinstance(value, list | tuple):
        return [word for one in value for word in words(one)]
    if isinstance(value, dict):
        return [word for pair in value.items() for word in words(pair)]
    text = {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))
    return re.sub(r"[,;]", " ", text).split()


class Table:
    """A game in progress, and the questions of rows about it."""

    def __init__(self, state: State) -> None:
        self.state, self.events, self.reason, self.bots = state, [], None, {}

    def do(self, step: str) -> None:
        """Do one step of a row."""
        if found := re.fullmatch(r"(?:([A-F]): )?(.+) -> (\S+)", step):
            seat = LETTERS.index(found[1]) if found[1] else self.state.actor
            refusal = powergrid.check(self.state, ACTIONS.parse(found[2], seat))
            assert (refusal.rule if refusal else "ok") == found[3], f"{step}: {refusal}"
            self.reason = refusal and refusal.why
        elif found := re.fullmatch(r"(\S.*?) (=|has|lacks)(?: (.*))?", step):
            key, how, value = found.groups()
            self.hold(step, words(self.answer(key)), how, words(value or ""))
        elif found := re.fullmatch(r"(\w+) plays on", step):
            turn = self.state.actor, self.state.phase
            while (self.state.actor, self.state.phase) == turn:
                self.make(self.choose(found[1]))
        elif found := re.fullmatch(r"(\w+) plays (.+)", step):
            action = self.choose(found[1])
            text = powergrid.format_action(action)
            assert text.startswith(found[2]), f"{step}: {text}, {self.reason}"
            self.make(action)
        elif found := re.fullmatch(r"(\w+) bids (\d+)-(\d+)", step):
            assert int(found[2]) <= self.last_bid(found[1]) <= int(found[3]), step
        elif found := re.fullmatch(r"until (\w+) ?(\d*)", step):
            self.events = []
            while PHASES[self.state.phase] != found[1] or int(found[2] or 0) > self.state.round:
                self.events += skip(self.state)
        elif step.startswith("set "):
            powergrid.apply_declaration(self.state, "set", json.loads(step[4:]), None)
        elif step.startswith("shuffle "):
            cards = tuple(map(int, step.split()[1:]))
            self.state.draws = replace(self.state.draws, after_step3=cards)
        else:
            self.say(step)

    @staticmethod
    def hold(step: str, found: list[str], how: str, value: list[str]) -> None:
        if how == "=":
            assert found == value, f"{step}: {' '.join(found)}"
        else:
            is_part = f" {' '.join(value)} " in f" {' '.join(found)} "
            assert is_part == (how == "has"), f"{step}: {' '.join(found)}"

    def say(self, text: str) -> None:
        """Make the action that a text means for the seat to act."""
        self.make(ACTIONS.parse(text, self.state.actor))

    def make(self, action: powergrid.Action) -> None:
        """Make a legal action, and keep its events."""
        refusal = powergrid.check(self.state, action)
        assert refusal is None, f"{action}: {refusal}"
        self.events = []
        powergrid.advance(self.state, action, self.events)

    def choose(self, level: str) -> powergrid.Action:
        bot = self.bots.setdefault(level, make_bot(level, 1))
        action = bot.choose(observe(self.state, self.state.actor), legal_actions(self.state))
        self.reason = bot.reason
        return action

    def last_bid(self, level: str) -> int:
        seat, last = self.state.actor, 0
        while self.state.auction:
            high = self.state.auction.high
            if self.state.actor != seat:
                self.say("pass" if high >= max(self.state.money) else f"bid {high + 1}")
            elif isinstance(action := self.choose(level), Pass):
                return last
            else:
                last = action.amount
                self.make(action)
        return last

    def answer(self, key: str) -> object:
        """Return the answer to a question, or a fact."""
        head, _, rest = key.partition(".")
        if events := getattr(powergrid.events, head, None):
            return [list(told(event)) for event in self.events if type(event) is events]
        if hasattr(self, f"of_{head}"):
            return getattr(self, f"of_{head}")(rest)
        value = full_facts(self.state)
        for part in key.split("."):
            if isinstance(value, list):
                value = value[LETTERS.index(part) if part in LETTERS else int(part)]
            else:
                value = value.get(part)
        return value

    def of_turn(self, _: str) -> str:
        return LETTERS[self.state.actor] if self.state.actor >= 0 else "none"

    def of_order(self, _: str) -> list[str]:
        return [LETTERS[seat] for seat in self.state.turn_order]

    def of_standing_order(self, _: str) -> list[str]:
        return [LETTERS[seat] for seat in recomputed_turn_order(self.state)]

    def of_price(self, rest: str) -> int:
        seat, _, city = rest.rpartition(".")
        return price_of(self.state, LETTERS.index(seat) if seat else self.state.actor, city)

    def of_legal(self, rest: str) -> list[str]:
        """The legal actions, or what follows these words in them."""
        texts = [powergrid.format_action(action) for action in legal_actions(self.state)]
        return [f"{text.removeprefix(rest)}," for text in texts if text.startswith(rest)]

    def of_for_sale(self, _: str) -> list[int]:
        return self.state.current_market

    def of_coming_step(self, _: str) -> int:
        return coming_step(self.state)

    def of_terms(self, name: str) -> object:
        return getattr(self.state.terms, name)

    def of_result(self, name: str) -> object:
        found = powergrid.result_facts(powergrid.result(self.state))[name]
        return [LETTERS[seat] for seat in found] if name == "winners" else found

    def of_reason(self, _: str) -> str:
        return str(self.reason)


def told(event: object) -> Iterator[object]:
    """Yield the fields of an event, seats as letters, cities as names."""
    for name, value in zip(event.__slots__, astuple(event), strict=True):
        letters = {"seat": LETTERS, "city": CITY_NAMES}.get(name)
        yield value if letters is None else letters[value]
