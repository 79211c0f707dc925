"""Lazy exports: public names of a package, imported from its modules on first use."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def export_lazily(package: str, exports: Mapping[str, str]) -> None:
    """Make ``package`` import each name of ``exports`` from its module on first use.

    ``{"apply": "game"}`` means ``package.game.apply``; ``"notation:parse"`` another name there.
    The type checker sees only what the package imports under TYPE_CHECKING.
    """
    home = vars(sys.modules[package])

    def load(name: str) -> Any:
        if name not in exports:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, inner = exports[name].partition(":")
        value = getattr(import_module(f"{package}.{module}"), inner or name)
        home[name] = value
        return value

    home["__getattr__"] = load
