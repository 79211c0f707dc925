"""``gridgames eletrika tiles``: the user's own tables of tiles and points."""

from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

import typer

from eletrika.tile_set import TileSet
from gridgames.commands.options import AsJson
from gridgames.commands.typer_classes import Command, Group
from gridgames.languages.messages import say
from gridgames.table.saves.saves import write_new
from gridgames.table.settings import name_of, remember_table
from gridgames.terminal import output
from gridgames.wings.eletrika import SCORING, TILES
from gridgames.wings.eletrika.companion import custom_tables
from gridgames.wings.eletrika.companion.position_input import ruleset_of
from gridgames.wings.eletrika.description.analysis import uncertain

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
    write_new(file, custom_tables.template("scoring" if points else "tiles").encode())
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
    table = custom_tables.read_table(file)
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
        output.print_lines(custom_tables.describe_tiles(table))
        output.print_lines(uncertain([caveat for caveat in (table.caveat,) if caveat]))
    else:
        output.print_lines(custom_tables.describe_points(table))
        output.print_lines(uncertain(tuple(table.caveats.values())))
    if known_as is not None:
        output.print_sentence(say("Remembered: --{kind} {name}", kind=kind, name=known_as))
