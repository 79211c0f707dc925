"""The lock pins what pyproject.toml asks for."""

import tomllib
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
