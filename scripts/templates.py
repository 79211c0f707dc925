"""Finding the translatable sentences in the sources of the program."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import site_pages
from jinja2 import Environment, nodes

import eletrika
import gridcommon
import gridgames
import powergrid

# The functions that take a template: the position of that argument.
TAKERS = {
    "Refusal": 1,
    "NotationError": 0,
    "NearlyBotError": 0,
    "UnknownCard": 0,
    "Wording": 0,
    "Reason": 0,
    "require": 2,
    "with_reason": 1,
    "problem": 0,
    "say": 0,
    "_field": 0,  # of a rule: its label
    "Command": 1,  # of a game at a real table: its effect
    "OrderKeyword": 1,
}
WORDS = {"Word", "word_list"}


@dataclass(frozen=True)
class Call:
    """A call that makes a sentence, and its possible templates; none if it is passed on."""

    taker: str
    node: ast.Call
    templates: tuple[str, ...]
    where: str

    @property
    def argument(self) -> ast.expr:
        """The argument that is the template."""
        return self.node.args[TAKERS[self.taker]]


@cache
def sources() -> tuple[tuple[str, tuple[ast.AST, ...]], ...]:
    """Return the relevant syntax nodes of all modules, by package and path."""
    return tuple(
        (
            f"{package.__name__}/{path.relative_to(root).as_posix()}",
            tuple(
                node
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Assign | ast.Call | ast.Constant)
            ),
        )
        for package in (gridcommon, powergrid, eletrika, gridgames, site_pages)
        for root in [Path(package.__path__[0])]
        for path in sorted(root.rglob("*.py"))
    )


@cache
def calls() -> tuple[Call, ...]:
    """Return every call that makes a sentence."""
    return tuple(call for name, found in sources() for call in _calls_in(name, found))


def _calls_in(name: str, found: Sequence[ast.AST]) -> Iterator[Call]:
    chosen = _chosen(found)
    for node in found:
        if not isinstance(node, ast.Call):
            continue
        taker = _called(node)
        place = TAKERS.get(taker, 99)
        if len(node.args) > place:
            told = node.args[place]
            texts = chosen.get(told.id, ()) if isinstance(told, ast.Name) else _texts(told)
            yield Call(taker, node, tuple(texts), f"{name}:{node.lineno}")


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))


def _chosen(among: Sequence[ast.AST]) -> dict[str, list[str]]:
    """Return the possible texts of ``template = "..." if ... else "..."``, keyed by name."""
    found: dict[str, list[str]] = {}
    for node in among:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name == "template":
                found.setdefault(name, []).extend(_texts(node.value))
    return found


def _texts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    match node:
        case ast.IfExp():
            return [*_texts(node.body), *_texts(node.orelse)]
        case ast.Subscript(value=ast.Dict(values=values)):
            return [text for value in values for text in _texts(value)]
        case _:
            return []


def _said_in_pages() -> Iterator[tuple[str, str]]:
    """Yield the sentences in the HTML templates of pages, each with its file."""
    root = Path(gridgames.__path__[0])
    for path in sorted(root.rglob("templates/*.html")):
        for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
            said = call.args[0] if isinstance(call.node, nodes.Name) and call.args else None
            if isinstance(said, nodes.Const) and call.node.name == "say":
                yield said.value, f"gridgames/{path.relative_to(root).as_posix()}"


@cache
def templates() -> dict[str, str]:
    """Return every template with the module where it is first used."""
    found: dict[str, str] = {}
    for call in calls():
        for template in call.templates:
            found.setdefault(template, call.where.partition(":")[0])
    for template, where in _said_in_pages():
        found.setdefault(template, where)
    return found


@cache
def words() -> frozenset[str]:
    """Return every word that the sources mark for translation."""
    return frozenset(
        word
        for _, found in sources()
        for call in found
        if isinstance(call, ast.Call) and _called(call) in WORDS and call.args
        for word in _texts(call.args[0])
    )


@cache
def constants() -> frozenset[str]:
    """Return every string in the sources except docstrings."""
    return frozenset(
        node.value
        for _, found in sources()
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
