"""Maps of the user in the program: written, checked, drawn, played on, and carried in records."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import powergrid
from gridcommon.records import read_record
from gridgames.games.registry import Choice, face_of
from gridgames.screen.play import GameApp
from gridgames.sessions import settings
from gridgames.wings.powergrid.companion.editing.editor import PositionEditor
from gridgames.wings.powergrid.companion.map_table import summary, template, whole_state
from gridgames.wings.powergrid.companion.position_input import load_position, own_map
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.screen import compact_panels
from gridgames.wings.powergrid.screen.map_layout import REGION_COLOURS, layout
from plain_games import gridgames, process, recorded_actions
from powergrid import load_map, map_from_table
from powergrid.board import board
from powergrid.custom_maps import MOST_CITIES
from powergrid.tables import COLOURS, city_number
from screens import advanced, driven, shown, until

EXAMPLE = Path(__file__).parents[2] / "examples" / "nordeste.toml"
CHOICE = Choice("powergrid", flags={"map_file": EXAMPLE})


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "settings_path", lambda: tmp_path / "settings.json")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game of three bots on a copy of the example, which is gone afterwards."""
    own = tmp_path / "mine.toml"
    own.write_bytes(EXAMPLE.read_bytes())
    words = ("--map-file", own, "--seats", "easy,easy,easy", "--games", "1", "--seed", "3")
    done = gridgames(tmp_path, "simulate", "powergrid", *words, "--records", tmp_path)
    assert done.exit_code == 0, done.output
    own.unlink()
    return next(tmp_path.glob("powergrid-3.jsonl"))


def test_a_record_of_bots_verifies_elsewhere_from_itself_alone(
    record: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "game.jsonl").write_bytes(record.read_bytes())
    done = process(other, "verify", other / "game.jsonl")
    assert (done.returncode, "holds" in done.stdout) == (0, True), done.stderr
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    assert (header["version"], header["ruleset"]["map"]["table"]["name"]) == (2, "Nordeste")
    assert {one["city"] for one in recorded_actions(record) if one["do"] == "build"} <= {
        row["name"] for row in header["ruleset"]["map"]["table"]["cities"]
    }


def test_a_changed_map_in_a_record_is_refused(record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    record.write_text(text.replace('["Feira","Salvador",5]', '["Feira","Salvador",6]', 1), "utf-8")
    done = gridgames(tmp_path, "verify", record)
    assert done.exit_code == 2
    assert "ruleset.map.digest" in done.stderr
    assert "one of them was changed" in " ".join(done.stderr.split())


def test_a_record_and_its_positions_are_shown_asked_about_and_drawn(
    record: Path, tmp_path: Path
) -> None:
    assert "Nordeste" in gridgames(tmp_path, "powergrid", "show", record, "--at", 90).stdout
    text = gridgames(tmp_path, "powergrid", "convert", record, "--at", 90, "--to", "text").stdout
    position = tmp_path / "table.txt"
    position.write_text(text, encoding="utf-8")
    assert text.startswith('powergrid recharged "Nordeste"\n')
    picture = tmp_path / "table.svg"
    named = ("--map-file", EXAMPLE)
    for words in (
        ("powergrid", "cost", position, "recife", *named),
        ("powergrid", "show", position, *named),
        ("powergrid", "market", position, *named),
        ("draw", position, "-o", picture, *named),
        ("draw", record, "--at", "90", "-o", picture),
    ):
        done = gridgames(tmp_path, *words)
        assert done.exit_code in (0, 1), (words, done.output)
        assert not done.stderr.strip() or "written" in done.stderr, (words, done.stderr)
    assert "Nordeste" in picture.read_text("utf-8")
    alone = gridgames(tmp_path, "powergrid", "show", position)
    assert (alone.exit_code, "--map-file FILE" in alone.stderr) == (2, True)
    data = tmp_path / "table.json"
    done = gridgames(tmp_path, "powergrid", "convert", position, "--to", "json", *named)
    data.write_text(done.stdout, encoding="utf-8")
    assert gridgames(tmp_path, "powergrid", "show", data).exit_code == 0


def test_a_record_is_replayed_reviewed_and_exported(record: Path, tmp_path: Path) -> None:
    assert "Nordeste" in gridgames(tmp_path, "replay", record, "--plain").stdout
    start = tmp_path / "start.jsonl"
    start.write_bytes(b"".join(record.read_bytes().splitlines(True)[:12]))
    told = gridgames(tmp_path, "review", start, "--seat", "1", "--time", "1", "--json")
    assert json.loads(told.stdout)["finished"] is False
    for suffix in ("csv", "html", "json", "svg", "txt"):
        target = tmp_path / f"game.{suffix}"
        source = start if suffix == "html" else record  # a page of a whole game takes long
        done = gridgames(tmp_path, "export", source, "-o", target)
        assert (done.exit_code, target.exists()) == (0, True), done.output
    assert "Petrolina" in (tmp_path / "game.html").read_text("utf-8")
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))["ruleset"]["map"]["table"]


