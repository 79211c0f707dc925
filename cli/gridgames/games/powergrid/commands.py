"""``gridgames powergrid ...``: help with a Power Grid position."""

import typer

from gridgames.commands.options import AsJson, At, Numbers, RecordFile
from gridgames.commands.typer_inside import Command, Group
from gridgames.terminal import output

app = typer.Typer(help="Look into a game of Power Grid.", cls=Group, add_completion=False)


@app.command(cls=Command)
def show(
    record: RecordFile, at: At = None, plain: Numbers = False, as_json: AsJson = False
) -> None:
    """Show a recorded game after any action: markets, players, cities, and what is to be done.

    Of a game that is over: who has won, and what it came to by round.
    """
    from gridgames.commands.record import how_it_ended, show_ending, state_of
    from gridgames.games.powergrid.description import describe

    found = state_of(record, at, "powergrid")
    if as_json:
        facts = found.game.facts(found.state) | {"top_back": found.state.top_back}
        doubts = [doubt.to_json() for doubt in found.state.terms.doubts]
        answer = {"schema": 1, "actions": found.actions, "state": facts, "doubts": doubts}
        output.answer(answer | how_it_ended(found))
        return
    output.show(describe(found.state, found.names))
    show_ending(found, numbers=plain)
