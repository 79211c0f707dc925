#!/usr/bin/env python3
"""Compile every module of the engines with mypyc, and play a game with what came out.

    scripts/compile.py               about four minutes of CPU; needs a C compiler
    scripts/compile.py --no-build    up to the C code only; needs none

Everything happens in a temporary folder; nothing is written into the tree. Ends with 0 if every
module compiles and the compiled games go as the others do, else with 1.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PACKAGES = Path(__file__).parents[1] / "packages"
ENGINES = ("gridcommon", "powergrid", "eletrika")

GENERATE = """
import sys
from mypyc.build import mypycify
mypycify(sys.argv[1:], target_dir="build")
"""

# Prints where the engines came from and how a game by chance goes: the same for the same engine.
PLAY = """
import hashlib, json
import eletrika.game, powergrid.game
from eletrika.ruleset import Ruleset as EletrikaRules
from powergrid.ruleset import Ruleset as PowerGridRules
from gridcommon.chance import choose, seeded

for game, rules in (eletrika, EletrikaRules()), (powergrid, PowerGridRules()):
    state, rng, moves = game.new_game(rules, 3, 5), seeded(5), 0
    while actions := game.legal_actions(state):
        action, rng = choose(actions, rng)
        state = game.apply(state, action)
        moves += 1
    print(game.__name__, moves, game.result(state), flush=True)
print(eletrika.game.__file__.endswith(".py"), powergrid.game.__file__.endswith(".py"))
"""


def compiler() -> str | None:
    """Return the C compiler that modules of this interpreter are built with."""
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return shutil.which(words[0])


def copied(folder: Path) -> list[str]:
    """Copy the engines into a folder and return the paths of their modules in it."""
    for package in ENGINES:
        (source,) = PACKAGES.glob(f"*/{package}")
        shutil.copytree(source, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


def played(folder: Path) -> list[str]:
    """Return the lines that tell how games go with the engines in a folder."""
    words = [sys.executable, "-c", PLAY]
    env = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(
        words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()


def main() -> int:
    """Compile, play, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-build", action="store_true", help="generate the C code and stop")
    builds = not parser.parse_args().no_build
    if builds and compiler() is None:
        print("no C compiler is installed (cc, or what CC names); --no-build needs none")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        modules = copied(folder)
        before = played(folder) if builds else []
        words = ["-m", "mypyc"] if builds else ["-c", GENERATE]
        env = os.environ | {"MYPYC_OPT_LEVEL": "0", "MYPYC_DEBUG_LEVEL": "0"}
        done = subprocess.run(
            [sys.executable, *words, *modules],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout.strip())
            print("the engines do not compile with mypyc")
            return 1
        if not builds:
            print(f"{len(modules)} modules: C code generated")
            return 0
        after = played(folder)
    if after != [*before[:-1], "False False"]:
        print("compiled games differ:", *before, *after, sep="\n")
        return 1
    print(f"{len(modules)} modules compiled; {len(after) - 1} games went as they do without")
    return 0


if __name__ == "__main__":
    sys.exit(main())
