"""Caveats in words: the one place that marks uncertain values."""

from collections.abc import Iterable

from gridcommon.certainty import ESTIMATED, Doubt
from gridgames.languages.messages import say


def marked(text: str, doubts: Iterable[Doubt | None]) -> str:
    """Return a value with a mark for its caveats, as in ``4 (reconstructed)``.

    >>> from eletrika.tables import DOUBTS
    >>> marked("1 MW", [DOUBTS["forests"], DOUBTS["high_demand"]])
    '1 MW (at least)'
    >>> marked("1 MW", [])
    '1 MW'
    """
    marks = dict.fromkeys(say(one.mark) if one.mark else _degree(one) for one in doubts if one)
    return f"{text} ({', '.join(marks)})" if marks else text


def partly(doubts: Iterable[Doubt]) -> str:
    """Return the mark of a sentence with uncertain values."""
    return say("in part {marks}", marks=", ".join(dict.fromkeys(map(_degree, doubts))))


def notes(doubts: Iterable[Doubt]) -> list[str]:
    """Return a sentence for each caveat: the rules, the degree of certainty, and the reason.

    >>> from eletrika.tables import DOUBTS
    >>> notes([DOUBTS["forests"]])
    ['EL-FOREST-01 (unknown): The land around is not told, so forests may add points.']
    """
    return [f"{', '.join(one.rules)} ({_degree(one)}): {say(one.why)}" for one in doubts]


def _degree(doubt: Doubt) -> str:
    if doubt.degree == ESTIMATED:
        return say("about {percent} % sure", percent=doubt.percent)
    return say(doubt.degree)


def percent_words(chance: float) -> str:
    """Return a chance in percent; 0 % and 100 % appear only if the outcome is certain.

    >>> percent_words(0.543), percent_words(0.001), percent_words(0)
    ('54 %', '1 %', '0 %')
    """
    return say("{percent} %", percent=whole_percent(chance))


def whole_percent(chance: float) -> int:
    """Return a chance in whole percent, as ``percent_words`` rounds it."""
    percent = round(100 * chance)
    return min(99, max(1, percent)) if 0 < chance < 1 else percent
