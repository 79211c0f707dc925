"""Shared declarations of JSON answers: typed dictionaries, and the parts that games declare."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict


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
