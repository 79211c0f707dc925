"""What programs remember stays within limits, however long they run."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Dictionaries of modules: those that are emptied when they are full, and those never filled
KNOWN = {
    "cli/gridgames/table/bots/custom_bots.py:_programs",  # one for each bot and seat
    "cli/gridgames/table/record_files.py:NO_TABLES",
    "packages/common/gridcommon/codecs.py:ANY",
    "packages/common/gridcommon/spelling.py:ENGLISH_ONLY",
    "packages/eletrika/eletrika/state.py:_NEIGHBOURS",
    "packages/powergrid/powergrid/bots/fuel.py:_loads",
    "packages/powergrid/powergrid/bots/growth.py:_chains",
    "packages/powergrid/powergrid/bots/growth.py:_starts",
    "packages/powergrid/powergrid/tables.py:CUSTOM_CITIES",
}
UNLIMITED = re.compile(r"^ *@(?:\w+\.)?(?:cache\b|lru_cache\((?:\)|.*None))")
DICTIONARY = re.compile(r"^(\w+)(?:: .*)? = (?:\{\}|dict\(\))")


def test_what_is_remembered_has_a_limit_or_says_why_it_stays_small():
    unlimited, dictionaries = [], set()
    for folder in ("packages", "cli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for line in path.read_text(encoding="utf-8").splitlines():
                if UNLIMITED.match(line):
                    unlimited.append((name, line))
                if found := DICTIONARY.match(line):
                    dictionaries.add(f"{name}:{found[1]}")
    assert len(unlimited) > 10
    assert [(name, line) for name, line in unlimited if "  # " not in line] == []
    assert dictionaries == KNOWN
