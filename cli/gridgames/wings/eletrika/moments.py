"""The moments of a finished Eletrika game that a player remembers, found in its events."""

from collections.abc import Callable, Iterable, Sequence

from eletrika.events import Energized, Scored, TurnEnded
from eletrika.state import State
from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.moments import Moment, Strongest

_LONG = 2  # turns of idle pawns that are not worth a sentence


def moments(
    moves: Sequence[Move], state_after: Callable[[int], State], seat: Seat, names: Sequence[str]
) -> Iterable[Moment]:
    """Return the moments of a seat, the most telling first. ``state_after`` counts moves."""
    found = Strongest("set", "idle", "lit", "rival")
    turns, half = 0, (max(state_after(0).hands) + 1) // 2
    for place, move in enumerate(moves, start=1):
        for event in move.events:
            told: dict[str, object] = {"name": names[getattr(event, "seat", seat)]}
            match event:
                case Scored(points=points):
                    told |= {"points": points, "count": len(event.set)}
                    template = "{name} scored {points} MW with {count:structure|structures}."
                    kind = "set" if event.seat == seat else "rival"
                    found.add(kind, points, place, say(template, **told))
                case Energized(cells=cells) if move.seat == seat:
                    words = say(
                        "{name} lit {count:structure|structures} at once.", count=len(cells), **told
                    )
                    found.add("lit", len(cells), place, words)
                case TurnEnded() if event.seat == seat:
                    turns = turns + 1 if state_after(place).hands[seat] >= half else 0
                    words = say(
                        "{name} had {count} pawns or more in hand for {turns} turns.",
                        count=half,
                        turns=turns,
                        **told,
                    )
                    found.add("idle", turns - _LONG, place, words)
    return found
