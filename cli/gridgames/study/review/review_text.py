"""The review of a game as text, and as the marks of a replay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from gridcommon.errors import Word, Wording
from gridgames.languages.caveats import percent_words
from gridgames.languages.messages import render_message, render_value, say
from gridgames.show.face import Face
from gridgames.show.moments import Moment
from gridgames.show.wing import Wing
from gridgames.study.review.paired_games import EffectJson, LineRoundJson
from gridgames.study.review.review import (
    LuckJson,
    PlaceJson,
    PointJson,
    ReviewJson,
    places_of_actions,
)
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
from gridgames.table.saves.saves import broken_off_words
from gridgames.table.session import Session
from gridgames.terminal import output
from gridgames.terminal.output import Line

_HEAD = "bold"
_INDENT = "     "


def describe_review(session: Session, review: ReviewJson) -> Iterator[Line]:
    """Yield a review as lines: the values by round, the turning points, and the lucky draws."""
    yield from describe_values(session, review)
    for number, point in enumerate(review["turning_points"], start=1):
        yield from describe_point(session, point, number)
    yield from describe_rest(session, review)


def describe_values(session: Session, review: ReviewJson) -> Iterator[Line]:
    """Yield whose game is reviewed, the values by round, and the heading of the turning points."""
    names = session.names
    own = ", ".join(names[seat] for seat in review["seats"])
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


def describe_point(session: Session, point: PointJson, number: int) -> Iterator[Line]:
    """Yield a numbered turning point."""
    first, *others = point_words(session, point)
    yield from output.wrapped(first, _INDENT, first=f"{number:>3}. ")
    for sentence in others:
        yield from output.wrapped(sentence, _INDENT + "  ", first=_INDENT)


def describe_rest(session: Session, review: ReviewJson) -> Iterator[Line]:
    """Yield how sure the turning points are, and the lucky draws."""
    if not review["turning_points"]:
        yield [("  " + say("none"), "")]
    for sentence in _totals(session, review):
        yield from output.wrapped(sentence, _INDENT, first="  ")
    for sentence in _how_sure(review):
        yield from output.wrapped(sentence)
    yield []
    yield [(say("Draws that mattered, whatever was decided"), _HEAD)]
    for _, (sentence,) in luck_lines(session, review):
        yield from output.wrapped(sentence, _INDENT, first="  ")
    if not review["luck"]:
        yield [("  " + say("none"), "")]


def _curve_lines(session: Session, review: ReviewJson, names: Sequence[str]) -> Iterator[Line]:
    """Yield a legend, then a line with the values and a bar for each round."""
    yield from output.wrapped(legend(names), _INDENT + " ")
    wing, room = session.wing, output.width() - 6
    values = [value_words(wing, worth) for one in review["curve"] for worth in one["worths"]]
    wide = max(map(len, values), default=0)
    for one in review["curve"]:
        is_end = one is review["curve"][-1] and session.result is not None
        label = say("end") if is_end else str(one["round"])
        yield [(f"{label:>4}  ", ""), *bar_line(wing, one["worths"], [""] * len(names), room, wide)]


def _how_sure(review: ReviewJson) -> Iterator[str]:
    if not review["flagged"]:
        yield say(
            "{decisions:decision|decisions} reviewed; none seemed costly.",
            decisions=review["decisions"],
        )
        return
    yield say(
        "{decisions:decision|decisions} reviewed; {flagged} seemed costly. Bots of level {level} "
        "played both lines to the end, in {pairs:pair|pairs} of games with the same luck: "
        "{confirmed} of them cost something for sure.",
        decisions=review["decisions"],
        flagged=review["flagged"],
        level=level_words(review["effort"]["level"]),
        pairs=review["pairs"],
        confirmed=len(review["turning_points"]),
    )
    if review["unsettled"]:
        yield say(
            "The time was too short to decide about {count:other|others}; --time gives more.",
            count=review["unsettled"],
        )


def _totals(session: Session, review: ReviewJson) -> Iterator[str]:
    """Yield a sentence for each player, and for each phase, with its errors by class."""
    points = review["turning_points"]
    for seat in sorted({one["seat"] for one in points}):
        own = [one for one in points if one["seat"] == seat]
        yield _total(session, session.names[seat], own)
    phases: dict[str, list[PointJson]] = {}
    for one in points:
        if phase := session.face.review_stage(_state_at(session, one)).values.get("phase"):
            phases.setdefault(render_value(phase), []).append(one)
    for name, own in phases.items():
        yield _total(session, name, own)


def _total(session: Session, name: str, points: Sequence[PointJson]) -> str:
    kinds = Counter(one["kind"] for one in points)
    return say(
        "{name}: {blunders:blunder|blunders}, {mistakes:mistake|mistakes}, "
        "{inaccuracies:inaccuracy|inaccuracies}; {loss} in all",
        name=name,
        blunders=kinds["blunder"],
        mistakes=kinds["mistake"],
        inaccuracies=kinds["inaccuracy"],
        loss=difference_words(session.wing, sum(one["loss"] for one in points)),
    )


def review_moments(session: Session, review: ReviewJson) -> list[Moment]:
    """Return the turning points as moments, the one that lost most first."""
    points = sorted(review["turning_points"], key=lambda point: -point["loss"])
    return [
        Moment(place_of(session, one) + len(one["done"]), _brief(session, one)) for one in points
    ]


def _brief(session: Session, point: PointJson) -> str:
    done, better = (
        _typed(session.face, map(session.game.action_from_json, some))
        for some in (point["done"], point["better"])
    )
    return say(
        "{name}: {done}. Better: {better}.",
        name=session.names[point["seat"]],
        done=done,
        better=better,
    )


def point_words(session: Session, point: PointJson) -> Iterator[str]:
    """Yield sentences about a turning point: its loss, the choice made, the better one, and why."""
    wing, face, names = session.wing, session.face, session.names
    done, better, line = (
        [*map(session.game.action_from_json, some)]
        for some in (point["done"], point["better"], point["line"])
    )
    yield say(
        "{stage}, move {move}, {name}: {kind}, loses {loss}, from {better} to {done}",
        stage=render_message(face.review_stage(_state_at(session, point))),
        move=place_of(session, point) + 1,
        name=names[point["seat"]],
        kind=Word(point["kind"]),
        loss=difference_words(wing, point["worth_better"], point["worth_done"]),
        better=value_words(wing, point["worth_better"]),
        done=value_words(wing, point["worth_done"]),
    )
    yield _played_words(wing, point)
    if effect := point["effect"]:
        yield _effect_words(face, effect)
    yield say("done: {actions}", actions=_typed(face, done))
    yield say("better: {actions}", actions=_typed(face, better))
    if effect:
        yield say("then, in one of these games:")
        for one in effect["line"]:
            yield _round_words(face, one)
    elif follows := line[len(better) - 1 :]:
        yield say("then {line}", line=played_words(face, names, follows))
    if point["term"] is not None:
        yield say("mainly: {term}", term=term_words(wing, point["term"]))


def place_of(session: Session, point: PlaceJson) -> int:
    """Return the number of moves before a turning point."""
    return places_of_actions(session)[point["action"]]


def _state_at(session: Session, point: PlaceJson) -> Any:
    return session.state_after(place_of(session, point))


def _played_words(wing: Wing, point: PointJson) -> str:
    """Return a sentence about the games that a loss was found by."""
    low, high = (difference_words(wing, one) for one in point["interval"])
    games = say(
        "{pairs:pair|pairs} of games to the end: {low} to {high} lost (95%)",
        pairs=point["pairs"],
        low=low,
        high=high,
    )
    assert wing.evaluator is not None, wing.name
    if wing.evaluator.UNIT == "chance":
        return games
    return say(
        "{games}; wins {done} of them instead of {better}",
        games=games,
        done=percent_words(point["wins_done"]),
        better=percent_words(point["wins_better"]),
    )


def _effect_words(face: Face, effect: EffectJson) -> str:
    """Return a sentence about what a decision cost."""
    sentences = {
        "gain": Wording("gains {done} {unit} instead of {better} up to round {round}, on average"),
        "money": Wording("has {done} {unit} instead of {better} after round {round}, on average"),
        "rivals": Wording(
            "the others gain {done} {unit} instead of {better} up to round {round}, on average"
        ),
    }
    done, better = round(effect["done"]), round(effect["better"])
    values = {"done": done, "better": better, "unit": face.gain_unit, "round": effect["round"]}
    return say(sentences[effect["measure"]].template, **values)


def _round_words(face: Face, one: LineRoundJson) -> str:
    """Return what a seat did in a round of the better line, and what it gained."""
    actions = _typed(face, map(face.game.action_from_json, one["actions"])) or say("nothing")
    if not one["gain"]:
        return say("round {round}: {actions}", round=one["round"], actions=actions)
    return say(
        "round {round}: {actions}; gains {gain} {unit}",
        round=one["round"],
        actions=actions,
        gain=one["gain"],
        unit=face.gain_unit,
    )


def _typed(face: Face, actions: Iterable[Any]) -> str:
    return ", ".join(map(face.format, actions))


def point_lines(session: Session, review: ReviewJson) -> Iterator[tuple[int, list[str]]]:
    """Yield the place of each turning point, and sentences about it."""
    for point in review["turning_points"]:
        yield place_of(session, point), [*point_words(session, point)]


def luck_lines(session: Session, review: ReviewJson) -> Iterator[tuple[int, list[str]]]:
    """Yield the place of each lucky draw, and a sentence about its effect."""
    names, face, moves = session.names, session.face, session.moves
    places = places_of_actions(session)
    for action, group in groupby(review["luck"], key=lambda luck: luck["action"]):
        for place in range(places[action - 1], places[action]):
            if drawn := [one for one in moves[place].events if isinstance(one, face.draws)]:
                break
        sentence = say(
            "{stage}, move {move}: {drawn}. {effects}",
            stage=render_message(face.review_stage(session.state_after(place))),
            move=place + 1,
            drawn="; ".join(face.narrate_event(event, names) for event in drawn),
            effects="; ".join(_effect(session, luck) for luck in group),
        )
        yield place + 1, [sentence]


def _effect(session: Session, luck: LuckJson) -> str:
    name = session.names[luck["seat"]]
    gain = difference_words(session.wing, luck["gain"])
    if luck["gain"] > 0:
        return say("{name} gains {gain}", name=name, gain=gain)
    return say("{name} loses {gain}", name=name, gain=gain)


def marks(session: Session, review: ReviewJson) -> Mapping[int, list[str]]:
    """Return the remarks of a replay at turning points and lucky draws, keyed by place."""
    found: dict[int, list[str]] = {}
    for lines in (point_lines, luck_lines):
        for place, sentences in lines(session, review):
            found.setdefault(place, []).extend(sentences)
    return dict(sorted(found.items()))
