"""Draw the boards and the main screens of both games as pictures into docs/pictures.

    python scripts/pictures.py [--boards] [--short]

Boards are those of ``gridgames draw``. Screens need the font DejaVu Sans Mono. Half blocks and
braille are drawn as shapes, so that the pictures look like a good terminal. The pictures of
docs/first-games.md show steps of the lessons.
"""

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gridcommon.records import Header
from gridgames.languages.language import Language
from gridgames.screen.play import GameApp
from gridgames.show.drawing.svg import Drawing
from gridgames.show.pictures import drawings_of
from gridgames.show.registry import GameChoice, face_of, game_of
from gridgames.table.lesson import games_with_lessons, lesson_session, read_lesson
from gridgames.table.lesson_page import picture_of
from gridgames.table.session import Session, players_of
from gridgames.table.settings import THEMES, Settings

_ROOT = Path(__file__).parent.parent
_WHERE, _EXAMPLES = _ROOT / "docs" / "pictures", _ROOT / "examples"
SIZE = (120, 40)
OTHER_SIZES = ((80, 24), (200, 55))  # of games in full progress
_WIDE, _HIGH = 9, 18  # pixels of a character
_INK, _GROUND = (221, 227, 234), (16, 20, 26)
# Columns and rows of the dots of a braille character, by bit.
_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))


def played(choice: GameChoice, seed: int, until: Any) -> Session:
    """Play bots against Ana, who follows the hints, until ``until`` holds; return the game."""
    levels = tuple(game_of(choice.game).LEVELS)
    level = levels[-1]
    names = ("Ana", *(f"{level} {number}" for number in (2, 3, 4)))
    header = Header(choice.game, choice.ruleset(), names, seed, choice.setup())
    session = Session(header, players_of(header))
    while session.to_act is not None and not (session.waits_for_human and until(session)):
        if session.waits_for_human:
            action, reason = session.policy.choice(session.levels[-1])
            session.act(action, reason)
        else:
            session.next_move()
    return session


def draw(app: Any, file: Path) -> None:
    """Draw the current screen of an app."""
    from PIL import Image, ImageDraw, ImageFont

    plain = ImageFont.truetype("DejaVuSansMono.ttf", 15)
    bold = ImageFont.truetype("DejaVuSansMono-Bold.ttf", 15)
    image = Image.new("RGB", (app.size.width * _WIDE, app.size.height * _HIGH), _GROUND)
    pen = ImageDraw.Draw(image)
    for line, strip in enumerate(app.screen._compositor.render_strips()):
        column = 0
        for segment in strip:
            style = segment.style
            ink, ground = _colours(style)
            font = bold if style and style.bold else plain
            for character in segment.text:
                _character(pen, column * _WIDE, line * _HIGH, character, ink, ground, font)
                column += 1
    image.quantize(160).save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size // 1000} kB")


def _colours(style: Any) -> tuple[Any, Any]:
    ink, ground = _INK, _GROUND
    if style and style.color and style.color.triplet:
        ink = tuple(style.color.triplet)
    if style and style.bgcolor and style.bgcolor.triplet:
        ground = tuple(style.bgcolor.triplet)
    return (ground, ink) if style and style.reverse else (ink, ground)


