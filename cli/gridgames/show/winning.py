"""The winner's lead in a finished game, in words."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import Wording
from gridgames.languages.messages import say


class Criterion(NamedTuple):
    """A number of each seat, by which players are compared who were equal so far.

    ``lead`` is a difference in words.
    """

    values: Sequence[int]
    lead: Wording

    def words(self, count: int) -> str:
        """Return a difference in words."""
        return say(self.lead.template, count=count)


def lead(criteria: Sequence[Criterion]) -> str:
    """Return the winner's lead over the next player, or '' if several have won.

    >>> pawns = Criterion((9, 1, 4), Wording("{count:pawn|pawns} on the board"))
    >>> lead([Criterion((5, 7, 7), Wording("{count} MW")), pawns])
    '3 pawns on the board'
    """
    tied = [*range(len(criteria[0].values))] if criteria else []
    for one in criteria:
        *_, second, best = sorted(one.values[seat] for seat in tied)
        if best > second:
            return one.words(best - second)
        tied = [seat for seat in tied if one.values[seat] == best]
    return ""


def outcome_words(criteria: Sequence[Criterion], winners: Sequence[Seat], seat: Seat) -> str:
    """Return by how much a seat won or lost, '' for a shared first place.

    >>> points = Criterion((5, 7, 6), Wording("{count} MW"))
    >>> [outcome_words([points], [1], seat) for seat in range(3)]
    ['You lost by 2 MW', 'You won by 1 MW', 'You lost by 1 MW']
    """
    if seat in winners:
        most = lead(criteria)
        return say("You won by {lead}", lead=most) if most else ""
    behind = ((one, one.values[winners[0]] - one.values[seat]) for one in criteria)
    found = (one.words(count) for one, count in behind if count)
    return next((say("You lost by {lead}", lead=words) for words in found), "")


def first_place(criteria: Sequence[Criterion], result: Any, names: Sequence[str]) -> str:
    """Return the winners, their lead and the deciding rule as a sentence."""
    values = {
        "winners": say(" and ").join(names[seat] for seat in result.winners),
        "rule": result.decided_by,
    }
    if most := lead(criteria):
        return say("{winners}: first place, by {lead} ({rule})", lead=most, **values)
    return say("{winners}: first place, shared ({rule})", **values)
