"""The one game loop, and records: starting one, replaying it strictly, and writing it."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gridcommon.contract import ActionT, AnyGame, Bot, Game, ResultT, Seat, StateT, ViewT
from gridcommon.errors import IllegalAction, JoinedList, NotationError, Wording
from gridcommon.records import (
    DECLARATION_KINDS,
    Header,
    Line,
    format_line,
    short_action,
)

ROUNDS = 1000  # a game between bots is cut off then: no rule ends one in which all pass
SAMPLED = 100  # actions of a game of which one is checked, if the bots are trusted


def start(game: Game[StateT, ActionT, ViewT, ResultT], header: Header) -> StateT:
    """Return the first state of a recorded game. Raises NotationError naming the key."""
    if header.game != game.NAME:
        raise NotationError("expected {name}", key="game", name=game.NAME)
    ruleset = game.Ruleset.from_json(header.ruleset)
    setup = game.Setup.from_json(header.setup)
    return game.new_game(ruleset, len(header.players), header.seed, setup)


def header(
    game: Game[StateT, ActionT, ViewT, ResultT],
    state: StateT,
    players: Sequence[str],
    seed: int | None,
) -> Header:
    """Return the header of the record of a game, with the draws made so far.

    A game with draws still to come needs ``seed``.
    """
    setup = game.draws(state).to_json()
    return Header(game.NAME, state.ruleset.to_json(), tuple(players), seed, setup)


def play(
    game: Game[StateT, ActionT, ViewT, ResultT],
    state: StateT,
    bots: Sequence[Bot[ViewT, ActionT]],
    *,
    with_events: bool = True,
    rounds: int = ROUNDS,
    trusted: Collection[Seat] = (),
    sample: int = 0,
) -> Iterator[tuple[ActionT, list[Any]]]:
    """Play ``state`` to its end, in place, with one bot per seat.

    A game that takes more than ``rounds`` is cut off (:func:`is_too_long`). Yields each action with
    its events, right after it was made; without ``with_events`` none are created. Raises
    IllegalAction, before anything changes, if a bot returns an illegal action.

    The bots in ``trusted`` seats are known to return one of the legal actions. Theirs are checked
    only if the number of the action in the game, from 0, is ``sample`` modulo ``SAMPLED``.
    """
    to_act, legal_actions, advance = game.to_act, game.legal_actions, game.advance
    looks = [getattr(bot, "needs_view", True) for bot in bots]
    trusts = [seat in trusted for seat in range(len(bots))]
    unwanted: list[Any] = []
    left = sample % SAMPLED  # actions until the next one that is checked in any case
    while (seat := to_act(state)) is not None and state.round <= rounds:
        view: Any = game.observe(state, seat) if looks[seat] else None
        action = bots[seat].choose(view, legal_actions(state))
        if (not left or not trusts[seat]) and (refusal := game.check(state, action)):
            raise IllegalAction(action, refusal)
        left = (left or SAMPLED) - 1
        if with_events:
            events: list[Any] = []
            advance(state, action, events)
            yield action, events
        else:
            advance(state, action, None)
            yield action, unwanted


def is_too_long(game: Game[StateT, ActionT, ViewT, ResultT], state: StateT, rounds: int) -> bool:
    """Return whether a game has taken more rounds than that and is not over."""
    return state.round > rounds and game.to_act(state) is not None


def play_recorded(
    game: Game[StateT, ActionT, ViewT, ResultT],
    state: StateT,
    moves: Iterable[tuple[ActionT, list[Any]]],
) -> Iterator[str]:
    """Yield the lines of the record of a game, after its header, while it is played.

    ``moves`` must advance ``state``, as :func:`play` does. The end of each phase or turn gives a
    ``check`` line, and the end of the game the ``result``.
    """
    for action, events in moves:
        yield format_line(game.action_to_json(action))
        if game.is_checkpoint(events):
            yield format_line({"check": game.facts(state)})
    result = game.result(state)
    if result is not None:
        yield format_line({"result": game.result_facts(result)})


@dataclass(frozen=True, slots=True)
class ReplayMismatch:
    """A line at which a record and the rules disagree: its key and both values."""

    line: int
    key: str
    expected: str  # the value in the record
    got: str | Wording  # the value by the rules
    rule: str | None = None

    @property
    def wording(self) -> Wording:
        """The mismatch as a sentence, for quoting in another one."""
        template = "line {line}, {key}: expected {expected}, got {got}"
        values = {"line": self.line, "key": self.key, "expected": self.expected, "got": self.got}
        if self.rule is None:
            return Wording(template, values)
        return Wording(
            "line {line}, {key}: expected {expected}, got {got} ({rule})",
            values | {"rule": self.rule},
        )

    def __str__(self) -> str:
        return str(self.wording)


def reject_declarations(
    _state: Any, kind: str, _data: Mapping[str, Any], _events: list[Any] | None = None, /
) -> None:
    """Reject ``reveal`` and ``set`` lines; the ``apply_declaration`` of games that have none."""
    raise NotationError("this game has no lines of this kind", key=kind)


def replay(
    game: Game[StateT, ActionT, ViewT, ResultT],
    state: StateT,
    lines: Iterable[Line],
    source: str,
    *,
    with_events: bool = True,
) -> Iterator[tuple[Line, list[Any], ReplayMismatch | None]]:
    """Replay ``lines`` on ``state``, in place, strictly. A ``note`` always matches.

    Yields each line after it was played, with its events, and the mismatch or None; stops at the
    first mismatch. Without ``with_events`` actions create none. Raises NotationError for a line
    that is not one of this game.
    """
    for line in lines:
        events: list[Any] = []
        difference = None
        try:
            if line.kind == "action":
                difference = _follow(game, state, line, events if with_events else None)
            elif line.kind in DECLARATION_KINDS:
                game.apply_declaration(state, line.kind, line.data, events)
            elif line.kind == "check":
                difference = _compare(line, game.facts(state))
            elif line.kind == "result":
                result = game.result(state)
                if result is None:
                    difference = ReplayMismatch(
                        line.number, "result", "the end", "the game continues"
                    )
                else:
                    difference = _compare(line, game.result_facts(result))
        except NotationError as problem:
            problem.source = problem.source or source
            problem.line = problem.line or line.number
            raise
        yield line, events, difference
        if difference:
            return


def _follow(
    game: Game[StateT, ActionT, ViewT, ResultT],
    state: StateT,
    line: Line,
    events: list[Any] | None,
) -> ReplayMismatch | None:
    rules: Any = game  # a module, and so hashable
    action = _known_action(rules, line.raw) if line.raw else game.action_from_json(line.data)
    if refusal := game.check(state, action):
        return ReplayMismatch(
            line.number,
            "do",
            format_line(line.data),
            Wording("refused: {why}", {"why": refusal.wording}),
            refusal.rule,
        )
    game.advance(state, action, events)
    return None


# Most actions of a game have been read before, in it or in another one
@lru_cache(maxsize=8192)
def _known_action(game: AnyGame, raw: str | bytes) -> Any:
    return game.action_from_json(short_action(raw) or {})


def _compare(line: Line, facts: Mapping[str, Any]) -> ReplayMismatch | None:
    for key, expected in line.data.items():
        if key not in facts:
            raise NotationError(
                "unknown key; the known keys are {known}", known=JoinedList(tuple(facts)), key=key
            )
        if not _is_same(expected, facts[key]):
            return ReplayMismatch(
                line.number, key, format_value(expected), format_value(facts[key])
            )
    return None


def format_value(value: object) -> str:
    """Return a value of a record as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are equal as JSON: 1, 1.0 and true differ, keys have no order."""
    return repr(one) == repr(other) or _canonical(one) == _canonical(other)


def _canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
