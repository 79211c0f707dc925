"""What each command loads: start-up grows by what nobody at the keyboard has asked for.

``benchmarks/startup.py`` and ``benchmarks/screen.py`` measure what that costs.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plain_games import environment

# Runs the program, then writes what it has loaded to the file named first.
WATCHED = """
import sys
from gridgames.__main__ import main
file, *sys.argv[1:] = sys.argv[1:]
sys.argv[0] = "gridgames"
try:
    main()
finally:
    with open(file, "w", encoding="utf-8") as written:
        written.write("\\n".join(sys.modules))
"""
LIBRARIES = {"PIL", "hypothesis", "markdown_it", "networkx", "numpy", "platformdirs", "plotext"}
LIBRARIES |= {"resvg_py", "rich", "shapely", "sqlite3", "textual"}
GAMES = {"powergrid", "eletrika"}


ROOMS = {f"gridgames.{one}" for one in ("environments", "page", "screen", "study")}


def watched(home: Path, *words: str) -> tuple[list[str], Path]:
    """Return the command that runs the program, and the file with the modules that it loads."""
    file = home / "modules"
    return [sys.executable, "-c", WATCHED, str(file), *words], file


def within(names: set[str], modules: set[str]) -> set[str]:
    """Return those of ``modules`` that are, or are in, one of the modules ``names``."""
    return {one for one in modules if any(f"{one}.".startswith(f"{name}.") for name in names)}


def loaded(home: Path, *words: str) -> set[str]:
    command, file = watched(home, *words)
    done = subprocess.run(command, capture_output=True, env=environment(home), check=True)
    assert done.stdout
    return set(file.read_text(encoding="utf-8").split())


def test_the_version_loads_next_to_nothing(tmp_path: Path) -> None:
    heavy = LIBRARIES | GAMES | {"typer", "click", "gridcommon", "gridgames.commands"}
    heavy |= {"dataclasses", "enum", "inspect", "json", "re", "tomllib", "typing"}
    modules = loaded(tmp_path, "--version")
    parts = ("", ".__main__", ".system", ".system.exit_codes")
    assert within({"gridgames"}, modules) == {f"gridgames{part}" for part in parts}
    bare = [sys.executable, "-c", "import sys; print(*sys.modules)"]  # may load some of them too
    started = subprocess.run(bare, capture_output=True, text=True, check=True)
    assert not within(heavy, modules - set(started.stdout.split()))


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        ("play --help", LIBRARIES | GAMES | ROOMS),
        (
            "eletrika check full-scoring --json",  # no other game, nor pictures or a full screen
            {"PIL", "powergrid", "rich.console", "textual", "gridgames.screen", "gridgames.page"}
            | {"eletrika.bots", "gridgames.wings.eletrika.companion.questions"},
        ),
        (
            "powergrid cost hand-written Minneapolis",
            {
                "PIL",
                "eletrika",
                "powergrid.bots",
                "rich.console",
                "textual",
                "gridgames.screen.play",
            },
        ),
        (
            "rules PG-AUC-07",
            {"powergrid.ruleset", "powergrid.tables", "eletrika.tables", "json", "sqlite3"}
            | {f"gridgames.study.rules.{one}" for one in ("search", "options", "pictured")}
            | {"importlib.resources", "rich"},
        ),
        (
            "compare connecting",
            {"gridgames.table", "gridgames.study.review", "gridgames.table.saves", "platformdirs"}
            | {"importlib.resources", "markdown_it", "sqlite3"},
        ),
        (
            "play eletrika --plain --watch --seats random,random --seed 1 --rounds 1 --no-save",
            {"gridgames.study.rules", "markdown_it", "rich.console", "statistics", "textual"},
        ),
    ],
)
def test_a_command_loads_no_more_than_it_needs(
    words: str, unwanted: set[str], tmp_path: Path
) -> None:
    assert not within(unwanted, loaded(tmp_path, *words.split()))


def test_the_first_screen_loads_no_dialog_that_may_never_open(tmp_path: Path) -> None:
    """Neither the rulebook, nor another game, nor what other commands need."""
    pytest.importorskip("fcntl", reason="terminals as POSIX has them")
    pexpect = pytest.importorskip("pexpect")
    command, file = watched(tmp_path, "play", "eletrika", "--seats", "human,easy", "--seed", "1")
    env = environment(tmp_path) | {"TERM": "xterm-256color"}
    env.pop("COLUMNS")
    child = pexpect.spawn(command[0], command[1:], env=env, dimensions=(40, 120), timeout=30)
    try:
        child.expect("F10")
        child.kill(signal.SIGTERM)
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    modules = set(file.read_text(encoding="utf-8").split())
    assert "gridgames.screen.play" in modules
    assert not within(LIBRARIES - {"platformdirs", "rich", "textual"}, modules)
    assert not within({"powergrid"}, modules)
    assert not within({"gridcommon.ledger", "hmac", "secrets"}, modules)
    unused = {"study.comparison", "study.rules", "page", "languages.ledgers", "screen.start"}
    assert not within({f"gridgames.{one}" for one in unused}, modules)
