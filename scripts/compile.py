#!/usr/bin/env python3
"""Compile the engines as for a compiled wheel, and prove that they play like the pure ones.

    scripts/compile.py                      everything: half an hour of CPU and more; a C compiler
    scripts/compile.py --short              modules used in play only, not optimised, fewer games
    scripts/compile.py --no-build           up to the C code only; needs no compiler
    scripts/compile.py --wheel FILE         prove a compiled wheel instead of compiling
    scripts/compile.py --installed          prove the engines that are installed
    scripts/compile.py --installed --short  with fewer games and tests

Records and 1,000 random games of each game with random options must have the same
digests (scripts/digests.py), and every property test must pass on the compiled engines. All work is
done in a temporary folder. The exit code is 0 if all checks hold, and 1 otherwise.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from itertools import zip_longest
from pathlib import Path

from hatch_build import compile_engines, compiler

ROOT = Path(__file__).parents[1]
SCRIPTS, TESTS = ROOT / "scripts", ROOT / "tests"
SOURCES = tuple(sorted((ROOT / "packages").iterdir()))
SHORT_GAMES, GAMES = 10, 1000
SHORT_TESTS = (
    "tests/common/test_pickling.py",
    "tests/powergrid/test_properties.py",
    "tests/eletrika/test_game_properties.py",
)
WHERE = "import importlib, sys; print(*(importlib.import_module(m).__file__ for m in sys.argv[1:]))"
PLAYED = (
    "import sys, powergrid.game, powergrid.view, eletrika.game, eletrika.view; print(*sys.modules)"
)


def run(folder: Path | None, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the engines in a folder, or with the pure ones; return its output."""
    places = [folder] if folder else SOURCES
    env = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, places))}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def is_compiled(folder: Path) -> bool:
    """Return whether the engines come from a folder and are compiled."""
    modules = ("gridcommon.chance", "powergrid.game", "eletrika.game")
    files = run(folder, "-c", WHERE, *modules).stdout.split()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return all(file.startswith(str(folder)) and file.endswith(suffix) for file in files)


def with_properties() -> list[str]:
    """Return the engine tests that check properties on random examples."""
    return [
        str(path.relative_to(ROOT))
        for folder in ("common", "powergrid", "eletrika")
        for path in sorted((TESTS / folder).glob("test_*.py"))
        if "hypothesis" in path.read_text(encoding="utf-8")
    ]


def prove(folder: Path, *, short: bool) -> int:
    """Compare the compiled engines in a folder with the pure ones; return the exit code."""
    if not is_compiled(folder):
        print("the engines are not compiled")
        return 1
    words = (SCRIPTS / "digests.py", "--games", str(SHORT_GAMES if short else GAMES))
    pure, compiled = (run(where, *words) for where in (None, folder))
    lines = pure.stdout.splitlines()
    differing = [
        (one, other)
        for one, other in zip_longest(lines, compiled.stdout.splitlines(), fillvalue="")
        if one != other
    ]
    if pure.returncode or compiled.returncode or differing:
        for one, other in differing[:10]:
            print(f"pure      {one}\ncompiled  {other}")
        print(f"{len(differing)} of {len(lines)} games differ")
        return 1
    print(f"{len(lines)} games and records: the same digests", flush=True)
    tests = SHORT_TESTS if short else with_properties()
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    said = done.stdout.splitlines()
    print(*(said[-30:] if done.returncode else said[-1:]), sep="\n")
    return 1 if done.returncode else 0


def main() -> int:
    """Compile, prove, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--no-build", action="store_true", help="generate the C code and stop")
    ways.add_argument("--wheel", type=Path, metavar="FILE", help="prove this wheel")
    ways.add_argument("--installed", action="store_true", help="prove what is installed")
    parser.add_argument("--short", action="store_true", help="no bots, fewer games and tests")
    given = parser.parse_args()
    if given.installed:
        return prove(Path(sysconfig.get_path("platlib")), short=given.short)
    if not given.no_build and not given.wheel and compiler() is None:
        print("no C compiler is installed (cc, or what CC names); --no-build needs none")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            if given.wheel:
                with zipfile.ZipFile(given.wheel) as wheel:
                    wheel.extractall(folder)
            elif given.no_build:
                compile_engines(folder, words="--version")
                print("C code generated")
                return 0
            elif given.short:
                compile_engines(folder, only=run(None, "-c", PLAYED).stdout.split(), level=0)
            else:
                compile_engines(folder)
        except (OSError, zipfile.BadZipFile) as problem:
            parser.error(f"{given.wheel}: {problem}")
        except subprocess.CalledProcessError as problem:
            print(problem.output.strip())
            print("the engines do not compile with mypyc")
            return 1
        return prove(folder, short=given.short)


if __name__ == "__main__":
    sys.exit(main())
