"""What each command loads: start-up grows by what nobody at the keyboard has asked for.

``benchmarks/startup.py`` and ``benchmarks/screen.py`` measure what that costs.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eletrika_positions import EXAMPLES
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
POSITION = str(EXAMPLES / "full-scoring.eletrika")
LIBRARIES = {"PIL", "hypothesis", "markdown_it", "networkx", "numpy", "platformdirs", "plotext"}
LIBRARIES |= {"resvg_py", "rich", "shapely", "sqlite3", "textual"}
GAMES = {"powergrid", "eletrika"}


def watched(home: Path, *words: str) -> tuple[list[str], Path]:
    """Return the command that runs the program, and the file with the modules that it loads."""
    file = home / "modules"
    return [sys.executable, "-c", WATCHED, str(file), *words], file


def within(names: set[str], modules: set[str]) -> set[str]:
    """Return those of ``modules`` that are, or are in, one of the modules ``names``."""
    return {
        module
        for module in modules
        if any(module == name or module.startswith(f"{name}.") for name in names)
    }


def loaded(home: Path, *words: str) -> set[str]:
    command, file = watched(home, *words)
    done = subprocess.run(command, capture_output=True, env=environment(home), check=True)
    assert done.stdout
    return set(file.read_text(encoding="utf-8").split())


def test_the_version_loads_next_to_nothing(tmp_path: Path) -> None:
    heavy = LIBRARIES | GAMES | {"typer", "click", "gridcommon", "gridgames.commands"}
    heavy |= {"dataclasses", "enum", "inspect", "json", "re", "tomllib", "typing"}
    modules = loaded(tmp_path, "--version")
    assert within({"gridgames"}, modules) == {
        "gridgames",
        "gridgames.__main__",
        "gridgames.system",
        "gridgames.system.exit_codes",
    }
    started = subprocess.run(  # an environment may load some of them for every program
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not within(heavy, modules - set(started.stdout.split()))


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["eletrika", "--help"]])
def test_help_loads_no_game_and_no_rich(words: list[str], tmp_path: Path) -> None:
    modules = loaded(tmp_path, *words)
    assert not within(LIBRARIES | GAMES, modules)
    rooms = {"batches", "comparison", "play", "rules", "screen", "serving"}
    assert not within({f"gridgames.{room}" for room in rooms}, modules)


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_check_loads_no_more_than_it_needs(more: list[str], tmp_path: Path) -> None:
    """Neither another game, nor what plays one, nor the rulebook."""
    modules = loaded(tmp_path, "eletrika", "check", POSITION, *more)
    assert "eletrika.analysis" in modules
    assert not within(LIBRARIES | {"powergrid"}, modules)
    assert ("json" in modules) == bool(more)
    rooms = {"batches", "comparison", "play", "rules", "screen", "serving"}
    assert not within({f"gridgames.{room}" for room in rooms}, modules)
    assert not within({f"eletrika.{one}" for one in ("actions", "bots", "events", "game")}, modules)
    assert not within({f"gridcommon.{one}" for one in ("codecs", "ledger", "records")}, modules)
    unused = {"games.parts", "companion.misreading", "terminal.pictures.asking"}
    assert not within({"html"} | {f"gridgames.{one}" for one in unused}, modules)


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_the_first_screen_loads_no_dialog_that_may_never_open(game: str, tmp_path: Path) -> None:
    """Neither charts, nor the rulebook, nor another game, nor what other commands need."""
    pytest.importorskip("fcntl", reason="terminals as POSIX has them")
    pexpect = pytest.importorskip("pexpect")
    command, file = watched(tmp_path, "play", game, "--seats", "human,easy", "--seed", "1")
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
    assert not within(GAMES - {game}, modules)
    assert not within({"gridcommon.ledger", "hmac", "secrets", "textual.widgets._tabs"}, modules)
    unused = {"comparison", "rules", "serving", "languages.ledgers", "play.statistics_text"}
    unused |= {f"screen.{one}" for one in ("charts", "lesson", "replay", "start", "timeline")}
    assert not within({f"gridgames.{one}" for one in unused}, modules)


def test_a_rule_by_its_id_loads_no_tables_and_no_search(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "rules", "PG-AUC-07")
    unwanted = {
        "powergrid.ruleset",
        "powergrid.tables",
        "eletrika.tables",
        "gridgames.rules.search",
        "gridgames.rules.options",
        "gridgames.rules.pictured",
        "json",
        "importlib.resources",
        "rich",
    }
    assert not within(unwanted, modules)


def test_a_comparison_of_a_topic_loads_no_records_and_no_statistics(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "compare", "connecting")
    unwanted = {"gridgames.sessions", "gridgames.review", "gridgames.saves", "platformdirs"}
    unwanted |= {"importlib.resources"}
    assert not within(unwanted, modules)


def test_a_plain_game_of_bots_loads_no_rulebook(tmp_path: Path) -> None:
    words = ("--watch", "--seats", "random,random", "--seed", "1", "--rounds", "1", "--no-save")
    modules = loaded(tmp_path, "play", "eletrika", "--plain", *words)
    unwanted = {"gridgames.rules", "markdown_it", "rich.console", "statistics", "textual"}
    assert not within(unwanted, modules)
