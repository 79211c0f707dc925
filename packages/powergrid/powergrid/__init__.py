"""Power Grid: the rules of both editions, for any caller.

The package keeps :class:`gridcommon.contract.Game`; its names are what a caller needs most.

>>> import powergrid
>>> state = powergrid.new_game(powergrid.Ruleset(), seats=4, seed=7)
>>> powergrid.format_action(powergrid.legal_actions(state)[0])
'open 3 1'
"""

from powergrid import game
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.bots import LEVELS, make_bot
from powergrid.ending import Result
from powergrid.game import (
    NAME,
    advance,
    apply,
    check,
    facts,
    is_checkpoint,
    legal_actions,
    new_game,
    observe,
    redraw,
    result,
    result_facts,
    to_act,
)
from powergrid.notation import (
    action_from_json,
    action_to_json,
    format_action,
    parse_action,
)
from powergrid.resuming import from_facts, full_facts
from powergrid.ruleset import OPTIONS, Ruleset
from powergrid.setup import Setup, draws
from powergrid.state import State
from powergrid.tables import SEATS
from powergrid.view import View

__all__ = [
    "LEDGER",
    "LEVELS",
    "NAME",
    "OPTIONS",
    "SEATS",
    "Action",
    "Bid",
    "Build",
    "Buy",
    "Decline",
    "Done",
    "MarkStart",
    "Open",
    "Pass",
    "PlaceCartel",
    "Result",
    "Ruleset",
    "Run",
    "Scrap",
    "Setup",
    "State",
    "View",
    "action_from_json",
    "action_to_json",
    "advance",
    "apply",
    "check",
    "draws",
    "facts",
    "format_action",
    "from_facts",
    "full_facts",
    "game",
    "is_checkpoint",
    "legal_actions",
    "make_bot",
    "new_game",
    "observe",
    "parse_action",
    "redraw",
    "result",
    "result_facts",
    "to_act",
]

LEDGER = "powergrid"
