"""The build hook for wheels: makes the index of the search, and compiles the engines on request.

    HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps .
    HATCH_BUILD_HOOKS_ENABLE=1 pip install .

An editable install has no index: a checkout makes it in memory (docs/adr/0021). Without the
variable, for an editable install, or without a C compiler the wheel is pure Python. A
compiled wheel contains the same modules as a pure one, each next to its compiled form.
``scripts/compile.py`` proves that both play the same games (docs/adr/0036).

mypyc does not compile the methods that a dataclass generates, so they are written out beforehand
(docs/adr/0037): see :func:`written_out`.
"""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = Path(__file__).parents[1] / "packages"
COMPILED = os.environ.get("HATCH_BUILD_HOOKS_ENABLE", "").lower() in ("1", "true")
ENGINES = ("gridcommon", "powergrid", "eletrika")

# Modules that are not used in play stay Python: texts, position input, examples, drawing. mypyc
# cannot compile some of them: generic dataclasses with slots.
PURE = {
    "__init__",
    "action_table",
    "advising",
    "evaluation",
    "analysis",
    "analysis_json",
    "answer",
    "answers",
    "codecs",
    "declarations",
    "examples",
    "graphs",
    "hex_layout",
    "layout",
    "network_layout",
    "line_codecs",
    "notation",
    "pieces",
    "planning",
    "playing",
    "position",
    "position_check",
    "position_fields",
    "position_json",
    "position_setup",
    "problems",
    "reserve",
    "resuming",
    "schemas",
    "ruleset_change",
    "state_values",
    "supposing",
    "traceability",
    "view_json",
    "views",
}

FROZEN = "dataclass(frozen=True, slots=True)"
KNOWN = {"default", "compare", "hash"}  # of a field; the last two only if False

VALUES_ONLY = {"actions.py", "events.py", "items.py"}  # modules of records

# Only the compiler reads the decorator: nothing is imported at run time
ACYCLIC = (
    "from typing import TYPE_CHECKING",
    "if TYPE_CHECKING:",
    "    from mypy_extensions import mypyc_attr",
    "@mypyc_attr(acyclic=True)",
)

