"""The public names of the packages are seen by ``dir`` and ``help``, and loaded late."""

import inspect
import json
import pydoc
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("name", PACKAGES)
def test_every_public_name_has_its_help_and_is_not_that_of_a_module(name):
    """Importing the module would put it in the place of what the name is for."""
    package = import_module(name)
    modules = {Path(one).stem for folder in package.__path__ for one in Path(folder).glob("*")}
    assert not modules & set(package.__all__)
    text = pydoc.plain(pydoc.render_doc(package))
    assert package.__doc__
    for one in package.__all__:
        value = getattr(package, one)
        assert f" {one}" in text
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__
            assert not value.__doc__.startswith(f"{one}(")  # made by the dataclass
    # The type checker sees the same names: those imported for it are public names and modules
    source = inspect.getsource(package)
    told = {line.split()[-1] for line in source.splitlines() if line.startswith("    from ")}
    public = {one for one in dir(package) if not one.startswith("__")}
    assert told == {one for one in public if f"\n{one} = " not in source}
