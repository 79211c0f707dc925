"""By how much a game was won."""

from collections.abc import Sequence


def lead(compared: Sequence[tuple[str, Sequence[int]]], decided_by: str) -> int | None:
    """Return how far the winner is ahead in what decided, None where all of it was equal.

    ``compared`` are the rules that say what is compared, one after another, with the numbers of
    the seats; each looks only at those who were equal before.

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
