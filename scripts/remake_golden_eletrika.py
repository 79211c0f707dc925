#!/usr/bin/env python3
"""Remake the golden game of Eletrika: tests/eletrika/golden/game.jsonl. Review the diff like code.

    scripts/remake_golden_eletrika.py [FILE]

Without FILE the golden game itself is written. Each line after the header is an action with the
number of legal actions before it and the digest of the facts after it.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from eletrika_golden import GOLDEN, golden_lines

file = Path(sys.argv[1]) if sys.argv[1:] else GOLDEN
lines = [f"{line}\n" for line in golden_lines()]
file.parent.mkdir(exist_ok=True)
file.write_text("".join(lines), encoding="utf-8")
print(f"{file}: {len(lines)} lines")
