"""What programs remember stays within limits, however long they run."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Dictionaries of modules that are filled, and those that only stand for nothing given
FILLED = {
    "cli/gridgames/bots/custom_bots.py:_programs": "one for each bot and seat",
    "packages/eletrika/eletrika/state.py:_NEIGHBOURS": "emptied when it is full",
    "packages/powergrid/powergrid/bots/fuel.py:_loads": "emptied when it is full",
    "packages/powergrid/powergrid/bots/growth.py:_chains": "emptied when it is full",
    "packages/powergrid/powergrid/bots/growth.py:_starts": "emptied when it is full",
    "packages/powergrid/powergrid/tables.py:CUSTOM_CITIES": "emptied when it is full",
}
NEVER_FILLED = {
    "cli/gridgames/sessions/record_files.py:NO_TABLES",
    "packages/common/gridcommon/codecs.py:ANY",
    "packages/common/gridcommon/spelling.py:ENGLISH_ONLY",
}


def sources(*words: str) -> Iterator[tuple[str, str, ast.Module]]:
    """Yield the name, the text and the tree of each module with one of the words in it."""
    for folder in ("packages", "cli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in words):
                yield path.relative_to(ROOT).as_posix(), text, ast.parse(text)


def ending(function: ast.expr) -> str:
    """Return the last name of a function that is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_unlimited(decorator: ast.expr) -> bool:
    """Return whether a decorator remembers any number of results."""
    words = ast.unparse(decorator)
    if words.rpartition(".")[2] == "cache":
        return True
    return words.partition("(")[0].endswith("lru_cache") and "None" in words


def test_a_cache_without_a_limit_says_why_it_stays_small():
    found = 0
    for name, text, tree in sources("cache"):
        lines = text.splitlines()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ending(node.func).endswith("lru_cache"):
                assert node.args or node.keywords, f"{name}:{node.lineno}: give a limit"
            if isinstance(node, ast.FunctionDef):
                for one in filter(is_unlimited, node.decorator_list):
                    found += 1
                    said = "  # " in lines[one.lineno - 1]
                    assert said, f"{name}:{one.lineno}: say why there are few, or give a limit"
    assert found > 10


def test_a_dictionary_of_a_module_has_a_limit():
    found = set()
    for name, _, tree in sources("{}", "dict()"):
        for node in tree.body:
            if not isinstance(node, ast.AnnAssign | ast.Assign) or node.value is None:
                continue
            if ast.unparse(node.value) in ("{}", "dict()"):
                targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
                found |= {f"{name}:{ast.unparse(target)}" for target in targets}
    assert found == set(FILLED) | NEVER_FILLED
