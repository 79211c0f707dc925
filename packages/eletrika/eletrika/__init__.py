"""Eletrika: the rules of the game, for any caller.

The package implements :class:`gridcommon.contract.Game`. Its names are loaded when first used.

>>> import eletrika
>>> state = eletrika.new_game(eletrika.Ruleset(), 2, 7)
>>> eletrika.to_act(state) == state.first
True
"""

from typing import TYPE_CHECKING

from gridcommon.lazy_exports import export_lazily

if TYPE_CHECKING:
    from eletrika import assumed_game as assumed_game
    from eletrika import encoding as encoding
    from eletrika import ending as ending
    from eletrika import events as events
    from eletrika import gaps as gaps
    from eletrika import projection as projection
    from eletrika import tables as tables
    from eletrika.actions import Abandon as Abandon
    from eletrika.actions import Action as Action
    from eletrika.actions import Build as Build
    from eletrika.actions import EndTurn as EndTurn
    from eletrika.actions import LayTile as LayTile
    from eletrika.actions import Pass as Pass
    from eletrika.actions import Recall as Recall
    from eletrika.actions import Score as Score
    from eletrika.analysis import analyse as analyse
    from eletrika.analysis import analyse_game as analyse_game
    from eletrika.bots import CHARACTERS as CHARACTERS
    from eletrika.bots import LEVELS as LEVELS
    from eletrika.bots import make_bot as make_bot
    from eletrika.declarations import apply_declaration as apply_declaration
    from eletrika.ending import Result as Result
    from eletrika.ending import result as result
    from eletrika.game import advance as advance
    from eletrika.game import apply as apply
    from eletrika.game import check as check
    from eletrika.game import legal_actions as legal_actions
    from eletrika.game import to_act as to_act
    from eletrika.graphs import to_networkx as to_networkx
    from eletrika.network_layout import find_layout as find_layout
    from eletrika.network_layout import laid_position as laid_position
    from eletrika.notation import format_full as format_full
    from eletrika.notation import format_picture as format_picture
    from eletrika.notation import format_wire as format_wire
    from eletrika.notation import parse_position as parse_position
    from eletrika.notation.actions import action_from_json as action_from_json
    from eletrika.notation.actions import action_to_json as action_to_json
    from eletrika.notation.actions import format_action as format_action
    from eletrika.notation.actions import parse_action as parse_action
    from eletrika.position import Network as Network
    from eletrika.position import Position as Position
    from eletrika.position import to_position as to_position
    from eletrika.position_fields import facts as facts
    from eletrika.position_fields import is_checkpoint as is_checkpoint
    from eletrika.position_fields import result_facts as result_facts
    from eletrika.position_setup import from_position as from_position
    from eletrika.ruleset import OPTIONS as OPTIONS
    from eletrika.ruleset import Ruleset as Ruleset
    from eletrika.schemas import json_schemas as json_schemas
    from eletrika.setup import Setup as Setup
    from eletrika.setup import draws as draws
    from eletrika.setup import new_game as new_game
    from eletrika.state import State as State
    from eletrika.tables import SEATS as SEATS
    from eletrika.view import View as View
    from eletrika.view import determinize as determinize
    from eletrika.view import observe as observe
    from eletrika.view import spectate as spectate
    from eletrika.view_json import view_from_json as view_from_json
    from eletrika.view_json import view_to_json as view_to_json

NAME = "eletrika"
LEDGER = "eletrika"

export_lazily(__name__, "NAME LEDGER")
