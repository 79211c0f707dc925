"""Nim: players in turn take one to three things from a heap; whoever takes the last one wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridcommon import chance
from gridcommon.action_table import ActionTable, kind
from gridcommon.codecs import Number
from gridcommon.errors import IllegalAction, NotationError, Refusal, Wording
from gridcommon.game_loop import reject_declarations
from gridcommon.options import declared_options, option, options_from_json, options_to_json
from gridcommon.views import read_document, to_document

NAME, LEDGER, SEATS, LEVELS = "nim", "toy", range(2, 5), ("random", "easy")


@dataclass(frozen=True, slots=True)
class Ruleset:
    heap: int = option(12, 7, 20, rule="NI-SETUP-01")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruleset":
        return cls(**options_from_json(OPTIONS, data.get("options", {})))

    def to_json(self) -> dict[str, Any]:
        return {"options": options_to_json(OPTIONS, self)}


OPTIONS = declared_options(Ruleset)


@dataclass(frozen=True, slots=True)
class Setup:
    first: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Setup":
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        return {} if self.first is None else {"first": self.first}


@dataclass(slots=True)
class State:
    ruleset: Ruleset
    first: int
    left: int
    taken: tuple[int, ...]  # by seat
    actor: int
    round: int = 1

    def copy(self) -> "State":
        return replace(self)


@dataclass(frozen=True, slots=True)
class View:
    seat: int
    public: State


@dataclass(frozen=True, slots=True)
class Take:
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Result:
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decided_by: str = "NI-END-01"


def new_game(ruleset: Ruleset, seats: int, seed: int | None, setup: Setup) -> State:
    """Rules: NI-SETUP-01, NI-SETUP-02."""
    if seats not in SEATS:
        raise NotationError("expected 2 to 4 players, found {seats}", key="players", seats=seats)
    first = setup.first
    if first is None:
        first, _ = chance.draw(chance.seeded(seed or 0), seats)
    return State(ruleset, first, ruleset.heap, (0,) * seats, first)


def draws(state: State) -> Setup:
    return Setup(state.first)


def to_act(state: State) -> int | None:
    return state.actor if state.left else None


def legal_actions(state: State) -> list[Take]:
    return [Take(state.actor, count) for count in range(1, min(3, state.left) + 1)]


def check(state: State, action: Take) -> Refusal | None:
    """Rules: NI-TAKE-01, NI-TAKE-02."""
    if action.seat != to_act(state):
        return Refusal("NI-TAKE-02", "seat {seat} is to act", seat=state.actor)
    if not 1 <= action.count <= min(3, state.left):
        return Refusal("NI-TAKE-01", "{count} is too many", count=action.count)
    return None


def apply(state: State, action: Take) -> State:
    if refusal := check(state, action):
        raise IllegalAction(action, refusal)
    after = state.copy()
    advance(after, action, None)
    return after


def advance(state: State, action: Take, events: list[Any] | None) -> None:
    state.left -= action.count
    state.taken = tuple(n + action.count * (s == action.seat) for s, n in enumerate(state.taken))
    if events is not None:
        events.append(Wording("{left:thing|things} left", {"left": state.left}))
    state.actor = (action.seat + 1) % len(state.taken)
    state.round += state.actor == state.first and state.left > 0


def observe(state: State, seat: int) -> View:
    return View(seat, state.copy())


def view_to_json(view: View) -> dict[str, Any]:
    state = view.public
    table = {"first": state.first, "actor": state.actor, "taken": list(state.taken)}
    seats = len(state.taken)
    return to_document(NAME, view.seat, seats, state.ruleset, facts(state), table)


def view_from_json(data: Mapping[str, Any]) -> View:
    found = read_document(data, NAME)
    told, table = found["facts"], found["table"]
    taken = tuple(table["taken"])
    state = State(Ruleset.from_json(found["ruleset"]), table["first"], 0, taken, table["actor"])
    state.left, state.round = state.ruleset.heap - sum(taken), told["round"]
    return View(found["seat"], state)


def spectate(state: State) -> State:
    return state.copy()


def determinize(view: View, rng: int) -> State:
    del rng
    return view.public.copy()


def result(state: State) -> Result | None:
    """Rules: NI-END-01."""
    last = (state.actor - 1) % len(state.taken)
    return None if state.left else Result((last,), state.taken)


def facts(state: State) -> dict[str, Any]:
    return {"round": state.round, "left": state.left, "taken": list(state.taken)}


def result_facts(result: Result) -> dict[str, Any]:
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "decided_by": result.decided_by,
    }


apply_declaration = reject_declarations


def is_checkpoint(events: Sequence[Any]) -> bool:
    return bool(events)


ACTIONS: ActionTable[Take] = ActionTable(kind(Take, "take", count=Number("COUNT", 1)))
action_from_json, action_to_json, format_action = ACTIONS.from_json, ACTIONS.to_json, ACTIONS.format


def parse_action(text: str, state: State, vocabulary: Mapping[str, str] | None = None) -> Take:
    return ACTIONS.parse(text, state.actor, vocabulary or {})


class Bot:
    """Takes what chance says, or leaves a multiple of four where it can."""

    def __init__(self, rng: int, *, thinks: bool) -> None:
        self.rng, self.thinks, self.reason = rng, thinks, None

    def choose(self, view: View, actions: Sequence[Take]) -> Take:
        for action in actions if self.thinks else ():
            if (view.public.left - action.count) % 4 == 0:
                return action
        action, self.rng = chance.choose(actions, self.rng)
        return action


def make_bot(level: str, rng: int) -> Bot:
    if level not in LEVELS:
        raise NotationError("unknown level {level}", level=level)
    return Bot(rng, thinks=level == "easy")
