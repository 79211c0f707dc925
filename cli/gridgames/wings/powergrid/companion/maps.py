"""``gridgames powergrid map``: the user's own maps."""

from pathlib import Path
from typing import Annotated

import typer

from gridgames.commands.draw import ThemeOption, kind_of, write_picture
from gridgames.commands.options import AsJson
from gridgames.commands.typer_classes import Command, Group
from gridgames.languages.messages import say
from gridgames.show.parts import Heading, Scene
from gridgames.show.registry import face_of
from gridgames.system.files import check_regular
from gridgames.table.saves.saves import write_new
from gridgames.table.settings import name_of, remember_table, table_file
from gridgames.terminal import output
from gridgames.wings.powergrid import MAP_FILE
from gridgames.wings.powergrid.companion.map_table import (
    describe_map,
    summary,
    template,
    told,
    whole_state,
)
from powergrid.custom_maps import load_map
from powergrid.tables import CustomMap

app = typer.Typer(
    help="Your own maps: write a template, check a map, or draw it.",
    cls=Group,
    add_completion=False,
)

MapArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A map, or the name of a remembered one.")
]


@app.command(cls=Command)
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, such as mymap.toml.")],
) -> None:
    """Write a small map with comments, for you to change. It can be played on as it is.

    Nothing is overwritten.
    """
    write_new(file, template().encode())
    output.print_sentence(say("Written to {file}.", file=str(file)), keep=[str(file)])


@app.command("check", cls=Command)
def check_map(
    file: MapArgument,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Remember the map as --map-file NAME.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a map, and show what it holds and which numbers of players it suits.

    Exits with 2 if the map cannot be used, and names the line and the key.
    """
    known_as = None if name is None else name_of(name)
    own, path = _loaded(file)
    if known_as is not None:
        remember_table(MAP_FILE.name, known_as, path.absolute())
    if as_json:
        output.print_json(summary(own, known_as))
        return
    output.print_lines(describe_map(own))
    if known_as is not None:
        output.print_sentence(say("Remembered: --{kind} {name}", kind="map-file", name=known_as))


@app.command("draw", cls=Command)
def draw_map(
    file: MapArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The picture to write: .svg or .png. Without it, the map is shown in the "
            "terminal.",
        ),
    ] = None,
    theme: ThemeOption = None,
) -> None:
    """Draw a whole map, with all its regions in colour."""
    from gridgames.show.drawing.composition import compose
    from gridgames.show.drawing.printing import picture_room, print_drawing
    from gridgames.wings.powergrid.panels import map_panels

    kind = kind_of(output) if output else None
    if output:
        check_regular(output)
    own, _ = _loaded(file)
    face, state = face_of("powergrid"), whole_state(own)
    names = [f"{seat + 1}" for seat in range(state.terms.seats)]
    if output is None and not picture_room():
        face.print_board(state, names)
        return
    layers = face.board_layers(state, names)
    assert layers is not None  # the game can be drawn
    scene = Scene(Heading(own.name), layers, [*map_panels(state, " ".join(told(own)))])
    drawings = compose([scene], face.palette())
    if output is None or kind is None:
        print_drawing(drawings[0], theme.value if theme else None)
    else:
        write_picture(output, kind, drawings, theme)


def _loaded(file: Path) -> tuple[CustomMap, Path]:
    """Return the map in a file, or under a remembered name, and its file."""
    path = table_file(MAP_FILE.name, file)
    return load_map(path), path
