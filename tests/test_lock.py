"""The lock pins what pyproject.toml asks for."""

import re
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


def test_a_lock_is_pins_and_hashes_and_nothing_else():
    """Every pin has hashes; there is no address, no option and no comment in between."""
    pin = r"[a-z0-9.-]+==[^\s\\]+(?: ; [^\\\n]+)? \\\n"
    hashes = r"(?:    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n"
    assert re.fullmatch(f"(?:{pin}{hashes})+", LOCK)
    assert ":/" not in LOCK
