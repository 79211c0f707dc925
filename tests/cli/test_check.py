"""``gridgames eletrika check``: what it answers, and what it says of what it cannot read."""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from eletrika.notation import format_full, format_picture, format_wire
from eletrika_positions import EXAMPLES, boards, networks, told_positions
from examples import examples
from gridgames.app import app

TV_08, TV_09 = EXAMPLES / "full-scoring.eletrika", EXAMPLES / "forked-network.eletrika"


def check(*words: object, typed: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["eletrika", "check", *map(str, words)], input=typed)


def complaint(result: Result) -> str:
    """Return the message on standard error of a command that could not read its input."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


# What it answers


@pytest.mark.rule("EL-SCORE-05", "EL-NRG-01")
def test_the_full_example_in_plain_words() -> None:
    result = check(TV_08)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Energized: 5 of 5, read as 'path' (EL-NRG-01, A-16)" in result.stdout
    assert "Rules: none broken" in result.stdout
    assert "Red: 4 MW for Tower 0,0 + City 3,0" in result.stdout
    assert "3 pawns back" in result.stdout


def test_the_dark_end_is_named_and_the_readings_that_differ() -> None:
    text = check(EXAMPLES / "dead-end.eletrika").stdout
    assert "dark  Tower -1,2 (Black's): a dead end: hangs on -1,1" in text
    assert "The readings differ here: path 5, component 6, strict 5 lit" in text
    agreed = check(TV_09).stdout
    assert "The three readings (path, component, strict) agree here." in agreed


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.eletrika")), ids=lambda file: file.stem)
def test_every_example_is_drawn_within_80_columns_and_from_standard_input_alike(file: Path) -> None:
    result = check(file)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert all(line == line.rstrip() for line in result.stdout.splitlines())
    assert "\x1b" not in result.stdout
    again = check("-", typed=file.read_text(encoding="utf-8"))
    assert again.stdout == result.stdout


@pytest.mark.parametrize("reading", ["path", "component", "strict"])
def test_the_reading_decides_what_is_lit(reading: str) -> None:
    document = json.loads(
        check("-", "--json", "--reading", reading, typed="U-T-S-P-C1-P2-C2; T-T3").stdout
    )
    assert document["reading"] == reading
    assert len(document["lit"]) == {"path": 7, "component": 8, "strict": 5}[reading]
    assert {name: len(ids) for name, ids in document["readings"].items()} == {
        "path": 7,
        "component": 8,
        "strict": 5,
    }


def test_reading_is_short_for_an_option() -> None:
    typed = "U-T-S-P-C1-P2-C2; T-T3"
    short = check("-", "--reading", "strict", "--json", typed=typed).stdout
    long = check("-", "--option", "energized=strict", "--json", typed=typed).stdout
    both = check("-", "--reading", "strict", "--option", "energized=strict", "--json", typed=typed)
    assert short == long == both.stdout
    message = complaint(check("-", "--reading", "path", "--option", "energized=strict", typed="U;"))
    assert "contradict" in message


@pytest.mark.parametrize(
    ("option", "typed", "letters"),
    [
        ("plant_towers=one", "0,0 r..... U\n1,0 ? T\n-1,0 ?\n", {}),
        ("reoccupy=true", "0,0 r..... U\n1,0 ? T\n-1,0 ?\n", {"0,0": "U", "1,0": "T", "-1,0": "T"}),
        ("abandon_zero=true", "0,0 r..... U\n1,0 ? T\n-1,0 ?\n", {"-1,0": "T"}),
    ],
)
def test_every_option_of_the_rules_is_taken(option: str, typed: str, letters: dict) -> None:
    free = json.loads(check("-", "--option", option, "--json", typed=typed).stdout)["free"]
    found = {"{},{}".format(*site["at"]): "".join(site["kinds"]) for site in free}
    assert {cell: kinds for cell, kinds in found.items() if kinds} == letters


@pytest.mark.parametrize(
    "option", ["plant_towers=two", "nothing=1", "energized", "edition=classic"]
)
def test_an_option_that_is_not_one_is_refused(option: str) -> None:
    assert option.partition("=")[0] in complaint(check(TV_08, "--option", option))


def test_json_is_one_document_and_nothing_else() -> None:
    result = check(TV_08, "--json")
    assert result.stdout.count("\n") == 1
    assert json.loads(result.stdout)["scores"]["R"][0]["points"] == 4
    assert result.stderr == ""


@pytest.mark.rule("EL-CONN-03", "EL-COMP-04")
def test_broken_rules_are_found_and_the_answer_is_given_all_the_same() -> None:
    crowd = "-".join(f"T{number}" for number in range(1, 13))
    result = check("-", typed=f"{crowd}-P-C")
    assert result.exit_code == 1
    assert "EL-CONN-03" in result.stdout
    assert "the box holds 11 Tower, found 12" in " ".join(result.stdout.split())
    assert "Energized: 0 of 14" in result.stdout
    assert result.stderr == ""
    assert check("-", "--json", typed=f"{crowd}-P-C").exit_code == 1


@pytest.mark.rule("EL-SCORE-05")
def test_points_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "points.toml"
    own.write_text("[set.different]\n2 = 3\n", encoding="utf-8")
    document = json.loads(check(TV_08, "--json", "--scoring", own).stdout)
    assert document["scores"]["R"][0]["points"] == 6


@pytest.mark.rule("EL-COMP-01")
def test_tiles_of_ones_own(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "packages/eletrika/eletrika/data/tiles.toml"
    own = tmp_path / "tiles.toml"
    text = shipped.read_text(encoding="utf-8").replace('"rr...p"', '"rr..pp"')
    own.write_text(text.replace('"reconstructed"', '"mine"'), encoding="utf-8")
    position = "0,0 13\n1,0 ? P:R\n2,0 ? C:R\n-1,0 ? U\n"
    assert "EL-COMP-01 (reconstructed)" in check("-", typed=position).stdout
    result = check("-", "--tiles", own, typed=position)
    assert result.exit_code == 0
    assert "EL-COMP-01" not in result.stdout


def test_a_board_too_wide_for_bricks_is_drawn_small() -> None:
    text = "   ".join(["U", *"TTTTTTTTTT"])
    result = check("-", typed=text)
    assert "(U)   (T)   (T)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_cells_far_from_the_middle_keep_their_names_and_edges() -> None:
    result = check("-", typed="-10,-12 rltspc\n-9,-12 ? U")
    row = next(line for line in result.stdout.splitlines() if "-10,-12" in line)
    assert row.startswith("│p-10,-12c│")


@pytest.mark.parametrize("typed", ["0,0 ?\n-9999,9999 ? U\n9999,9999 ?", "0,0 ?\n0,9999 ?"])
def test_tiles_at_the_ends_of_the_world_are_not_drawn(typed: str) -> None:
    result = check("-", typed=typed)
    assert result.exit_code == 0
    assert "too far apart to be drawn" in result.stdout
    assert len(result.stdout) < 5000


def test_names_longer_than_a_brick_leave_it_to_the_findings() -> None:
    result = check("-", typed="-1000,-1000 rltspc U\n-999,-1000 ?")
    assert "(U)" in result.stdout
    assert "Plant -1000,-1000" in result.stdout


def test_a_forest_of_structures_of_one_owner_is_not_listed_as_sets() -> None:
    chain = "-".join(f"Tr{number}" for number in range(1, 42))
    result = check("-", typed=f"U-{chain}-S-P-C")
    assert "Red: too many sets to list" in result.stdout
    assert "EL-COMP-02" in result.stdout


def test_ways_that_are_too_long_to_be_listed_are_counted() -> None:
    row = "U" + " " * 3 + "   ".join("T" * 700) + "   S   P   C"
    result = check("-", typed=row)
    assert "Energized: 704 of 704" in result.stdout
    assert "lit   476 more, not listed" in result.stdout


def test_help_names_what_there_is() -> None:
    for words in ([], ["eletrika"], ["eletrika", "check"]):
        result = CliRunner().invoke(app, [*words, "--help"])
        assert result.exit_code == 0
    text = re.sub(r"\s+", " ", result.stdout)
    for word in ("FILE|-", "--reading", "path", "component", "strict", "--tiles", "--scoring"):
        assert word in text
    assert "--json" in text


# What cannot be read


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "not-there.eletrika"
    assert f"{path}: cannot be read: no such file" in complaint(check(path))


def test_a_directory_is_no_position(tmp_path: Path) -> None:
    assert "cannot be read: is a directory" in complaint(check(tmp_path))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a user other than root")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.eletrika"
    path.write_text("U-T", encoding="utf-8")
    path.chmod(0)
    assert "permission denied" in complaint(check(path))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        pytest.param(b"", "nothing in the text", id="empty"),
        pytest.param(b"\n \t\r\n", "nothing in the text", id="blank"),
        pytest.param(b"# but a comment", "nothing in the text", id="comment"),
        pytest.param(b"U-T\n\xff\xfe\x00", "line 2, column 1: not UTF-8 text", id="junk"),
        pytest.param(bytes(range(256)), "not UTF-8", id="bytes"),
        pytest.param("U-T".encode("utf-16"), "not UTF-8", id="UTF-16"),
        pytest.param(b"U-T\x00-S", "line 1, column 3", id="NUL"),
        pytest.param(b"U-\x1b[31mT", r"'\x1b[31mT'", id="escape code"),
        pytest.param(b"U-T-" * (10 << 18), "longer than the 1,048,576 bytes", id="10 MB"),
        pytest.param(b"U-T-" * 20_000, "column 80000: a dash with no", id="a long chain"),
        pytest.param(b"." * 90_000, "does not begin with a structure", id="a long word"),
        pytest.param(b".   " * 20_000, "the box holds 38", id="a broad board"),
        pytest.param(b".\n  .\n" * 15_000, "the box holds 38", id="a high board"),
        pytest.param(b"U-T-X", "line 1, column 5: 'X' does not begin with", id="letter"),
        pytest.param(b"0,0 ? T S", "line 1, column 9: a second structure 'S'", id="two in a cell"),
        pytest.param(
            b"0,0 ? T\n0,0 ? S", "line 2, column 1: '0,0' is given twice", id="cell twice"
        ),
        pytest.param(b"0,0 38", "line 1, column 5: no tile 38", id="tile number"),
        pytest.param(b"0,0 13/6", "line 1, column 5: '13/6': a tile is turned", id="rotation"),
        pytest.param(b"0,0 ? T:RW", "line 1, column 7: two owners in 'T:RW'", id="two owners"),
        pytest.param(b"U-Twk", "line 1, column 3: two owners in 'Twk'", id="two owners, wire"),
        pytest.param(b"T1-S; U-Tw1", "column 9: 'Tw1' contradicts 'T1'", id="contradiction"),
        pytest.param(b"U   T\n   S", "line 2, column 4: 'S' is between", id="off the lattice"),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(raw: bytes, said: str) -> None:
    message = complaint(check("-", typed=raw))
    assert message.startswith("gridgames: <stdin>")
    assert said in message
    assert len(message) < 400


def test_a_file_is_named_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "a-name-with-dashes.eletrika"
    path.write_text("U-T;\nS-X", encoding="utf-8")
    assert f"{path}, line 2, column 3: 'X'" in complaint(check(path))


def test_an_unknown_reading_is_wrong_usage() -> None:
    message = complaint(check(TV_08, "--reading", "nonsense"))
    for word in ("nonsense", "path", "component", "strict"):
        assert word in message


@pytest.mark.parametrize("words", [["--colour"], [TV_09]])
def test_words_too_many_are_wrong_usage(words: list[object]) -> None:
    complaint(check(TV_08, *words))


def test_no_position_is_wrong_usage() -> None:
    assert check().exit_code == 2


@pytest.mark.parametrize("option", ["--tiles", "--scoring"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[colour]\nx = 1", "key 'colour': unknown key"),
        ("[", "not a TOML table"),
        (None, "no such"),
    ],
)
def test_tables_that_cannot_be_read(
    tmp_path: Path, option: str, text: str | None, said: str
) -> None:
    path = tmp_path / "own.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    message = complaint(check(TV_08, option, path))
    assert str(path) in message
    assert said in message


# Whatever is typed


@examples(1 / 3)
@given(
    st.one_of(
        told_positions().map(format_full),
        boards.map(format_picture),
        networks().map(format_wire),
    ),
    st.booleans(),
)
def test_every_position_is_answered(text: str, as_json: bool) -> None:
    result = check("-", *(["--json"] if as_json else []), typed=text)
    assert result.exit_code in (0, 1), (result.exception, result.stderr)
    assert result.stderr == ""
    assert ('problems": []' in result.stdout or "none broken" in result.stdout) == (
        result.exit_code == 0
    )


@examples(1 / 3)
@given(st.text())
def test_every_text_is_answered_or_refused(text: str) -> None:
    result = check("-", typed=text.encode("utf-8", "surrogatepass"))
    assert result.exit_code in (0, 1, 2)
    assert isinstance(result.exception, SystemExit | None)


# What it was meant to be


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        (
            "eletrika",
            "powergrid\nA Ana: money x\nB: plants 99\n",
            "this is a position of Power Grid, not of Eletrika; see gridgames powergrid --help",
        ),
        (
            "powergrid",
            "0,0 src\n1,0 xx T:\n",
            "this is a position of Eletrika, not of Power Grid; see gridgames eletrika --help",
        ),
        (
            "powergrid",
            "U-T1-S",
            "this is a position of Eletrika, not of Power Grid; see gridgames eletrika --help",
        ),
        (
            "eletrika",
            "0,0 src\n[21:03, 05/12/2026] Ana: 1,0 ?",
            "a chat program has put '[21:03, 05/12/2026] Ana:' in front of the text; delete it "
            "from every line",
        ),
        (
            "eletrika",
            "05/12/2026 21:03 - Ana: U-T-S",
            "a chat program has put '05/12/2026 21:03 - Ana:' in front of the text; delete it from "
            "every line",
        ),
        (
            "powergrid",
            "[21:03, 5/12/2026] Ana: powergrid\n[21:04, 5/12/2026] Ana: A: money 4",
            "a chat program has put '[21:03, 5/12/2026] Ana:' in front of the text; delete it from "
            "every line",
        ),
    ],
)
def test_a_text_of_another_game_or_of_a_chat_is_told_in_one_sentence(
    game: str, text: str, told: str
) -> None:
    for command in ("check", "legal", "fit") if game == "eletrika" else ("show", "market"):
        result = CliRunner().invoke(app, [game, command, "-"], input=text)
        assert complaint(result).endswith(f": {told}")


def test_json_is_refused_in_one_sentence_and_not_taken_for_power_grid() -> None:
    data = CliRunner().invoke(app, ["eletrika", "convert", "full-scoring", "--to", "json"]).stdout
    for command, told in (
        ("check", ": expected a position as text, found JSON"),
        ("legal", "key 'format': expected gridgames-record, found null"),
    ):
        result = CliRunner().invoke(app, ["eletrika", command, "-"], input=data)
        assert (result.exit_code, complaint(result).endswith(told)) == (2, True), result.stderr


def test_people_may_say_turno_and_recursos() -> None:
    text = "0,0 nascente\nm\u00e3o W5 K5\nturno K"
    asked = CliRunner().invoke(app, ["eletrika", "legal", "-", "--json"], input=text)
    assert json.loads(asked.stdout)["player"] == "K"
    text = "powergrid\nfase recursos\nA: usinas 4; recursos carv\u00e3o 2\nB:\nC:\nturno B"
    asked = CliRunner().invoke(app, ["powergrid", "show", "-", "--json"], input=text)
    state = json.loads(asked.stdout)["state"]
    assert (state["phase"], state["fuel"][0]) == ("resources", [2, 0, 0, 0])
    assert "turn B" in json.loads(asked.stdout)["position"]


def test_a_witness_is_told_once_and_a_long_one_shortened() -> None:
    towers, poles = (f"{'-'.join(f'{kind}{n}' for n in range(1, 199))}" for kind in "TP")
    chain = f"U-{towers}-S-{poles}-C"
    text = check("-", typed=chain).stdout
    assert len(text) < 60_000
    assert "> ... 383 more ... >" in " ".join(text.split())
    assert "lit   P7 (nobody's): on the path of U\n" in text
    told = json.loads(check("-", "--json", typed=chain).stdout)
    assert {len(one["witness"]) for one in told["structures"]} == {399}


def test_ways_that_part_are_all_told() -> None:
    text = check("-", typed="U-T-S-P1-C1; S-P2-C2").stdout
    assert "lit   U (nobody's): U > T > S > P1 > C1" in text
    assert "lit   C1 (nobody's): on the path of U\n" in text
    assert "lit   P2 (nobody's): U > T > S > P2 > C2" in text
    assert "lit   C2 (nobody's): on the path of P2\n" in text
