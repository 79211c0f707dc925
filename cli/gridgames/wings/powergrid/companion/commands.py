"""``gridgames powergrid ...``: help with a Power Grid position."""

from collections.abc import Iterator

from gridgames.commands.questions import group
from gridgames.commands.typer_classes import Command
from gridgames.wings.powergrid.companion import maps
from gridgames.wings.powergrid.companion.edit import edit
from gridgames.wings.powergrid.companion.keep import keep
from gridgames.wings.powergrid.companion.questions import (
    auction,
    convert,
    cost,
    end,
    market,
    power,
    reach,
    show,
)


def _cities() -> Iterator[tuple[str, str]]:
    from powergrid.tables import CITY_OF

    return ((name, "") for name in CITY_OF)


WORDS = {"CITY": _cities}  # with their help, for the completion of shells, by placeholder
ANSWERS = {"map check": (f"{__package__}.map_table", "CheckedJson")}

QUESTIONS = (show, cost, reach, power, market, auction, end, convert)

app = group(
    "Ask about a Power Grid position: what cities cost, how far money reaches, what to bid.",
    QUESTIONS,
)
app.command(cls=Command)(edit)
app.command(cls=Command)(keep)
app.add_typer(maps.app, name="map")
