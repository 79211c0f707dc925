"""Files of saved games: nobody else's are touched, one program holds one, and nobody looks in."""

import errno
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from gridcommon.errors import NotationError
from gridgames.games.registry import Choice
from gridgames.saves.new_games import new_session
from gridgames.saves.saves import Save, SaveExists, write_copy
from gridgames.sessions.session import Session
from gridgames.system import durable_files
from plain_games import gridgames, process, recorded_actions

POWER = ("play", "powergrid", "--plain", "--seats", "Ana=human,easy,easy", "--seed", "3")
posix = pytest.mark.skipif(sys.platform == "win32", reason="files as POSIX has them")


def begun(path: Path) -> tuple[Save, Session]:
    """Return a game that has just begun, and its save."""
    session = new_session(Choice("powergrid"), "Ana=human,easy,easy", None, 3, watch=False)
    save = Save(path)
    save.create(session)
    return save, session


def one_move(session: Session) -> None:
    session.act(session.legal_actions()[0])


def one_line(text: str) -> str:
    return " ".join(text.split())


# What is not ours


def test_files_of_similar_names_are_left_alone(tmp_path):
    others = ["uv.lock", "uv.new", "uv.jsonl", ".uv.lock", "uv~", "uv.tmp"]
    for name in others:
        (tmp_path / name).write_text(f"my {name}")
    done = gridgames(tmp_path, *POWER, "--save", tmp_path / "uv", typed="1\nu\n1\nu\nq\n")
    assert done.exit_code == 0
    assert gridgames(tmp_path, "resume", tmp_path / "uv", typed="1\n").exit_code == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*others, "uv"])
    assert [(tmp_path / name).read_text() for name in others] == [f"my {name}" for name in others]


@pytest.mark.skipif(sys.platform == "win32", reason="files as POSIX has them")
def test_a_name_is_taken_in_one_step(tmp_path, monkeypatch):
    """Another program takes the name at the last moment before ours does."""
    path, link = tmp_path / "game.jsonl", os.link

    def late(*names):
        path.write_text("a letter")
        link(*names)

    monkeypatch.setattr(durable_files.os, "link", late)
    with pytest.raises(NotationError, match="is not a saved game, and is not overwritten"):
        begun(path)
    assert path.read_text() == "a letter"
    assert list(tmp_path.iterdir()) == [path]


