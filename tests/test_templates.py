"""Every sentence that can be said has a value for each of its places, found in the sources."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import eletrika
import gridcommon
import gridgames
import powergrid

# Who takes a template as an argument: at which place, and what is filled in besides keywords.
TAKERS = {
    "Refusal": (1, set()),
    "NotationError": (0, set()),
    "problem": (0, {"found"}),
    "say": (0, set()),
    "Reason": (0, set()),
}
PLACES = {"source", "line", "column", "key"}  # say where, and are never part of a sentence


def calls() -> Iterator[tuple[str, ast.Call, str, str]]:
    for package in (gridcommon, powergrid, eletrika, gridgames):
        for path in sorted(Path(package.__path__[0]).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
                place = TAKERS.get(name, (99, set()))[0]
                if len(node.args) > place:
                    where = f"{package.__name__}/{path.name}:{node.lineno}"
                    yield name, node, where, ast.unparse(node.args[place])


@pytest.mark.parametrize(
    ("name", "node", "where"), [pytest.param(n, c, w, id=w) for n, c, w, _ in calls()]
)
def test_a_template_has_all_its_values(name: str, node: ast.Call, where: str) -> None:
    place, given = TAKERS[name]
    template = node.args[place]
    assert not isinstance(template, ast.JoinedStr), f"{where}: a value inside a template"
    if not isinstance(template, ast.Constant) or any(word.arg is None for word in node.keywords):
        return  # handed on; told where it is made
    wanted = {field for _, field, _, _ in Formatter().parse(str(template.value)) if field}
    named = {word.arg for word in node.keywords}
    if name == "Reason":
        return
    used = named if name not in ("NotationError",) else named - PLACES
    assert wanted <= used | given, f"{where}: {wanted - used - given}"
