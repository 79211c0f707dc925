"""The winner's lead in a finished game."""

from collections.abc import Sequence


def lead(compared: Sequence[tuple[str, Sequence[int]]], decided_by: str) -> int | None:
    """Return the winner's lead in the deciding comparison, or None if all comparisons were equal.

    ``compared`` has the rules of the comparisons in order, with the numbers of the seats. Each
    comparison applies only to the seats that were equal in the earlier ones.

    >>> lead([("MOST", (5, 7, 7)), ("TIE", (9, 1, 4))], "TIE")
    3
    """
    tied = list(range(len(compared[0][1])))
    for rule, values in compared:
        *_, second, best = sorted(values[seat] for seat in tied)
        if rule == decided_by:
            return best - second
        tied = [seat for seat in tied if values[seat] == best]
    return None


def margin(
    compared: Sequence[tuple[str, Sequence[int]]],
    winners: Sequence[int],
    decided_by: str,
    seat: int,
) -> tuple[str, int] | None:
    """Return the comparison that put a seat where it is, and its lead, negative if it lost.

    None for a shared first place. The winner is compared with the next one, and any other seat with
    the winner.

    >>> compared = [("MOST", (5, 7, 7)), ("TIE", (9, 1, 4))]
    >>> [margin(compared, [2], "TIE", seat) for seat in range(3)]
    [('MOST', -2), ('TIE', -3), ('TIE', 3)]
    """
    if seat in winners:
        most = lead(compared, decided_by) if len(winners) == 1 else None
        return (decided_by, most) if most else None
    best = winners[0]
    apart = ((rule, values[seat] - values[best]) for rule, values in compared)
    return next((found for found in apart if found[1]), None)
