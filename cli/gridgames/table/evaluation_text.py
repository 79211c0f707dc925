"""Evaluations in words: choices with their values, and the value for each seat."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Any

from gridcommon.errors import Word
from gridcommon.evaluation import Candidate
from gridgames.languages.caveats import percent_words, whole_percent
from gridgames.languages.messages import render_message, render_value, say
from gridgames.show.face import Face
from gridgames.show.wing import Wing
from gridgames.table.bots.evaluation import is_lost
from gridgames.terminal.output import Line
from gridgames.terminal.printable import escape_controls
from gridgames.terminal.seat_styles import GLYPHS, seat_style

_MOST_PLAYED = 8  # actions of a line that are shown
_LEAST_BAR = 8  # columns
_SPAN = 20  # lead in points that fills the bar of two players
_ERRORS = 2  # standard errors within which choices are too close to call


def value_words(wing: Wing, worth: float) -> str:
    """Return a value in words: a chance to win, or a lead in points."""
    if _is_chance(wing):
        return percent_words(worth)
    points = round(worth, 1) + 0.0  # avoids -0.0
    return say("{points} {unit}", points=f"{points:+.1f}", unit=Word(wing.unit))


def difference_words(wing: Wing, one: float, other: float = 0.0) -> str:
    """Return the difference of two displayed values, without a sign.

    So 38 % and 34 % are 4 % apart, even if the exact values are 38.4 and 33.6.
    """
    if _is_chance(wing):
        return say("{percent}%", percent=abs(whole_percent(one) - whole_percent(other)))
    points = abs(round(one, 1) - round(other, 1))
    return say("{points} {unit}", points=f"{points:.1f}", unit=Word(wing.unit))


def against_whom(wing: Wing) -> str:
    """Return a sentence about the meaning of the values."""
    if _is_chance(wing):
        return say(
            "Chances of winning against players like these, as estimated by the strongest bot."
        )
    return say(
        "Expected lead over the others at the end, in {unit}, against players like "
        "these, as estimated by the strongest bot.",
        unit=Word(wing.unit),
    )


def _is_chance(wing: Wing) -> bool:
    return wing.evaluator is not None and wing.evaluator.UNIT == "chance"


def played_words(
    face: Face, names: Sequence[str], actions: Sequence[Any], most: int = _MOST_PLAYED
) -> str:
    """Return consecutive actions in user notation, grouped by player."""
    groups = [
        say("{name}: {actions}", name=names[seat], actions=", ".join(map(face.format, group)))
        for seat, group in groupby(actions[:most], key=lambda action: action.seat)
    ]
    return "; ".join(groups) + (" ..." if len(actions) > most else "")


def deciding_term(better: Mapping[str, float], worse: Mapping[str, float]) -> str | None:
    """Return the term of the value that most makes one choice better than another."""
    gains = {name: value - worse.get(name, 0) for name, value in better.items()}
    best = max(gains, key=lambda name: gains[name], default=None)
    return best if best is not None and gains[best] > 0 else None


def term_words(wing: Wing, term: str) -> str:
    """Return the name of a term of the value."""
    assert wing.evaluator is not None, wing.name
    return render_value(Word(wing.evaluator.TERMS[term]))


def _is_close(wing: Wing, thought: Candidate[Any], best: Candidate[Any]) -> bool:
    """Return whether a choice may be as good as the best one: the difference is within its error.

    A choice that was dropped early may show a higher value, from fewer samples.
    """
    less = best.value - thought.value
    is_same = value_words(wing, best.value) == value_words(wing, thought.value)
    return is_same or less <= _ERRORS * thought.behind_error


def worth_words(wing: Wing, thoughts: Sequence[Candidate[Any]], place: int) -> str:
    """Return the value of one of several choices, with its error if that hides the difference."""
    thought, worth = thoughts[place], value_words(wing, thoughts[place].value)
    error = difference_words(wing, _ERRORS * thought.behind_error)
    if not place or not _is_close(wing, thought, thoughts[0]) or error == difference_words(wing, 0):
        return worth
    return say("{worth} ± {error}", worth=worth, error=error)


def choice_words(wing: Wing, face: Face, thoughts: Sequence[Candidate[Any]], place: int) -> str:
    """Return one of several choices, with its value and its main difference from the best one.

    For the best choice this is the main difference from the second one. If all is lost, it is how
    far behind each choice ends.
    """
    thought, best = thoughts[place], thoughts[0]
    action, worth = face.format(thought.action), worth_words(wing, thoughts, place)
    if behind := _behind_words(wing, thoughts, place):
        return say("{action}: {worth}; {behind}", action=action, worth=worth, behind=behind)
    other = thoughts[min(place or 1, len(thoughts) - 1)]
    if other is not best and _is_close(wing, other, best):
        if place:
            return say("{action}: {worth}; may be as good as the first", action=action, worth=worth)
        return say("{action}: {worth}; the second may be as good", action=action, worth=worth)
    term = deciding_term(best.terms, other.terms)
    if term is None:
        return say("{action}: {worth}", action=action, worth=worth)
    why = term_words(wing, term)
    if place == 0:
        return say("{action}: {worth}; ahead in {term}", action=action, worth=worth, term=why)
    return say(
        "{action}: {worth}, {less} less; behind in {term}",
        action=action,
        worth=worth,
        less=difference_words(wing, best.value, thought.value),
        term=why,
    )


def reason_words(wing: Wing, thoughts: Sequence[Candidate[Any]]) -> str:
    """Return the reason for the best choice: that of the bot, or how little it loses."""
    best = thoughts[0]
    if behind := _behind_words(wing, thoughts, 0):
        return say("all but lost; this loses least: {behind}", behind=behind)
    return "" if best.reason is None else render_message(best.reason)


def _behind_words(wing: Wing, thoughts: Sequence[Candidate[Any]], place: int) -> str:
    """Return how far behind the best rival a choice ends, or an empty text unless all is lost."""
    if not is_lost(wing, thoughts):
        return ""
    points = f"{max(0.0, -thoughts[place].margin):.1f}".removesuffix(".0")
    return wing.face.behind_words(points)


def hint_words(wing: Wing, face: Face, level: str, thoughts: Sequence[Candidate[Any]]) -> str:
    """Return a sentence with the choice of the strongest bot, and its reason."""
    action, why = face.format(thoughts[0].action), reason_words(wing, thoughts)
    if not why:
        return say("A bot ({level}) would: {action}", level=level, action=action)
    return say("A bot ({level}) would: {action} ({why})", level=level, action=action, why=why)


def hint_lines(
    wing: Wing, face: Face, names: Sequence[str], thoughts: Sequence[Candidate[Any]]
) -> Iterator[tuple[str, str]]:
    """Yield the evaluated choices with their continuations, as pairs of indent and sentence."""
    for place, thought in enumerate(thoughts):
        yield "", f"{place + 1}. {choice_words(wing, face, thoughts, place)}"
        if thought.line:
            line = played_words(face, names, thought.line)
            yield "   ", say("then {line}", line=line)
    yield "", against_whom(wing)


def bar_words(wing: Wing, *, is_on: bool) -> str:
    """Return a sentence about whether the evaluation bar is shown, and its meaning."""
    if wing.evaluator is None:
        return say("No bot can evaluate positions of this game.")
    return against_whom(wing) if is_on else say("The evaluation bar is off.")


def legend(names: Sequence[str]) -> str:
    """Return the legend of the players' glyphs."""
    return ", ".join(
        f"{glyph} {escape_controls(name)}" for glyph, name in zip(GLYPHS, names, strict=False)
    )


