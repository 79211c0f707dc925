"""Pictures of a game: whole ones, and its board alone, in characters where none can be shown."""

from collections.abc import Sequence
from typing import Any

from gridgames.show.drawing.composition import compose
from gridgames.show.drawing.printing import picture_room, print_svg
from gridgames.show.drawing.svg import Drawing, draw_text, equalize_sizes
from gridgames.show.face import Face
from gridgames.show.parts import Marks, Scene, View
from gridgames.show.table import Table
from gridgames.terminal import output

_BOARD_HIGH = 480  # least pixels of a board, however low the terminal is
_BOARD_SHARE, _BOARD_FLAT = 0.75, 0.9  # of the lines, and of its width, that a board takes at most


def drawings_of(face: Face, shown: Sequence[Any], names: Sequence[str]) -> list[Drawing]:
    """Return pictures of one size, of states or of positions from :meth:`Face.parse_position`.

    Raises NotationError for what cannot be drawn.
    """
    scenes = [
        Scene(face.heading(one, names), board, face.panels(one, names))
        for one in shown
        if (board := face.board_layers(one, names))
    ]
    if scenes:
        drawings = compose(scenes, face.palette())
    else:
        told = (list(face.full_description(one, names)) for one in shown)
        drawings = [draw_text(face.game.NAME, lines) for lines in told]
    equalize_sizes(drawings)
    return drawings


def print_board(face: Face, shown: Any, names: Sequence[str], marks: Marks | None = None) -> None:
    """Print the board of a state, or of a position from :meth:`Face.parse_position`.

    It is a picture in a terminal that shows pictures, elsewhere it is in characters. Raises
    NotationError for what cannot be drawn, before anything is printed.
    """
    marks = marks or Marks()
    room = picture_room()
    layers = None
    if room:
        high = max(_BOARD_SHARE * room.height, _BOARD_HIGH)
        size = room.width, round(min(high, _BOARD_FLAT * room.width))
        layers = face.board_layers(shown, names, None, View(*size, marks))
    if room is None or layers is None:
        output.print_lines([*face.board_in_characters(shown, names, marks), []])
        return
    from gridgames.show.drawing.pane import board_picture

    picture = board_picture(layers, size, face.palette())
    print_svg(picture.to_text(room.theme), face.palette(), room, room.theme)


def print_table(table: Table, actions: Sequence[Any] = ()) -> None:
    """Print the board between lines of text, with all choices or with some actions only."""
    marks = table.marks()._replace(cursor="", path=(), ghost=None, lit=())
    if actions:
        for action in actions:
            table.show(action)
        table.planned = lambda: actions
        own = table.marks()
        prices = {key: price for key, price in own.prices.items() if key in own.planned}
        marks = Marks(prices=prices, planned=own.planned, chosen=own.chosen)
    print_board(table.face, table.state, table.names, marks)
