"""``gridgames powergrid ...``: help with a Power Grid position."""

from collections.abc import Iterator

from gridgames.commands.app import group


def _cities() -> Iterator[tuple[str, str]]:
    from powergrid.tables import CITY_OF

    return ((name, "") for name in CITY_OF)


WORDS = {"CITY": _cities}  # with their help, for the completion of shells, by placeholder
ANSWERS = {"map check": (f"{__package__}.maps", "MapJson")}

HELP = "Ask about a Power Grid position: what cities cost, how far money reaches, what to bid."

# The module of each, which is loaded when it is asked
QUESTIONS = dict.fromkeys(
    ("show", "cost", "reach", "power", "market", "auction", "end", "convert"), "questions"
)
QUESTIONS["auction"] = "auction"  # loads the bots

app = group(__package__, HELP, QUESTIONS, {"edit": "edit", "keep": "keep", "map": "maps"})
