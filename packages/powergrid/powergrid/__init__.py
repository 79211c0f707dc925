"""Power Grid: the rules of both editions, for any caller.

The package implements :class:`gridcommon.contract.Game`. Its names are loaded when first used.

>>> import powergrid
>>> state = powergrid.new_game(powergrid.Ruleset(), seats=4, seed=7)
>>> powergrid.format_action(powergrid.legal_actions(state)[0])
'open 3 1'
"""

from typing import TYPE_CHECKING

from gridcommon.lazy_exports import export_lazily

if TYPE_CHECKING:
    from powergrid import encoding as encoding
    from powergrid import events as events
    from powergrid import position_fields as position_fields
    from powergrid import projection as projection
    from powergrid import tables as tables
    from powergrid.actions import Action as Action
    from powergrid.actions import Bid as Bid
    from powergrid.actions import Build as Build
    from powergrid.actions import Buy as Buy
    from powergrid.actions import Decline as Decline
    from powergrid.actions import Done as Done
    from powergrid.actions import MarkStart as MarkStart
    from powergrid.actions import Open as Open
    from powergrid.actions import Pass as Pass
    from powergrid.actions import PlaceCartel as PlaceCartel
    from powergrid.actions import Run as Run
    from powergrid.actions import Scrap as Scrap
    from powergrid.bots import CHARACTERS as CHARACTERS
    from powergrid.bots import LEVELS as LEVELS
    from powergrid.bots import make_bot as make_bot
    from powergrid.custom_maps import load_map as load_map
    from powergrid.custom_maps import map_from_table as map_from_table
    from powergrid.declarations import apply_declaration as apply_declaration
    from powergrid.ending import Result as Result
    from powergrid.game import advance as advance
    from powergrid.game import apply as apply
    from powergrid.game import check as check
    from powergrid.game import legal_actions as legal_actions
    from powergrid.game import new_game as new_game
    from powergrid.game import result as result
    from powergrid.game import to_act as to_act
    from powergrid.graphs import to_networkx as to_networkx
    from powergrid.notation import action_from_json as action_from_json
    from powergrid.notation import action_to_json as action_to_json
    from powergrid.notation import format_action as format_action
    from powergrid.notation import parse_action as parse_action
    from powergrid.notation.formatter import format_position as format_position
    from powergrid.notation.parser import parse_position as parse_position
    from powergrid.position import Position as Position
    from powergrid.position import to_position as to_position
    from powergrid.position_fields import facts as facts
    from powergrid.position_fields import full_facts as full_facts
    from powergrid.position_fields import is_checkpoint as is_checkpoint
    from powergrid.position_fields import result_facts as result_facts
    from powergrid.position_setup import from_facts as from_facts
    from powergrid.ruleset import OPTIONS as OPTIONS
    from powergrid.ruleset import Ruleset as Ruleset
    from powergrid.ruleset_change import change_ruleset as change_ruleset
    from powergrid.schemas import json_schemas as json_schemas
    from powergrid.setup import Setup as Setup
    from powergrid.setup import draws as draws
    from powergrid.state import State as State
    from powergrid.tables import SEATS as SEATS
    from powergrid.tables import CustomMap as CustomMap
    from powergrid.view import View as View
    from powergrid.view import determinize as determinize
    from powergrid.view import observe as observe
    from powergrid.view import spectate as spectate
    from powergrid.view_json import view_from_json as view_from_json
    from powergrid.view_json import view_to_json as view_to_json

NAME = "powergrid"
LEDGER = "powergrid"

export_lazily(__name__, "NAME LEDGER")
