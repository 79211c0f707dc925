"""``gridgames powergrid map``: the user's own maps."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import typer

from gridcommon.answers import as_answer
from gridcommon.tables import shipped_text
from gridgames.commands.draw import ThemeOption, kind_of, write_picture
from gridgames.commands.options import AsJson
from gridgames.commands.typer_classes import Command, Group
from gridgames.languages.language import current_language
from gridgames.languages.messages import render_message, say
from gridgames.show.parts import Heading, Scene
from gridgames.show.registry import face_of
from gridgames.system.files import check_regular
from gridgames.table.saves.saves import write_new
from gridgames.table.settings import name_of, remember_table, table_file
from gridgames.terminal import output
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.powergrid import EDITION, MAP_FILE
from gridgames.wings.powergrid.description.situation import prices_words
from powergrid.board import Board, board
from powergrid.custom_maps import Suitability, load_map, suitabilities
from powergrid.ruleset import Ruleset, terms
from powergrid.state import Draws, State, initial_state
from powergrid.tables import CITY_NAMES, EDITIONS, CustomMap, map_of


def template() -> str:
    """Return a table with comments for the user to change; it is valid unchanged."""
    shipped = shipped_text("gridgames.wings.powergrid", "map.toml")
    try:
        about = shipped_text("gridgames.languages", "powergrid-map.toml", current_language().value)
    except FileNotFoundError:  # in English the comments are in the table itself
        return shipped
    return f"{about}\n{shipped[shipped.index('name =') :]}"


def whole_board(own: CustomMap) -> Board:
    """Return the board of all regions together."""
    return board(own, EDITIONS[0], map_of(own, EDITIONS[0]).regions)


def whole_state(own: CustomMap) -> State:
    """Return a table without players' pieces on all regions of a map, for drawing."""
    fits = {edition: [*suitabilities(own, edition)] for edition in EDITIONS}
    edition, seats = next(
        (edition, fit.seats) for edition, row in fits.items() for fit in row if not fit.why
    )
    zone = whole_board(own)
    draws = Draws(zone.regions, tuple(range(seats)), (), ())
    return initial_state(terms(Ruleset(edition, own), seats), zone, draws, 0)


class FuelJson(TypedDict):
    """The fuel of the start and the prices of the spaces, where the map sets them."""

    start: NotRequired[int]
    supply: NotRequired[int]
    prices: NotRequired[list[int]]


class DeckJson(TypedDict):
    """The set-up of the plants, if the map sets it."""

    market: list[int]
    top: list[int]
    groups: list[list[int]]
    remove: dict[str, list[int]]


class SuitabilityJson(TypedDict):
    """The fit of a map for a number of players; ``why`` is null if it suits them."""

    zones: int
    cities: list[int]
    step2: int
    game_end: int
    why: str | None
    left_out: list[str]


class MapJson(TypedDict):
    """The answer of ``check``: cities, connections and costs, and the fits by edition."""

    schema: Literal[1]
    known_as: str | None
    name: str
    digest: str
    cities: int
    regions: dict[str, int]
    connections: int
    cheapest: list[str | int]
    dearest: list[str | int]
    mean: float
    longest_path: list[str | int]
    market: dict[str, FuelJson]
    deck: DeckJson | None
    suits: dict[str, dict[str, SuitabilityJson]]


def summary(own: CustomMap, known_as: str | None = None) -> MapJson:
    """Return what a map holds, and which numbers of players it suits, as JSON."""
    links = sorted(own.table["connections"], key=lambda link: (link[2], link))
    zone = whole_board(own)
    longest = max(
        (zone.costs[one][other], -one, -other)
        for one, other in combinations(range(len(zone.cities)), 2)
    )
    names = [CITY_NAMES[city] for city in zone.cities]
    sizes: dict[str, int] = {}
    for city in own.table["cities"]:
        sizes[city["region"]] = sizes.get(city["region"], 0) + 1
    return {
        "schema": 1,
        "known_as": known_as,
        "name": own.name,
        "digest": own.digest,
        "cities": len(names),
        "regions": dict(sorted(sizes.items())),
        "connections": len(links),
        "cheapest": links[0],
        "dearest": links[-1],
        "mean": round(sum(link[2] for link in links) / len(links), 1),
        "longest_path": [names[-longest[1]], names[-longest[2]], longest[0]],
        "market": own.table.get("market", {}),
        "deck": own.table.get("deck"),
        "suits": {
            edition: {str(fit.seats): _fit(fit) for fit in suitabilities(own, edition)}
            for edition in EDITIONS
        },
    }


