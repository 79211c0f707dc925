"""The front page: what it offers, what it remembers, and the words it answers with."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from gridgames.languages.language import Language, use_language
from gridgames.screen.start import StartApp
from gridgames.show.registry import GameChoice, register
from gridgames.show.wing import Wing
from gridgames.table.saves.front_page import FrontPage
from gridgames.table.saves.saves import Save, saves_directory
from gridgames.table.saves.start_menu import HUMAN, StartMenu
from gridgames.table.settings import read_settings
from plain_games import gridgames
from screens import driven, new_session, shown


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def menu_app() -> StartApp:
    return StartApp(StartMenu(read_settings()))


def test_a_game_is_set_up_by_keys_started_and_remembered(home: Path) -> None:
    app = menu_app()

    async def to(pilot: Any, key: str) -> None:
        options = app.screen.query_one(OptionList)
        options.highlighted = options.get_option_index(key)
        await pilot.pause()

    async def script(pilot: Any) -> None:
        assert "gridgames play powergrid --seats human,normal,normal,normal" in shown(app)
        assert "The player who powers most cities in the last round wins." in shown(app)
        assert "Hannover" in shown(app), "a moment of the chosen game"
        await pilot.press("o")
        await to(pilot, "players")
        await pilot.press("left", "down", "down", "left")
        await to(pilot, "--map")
        await pilot.press("right")
        await to(pilot, "name")
        await pilot.press(*"Ana,=x", "backspace")
        assert "Fuel and money" not in shown(app), "the details of the rules are folded away"
        await to(pilot, "options")
        await pilot.press("enter")
        assert "Fuel and money" in shown(app)
        await to(pilot, "option hidden_money")
        await pilot.press("enter")
        assert "PG-SETUP-03" in shown(app), "an option is explained with its rules"
        assert "Usually no; or yes." in shown(app)
        assert "*yes" in shown(app), "the changed line stays in view"
        words = "play powergrid --seats Ana=human,easy,normal --map usa --option hidden_money=true"
        assert " ".join(app.menu.words()) == words
        assert words in shown(app)
        assert "1 option changed" in shown(app)
        await pilot.press("escape")
        assert "you, easy, normal" in shown(app)
        assert "Recharged, USA" in shown(app)
        await pilot.press("b")
        assert "you, 2 × normal" in shown(app), "stronger bots"
        await pilot.press("b", "b", "b", "b", "b", "right")
        assert "you, 3 × easy" in shown(app)
        await pilot.press("enter")

    driven(app, script, (120, 40))
    assert app.answer == ["--lang", "en", *app.menu.words()]
    again = StartMenu(read_settings())
    assert again.words() == app.menu.words()
    done = gridgames(home, *app.answer, "--no-save", typed="q\n")
    assert done.exit_code == 0
    assert "Ana" in done.stdout


def test_a_save_goes_on_and_what_is_over_or_broken_is_not_offered() -> None:
    session = new_session(GameChoice("eletrika"), ("Ana", "easy 2"))
    save = Save(saves_directory() / "one.jsonl")
    save.create(session)
    save.close()
    whole = save.path.read_text(encoding="utf-8")
    (saves_directory() / "broken.jsonl").write_text("{", encoding="utf-8")
    (saves_directory() / "over.jsonl").write_text(whole + '{"result":{}}\n', encoding="utf-8")
    app = menu_app()

    async def script(pilot: Any) -> None:
        assert shown(app).count("round 0") == 1, "the only one that goes on"
        await pilot.press("down", "down")
        assert "Ana, Otto" in shown(app)
        await pilot.press("enter")

    driven(app, script, (80, 24))
    assert app.answer == ["--lang", "en", "resume", str(save.path)]


def test_what_cannot_begin_is_told_and_the_language_is_changed_at_once() -> None:
    app = menu_app()
    app.menu.name = "easy 1"

    async def script(pilot: Any) -> None:
        await pilot.press("enter")
        assert "choose another one" in " ".join(shown(app).split())
        app.menu.name = "Ana"
        await pilot.press("end", "right")
        assert "Português" in shown(app)
        with use_language(Language("pt_BR")):
            for entry in app.page.entries():
                assert entry.label in shown(app), entry
        assert shown(app).splitlines()[-1].startswith(" ↑↓"), "one line of keys"
        await pilot.press("home", "enter")

    driven(app, script, (80, 28))
    app.language.close()
    assert app.answer is not None
    assert app.answer[:3] == ["--lang", "pt_BR", "play"]
    assert read_settings().language == "pt_BR"


def test_what_is_typed_follows_the_entry_that_asks_for_it() -> None:
    app = menu_app()

    async def script(pilot: Any) -> None:
        app.query_one(OptionList).highlighted = app.query_one(OptionList).get_option_index("join")
        await pilot.pause()
        await pilot.press("enter")
        assert "Link is missing." in shown(app)
        assert app.answer is None
        await pilot.press("down", "down", "down", *"free cities?", "backspace")
        assert "Question: free cities" in shown(app)
        await pilot.press("enter")

    driven(app, script, (80, 28))
    assert app.answer == ["--lang", "en", "rules", "free", "cities"]
    assert app.is_text


def test_each_page_reads_the_saves_anew_and_has_a_board_for_any_game() -> None:
    session = new_session(GameChoice("eletrika"), ("Ana", "Bia"))
    save = Save(saves_directory() / "one.jsonl")
    save.create(session)
    rounds = set()
    while session.state.round < 2:
        page = FrontPage(StartMenu(read_settings()))
        (saved,) = [one for one in page.entries() if one.session]
        rounds.add(saved.value)
        session.act(session.legal_actions()[0])
    save.close()
    assert len(rounds) > 1, "what has been played meanwhile is seen"
    with register(Wing("nim", "Nim", engine="toy", package="toy")):
        page = FrontPage(StartMenu(read_settings()))
        assert {"nim", "powergrid"} <= {one.game for one in page.entries()}
        for entry in page.entries():
            assert page.table(entry).picture(60, 20).lines


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        "{",
        '{"theme": "pink"}',
        '{"last": 7, "pause": "x", "confirm": 3}',
        '{"last": {"game": 1, "name": 2}}',
    ],
)
def test_settings_that_cannot_be_read_are_as_if_never_chosen(kept: str) -> None:
    settings = read_settings()
    assert settings.path is not None
    settings.path.parent.mkdir(parents=True)
    settings.path.write_text(kept, encoding="utf-8")
    menu = StartMenu(read_settings())
    assert menu.words() == ["play", "powergrid", "--seats", "human,normal,normal,normal"]
    assert (read_settings().confirm, read_settings().theme) == (True, "dark")
    menu.keep()
    assert json.loads(settings.path.read_text(encoding="utf-8"))["last"]["game"] == "powergrid"


def test_each_level_shows_how_often_the_person_beat_it() -> None:
    folder = saves_directory()
    folder.mkdir(parents=True)

    def finish(players: list[str], ending: str, game: str = "powergrid") -> None:
        header = json.dumps({"game": game, "players": players})
        path = folder / f"{game}-{len(list(folder.iterdir()))}.jsonl"
        path.write_text(f'{header}\n{{"seat":0,"do":"done"}}\n{ending}\n', encoding="utf-8")

    def result(*winners: int) -> str:
        return json.dumps({"result": {"winners": winners}}, separators=(",", ":"))

    finish(["Ana", "normal 2", "normal-miser 3"], result(0))  # one game against normal
    finish(["easy 1", "Ana", "normal 3"], result(2))
    finish(["Ana", "normal 2", "Bia"], result(0))  # nobody knows which of them is here
    finish(["normal 1", "normal 2"], result(0))
    finish(["Ana", "normal 2"], '{"seat":0,"do":"done"}')  # unfinished
    finish(["Ana", "normal 2"], result(0), "eletrika")
    for broken in ("{", "[" * 9999, '{"game":"powergrid","players":[1,[]]}', '{"game":[]}', "\xff"):
        (folder / f"{len(broken)}.jsonl").write_bytes(f"{broken}\n{result(0)}".encode("latin-1"))
    menu = StartMenu(read_settings())
    shown = {}
    for _ in (HUMAN, *menu.wing.game.LEVELS):
        values = {row.key: row.value for row in menu.rows()}
        shown[menu.seats[1]] = values["seat 1"]
        menu.change("seat 1", 1)
    assert shown["normal"] == "bot: normal · you won 1 of 2"
    assert shown["easy"] == "bot: easy · you won 0 of 1"
    assert shown["hard"] == "bot: hard"
    menu.change("game", 1)
    assert "bot: normal · you won 1 of 1" in [row.value for row in menu.rows()]
