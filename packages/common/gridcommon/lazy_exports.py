"""Lazy exports: public names of a package, imported from its modules on first use."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def export_lazily(
    package: str,
    exports: Mapping[str, str],
    earlier: Mapping[str, str] | None = None,
    *,
    into: str | None = None,
) -> None:
    """Make ``package`` import names from its modules on first use.

    ``exports`` lists the names of each module: ``{"game": "apply check"}``. ``earlier`` maps names
    of earlier versions to the present ones: ``{"redraw": "view:determinize"}``. ``into`` adds the
    names to a module of the package instead. The type checker sees only names that the package
    imports under TYPE_CHECKING.
    """
    home = vars(sys.modules[into or package])
    places = {name: (module, name) for module, names in exports.items() for name in names.split()}
    for name, place in (earlier or {}).items():
        module, _, present = place.partition(":")
        places[name] = module, present

    def load(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {home['__name__']!r} has no attribute {name!r}")
        module, present = places[name]
        value = getattr(import_module(f"{package}.{module}"), present)
        home[name] = value
        return value

    home["__getattr__"] = load


def names_of(module: str, **renamed: str) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a module that has become ``module``.

    Each keyword is a name in the earlier module, and its value the present name.
    """

    def load(name: str) -> Any:
        return getattr(import_module(module), renamed.get(name, name))

    return load
