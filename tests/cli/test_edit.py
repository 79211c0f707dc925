"""Editing an Eletrika position by pointing, without a front end."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from eletrika.notation import parse_full
from eletrika.position import Position, to_position
from eletrika.ruleset import Ruleset
from eletrika.tile_set import shipped_tiles
from gridgames.app import app
from gridgames.editing.drafts import Draft
from gridgames.editing.editor import editor_of
from gridgames.sessions.record_files import replayed
from gridgames.wings.eletrika.companion.editing.candidates import Faces
from gridgames.wings.eletrika.companion.editing.editor import PositionEditor
from pointing import STEPS, keys_for

ORACLE = Path(os.environ.get("GRIDGAMES_ORACLE", "none"))


def pressed(*keys: str) -> PositionEditor:
    """Return an editor after some keys, each of which does something."""
    editor = PositionEditor.begin(Ruleset())
    for key in keys:
        assert editor.press(key), key
    return editor


def texts(editor: PositionEditor) -> str:
    """Return all that the editor says now."""
    return "\n".join(
        f"{fact.rule} {fact.text}"
        for fact in (*editor.here(), *editor.summary(), *editor.findings())
    )


def checked(text: str) -> Any:
    """Return the document of ``check --json`` for a position."""
    done = CliRunner().invoke(app, ["eletrika", "check", "-", "--json"], input=text)
    return json.loads(done.stdout)


KEYS = [*STEPS, *"utspcwkgrl.?f0123zy", "up", "down", "space", "enter", "delete", "backspace"]
KEYS += ["shift+left", "shift+right"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(KEYS), max_size=40))
def test_the_editor_shows_what_check_finds_after_every_key(keys: list[str]) -> None:
    editor = PositionEditor.begin(Ruleset())
    before = ""
    for key in keys:
        editor.press({".": "full_stop", "?": "question_mark"}.get(key, key))
        if editor.text() == before:
            continue
        before = editor.text()
        found, shown = checked(before), editor.analysis
        network = shown.network
        lit = [
            one for one, is_lit in zip(network.names, shown.explanation.lit, strict=True) if is_lit
        ]
        assert sorted(lit) == sorted(found["lit"])
        assert [list(cell) for cell in shown.closed] == found["closed"]
        said = texts(editor)
        for problem in found["problems"]:
            assert problem["rule"] in said
        assert f"Energized: {len(found['lit'])} of {len(found['structures'])}" in said
        readings = {name: sorted(cells) for name, cells in found["readings"].items()}
        assert ("In dispute" in said) == (len({*map(tuple, readings.values())}) > 1)


def recorded(name: str) -> tuple[Position, Ruleset]:
    """Return the board of an oracle game once 20 tiles lie on it."""
    for at in range(20, 200):
        found = replayed(ORACLE / "eletrika" / f"{name}.jsonl", at, {})
        if len(found.state.laid) == 20:
            return to_position(found.state), found.state.ruleset
    raise AssertionError(name)


def board(position: Position, *, faces: bool) -> Any:
    """Return what lies on the table."""
    tiles = {cell: (land.tile, land.edges) for cell, land in position.tiles.items()}
    return (tiles if faces else {*tiles}), position.structures, position.markers


NINE = [
    "2p-compact-18",
    "2p-greedy-21",
    "2p-greedy-9",
    "3p-compact-19",
    "3p-greedy-10",
    "3p-greedy-34",
    "4p-compact-20",
    "4p-greedy-14",
    "4p-greedy-35",
]


@pytest.mark.skipif(not ORACLE.is_dir(), reason="../shared")
@pytest.mark.parametrize("name", NINE)
def test_a_recorded_table_takes_at_most_120_keys_and_60_without_faces(name: str) -> None:
    wanted, ruleset = recorded(name)
    for faces, most in ((True, 120), (False, 60)):
        editor = PositionEditor.begin(ruleset)
        keys = list(keys_for(editor, wanted, faces=faces))
        assert board(editor.position, faces=faces) == board(wanted, faces=faces)
        assert len(keys) <= most


def test_the_shipped_table_is_entered_key_by_key() -> None:
    text = "0,0 src\n1,0 1/1 T:W2\n1,-1 9/2\n2,-1 21/4 U\n0,1 35 *R2\n"
    wanted = parse_full(text, shipped_tiles())
    editor = PositionEditor.begin(Ruleset())
    keys = list(keys_for(editor, wanted, faces=False))
    assert board(editor.position, faces=False) == board(wanted, faces=False)
    assert len(keys) <= 3 * 4 + 3


def test_edges_typed_clockwise_without_a_look_find_every_face() -> None:
    faces = pressed("pageup").faces
    assert faces
    left_open = [edge for edge in range(6) if len({one.edges[edge] for one in faces.fitting}) > 1]
    for one in faces.fitting:
        typed = faces
        for edge in left_open:
            if len(typed.left) == 1:
                break
            assert typed.asked == edge
            typed = typed.narrowed(one.edges[edge])
        assert one in typed.left


def test_an_edge_narrows_the_faces_and_the_last_face_is_laid() -> None:
    editor = pressed("pageup")
    assert editor.faces
    before = len(editor.faces.left)
    editor.press("s")
    assert 1 < len(editor.faces.left) < before
    assert all(one.edges[0] == "s" for one in editor.faces.left)
    editor.press("backspace")
    assert len(editor.faces.left) == before
    while editor.faces and editor.cursor not in editor.position.tiles:
        wanted = "uupp.."
        editor.press(
            {".": "full_stop"}.get(wanted[editor.faces.asked or 0], wanted[editor.faces.asked or 0])
        )
    assert editor.position.tiles[1, -1].tile == 35


def test_a_face_is_offered_once_and_only_where_it_fits() -> None:
    editor = pressed("right", "1", "right")
    first = editor.position.tiles[1, 0]
    assert editor.faces
    assert first.tile not in [one.tile for one in editor.faces.left]
    assert first.edges
    land = {"r": "r", "l": "l"}.get(first.edges[0], ".")
    assert {{"r": "r", "l": "l"}.get(one.edges[3], ".") for one in editor.faces.left} == {land}


def test_owners_put_pawns_on_structures_and_markers_on_tiles() -> None:
    editor = pressed("f", "right", "t", "w")
    assert "T:W\n" in editor.text()
    editor.press("w")
    assert "T:W2" in editor.text()
    editor.press("w")
    assert "T\n" in editor.text()
    for key in ("right", "r", "r"):
        editor.press(key)
    assert "*R2" in editor.text()
    for key in ("right", "r"):
        editor.press(key)
    assert editor.text().count("*R") == 2
    assert "*R1" in editor.text()
    editor.press("r")
    assert editor.text().count("*R") == 1


def test_a_broken_table_is_told_at_the_place_and_keeps_everything() -> None:
    editor = pressed("f", "right", "c", "right", "u", "left")
    assert "EL-CONN-03" in texts(editor)
    editor = pressed("f", "right", "t", "pageup", "t", "end", "pagedown")
    editor.press("t")
    assert "EL-SHORT-01" not in texts(editor)
    for _ in range(3):
        editor.do("at cell_1,-1")
        editor.do("kind T")
        if (1, -1) in editor.position.structures:
            break
    assert "EL-SHORT-01" in texts(editor)


def test_a_broken_rule_names_the_other_cells() -> None:
    editor = PositionEditor.begin(Ruleset())
    for line in ("1,0 ? T", "1,-1 ? T", "2,-1 ? U"):
        assert editor.do(f"line {line}")
    editor.do("at cell_1,0")
    said = [fact.text for fact in editor.here() if fact.rule == "EL-SHORT-01"]
    assert said == ["three structures that all touch make a short circuit: 1,-1 2,-1"]


def test_a_face_used_twice_and_too_many_pawns_are_told() -> None:
    editor = pressed("right")
    assert editor.do("line 1,0 35")
    assert editor.do("line 1,-1 35")
    assert "EL-COMP-01" in texts(editor)
    assert editor.do("line hand W6")
    assert "EL-COMP-02" in texts(editor)
    assert editor.do("line hand")
    assert "EL-COMP-02" not in texts(editor)


def test_a_gap_that_no_tile_fits_names_its_neighbours() -> None:
    editor = pressed()
    lines = ("1,0 rrrrrr", "0,1 llllll", "-1,2 r.r.r.", "-2,2 llllll", "-2,1 rrrrrr", "-1,0 ......")
    for line in lines:
        assert editor.do(f"line {line}"), editor.told
    editor.do("at cell_-1,1")
    assert "EL-TILE-02" in texts(editor)
    assert "No remaining tile has these edges: E lake (0,1)" in texts(editor)
    assert editor.press("space")
    assert (-1, 1) in editor.position.tiles


def test_a_line_that_cannot_be_read_changes_nothing() -> None:
    editor = pressed("right", "1")
    before = editor.text()
    for line in ("score W", "nonsense", "turn X", "9,9 banana", "5,5", ""):
        assert not editor.do(f"line {line}") or editor.text() == before
        assert editor.text() == before
    assert not editor.do("jump")
    assert not editor.do("take 99")
    assert not editor.do("at cell_9,9")
    assert editor.text() == before


def test_a_table_that_cannot_be_shown_is_refused_as_a_whole() -> None:
    editor = pressed("right", "1")
    before, analysis = editor.text(), editor.analysis
    dense = "\n".join("T   " * 38 for _ in range(1))
    for text in ("900,900 ?", "-500,0 13/1"):
        assert not editor.do(f"line {text}")
        assert "too far apart" in editor.told.text
        assert editor.text() == before
        assert editor.analysis.network == analysis.network
    editor.do(f"text {dense}")
    assert editor.picture(80, 24, 0).lines
    assert editor.layers().targets
    editor.do("undo")
    editor.do("undo")
    assert editor.text() != before
    editor.do("redo")
    assert editor.text() == before


def test_everything_is_undone_and_done_again() -> None:
    editor = PositionEditor.begin(Ruleset())
    seen = [editor.text()]
    for key in ("right", "1", "t", "w", "w", "delete", "shift+right", "delete"):
        editor.press(key)
        if editor.text() != seen[-1]:
            seen.append(editor.text())
    for text in seen[-2::-1]:
        editor.do("undo")
        assert editor.text() == text
    assert not editor.is_changed
    for text in seen[1:]:
        editor.do("redo")
        assert editor.text() == text


def test_what_is_unknown_is_listed_and_what_is_typed_is_not() -> None:
    editor = pressed()
    heads = {entry.head: entry for entry in editor.entries()}
    assert heads["turn"].value == ""
    assert heads["turn"].assumed == "it is White's turn"
    editor.do("line turn K")
    heads = {entry.head: entry for entry in editor.entries()}
    assert (heads["turn"].value, heads["turn"].assumed) == ("K", "")


def test_a_game_goes_on_only_from_a_complete_table() -> None:
    editor = pressed("right", "1")
    with pytest.raises(Exception, match="hand"):
        editor.check_continuation("play")
    for line in ("hand W5 K5", "stack 29", "turn W"):
        editor.do(f"line {line}")
    editor.check_continuation("play")


@pytest.mark.parametrize("game", ["eletrika", "powergrid"])
def test_a_broken_file_is_told_before_the_screen_is_asked_for(game: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("1,0 13/9 Q\n")
    for file, said in ((broken, "broken.txt"), (tmp_path / "none", "none")):
        done = CliRunner().invoke(app, [game, "edit", str(file)])
        assert done.exit_code == 2
        assert said in done.output
    done = CliRunner().invoke(app, [game, "edit"])
    assert done.exit_code == 2
    assert "full screen" in done.output


def test_every_form_and_every_question_is_answered() -> None:
    editor = pressed("f", "right", "u", "w", "right", "t", "right", "s", "right", "p", "right", "c")
    for form in editor.forms():
        assert editor.form(form)
    for question in editor.questions():
        assert list(editor.answer(question))


def test_a_draft_is_kept_and_dropped(tmp_path: Path) -> None:
    draft = Draft("eletrika", "", tmp_path)
    assert draft.read() is None
    draft.keep("0,0 src\n")
    assert Draft("eletrika", "", tmp_path).read() == "0,0 src\n"
    assert Draft("eletrika", "other", tmp_path).read() is None
    draft.path.write_bytes(b"\xff{")
    assert draft.read() is None
    draft.drop()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", ["eletrika", "powergrid"])
def test_the_commands_that_continue_take_the_written_position(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    editor = editor_of(game)
    if game == "eletrika":
        for line in ("hand W5 K5 R5", "score W0 K0 R0", "stack 30", "turn W", "first W"):
            assert editor.do(f"line {line}"), editor.told
    file = tmp_path / "table.txt"
    file.write_text(editor.text())
    for name in editor.continuations():
        editor.check_continuation(name)
        words = [*editor.continuation(name, str(file)), "--plain"]
        done = CliRunner().invoke(app, words, input="quit\n")
        assert done.exit_code == 0, (words, done.output)


@pytest.mark.rule("EL-TILE-02", "EL-COMP-01")
@pytest.mark.parametrize("cell", ["1,0", "1,1"])
def test_six_edges_in_a_row_mean_the_six_edges(cell: str) -> None:
    """Edges that a neighbour has made known may be typed again, also when the tile lies already."""
    editor = pressed()
    for line in ("1,0 7/1", "0,1 8/0") if cell == "1,1" else ():
        assert editor.do(f"line {line}")
    editor.do(f"at cell_{cell}")
    assert editor.faces
    for one in editor.faces.fitting[::7]:
        editor.point(editor.cursor)
        for letter in one.edges:
            editor.press({".": "full_stop"}.get(letter, letter))
        land = editor.position.tiles[editor.cursor]
        assert (land.tile, land.edges) == (one.tile, one.edges)
        assert editor.cursor not in editor.position.structures
        assert editor.cursor not in editor.position.markers
        editor.press("t")
        assert editor.cursor in editor.position.structures, "from then on keys are structures"
        editor.press("delete")
        editor.press("delete")


def test_delete_clears_edges_that_were_typed() -> None:
    editor = pressed("pageup")
    editor.press("s")
    assert editor.faces
    assert editor.faces.row == "s"
    editor.press("delete")
    assert editor.faces.row == ""
    assert editor.cursor not in editor.position.tiles


@pytest.mark.rule("EL-COMP-01")
def test_a_tile_that_the_table_lacks_is_told() -> None:
    editor = pressed("down")
    for key in "lllssc":
        editor.press(key)
    assert editor.position.tiles[editor.cursor].tile is None
    assert "EL-COMP-01 no tile left in the table has the edges lllssc" in texts(editor)
    told = " ".join(word for line in editor.answer("check") for word, _ in line)
    assert "no tile left in the table has the edges lllssc (EL-COMP-01)" in " ".join(told.split())


def test_a_tile_that_fits_nowhere_has_its_name_all_the_same() -> None:
    """Its edges are those of a tile of the table: perhaps a neighbour is wrong."""
    editor = pressed("right")
    assert editor.faces
    tiles = Ruleset().tiles
    edges = next(
        face
        for tile in tiles.tiles
        for face in tiles.faces[tile.number]
        if tile.number != tiles.source
        and 1 not in [len(Faces(editor.faces.fitting, face[:most]).left) for most in range(7)]
    )
    for letter in edges:
        editor.press({".": "full_stop"}.get(letter, letter))
    assert editor.position.tiles[editor.cursor].edges == edges
    assert editor.position.tiles[editor.cursor].tile is not None
    assert "EL-TILE-02" in texts(editor)
