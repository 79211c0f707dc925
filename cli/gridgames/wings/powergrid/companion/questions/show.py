"""The question ``show``: a position, or a recorded game after any action."""

from gridgames.commands.answers import ShownBoard
from gridgames.commands.options import At, Numbers
from gridgames.commands.records import Shown
from gridgames.wings.powergrid.companion.position_input import (
    MapFile,
    PositionArgument,
    load_position_or_record,
    own_map,
)
from gridgames.wings.powergrid.panels import describe
from powergrid.notation.formatter import format_position
from powergrid.position import Position, to_position
from powergrid.record import facts


def ask(
    position: PositionArgument, at: At = None, map_file: MapFile = None, plain: Numbers = False
) -> Shown:
    """Return the answer. Raises NotationError for unreadable input."""
    found = load_position_or_record(position, at, own_map(map_file))
    record = None if isinstance(found, Position) else found
    seen = found if isinstance(found, Position) else to_position(found.state, found.names)
    state = record.state if record else seen.table()
    return Shown(
        lambda _: describe(state, seen.names),
        ShownBoard("powergrid", state, seen.names),
        facts(state) | {"top_back": state.top_back},
        format_position(seen),
        state.terms.caveats,
        record,
        plain,
    )
