"""``gridgames eletrika tiles``: the user's own tables of tiles and points."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

import typer

from eletrika.scoring_table import ScoringTable, load_scoring
from eletrika.tables import FORESTS, KIND_NAMES
from eletrika.tile_set import TileSet, load_tiles
from gridcommon.errors import Word
from gridcommon.tables import load_toml, shipped_text
from gridgames.commands.options import AsJson
from gridgames.commands.typer_classes import Command, Group
from gridgames.languages.messages import say
from gridgames.table.saves.saves import write_new
from gridgames.table.settings import commented, name_of, remember_table
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.eletrika import SCORING, TILES
from gridgames.wings.eletrika.companion.position_input import ruleset_of
from gridgames.wings.eletrika.description.analysis import uncertain
from gridgames.wings.eletrika.screen.bricks import brick


def template(kind: str) -> str:
    """Return a table with comments for the user to fill in; it is valid unchanged."""
    shipped = shipped_text("eletrika", f"{kind}.toml")
    about = _about_tiles() if kind == TILES.name else _about_points()
    return f"{commented([*about])}\n{shipped[shipped.index('[meta]') :]}"


def _about_tiles() -> Iterator[str]:
    yield say(
        "The tiles of your box: one [[tile]] for each, with six letters for its "
        "edges, clockwise from the east, however you hold it. Replace the edges "
        "below, which are reconstructed. Then delete the line 'status' and check "
        "the file: gridgames eletrika tiles check FILE"
    )
    yield from ("    NW   NE", '  W         E      edges = "E SE SW W NW NE"', "    SW   SE")
    forests = ", ".join(
        f"{letter} {say(name)}" for letter, name in zip(FORESTS, KIND_NAMES, strict=True)
    )
    yield say("r river, l lake, . field, and the forests that pay for: {forests}", forests=forests)
    yield say("A tile with 'source = true' is the source. 'name' is for you, and optional.")


def _about_points() -> Iterator[str]:
    yield say(
        "The points of your box, in MW: replace those below. Keys you delete keep "
        "their default values. 'origin' says where a value comes from; write "
        '"box" if you read it in your box.'
    )


def read_table(path: Path) -> TileSet | ScoringTable:
    """Return the tiles or the points in a file. Raises NotationError naming file and key."""
    table = load_toml(path)
    return load_scoring(path) if "set" in table or "bonus" in table else load_tiles(path)


def describe_tiles(tiles: TileSet) -> Iterator[Line]:
    """Yield the faces as hexagons of letters, and the number of edges of each kind."""
    sources = {tiles.source: say("src")}
    yield from output.side_by_side(
        brick("".join(tile.edges), tiles, sources.get(tile.number, str(tile.number)))
        for tile in tiles.tiles
    )
    yield []
    edges = "".join(tile.edges for tile in tiles.tiles)
    counts = [(say("river"), "r"), (say("lake"), "l"), (say("field"), ".")]
    counts += [
        (say("{colour} forest ({kind})", colour=Word(forest.colour), kind=Word(name)), letter)
        for letter, name, forest in zip(FORESTS, KIND_NAMES, tiles.forests, strict=True)
    ]
    text = say(
        "{count} tiles, the source is tile {source}; edges: {edges}.",
        count=len(tiles.tiles),
        source=tiles.source,
        edges=", ".join(f"{name} {edges.count(letter)}" for name, letter in counts),
    )
    yield from wrapped(text, "  ", first="")


def describe_points(points: ScoringTable) -> Iterator[Line]:
    """Yield the points of sets and of everything else."""
    sets = [
        (say("different"), points.different),
        (say("equal"), points.equal),
    ]
    for way, values in sets:
        text = ", ".join(f"{size}: {value} MW" for size, value in values.items())
        yield [(f"{way}  ", "bold"), (text, "")]
    text = say(
        "high demand {demand} MW, a forest {forest} MW, markers {markers} MW",
        demand=points.high_demand,
        forest=points.forest_per_edge,
        markers=", ".join(map(str, points.influence)),
    )
    yield from wrapped(text, "  ", first="")


app = typer.Typer(
    help="Your own tables of tiles and points: write a template, or check and view a table.",
    cls=Group,
    add_completion=False,
)


class CheckedTableJson(TypedDict):
    """The answer of ``check``."""

    schema: Literal[1]
    kind: str
    name: str | None
    table: str | dict[str, Any]  # as in the ruleset of a record


@app.command(cls=Command)
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, such as mybox.toml.")],
    points: Annotated[
        bool, typer.Option("--scoring", help="A points table instead of a tile table.")
    ] = False,
) -> None:
    """Write a commented table for you to fill in from your box. It also works as it is.

    Nothing is overwritten.
    """
    write_new(file, template((SCORING if points else TILES).name).encode())
    output.print_sentence(say("Written to {file}.", file=str(file)), keep=[str(file)])


@app.command("check", cls=Command)
def check_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tile table or a points table.")],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Remember the table as --tiles NAME or --scoring NAME."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a table of tiles or points, and show the faces as they are read.

    Exits with 2 if the table cannot be used, and names the tile or key.
    """
    known_as = None if name is None else name_of(name)
    table = read_table(file)
    kind = SCORING.name
    if isinstance(table, TileSet):
        kind = TILES.name
        ruleset_of(None, (), file, None)
    if known_as is not None:
        remember_table(kind, known_as, file.absolute())
    if as_json:
        checked: CheckedTableJson = {
            "schema": 1,
            "kind": kind,
            "name": known_as,
            "table": table.to_json(),
        }
        output.print_json(checked)
        return
    if isinstance(table, TileSet):
        output.print_lines(describe_tiles(table))
        output.print_lines(uncertain([caveat for caveat in (table.caveat,) if caveat]))
    else:
        output.print_lines(describe_points(table))
        output.print_lines(uncertain(tuple(table.caveats.values())))
    if known_as is not None:
        output.print_sentence(say("Remembered: --{kind} {name}", kind=kind, name=known_as))
