"""``gridgames examples``: positions and records to try the commands on."""

import sys
from typing import Annotated

import typer

from gridcommon.errors import JoinedList, NotationError
from gridcommon.spelling import quoted
from gridcommon.tables import read_text
from gridgames.languages.messages import say
from gridgames.system.files import shipped_examples
from gridgames.terminal import output

# Descriptions by the name of the file.
EXAMPLES = {
    "against-the-cartel": "Power Grid: two players and the Cartel, before fuel is bought",
    "beyond-the-city": "Eletrika, wire: a last Pole that is a dead end",
    "city-inside": "Eletrika, wire: a City on the path to another City",
    "dead-end": (
        "Eletrika, picture: a Tower without energy that is joined only to an energized one"
    ),
    "fifth-round": "Power Grid: four players in round 5, before they build",
    "forked-network": "Eletrika, picture: a network of the rulebook",
    "full-scoring": "Eletrika, in full: the scoring example of the rulebook",
    "hand-written": "Power Grid: written down at the table, with the stack only counted",
    "last-round": "Power Grid: five players in step 3, possibly in the last round",
    "nordeste": "Power Grid: a map of our own, the Northeast of Brazil (--map-file nordeste)",
    "open-auction": "Power Grid: three players of the first edition, bidding for a plant",
    "plant-inside": "Eletrika, wire: a Plant on the path from another Plant",
    "short-circuit": "Eletrika, in full: two Towers that close two tiles",
    "two-turns": "Eletrika: the record of a game of two turns",
}


def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The example to print. Without it, all are listed."),
    ] = None,
) -> None:
    """List the installed examples, or print one as it was typed.

    Every command that takes a position or a record also takes the name of an example.
    """
    shipped = shipped_examples()
    if name is None:
        widest = max(map(len, shipped), default=0)
        for one in shipped:
            about = say(EXAMPLES[one])
            output.print_lines(output.wrapped(about, " " * (widest + 2), first=f"{one:{widest}}  "))
    elif name in shipped:
        sys.stdout.write(read_text(shipped[name]))
    else:
        raise NotationError(
            "no example is called {name}; choose {names}",
            name=quoted(name),
            names=JoinedList(tuple(shipped)),
        )
