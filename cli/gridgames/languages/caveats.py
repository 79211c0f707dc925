"""Caveats in words: the one place that marks uncertain values."""

from collections.abc import Iterable

from gridcommon.caveats import ESTIMATED, Caveat
from gridgames.languages.messages import say


def marked(text: str, caveats: Iterable[Caveat | None]) -> str:
    """Return a value with a mark for its caveats, as in ``4 (reconstructed)``.

    >>> from eletrika.tables import CAVEATS
    >>> marked("1 MW", [CAVEATS["forests"], CAVEATS["high_demand"]])
    '1 MW (at least)'
    >>> marked("1 MW", [])
    '1 MW'
    """
    marks = dict.fromkeys(say(one.mark) if one.mark else _degree(one) for one in caveats if one)
    return f"{text} ({', '.join(marks)})" if marks else text


def partly(caveats: Iterable[Caveat]) -> str:
    """Return the mark of a sentence with uncertain values."""
    return say("in part {marks}", marks=", ".join(dict.fromkeys(map(_degree, caveats))))


def notes(caveats: Iterable[Caveat]) -> list[str]:
    """Return a sentence for each caveat: the rules, the degree of certainty, and the reason.

    >>> from eletrika.tables import CAVEATS
    >>> notes([CAVEATS["forests"]])
    ['EL-FOREST-01 (unknown): The surrounding land was not given, so forests may add points.']
    """
    return [f"{', '.join(one.rules)} ({_degree(one)}): {say(one.why)}" for one in caveats]


def _degree(caveat: Caveat) -> str:
    if caveat.degree == ESTIMATED:
        return say("about {percent}% sure", percent=caveat.percent)
    return say(caveat.degree)


def percent_words(chance: float) -> str:
    """Return a chance in percent; 0% and 100% appear only if the outcome is certain.

    >>> percent_words(0.543), percent_words(0.001), percent_words(0)
    ('54%', '1%', '0%')
    """
    return say("{percent}%", percent=whole_percent(chance))


def whole_percent(chance: float) -> int:
    """Return a chance in whole percent, as ``percent_words`` rounds it."""
    percent = round(100 * chance)
    return min(99, max(1, percent)) if 0 < chance < 1 else percent
