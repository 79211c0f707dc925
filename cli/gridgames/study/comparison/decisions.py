"""The decisions of a game that other rules change: each is played again under each alternative.

The alternatives come from the declarations of a game: its other variants, and each other value of
each option. Under each of them a decision is judged twice: in the recorded position, as it stands,
and in a twin of the whole game, which makes the same choices from the same draws.

How often each alternative matters is counted over a batch of games by ``scripts/frequencies.py``,
and shipped as ``frequencies.json``.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

from gridcommon.answers import as_answer
from gridcommon.contract import AnyGame
from gridcommon.errors import (
    GridgamesError,
    InvalidState,
    JoinedList,
    NotationError,
    Refusal,
    Wording,
)
from gridcommon.lazy_actions import by_kind
from gridcommon.options import written
from gridcommon.sides import Side, parse_side
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import face_of
from gridgames.study.comparison.report import (
    DIFFERENT,
    SAME,
    Comparison,
    DecisionsJson,
    DifferenceJson,
    GameComparison,
    Row,
    SideCell,
    UnderJson,
    game_comparison,
    is_named,
    title_of,
)

# How a decision differs
SETUP: Final = "setup"  # the game would have begun otherwise
IMPOSSIBLE: Final = "impossible"  # the position cannot exist
REFUSED: Final = "refused"  # the action is illegal
CHOICE: Final = "choice"  # the action is legal, but other actions are or are not
OUTCOME: Final = "outcome"  # the action has other effects
Kind = Literal["setup", "impossible", "refused", "choice", "outcome"]
KINDS: tuple[Kind, ...] = (SETUP, IMPOSSIBLE, REFUSED, CHOICE, OUTCOME)

_T = TypeVar("_T")


class Alternative(NamedTuple):
    """A ruleset other than that of the record.

    ``option`` is the name of the option with another value, '' for a variant of the game, and
    ``rule`` the rule or the ambiguity that the option settles.
    """

    name: str
    ruleset: Any
    option: str = ""
    rule: str = ""


class Difference(NamedTuple):
    """A decision that an alternative changes: its number from 1, 0 for the set-up.

    ``here`` and ``there`` are the events, or for CHOICE the actions, that only the record or only
    the alternative has.
    """

    at: int
    kind: Kind
    rules: tuple[str, ...]
    action: Any = None
    here: tuple[Any, ...] = ()
    there: tuple[Any, ...] = ()
    why: Wording | None = None  # it is refused or impossible


@dataclass(slots=True)
class Judgement:
    """The differences under an alternative, and how the game would have ended.

    ``stopped`` is the first decision at which the twin game cannot follow the record, and None if
    it follows it to the end. ``ending`` is then the result of the twin, and otherwise that of the
    final position under the alternative; None if the game would not be over.
    """

    alternative: Alternative
    differences: list[Difference] = field(default_factory=list)
    stopped: Difference | None = None
    ending: Any = None

    @property
    def decisions(self) -> int:
        """The number of decisions that differ."""
        return len({one.at for one in self.differences if one.at})

    def grouped(self) -> dict[tuple[str, tuple[str, ...]], list[Difference]]:
        """Return the differences by kind and rules, in the order of KINDS."""
        groups: dict[tuple[str, tuple[str, ...]], list[Difference]] = {}
        for one in sorted(self.differences, key=lambda one: KINDS.index(one.kind)):
            groups.setdefault((one.kind, one.rules), []).append(one)
        return groups


class Decided(NamedTuple):
    """The decisions of a game, judged: their number, the result, and each alternative."""

    game: str
    names: tuple[str, ...]
    decisions: int
    result: Any
    judgements: tuple[Judgement, ...]

    @property
    def keys(self) -> list[str]:
        """The keys of its rows, one for each alternative."""
        return [f"decisions.{one.alternative.name}" for one in self.judgements]

    def only(self, names: Collection[str]) -> "Decided":
        """Return it with only the rows called ``names``, or all if it is empty."""
        pairs = zip(self.keys, self.judgements, strict=True)
        kept = (one for key, one in pairs if not names or is_named(key, names))
        return self._replace(judgements=tuple(kept))


def alternatives(part: GameComparison, ruleset: Any, seats: int) -> list[Alternative]:
    """Return the rulesets that differ from ``ruleset`` in one declared choice.

    First come the other variants for this number of players, then the other values of each option
    that is used; of an option with too many values to list, only those that it lists. Rulesets
    that the tables of the game do not allow are left out.
    """
    choices, game = part.RUNNER.choices, part.RUNNER.game
    found = []
    for word, variant in choices.variants.items():
        if variant.seats in (0, seats):
            found.append(Alternative(word, replace(ruleset, **variant.chosen)))
    for name, option in game.OPTIONS.items():
        if option.is_used_in(getattr(ruleset, "edition", None)):
            for value in option.values:
                text = f"{name}={written(option.to_json(value))}"
                other = replace(ruleset, **{name: value})
                found.append(Alternative(text, other, name, option.rule))
    return [one for one in _distinct(found, ruleset) if _is_allowed(game, one.ruleset)]


def chosen_alternatives(sides: Sequence[Side], ruleset: Any) -> list[Alternative]:
    """Return the rulesets of ``sides``, without those equal to ``ruleset``."""
    found = [Alternative(side.name, replace(ruleset, **side.chosen)) for side in sides]
    return _distinct(found, ruleset)


def _distinct(found: Iterable[Alternative], ruleset: Any) -> list[Alternative]:
    """Return the alternatives whose rulesets differ from ``ruleset`` and from those before."""
    left: list[Alternative] = []
    for one in found:  # a ruleset with tables has no hash
        if one.ruleset != ruleset and all(one.ruleset != other.ruleset for other in left):
            left.append(one)
    return left


def _is_allowed(game: AnyGame, ruleset: Any) -> bool:
    try:
        game.Ruleset.from_json(ruleset.to_json())
    except NotationError:
        return False
    return True


class Judge:
    """Judges the decisions of one game under alternatives, one after the other.

    ``state`` is the first state of the game, and ``seed`` that of its draws.
    """

    def __init__(
        self,
        part: GameComparison,
        others: Iterable[Alternative],
        state: Any,
        seats: int,
        seed: int | None,
    ) -> None:
        self._game = part.RUNNER.game
        self.count = 0  # decisions so far
        self._twins = [_Twin(part, other, state, seats, seed) for other in others]

    def see(self, before: Any, action: Any, events: Sequence[Any]) -> None:
        """Judge a decision: the state before it, the action, and its events."""
        self.count += 1
        legal = self._game.legal_actions(before)
        for twin in self._twins:
            twin.see(self.count, before, legal, action, events)

    def stop(self, why: Wording) -> None:
        """Let no twin follow beyond facts that people declared by hand."""
        for twin in self._twins:
            twin.stop(Difference(self.count, IMPOSSIBLE, (), why=why))

    def close(self, after: Any) -> list[Judgement]:
        """Return the judgements at the end of the game."""
        for twin in self._twins:
            twin.close(after)
        return [twin.found for twin in self._twins]


class _Twin:
    """A game under an alternative."""

    def __init__(
        self,
        part: GameComparison,
        other: Alternative,
        state: Any,
        seats: int,
        seed: int | None,
    ) -> None:
        self._part = part
        self._game = game = part.RUNNER.game
        self.found = Judgement(other)
        self._state: Any = None  # of the twin game; None before it begins and when it has stopped
        self._same = False  # the twin has been the same as the record so far
        why = None
        try:
            self._state = game.new_game(other.ruleset, seats, seed, game.draws(state))
            self._same = game.facts(self._state) == game.facts(state)
        except NotationError as problem:
            why = problem.wording  # the twin begins with the first position that may exist there
        except ValueError:  # the record begins with a position
            if not other.option:
                return
            self._state = part.recast(state, other.ruleset)
            self._same = True
        if not self._same:
            rules = (other.rule,) if other.rule else ()
            self.found.differences.append(Difference(0, SETUP, rules, why=why))

    def see(
        self, at: int, before: Any, legal: Sequence[Any], action: Any, events: Sequence[Any]
    ) -> None:
        game, found = self._game, self.found
        if self._same:
            there = self._state
        else:
            try:
                there = self._part.recast(before, found.alternative.ruleset)
            except InvalidState as problem:
                refusals = problem.problems
                rules = tuple(dict.fromkeys(one.rule for one in refusals))
                difference = Difference(at, IMPOSSIBLE, rules, action, why=refusals[0].wording)
                found.differences.append(difference)
                self._follow(at, before, action)
                return
            except NotationError:
                self._follow(at, before, action)
                return  # nothing to compare, such as a set-up that only one variant has
            if self._state is None and found.stopped is None:
                self._state = there.copy()
        made = action
        if translate := self._part.translator(before, there):
            action, legal = translate(made), list(map(translate, legal))
            events = list(map(translate, events))
        if refusal := game.check(there, action):
            found.differences.append(_refused(at, action, refusal))
            self._same = False
            self._follow(at, before, made)
            return
        only_here, only_there = _choices(legal, game.legal_actions(there))
        if only_here or only_there:
            whys = [game.check(there, one) for one in only_here[:1]]
            whys += [game.check(before, one) for one in only_there[:1]]
            rules = tuple(dict.fromkeys(why.rule for why in whys if why))
            choice = Difference(at, CHOICE, rules, action, only_here, only_there)
            found.differences.append(choice)
        if not self._same:
            self._follow(at, before, made)
        other_events: list[Any] = []
        try:
            game.advance(there, action, other_events)
        except NotationError as problem:  # the recorded draws do not fit, such as a new order
            found.differences.append(_impossible(at, action, problem))
            self.stop(found.differences[-1])
            return
        if other_events != events and _effects(other_events) != _effects(events):
            self._same = False
            here, only_there = _without(events, other_events), _without(other_events, events)
            rules = tuple(dict.fromkeys(one.rule for one in (*here, *only_there)))
            found.differences.append(Difference(at, OUTCOME, rules, action, here, only_there))

    def _follow(self, at: int, before: Any, action: Any) -> None:
        """Make the same choice in the twin game, or stop it."""
        if self._state is None or self.found.stopped:
            return
        if action and (translate := self._part.translator(before, self._state)):
            action = translate(action)
        for one in self._part.same_choice(self._state, action):
            if refusal := self._game.check(self._state, one):
                self.stop(_refused(at, action, refusal))
                return
            try:
                self._game.advance(self._state, one, None)
            except NotationError as problem:
                self.stop(_impossible(at, action, problem))
                return

    def stop(self, why: Difference) -> None:
        """Stop the twin game."""
        if self.found.stopped is None:
            self.found.stopped = why
            self._state, self._same = None, False

    def close(self, after: Any) -> None:
        """Keep the result of the twin, or that of the final position if the twin has stopped."""
        if self._state is not None:
            self._follow(0, after, None)
        if self._state is not None:
            self.found.ending = self._game.result(self._state)
            return
        try:
            final = self._part.recast(after, self.found.alternative.ruleset)
            self.found.ending = self._part.ending(final)
        except GridgamesError:
            self.found.ending = None


def _refused(at: int, action: Any, refusal: Refusal) -> Difference:
    return Difference(at, REFUSED, (refusal.rule,), action, why=refusal.wording)


def _impossible(at: int, action: Any, problem: NotationError) -> Difference:
    return Difference(at, IMPOSSIBLE, (), action, why=problem.wording)


def _effects(events: Iterable[Any]) -> Counter[Any]:
    """Return events without their order and without their rules, which editions may number apart.

    What an order changes shows in a later decision of the twin.
    """
    return Counter(replace(one, rule="") for one in events)


def _choices(here: Sequence[Any], there: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the actions that are only in the one and only in the other sequence."""
    kinds = [{type(some[0]): some for some in by_kind(actions)} for actions in (here, there)]
    apart: tuple[list[Any], list[Any]] = [], []
    for kind in dict.fromkeys(chain(*kinds)):
        some, others = kinds[0].get(kind, ()), kinds[1].get(kind, ())
        if some != others:
            known, known_there = set(some), set(others)
            apart[0].extend(one for one in some if one not in known_there)
            apart[1].extend(one for one in others if one not in known)
    return tuple(apart[0]), tuple(apart[1])


