"""Worked examples of the rule ledgers: positions as data, played by the engine.

``data/examples.toml`` of a game is a table of examples. Each illustrates some rules and has values
to compute; keys that the values share are written once, beside them::

    [building]
    rules = ["PG-BUILD-03", "PG-BUILD-04"]
    about = "A owns Essen and Münster."
    at = { cities = { A = ["Essen", "Münster"] } }
    ask = "price"
    text = "{seat} {city}"
    values.duisburg = { seat = "A", city = "Duisburg", is = 10 }
    values.koeln = { seat = "A", city = "Köln", is = 21, but = { cartel = "closed" } }

`at`      the position, as the game reads it; a value's keys complete those of the example
`seats`   the number of players, unless the variant has its own
`play`    actions to play first, in short notation
`do`      actions to try; if one is illegal, the value is the rule that refuses it
`all`     an action that every seat makes in turn, instead of `do`
`ask`     the question to answer then: one of the game's questions, or of ``COMMON``
`map`     or another choice of a side: its value, instead of that of the side
`text`    the name of the value, with the keys of the value in braces
`is`      the expected result; `but` has different results for some sides
`only`    the sides that an example or a value applies to; `never` excludes sides
`option`  the option of the rules that the example explains: on the first side of `only`, each
          other value of the option gives a result that differs from the default's
`shows`   of a value: the rules that it is the picture of: the position, what `do` or `all` makes of
          it, or why it is refused
`about`   of a value: its own description, in place of the example's
`look`    the places and panels that belong in the picture besides those that change
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gridcommon.caveats import Caveat
from gridcommon.errors import (
    GridgamesError,
    JoinedList,
    Refusal,
    Typed,
    Word,
    Wording,
)
from gridcommon.sides import Side, SideOptions, parse_side, with_option
from gridcommon.tables import shipped_toml

SEATS = "ABCDEF"  # the names of seats in examples
_EXAMPLE_KEYS = {"rules", "about", "values", "only", "never", "option"}


class Unplayable(Exception):
    """A position that the options of a side make impossible."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: a JSON value, its text for people, and notes on its origin."""

    value: Any
    words: object = None  # a text or a sentence, or None to show the value itself
    notes: tuple[object, ...] = ()
    caveats: tuple[Caveat, ...] = ()

    @property
    def shown(self) -> object:
        """The value for people."""
        if self.words is not None:
            return self.words
        return JoinedList(tuple(self.value)) if isinstance(self.value, list) else self.value


@dataclass(frozen=True, slots=True)
class Attempt:
    """Actions tried in a position: those made, each with its events, and the one refused.

    ``texts`` are all of them in short notation; ``after`` is the state that the ones made lead to.
    """

    before: Any
    texts: tuple[str, ...]
    after: Any
    made: tuple[tuple[Any, Sequence[Any]], ...]
    refusal: Refusal | None = None

    @property
    def refused(self) -> str:
        """The action that was refused, in short notation, or ''."""
        return self.texts[len(self.made)] if self.refusal else ""


@dataclass(frozen=True, slots=True)
class ExampleContext:
    """The input of a question: a position, and the result of `do`."""

    runner: "ExampleRunner"
    before: Any
    state: Any
    ruleset: Any
    events: Sequence[Any]
    given: Mapping[str, Any]  # the keys of the value

    @property
    def seat(self) -> int:
        """The seat that is meant, or that acts first."""
        if "seat" in self.given:
            return SEATS.index(self.given["seat"])
        return self.runner.game.to_act(self.before) or 0


Ask = Callable[[ExampleContext], Answer]


