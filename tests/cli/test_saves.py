"""Files of saved games: nobody else's are touched, one program holds one, and nobody looks in."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from gridcommon.errors import NotationError
from gridgames.show.registry import GameChoice
from gridgames.system import durable_files
from gridgames.table.record_files import replayed
from gridgames.table.saves.new_games import GameForm
from gridgames.table.saves.saves import Save, SaveExists, write_copy
from gridgames.table.session import Session
from plain_games import gridgames, process, recorded_actions

posix = pytest.mark.skipif(sys.platform == "win32", reason="files as POSIX has them")
SEATS = ("--seats", "Ana=human,Bia=human,Caio=human", "--seed", "3")
POWER = ("play", "powergrid", "--plain", *SEATS)


def begun(path: Path, moves: int = 1) -> tuple[Save, Session]:
    """Return a game that has just begun, and its save."""
    session = GameForm(GameChoice("powergrid"), SEATS[1], None, 3, watch=False).session()
    save = Save(path)
    save.create(session)
    for _ in range(moves):
        one_move(session)
    return save, session


def one_move(session: Session) -> None:
    session.act(session.legal_actions()[0])


def resumed(path: Path) -> tuple[Save, Session]:
    save = Save(path)
    save.open()
    return save, save.read()


# What is not ours


def test_files_of_similar_names_are_left_alone(tmp_path):
    others = ["uv.lock", "uv.new", "uv.jsonl", ".uv.lock", "uv~", "uv.tmp"]
    for name in others:
        (tmp_path / name).write_text(f"my {name}")
    done = gridgames(tmp_path, *POWER, "--save", tmp_path / "uv", typed="4\nu\n4\nu\nq\n")
    assert done.exit_code == 0
    assert gridgames(tmp_path, "resume", tmp_path / "uv", typed="4\n").exit_code == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*others, "uv"])
    assert [(tmp_path / name).read_text() for name in others] == [f"my {name}" for name in others]


@posix
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


@posix
def test_a_file_system_without_links_will_do(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(durable_files.os, "link", refuse)
    save, _ = begun(tmp_path / "game.jsonl")
    save.close()
    with pytest.raises(SaveExists):
        begun(save.path)
    assert len(recorded_actions(save.path)) == 1
    assert list(tmp_path.iterdir()) == [save.path]


@pytest.mark.parametrize("is_game", [False, True])
def test_games_that_begin_in_the_same_moment_have_files_of_their_own(is_game, tmp_path):
    session = GameForm(GameChoice("powergrid"), SEATS[1], None, 3, watch=False).session()
    (tmp_path / "game.jsonl").write_text("a letter")
    if is_game:
        other = GameForm(GameChoice("eletrika"), "A=human,B=human", None, 3, watch=False).session()
        (tmp_path / "game.jsonl").unlink()
        write_copy(other, tmp_path / "game.jsonl")
    before = (tmp_path / "game.jsonl").read_bytes()
    save = Save(tmp_path / "game.jsonl")
    save.follow(session)
    one_move(session)
    save.close()
    assert (tmp_path / "game.jsonl").read_bytes() == before
    assert len(recorded_actions(tmp_path / "game-2.jsonl")) == 1
    assert replayed(tmp_path / "game-2.jsonl").difference is None


def test_what_another_program_wrote_is_not_cut_off(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
    with save.path.open("a") as file:
        file.write("a note of mine\n")
    before = save.path.read_bytes()
    session.undo()
    assert "another program has changed the file" in str(save.trouble)
    assert save.path.read_bytes() == before
    save.close()


@posix
def test_a_file_that_took_the_name_is_left_alone_and_a_removed_save_is_made_again(tmp_path):
    save, session = begun(tmp_path / "game.jsonl")
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


# One program for one file


@posix
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_is_the_same_save(link, tmp_path):
    save, session = begun(tmp_path / "game.jsonl", moves=0)
    other = tmp_path / "other.jsonl"
    link(save.path, other)
    one_move(session)
    if link is os.link:
        done = process(tmp_path, "resume", other, "--plain", typed="a\n")
        assert done.returncode == 2
        assert "this game is open in another program" in " ".join(done.stderr.split())
    session.undo()
    one_move(session)
    one_move(session)
    save.close()
    assert save.trouble is None
    assert len(recorded_actions(other)) == 2
    assert gridgames(tmp_path, "resume", other, typed="a\n").exit_code == 0
    assert len(recorded_actions(save.path)) > 2
    assert os.path.samefile(save.path, other)


@posix
def test_a_link_that_leads_nowhere_leads_to_the_new_save(tmp_path):
    folder, link = tmp_path / "folder", tmp_path / "link.jsonl"
    folder.mkdir()
    link.symlink_to(folder / "game.jsonl")
    save, _ = begun(link)
    save.close()
    assert link.is_symlink()
    assert len(recorded_actions(folder / "game.jsonl")) == 1
    assert [one.name for one in folder.iterdir()] == ["game.jsonl"]


# What is in the file


def test_checks_of_a_record_stay_where_they_are(tmp_path):
    save, _ = begun(tmp_path / "game.jsonl", moves=2)
    save.close()
    header, first, second = save.path.read_bytes().splitlines(True)
    check = b'{"check":{"round":1}}\n'
    save.path.write_bytes(header + check + first + check + second + check)
    save, session = resumed(save.path)
    one_move(session)
    assert save.path.read_bytes().startswith(header + check + first + check + second + check)
    session.undo()
    session.undo()
    assert save.path.read_bytes().splitlines(True)[1] == check
    save.close()
    assert replayed(save.path).difference is None


@pytest.mark.parametrize("missing", [1, 2, 11, -40])
def test_an_incomplete_line_and_zeros_of_a_power_cut_are_dropped_and_told(missing, tmp_path):
    """Without its line break the line is complete, and gone on with."""
    save, _ = begun(tmp_path / "game.jsonl", moves=2)
    save.close()
    whole = save.path.read_bytes()
    save.path.write_bytes(whole[:-missing] if missing > 0 else whole + bytes(-missing))
    done = gridgames(tmp_path, "resume", save.path, typed="")
    told = "the last line is incomplete and was dropped" in " ".join(done.stderr.split())
    assert (done.exit_code, told) == (0, missing != 1)
    assert len(recorded_actions(save.path)) == (1 if missing > 1 else 2)
    save, session = resumed(save.path)
    one_move(session)
    session.undo()
    session.undo()
    session.redo()
    save.close()
    assert b"\0" not in save.path.read_bytes()
    assert replayed(save.path).difference is None


# Who may look


@posix
def test_a_save_is_for_its_owner_only_and_a_folder_of_the_user_keeps_its_rights(tmp_path):
    ours, mine, copy = tmp_path / "gridgames" / "saves", tmp_path / "mine", tmp_path / "copy.jsonl"
    for folder in (ours, mine):
        folder.mkdir(parents=True)
        folder.chmod(0o755)
    assert gridgames(tmp_path, *POWER, typed=f"4\nsave {copy}\n").exit_code == 0
    save, session = begun(mine / "new" / "game.jsonl")
    write_copy(session, mine / "copy.jsonl")
    save.close()
    (path,) = ours.iterdir()
    found = (ours, mine, path, copy, save.path, mine / "copy.jsonl")
    modes = [stat.S_IMODE(one.stat().st_mode) for one in found]
    assert modes == [0o700, 0o755, 0o600, 0o600, 0o600, 0o600]


@posix
def test_one_bad_file_costs_one_line_of_the_list(tmp_path):
    assert gridgames(tmp_path, *POWER, typed="4\n").exit_code == 0
    watched = ("play", "eletrika", "--watch", "--plain", "--seats", "random,random", "--seed", "1")
    assert gridgames(tmp_path, *watched, "--rounds", 1).exit_code == 0
    saves = tmp_path / "gridgames" / "saves"
    (saves / "gone.jsonl").symlink_to(saves / "nothing")
    (saves / "loop.jsonl").symlink_to(saves / "loop.jsonl")
    (saves / "folder.jsonl").mkdir()
    os.mkfifo(saves / "pipe.jsonl")
    (saves / "pipe-too.jsonl").symlink_to(saves / "pipe.jsonl")
    (saves / "empty.jsonl").touch()
    (saves / "locked.jsonl").touch(0o000)
    done = gridgames(tmp_path, "resume")
    assert done.exit_code == 0
    told = " ".join(done.stdout.split())
    assert told.count("not a saved game (") >= 7
    assert "Power Grid, round 1: Ana, Bia, Caio; Bia is to act" in told
    assert "; stopped without a winner" in told
    assert all(f" {number} 20" in f" {told}" for number in range(1, 10))


def test_a_game_goes_on_that_may_be_read_but_not_written(tmp_path):
    if not hasattr(os, "geteuid") or not os.geteuid():
        pytest.skip("a user other than root")
    save, _ = begun(tmp_path / "game.jsonl")
    save.close()
    save.path.chmod(0o400)
    done = gridgames(tmp_path, "resume", save.path, typed="a\n")
    assert done.exit_code == 2
    assert "not saved: permission denied" in " ".join(done.stderr.split())
