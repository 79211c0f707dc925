"""The README shows what the program answers, and its pictures are small and there."""

import doctest
import re
from pathlib import Path

import newcomer
import pytest
from PIL import Image

from plain_games import gridgames

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = list(newcomer.steps_of(ROOT / "README.md", "README.md"))


@pytest.mark.parametrize("step", SHOWN, ids=lambda step: step.command)
def test_what_a_command_answers_is_shown(step, tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDGAMES_LANG", "en")
    done = gridgames(tmp_path, *step.words, typed=step.typed or "")
    assert step.expected
    newcomer.check_output(step, done.exit_code, done.output)


def test_the_python_of_the_page_answers_as_it_says():
    (python,) = re.findall(r"^```pycon\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert "..." not in python
    test = doctest.DocTestParser().get_doctest(python, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test) == (0, len(test.examples))


def test_the_page_of_an_index_leads_nowhere_wrong():
    pytest.importorskip("hatchling")
    from index_page import index_page

    address = "https://example.org/raw/v1"
    page = index_page(README, f"{address}/")
    assert f"[for players]({address}/docs/players.md)" in page
    assert f'<img src="{address}/docs/pictures/terminal-powergrid.png"' in page
    relative = r'\]\((?!https:)|="(?!https:|\d|[A-Z])'
    assert re.search(relative, README)
    assert not re.search(relative, page)
    plain = index_page(README, "")
    assert not re.search(relative, plain)
    assert "Guides: for players, the first ten minutes" in plain
    assert "<img" not in plain


def test_the_pictures_are_there_and_small():
    pictures = re.findall(r'<img src="([^"]+)" width="410" alt="[^"]{20,}">', README)
    assert len(pictures) == README.count("<img") == 2
    for name in pictures:
        assert (ROOT / name).stat().st_size < 80_000
        with Image.open(ROOT / name) as picture:
            assert picture.width >= 1000
    links = re.findall(r'<a href="([^"#]+)', README)
    assert [link for link in links if not (ROOT / link).is_file()] == []
