"""The moments of a finished Eletrika game that a player remembers, found in its events."""

from collections.abc import Callable, Iterator, Sequence

from eletrika.events import Energized, Scored, TurnEnded
from eletrika.state import State
from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.parts import Moment

_LONG = 3  # turns of idle pawns that are worth a sentence


def moments(
    moves: Sequence[Move], state_after: Callable[[int], State], seat: Seat, names: Sequence[str]
) -> Iterator[Moment]:
    """Yield the moments of a seat, the most telling first. ``state_after`` counts moves."""
    sets: list[tuple[int, Seat, Moment]] = []
    lights: list[tuple[int, Moment]] = []
    idle: list[tuple[int, Moment]] = []
    turns, half = 0, (max(state_after(0).hands) + 1) // 2
    for place, move in enumerate(moves, start=1):
        for event in move.events:
            match event:
                case Scored():
                    told = say(
                        "{name} scored {points} MW with {count:structure|structures}.",
                        name=names[event.seat],
                        points=event.points,
                        count=len(event.set),
                    )
                    sets.append((event.points, event.seat, Moment(place, told)))
                case Energized(cells=cells) if move.seat == seat:
                    told = say(
                        "{name} lit {count:structure|structures} at once.",
                        name=names[seat],
                        count=len(cells),
                    )
                    lights.append((len(cells), Moment(place, told)))
                case TurnEnded() if event.seat == seat:
                    turns = turns + 1 if state_after(place).hands[seat] >= half else 0
                    told = say(
                        "{name} had {count} pawns or more in hand for {turns} turns.",
                        name=names[seat],
                        count=half,
                        turns=turns,
                    )
                    idle.append((turns, Moment(place, told)))
    best = {one[1]: one for one in sorted(sets)}  # of each seat
    own, rival = best.pop(seat, None), max(best.values(), default=None)
    is_beaten = bool(rival and (own is None or rival[0] > own[0]))
    longest, most = max(idle, default=(0, None)), max(lights, default=(0, None))
    found = [own and own[2], rival[2] if rival and is_beaten else None]
    found += [longest[1] if longest[0] >= _LONG else None, most[1], rival and rival[2]]
    yield from filter(None, dict.fromkeys(found))
