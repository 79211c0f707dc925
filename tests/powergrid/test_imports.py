"""Imports point one way: tables, then state and actions, then the phases, then the game."""

import ast
import subprocess
import sys
from pathlib import Path

import powergrid

# A module imports only from layers before its own; within one, only what is listed below.
LAYERS = (
    ("tables",),
    ("ruleset", "board", "storage", "actions"),
    ("events", "powering", "state"),
    ("plant_market", "fuel_market"),
    ("cartel", "steps", "ending"),
    ("setup", "order", "auction", "resources", "building", "bureaucracy"),
    ("game",),
    ("record", "view", "notation.cities"),
    ("notation.actions",),
    ("notation", "resuming", "graphs"),
    ("bots.random_bot", "bots.weights", "bots.player", "bots.fuel", "bots.growth"),
    ("bots.forecast",),
    ("bots.valuation", "bots.endgame"),
    ("bots.easy", "bots.normal"),
    ("bots",),
    ("__init__",),
    ("examples",),
)
WITHIN = {("powering", "storage"), ("auction", "order")}


def module_name(path: Path, folder: Path) -> str:
    """Return the name of a module within the package."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[1:] and parts[-1] == "__init__" else parts)


def test_imports_follow_the_layers():
    level = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    folder = Path(powergrid.__path__[0])
    files = {module_name(path, folder): path for path in folder.rglob("*.py")}
    assert set(files) == set(level)
    for name, path in files.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            if node.module == "powergrid":
                targets = [alias.name for alias in node.names]
            elif node.module.startswith("powergrid."):
                targets = [node.module.removeprefix("powergrid.")]
            else:
                continue
            for target in targets:
                assert level[target] < level[name] or (name, target) in WITHIN, (name, target)


def test_only_graphs_for_others_are_made_with_a_graph_library():
    for path in Path(powergrid.__path__[0]).rglob("*.py"):
        if path.name not in ("graphs.py", "__init__.py"):
            assert "networkx" not in path.read_text(encoding="utf-8"), path.name


def test_the_rules_load_no_graph_library():
    code = "import powergrid, sys; powergrid.to_networkx; assert 'networkx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