def _without(some: Iterable[_T], others: Iterable[_T]) -> tuple[_T, ...]:
    """Return those of ``some`` that are not among ``others``, in order."""
    known = list(others)
    left: list[_T] = []
    for one in some:
        if one in known:
            known.remove(one)
        else:
            left.append(one)
    return tuple(left)


FILE = "frequencies.json"


class Frequency(NamedTuple):
    """How often an alternative matters: numbers of games, unless they are decisions.

    ``games`` are all in which it differs from the rules of the game, ``differing`` those with a
    decision that it changes, ``stopped`` those in which a choice becomes illegal, and ``winners``
    the others that end with another winner. ``seats`` has games and differing games by the number
    of players, ``rules`` differing games by rule.
    """

    name: str
    option: str
    rule: str
    games: int
    differing: int
    decisions: int
    stopped: int
    winners: int
    seats: Mapping[str, tuple[int, int]]
    rules: Mapping[str, int]

    @property
    def words(self) -> dict[str, Any]:
        """The numbers of games, and the share of those with a decision that differs."""
        return {**self._asdict(), "share": f"{100 * self.differing / self.games:.0f}"}

    @property
    def seats_that_differ(self) -> list[str]:
        """The numbers of players with a game that differs."""
        return [seats for seats, (_, differing) in self.seats.items() if differing]


