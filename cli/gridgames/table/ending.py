"""The end of a game: who won and why, and the moments that a player remembers."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.moments import Moment
from gridgames.show.statistics import Statistics
from gridgames.table.session import Session

_MOMENTS = 3


def own_seat(session: Session) -> Seat | None:
    """Return the seat of the only person who played, None if there are several or none."""
    humans = session.humans
    return humans[0] if len(humans) == 1 else None


def result_sentences(session: Session, own: Seat | None) -> list[str]:
    """Return who won and why, how the game ended for a person, then each player."""
    first, *others = session.face.narrate_result(session.result, session.names)
    outcome = [] if own is None else [session.face.outcome(session.result, own)]
    return [first, *outcome, *others]


def moments(
    session: Session, own: Seat | None, statistics: Statistics, first: Iterable[Moment] = ()
) -> list[Moment]:
    """Return three moments in the order of the game, by default of the winner.

    ``first`` are those that a review has found; the others come from the record.
    """
    seat = session.result.winners[0] if own is None else own
    names = [say("You") if one == own else name for one, name in enumerate(session.names)]

    def found() -> Iterator[Moment]:
        yield from first
        if part := session.wing.part("moments"):
            yield from part.moments(session.moves, session.state_after, seat, names)
        yield from _lead(session, statistics, names)

    return sorted(islice(found(), _MOMENTS))


def _lead(session: Session, statistics: Statistics, names: Sequence[str]) -> Iterator[Moment]:
    """Yield when the last leader took the lead, in the measure that tells the story."""
    last, found = None, list[Moment]()
    for number, values in zip(statistics.rounds, statistics.values, strict=True):
        by_seat = values[statistics.STORY] if values else [0, 0]
        best = max(by_seat)
        if by_seat.count(best) > 1 or by_seat.index(best) == last:
            continue
        last = by_seat.index(best)
        places = range(1, len(session.moves) + 1)
        place = max(one for one in places if session.state_after(one - 1).round == number)
        words = say(
            "{name} took the lead ({what}: {count}).",
            name=names[last],
            what=statistics.MEASURES[statistics.STORY].title,
            count=best,
        )
        found.append(Moment(place, words))
    yield from found[-1:]


def moment_words(session: Session, moment: Moment) -> tuple[str, str]:
    """Return the round of a moment, and what happened then."""
    number = session.state_after(max(0, moment.place - 1)).round
    return say("Round {round}", round=number), moment.words
