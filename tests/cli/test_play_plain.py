"""Games played through a pipe: what a script, a screen reader or a test sees."""

import json
import re

import pytest

from gridgames.table.saves.saves import Save
from plain_games import gridgames, take_first_choices

SHORT = {"powergrid": ("--option", "house_limit=4"), "eletrika": ()}  # an early end
DECORATION = re.compile(r"[^\w\s.,;:()/+=?!*'\"\[\]<>|-]|--|->|=>|\s>\s|\([a-z.]*\.[a-z.]*\)")


@pytest.mark.parametrize("game", SHORT)
def test_a_game_of_first_choices_can_be_read_aloud_and_typed_again(game, tmp_path, monkeypatch):
    save, again = tmp_path / "game.jsonl", tmp_path / "again.jsonl"
    words = ("play", game, "--seats", "Ana=human,random,random", "--seed", "5", *SHORT[game])
    looks = ["board", "state", "players", "plan", "log", "chart", "choices"]
    typed = [*looks, *["1", "p", "3", "d"] * 9, *looks]
    for language, more in (("en", ("--no-save",)), ("pt_BR", ("--save", save))):
        done = gridgames(tmp_path, *words, "--plain", "--lang", language, *more, typed=typed)
        assert DECORATION.findall(done.stdout.partition("gridgames resume")[0]) == []
    take_first_choices(monkeypatch)
    done = gridgames(tmp_path, "resume", save, "--plain")
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"gridgames review {save}" in done.stdout
    assert "\x1b" not in done.stdout
    lines = [line for line in done.stdout.splitlines() if str(save) not in line]
    assert max(map(len, lines)) <= 80
    session = Save(save).read()
    assert session.result is not None
    typed = [session.face.format(move.action) for move in session.moves if move.seat == 0]
    gridgames(tmp_path, *words, "--save", again, typed=typed)
    assert again.read_bytes() == save.read_bytes()


def test_the_program_alone_without_a_terminal_plays_what_was_last_played(tmp_path, monkeypatch):
    last = {"game": "eletrika", "eletrika": {"seats": ["easy"] * 2}}
    settings = tmp_path / "gridgames" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"language": "pt_BR", "last": last}), encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "C.UTF-8")
    done = gridgames(tmp_path)
    assert done.exit_code == 0
    told = done.stdout + done.stderr
    assert all(one in told for one in ("sem terminal", "Semente ", "Eletrika", "fácil 2"))
    assert done.stderr.count("\n") == 1
    (save,) = (tmp_path / "gridgames" / "saves").iterdir()
    assert Save(save).read().result is not None
