"""Lazy exports: public names of a package, imported from its modules on first use.

To import either game as a whole takes longer than most commands (docs/adr/0035-start-up.md).
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def export_lazily(
    package: str, exports: Mapping[str, str], *, constants: str = "", modules: str = ""
) -> None:
    """Make ``package`` import names from its modules on first use.

    ``exports`` lists the names of each module: ``{"game": "apply check"}``. The type checker sees
    only names that the package imports under TYPE_CHECKING.

    The names and the ``constants`` of the package itself become its ``__all__``. With them and the
    ``modules`` that users import, ``dir``, ``help`` and completion show all that is public.
    """
    home = vars(sys.modules[package])
    places = {name: module for module, names in exports.items() for name in names.split()}
    found_in = {name: f"{package}.{name}" for name in modules.split()}

    def load(name: str) -> Any:
        if name in found_in:
            return import_module(found_in[name])  # which makes it an attribute
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{places[name]}"), name)
        home[name] = value
        return value

    def listed() -> list[str]:
        return sorted(
            {*home["__all__"], *found_in, *(name for name in home if name.startswith("__"))}
        )

    home["__getattr__"] = load
    home["__all__"] = sorted([*places, *constants.split()])
    home["__dir__"] = listed
