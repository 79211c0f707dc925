"""Sessions in which people plan."""

from gridgames.sessions.session import Session


def asked(session: Session, seat: int, text: str) -> str:
    """Return the answer to a question, in one line."""
    given = session.order(seat, text)
    assert given is not None, text
    assert given.told is not None, text
    return " ".join(given.told([player.name for player in session.players]))


def settled(session: Session) -> list[object]:
    """Make what need not be chosen, and return it."""
    made = []
    while session.to_act is not None and not session.waits_for_human:
        made.append(session.next_move().action)
    return made