def test_a_tournament_and_a_kept_game_on_it(tmp_path: Path) -> None:
    words = (
        "--map-file",
        "nordeste",
        "--bots",
        "random,easy",
        "--games",
        "1",
        "--seed",
        "3",
        "--json",
    )
    done = gridgames(tmp_path, "tournament", "powergrid", *words)
    assert json.loads(done.stdout)["ruleset"]["map"]["table"]["name"] == "Nordeste", done.output
    save = tmp_path / "kept.jsonl"
    words = ("--regions", "Bahia,Norte,Sertão", "--order", "Ana,Bia,Caio", "--save", str(save))
    done = gridgames(
        tmp_path, "powergrid", "keep", "--plain", "--map-file", EXAMPLE, *words, "--players",
        "Ana,Bia,Caio", "--faceup", "3,4,5,6,7,8,9,10", typed=["open 4 4", "pass", "quit"],
    )  # fmt: skip
    assert gridgames(tmp_path, "verify", save).exit_code == 0, done.output
    assert [one["do"] for one in recorded_actions(save)] == ["open", "pass"]


def test_a_game_goes_on_from_a_position_on_the_map(tmp_path: Path) -> None:
    position = tmp_path / "table.txt"
    position.write_text('powergrid classic "Nordeste"\nA: cities Recife\nB:\nC:\n', "utf-8")
    save = tmp_path / "save.jsonl"
    words = ("--plain", "--position", position, "--seats", "Ana=human,easy,easy", "--seed", "1")
    done = gridgames(
        tmp_path, "play", "powergrid", *words, "--map-file", EXAMPLE, "--save", save, typed=["quit"]
    )
    assert save.exists(), done.output
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    wrong = gridgames(
        tmp_path, "play", "powergrid", *words, "--map-file", EXAMPLE, "--edition", "recharged",
        "--option", "hidden_money=true",
    )  # fmt: skip
    assert (wrong.exit_code, "states its own rules" in wrong.stderr) == (2, True)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_it_is_played_on_the_full_screen(size: tuple[int, int]) -> None:
    session = advanced("powergrid", 24, CHOICE)
    app: Any = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await until(pilot, "F1")
        before = len(session.moves)
        action = session.legal_actions()[0]
        session.act(action)
        await pilot.press("down", "right")
        await pilot.pause()
        assert len(session.moves) == before + 1
        screen = shown(app)
        assert any(name[:4] in screen for name in ("Recife", "Salvador", "Teresina", "Fortaleza"))

    driven(app, script, size)


def test_a_template_is_a_small_map_that_holds(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert gridgames(tmp_path, "powergrid", "map", "init", file).exit_code == 0
    assert load_map(file).name == "Grove"
    assert all(len(line) <= 90 for line in template().splitlines())
    again = gridgames(tmp_path, "powergrid", "map", "init", file)
    assert again.exit_code == 2
    told = gridgames(tmp_path, "powergrid", "map", "check", file, "--name", "grove").stdout
    assert "15 cities in 3 regions: lower 5, middle 5, upper 5." in told
    assert "3 players: 1 zone of 15 cities; step 2 with 4, the end with 12" in told
    assert "4 players: not suited: they need 4 regions" in told
    assert "--map-file grove" in told
    found = json.loads(gridgames(tmp_path, "powergrid", "map", "check", "grove", "--json").stdout)
    assert (found["cities"], found["suits"]["classic"]["3"]["why"]) == (15, None)
    header = gridgames(
        tmp_path, "new", "powergrid", "--map-file", "grove", "--players", 3, "--json"
    )
    ruleset = json.loads(header.stdout)["header"]["ruleset"]
    assert ruleset["map"]["digest"] == found["digest"]


def test_it_is_drawn_whole(tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    done = gridgames(tmp_path, "powergrid", "map", "draw", "nordeste", "-o", picture)
    assert done.exit_code == 0, done.output
    text = picture.read_text("utf-8")
    own = load_map(EXAMPLE)
    assert all(row["name"].split()[0] in text for row in own.table["cities"])
    assert "62 connections" in text
    assert "Recife" in gridgames(tmp_path, "powergrid", "map", "draw", "nordeste").stdout
    assert len(face_of("powergrid").view(whole_state(own), None, ["1", "2"])["facts"]) > 5


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--map-file", "nowhere.toml"), "cannot be read"),
        (("--map-file", EXAMPLE, "--map", "usa"), "exclude each other"),
        (("--map-file", EXAMPLE, "--regions", "west,Norte,Sertão,Bahia"), "unknown region 'west'"),
    ],
)
def test_bad_flags_are_one_message(tmp_path: Path, words: tuple[object, ...], told: str) -> None:
    done = gridgames(tmp_path, "new", "powergrid", *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())


