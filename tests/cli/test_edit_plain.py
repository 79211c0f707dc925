"""Entering an Eletrika position in plain text, neighbour by neighbour."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import eletrika
from eletrika.notation import format_full
from eletrika.position import Position, to_position
from eletrika.ruleset import Ruleset
from gridcommon.errors import NotationError
from gridcommon.game_loop import play
from gridcommon.hexes import neighbours
from gridgames.app import app
from gridgames.editing.editor import editor_of, games_with_editors
from gridgames.languages.language import Language, catalogue
from gridgames.languages.messages import as_typed, use_catalogue
from gridgames.sessions.command_table import english_command
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from gridgames.wings.eletrika.companion.editing.neighbours import Neighbours


@pytest.fixture(autouse=True)
def own_drafts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def entered(*answers: str) -> Neighbours:
    questions = Neighbours(PositionEditor.begin(Ruleset()))
    for answer in answers:
        questions.answer(answer)
    return questions


def edit(*lines: str, words: tuple[str | Path, ...] = ()) -> Result:
    typed = "".join(f"{line}\n" for line in lines)
    asked = ["eletrika", "edit", "--plain", *map(str, words)]
    return CliRunner().invoke(app, asked, input=typed)


def test_each_side_is_asked_about_once_clockwise_from_the_east() -> None:
    questions = entered()
    assert questions.question() == "0,0, the source, to the east (1,0)"
    questions.answer("13/2")
    assert questions.question() == "0,0, the source, to the southeast (0,1, also beside 1,0)"
    for _ in range(4):
        questions.answer("")
    assert questions.question() == "0,0, the source, to the northeast (1,-1, also beside 1,0)"
    questions.answer("-")
    assert questions.question() == "1,0, tile 13, to the east (2,0)"
    questions.stop()
    assert questions.question().startswith("All sides are known. Not entered: ")
    with pytest.raises(NotationError, match="every side is known"):
        questions.answer("5")
    questions.answer("2,0 ? T:W")
    assert questions.question().startswith("2,0, to the east (3,0)")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("llllll", "EL-TILE-02: edge of 0,0 to the southeast: land of 0,0 meets lake of 0,1"),
        ("13", r"tile 13 is on 1,0 already \(EL-COMP-01\)"),
        ("5", r"tile 5 fits in several ways: 5/3 \(pp.rcr\), 5/5 \(crpp.r\)"),
        ("9/9", "a tile is turned by 0 to 5 sixths"),
        ("99", "no tile 99"),
        ("T:R3", "1 or 2 pawns"),
        ("? Z", "does not begin with a structure|does not"),
        ("hand W6", "EL-COMP-02"),
    ],
)
@pytest.mark.rule("EL-TILE-02", "EL-COMP-01")
def test_an_answer_that_disagrees_is_told_and_changes_nothing(answer: str, told: str) -> None:
    questions = entered("13/2")
    before = questions.editor.text(), questions.question()
    with pytest.raises(NotationError, match=told):
        questions.answer(answer)
    assert (questions.editor.text(), questions.question()) == before
    assert questions.undo()
    assert questions.question() == "0,0, the source, to the east (1,0)"


def test_a_table_that_breaks_a_rule_is_entered_all_the_same() -> None:
    questions = entered("13/2", "llllll!")
    assert questions.editor.position.tiles[0, 1].edges == "llllll"
    assert questions.undo()
    assert (0, 1) not in questions.editor.position.tiles


def test_answers_are_taken_back_one_by_one() -> None:
    questions = entered("13/2 T:R2", "", "?", "hand W3")
    seen = []
    while questions.undo():
        seen.append((len(questions.editor.position.tiles), questions.question().split(",")[1]))
    assert [tiles for tiles, _ in seen] == [3, 2, 2, 1]
    assert questions.question() == "0,0, the source, to the east (1,0)"


def position_of_game(seed: int) -> Position:
    """Return the table of a game between bots with 20 tiles."""
    state = eletrika.new_game(eletrika.Ruleset(), 3, seed)
    bots = [eletrika.make_bot("easy", seed + seat) for seat in range(3)]
    for _ in play(eletrika, state, bots, with_events=False):
        if len(state.laid) == 20:
            break
    return to_position(state)


@pytest.mark.parametrize("seed", range(3))
def test_any_table_can_be_entered_by_its_neighbours(seed: int) -> None:
    """Nothing but what is beside each tile is entered; every cell is asked about once."""
    wanted = position_of_game(seed)
    lines = format_full(wanted).splitlines()
    by_cell = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    questions = entered()
    asked = 0
    while (side := questions.side()) is not None:
        answer = by_cell.get(f"{side.cell[0]},{side.cell[1]}", "")
        questions.answer(re.sub(r"^(\d+)(?!\d|/)", r"\1/0", answer))
        asked += 1
    for line in lines:
        if "," not in line.split()[0]:
            questions.answer(line)
    assert sorted(questions.editor.text().splitlines()) == sorted(lines)
    around = {beside for cell in wanted.tiles for beside in neighbours(cell)}
    assert asked == len(around | wanted.tiles.keys()) - 1


def test_a_position_is_entered_written_and_kept(tmp_path: Path) -> None:
    written = tmp_path / "table.eletrika"
    lines = (
        "13/2 T:R2",
        "5/3 U",
        "stop",
        "keep",
        "hand W5 R3; score W0 R0; turn W; first W",
        "row ? ? ?; stack 28; oops; check",
        "keep",
        f"write {written}",
        f"write {tmp_path / 'table.svg'}",
        "show wire",
        "check",
        "keep",
        "unknown",
        "q",
    )
    done = edit(*lines)
    told = " ".join(done.output.split())
    assert done.exit_code == 0, done.output
    assert "keeping score needs hand" in told
    assert "every side is known" in told
    assert "Not done: check" in told
    assert "write it first" in told
    assert "Energized: 2 of 2" in told or "Energized: " in told
    assert "White: 5 pawns in hand" in told or "(White): 0 MW, 5 pawns in hand" in told
    assert "1,0 13/2 T:R2" in " ".join(written.read_text(encoding="utf-8").split())
    assert (tmp_path / "table.svg").read_text(encoding="utf-8").startswith("<svg")


def test_an_unsaved_table_is_back_at_the_next_start(tmp_path: Path) -> None:
    begun = edit("13/2", "5/3", "show nothing")
    assert "The position is not saved; the next start offers it again." in " ".join(
        begun.output.split()
    )
    assert "unknown form 'nothing'" in " ".join(begun.output.split())
    again = edit("show", "undo", "show", "q")
    told = again.output
    assert "Your unsaved position is back" in told
    assert told.count("0,1    5/3") == 1
    assert edit("undo 2", "stop", f"write {tmp_path / 'a.eletrika'}", "q").exit_code == 0


def test_the_neighbours_are_asked_for_in_portuguese() -> None:
    done = CliRunner().invoke(
        app,
        ["--lang", "pt_BR", "eletrika", "edit", "--plain"],
        input="13/2\nllllll\nparar\nsair\n",
    )
    told = " ".join(done.output.split())
    assert "0,0, a nascente, a leste (1,0)" in told
    assert "EL-TILE-02: lado de 0,0 a sudeste" in told


@pytest.mark.parametrize("word", ["mão", "MÃO", "mao", "hand"])
def test_a_line_begins_with_a_word_of_any_language(word: str) -> None:
    """Also with its accents, as the help in Portuguese writes it."""
    questions = entered(f"{word} W3 R4")
    assert "hand W3 R4" in format_full(questions.editor.position)
    questions.editor.type_line(f"{word} W2")
    assert "hand W2\n" in format_full(questions.editor.position)
    questions.editor.type_line(word)
    assert "hand" not in format_full(questions.editor.position)


@pytest.mark.parametrize("game", games_with_editors())
def test_what_follows_is_understood_as_the_help_writes_it(game: str) -> None:
    with use_catalogue(catalogue(Language.PT_BR)):
        for name in editor_of(game).continuations():
            assert english_command(as_typed(name)) == name


def test_without_a_screen_the_refusal_names_plain_text_and_the_browser():
    result = CliRunner().invoke(app, ["eletrika", "edit"])
    assert result.exit_code == 2
    assert "--plain" in result.stderr
    assert "gridgames serve" in result.stderr
    assert "--plain" not in CliRunner().invoke(app, ["powergrid", "edit"]).stderr
