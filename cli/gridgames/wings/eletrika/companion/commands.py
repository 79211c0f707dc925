"""``gridgames eletrika ...``: the companion for people with the real box on the table."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gridgames.command_line.game_arguments import option_of
from gridgames.command_line.options import AsJson, At, Numbers, Options, RecordFile
from gridgames.command_line.typer_classes import Command, Group
from gridgames.system.exit_codes import REFUSED
from gridgames.system.files import read_argument
from gridgames.wings.eletrika import SCORING, SCORING_OF_RECORD, TILES, TILES_OF_RECORD
from gridgames.wings.eletrika.companion.declarations import QUESTIONS
from gridgames.wings.eletrika.companion.position_input import Reading, ruleset_of

HELP = """Ask about an Eletrika position: what is lit and why, what may be built, what scores.

A position is typed in one of three forms. The wire form tells who touches whom: a letter for the
kind (U Plant, T Tower, S Substation, P Pole, C City), then the owner (W White, K Black, R Red, G
Green), a number, or both; chains are parted by a semicolon:

    Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw

An owner has one pawn there, and two with a plus: Tr+. A number is only part of the name: Tr2 is
another Tower of Red, with one pawn. In the forms that follow Tr2 has two pawns.

A picture shows where things stand: tiles of a row four columns apart, the next row shifted by two,
a dot for an empty tile:

          S   P   CW
    U   TR2 .

The full form has a line for each tile: its cell, its face, what stands and lies on it. Then come
lines for what is beside the board, as many as you want to give:

    0,0     src            # the source
    A=1,0   13/2    T:R2   # tile 13 turned by 2 sixths; Red's Tower, 2 pawns
    E of A  r.tr..  U      # six edges clockwise from east; a Plant, no pawns
    SW SW   ?       *W2    # an unknown tile, on it White's marker of 2 MW
    bonus T                # the kind in high demand
    queue U S P C          # the bonus tiles that come after it
    hand W3 R4             # pawns in hand
    markers W1 R12         # markers in hand
    score W4 R7            # points
    turn W                 # who is to play
    first W                # who began
    stack 12               # tiles face down
    row 5 6 ?              # tiles face up
    round 3                # and "last 14" once the stack has run out

A cell q,r lies q tiles to the east of 0,0 and r to the south-east:

       NW    NE
      0,-1  1,-1
    W -1,0  0,0  1,0 E
      -1,1  0,1
       SW    SE

Or it is told from another: E is one step east of the line above, E of 1,0 of a cell, NE E of A of
the tile that A= names. Edges are r river, l lake, . field, u t s p c a forest that pays for that
kind, and ? unknown. Words may be Portuguese: T:vermelho, vez, L de A.
"""

app = typer.Typer(help=HELP, cls=Group, add_completion=False)


own = typer.Typer(
    help="Your own tables of tiles and points: write a template, check a table and look at it.",
    cls=Group,
    add_completion=False,
)
app.add_typer(own, name="tiles")


@own.command(cls=Command)
def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, such as mybox.toml.")],
    points: Annotated[
        bool, typer.Option("--scoring", help="A table of points instead of one of tiles.")
    ] = False,
) -> None:
    """Write a table with comments, to be filled in with what your box has; it can be used as it is.

    Nothing is overwritten.
    """
    from gridgames.languages.messages import say
    from gridgames.saves.saves import write_new
    from gridgames.terminal import output
    from gridgames.wings.eletrika.companion.custom_tables import template

    write_new(file, template("scoring" if points else "tiles").encode())
    output.tell(say("Written to {file}.", file=str(file)), keep=[str(file)])


@own.command("check", cls=Command)
def check_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table of tiles or of points.")],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Remember it as --tiles NAME, or --scoring NAME."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a table of tiles or points, and show the faces as they are read.

    Ends with 2 for a table that cannot be used, naming the tile or key.
    """
    from eletrika.tables import TileSet
    from gridgames.languages.messages import say
    from gridgames.sessions.settings import remember_table
    from gridgames.terminal import output
    from gridgames.wings.eletrika.companion import custom_tables
    from gridgames.wings.eletrika.description.analysis import uncertain

    known_as = None if name is None else custom_tables.name_of(name)
    table = custom_tables.read_table(file)
    kind = SCORING.name
    if isinstance(table, TileSet):
        kind = TILES.name
        ruleset_of(None, (), file, None)
    if known_as is not None:
        remember_table(kind, known_as, file.absolute())
    if as_json:
        output.answer({"schema": 1, "kind": kind, "name": known_as, "table": table.to_json()})
        return
    if isinstance(table, TileSet):
        output.show(custom_tables.describe_tiles(table))
        output.show(uncertain([doubt for doubt in (table.doubt,) if doubt]))
    else:
        output.show(custom_tables.describe_points(table))
        output.show(uncertain(tuple(table.doubts.values())))
    if known_as is not None:
        output.tell(say("Remembered: --{kind} {name}", kind=kind, name=known_as))


Position = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A position in wire, picture or full form, which is detected automatically; - reads "
        "standard input. gridgames eletrika --help shows how they are written.",
    ),
]


class Form(StrEnum):
    """A notation of positions."""

    FULL = "full"
    PICTURE = "picture"
    WIRE = "wire"


