"""Pictures: the files that the command writes, and what it refuses."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from gridgames.show.drawing import images
from gridgames.show.drawing.svg import Drawing
from plain_games import invoke

SVG = "{http://www.w3.org/2000/svg}"


def drawn(folder: Path, *words: str | Path, typed: str | None = None) -> ElementTree.Element:
    """Return the SVG that a command draws."""
    file = folder / "picture.svg"
    answer = invoke("draw", *words, "-o", file, typed=typed)
    assert answer.exit_code == 0, answer.output
    return ElementTree.parse(file).getroot()


def texts(picture: ElementTree.Element) -> set[str]:
    return {one.text or "" for one in picture.iter(f"{SVG}text")}


@pytest.mark.parametrize(
    ("game", "theme"), [("eletrika", "light"), ("classic", "dark"), ("cartel", "light")]
)
def test_a_record_is_drawn_as_a_picture_that_stands_alone(records, tmp_path, game, theme):
    picture = drawn(tmp_path, records[game], "--at", "12", "--theme", theme)
    assert picture.find(f"{SVG}title").text
    assert len(picture.find(f"{SVG}desc").text) > 100
    assert picture.get("lang") == "en"
    written = (tmp_path / "picture.svg").read_text("utf-8")
    outside = written.replace('xmlns="http://www.w3.org/2000/svg"', "", 1)
    assert not re.search(r"https?:|@import|<image|<script|url\((?!#)", outside)
    named = {one.get("id") for one in picture.iter() if one.get("id")}
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', written))
    assert used <= named
    drawn(tmp_path, records[game], "--at", "12", "--theme", theme)
    assert (tmp_path / "picture.svg").read_text("utf-8") == written


def test_names_are_written_as_they_are(tmp_path, records):
    lines = records["eletrika"].read_text("utf-8").splitlines()
    lines[0] = re.sub(r'"players":\[[^\]]*\]', r'"players":["<b>&\\"x","\\u0007b 王"]', lines[0])
    record = tmp_path / "named.jsonl"
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    picture = drawn(tmp_path, record, "--at", "3")
    assert any(text.startswith('<b>&"x') for text in texts(picture))
    file = tmp_path / "named.png"
    assert invoke("draw", record, "--at", "3", "-o", file).exit_code == 0  # 王 is of the system


def test_a_png_has_text_without_any_font_of_the_system():
    """What the shipped fonts have, they draw."""
    pictures = []
    for text in ("", "Ana não vê ○●■◆▲✚"):
        drawing = Drawing("Title", [])
        drawing.write(5, 30, text, 20, fill=(0, 0, 0))
        drawing.resize(300, 40)
        data = images.to_png(drawing, 2)
        pictures.append(Image.open(BytesIO(data)).convert("L"))
    assert pictures[0].size == (600, 80)
    assert pictures[0].getextrema() == (248, 248)
    across = [x for x in range(600) if pictures[1].crop((x, 0, x + 1, 80)).getextrema()[0] < 128]
    assert across[-1] - across[0] > 300


def test_a_film_has_a_picture_for_each_action(records, tmp_path):
    file = tmp_path / "film.gif"
    answer = invoke("draw", records["eletrika"], "--at", "4..6", "-o", file, "--pace", "0.2")
    assert answer.exit_code == 0, answer.output
    with Image.open(file) as film:
        assert film.n_frames == 3
        assert film.info["duration"] == 200