class Batch(NamedTuple):
    """The counts of a batch of games; ``sample`` are those of its first games alone."""

    game: str
    games: int
    frequencies: tuple[Frequency, ...]
    sample: tuple[Frequency, ...] = ()
    sampled: int = 0


@cache  # one for each game
def read_frequencies(game: str) -> Batch:
    """Return the shipped counts of a game; none for a game that was not counted."""
    data = json.loads(Path(__file__).with_name(FILE).read_text("utf-8")).get(game)
    if data is None:
        return Batch(game, 0, ())
    total, sample = (tuple(map(_from_json, data[key])) for key in ("frequencies", "sample"))
    return Batch(game, data["games"], total, sample, data["sampled"])


def _from_json(data: Mapping[str, Any]) -> Frequency:
    seats = {key: (games, differing) for key, (games, differing) in data["seats"].items()}
    return Frequency(**{**data, "seats": seats})


def frequency_of(game: str, option: str) -> list[Frequency]:
    """Return the counts of each value of an option."""
    return [one for one in read_frequencies(game).frequencies if one.option == option]


_MOST_PLACES = 6  # most decisions named one by one
_MOST_ACTIONS = 3
_MOST_RULES = 4


def as_comparison(decided: Decided) -> Comparison:
    """Return a row for each alternative that changes a decision; a note names the others."""
    won = _winners(decided.result)
    changed = [  # or only the end, as with another rule for ties
        one for one in decided.judgements if one.differences or _winners(one.ending) != won
    ]
    alike = [one.alternative.name for one in decided.judgements if one not in changed]
    notes = []
    if alike:
        names = JoinedList(tuple(alike), "and")
        notes.append(say("No decision is different under {names}.", names=names))
    about = say(
        "Each of the {count:decision|decisions} is played again under every other edition and "
        "every other value of an option, one at a time.",
        count=decided.decisions,
    )
    rows = tuple(_row(decided, one) for one in changed)
    title = say("Decisions that other rules change")
    return Comparison("decisions", title, about, rows, tuple(notes))


