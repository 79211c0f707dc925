#!/usr/bin/env python3
"""Remake the golden game of Eletrika: tests/eletrika/golden/game.jsonl. Review the diff like code.

    scripts/remake_golden_eletrika.py

Each line after the header is an action with the number of legal actions before it and the digest
of the facts after it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from eletrika_golden import GOLDEN, golden_lines

GOLDEN.parent.mkdir(exist_ok=True)
GOLDEN.write_text("".join(f"{line}\n" for line in golden_lines()), encoding="utf-8")
print(f"{GOLDEN}: {len(GOLDEN.read_text(encoding='utf-8').splitlines())} lines")