def _character(pen: Any, x: int, y: int, character: str, ink: Any, ground: Any, font: Any) -> None:
    box = (x, y, x + _WIDE - 1, y + _HIGH - 1)
    pen.rectangle(box, fill=ground)
    code = ord(character)
    if character == "▀":
        pen.rectangle((x, y, x + _WIDE - 1, y + _HIGH // 2 - 1), fill=ink)
    elif 0x2800 <= code < 0x2900:
        for bit, (across, down) in enumerate(_DOTS):
            if (code - 0x2800) >> bit & 1:
                left, top = x + 1 + across * 5, y + 1 + down * 4.5
                pen.rectangle((left, top, left + 1, top + 1), fill=ink)
    elif character != " ":
        pen.text((x, y), character, font=font, fill=ink)


def picture(
    name: str,
    session: Session,
    keys: Sequence[str] = (),
    *,
    colour: bool = True,
    theme: str = THEMES[0],
    size: tuple[int, int] = SIZE,
    is_drawn: bool = True,
) -> None:
    """Draw the screen of a game after some keys."""
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"

    async def run() -> None:
        app = GameApp(session, None, pause=0, settings=Settings(theme=theme))
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.2)
            await pilot.press(*keys)
            await pilot.pause(0.2)
            if is_drawn:
                draw(app, _WHERE / f"{name}.png")

    asyncio.run(run())


def is_building(session: Session) -> bool:
    """Return whether Ana has a choice of cities to build in, late enough in a game."""
    state = session.state
    return state.round >= 5 and len(session.legal_actions()) > 8 and state.phase == 4


def _at_once(_: Session) -> bool:
    return True


def _never(_: Session) -> bool:
    return False


def draw_boards() -> None:
    """Draw the boards for the pages."""
    text = (_EXAMPLES / "full-scoring.eletrika").read_text("utf-8")
    face = face_of("eletrika")
    [drawing] = drawings_of(face, [face.parse_position(text, {})], ())
    write(drawing, "board-eletrika-scoring")
    boards = {
        "board-powergrid": played(GameChoice("powergrid"), 8, lambda game: game.state.round == 9),
        "board-eletrika": played(GameChoice("eletrika"), 2, lambda game: game.state.round == 11),
    }
    for name, session in boards.items():
        names = [player.name for player in session.players]
        [drawing] = drawings_of(session.face, [session.state], names)
        write(drawing, name)
    words = ("powergrid", "map", "draw", _EXAMPLES / "nordeste.toml", "-o")
    file = _WHERE / "map-nordeste.svg"
    subprocess.run([sys.executable, "-m", "gridgames", *words, file], check=True)


def write(drawing: Drawing, name: str) -> None:
    """Write the picture of a board."""
    file = _WHERE / f"{name}.svg"
    file.write_text(drawing.to_text(), encoding="utf-8", newline="\n")
    print(f"{file.name}: {file.stat().st_size // 1000} kB")


def draw_lessons() -> None:
    """Draw the steps of the lessons for docs/first-games.md."""

    async def run(session: Session, name: str) -> None:
        app = GameApp(session)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause(0.2)
            draw(app, _WHERE / f"{name}.png")

    os.environ.pop("NO_COLOR", None)
    for game in games_with_lessons():
        lesson = read_lesson(game, Language.ENGLISH)
        for step in lesson.steps:
            if step.picture:
                asyncio.run(run(lesson_session(lesson, step.number), picture_of(game, step.number)))


def main() -> None:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="try one screen, draw nothing")
    parser.add_argument("--boards", action="store_true", help="draw the boards, no screens")
    asked = parser.parse_args()
    os.environ["COLORTERM"] = "truecolor"  # as in a terminal of today
    if asked.short:
        picture(
            "start", played(GameChoice("eletrika"), 5, _at_once), ("ctrl+o", "tab"), is_drawn=False
        )
        print("one screen tried")
        return
    draw_boards()
    if asked.boards:
        return
    draw_lessons()
    germany = GameChoice("powergrid")
    eletrika = GameChoice("eletrika")
    start = played(eletrika, 5, lambda session: session.state.round == 2)
    picture("eletrika-zoomed", start, ("ctrl+o", "tab"))
    screens = {
        "powergrid-start": lambda: played(germany, 4, _at_once),
        "powergrid-middle": lambda: played(germany, 8, is_building),
        "powergrid-end": lambda: played(GameChoice("powergrid", flags={"map": "usa"}), 3, _never),
        "eletrika-start": lambda: played(eletrika, 5, _at_once),
        "eletrika-middle": lambda: played(eletrika, 5, lambda session: session.state.round == 10),
        "eletrika-end": lambda: played(eletrika, 6, _never),
    }
    for name, session in screens.items():
        keys = ("escape",) if name == "eletrika-end" else ("tab",)
        picture(name, session(), keys)
        picture(f"{name}-no-colour", session(), keys, colour=False)
        for columns, lines in OTHER_SIZES if name.endswith("middle") else ():
            picture(f"{name}-{columns}x{lines}", session(), keys, size=(columns, lines))


if __name__ == "__main__":
    main()
