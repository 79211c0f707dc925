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
