"""How thoroughly properties are tried: ``HYPOTHESIS_PROFILE=deep pytest`` for the long search.

The quick profile is for every change, the deep one has four hundred times as many examples. No
profile has a deadline: how fast a machine is says nothing about whether a rule holds. Where ``CI``
is set the examples are the same ones in every run, so that a change is judged by itself.
"""

import gc
import os
import re
import signal
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_IS_CI = "CI" in os.environ
_SLOW_MACHINE = [HealthCheck.too_slow]

settings.register_profile(
    "quick",
    max_examples=12,
    deadline=None,
    derandomize=_IS_CI,
    suppress_health_check=_SLOW_MACHINE,
)
settings.register_profile(
    "deep",
    max_examples=5000,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=_SLOW_MACHINE,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Byte code is written as usual, whatever the environment says: without it each of the hundred
# processes that the tests start compiles the whole program again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# In the background of a shell the tests would ignore Ctrl-C, under nohup a terminal that goes away,
# and all that they start too.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if (number := getattr(signal, name, None)) and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, usual)

gc.disable()  # for the collection of tests: what is loaded then stays


def pytest_collection_finish() -> None:
    """Hold all JSON answers to their schemas, and exclude what is loaded by now from collection.

    Garbage collection takes a tenth of the time.
    """
    if "gridgames.terminal.output" in sys.modules and find_spec("jsonschema"):
        from answer_checks import check_answers

        check_answers()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line about all that is missing here, instead of one for each skipped test.

    ``GRIDGAMES_SKIPPED`` names a file for the skipped tests, which ``.ci/run`` runs elsewhere.
    """
    skipped = terminalreporter.stats.get("skipped", [])
    if path := os.environ.get("GRIDGAMES_SKIPPED"):
        tests = dict.fromkeys(report.nodeid.partition("[")[0] for report in skipped)
        Path(path).write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
    if skipped:
        reasons = Counter(_lacking(str(report.longrepr[2])) for report in skipped)
        names = ", ".join(f"{name} ({count})" for name, count in sorted(reasons.items()))
        terminalreporter.write_line(f"Skipped, because they are not here: {names}")


def _lacking(reason: str) -> str:
    """Return what a test lacks: the package that cannot be imported, or the reason as it is."""
    package = re.search(r"could not import '([^.']+)", reason)
    return package[1] if package else reason.removeprefix("Skipped: ")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes transcripts and scenarios anew."""
    parser.addoption(
        "--write",
        action="store_true",
        help="write transcripts and scenarios anew instead of comparing",
    )
