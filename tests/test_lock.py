"""The lock pins what pyproject.toml asks for, and the type checker needs no more than its tools."""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

PINS = [Requirement(line.rstrip(" \\")) for line in LOCK.splitlines() if not line.startswith(" ")]
ASKED = [
    Requirement(line)
    for lines in (
        PROJECT["build-system"]["requires"],
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
    )
    for line in lines
]


def test_what_is_asked_for_is_pinned_within_its_bounds():
    for asked in ASKED:
        pins = [pin for pin in PINS if canonicalize_name(pin.name) == canonicalize_name(asked.name)]
        assert pins, f"{asked}: run scripts/lock"
        for pin in pins:
            (version,) = [found.version for found in pin.specifier]
            assert asked.specifier.contains(version), f"{asked}: run scripts/lock"


def test_a_lock_is_pins_and_hashes_and_nothing_else():
    """Every pin has hashes; there is no address, no option and no comment in between."""
    pin = r"[a-z0-9.-]+==[^\s\\]+(?: ; [^\\\n]+)? \\\n"
    hashes = r"(?:    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n"
    assert re.fullmatch(f"(?:{pin}{hashes})+", LOCK)
    assert ":/" not in LOCK


def closure(asked: list[str]) -> set[str]:
    """Return the distributions that come with some requirements, by their canonical names."""
    found: set[str] = set()
    waiting = [Requirement(line) for line in asked]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        try:
            waiting += map(Requirement, requires(name) or ())
        except PackageNotFoundError:
            continue  # told by the tests that need it
    return found


def imported(folder: str) -> set[str]:
    """Return the packages that the modules of a folder import, wherever in a module."""
    texts = "\n".join(path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py"))
    return set(re.findall(r"^ *(?:from|import) (\w+)[\w.]*(?: import | as |,|$)", texts, re.M))


def test_types_are_checked_without_the_extras_that_are_not_tested():
    """CONTRIBUTING asks for ``.[test,lint]``; all else may be missing, so mypy is told so."""
    extras = PROJECT["project"]["optional-dependencies"]
    there = closure([*PROJECT["project"]["dependencies"], *extras["test"], *extras["lint"]])
    owners = packages_distributions()
    ours = {"gridcommon", "powergrid", "eletrika", "gridgames"}
    missing = {
        name
        for name in (imported("cli") | imported("packages")) - set(sys.stdlib_module_names) - ours
        if not {canonicalize_name(owner) for owner in owners.get(name, ())} & there
    }
    overrides = PROJECT["tool"]["mypy"]["overrides"]
    excused = {
        module.removesuffix(".*")
        for one in overrides
        if one.get("ignore_missing_imports")
        for module in one["module"]
    }
    assert missing >= {"distributed", "matplotlib", "pyarrow"}
    assert missing <= excused
