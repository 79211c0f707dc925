"""``gridgames powergrid``: questions about a position, from text, JSON and records."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gridgames.app import app
from powergrid import parse_position

EXAMPLES = Path(__file__).parents[2] / "examples"
HAND, ROUND, AUCTION, CARTEL, LAST = (
    EXAMPLES / f"{name}.powergrid"
    for name in ("hand-written", "fifth-round", "open-auction", "against-the-cartel", "last-round")
)
THREE = "powergrid recharged germany\nA:\nB:\nC:\n"
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "show": (),
    "cost": ("Raleigh",),
    "reach": ("--money", "30"),
    "power": (),
    "market": (),
    "auction": (),
    "end": (),
}


def run(*words: object, typed: str | bytes | None = None, lang: str = "en") -> Result:
    return CliRunner().invoke(app, ["--lang", lang, "powergrid", *map(str, words)], input=typed)


def answer(*words: object, typed: str | None = None) -> Any:
    result = run(*words, "--json", typed=typed)
    assert result.exit_code in (0, 1), result.output
    assert result.stderr == ""
    return json.loads(result.stdout)


def complaint(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.parametrize("lang", ["en", "pt_BR"])
@pytest.mark.parametrize("command", QUESTIONS)
def test_every_question_is_answered_within_80_columns(
    command: str, lang: str, tmp_path: Path
) -> None:
    wide = tmp_path / "wide.powergrid"
    text = HAND.read_text("utf-8").replace("Ana", "Ana " + "Maria " * 9)
    wide.write_text(f"{text}discount 12\n".replace("phase building", "phase auction"), "utf-8")
    for file in (HAND, AUCTION, wide):
        result = run(command, file, *QUESTIONS[command], lang=lang)
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
        lines = result.stdout.splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.powergrid")), ids=lambda file: file.stem)
def test_text_json_and_standard_input_are_read_alike(file: Path) -> None:
    text = run("convert", file, "--to", "text").stdout
    document = run("convert", file, "--to", "json").stdout
    assert run("convert", "-", "--to", "text", typed=document).stdout == text
    assert run("convert", "-", "--to", "json", typed=text).stdout == document
    assert run("end", "-", typed=text).stdout == run("end", file).stdout


def test_a_position_of_a_record_is_told_without_the_cards_that_nobody_sees(
    records: dict[str, Path],
) -> None:
    record = records["classic"]
    text = run("convert", record, "--at", 60, "--to", "text").stdout
    assert "\nstack " in text
    assert "\ncards " not in text
    whole = run("convert", record, "--at", 60, "--to", "text", "--cards").stdout
    cards = parse_position(whole).facts["stack"]
    assert len(cards) == parse_position(text).facts["stack"]
    for command, words in QUESTIONS.items():
        if command not in ("show", "cost"):
            asked = answer(command, record, "--at", 60, *words)
            assert asked == answer(command, "-", *words, typed=whole)
            assert asked == answer(command, "-", *words, typed=text)
    shown = answer("show", record, "--at", 60)
    assert (shown["actions"], shown["position"]) == (60, text)


@pytest.mark.rule("PG-BUILD-03", "PG-BUILD-04")
def test_cities_are_told_in_their_cheapest_order() -> None:
    text = run("cost", HAND, "minneapolis", "St.", "Louis,", "Philadelphia").stdout
    assert "B Bia: 55 Elektro, 3 cities, plants for 4" in text
    assert text.count("St. Louis: ") == 3
    taken = run("cost", HAND, "New York").stdout
    assert "Not possible, PG-BUILD-05" in taken.partition("B Bia")[2].partition("C Caio")[0]
    asked = answer("cost", HAND, "Minneapolis", "St. Louis", "--player", "ana")
    (ana,) = asked["players"]
    assert [step["city"] for step in ana["cities"]] == ["Minneapolis", "St. Louis"]
    assert ana["total"] == sum(step["slot"] + step["path"] for step in ana["cities"])
    refused = run("cost", HAND, "Denver")
    assert refused.exit_code == 1
    assert "PG-SETUP-02" in refused.stdout
    assert "nearest: Detroit" in complaint(run("cost", HAND, "Detriot"))


@pytest.mark.rule("PG-COMP-07")
@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en", "Wiesbaden is not on the map of Recharged; Mainz is"),
        ("pt_BR", "Wiesbaden não está no mapa da Recharged; Mainz está"),
    ],
)
def test_a_city_of_the_other_edition_is_told_wherever_it_is_typed(lang, why, tmp_path):
    text = "powergrid recharged germany\nregions east south west\nphase building\n"
    position = tmp_path / "table.txt"
    position.write_text(text + "A: cities Essen\nB:\nC:\n")
    asked = run("cost", position, "Wiesbaden", lang=lang)
    assert (asked.exit_code, why in " ".join(asked.stdout.split())) == (1, True), asked.output
    position.write_text(text + "A: cities Wiesbaden\nB:\nC:\n")
    assert why in " ".join(complaint(run("cost", position, "Essen", lang=lang)).split())


@pytest.mark.rule("PG-BUILD-01")
def test_reach_says_how_far_money_goes_and_where_the_search_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = answer("reach", HAND)
    assert [one["money"] for one in asked["players"]] == [31, 55, 18]
    assert all(one["exact"] and one["total"] <= one["money"] for one in asked["players"])
    text = run("reach", LAST, "--money", 30).stdout
    assert text.count("With 30 Elektro: ") == 5
    monkeypatch.setattr("gridgames.wings.powergrid.companion.questions.reach._EFFORT", 40)
    assert "Perhaps more, at most" in run("reach", ROUND, "--money", 200).stdout
    far = answer("reach", ROUND, "--money", 200)
    assert not all(one["exact"] for one in far["players"])
    assert all(one["at_most"] >= len(one["cities"]) for one in far["players"])


@pytest.mark.rule("PG-BUR-01", "PG-PLANT-01")
def test_power_tells_plants_fuel_and_income() -> None:
    text = run("power", HAND, "--player", "B").stdout
    assert "2 cities: run 10 on 2 coal, buy nothing; pays 33" in text
    assert "buy 2 coal for 6; pays 54, 48 after that" in text.replace("\n   ", "")
    refused = run("power", HAND, "--cities", 5, "--player", "B").stdout
    assert "Not possible, PG-PLANT-01" in refused
    bare = "powergrid\nA:\nB:\nC:"
    assert run("power", "-", typed=bare).stdout.count("no plant can run") == 3


@pytest.mark.rule("PG-RES-01", "PG-BUR-04")
def test_the_market_tells_sums_and_the_next_refill() -> None:
    asked = answer("market", HAND)
    assert asked["prices"]["oil"][:4] == [5, 10, 15, 21]
    assert len(asked["prices"]["coal"]) == 17 + 2  # and the depot of the USA
    added = asked["refill"]["tokens"]
    assert asked["after"] == [a + b for a, b in zip(asked["market"], added, strict=True)]
    assert "Next refill (step 1): " in run("market", HAND).stdout


@pytest.mark.rule("PG-AUC-09")
def test_the_auction_says_what_a_plant_is_worth_to_whom_and_why() -> None:
    asked = answer("auction", AUCTION)
    assert [one["plant"] for one in asked["plants"]] == [6, 9, 17, 25]
    assert all(len(one["plants"]) == 4 for one in asked["players"])
    assert all(plant["reasons"] for one in asked["players"] for plant in one["plants"])
    text = run("auction", AUCTION).stdout
    assert "25  2 coal for 5 cities  lowest bid 25" in text
    assert "A Ana: worth " in text
    assert "As if the auctions began now." not in text
    assert "As if the auctions began now." in run("auction", ROUND).stdout


@pytest.mark.rule("PG-AUC-09", "PG-AUC-10", "PG-AUC-11")
@pytest.mark.parametrize(
    ("phase", "edition", "least"),
    [
        ("resources", "recharged", 1),
        ("building", "recharged", 1),
        ("bureaucracy", "recharged", 1),
        ("building", "classic", 13),
    ],
)
def test_outside_the_auctions_the_rules_of_the_coming_ones_hold(
    phase: str, edition: str, least: int
) -> None:
    text = THREE.replace("recharged", edition) + f"phase {phase}\nplants 13 14 18 21 22 31 34 35"
    asked = answer("auction", "-", typed=text)
    found = {one["plant"]: one["least"] for one in asked["plants"]}
    assert found == {13: least, 14: 14, 18: 18, 21: 21}
    told = run("auction", "-", typed=text).stdout
    assert f"13  wind for 1 city  lowest bid {least}\n" in told
    assert "18  wind for 2 cities  lowest bid 18\n" in told


@pytest.mark.rule("PG-STEP-05", "PG-STEP-09")
def test_a_coming_auction_of_step_3_offers_all_six_plants() -> None:
    text = THREE + "phase building\nstep 2\nplants 22 25 28 31 33 35\nstep3 pending\nstack 9"
    asked = answer("auction", "-", typed=text)
    assert {one["plant"]: one["least"] for one in asked["plants"]} == {
        22: 1, 25: 25, 28: 28, 31: 31, 33: 33, 35: 35,
    }  # fmt: skip
    assert run("auction", "-", typed=text).stdout.count("  lowest bid ") == 6


@pytest.mark.rule("PG-END-03", "PG-END-04", "PG-END-06")
def test_the_end_of_now_ranks_all_and_says_what_decides() -> None:
    asked = answer("end", HAND)
    assert [one["seat"] for one in asked["ranking"]] == [1, 0, 2]
    assert asked["ranking"][0]["decided_by"] == asked["result"]["decided_by"]
    text = run("end", HAND).stdout
    assert text.startswith("If the game ended now: Bia (PG-END-04)\n1. B Bia ")
    level = run("end", "-", typed="powergrid\nA:\nB: money 9\nC:").stdout
    assert "player 1 + player 3 (PG-END-06)" in level
    assert level.count("\n1. ") == 2
    assert "they share (PG-END-06)" in level


def test_every_fault_is_told_with_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "bad.powergrid"
    file.write_text("powergrid\nA: money -3\nB: cities Esen\nC:\nround x\n", encoding="utf-8")
    for command, words in QUESTIONS.items():
        told = complaint(run(command, file, *words)).replace("\n  ", " ")
        for place in ("line 2, column 10", "line 3, column 11", "line 5, column 7"):
            assert f"{file}, {place}: " in told.replace(f"{file.parent}/ ", f"{file.parent}/")
    told = complaint(run("end", file, lang="pt_BR"))
    assert "coluna" in told


def test_words_may_be_portuguese() -> None:
    text = (
        "powergrid clássico alemanha\nrodada 3\nfase construção\n"
        "A Ana: dinheiro 40; usinas 8 10; combustível carvão 3; cidades Essen\n"
        "B: cidades Kassel\nC:\n"
    )
    asked = run("convert", "-", "--to", "text", typed=text).stdout
    assert "powergrid classic germany" in asked
    assert "A Ana: money 40; plants 8 10; fuel coal 3; cities Essen" in asked


def test_what_cannot_be_asked_is_refused(records: dict[str, Path], tmp_path: Path) -> None:
    assert "--at" in complaint(run("end", HAND, "--at", 3))
    assert "A Ana, B Bia, C Caio" in complaint(run("reach", HAND, "--player", "D"))
    assert "eletrika" in complaint(run("end", records["eletrika"]))
    record = records["classic"].read_text(encoding="utf-8")
    piped = run("end", "-", "--at", 60, typed=record)
    assert piped.stdout == run("end", records["classic"], "--at", 60).stdout
    assert "line 2" in complaint(run("end", "-", typed=record.replace("\n", "\n?", 2)))
    assert "no_such" in complaint(run("end", tmp_path / "no_such"))
    assert "'format'" in complaint(run("end", "-", typed='{"game": "powergrid"}'))
    told = json.loads(run("convert", HAND, "--to", "json").stdout)
    told["facts"]["money"] = [1, 2]
    assert "money" in complaint(run("end", "-", typed=json.dumps(told)))
    told["facts"]["money"] = [1, 2, 3]
    told["facts"]["plants"] = [[12], [12], []]
    both = complaint(run("end", "-", typed=json.dumps(told)))
    assert both.count("PG-COMP-01") == 1
    assert both.count("PG-PLANT-02") == 1
    other = EXAMPLES / "full-scoring.eletrika"
    found = complaint(run("market", other))
    assert "full-scoring.eletrika: this is a position of Eletrika, not of Power Grid" in " ".join(
        found.split()
    )


def test_it_is_drawn_and_compared(tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    done = CliRunner().invoke(app, ["draw", str(HAND), "-o", str(picture)])
    assert done.exit_code == 0, done.output
    assert "Caio" in picture.read_text(encoding="utf-8")
    done = CliRunner().invoke(app, ["compare", str(ROUND)])
    assert done.exit_code == 0, done.output
    assert "Bia" in done.stdout
    for command in (["draw", "-", "-o", str(picture)], ["compare", "-"]):
        refused = CliRunner().invoke(app, command, input="powergrid\nA: money x\nB:\nC:")
        assert "line 2, column 10" in complaint(refused)


def test_bots_play_on_from_a_position() -> None:
    words = ["simulate", "powergrid", "--position", str(CARTEL), "--games", "1", "--seed", "3"]

    def play(*more: str) -> Result:
        return CliRunner().invoke(app, [*words, *more])

    done = play("--seats", "easy,easy", "--json")
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ruleset"] == {"edition": "recharged", "map": "germany", "options": {}}
    assert play("--seats", "easy,easy", "--json").stdout == done.stdout
    assert "2 players, found 3" in complaint(play("--seats", "easy,easy,easy"))
    assert "its own rules" in complaint(play("--seats", "easy,easy", "--map", "usa"))
    assert "records" in complaint(play("--seats", "easy,easy", "--records", "never"))


def test_a_game_is_played_and_saved_from_a_position(tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    words = ["play", "powergrid", "--position", str(LAST), "--seed", "3", "--save", str(save)]
    seats = ",".join(["random"] * 5)
    done = CliRunner().invoke(app, [*words, "--plain", "--watch", "--seats", seats])
    assert done.exit_code == 0, done.output
    assert "Round 9, step 3, phase: building" in done.stdout
    verified = CliRunner().invoke(app, ["verify", str(save)])
    assert verified.exit_code == 0, verified.output
    assert "corrected by hand" in verified.stdout
    replayed = CliRunner().invoke(app, ["replay", str(save), "--plain"], input="")
    assert replayed.exit_code == 0, replayed.output
    start = run("convert", save, "--at", 0, "--to", "text").stdout
    assert (
        start.partition("\nA ")[0]
        == run("convert", LAST, "--to", "text").stdout.partition("\nA ")[0]
    )
