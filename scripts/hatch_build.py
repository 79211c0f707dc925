"""The build hook of wheels: the engines compiled with mypyc, where that is asked for.

    HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps .
    HATCH_BUILD_HOOKS_ENABLE=1 pip install .

Without the variable, for an editable install and without a C compiler the wheel is pure Python. The
modules lie in a compiled wheel as they do in the pure one, each with what it was compiled to beside
it. ``scripts/compile.py`` proves that both play the same games (docs/adr/0036).
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = Path(__file__).parents[1] / "packages"
ENGINES = ("gridcommon", "powergrid", "eletrika")

# What no game needs while it is played stays Python: texts, positions told by people, examples,
# drawing. Part of that mypyc cannot compile: dataclasses with slots that are generic.
PURE = {
    "__init__",
    "analysis",
    "answer",
    "codecs",
    "examples",
    "graphs",
    "layout",
    "notation",
    "position",
    "recasting",
    "resuming",
    "telling",
    "traceability",
}

# Libraries that have no types where wheels are built are not those of rules
BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
words, level, *modules = sys.argv[1:]
extensions = mypycify(
    ["--ignore-missing-imports", *modules], opt_level=level, debug_level="0", group_name="gridgames"
)
setup(name="gridgames", ext_modules=extensions, script_args=words.split())
"""


def compiler() -> str | None:
    """Return the C compiler that modules of this interpreter are built with."""
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return shutil.which(words[0])


def compile_engines(
    folder: Path,
    engines: tuple[str, ...] = ENGINES,
    *,
    level: int = 3,
    words: str = "build_ext --inplace",
) -> list[Path]:
    """Copy engines into an empty folder and compile them there, with an optimisation level.

    Returns what there is to ship, relative to the folder. ``words`` are those of setuptools.
    Raises CalledProcessError, with what was printed as its output.
    """
    modules = []
    for engine in engines:
        (source,) = PACKAGES.glob(f"*/{engine}")
        shutil.copytree(source, folder / engine, ignore=shutil.ignore_patterns("__pycache__"))
        paths = (path.relative_to(folder) for path in sorted((folder / engine).rglob("*.py")))
        modules += [str(path) for path in paths if PURE.isdisjoint(path.with_suffix("").parts)]
    subprocess.run(
        [sys.executable, "-c", BUILD, words, str(level), *modules],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    built = [path.relative_to(folder) for path in folder.rglob(f"*{suffix}")]
    return sorted(path for path in built if path.parts[0] != "build")


class CompiledEngines(BuildHookInterface[Any]):
    """Adds the compiled engines to a wheel."""

    def dependencies(self) -> list[str]:
        """Return what the build needs besides hatchling."""
        return ["mypy[mypyc]>=2.4,<3"] if compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the wheel only points to the sources or nothing can compile."""
        self.folder = None
        if version == "editable":
            return
        if compiler() is None:
            self.app.display_warning("no C compiler (cc, or what CC names): the wheel is pure")
            return
        self.folder = tempfile.TemporaryDirectory()
        try:
            built = compile_engines(Path(self.folder.name))
        except subprocess.CalledProcessError as problem:
            self.app.display_error(problem.output)
            self.app.abort(
                "the engines did not compile; unset HATCH_BUILD_HOOKS_ENABLE for a pure wheel"
            )
        build_data["force_include"] |= {
            str(Path(self.folder.name, path)): path.as_posix() for path in built
        }
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:
        """Remove what was compiled."""
        del version, build_data, artifact
        if self.folder:
            self.folder.cleanup()