# The engines' rules use no library that lacks types in the build environment
BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
words, level, *modules = sys.argv[1:]
extensions = mypycify(
    ["--ignore-missing-imports", *modules],
    opt_level=level,
    debug_level="0",
    group_name="gridgames",
    multi_file=level == "0",  # one file is slower to compile, and what it is compiled to is faster
)
setup(name="gridgames", ext_modules=extensions, script_args=words.split())
"""


INDEX = """
import sys
file, *sys.path[:0] = sys.argv[1:]
from gridgames.games.registry import names
from gridgames.rules.search.index import build
build(file, tuple(names())).close()
"""


def compiler() -> str | None:
    """Return the C compiler for modules of this interpreter."""
    words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return shutil.which(words[0])


def written_out(source: str, *, values_only: bool = False) -> str:
    """Return the source of a module with the methods of its frozen dataclasses written out.

    This applies to dataclasses without base classes, without special arguments, and with literal
    defaults. The methods are the constructor, equality, the hash, and those for ``pickle`` and
    ``copy``. The dataclass still makes them frozen. Instances of ``values_only`` records cannot be
    part of a cycle, so the garbage collector does not track them.
    """
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if (
            isinstance(node, ast.ClassDef)
            and [ast.unparse(one) for one in node.decorator_list] == [FROZEN]
            and not node.bases
        ):
            methods = _methods(node)
            lines[node.end_lineno : node.end_lineno] = methods
            if methods and values_only:
                first = node.decorator_list[0].lineno - 1
                lines[first:first] = ACYCLIC
    return "\n".join([*lines, ""])


def _methods(node: ast.ClassDef) -> list[str]:
    """Return the source lines of the methods of a dataclass, or none if they cannot be derived."""
    parameters, names, compared, hashed = ["self"], [], [], []
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name in ("__init__", "__post_init__"):
            return []
        if not isinstance(one, ast.AnnAssign):
            continue
        name, default, options = ast.unparse(one.target), one.value, dict[str | None, str]()
        parameter = f"{name}: {ast.unparse(one.annotation)}"
        if isinstance(default, ast.Call):
            options = {word.arg: ast.unparse(word.value) for word in default.keywords}
            if ast.unparse(default.func) != "field" or not options.keys() <= KNOWN:
                return []
            if "default" in options:
                parameter += f" = {options['default']}"
        elif default is not None:
            parameter += f" = {ast.unparse(default)}"
        parameters.append(parameter)
        names.append(name)
        if "compare" not in options:
            compared.append(name)
            if "hash" not in options:
                hashed.append(name)
    values, keys = ("".join(f"self.{name}, " for name in some) for some in (names, hashed))
    same = " and ".join(f"self.{name} == other.{name}" for name in compared) or "True"
    return [
        f"    def __init__({', '.join(parameters)}) -> None:",
        *(f"        self.{name} = {name}  # type: ignore" for name in names),
        "        return None",
        "    def __eq__(self, other: object) -> bool:",
        f"        if not isinstance(other, {node.name}):",
        "            return NotImplemented",
        f"        return {same}",
        "    def __hash__(self) -> int:",
        f"        return hash(({keys}))",
        "    def __reduce__(self) -> tuple[object, ...]:",
        f"        return {node.name}, ({values})",
    ]


def compile_engines(
    folder: Path,
    *,
    only: Collection[str] | None = None,
    level: int = 3,
    words: str = "build_ext --inplace",
) -> list[Path]:
    """Copy the engines into an empty folder and compile them there, with an optimisation level.

    Return the files to ship, relative to the folder. ``only`` names the modules to compile if the
    others may stay Python; ``words`` are arguments of setuptools. Raises CalledProcessError with
    the output of the compiler.
    """
    modules = []
    for engine in ENGINES:
        (source,) = PACKAGES.glob(f"*/{engine}")
        shutil.copytree(source, folder / engine, ignore=shutil.ignore_patterns("__pycache__"))
        paths = (path.relative_to(folder) for path in sorted((folder / engine).rglob("*.py")))
        for path in paths:
            parts = path.with_suffix("").parts
            if PURE.isdisjoint(parts) and (only is None or ".".join(parts) in only):
                modules.append(str(path))
    for module in modules:
        path = folder / module
        source = path.read_text(encoding="utf-8")
        source = written_out(source, values_only=path.name in VALUES_ONLY)
        path.write_text(source, encoding="utf-8")
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


def make_index(file: Path) -> None:
    """Make the index of the search in a new file, from the tree that is built.

    Raises CalledProcessError if the SQLite of this Python has no full-text search.
    """
    roots = [str(path) for path in (*PACKAGES.iterdir(), PACKAGES.parent / "cli")]
    subprocess.run([sys.executable, "-c", INDEX, str(file), *roots], check=True)


class Wheels(BuildHookInterface[Any]):
    """A build hook that adds the index of the search and the compiled engines to a wheel."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Return the build requirements in addition to hatchling."""
        return ["mypy[mypyc]>=2.4,<3"] if COMPILED and compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the index and compile the engines, unless the install is editable."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        index = Path(self.folder.name, "index.db")
        make_index(index)
        build_data["force_include"][str(index)] = "gridgames/rules/search/index.db"
        if COMPILED and compiler() is None:
            self.app.display_warning("no C compiler (cc, or what CC names): the wheel is pure")
        elif COMPILED:
            self._compile(Path(self.folder.name, "engines"), build_data)

    def _compile(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Add the compiled engines to the wheel, or end the build."""
        folder.mkdir()
        try:
            built = compile_engines(folder)
        except subprocess.CalledProcessError as problem:
            self.app.display_error(problem.output)
            self.app.abort(
                "the engines did not compile; unset HATCH_BUILD_HOOKS_ENABLE for a pure wheel"
            )
        build_data["force_include"] |= {str(folder / path): path.as_posix() for path in built}
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:
        """Remove what was made."""
        del version, build_data, artifact
        if self.folder:
            self.folder.cleanup()
