"""The names of Power Grid's options and of their values in a menu."""

from collections.abc import Mapping

# By option its name, and its values as they are typed; yes, no and numbers speak for themselves.
OPTION_WORDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "start_cities": ("Start cities are marked first", {}),
    "house_limit": ("Houses of a network, at most", {"null": "no limit"}),
    "start_in_occupied": ("A network may begin where others are", {}),
    "scrap_keep": (
        "Fuel given up with a plant",
        {"most": "what does not fit", "free": "as much as one likes"},
    ),
    "step3_first_update": (
        "First market update of step 3",
        {"same_round": "in the same round", "next_round": "in the next round"},
    ),
    "market_update_after_step2_draw": (
        "Update after step 2 draws Step 3",
        {
            "none": "no update",
            "bury": "the highest under the stack",
            "discard": "the lowest leaves",
        },
    ),
    "step3_at_step2": (
        "Step 3 card drawn by step 2 is of",
        {"phase_5": "phase 5", "phase_4": "phase 4"},
    ),
    "unsold_discount_with_step3": (
        "Unsold discount plant with Step 3",
        {"both": "two plants leave", "one": "one plant leaves"},
    ),
    "refill_2p": ("Refill for two players", {"2": "that of two", "3": "that of three"}),
    "depot_coal": (
        "Coal of the depot is for sale",
        {"when_empty": "when the market has none", "always": "always"},
    ),
    "hidden_money": ("Money is hidden", {}),
    "cartel_buys_39": ("Plant 39 of the Cartel stops uranium", {}),
    "cartel_uses_depot": ("The Cartel takes coal of the depot", {}),
    "cartel_step3_pick": (
        "Plant of the Cartel in step 3",
        {"highest": "the highest", "fourth": "the fourth"},
    ),
}
