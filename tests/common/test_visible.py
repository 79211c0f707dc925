"""The public names of the packages are seen by ``dir`` and ``help``, and loaded late."""

import json
import subprocess
import sys
from importlib import import_module

PACKAGES = ("gridcommon", "powergrid", "eletrika", "gridgames.environments")
LISTED = f"""
import json, sys
import powergrid, eletrika, gridcommon, gridgames.environments
from gridcommon import *
names = {{one: dir(sys.modules[one]) for one in {PACKAGES}}}
print(json.dumps([names, sorted(sys.modules)]))
"""


def test_all_that_is_public_is_listed_before_anything_is_loaded():
    done = subprocess.run(
        [sys.executable, "-c", LISTED], capture_output=True, text=True, check=True
    )
    names, modules = json.loads(done.stdout)
    assert not {"powergrid.tables", "eletrika.tables", "networkx", "numpy"} & set(modules)
    for name in PACKAGES:
        package = import_module(name)
        assert set(package.__all__) < set(names[name])
        assert [one for one in names[name] if one.startswith("_")] == [
            one for one in names[name] if one.startswith("__")
        ]
        assert not {"TYPE_CHECKING", "export_lazily"} & set(names[name])
        assert [one for one in names[name] if not hasattr(package, one)] == []
    assert {"legal_actions", "NAME", "projection", "View"} < set(names["powergrid"])