def bar_line(
    wing: Wing, worths: Sequence[float], names: Sequence[str], columns: int, wide: int = 0
) -> Line:
    """Return the values of all seats as a line, with a bar of their glyphs.

    If there is little room, the names are left out, then the bar. A value takes at least ``wide``
    columns.
    """
    for shown_names in ([escape_controls(name) for name in names], [""] * len(names)):
        line: Line = []
        for seat, (name, worth) in enumerate(zip(shown_names, worths, strict=True)):
            value = value_words(wing, worth).rjust(wide)
            text = " ".join(filter(None, (GLYPHS[seat], name, value)))
            line.append((f"{text}  ", seat_style(seat)))
        room = columns - sum(len(text) for text, _ in line)
        if room >= _LEAST_BAR:
            break
    if room < _LEAST_BAR:
        return line
    shares = worths if _is_chance(wing) else [max(0.0, 1 + worth / _SPAN) for worth in worths]
    whole = 1.0 if _is_chance(wing) else sum(shares)
    ends = [round(end / whole * room) for end in accumulate(shares, initial=0.0)]
    bar = [
        (GLYPHS[seat] * (end - begin), seat_style(seat))
        for seat, (begin, end) in enumerate(pairwise(ends))
        if end > begin
    ]
    return [*line, *bar]