def _fit(fit: Suitability) -> SuitabilityJson:
    why = None if fit.why is None else str(fit.why)
    limits = {"step2": fit.row.step2, "game_end": fit.row.game_end}
    return as_answer(SuitabilityJson, fit, **limits, why=why, left_out=[*map(str, fit.left_out)])


def told(own: CustomMap) -> Iterator[str]:
    """Yield sentences about the cities, connections and costs of a map."""
    found = summary(own)
    yield say(
        "{cities:city|cities} in {count:region|regions}: {sizes}.",
        cities=found["cities"],
        count=len(found["regions"]),
        sizes=", ".join(f"{name} {count}" for name, count in found["regions"].items()),
    )
    yield say(
        "{count:connection|connections}, {mean} Elektro on average; the cheapest {cheapest}, the "
        "most expensive {dearest}.",
        count=found["connections"],
        mean=found["mean"],
        cheapest=_link(found["cheapest"]),
        dearest=_link(found["dearest"]),
    )
    yield say("The longest of the cheapest paths: {path}.", path=_link(found["longest_path"]))
    for fuel, row in found["market"].items():
        words = []
        if "start" in row:
            words.append(say("{count} on the market at the start", count=row["start"]))
        if "supply" in row:
            words.append(say("{count} in the supply", count=row["supply"]))
        if "prices" in row:
            words.append(say("spaces: {prices}", prices=prices_words(row["prices"])))
        yield f"{say(fuel)}: {'; '.join(words)}."
    if deck := found["deck"]:
        yield say(
            "Plants: face up at the start {market}; on top of the stack {top}; {groups}.",
            market=", ".join(map(str, deck["market"])),
            top=", ".join(map(str, deck["top"])),
            groups="; ".join(
                say("group {number}: {plants}", number=number, plants=", ".join(map(str, group)))
                for number, group in enumerate(deck["groups"], start=1)
            ),
        )
        for seats, removed in deck["remove"].items():
            yield say(
                "With {seats} players, {counts} are removed from the groups.",
                seats=seats,
                counts=", ".join(map(str, removed)),
            )


def describe_map(own: CustomMap) -> Iterator[Line]:
    """Yield what a map holds, and which numbers of players it suits."""
    yield [(own.name, "bold")]
    for text in told(own):
        yield from wrapped(text, "  ", first="")
    for edition in EDITIONS:
        yield []
        yield [(say(EDITION.words[edition]), "bold")]
        for fit in suitabilities(own, edition):
            yield from wrapped(f"  {_suits(fit)}", "     ", first="")
            for why in () if fit.why else fit.left_out:
                text = say("left out: {why}", why=render_message(why))
                yield from wrapped(f"     {text}", "       ", first="")


def _link(link: Sequence[Any]) -> str:
    one, other, cost = link
    return f"{one} - {other} ({cost})"


def _suits(fit: Suitability) -> str:
    if fit.why is not None:
        return say(
            "{seats} players: not suited: {why}", seats=fit.seats, why=render_message(fit.why)
        )
    least, most = fit.cities
    return say(
        "{seats} players: {zones:zone|zones} of {cities} cities; step 2 with {step2}, the end "
        "with {end}",
        seats=fit.seats,
        zones=fit.zones,
        cities=least if least == most else f"{least}-{most}",
        step2=fit.row.step2,
        end=fit.row.game_end,
    )


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
    from gridgames.show.pictures import print_board
    from gridgames.wings.powergrid.panels import map_panels

    kind = kind_of(output) if output else None
    if output:
        check_regular(output)
    own, _ = _loaded(file)
    face, state = face_of("powergrid"), whole_state(own)
    names = [f"{seat + 1}" for seat in range(state.terms.seats)]
    if output is None and not picture_room():
        print_board(face, state, names)
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
