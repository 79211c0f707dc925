"""Pickles and copies of the values of the games, which name the version that they are from.

Modules declare how their classes are pickled: dataclasses by their fields
(:func:`pickle_by_fields`), values that are computed or shared by the call that makes them
(:func:`pickle_by_call`). ``pickle`` and ``copy`` look this up in :mod:`copyreg`, so no class needs
a method, and pure and compiled engines read each other's pickles. A pickle holds no more than these
values: one of a view has neither the stack nor the generator.
"""

import copyreg
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from typing import Any, Final

from gridcommon.errors import Command, NotationError, Refusal, Typed, Word

VERSION: Final = 1  # higher once a value means something else; other fields are noticed anyway

_Maker = Callable[..., Any]


def pickle_by_fields(*kinds: type) -> None:
    """Pickle and copy these dataclasses by the values of their fields."""
    for kind in kinds:
        _pickle_each(kind, _form_of(kind))


def _pickle_each(kind: type, form: str) -> None:
    names = form.split(" ")[1:]

    def reduce(value: Any) -> tuple[_Maker, tuple[Any, ...]]:
        return restore, (VERSION, form, *[getattr(value, name) for name in names])

    copyreg.pickle(kind, reduce)


def pickle_by_call(kind: type, make: _Maker, arguments: Callable[[Any], tuple[Any, ...]]) -> None:
    """Pickle and copy values of a class as ``make(*arguments(value))``.

    ``make`` is a function of a module, or the class itself.
    """
    form = _place(make)

    def reduce(value: Any) -> tuple[_Maker, tuple[Any, ...]]:
        return restore, (VERSION, form, *arguments(value))

    copyreg.pickle(kind, reduce)


def restore(version: int, form: str, *values: Any) -> Any:
    """Return the value of a pickle. Raises NotationError for a pickle of another version.

    ``form`` is what makes the value and, if that is a dataclass, the names of its fields.
    """
    if version != VERSION:
        raise NotationError(
            "a pickle of version {found}; this program reads version {known}",
            found=version,
            known=VERSION,
        )
    return _maker(form)(*values)


@cache  # one for each class
def _maker(form: str) -> _Maker:
    place, *names = form.split(" ")
    module, _, name = place.partition(":")
    try:
        made: _Maker = getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise NotationError(
            "a pickle of another version: {found} is unknown here", found=place
        ) from None
    if isinstance(made, type) and names and form != (known := _form_of(made)):
        raise NotationError(
            "a pickle of another version: expected {known}, found {found}", known=known, found=form
        )
    if isinstance(made, type) and names and any(one.kw_only for one in fields(made)):
        return lambda *values: made(**dict(zip(names, values, strict=True)))
    return made


def _form_of(kind: Any) -> str:
    return " ".join([_place(kind), *[one.name for one in fields(kind)]])


def _place(made: Any) -> str:
    return f"{made.__module__}:{made.__qualname__}"


def _refusal(rule: str, template: str, values: dict[str, object]) -> Refusal:
    return Refusal(rule, template, **values)


pickle_by_call(Refusal, _refusal, lambda one: (one.rule, one.template, one.values))
for _text in (Word, Typed, Command):
    pickle_by_call(_text, _text, lambda one: (one.text,))
