"""``gridgames export``: a recorded game as one page, and the other kinds of files."""

import json
import re
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gridgames.show.registry import register
from gridgames.show.wing import Wing
from gridgames.table.saves.saves import Save
from plain_games import gridgames

NIM = Wing("nim", "Nim", engine="toy", package="toy")
BARE = Wing("nim", "Nim", engine="toy")
GAMES = ("powergrid", "eletrika")
VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(HTMLParser):
    """A page, read strictly: the texts in each element, all attributes, and the scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.scripts: list[tuple[str, str]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, key, value or "") for key, value in attrs]
        self.ids += [value or "" for key, value in attrs if key == "id"]
        if tag == "script":
            self.scripts.append((dict(attrs).get("type") or "", ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            kind, text = self.scripts.pop()
            self.scripts.append((kind, text + data))
        elif self.open and self.open[-1] != "style":
            self.text += data

    @property
    def data(self):
        return json.loads(next(text for kind, text in self.scripts if kind == "application/json"))

    def contents(self, part):
        """Return the markup of a part at each place, put together as the script does it."""
        data, numbers, found = self.data, [], []
        for changes in data["changes"][part]:
            for start, removed, *put in changes:
                numbers[start : start + removed] = put
            found.append("".join(data["pieces"][number] for number in numbers))
        return found


def played(folder: Path, game: str, *more: object) -> Path:
    """Return the record of a game between bots."""
    path = folder / f"{game}.jsonl"
    words = ("play", game, "--watch", "--seats", "easy,easy", "--seed", "4", *more)
    done = gridgames(folder, *words, "--save", path)
    assert done.exit_code == 0, done.output
    return path


def written(record: Path, target: Path, *more: object) -> str:
    """Return the page of a record."""
    done = gridgames(target.parent, "export", record, "-o", target, *more)
    assert done.exit_code == 0, done.output
    return target.read_text("utf-8")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Return the records of a game of each."""
    folder = tmp_path_factory.mktemp("export")
    short = {"powergrid": ("--option", "house_limit=2"), "eletrika": ("--rounds", "5")}
    return {game: played(folder, game, *short[game]) for game in GAMES}


@pytest.fixture(scope="module")
def pages(records, tmp_path_factory):
    """Return the page of each record, as text and read."""
    folder = tmp_path_factory.mktemp("pages")
    texts = {game: written(records[game], folder / f"{game}.html") for game in GAMES}
    return {game: (text, Page(text)) for game, text in texts.items()}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_holds_the_board_after_each_move(game, records, pages):
    session = Save(records[game]).read()
    names = session.names
    whole, page = pages[game]
    lands, pieces, told = (page.contents(part) for part in ("land", "pieces", "told"))
    assert len(lands) == len(pieces) == len(told) == len(session.moves) + 1
    for place in range(0, len(session.moves) + 1, 19):
        board = session.face.board_layers(session.state_after(place), names)
        assert pieces[place] == board.pieces
        assert lands[place] == board.land()
    for move, text in zip(session.moves[::5], told[1::5], strict=True):
        first, *_ = session.face.narrate([move], names)
        assert Page(text).text.startswith(first)
    assert pieces[-1] in whole  # without a script too
    assert len(whole.encode()) < 1_000_000
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_needs_and_runs_nothing_else(game, pages):
    whole, page = pages[game]
    assert not re.search(r"https?:|@import|url\((?!#)", whole)
    for tag, key, value in page.attributes:
        assert not key.startswith("on"), (tag, key)
        if key in ("href", "src", "xlink:href"):
            assert value.startswith("#") or value == "data:,", (tag, value)
        if key == "href" and tag == "a" and value.startswith("#rule-"):
            assert value[1:] in page.ids
    (script,) = (text for kind, text in page.scripts if not kind)
    told = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{told}'" in str(
        [value for _, key, value in page.attributes if key == "content"]
    )


@pytest.mark.parametrize("wing", [NIM, BARE], ids=["presenter", "bare"])
def test_a_game_without_drawings_has_its_board_in_words(wing, tmp_path):
    with register(wing):
        text = written(played(tmp_path, "nim"), tmp_path / "nim.html")
    page = Page(text)
    assert 'id="map"' not in text
    words = page.contents("words")
    assert words[0] != words[-1]
    assert words[-1] in text
    assert "taken by round" in page.text


def test_a_review_is_part_of_the_page(tmp_path):
    with register(NIM):
        record = played(tmp_path, "nim", "--seats", "random,random")
        text = written(record, tmp_path / "nim.html", "--review", "quick")
        told = gridgames(tmp_path, "review", record, "--effort", "quick", columns=500).stdout
    assert "Turning points" in Page(text).text
    assert re.search(r" 1\. (.*)", told)[1].strip() in Page(text).text


def test_names_and_reasons_of_strangers_are_only_text(records, tmp_path):
    evil = '</script><script>alert(1)</script><img src=x onerror="alert(2)">'
    head, *lines = records["eletrika"].read_text("utf-8").splitlines()[:12]
    header = json.loads(head)
    header["players"] = [evil[:60], "<!--<script>&amp;'"]
    record = tmp_path / "evil.jsonl"
    record.write_text("\n".join([json.dumps(header), *lines]) + "\n", encoding="utf-8")
    text = written(record, tmp_path / "evil.html", "--lang", "pt_BR")
    page = Page(text)
    assert len(page.scripts) == 2
    assert "<img" not in text.replace("\\u003c", "<")
    assert evil[:40] in page.text
    assert page.contents("panels")[-1].count("&lt;!--&lt;script&gt;") == 1
    assert '<html lang="pt-BR">' in text
    assert "Regras citadas no histórico" in page.text


def test_what_is_hidden_in_an_unfinished_game_stays_hidden(tmp_path):
    record = tmp_path / "open.jsonl"
    words = ("play", "powergrid", "--seats", "Ana=human,Bia=human", "--seed", "1")
    typed = ["1", "1", "1", "q"]
    gridgames(tmp_path, *words, "--option", "hidden_money=true", "--save", record, typed=typed)
    assert Save(record).read().moves
    text = written(record, tmp_path / "open.html")
    assert "money hidden" in text
    assert not re.search(r"\d+ Elektro<", text)
    assert "money by round" not in text


def test_without_the_extra_the_command_says_what_it_needs(records, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gridgames.study.exports.game_page", None)
    done = gridgames(tmp_path, "export", records["eletrika"], "-o", tmp_path / "a.html")
    assert done.exit_code == 2
    assert "gridgames[web]" in done.stderr
    assert (
        gridgames(tmp_path, "export", records["eletrika"], "-o", tmp_path / "a.csv").exit_code == 0
    )
