"""Shared declarations of JSON answers: typed dictionaries, and the parts that games declare."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypedDict,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

_T = TypeVar("_T")


@dataclass(frozen=True)
class Part:
    """A value that the game declares: the name of its schema in ``json_schemas``."""

    name: str


ActionJson = Annotated[dict[str, Any], Part("action")]
FactsJson = Annotated[dict[str, Any], Part("facts")]
HeaderJson = Annotated[dict[str, Any], Part("header")]
PositionJson = Annotated[dict[str, Any], Part("position")]
ResultJson = Annotated[dict[str, Any], Part("result")]
RulesetJson = Annotated[dict[str, Any], Part("ruleset")]


class DoubtJson(TypedDict):
    """A caveat. Values refer to it by its ``id``."""

    id: str
    degree: str
    percent: int | None
    rules: list[str]
    why: str


class RefusalJson(TypedDict):
    """The reason for a refusal."""

    rule: str
    why: str


def as_answer(kind: type[_T], source: object, /, **given: Any) -> _T:
    """Return the typed dictionary ``kind``: each key is the attribute of ``source``, or is given.

    Sequences become lists, and objects the typed dictionaries that are declared for them. A key
    that is not required is left out if the attribute is empty, or if it is given as None and cannot
    be null.

    >>> from gridcommon.errors import Refusal
    >>> as_answer(RefusalJson, Refusal("PG-AUC-03", "too little"), why="less than 8")
    {'rule': 'PG-AUC-03', 'why': 'less than 8'}
    """
    found: dict[str, Any] = {}
    for key, declared in _hints(kind).items():  # type: ignore[arg-type]  # of a type
        value = given[key] if key in given else getattr(source, key, None)
        is_optional = get_origin(declared) is NotRequired
        hint = get_args(declared)[0] if is_optional else declared
        if is_optional and not value:
            has_null = NoneType in get_args(hint)
            if key not in given or (value is None and not has_null):
                continue
        found[key] = _valued(hint, value)
    return found  # type: ignore[return-value]  # it has the keys of the kind


@cache  # one for each type of an answer
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _valued(hint: Any, value: Any) -> Any:
    if get_origin(hint) is UnionType and value is not None:
        hint = get_args(hint)[0]
    if is_typeddict(hint) and not isinstance(value, dict):
        return as_answer(hint, value) if value is not None else None
    if isinstance(value, Sequence) and not isinstance(value, str):
        (item,) = get_args(hint) or (Any,)
        return [_valued(item, one) for one in value]
    return value
