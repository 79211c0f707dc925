"""The build hook for wheels: makes the index of the search, and compiles the engines on request.

    HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps .
    HATCH_BUILD_HOOKS_ENABLE=1 pip install .

An editable install has no index: a checkout makes it in memory (docs/adr/0021). Without the
variable, for an editable install, or without a C compiler the wheel is pure Python. A
compiled wheel contains the same modules as a pure one, each next to its compiled form.
``scripts/compile.py`` proves that both play the same games (docs/adr/0036).

mypyc does not compile the methods that a dataclass generates, so those of the engines are written
out before (docs/adr/0036): see :func:`written_out`.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = Path(__file__).parents[1] / "packages"
CLI = PACKAGES.parent / "cli"
EXAMPLES = PACKAGES.parent / "examples"
PROGRAMS = {".py", ".mjs"}  # which nothing that is installed reads
COMPILED = os.environ.get("HATCH_BUILD_HOOKS_ENABLE", "").lower() in ("1", "true")
ENGINES = ("gridcommon", "powergrid", "eletrika")

# Modules that are not used in play stay Python: texts, position input, examples, drawing. mypyc
# cannot compile some of them: generic dataclasses with slots. Errors that are compiled lose their
# attributes when they are copied or pickled.
PURE = {
    "__init__",
    "action_table",
    "evaluation",
    "analysis",
    "analysis_json",
    "answers",
    "codecs",
    "declarations",
    "errors",
    "examples",
    "graphs",
    "lazy_exports",
    "network_layout",
    "notation",
    "pieces",
    "position",
    "position_check",
    "position_fields",
    "position_setup",
    "problems",
    "schemas",
    "served_game",
    "sequence_base",
    "ruleset_change",
    "state_values",
    "traceability",
    "view_json",
    "views",
}

FROZEN = "dataclass(frozen=True, slots=True)"
KNOWN = {"default", "compare", "hash"}  # of a field; the last two only if False
MADE = "made by a function"  # a default that is not written out

VALUES_ONLY = {"actions.py", "events.py"}  # modules of records

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
    # One file is slower to compile, and what it is compiled to is faster; too large for Windows
    multi_file=level == "0" or sys.platform == "win32",
)
setup(name="gridgames", ext_modules=extensions, script_args=words.split())
"""


INDEX = """
import sys
file, *sys.path[:0] = sys.argv[1:]
from gridgames.show.registry import names
from gridgames.study.rules.search import build
build(file, tuple(names())).close()
"""


def compiler() -> str | None:
    """Return the C compiler for modules of this interpreter, or what finds it."""
    if sys.platform == "win32":  # setuptools asks the same program
        programs = os.environ.get("PROGRAMFILES(X86)", "")
        finder = Path(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        return shutil.which("cl") or (str(finder) if finder.is_file() else None)
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


class _Field(NamedTuple):
    """A field of a dataclass: source texts, and the arguments of ``field``."""

    name: str
    annotation: str
    default: str | None
    options: Mapping[str | None, str]

    @property
    def parameter(self) -> str:
        return f"{self.name}: {self.annotation}" + (f" = {self.default}" if self.default else "")

    @property
    def is_compared(self) -> bool:
        return "compare" not in self.options

    @property
    def is_hashed(self) -> bool:
        return self.is_compared and "hash" not in self.options


def _fields(node: ast.ClassDef) -> Iterator[_Field]:
    """Yield the fields that a dataclass declares itself."""
    for one in node.body:
        if not isinstance(one, ast.AnnAssign) or "ClassVar" in ast.unparse(one.annotation):
            continue
        default, options = one.value and ast.unparse(one.value), dict[str | None, str]()
        if isinstance(one.value, ast.Call):
            options = {word.arg: ast.unparse(word.value) for word in one.value.keywords}
            default = options.get("default")
            if ast.unparse(one.value.func) != "field":
                default, options = None, {MADE: ast.unparse(one.value)}
        yield _Field(ast.unparse(one.target), ast.unparse(one.annotation), default, options)


def _functions(node: ast.ClassDef) -> set[str]:
    return {one.name for one in node.body if isinstance(one, ast.FunctionDef)}


def _values(fields: Iterable[_Field], of: str = "self") -> str:
    return f"({''.join(f'{of}.{one.name}, ' for one in fields)})"


def _methods(node: ast.ClassDef) -> list[str]:
    """Return the source lines of the methods of a dataclass, or none if they cannot be derived."""
    fields = list(_fields(node))
    has_own = not _functions(node).isdisjoint({"__init__", "__post_init__"})
    if has_own or any(not one.options.keys() <= KNOWN for one in fields):
        return []
    same = " and ".join(f"self.{one.name} == other.{one.name}" for one in fields if one.is_compared)
    return [
        f"    def __init__({', '.join(['self', *(one.parameter for one in fields)])}) -> None:",
        *(f"        self.{one.name} = {one.name}  # type: ignore" for one in fields),
        "        return None",
        "    def __eq__(self, other: object) -> bool:",
        f"        if not isinstance(other, {node.name}):",
        "            return NotImplemented",
        f"        return {same or True}",
        "    def __hash__(self) -> int:",
        f"        return hash({_values(one for one in fields if one.is_hashed)})",
        "    def __reduce__(self) -> tuple[object, ...]:",
        f"        return {node.name}, {_values(fields)}",
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
    roots = [str(path) for path in (*PACKAGES.iterdir(), CLI)]
    subprocess.run([sys.executable, "-c", INDEX, str(file), *roots], check=True)


def bill_of_mypyc() -> dict[str, Any]:
    """Return the CycloneDX document of what mypyc puts into the compiled modules."""
    version = distribution("mypy").version
    runtime = {
        "type": "library",
        "name": "mypy",
        "version": version,
        "description": "the C code of mypyc/lib-rt, compiled into each module",
        "licenses": [{"expression": "MIT AND PSF-2.0"}],
        "purl": f"pkg:pypi/mypy@{version}",
    }
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": [runtime]}


class Wheels(BuildHookInterface[Any]):
    """A build hook that adds what is made of the sources to a wheel."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Return the build requirements in addition to hatchling."""
        return ["mypy[mypyc]>=2.4,<3"] if COMPILED and compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the index, and compile the engines, unless it is editable."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        index = Path(self.folder.name, "index.db")
        make_index(index)
        build_data["force_include"][str(index)] = "gridgames/study/rules/index.db"
        build_data["force_include"] |= {
            str(file): f"gridgames/examples/{file.name}"
            for file in sorted(EXAMPLES.iterdir())
            if file.is_file() and file.suffix not in PROGRAMS
        }
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
        bill = folder / "mypyc.cdx.json"
        bill.write_text(json.dumps(bill_of_mypyc(), indent=2) + "\n", encoding="utf-8")
        build_data["sbom_files"].append(str(bill))
        files = distribution("mypy").files or ()
        (text,) = [file for file in files if file.match("*.dist-info/*/LICENSE")]
        info = f"{self.build_config.builder.artifact_project_id}.dist-info"
        build_data["force_include"][str(text.locate())] = f"{info}/licenses/mypy/LICENSE"

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:
        """Remove what was made."""
        del version, build_data, artifact
        if self.folder:
            self.folder.cleanup()
