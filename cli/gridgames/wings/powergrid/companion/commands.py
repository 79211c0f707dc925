"""``gridgames powergrid ...``: help with a Power Grid position."""

from collections.abc import Iterator

from gridgames.commands.questions import group
from gridgames.commands.typer_classes import Command
from gridgames.wings.powergrid.companion import maps
from gridgames.wings.powergrid.companion.edit import edit
from gridgames.wings.powergrid.companion.keep import keep


def _cities() -> Iterator[tuple[str, str]]:
    from powergrid.tables import CITY_OF

    return ((name, "") for name in CITY_OF)


WORDS = {"CITY": _cities}  # with their help, for the completion of shells, by placeholder
ANSWERS = {"map check": (f"{__package__}.map_table", "CheckedJson")}

app = group(
    __name__,
    "Ask about a Power Grid position: what cities cost, how far money reaches, what to bid.",
    {
        "show": """Show a position, or a recorded game after any action: markets, players, cities.

        For a finished game: who won, and the figures by round.
        """,
        "cost": """Show the cheapest order in which to connect cities, and what it costs each
        player.

        Exits with 1 if none of these players can connect them.
        """,
        "reach": """Show the most cities each player can connect with its money, and which ones.

        The answer is exact. If the search stops early, it gives an upper bound.
        """,
        "power": """Show which plants to run, and on which fuel, to power a given number of cities,
        and what that pays.

        Without --cities: every number from what the fuel in stock can power up to two more than the
        player's cities.
        """,
        "market": """Show the price of any number of tokens of each fuel, and what the next
        refill adds.""",
        "auction": """Show what each plant on sale is worth to each player, how high that player
        would bid, and why.

        This is the judgement of the normal bot, which sees only what that player sees.
        """,
        "end": (
            "Show who would win if the game ended now, in which order all players would "
            "finish, and why."
        ),
        "convert": """Write a position as text or as JSON, with everything that it leaves out filled
        in.

        Every command here can read the result.
        """,
    },
)
app.command(cls=Command)(edit)
app.command(cls=Command)(keep)
app.add_typer(maps.app, name="map")
