"""Completion in shells: the words that can follow, and what asking for them loads."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridgames import __version__
from gridgames.commands.app import program
from gridgames.commands.completing import answer
from gridgames.commands.completion import write_table
from gridgames.table.saves.saves import saves_directory
from plain_games import environment

# What nothing is known about that could follow
FREE = {
    "ADDRESS", "BOT,BOT...", "COLOUR", "ID,ID...", "LINK", "N", "N|N..M", "NAME", "NAME,NAME...",
    "NAME|NUMBER", "PERCENT", "PLANT,PLANT...", "PLAYER", "Q,R", "R", "ROW", "SECONDS",
    "SIDE SIDE...", "STEP", "TILE", "TIME", "URL", "WHO,WHO...",
}  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("cache") / "new" / "completion.json"
    write_table(path, program())
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def words(table: dict[str, Any], typed: str) -> list[str]:
    *before, current = typed.split(" ")
    return [word for word, _ in answer(table, [*before, f":{current}"])]


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
def test_what_can_follow_is_completed(table, typed, found):
    assert words(table, typed) == found.split()


def test_saves_are_completed(table, tmp_path):
    saved = tmp_path / "eletrika-1.jsonl"
    saved.touch()
    assert words(table | {"saves": str(tmp_path)}, "resume ") == ["/", str(saved)]
    assert Path(table["saves"]) == saves_directory()


def test_every_placeholder_has_words_or_is_free(table):
    missing, waiting = set(), [(program(), table["commands"])]
    while waiting:
        command, known = waiting.pop()
        every = command.get_params(command.context_class(command))
        places = [one.name for one in every if one.param_type_name == "argument"]
        for one in every:
            options = known["options"].get(one.opts[0])
            kinds = options[1] if options else known["arguments"][places.index(one.name)]
            if not kinds and not getattr(one, "is_flag", False):
                missing.add(one.metavar or "N")
        context = command.context_class(command)
        waiting += [
            (command.get_command(context, name), of) for name, of in known["commands"].items()
        ]
    assert missing == FREE


ASKED = """
import sys
from gridgames.__main__ import main
main()
print(*sys.modules)
"""
HEAVY = {"typer", "rich", "platformdirs", "pathlib", "typing", "inspect", "gridgames.commands.app"}
HEAVY |= {"gridcommon", "powergrid", "eletrika", "gridgames.languages"}


def test_a_tab_loads_no_command_and_makes_a_missing_table_anew(tmp_path):
    """It takes less than two starts of a bare Python; importing Typer alone takes five."""
    path = tmp_path / "new" / "words.json"
    env = environment(tmp_path, _GRIDGAMES_COMPLETE=str(path))

    def asked(*code: str) -> str:
        command = [sys.executable, *code, ":tour"]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return done.stdout

    told = "tournament\tLet bots play each other in every seating order"
    path.parent.mkdir()
    path.write_text('{"version": "0.0.0"}', encoding="utf-8")
    assert asked("-m", "gridgames").startswith(told)
    assert json.loads(path.read_text(encoding="utf-8"))["version"] == __version__
    bare = set(asked("-c", "import sys; print(*sys.modules)").split())
    *_, more = asked("-c", ASKED).splitlines()
    assert not HEAVY & (set(more.split()) - bare)


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


def test_powershell_completes_with_its_script(tmp_path):
    """It is asked for completions as at a TAB; where it runs, such as in the public workflow."""
    shell = shutil.which("pwsh") or shutil.which("powershell")
    if not shell:
        pytest.skip("PowerShell")
    asked = "".join(
        f"([Management.Automation.CommandCompletion]::CompleteInput('{line}', {len(line)}, $null))"
        ".CompletionMatches | ForEach-Object CompletionText\n"
        for line in ("gridgames tourn", "gridgames powergrid cost x kans", "gridgames play --map u")
    )
    env, script = scripted(tmp_path, "powershell")
    (tmp_path / "ask.ps1").write_text(script + asked, encoding="utf-8-sig")
    words = [shell, "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", str(tmp_path / "ask.ps1")]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:3] == ["tournament", "'Kansas City'", "usa"]
