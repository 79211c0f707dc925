"""Lazy exports: public names of a package, imported from its modules on first use.

To import either game as a whole takes longer than most commands (docs/adr/0035-start-up.md).
"""

import sys
from importlib import import_module
from typing import Any


def export_lazily(package: str, constants: str = "") -> None:
    """Make ``package`` import its public names from its modules on first use.

    These are the names that its source imports for the type checker alone, as in ``from
    powergrid.game import apply as apply``. With the ``constants`` of the package itself they become
    its ``__all__``. With the modules that it imports so, ``dir``, ``help`` and completion show all
    that is public.
    """
    home = vars(sys.modules[package])
    source: str = home["__loader__"].get_source(package)
    lines = [line.split() for line in source.splitlines() if line.startswith("    from ")]
    places = {name: module for _, module, _, name, *_ in lines if module != package}
    modules = {name for _, module, _, name, *_ in lines if module == package}

    def load(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")  # which makes it an attribute
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(places[name]), name)
        home[name] = value
        return value

    def listed() -> list[str]:
        return sorted(
            {*home["__all__"], *modules, *(name for name in home if name.startswith("__"))}
        )

    home["__getattr__"] = load
    home["__all__"] = sorted([*places, *constants.split()])
    home["__dir__"] = listed