def test_a_broken_map_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    text = EXAMPLE.read_text("utf-8").replace('["Feira",          "Sal', '["Feria",          "Sal')
    file.write_text(text, encoding="utf-8")
    for words in (("powergrid", "map", "check", file), ("new", "powergrid", "--map-file", file)):
        done = gridgames(tmp_path, *words)
        line = 1 + next(n for n, one in enumerate(text.splitlines()) if "Feria" in one)
        assert done.exit_code == 2
        assert f"line {line}, key 'connections" in " ".join(done.stderr.split())
        assert "unknown city 'Feria'; nearest: Feira" in " ".join(done.stderr.split())
    done = gridgames(tmp_path, "--lang", "pt_BR", "powergrid", "map", "check", file)
    assert "cidade desconhecida: 'Feria'" in " ".join(done.stderr.split())


def test_a_map_that_does_not_suit_the_players_is_named_and_not_its_digest(tmp_path: Path) -> None:
    file, text = tmp_path / "high.toml", EXAMPLE.read_text("utf-8")
    file.write_text(
        text.replace("2 = { step2 = 6, game_end = 15 }", "2 = { game_end = 40 }"), "utf-8"
    )
    done = gridgames(tmp_path, "new", "powergrid", "--players", "2", "--map-file", file)
    told = " ".join(done.stderr.split())
    assert (done.exit_code, "sha256" in told) == (2, False)
    assert "key 'players': PG-COMP-10: Nordeste does not suit 2 players: the zone" in told
    assert told.endswith("has 18 cities, and the game ends with 40")
    file.write_text(
        text.replace('"Bahia"      = { colour = "purple"', '"Bahia" = { colour = "pink"'), "utf-8"
    )
    done = gridgames(tmp_path, "powergrid", "map", "check", file)
    line = 1 + next(n for n, one in enumerate(text.splitlines()) if one.startswith('"Bahia"'))
    assert f"line {line}, key 'regions.Bahia.colour'" in " ".join(done.stderr.split())


