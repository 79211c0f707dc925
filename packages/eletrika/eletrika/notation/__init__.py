"""Positions as text, in three forms that are detected automatically (ledger, section 3).

``wire``     neighbours: ``Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw`` ``picture``  structures in their places,
tiles four columns apart ``full``     one line per tile, then the values beside the board

Each form has a module with inverse functions ``parse_...`` and ``format_...``.
"""

from eletrika.notation.detection import FORMS, detect_form, parse_position
from eletrika.notation.full import format_beside, format_full, parse_full
from eletrika.notation.picture import format_picture, parse_picture
from eletrika.notation.wire import format_wire, parse_wire
from eletrika.pieces import MOST_STRUCTURES, MOST_TILES

__all__ = [
    "FORMS",
    "MOST_STRUCTURES",
    "MOST_TILES",
    "detect_form",
    "format_beside",
    "format_full",
    "format_picture",
    "format_wire",
    "parse_full",
    "parse_picture",
    "parse_position",
    "parse_wire",
]
