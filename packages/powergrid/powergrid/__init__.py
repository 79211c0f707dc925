"""Power Grid: the rules of both editions, for any caller.

The module :mod:`powergrid.game` keeps the contract of gridcommon; this is the shelf with what a
caller needs most.

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
    advance,
    apply,
    check,
    legal_actions,
    new_game,
    observe,
    redraw,
    result,
    to_act,
)
from powergrid.notation import format_action, parse_action
from powergrid.ruleset import Ruleset, option_from_text
from powergrid.setup import Setup
from powergrid.state import State
from powergrid.view import View

__all__ = [
    "LEVELS",
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
    "advance",
    "apply",
    "check",
    "format_action",
    "game",
    "legal_actions",
    "make_bot",
    "new_game",
    "observe",
    "option_from_text",
    "parse_action",
    "redraw",
    "result",
    "to_act",
]
