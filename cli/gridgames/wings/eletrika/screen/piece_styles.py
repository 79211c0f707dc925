"""The styles of the pieces of each seat: the colours that they have by name (EL-SETUP-01)."""

from eletrika.tables import COLOUR_NAMES
from gridcommon.contract import Seat
from gridgames.terminal.seat_styles import seat_style

# On the dark ground of the screen, black is ink on a light plate.
_STYLES = {"Black": "bold #101010 on #b4bcc4"}


def piece_style(seat: Seat, ground: str = "") -> str:
    """Return the style of a seat's pieces, with or without a background.

    >>> piece_style(1), piece_style(2, "on #10141a")
    ('bold #101010 on #b4bcc4', 'bold #e96223 on #10141a')
    """
    plain = f"{seat_style(seat)} {ground}".rstrip()
    return _STYLES.get(COLOUR_NAMES[seat], plain)
