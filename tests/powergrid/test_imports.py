"""What the rules load: no graph library, which is for other programs."""

import subprocess
import sys
from pathlib import Path

import powergrid


def test_only_graphs_for_others_are_made_with_a_graph_library():
    for path in Path(powergrid.__path__[0]).rglob("*.py"):
        if path.name not in ("graphs.py", "__init__.py"):
            assert "networkx" not in path.read_text(encoding="utf-8"), path.name


def test_the_rules_load_no_graph_library():
    code = "import powergrid, sys; powergrid.to_networkx; assert 'networkx' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
