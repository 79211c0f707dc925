"""The review of a game as text, and as the marks of a replay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from gridcommon.errors import Word, Wording
from gridgames.languages.caveats import percent_words
from gridgames.languages.messages import render_message, render_value, say
from gridgames.show.face import Face
from gridgames.show.wing import Wing
from gridgames.study.review.paired_games import Effect, LineRound, PairedResult
from gridgames.study.review.review import LuckyDraw, Review, TurningPoint, is_action
from gridgames.table.bots.roster import level_words
from gridgames.table.evaluation_text import (
    against_whom,
    bar_line,
    difference_words,
    legend,
    played_words,
    term_words,
    value_words,
)
from gridgames.table.saves.saves_text import broken_off_words
from gridgames.table.session import Session
from gridgames.terminal import output
from gridgames.terminal.output import Line

_HEAD = "bold"
_INDENT = "     "


def describe_review(session: Session, review: Review) -> Iterator[Line]:
    """Yield a review as lines: the values by round, the turning points, and the lucky draws."""
    yield from describe_values(session, review)
    for number, point in enumerate(review.turning_points, start=1):
        yield from describe_point(session, point, number)
    yield from describe_rest(session, review)


def describe_values(session: Session, review: Review) -> Iterator[Line]:
    """Yield whose game is reviewed, the values by round, and the heading of the turning points."""
    names = session.names
    own = ", ".join(names[seat] for seat in review.seats)
    yield from output.wrapped(say("Review for {names}", names=own), style=_HEAD)
    yield from output.wrapped(against_whom(session.wing))
    if session.is_broken_off:
        yield from output.wrapped(broken_off_words(session.rounds))
    elif session.result is None:
        yield from output.wrapped(say("The game is not over; this is a review of what was played."))
    yield []
    yield [(say("The leader at the start of each round"), _HEAD)]
    yield from _curve_lines(session, review, names)
    yield []
    yield [(say("Turning points"), _HEAD)]


def describe_point(session: Session, point: TurningPoint, number: int) -> Iterator[Line]:
    """Yield a numbered turning point."""
    first, *others = point_words(session, point)
    yield from output.wrapped(first, _INDENT, first=f"{number:>3}. ")
    for sentence in others:
        yield from output.wrapped(sentence, _INDENT + "  ", first=_INDENT)


def describe_rest(session: Session, review: Review) -> Iterator[Line]:
    """Yield how sure the turning points are, and the lucky draws."""
    if not review.turning_points:
        yield [("  " + say("none"), "")]
    for sentence in _totals(session, review):
        yield from output.wrapped(sentence, _INDENT, first="  ")
    for sentence in _how_sure(review):
        yield from output.wrapped(sentence)
    yield []
    yield [(say("Draws that mattered, whatever was decided"), _HEAD)]
    for _, sentence in luck_lines(session, review):
        yield from output.wrapped(sentence, _INDENT, first="  ")
    if not review.luck:
        yield [("  " + say("none"), "")]


def _curve_lines(session: Session, review: Review, names: Sequence[str]) -> Iterator[Line]:
    """Yield a legend, then a line with the values and a bar for each round."""
    yield from output.wrapped(legend(names), _INDENT + " ")
    wing, room = session.wing, output.width() - 6
    values = [value_words(wing, worth) for one in review.curve for worth in one.worths]
    wide = max(map(len, values), default=0)
    for one in review.curve:
        is_end = one.place == len(session.moves) and session.result is not None
        label = say("end") if is_end else str(one.round)
        yield [(f"{label:>4}  ", ""), *bar_line(wing, one.worths, [""] * len(names), room, wide)]


def _how_sure(review: Review) -> Iterator[str]:
    if not review.flagged:
        yield say(
            "{decisions:decision|decisions} reviewed; none seemed costly.",
            decisions=review.decisions,
        )
        return
    yield say(
        "{decisions:decision|decisions} reviewed; {flagged} seemed costly. Bots of level {level} "
        "played both lines to the end, in {pairs:pair|pairs} of games with the same luck: "
        "{confirmed} of them cost something for sure.",
        decisions=review.decisions,
        flagged=review.flagged,
        level=level_words(review.level),
        pairs=review.pairs,
        confirmed=len(review.turning_points),
    )
    if review.unsettled:
        yield say(
            "The time was too short to decide about {count:other|others}; --time gives more.",
            count=review.unsettled,
        )


def _totals(session: Session, review: Review) -> Iterator[str]:
    """Yield a sentence for each player, and for each phase, with its errors by class."""
    points = review.turning_points
    for seat in sorted({one.seat for one in points}):
        yield _total(session, session.names[seat], [one for one in points if one.seat == seat])
    phases = dict.fromkeys(str(one.phase) for one in points if one.phase is not None)
    for phase in phases:
        name = render_value(Word(phase))
        yield _total(session, name, [one for one in points if str(one.phase) == phase])


def _total(session: Session, name: str, points: Sequence[TurningPoint]) -> str:
    kinds = Counter(str(one.played.kind) for one in points)
    return say(
        "{name}: {blunders:blunder|blunders}, {mistakes:mistake|mistakes}, "
        "{inaccuracies:inaccuracy|inaccuracies}; {loss} in all",
        name=name,
        blunders=kinds["blunder"],
        mistakes=kinds["mistake"],
        inaccuracies=kinds["inaccuracy"],
        loss=difference_words(session.wing, sum(one.loss for one in points)),
    )


def deciding_words(session: Session, review: Review) -> Iterator[str]:
    """Yield sentences about the decision that lost most, or that there is none."""
    if not review.turning_points:
        yield say("No single choice lost much.")
        return
    yield from point_words(session, max(review.turning_points, key=lambda point: point.loss))


def point_words(session: Session, point: TurningPoint) -> Iterator[str]:
    """Yield sentences about a turning point: its loss, the choice made, the better one, and why."""
    wing, face, names = session.wing, session.face, session.names
    played = point.played
    yield say(
        "{stage}, move {move}, {name}: {kind}, loses {loss}, from {better} to {done}",
        stage=render_message(point.stage),
        move=point.first + 1,
        name=names[point.seat],
        kind=played.kind,
        loss=difference_words(wing, played.better, played.done),
        better=value_words(wing, played.better),
        done=value_words(wing, played.done),
    )
    yield _played_words(wing, played)
    if point.effect is not None:
        yield _effect_words(face, point.effect)
    yield say("done: {actions}", actions=_typed(face, point.done))
    yield say("better: {actions}", actions=_typed(face, point.better))
    follows = point.line[len(point.better) - 1 :]
    if point.effect is not None:
        yield say("then, in one of these games:")
        for one in point.effect.line:
            yield _round_words(face, one)
    elif follows:
        yield say("then {line}", line=played_words(face, names, follows))
    if point.term is not None:
        yield say("mainly: {term}", term=term_words(wing, point.term))


def _played_words(wing: Wing, played: PairedResult) -> str:
    """Return a sentence about the games that a loss was found by."""
    low, high = (difference_words(wing, one) for one in (played.low, played.high))
    games = say(
        "{pairs:pair|pairs} of games to the end: {low} to {high} lost (95%)",
        pairs=played.pairs,
        low=low,
        high=high,
    )
    assert wing.evaluator is not None, wing.name
    if wing.evaluator.UNIT == "chance":
        return games
    return say(
        "{games}; wins {done} of them instead of {better}",
        games=games,
        done=percent_words(played.wins_done),
        better=percent_words(played.wins_better),
    )


def _effect_words(face: Face, effect: Effect) -> str:
    """Return a sentence about what a decision cost."""
    sentences = {
        "gain": Wording("gains {done} {unit} instead of {better} up to round {round}, on average"),
        "money": Wording("has {done} {unit} instead of {better} after round {round}, on average"),
        "rivals": Wording(
            "the others gain {done} {unit} instead of {better} up to round {round}, on average"
        ),
    }
    done, better = round(effect.done), round(effect.better)
    values = {"done": done, "better": better, "unit": face.gain_unit, "round": effect.round}
    return say(sentences[effect.measure].template, **values)


def _round_words(face: Face, one: LineRound) -> str:
    """Return what a seat did in a round of the better line, and what it gained."""
    actions = _typed(face, one.actions) or say("nothing")
    if not one.gain:
        return say("round {round}: {actions}", round=one.round, actions=actions)
    return say(
        "round {round}: {actions}; gains {gain} {unit}",
        round=one.round,
        actions=actions,
        gain=one.gain,
        unit=face.gain_unit,
    )


def _typed(face: Face, actions: Sequence[Any]) -> str:
    return ", ".join(map(face.format, filter(is_action, actions)))


def luck_lines(session: Session, review: Review) -> Iterator[tuple[int, str]]:
    """Yield the place of each lucky draw, and a sentence about its effect."""
    names = session.names
    for place, group in groupby(review.luck, key=lambda luck: luck.place):
        some = list(group)
        events = session.moves[place - 1].events
        drawn = [event for event in events if isinstance(event, session.face.draws)]
        yield (
            place,
            say(
                "{stage}, move {move}: {drawn}. {effects}",
                stage=render_message(some[0].stage),
                move=place,
                drawn="; ".join(session.face.narrate_event(event, names) for event in drawn),
                effects="; ".join(_effect(session, luck) for luck in some),
            ),
        )


def _effect(session: Session, luck: LuckyDraw) -> str:
    name = session.names[luck.seat]
    gain = difference_words(session.wing, luck.gain)
    if luck.gain > 0:
        return say("{name} gains {gain}", name=name, gain=gain)
    return say("{name} loses {gain}", name=name, gain=gain)


def marks(session: Session, review: Review) -> Mapping[int, list[str]]:
    """Return the remarks of a replay at turning points and lucky draws, keyed by place."""
    found: dict[int, list[str]] = {}
    for point in review.turning_points:
        found.setdefault(point.first, []).extend(point_words(session, point))
    for place, sentence in luck_lines(session, review):
        found.setdefault(place, []).append(sentence)
    return dict(sorted(found.items()))