def _winners(result: Any) -> list[int] | None:
    return None if result is None else [*result.winners]


def _row(decided: Decided, found: Judgement) -> Row:
    other = found.alternative
    count = say(
        "{title}: {count} of {total:decision|decisions}",
        title=_title(decided.game, other),
        count=found.decisions,
        total=decided.decisions,
    )
    cells = [
        SideCell(other.name, _told(decided, group[0]), rules, head=_places(group))
        for (_, rules), group in found.grouped().items()
    ]
    cells.append(_end(decided, found))
    if usual := usual_of(decided.game, other):
        cells.append(SideCell(other.name, frequency_text(usual), head=say("In other games")))
    return Row(f"decisions.{other.name}", count, tuple(cells))


def _title(game: str, other: Alternative) -> str:
    """Return the name of an alternative, with its meaning."""
    choices = game_comparison(game).RUNNER.choices
    if other.option:
        option = choices.options[other.option]
        meaning = [option.title, option.titles.get(other.name.partition("=")[2], "")]
        told = ": ".join(say(text) for text in meaning if text)
        return f"{other.name} ({told})" if told else other.name
    parts = other.name.removeprefix(f"{game}:")
    return title_of(parse_side(choices, parts))


def _places(group: Sequence[Difference]) -> str:
    """Return the numbers of the decisions in a group, the first ones if there are many."""
    places = list(dict.fromkeys(one.at for one in group))
    if places == [0]:
        return say("Set-up")
    named = ", ".join(map(str, places[:_MOST_PLACES]))
    if left := len(places) - _MOST_PLACES:
        named = say("{places} and {count} more", places=named, count=left) if left > 0 else named
    return say("Decision {places}", places=named)


def _told(decided: Decided, one: Difference) -> str:
    """Return how a decision differs, in a sentence."""
    if one.kind == SETUP:
        if one.why:
            return say("The game cannot begin like this: {why}.", why=one.why)
        return say("The game begins otherwise.")
    if one.kind == IMPOSSIBLE:
        return say("The position cannot exist: {why}.", why=one.why)
    name = decided.names[one.action.seat]
    action = _action(decided, one.action)
    if one.kind == REFUSED:
        return say("{name}: {action} is illegal: {why}.", name=name, action=action, why=one.why)
    if one.kind == CHOICE:
        return " ".join(_told_choices(decided, name, one))
    here, there = ("; ".join(_events(decided, events)) for events in (one.here, one.there))
    words = {"name": name, "action": action}
    if not there:
        return say("{name}: {action} does not lead to: {here}", here=here, **words)
    if not here:
        return say("{name}: {action} also leads to: {there}", there=there, **words)
    return say(
        "{name}: {action} leads to: {there}, instead of: {here}", here=here, there=there, **words
    )


