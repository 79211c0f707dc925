"""The winner's lead in a finished game, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gridcommon.caveats import Caveat
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word, Wording
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say


class Criterion(NamedTuple):
    """A number of each seat, by which players are compared who were equal so far.

    ``lead`` is a number or a difference in words, and ``more`` says that a seat has more.
    ``caveats`` say whose numbers may be wrong.
    """

    values: Sequence[int]
    lead: Wording
    more: Word = Word("more points")
    caveats: Mapping[Seat, Caveat] = {}

    def words(self, count: int) -> str:
        """Return a difference in words."""
        return say(self.lead.template, count=count)


def behind_words(criteria: Sequence[Criterion], winner: Seat, seat: Seat) -> str:
    """Return by how much a seat lost.

    >>> points = Criterion((5, 7, 6), Wording("{count} MW"))
    >>> behind_words([points], 1, 2)
    'You lost by 1 MW.'
    """
    for one in criteria:
        if count := one.values[winner] - one.values[seat]:
            return say("You lost by {lead}.", lead=one.words(count))
    return say("You lost.")


class Placed(NamedTuple):
    """A seat in the order of a result: its place from 1, and what it reached, in words."""

    place: int
    seat: Seat
    figures: Sequence[str]


def podium(criteria: Sequence[Criterion], winners: Sequence[Seat], seats: int) -> list[Placed]:
    """Return all seats in the order of the result; equal ones share a place.

    >>> points = Criterion((5, 7, 7), Wording("{count} MW"))
    >>> [one[:2] for one in podium([points], [1, 2], 3)]
    [(1, 1), (1, 2), (3, 0)]
    """
    values = [
        [one.values[seat] for one in criteria] or [int(seat in winners)] for seat in range(seats)
    ]
    order = sorted(range(seats), key=lambda seat: [-value for value in values[seat]])
    return [
        Placed(
            1 + sum(other > values[seat] for other in values),
            seat,
            [marked(one.words(one.values[seat]), (one.caveats.get(seat),)) for one in criteria],
        )
        for seat in order
    ]


def winner_words(
    criteria: Sequence[Criterion], winners: Sequence[Seat], names: Sequence[str]
) -> str:
    """Return who wins and why, in a sentence.

    >>> pawns = Criterion((9, 1, 4), Wording("{count} pawns"), Word("more pawns"))
    >>> winner_words([Criterion((7, 5, 7), Wording("{count} MW")), pawns], [0], ["A", "B", "C"])
    'A wins: 7 MW, as C, and more pawns.'
    """

    def named(seats: Sequence[Seat]) -> JoinedList:
        return JoinedList(tuple(names[seat] for seat in seats), "and")

    if len(winners) > 1:
        points = [one.words(one.values[winners[0]]) for one in criteria[:1]]
        template = "{names} win together: {points}." if points else "{names} win together."
        return say(template, names=named(winners), points=", ".join(points))
    [winner] = winners
    rivals = [seat for seat in range(len(names)) if seat != winner]
    reached: list[str] = []
    for one in criteria if rivals else ():
        value, best = one.values[winner], max(one.values[seat] for seat in rivals)
        told = {"name": names[winner], "more": one.more, "count": value - best}
        nearest = [seat for seat in rivals if one.values[seat] == best]
        if best < value and reached:
            told |= {"reached": JoinedList(tuple(reached), "and"), "others": named(rivals)}
            return say("{name} wins: {reached}, as {others}, and {more}.", **told)
        if best < value:
            told |= {"reached": one.words(value), "others": named(nearest)}
            return say("{name} wins: {reached}, {count} more than {others}.", **told)
        reached.append(one.words(value))
        rivals = nearest
    return say("{name} wins.", name=names[winner])


def result_words(
    criteria: Sequence[Criterion], result: Any, names: Sequence[str], notes: Iterable[str] = ()
) -> Iterator[str]:
    """Yield who wins and why, then notes, then each player in the order of the result."""
    yield winner_words(criteria, result.winners, names)
    yield from notes
    for one in podium(criteria, result.winners, len(names)):
        told = ", ".join(one.figures)
        yield f"{one.place}. {names[one.seat]}" + (f": {told}" if told else "")
