"""``gridgames powergrid ...``: help with a Power Grid position."""

from gridgames.companion.questions import group

app = group(
    __name__,
    "Ask about a Power Grid position: what cities cost, how far money reaches, what to bid.",
    {
        "show": """Show a position, or a recorded game after any action: markets, players, cities.

        Of a game that is over: who has won, and what it came to by round.
        """,
        "cost": """Say in which order cities are connected for the least, and what that costs
        each player.

        Ends with 1 where nobody asked about can connect them.
        """,
        "reach": """Say how many cities a player can connect at most with its money, and which.

        The answer is exact, or says how many it can be at most where the search stops.
        """,
        "power": """Say which plants run on which fuel to power so many cities, and what that pays.

        Without --cities: from what the fuel in stock powers to two cities more than there are.
        """,
        "market": """Say what any number of tokens of each fuel costs, and what the next refill
        adds.""",
        "auction": """Say what each plant on sale is worth to each player, how far it would bid, and
        why.

        This is the judgement of the bot normal, which sees only what that player sees.
        """,
        "end": "Say who would win if the game ended now, in which order all would finish, and why.",
        "convert": """Write a position as text or as JSON, with everything that it leaves out.

        What is written can be read again by every command here.
        """,
    },
)
