"""Lazy exports: public names of a package, imported from its modules on first use."""

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

REMOVAL = "1.1"  # the version without the names from before 1.0: docs/promises.md


def export_lazily(
    package: str,
    exports: Mapping[str, str],
    earlier: Mapping[str, str] | None = None,
    *,
    constants: str = "",
    modules: str = "",
    into: str | None = None,
) -> None:
    """Make ``package`` import names from its modules on first use.

    ``exports`` lists the names of each module: ``{"game": "apply check"}``. ``earlier`` maps names
    of earlier versions to the present ones: ``{"redraw": "view:determinize"}``; using one of them
    warns. ``into`` adds the names to a module of the package instead. The type checker sees only
    names that the package imports under TYPE_CHECKING.

    The names and the ``constants`` of the package itself become its ``__all__``. With them and the
    ``modules`` that users import, ``dir``, ``help`` and completion show all that is public.
    """
    home = vars(sys.modules[into or package])
    places = {name: (module, name) for module, names in exports.items() for name in names.split()}
    public = sorted([*places, *constants.split()])
    found_in = {name: f"{package}.{name}" for name in modules.split()}
    for name, place in (earlier or {}).items():
        module, _, present = place.partition(":")
        places[name] = module, present or name

    def load(name: str) -> Any:
        if name in found_in:
            return import_module(found_in[name])  # which makes it an attribute
        if name not in places:
            raise AttributeError(f"module {home['__name__']!r} has no attribute {name!r}")
        module, present = places[name]
        value = getattr(import_module(f"{package}.{module}"), present)
        if earlier and name in earlier:
            warn_of_name(f"{home['__name__']}.{name}", f"{package}.{module}.{present}", frames=3)
        home[name] = value
        return value

    def listed() -> list[str]:
        return sorted({*public, *found_in, *(name for name in home if name.startswith("__"))})

    home["__getattr__"] = load
    if into is None:
        home["__all__"] = public
        home["__dir__"] = listed


def names_of(earlier: str, module: str, **renamed: str) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for the module ``earlier`` that has become ``module``.

    Each keyword is a name in the earlier module, and its value the present name. Their use warns.
    """

    def load(name: str) -> Any:
        present = renamed.get(name, name)
        value = getattr(import_module(module), present)
        if not name.startswith("__"):  # which the interpreter and tools look for
            warn_of_name(f"{earlier}.{name}", f"{module}.{present}", frames=3)
        return value

    return load


def warn_of_name(earlier: str, present: str, *, frames: int) -> None:
    """Warn the caller that is ``frames`` above of the present form of a name."""
    told = f"{earlier} is now {present}; the old name goes in version {REMOVAL}"
    warnings.warn(told, DeprecationWarning, stacklevel=frames)