def _told_choices(decided: Decided, name: str, one: Difference) -> Iterator[str]:
    if one.there:
        actions = _some(decided, one.there)
        yield say("{name} may also choose {actions}.", name=name, actions=actions)
    if one.here:
        actions = _some(decided, one.here)
        yield say("{name} may not choose {actions}.", name=name, actions=actions)


def _some(decided: Decided, actions: Sequence[Any]) -> str:
    named = [_action(decided, one) for one in actions[:_MOST_ACTIONS]]
    if len(actions) == _MOST_ACTIONS + 1:
        named.append(_action(decided, actions[-1]))
    elif len(actions) > _MOST_ACTIONS:
        named.append(say("{count} more", count=len(actions) - _MOST_ACTIONS))
    return render_value(JoinedList(tuple(named), "or"))


def _action(decided: Decided, action: Any) -> str:
    return face_of(decided.game).format(action)


def _events(decided: Decided, events: Sequence[Any]) -> list[str]:
    face = face_of(decided.game)
    return [face.narrate_event(one, decided.names) for one in events]


def _end(decided: Decided, found: Judgement) -> SideCell:
    """Return who would have won."""
    texts: list[str] = []
    rules: tuple[str, ...] = ()
    mark = ""
    if stopped := found.stopped:
        rules = stopped.rules
        texts.append(
            say(
                "From decision {at} on, the record cannot be followed: {why}.",
                at=stopped.at,
                why=stopped.why,
            )
        )
    winners = _winners(found.ending)
    if decided.result is None:
        texts.append(say("The record ends before the game does."))
    elif winners is None:
        texts.append(say("The game would continue."))
        mark = DIFFERENT
    else:
        names = JoinedList(tuple(decided.names[seat] for seat in winners), "and")
        mark = SAME if winners == _winners(decided.result) else DIFFERENT
        rules = (*rules, found.ending.decided_by)
        if stopped:
            texts.append(say("The final position would make {names} win.", names=names))
        else:
            texts.append(say("{names} would win.", names=names))
    return SideCell(found.alternative.name, " ".join(texts), rules, head=say("End"), mark=mark)


def usual_of(game: str, other: Alternative) -> Frequency | None:
    """Return the shipped counts of an alternative, or None for one that was not counted."""
    known = read_frequencies(game).frequencies
    names = (other.name, other.name.removeprefix(f"{game}:"))
    return next((one for one in known if one.name in names), None)


def frequency_text(one: Frequency) -> str:
    """Return how often an alternative matters, in a sentence."""
    text = say(
        "Of {games} games between bots, {differing} have a decision that is different ({share} %), "
        "and {winners} another winner.",
        **one.words,
    )
    if one.stopped:
        text += " " + say("{stopped} cannot be followed to their end.", stopped=one.stopped)
    return text


def frequency_row(game: str) -> Row:
    """Return a row that lists how often each edition and each option of a game matters."""
    cells = (
        SideCell(
            one.name,
            say(
                "{differing} of {games} games ({share} %); {winners} with another winner; "
                "{stopped} that cannot be followed",
                **one.words,
            ),
            tuple(one.rules)[:_MOST_RULES],
            head=one.name,
        )
        for one in read_frequencies(game).frequencies
    )
    question = say("Editions and options by how often they matter ({game})", game=game)
    return Row(f"options.{game}_often", question, tuple(cells))


def to_json(decided: Decided) -> DecisionsJson:
    """Return the judged decisions as JSON."""
    return {
        "count": decided.decisions,
        "winners": _winners(decided.result),
        "under": [_judgement(decided, one) for one in decided.judgements],
    }


def _judgement(decided: Decided, found: Judgement) -> UnderJson:
    other, stopped = found.alternative, found.stopped
    usual = usual_of(decided.game, other)
    return as_answer(
        UnderJson,
        found,
        name=other.name,
        option=other.option or None,
        rule=other.rule or None,
        differences=[_difference(decided, one) for one in found.differences],
        stopped=stopped and _difference(decided, stopped),
        winners=_winners(found.ending),
        batch=usual,
    )


def _difference(decided: Decided, one: Difference) -> DifferenceJson:
    def told(some: Sequence[Any]) -> list[str]:
        if one.kind == OUTCOME:
            return _events(decided, some)
        return [_action(decided, action) for action in some]

    return as_answer(
        DifferenceJson,
        one,
        seat=getattr(one.action, "seat", None),
        do=_action(decided, one.action) if one.action else None,
        here=told(one.here),
        there=told(one.there),
        why=None if one.why is None else render_value(one.why),
    )
