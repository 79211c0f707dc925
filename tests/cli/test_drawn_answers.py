"""``--draw``: the board that an answer is about, as a picture or in characters."""

import re
from io import BytesIO

import pytest
from PIL import Image

from gridgames.show.drawing import images, printing
from gridgames.terminal.pictures.asking import Abilities
from gridgames.terminal.pictures.choice import Protocol, Way
from plain_games import gridgames

COMMANDS = (
    "eletrika check dead-end",
    "eletrika show two-turns",
    "powergrid cost hand-written Norfolk",
    "new eletrika --seed 3",
    "rules EL-NRG-01",
    "compare connecting --rows cost --run",
)
LEGEND, LINK = "[T] energized, (T)", re.compile("[⠀-⣿]{2}")  # of a board, and of a map


@pytest.fixture
def pictures(monkeypatch) -> list[str]:
    """A terminal of 640 x 374 pixels that shows pictures; the list has what it was shown."""
    shown: list[str] = []
    blank = BytesIO()
    Image.new("RGB", (8, 8)).save(blank, "PNG")
    terminal = Abilities("XTerm(379)", has_sixel=True, cell=(8, 17))
    monkeypatch.setattr(printing, "way", lambda: Way(Protocol.SIXEL, terminal))

    def taken(svg: str, zoom: float = 1.0) -> bytes:
        del zoom
        shown.append(svg)
        return blank.getvalue()

    monkeypatch.setattr(images, "png_of", taken)
    return shown


def has_board(text: str) -> bool:
    return LEGEND in text or bool(LINK.search(text))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_board_is_in_characters_in_a_pipe_and_a_picture_in_a_terminal(
    command, tmp_path, pictures, monkeypatch
):
    words = command.split()
    drawn = gridgames(tmp_path, *words, "--draw", columns=50)
    assert drawn.exit_code in (0, 1), drawn.stderr
    assert pictures
    assert all(svg.startswith("<svg ") for svg in pictures)
    assert not has_board(drawn.stdout)
    monkeypatch.setattr(printing, "way", lambda: None)
    plain = gridgames(tmp_path, *words, columns=50)
    told = gridgames(tmp_path, *words, "--draw", columns=50)
    assert told.exit_code == plain.exit_code
    assert has_board(told.stdout)
    assert "\x1b" not in told.stdout
    added = {*told.stdout.splitlines()} - {*plain.stdout.splitlines()}
    assert max(map(len, added), default=0) <= 50
    last = plain.stdout.rstrip().splitlines()[-1]
    is_below = words[0] == "rules" or words[1] == "connecting"
    assert (drawn.stdout.index("\x1bP") > drawn.stdout.index(last)) == is_below
