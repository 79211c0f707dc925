"""``gridgames powergrid ...``: help with a Power Grid position."""

import typer

from gridgames import output
from gridgames.commands import Command, Group
from gridgames.options import AsJson, At, RecordFile

app = typer.Typer(help="Look into a game of Power Grid.", cls=Group, add_completion=False)


@app.command(cls=Command)
def show(record: RecordFile, at: At = None, as_json: AsJson = False) -> None:
    """Show a recorded game after any action: markets, players, cities, and what is to be done."""
    from gridgames.powergrid_text import describe
    from gridgames.record_commands import state_of

    found = state_of(record, at, "powergrid")
    if as_json:
        facts = found.room.game.facts(found.state)
        output.answer({"schema": 1, "actions": found.actions, "state": facts})
        return
    output.show(describe(found.state, found.names))
