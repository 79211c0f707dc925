"""The cost of starting: CPU time of the program, as a multiple of a bare interpreter's.

    python benchmarks/startup.py [PYTHON]... [--short]

Times are medians of user plus system time in milliseconds, with the least and the most as
multiples. The processes take turns, so a busy machine slows all of them alike. PYTHON is the
interpreter of an environment with gridgames installed, byte-compiled and not editable, since an
editable tree starts more slowly; several are compared in the same rounds. The aims are in
docs/adr/0035; ``benchmarks/screen.py`` measures the first screen.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path
from statistics import median

ROUNDS = 11
EXAMPLE = Path(__file__).parents[1] / "examples" / "full-scoring.eletrika"
POWERGRID = EXAMPLE.with_name("hand-written.powergrid")
PLAIN = ["--plain", "--seats", "human,easy", "--seed", "1", "--no-save"]  # until the input ends
COMMANDS = [
    ["--version"],
    ["--help"],
    ["eletrika", "check", str(EXAMPLE)],
    ["eletrika", "light", str(EXAMPLE)],
    ["eletrika", "end", str(EXAMPLE)],
    ["powergrid", "cost", str(POWERGRID), "Minneapolis"],
    ["rules", "PG-AUC-07"],
    ["compare", "connecting"],
    ["play", "eletrika", *PLAIN],
    ["play", "powergrid", *PLAIN],
]


def cpu(words: list[str]) -> float:
    """Return the CPU time of one run without input, in milliseconds; its output is dropped."""
    silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1)]
    child = os.posix_spawn(words[0], words, os.environ, file_actions=silent)
    _, status, used = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(words)}: ended with {os.waitstatus_to_exitcode(status)}")
    return (used.ru_utime + used.ru_stime) * 1000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", nargs="*", default=[sys.executable])
    parser.add_argument("--short", action="store_true", help="one round")
    given = parser.parse_args()
    ways: dict[tuple[str, str], list[str]] = {}
    for name in given.python:
        python = shutil.which(name)
        if python is None:
            sys.exit(f"{name}: no such interpreter")
        ways["python -c pass", name] = [python, "-c", "pass"]
        program = str(Path(python).with_name("gridgames"))
        for words in COMMANDS:
            ways[" ".join(Path(word).name for word in words), name] = [program, *words]
    times: dict[tuple[str, str], list[float]] = {way: [] for way in ways}
    for words in ways.values():  # once for the caches of the machine
        cpu(words)
    for _ in range(1 if given.short else ROUNDS):
        for way, words in ways.items():
            times[way].append(cpu(words))
    for name in given.python:
        bare = median(times["python -c pass", name])
        print(f"{name:<60}{'CPU, ms':>8}{'times bare':>12}")
        for (command, python), found in times.items():
            if python == name:
                span = f"({min(found) / bare:.1f}-{max(found) / bare:.1f})"
                told = f"{median(found):>8.1f}{median(found) / bare:>7.2f} {span}"
                print(f"  {command[:56]:<58}{told}")


if __name__ == "__main__":
    main()