def test_a_saved_game_is_not_begun_again(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    before = save.path.read_bytes()
    save.close()
    with pytest.raises(SaveExists):
        begun(save.path)
    assert save.path.read_bytes() == before


@posix
def test_a_file_system_without_links_will_do(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(durable_files.os, "link", refuse)
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.close()
    with pytest.raises(SaveExists):
        begun(save.path)
    assert len(recorded_actions(save.path)) == 1
    assert list(tmp_path.iterdir()) == [save.path]


def test_games_that_begin_in_the_same_moment_have_files_of_their_own(tmp_path):
    session = new_session(Choice("powergrid"), "Ana=human,easy,easy", None, 3, watch=False)
    (tmp_path / "game.jsonl").write_text("a letter")
    save = Save(tmp_path / "game.jsonl")
    save.follow(session)
    one_move(session)
    save.close()
    assert (tmp_path / "game.jsonl").read_text() == "a letter"
    assert len(recorded_actions(tmp_path / "game-2.jsonl")) == 1


def test_what_another_program_wrote_is_not_cut_off(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    with save.path.open("a") as file:
        file.write("a note of mine\n")
    before = save.path.read_bytes()
    session.undo()
    assert "another program has changed the file" in str(save.trouble)
    assert save.path.read_bytes() == before
    save.close()


@posix
def test_a_file_that_took_the_name_is_left_alone(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.path.rename(tmp_path / "moved.jsonl")
    save.path.write_text("a letter")
    one_move(session)
    assert "file exists" in str(save.trouble)
    assert save.path.read_text() == "a letter"
    save.path.unlink()
    one_move(session)
    assert save.trouble is None
    assert len(recorded_actions(save.path)) == 3
    assert len(recorded_actions(tmp_path / "moved.jsonl")) == 1
    save.close()


@posix
def test_a_save_that_was_removed_is_made_again(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.path.unlink()
    one_move(session)
    assert save.trouble is None
    assert len(recorded_actions(save.path)) == 2
    save.close()


# One program for one file


@posix
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_is_the_same_save(link, tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    other = tmp_path / "other.jsonl"
    link(save.path, other)
    one_move(session)
    done = process(tmp_path, "resume", other, "--plain", typed="1\n")
    assert done.returncode == 2
    assert "this game is open in another program" in one_line(done.stderr)
    session.undo()
    one_move(session)
    one_move(session)
    save.close()
    assert save.trouble is None
    assert len(recorded_actions(other)) == 2
    assert gridgames(tmp_path, "resume", other, typed="1\n").exit_code == 0
    assert len(recorded_actions(save.path)) > 2
    assert os.path.samefile(save.path, other)


@posix
def test_a_link_that_leads_nowhere_leads_to_the_new_save(tmp_path):
    folder, link = tmp_path / "folder", tmp_path / "link.jsonl"
    folder.mkdir()
    link.symlink_to(folder / "game.jsonl")
    save, session = begun(link)
    one_move(session)
    save.close()
    assert link.is_symlink()
    assert len(recorded_actions(folder / "game.jsonl")) == 1
    assert [one.name for one in folder.iterdir()] == ["game.jsonl"]


# What is in the file


def test_undo_and_redo_are_cut_and_written(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    for _ in range(3):
        one_move(session)
    whole = save.path.read_bytes()
    session.undo()
    assert save.path.read_bytes() == b"".join(whole.splitlines(True)[: len(session.moves) + 1])
    session.redo()
    assert save.path.read_bytes() == whole
    again = Save(save.path)
    assert [move.action for move in again.read().moves] == [move.action for move in session.moves]
    save.close()


def test_a_game_that_is_over_is_taken_up_again_by_undo(tmp_path):
    words = ("play", "eletrika", "--watch", "--seats", "random,random", "--seed", "1", "--plain")
    path = tmp_path / "game.jsonl"
    assert gridgames(tmp_path, *words, "--save", path).exit_code == 0
    whole = path.read_bytes()
    save = Save(path)
    save.open()
    session = save.read()
    save.write(session)
    assert path.read_bytes() == whole
    session.undo()
    assert path.read_bytes() == b"".join(whole.splitlines(True)[:-3])  # a move, its note, the end
    session.redo()
    save.close()
    assert path.read_bytes() == whole


def test_checks_of_a_record_stay_where_they_are(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    one_move(session)
    save.close()
    header, first, second = save.path.read_bytes().splitlines(True)
    check = b'{"check":{"round":1}}\n'
    save.path.write_bytes(header + check + first + check + second + check)
    save = Save(save.path)
    save.open()
    session = save.read()
    one_move(session)
    assert save.path.read_bytes().startswith(header + check + first + check + second + check)
    session.undo()
    session.undo()
    assert save.path.read_bytes().splitlines(True)[1] == check
    save.close()
    assert gridgames(tmp_path, "verify", save.path).exit_code == 0


@pytest.mark.parametrize("missing", range(1, 12))
def test_an_incomplete_line_is_dropped_and_told(missing, tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    one_move(session)
    save.close()
    whole = save.path.read_bytes()
    save.path.write_bytes(whole[:-missing])
    done = gridgames(tmp_path, "resume", save.path, typed="")
    assert done.exit_code == 0
    told = "the last line is incomplete and was dropped" in one_line(done.stderr)
    assert told == (missing > 1)  # without its line break the line is complete
    assert gridgames(tmp_path, "verify", save.path).exit_code == 0
    assert len(recorded_actions(save.path)) >= 1


def test_a_line_without_its_line_break_is_gone_on_with(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.close()
    whole = save.path.read_bytes()
    save.path.write_bytes(whole[:-1])
    save = Save(save.path)
    save.open()
    session = save.read()
    one_move(session)
    assert save.path.read_bytes().startswith(whole)
    assert len(recorded_actions(save.path)) == 2
    session.undo()
    session.undo()
    session.redo()
    save.close()
    assert gridgames(tmp_path, "verify", save.path).exit_code == 0


def test_zeros_after_a_power_cut_are_dropped(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.close()
    whole = save.path.read_bytes()
    save.path.write_bytes(whole + bytes(40))
    done = gridgames(tmp_path, "resume", save.path, typed="")
    assert "the last line is incomplete and was dropped" in one_line(done.stderr)
    assert save.path.read_bytes().startswith(whole)
    assert b"\0" not in save.path.read_bytes()


# Who may look


@posix
def test_a_save_is_for_its_owner_only(tmp_path):
    old = tmp_path / "gridgames" / "saves"
    old.mkdir(parents=True)
    old.chmod(0o755)
    assert process(tmp_path, *POWER, typed="1\nsave copy.jsonl\n").returncode == 0
    copy = Path("copy.jsonl")
    try:
        (path,) = old.iterdir()
        assert [stat.S_IMODE(one.stat().st_mode) for one in (old, path, copy)] == [
            0o700,
            0o600,
            0o600,
        ]
    finally:
        copy.unlink()


@posix
def test_a_folder_of_the_user_keeps_its_rights(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    mine.chmod(0o755)
    save, session = begun(mine / "new" / "game.jsonl")
    write_copy(session, mine / "copy.jsonl")
    save.close()
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (mine, save.path, mine / "copy.jsonl")]
    assert modes == [0o755, 0o600, 0o600]


# The list


@posix
def test_one_bad_file_costs_one_line_of_the_list(tmp_path):
    assert gridgames(tmp_path, *POWER, typed="1\n").exit_code == 0
    saves = tmp_path / "gridgames" / "saves"
    (saves / "gone.jsonl").symlink_to(saves / "nothing")
    (saves / "loop.jsonl").symlink_to(saves / "loop.jsonl")
    (saves / "folder.jsonl").mkdir()
    os.mkfifo(saves / "pipe.jsonl")
    (saves / "pipe-too.jsonl").symlink_to(saves / "pipe.jsonl")
    (saves / "empty.jsonl").touch()
    (saves / "locked.jsonl").touch(0o000)
    done = process(tmp_path, "resume")
    assert done.returncode == 0
    told = one_line(done.stdout)
    assert told.count("not a saved game (") >= 7
    assert "Power Grid, round 1: Ana, Otto, Mabel; Ana is to act" in told
    for number in range(1, 9):
        assert f" {number} 20" in f" {told}"


# How it ends


def test_what_could_not_be_saved_is_told_by_the_exit_code(tmp_path):
    (tmp_path / "file").touch()
    words = ("play", "eletrika", "--watch", "--seats", "random,random", "--seed", "1", "--plain")
    done = gridgames(tmp_path, *words, "--save", tmp_path / "file" / "game.jsonl")
    assert done.exit_code == 2
    assert "first place" in done.stdout
    assert "game.jsonl: not saved: not a directory" in one_line(done.stderr)


def test_a_game_goes_on_that_may_be_read_but_not_written(tmp_path):
    if not hasattr(os, "geteuid") or not os.geteuid():
        pytest.skip("a user other than root")
    save, session = begun(tmp_path / "game.jsonl")
    one_move(session)
    save.close()
    save.path.chmod(0o400)
    done = gridgames(tmp_path, "resume", save.path, typed="1\n")
    assert done.exit_code == 2
    assert "not saved: permission denied" in one_line(done.stderr)


def test_bots_are_called_in_portuguese_and_recorded_in_english(tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("--seats", "Ana=human,easy,hard-miser", "--seed", "3", "--plain", "--save", save)
    told = gridgames(tmp_path, "--lang", "pt_BR", "play", "eletrika", *words, typed="1\n1\n")
    assert "Otávio (fácil)" in told.output
    assert "Zuza (difícil-avarento)" in told.output
    assert "easy" not in told.output
    header = json.loads(save.read_text(encoding="utf-8").splitlines()[0])
    assert header["players"] == ["Ana", "easy 2", "hard-miser 3"]
    for language, name, level in (("pt_BR", "Otávio", "fácil 2"), ("en", "Otto", "easy 2")):
        again = gridgames(tmp_path, "--lang", language, "resume", save, "--plain", typed="q\n")
        assert name in again.output
        for typed in ("easy 2", name, level):
            lines = [f"next {typed}", "q"]
            found = gridgames(tmp_path, "--lang", language, "replay", save, "--plain", typed=lines)
            assert found.exit_code == 0
            assert repr(typed) not in found.output, "it is known by all its names"
    assert "Otávio" in gridgames(tmp_path, "--lang", "pt_BR", "eletrika", "show", save).output
    raw = gridgames(tmp_path, "--lang", "pt_BR", "eletrika", "show", save, "--json").stdout
    assert "fácil" not in raw
