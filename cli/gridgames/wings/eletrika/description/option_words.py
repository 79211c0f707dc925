"""The names of Eletrika's options and of their values in a menu."""

from collections.abc import Mapping

# By option its name, and its values as they are typed; yes, no and numbers speak for themselves.
OPTION_WORDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "source_in_38": ("The source is one of the 38 tiles", {}),
    "bonus_faces": ("Bonus tiles", {"UTSPC": "one of each kind"}),
    "first_player_rotates": ("First player changes each round", {}),
    "setup_touch": ("A set-up tile touches", {"any": "any tile", "source": "the source"}),
    "setup_redraw": (
        "Set-up tile that fits nowhere",
        {"true": "another one is drawn", "false": "is not laid"},
    ),
    "stuck_may_score": ("Who is stuck may score, then pass", {}),
    "end_trigger": (
        "The stack has run out",
        {"empty": "when it is empty", "failed_draw": "when a tile is missing"},
    ),
    "refill": (
        "Face-up tiles are replaced",
        {"placement": "after each tile", "turn_end": "at the end of the turn"},
    ),
    "row_redraw": ("New face-up tiles if none fits", {}),
    "no_fit_ends": ("The end begins if no tile fits", {}),
    "two_pawns_count": ("Two pawns count as two structures", {}),
    "marker_recall": (
        "Short-circuited marker comes back",
        {"auto": "at once", "owner": "when its owner asks"},
    ),
    "recall_dead_tiles": ("Marker comes back where nothing fits", {}),
    "queue_empty": (
        "Bonus tile when the queue is empty",
        {"keep": "the last one stays", "clear": "is removed"},
    ),
    "abandon_zero": ("One may abandon nothing", {}),
    "reoccupy": ("Structures without owner can be taken", {}),
    "energized": (
        "A structure is energized by",
        {
            "path": "a path",
            "component": "its whole network",
            "strict": "a path with no U, C inside",
        },
    ),
    "ask_forests": ("Forest points may be declined", {}),
    "forest_touch": (
        "A forest borders if it lies",
        {"edge": "on the shared edge", "tile": "anywhere on the tile"},
    ),
    "forest_count": (
        "A forest on two tiles counts",
        {"edge": "once for each edge", "region": "once"},
    ),
    "aside_from": (
        "Set-aside pieces may be used",
        {"now": "in the same turn", "next_turn": "from the next turn on"},
    ),
    "tie": ("A tie is broken by", {"pawns": "pawns", "structures": "structures"}),
    "plant_towers": ("Towers beside a Plant", {"any": "any number", "one": "one only"}),
}
