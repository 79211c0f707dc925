"""The keys of the editor of a table."""

from collections.abc import Iterator, Mapping

from gridgames.languages.messages import say

KEYS: Mapping[str, str] = {
    "left": "go W",
    "right": "go E",
    "up": "go up",
    "down": "go down",
    "home": "go NW",
    "pageup": "go NE",
    "end": "go SW",
    "pagedown": "go SE",
    "space": "lay",
    "enter": "choose",
    "delete": "remove",
    "backspace": "back",
    "shift+left": "turn -1",
    "shift+right": "turn 1",
    "0": "more",
    "f": "faces",
    "z,ctrl+z": "undo",
    "y,ctrl+y": "redo",
}


def meanings() -> Iterator[tuple[str, str]]:
    """Yield all keys with their effects."""
    yield "←→ ↑↓", say("to the next cell; up and down zigzag")
    yield "Home PgUp", say("to the northwest, to the northeast")
    yield "End PgDn", say("to the southwest, to the southeast")
    yield "1-9, 0", say("lay the face with this number; show the next faces")
    yield "r l . u t s p c", say("on a free cell: the next edge of its tile, clockwise")
    yield "Space", say("lay a tile of unknown land; on a tile: step on")
    yield "u t s p c", say("on a tile: Plant, Tower, Substation, Pole, City; again: none")
    yield (
        "w k r g",
        say("a pawn of White, Black, Red, Green; again: two; without a structure: a marker"),
    )
    yield "Shift+←→", say("turn the tile so that it fits another way")
    yield "Enter", say("another face for the tile")
    yield "Del", say("take the uppermost piece away")
    yield "⌫", say("take the last edge or change back")
    yield "f", say("enter faces or only places: then u t s p c lay the tile too")
    yield "z y", say("undo, redo")
