"""Completion in shells: the words that can follow."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gridgames.commands.app import program
from gridgames.commands.completion import answer, words_of
from gridgames.commands.typer_classes import every_context
from plain_games import environment

# What nothing is known about that could follow
FREE = {
    "ADDRESS", "BOT,BOT...", "COLOUR", "ID,ID...", "LINK", "N", "N|N..M", "NAME", "NAME,NAME...",
    "NAME|NUMBER", "PERCENT", "PLANT,PLANT...", "PLAYER", "Q,R", "R", "ROW", "SECONDS",
    "SIDE SIDE...", "STEP", "TILE", "TIME", "URL", "WHO,WHO...",
}  # fmt: skip


def words(typed: str) -> list[str]:
    *before, current = typed.split(" ")
    return [word for word, _ in answer(program(), [*before, f":{current}"])]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("tour", "tournament"),
        ("powergrid map ch", "check"),
        ("play --map ", "germany usa"),
        ("play --map=u", "--map=usa"),  # zsh and fish
        ("play --map = u", "usa"),  # bash
        ("play --map =", "germany usa"),
        ("play powergrid --edition cl", "classic"),
        ("play --seed 3 e", "eletrika"),
        ("powergrid cost x ess", "Essen"),
        ("rules pg-auc-01", "PG-AUC-01"),
        ("rules PG-AUC-01 EL-SHORT-01", "EL-SHORT-01"),
        ("verify two", "/ two-turns"),
        ("schema doc", "doctor"),
        ("completion z", "zsh"),
        ("new powergrid --option hidden_money=f", "hidden_money=false"),
        ("new powergrid extra --seed ", ""),
    ],
)
def test_what_can_follow_is_completed(typed, found):
    assert words(typed) == found.split()


def test_saves_are_completed(tmp_path, monkeypatch):
    saved = tmp_path / "eletrika-1.jsonl"
    saved.touch()
    monkeypatch.setattr("gridgames.table.saves.saves.saves_directory", lambda: tmp_path)
    assert words("resume ") == ["/", str(saved)]


def test_every_placeholder_has_words_or_is_free():
    missing = set()
    for context in every_context(program()):
        for one in context.command.get_params(context):
            if not getattr(one, "is_flag", False) and not [*words_of(one, context)]:
                missing.add(one.metavar or "N")
    assert missing == FREE


def test_a_line_has_the_word_and_its_help(tmp_path):
    env = environment(tmp_path, _GRIDGAMES_COMPLETE="1")
    command = [sys.executable, "-m", "gridgames", ":tour"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("tournament\tLet bots play each other in every seating order")


def scripted(home: Path, shell: str) -> tuple[dict[str, str], str]:
    """Return an environment in which the program is found, and its script for a shell."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = environment(home, PATH=path, TERM="xterm", LC_ALL="C.UTF-8")
    env |= {"XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    command = [sys.executable, "-m", "gridgames", "completion", shell]
    return env, subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_with_its_script(shell, tmp_path):
    pexpect = pytest.importorskip("pexpect")
    if not shutil.which(shell):
        pytest.skip(shell)
    env, text = scripted(tmp_path, shell)
    script = tmp_path / "script"
    script.write_text(text, encoding="utf-8")
    (tmp_path / "notes file.txt").touch()
    bare = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    child = pexpect.spawn(
        shell, bare, env=env, cwd=tmp_path, encoding="utf-8", timeout=30, dimensions=(24, 100)
    )
    try:
        child.sendline(f". {script}; echo rea''dy")
        child.expect("ready")
        for typed, found in (
            ("tourn", "tournament"),
            ("powergrid cost x kans", r"\\ City"),
            ("play --map=u", "usa"),
            ("verify notes", r"\\ file.txt"),
        ):
            child.send(f"gridgames {typed}\t")
            child.expect(found)
            child.send("\x15")
    finally:
        child.close(force=True)
