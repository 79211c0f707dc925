"""Standing orders in a save: limits, plans, and what was agreed when a plan was committed."""

from contextlib import suppress
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, truncate
from gridgames.table.bots.notes import KeptOrders
from gridgames.table.session import Session


def orders_to_keep(session: Session) -> KeptOrders:
    """Return the standing orders of all seats, as commands in English and as JSON."""
    agreed = (orders.to_json() for orders in session.standing)
    return KeptOrders(
        [
            (seat, text)
            for seat, orders in enumerate(session.standing)
            for text in orders.to_commands(session.state)
        ],
        [(seat, data) for seat, data in enumerate(agreed) if data is not None],
        [],
    )


def restore_orders(session: Session, kept: KeptOrders) -> list[str]:
    """Restore saved orders, and return those that are invalid or no longer apply."""
    failed = [*kept.unreadable]
    failed += [text for seat, text in kept.orders if not _restore(session, seat, text)]
    failed += ["commit" for seat, data in kept.agreed if not _commit(session, seat, data)]
    return [truncate(text) for text in dict.fromkeys(failed)]


def _restore(session: Session, seat: Seat, text: str) -> bool:
    """Restore an order of a person, and return whether it is one."""
    if seat not in session.humans:
        return False
    public = session.game.observe(session.state, seat).public
    with suppress(NotationError, IllegalAction):
        given = session.standing[seat].parse(public, seat, text)
        if given is not None and text in given.standing.to_commands(public):
            session.standing[seat] = given.standing
            return True
    return False


def _commit(session: Session, seat: Seat, data: Any) -> bool:
    """Restore what a person agreed to, and return whether it fits the restored orders."""
    if seat not in session.humans:
        return False
    public = session.game.observe(session.state, seat).public
    with suppress(NotationError, IllegalAction):
        orders = session.standing[seat].with_json(public, seat, data)
        session.standing[seat] = orders.revalidate(public, seat)
        return True
    return False