@app.command(cls=Command)
def check(
    position: Position,
    reading: Annotated[
        Reading | None,
        typer.Option(
            help='How "energized" is read: on a path from a Plant to a City (the default), in a '
            "network that holds both, or on a path with neither inside it. Short for "
            "--option energized=..."
        ),
    ] = None,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
    as_json: AsJson = False,
) -> None:
    """Say what is energized and why, what is dark and why, what is broken, fits and scores.

    Ends with 0 for a legal position, 1 where rules are broken, 2 for what cannot be read.
    """
    from eletrika.analysis import analyse
    from eletrika.answer import to_json
    from gridcommon.errors import NotationError
    from gridgames.terminal import output
    from gridgames.wings.eletrika.description.analysis import describe
    from gridgames.wings.eletrika.description.words import read_position

    text, source = read_argument(position)
    ruleset = ruleset_of(reading, option or (), tiles, scoring)
    try:
        told = read_position(text, ruleset.tiles)
        analysis = analyse(told, ruleset)
    except NotationError as problem:
        problem.source = source
        raise
    if as_json:
        output.answer(to_json(analysis))
    else:
        output.show(describe(told, analysis, ruleset))
    if analysis.problems:
        raise typer.Exit(REFUSED)


@app.command(cls=Command)
def keep(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A game that was kept before, or the position (full form) that lies on the table; "
            "without it a game begins.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME...", help="Who plays, clockwise from who begins."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines of text instead of the full screen.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is saved.")
    ] = None,
    option: Options = None,
    tiles: Annotated[Path | None, option_of(TILES)] = None,
    scoring: Annotated[Path | None, option_of(SCORING)] = None,
) -> None:
    """Keep the score of a game beside the real box: enter what happens, the program counts.

    It is saved at every entry as a record, follows everything on the table, and warns of what a
    rule forbids; the table may overrule it.
    """
    from gridgames.command_line.game_arguments import Flags, GameName
    from gridgames.commands.play import play, resume
    from gridgames.sessions.record_files import is_record

    if file is not None and is_record(file):
        resume(Flags(), str(file), plain=plain)
        return
    given = {"keep": players or _asked_names(file), "position": file}
    given |= {"tiles": tiles, "scoring": scoring}
    flags = Flags({name: value for name, value in given.items() if value})
    play(ctx, flags, GameName("eletrika"), plain=plain, file=save, option=option)


def _asked_names(file: Path | None) -> str:
    """Return the names of the players: asked for, or the colours of a position.

    Raises NotationError where nobody can be asked.
    """
    from eletrika.tables import COLOUR_NAMES, shipped_tiles
    from gridcommon.errors import NotationError
    from gridgames.languages.messages import say
    from gridgames.terminal.line_input import listens, read_line
    from gridgames.wings.eletrika.companion.position_input import position_to_play

    if file is not None:
        try:
            told = position_to_play(file, shipped_tiles())
        except NotationError as problem:
            problem.source = problem.source or str(file)
            raise
        return ",".join(say(COLOUR_NAMES[owner]) for owner in sorted(told.hands))
    names = ""
    if listens():
        names = read_line(say("Who plays? Names, clockwise from who begins: ")) or ""
    if not names.strip():
        raise NotationError("missing: who plays, as in --players Ana,Bea", key="--players")
    return names


@app.command(cls=Command)
def show(
    record: RecordFile,
    at: At = None,
    form: Annotated[
        Form | None, typer.Option(help="Write the position in this notation instead.")
    ] = None,
    tiles: Annotated[Path | None, option_of(TILES_OF_RECORD)] = None,
    scoring: Annotated[Path | None, option_of(SCORING_OF_RECORD)] = None,
    plain: Numbers = False,
    as_json: AsJson = False,
) -> None:
    """Show a recorded game after any action: the board, the players, and what is to be done.

    Of a game that is over: who has won, and what it came to by round.
    """
    from eletrika.notation import format_full, format_picture, format_wire
    from eletrika.notation.wire import renamed
    from eletrika.position import to_position
    from gridgames.commands.record import how_it_ended, show_ending, state_of
    from gridgames.terminal import output
    from gridgames.wings.eletrika.description.analysis import uncertain
    from gridgames.wings.eletrika.description.situation import describe_game

    found = state_of(record, at, "eletrika", {"tiles": tiles, "scoring": scoring})
    position = to_position(found.state)
    if as_json:
        output.answer(
            {
                "schema": 1,
                "actions": found.actions,
                "state": found.game.facts(found.state),
                "position": format_full(position),
                "doubts": [doubt.to_json() for doubt in found.state.ruleset.doubts],
                **how_it_ended(found),
            }
        )
    elif form is None:
        output.show(describe_game(found.state, found.shown, drawn=True))
        output.show(uncertain(found.state.ruleset.doubts))
        show_ending(found, numbers=plain)
    else:
        if form is Form.WIRE:
            text = format_wire(renamed(position.network()))
        else:
            text = (format_full if form is Form.FULL else format_picture)(position)
        output.show([[(line, "")] for line in text.splitlines()])


for question, command in QUESTIONS.items():
    app.command(cls=command)(question)
