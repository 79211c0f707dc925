"""Questions at the table: turns left, the last turn, and what could be scored now."""

from collections.abc import Iterator, Sequence

from eletrika.events import MarkerReturned, Scored
from eletrika.projection import best_score
from eletrika.state import AFTER, OVER, State, seat_at
from eletrika.tables import FINAL_ROUNDS, ROW
from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.wings.eletrika.description.narration import narrate
from gridgames.wings.eletrika.description.words import cells_words, items_words


def turns_left(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield how many turns each player has left, the one to act first.

    Until the stack has run out this is the least: a tile in every turn.  Rules: EL-END-03.
    """
    if state.phase == OVER:
        yield say("The game is over")
        return
    seats, now = state.seats, max(1, state.round)
    turn = state.turn if state.round else 0
    last = state.end_round
    if not last:
        # The tiles that the other players draw in set-up come first
        tiles = len(state.stack) - (0 if state.round else seats - 1 - state.turn)
        tiles += state.ruleset.end_trigger == "failed_draw"
        is_drawn = state.phase == AFTER and len(state.row) == ROW
        last = now + (turn + max(0, tiles - 1 + is_drawn)) // seats + FINAL_ROUNDS
    for place in range(seats):
        seat = (state.actor + place) % seats
        is_to_come = (seat - seat_at(state, 0)) % seats >= turn
        count = last - now + is_to_come
        if state.end_round:
            yield say("{name}: {count:turn|turns}", name=names[seat], count=count)
        else:
            yield say("{name}: {count:turn|turns} or more", name=names[seat], count=count)
    if state.end_round:
        yield say("Round {last} is the last; the present turn counts (EL-END-03).", last=last)
    else:
        yield say(
            "The stack holds {count:tile|tiles}. When it runs out, the round and two more are"
            " played (EL-END-03); a turn without a tile makes the game longer.",
            count=len(state.stack),
        )


def last_turn(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield what the player who acted last scored in that turn, then what happened in it."""
    acted = [move for move in moves if move.seat is not None]
    if not acted:
        return
    seat = acted[-1].seat
    turn: list[Move] = []
    for move in reversed(acted):
        if move.seat != seat:
            break
        turn.insert(0, move)
    points = dict[Seat, int]()
    for event in (event for move in turn for event in move.events):
        if isinstance(event, Scored | MarkerReturned):
            points[event.seat] = points.get(event.seat, 0) + event.points
    assert seat is not None, acted
    yield say("{name} scored {points} MW.", name=names[seat], points=points.pop(seat, 0))
    for other, count in points.items():
        if count:
            yield say("{name} scored {points} MW.", name=names[other], points=count)
    for move in turn:
        yield from narrate(move, names)


def possible_points(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield the most valuable set of each player, the one worth most first.

    Rules: EL-SCORE-01, EL-SCORE-05.
    """
    table = state.copy()
    found = []
    for seat in range(state.seats):
        score, items = best_score(table, seat)
        found.append((-sum(item.points for item in items), seat, score, items))
    for points, seat, score, items in sorted(found, key=lambda one: one[:2]):
        if score is None or not items:
            yield say("{name}: nothing", name=names[seat])
            continue
        yield say(
            "{name}: {points} MW with {cells} ({items})",
            name=names[seat],
            points=-points,
            cells=cells_words(score.set),
            items=items_words(items),
        )
    yield say("These are the best sets now. A set is scored in the turn of its player.")
