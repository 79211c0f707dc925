"""The cost of starting: CPU time of the program, as a multiple of a bare interpreter's.

    python benchmarks/startup.py [PYTHON] [--short]

Times are medians of user plus system time in milliseconds. The processes take turns, so a busy
machine slows all of them alike. PYTHON is the interpreter of an environment with gridgames
installed, byte-compiled and not editable, since an editable tree starts more slowly. The aims are
1.9 for ``--version`` and 8 for ``check``; ``benchmarks/screen.py`` measures the first screen.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from statistics import median

ROUNDS = 31
EXAMPLE = Path(__file__).parents[1] / "examples" / "full-scoring.eletrika"


def cpu(words: list[str]) -> float:
    """Return the CPU time of one run, in milliseconds; its output is dropped."""
    silent = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    child = os.posix_spawn(words[0], words, os.environ, file_actions=[silent])
    _, status, used = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(words)}: ended with {os.waitstatus_to_exitcode(status)}")
    return (used.ru_utime + used.ru_stime) * 1000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", nargs="?", default=sys.executable)
    parser.add_argument("--short", action="store_true", help="one round")
    given = parser.parse_args()
    python = shutil.which(given.python)
    if python is None:
        sys.exit(f"{given.python}: no such interpreter")
    program = str(Path(python).with_name("gridgames"))
    ways = {
        "python -c pass": [python, "-c", "pass"],
        "gridgames --version": [program, "--version"],
        "gridgames --help": [program, "--help"],
        f"gridgames eletrika check {EXAMPLE.name}": [program, "eletrika", "check", str(EXAMPLE)],
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for words in ways.values():  # once for the caches of the machine
        cpu(words)
    for _ in range(1 if given.short else ROUNDS):
        for name, words in ways.items():
            times[name].append(cpu(words))
    bare = median(times["python -c pass"])
    print(f"{'CPU, ms':<48}{'median':>8}{'times bare':>12}")
    for name, found in times.items():
        print(f"{name:<48}{median(found):>8.1f}{median(found) / bare:>12.2f}")


if __name__ == "__main__":
    main()
