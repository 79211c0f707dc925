"""The ground that all games share: the contract, options, actions, chance, records, ledgers, hexes.

It knows no game. Its names are loaded when first used.
"""

from typing import TYPE_CHECKING

from gridcommon.lazy_exports import export_lazily

if TYPE_CHECKING:
    from gridcommon.contract import Bot as Bot
    from gridcommon.contract import Game as Game
    from gridcommon.contract import Seat as Seat
    from gridcommon.errors import GridgamesError as GridgamesError
    from gridcommon.errors import IllegalAction as IllegalAction
    from gridcommon.errors import InvalidState as InvalidState
    from gridcommon.errors import NotationError as NotationError
    from gridcommon.errors import Refusal as Refusal
    from gridcommon.records import Header as Header

# The exported names of each module
_EXPORTS = {
    "contract": "Bot Game Seat",
    "errors": "GridgamesError IllegalAction InvalidState NotationError Refusal",
    "records": "Header",
}

export_lazily(__name__, _EXPORTS)
