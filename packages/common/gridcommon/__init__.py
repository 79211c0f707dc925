"""The ground that all games share: the contract, options, actions, chance, records, ledgers, hexes.

It knows no game. Its names are loaded when first used.
"""

from typing import TYPE_CHECKING

from gridcommon.lazy_exports import export_lazily

if TYPE_CHECKING:
    from gridcommon import caveats as caveats
    from gridcommon import chance as chance
    from gridcommon import contract as contract
    from gridcommon import encoding as encoding
    from gridcommon import errors as errors
    from gridcommon import game_loop as game_loop
    from gridcommon import hexes as hexes
    from gridcommon import ledger as ledger
    from gridcommon import networks as networks
    from gridcommon import options as options
    from gridcommon import pickling as pickling
    from gridcommon import records as records
    from gridcommon import schemas as schemas
    from gridcommon import served_game as served_game
    from gridcommon import sources as sources
    from gridcommon import spelling as spelling
    from gridcommon import tables as tables
    from gridcommon import views as views
    from gridcommon.contract import Bot as Bot
    from gridcommon.contract import Game as Game
    from gridcommon.contract import Seat as Seat
    from gridcommon.errors import GridgamesError as GridgamesError
    from gridcommon.errors import IllegalAction as IllegalAction
    from gridcommon.errors import InvalidState as InvalidState
    from gridcommon.errors import NotationError as NotationError
    from gridcommon.errors import Refusal as Refusal
    from gridcommon.records import Header as Header

export_lazily(__name__)