def test_a_position_on_it_is_entered_by_pointing(tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text('powergrid recharged "Nordeste"\nA: cities Recife\nB:\nC:\n', "utf-8")
    own = own_map(EXAMPLE)
    editor = PositionEditor(load_position(str(file), None, own=own))
    assert "Nordeste" in editor.title()
    editor.cursor = city_number("Natal")
    for command in ("house 1", "rules classic own", "money 1"):
        assert editor.do(command), editor.told
    assert editor.position.ruleset.custom_map == own
    assert editor.position.ruleset.edition == "classic"
    assert 'powergrid classic "Nordeste"' in editor.text()


def test_every_colour_of_a_region_can_be_drawn() -> None:
    assert sorted(COLOURS) == sorted(REGION_COLOURS)


def test_as_many_cities_as_a_map_may_have_find_room_in_the_smallest_terminal() -> None:
    places = [divmod(37 * number % MOST_CITIES, 7) for number in range(MOST_CITIES)]
    names = [f"Town {chr(65 + number // 26)}{chr(97 + number % 26)}" for number in range(50)]
    links = list(pairwise(names))
    own = map_from_table(
        {
            "name": "Full",
            "regions": {region: {} for region in "abc"},
            "cities": [
                {"name": name, "region": "abc"[number * 3 // MOST_CITIES], "lon": x, "lat": y}
                for number, (name, (x, y)) in enumerate(zip(names, places, strict=True))
            ],
            "connections": [[one, other, 5] for one, other in links],
        }
    )
    plan = layout(board(own, "classic", ("a", "b", "c")), 40, 17)
    assert len(plan.spots) == MOST_CITIES


def test_unusual_names_are_completed_drawn_and_exported(tmp_path: Path) -> None:
    file, names = tmp_path / "own.toml", {"Alder": "A&B’s 1", "Ash": "Омск", "Oak": "Paris 2"}
    text = template()
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    file.write_text(text.replace('"Grove"', '"Trees & Co"'), "utf-8")
    words = ("--map-file", file, "--seats", "easy,easy,easy", "--games", "1", "--seed", "3")
    assert (
        gridgames(tmp_path, "simulate", "powergrid", *words, "--records", tmp_path).exit_code == 0
    )
    record = tmp_path / "powergrid-3.jsonl"
    assert gridgames(tmp_path, "verify", record).exit_code == 0
    for suffix in ("svg", "html"):
        done = gridgames(tmp_path, "export", record, "-o", tmp_path / f"own.{suffix}")
        assert done.exit_code == 0, done.output
    written = ElementTree.parse(tmp_path / "own.svg").getroot()
    assert {*names.values()} <= {"".join(one.itertext()) for one in written.iter()}
    page = (tmp_path / "own.html").read_text("utf-8")
    assert "A&amp;B’s 1" in page
    assert "A&B" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    own = load_map(file)
    places = [city_place(city_number(row["name"])) for row in own.table["cities"]]
    assert len({*places}) == len(places)
    position = tmp_path / "table.txt"
    position.write_text(
        'powergrid classic "Trees & Co"\nphase building\nA: cities Paris 2\nB:\nC: cities омск\n',
        "utf-8",
    )
    named = ("--map-file", file, "--json")
    done = gridgames(tmp_path, "powergrid", "cost", position, "A&B's", "1", "Elm", *named)
    assert "A&B’s 1" in done.stdout, done.output
    seats = ("--seats", "A=human,B=human,C=human", "--seed", "1", "--map-file", file)
    done = gridgames(
        tmp_path, "play", "powergrid", "--plain", "--position", position, *seats,
        typed=["plan build a&bs 1", "build A&B’s 1", "quit"],
    )  # fmt: skip
    assert "Not understood" not in done.output
    assert done.output.count("A&B’s 1") > 2


def test_the_longest_path_of_a_map_without_costs_has_two_ends() -> None:
    own = load_map(EXAMPLE)
    table = {**own.table, "connections": [[*link[:2], 0] for link in own.table["connections"]]}
    one, other, cost = summary(map_from_table(table))["longest_path"]
    assert (one == other, cost) == (False, 0)


def test_a_map_with_its_own_market_and_deck_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    market = (
        "coal = { start = 2, supply = 30, prices = [1, 2, 2, 11] }\nuranium = { prices = [5, 30] }"
    )
    deck = 'market = ["3-10"]\ntop = [13]\ngroups = [["3-30"]]\nremove = { 3 = [6] }'
    file.write_text(f"{template()}\n[market]\n{market}\n[deck]\n{deck}\n", "utf-8")
    told = " ".join(gridgames(tmp_path, "powergrid", "map", "check", file).stdout.split())
    assert "coal: 2 on the market at the start; 30 in the supply; spaces: 1 at 1, 2 at 2" in told
    assert "With 3 players, 6 are removed from the groups." in told
    found = json.loads(gridgames(tmp_path, "powergrid", "map", "check", file, "--json").stdout)
    assert found["market"]["uranium"] == {"prices": [5, 30]}
    assert (found["deck"]["top"], found["deck"]["groups"]) == ([13], [[*range(3, 31)]])
    words = ("--map-file", file, "--seats", "easy,easy,easy", "--games", "1", "--seed", "3")
    done = gridgames(tmp_path, "simulate", "powergrid", *words, "--records", tmp_path)
    assert done.exit_code == 0, done.output
    record = tmp_path / "powergrid-3.jsonl"
    file.unlink()
    assert gridgames(tmp_path, "verify", record).exit_code == 0
    done = gridgames(tmp_path, "powergrid", "market", record, "--at", "0", "--json")
    prices = json.loads(done.stdout)["prices"]
    assert (prices["coal"], prices["uranium"]) == ([2, 13], [5, 35])
    assert "2 tokens, from 2: 1 at 2, 1 at 11; 30 in the" in " ".join(
        gridgames(tmp_path, "powergrid", "show", record, "--at", "0").stdout.split()
    )
    picture = tmp_path / "own.svg"
    assert gridgames(tmp_path, "draw", record, "--at", "0", "-o", picture).exit_code == 0
    drawn = {"".join(one.itertext()) for one in ElementTree.parse(picture).getroot().iter()}
    assert {"11", "30"} <= drawn
    lines = read_record(record.read_bytes().splitlines(True), "own")[0].ruleset
    state = powergrid.new_game(powergrid.Ruleset.from_json(lines), 3, 3)
    for width in (30, 40, 60):
        shown_lines = [
            "".join(part for part, *_ in line) for line in compact_panels.fuel(state, width).lines
        ]
        assert all(len(line) <= max(width, 40) for line in shown_lines)
        assert any("11" in line for line in shown_lines) or width < 40
