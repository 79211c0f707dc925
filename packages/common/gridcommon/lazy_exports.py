"""Lazy exports: public names of a package, imported from its modules on first use."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def export_lazily(package: str, exports: Mapping[str, str], *, into: str | None = None) -> None:
    """Make ``package`` import each name of ``exports`` from its module on first use.

    ``{"apply": "game"}`` means ``package.game.apply``, and ``"notation:parse"`` another name there.
    ``into`` adds the names to a module of the package instead. The type checker sees only names
    that the package imports under TYPE_CHECKING.
    """
    home = vars(sys.modules[into or package])

    def load(name: str) -> Any:
        if name not in exports:
            raise AttributeError(f"module {home['__name__']!r} has no attribute {name!r}")
        module, _, inner = exports[name].partition(":")
        value = getattr(import_module(f"{package}.{module}"), inner or name)
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
