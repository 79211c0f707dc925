"""The decisions that other rules change, in words and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.errors import JoinedList
from gridcommon.sides import parse_side
from gridgames.languages.messages import render_value, say
from gridgames.show.registry import face_of
from gridgames.study.comparison.decisions import (
    CHOICE,
    IMPOSSIBLE,
    OUTCOME,
    REFUSED,
    SETUP,
    Alternative,
    Decided,
    Difference,
    Judgement,
)
from gridgames.study.comparison.frequencies import Frequency, read_frequencies
from gridgames.study.comparison.report import (
    DIFFERENT,
    SAME,
    Cell,
    Comparison,
    DecisionsJson,
    DifferenceJson,
    Row,
    UnderJson,
)
from gridgames.study.comparison.sides import game_comparison, title_of

_MOST_PLACES = 6  # most decisions named one by one
_MOST_ACTIONS = 3
_MOST_RULES = 4


def as_comparison(decided: Decided) -> Comparison:
    """Return a row for each alternative that changes a decision; a note names the others."""
    changed = [one for one in decided.judgements if _matters(decided, one)]
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


def _matters(decided: Decided, found: Judgement) -> bool:
    """Return whether a decision differs, or only the end, as with another rule for ties."""
    return bool(found.differences) or _winners(found.ending) != _winners(decided.result)


def _winners(result: Any) -> tuple[int, ...] | None:
    return None if result is None else tuple(result.winners)


def _row(decided: Decided, found: Judgement) -> Row:
    other = found.alternative
    count = say(
        "{title}: {count} of {total:decision|decisions}",
        title=_title(decided.game, other),
        count=found.decisions,
        total=decided.decisions,
    )
    cells = [
        Cell(other.name, _told(decided, group[0]), rules, head=_places(group))
        for (_, rules), group in found.grouped().items()
    ]
    cells.append(_end(decided, found))
    if usual := usual_of(decided.game, other):
        cells.append(Cell(other.name, frequency_text(usual), head=say("In other games")))
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
        return " ".join(_choices(decided, name, one))
    here, there = ("; ".join(_events(decided, events)) for events in (one.here, one.there))
    words = {"name": name, "action": action}
    if not there:
        return say("{name}: {action} does not lead to: {here}", here=here, **words)
    if not here:
        return say("{name}: {action} also leads to: {there}", there=there, **words)
    return say(
        "{name}: {action} leads to: {there}, instead of: {here}", here=here, there=there, **words
    )


def _choices(decided: Decided, name: str, one: Difference) -> Iterator[str]:
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


def _end(decided: Decided, found: Judgement) -> Cell:
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
    winners = None if found.ending is None else tuple(found.ending.winners)
    if decided.result is None:
        texts.append(say("The record ends before the game does."))
    elif winners is None:
        texts.append(say("The game would continue."))
        mark = DIFFERENT
    else:
        names = JoinedList(tuple(decided.names[seat] for seat in winners), "and")
        mark = SAME if winners == tuple(decided.result.winners) else DIFFERENT
        rules = (*rules, found.ending.decided_by)
        template = (
            say("The final position would make {names} win.", names=names)
            if stopped
            else say("{names} would win.", names=names)
        )
        texts.append(template)
    return Cell(found.alternative.name, " ".join(texts), rules, head=say("End"), mark=mark)


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
        share=f"{100 * one.share:.0f}",
        **one.counts,
    )
    if one.stopped:
        text += " " + say("{stopped} cannot be followed to their end.", stopped=one.stopped)
    return text


def frequency_row(game: str) -> Row:
    """Return a row that lists how often each edition and each option of a game matters."""
    cells = (
        Cell(
            one.name,
            say(
                "{differing} of {games} games ({share} %); {winners} with another winner; "
                "{stopped} that cannot be followed",
                share=f"{100 * one.share:.0f}",
                **one.counts,
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
    result = decided.result
    return {
        "count": decided.decisions,
        "winners": None if result is None else list(result.winners),
        "under": [_judgement(decided, one) for one in decided.judgements],
    }


def _judgement(decided: Decided, found: Judgement) -> UnderJson:
    other, stopped = found.alternative, found.stopped
    usual = usual_of(decided.game, other)
    return {
        "name": other.name,
        "option": other.option or None,
        "rule": other.rule or None,
        "decisions": found.decisions,
        "differences": [_difference(decided, one) for one in found.differences],
        "stopped": None if stopped is None else _difference(decided, stopped),
        "winners": None if found.ending is None else list(found.ending.winners),
        "batch": None if usual is None else usual.counts,
    }


def _difference(decided: Decided, one: Difference) -> DifferenceJson:
    def told(some: Sequence[Any]) -> list[str]:
        if one.kind == OUTCOME:
            return _events(decided, some)
        return [_action(decided, action) for action in some]

    return {
        "at": one.at,
        "kind": one.kind,
        "rules": list(one.rules),
        "seat": getattr(one.action, "seat", None),
        "do": _action(decided, one.action) if one.action else None,
        "here": told(one.here),
        "there": told(one.there),
        "why": None if one.why is None else render_value(one.why),
    }