@dataclass(frozen=True, slots=True)
class ExampleRunner:
    """The functions and data of a game that running its examples requires."""

    game: Any  # a gridcommon.contract.Game
    choices: SideOptions
    seats: int  # if neither the example nor the variant has a number
    position: Callable[[Any, int, Mapping[str, Any]], Any]  # from ruleset, seats and `at`
    asks: Mapping[str, Ask]
    ruleset: Callable[..., Any]  # from the choices of a side, for the positions of examples
    caveats: Mapping[str, Caveat] = field(default_factory=dict)

    def caveats_of(self, rules: Sequence[str], side: Side) -> tuple[Caveat, ...]:
        """Return the caveats about the tables that some rules use on a side."""
        return tuple(
            caveat
            for caveat in self.caveats.values()
            if caveat.field
            and not {*rules}.isdisjoint(caveat.rules)
            and is_about(side, caveat.only, caveat.never)
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: its rules, its position, and its values by id."""

    id: str
    rules: tuple[str, ...]
    about: str
    only: tuple[str, ...]
    never: tuple[str, ...]
    values: Mapping[str, Mapping[str, Any]]
    option: str = ""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """A value computed on a side, the expected one, and the state that it was computed from."""

    id: str
    text: str
    given: Mapping[str, Any]
    answer: Answer
    expected: Any
    state: Any = None
    attempt: Attempt | None = None  # none without a position


@cache  # one for each game
def read_examples(game: str) -> Mapping[str, Example]:
    """Return the examples shipped with a game, by id."""
    tables = shipped_toml(game, "examples.toml")
    return {name: _example(name, table) for name, table in tables.items()}


def _example(name: str, table: Mapping[str, Any]) -> Example:
    common = {key: value for key, value in table.items() if key not in _EXAMPLE_KEYS}
    values = {
        key: {**common, **own, "at": {**common.get("at", {}), **own.get("at", {})}}
        for key, own in table["values"].items()
    }
    return Example(
        name,
        tuple(table["rules"]),
        table.get("about", ""),
        tuple(table.get("only", ())),
        tuple(table.get("never", ())),
        values,
        table.get("option", ""),
    )


def option_sides(example: Example, choices: SideOptions) -> list[Side]:
    """Return the sides on which an example explains its option: one per value, default first.

    For an option with too many values to list, these are the default and an example.
    """
    side = parse_side(choices, example.only[0] if example.only else "")
    option = choices.options[example.option]
    return [with_option(side, option, value) for value in option.values]


def examples_by_option(game: str) -> dict[str, list[Example]]:
    """Return the examples that explain options, by the name of the option."""
    found: dict[str, list[Example]] = {}
    for example in read_examples(game).values():
        if example.option:
            found.setdefault(example.option, []).append(example)
    return found


def differing_results(example: Example, runner: ExampleRunner) -> dict[str, list[ExampleResult]]:
    """Return the results that differ between the values of the example's option.

    They are keyed by the typed value of the option, the default first.
    """
    sides = option_sides(example, runner.choices)
    words = runner.choices.options[example.option].words()
    found = {
        word: run_example(example, runner, side) for word, side in zip(words, sides, strict=True)
    }
    apart = {
        one.id
        for values in zip(*found.values(), strict=True)
        for one in values
        if one.answer.value != values[0].answer.value
    }
    return {word: [one for one in values if one.id in apart] for word, values in found.items()}


def run_example(example: Example, runner: ExampleRunner, side: Side) -> list[ExampleResult]:
    """Return the values of an example under the rules of a side.

    Raises Unplayable if the position is impossible there.
    """
    found: list[ExampleResult] = []
    if is_about(side, example.only, example.never):
        for key, given in example.values.items():
            if is_about(side, given.get("only", ()), given.get("never", ())):
                found.append(_played(key, given, runner, side))
    if not found:
        raise Unplayable
    return found


def is_about(side: Side, only: Sequence[str], never: Sequence[str]) -> bool:
    """Return whether ``only``, by default all sides, includes a side, and ``never`` does not."""
    return (not only or side.best_match(only) is not None) and side.best_match(never) is None


def _played(key: str, given: Mapping[str, Any], runner: ExampleRunner, side: Side) -> ExampleResult:
    seats = side.variant.seats or given.get("seats", runner.seats)
    given = {**given["at"], **given, "seats": seats}
    for name in given.keys() & runner.choices.options.keys():
        side = with_option(side, runner.choices.options[name], given[name])
    try:
        ruleset = runner.ruleset(**side.chosen)
        opening = attempt(
            runner, runner.position(ruleset, seats, given["at"]), {"do": given.get("play", ())}
        )
        if opening.refusal:
            raise Unplayable(opening.refusal)
        state = opening.after
    except GridgamesError as problem:
        raise Unplayable(problem) from problem
    but = given.get("but", {})
    closest = side.best_match(but)
    tried = attempt(runner, state, given)
    return ExampleResult(
        key,
        given.get("text", ""),
        given,
        _answer(runner, tried, ruleset, given),
        given.get("is") if closest is None else but[closest],
        state,
        tried,
    )


def ask(runner: ExampleRunner, state: Any, ruleset: Any, given: Mapping[str, Any]) -> Answer:
    """Return the answer to a question about ``state``, which is not modified."""
    return _answer(runner, attempt(runner, state, given), ruleset, given)


def attempt(runner: ExampleRunner, state: Any, given: Mapping[str, Any]) -> Attempt:
    """Return what comes of the actions of a value in ``state``, which is not modified."""
    texts = tuple([given["all"]] * given["seats"] if "all" in given else given.get("do", ()))
    after = state.copy() if texts else state
    made: list[tuple[Any, Sequence[Any]]] = []
    for text in texts:
        action = runner.game.parse_action(text, after)
        if refusal := runner.game.check(after, action):
            return Attempt(state, texts, after, tuple(made), refusal)
        events: list[Any] = []
        runner.game.advance(after, action, events)
        made.append((action, events))
    return Attempt(state, texts, after, tuple(made))


def _answer(
    runner: ExampleRunner, tried: Attempt, ruleset: Any, given: Mapping[str, Any]
) -> Answer:
    if refusal := tried.refusal:
        told = {"action": Typed(tried.refused), "why": refusal.wording}
        return refusal_answer(refusal.rule, (Wording("{action}: {why}", told),))
    done: tuple[object, ...] = ()
    if "all" in given:
        done = (Wording("everybody: {action}", {"action": Typed(given["all"])}),)
    elif tried.texts:
        done = (JoinedList(tuple(map(Typed, tried.texts))),)
    question = runner.asks.get(given["ask"]) or COMMON[given["ask"]]
    events = [event for _, found in tried.made for event in found]
    context = ExampleContext(runner, tried.before, tried.after, ruleset, events, given)
    answer = question(context)
    return replace(answer, notes=(*done, *answer.notes))


def refusal_answer(rule: str, notes: tuple[object, ...] = ()) -> Answer:
    """Return the answer for an illegal action: the rule that refuses it."""
    return Answer({"refused": rule}, Wording("refused: {why}", {"why": rule}), notes)


# Questions about any game


def _accepted(context: ExampleContext) -> Answer:
    """Whether ``do`` is legal: refusals have been answered before."""
    del context
    return Answer("accepted", Word("accepted"))


def _legal(context: ExampleContext) -> Answer:
    """The legal actions of the seat to act, in short notation."""
    game = context.runner.game
    actions = [game.format_action(action) for action in game.legal_actions(context.state)]
    return Answer(actions, JoinedList(tuple(map(Typed, actions))))


def _fact(context: ExampleContext) -> Answer:
    """A value of a record's ``check`` line, such as ``hands.0``; the word nothing for null."""
    value = context.runner.game.facts(context.state)
    for key in context.given["fact"].split("."):
        value = value[int(key) if isinstance(value, list) else key]
    if value is None:
        return Answer("nothing", Word("nothing"))
    return Answer(value)


def _winners(context: ExampleContext) -> Answer:
    """The winners, and the rule that decided."""
    result = context.runner.game.result(context.state)
    assert result is not None, "the game continues"
    winners = tuple(SEATS[seat] for seat in result.winners)
    told = {"winners": JoinedList(winners, "and"), "rule": result.decided_by}
    value = {"winners": list(winners), "decided_by": result.decided_by}
    return Answer(value, Wording("{winners} ({rule})", told))


COMMON: Mapping[str, Ask] = {
    "accepted": _accepted,
    "legal": _legal,
    "fact": _fact,
    "winners": _winners,
}
