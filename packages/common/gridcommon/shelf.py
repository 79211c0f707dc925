"""The public shelf of a package: names that are loaded from its modules when first used."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, shelf: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of ``package``: each name of ``shelf`` with the module it is in.

    ``{"apply": "game"}`` means ``package.game.apply``; ``"notation:parse"`` another name there.
    """

    def load(name: str) -> Any:
        if name not in shelf:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, inner = shelf[name].partition(":")
        value = getattr(import_module(f"{package}.{module}"), inner or name)
        setattr(sys.modules[package], name, value)
        return value

    return load
