"""Putting a position under another ruleset.

The position stays as it was reached. Only the rules change, with their immediate effects. The stack
stays hidden: nothing is drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from powergrid.board import Board, board, counterparts
from powergrid.position_check import AFTER_GROWTH
from powergrid.position_fields import PENDING, full_facts
from powergrid.position_setup import from_facts, step_of
from powergrid.ruleset import Ruleset, terms
from powergrid.state import AUCTION, BUREAUCRACY, OVER, PHASES, State
from powergrid.steps import coming_step
from powergrid.tables import CITY_NAMES, Plant


@dataclass(frozen=True, slots=True)
class RulesetChange:
    """A state under another ruleset, and the plants that this ruleset removes at once."""

    facts: Mapping[str, Any]
    state: State
    obsolete: tuple[Plant, ...]

    def at_bureaucracy(self) -> State:
        """Return the state at the start of phase 5, as far as it is certain now.

        Rules: PG-STEP-02, PG-STEP-03, PG-STEP-05, PG-STEP-06.
        """
        now = self.state
        if now.phase == BUREAUCRACY:
            return now
        facts = {key: value for key, value in self.facts.items() if key not in PENDING}
        if now.step3_lies or now.step3_pending:
            gone = facts["plant_market"][: now.step3_lies]  # the lowest leaves with the card
            facts |= {
                "step": 3,
                "step3": None,
                "plant_market": facts["plant_market"][len(gone) :],
                "out": sorted({*facts["out"], *gone}),
            }
        else:
            facts["step"] = coming_step(now)
        facts |= {"round": max(1, facts["round"]), "phase": PHASES[BUREAUCRACY]}
        return from_facts(now.terms.ruleset, now.terms.seats, facts)


def change_ruleset(state: State, ruleset: Ruleset) -> RulesetChange:
    """Return ``state`` under another ruleset of the same map.

    The discount token is placed if the edition has one and nothing was sold yet. Obsolete plants
    are removed and not replaced, since the stack is hidden. Between two building phases, step 2 is
    in force if a network is large enough for it. Raises InvalidState for a state that breaks the
    new rules, ValueError for another map.
    Rules: PG-AUC-09, PG-BUILD-08, PG-CART-01, PG-STEP-02, PG-STEP-03.

    >>> from powergrid import Ruleset, from_facts
    >>> facts = {"cities": [["Essen", "Dortmund", "Kassel"], [], []], "market": [24, 18, 9, 2]}
    >>> found = change_ruleset(from_facts(Ruleset(), 3, facts), Ruleset(edition="classic"))
    >>> found.state.terms.plant_limit, found.obsolete
    (3, (3,))
    """
    old, seats = state.terms, state.terms.seats
    if ruleset.map != old.ruleset.map:
        raise ValueError(f"the state is on the map {old.ruleset.map}, not {ruleset.map}")
    new = terms(ruleset, seats)
    zone = board(ruleset.map, ruleset.edition, state.board.regions)
    facts = _with_city_names(full_facts(state), counterpart_names(state.board, zone))
    facts.pop("top_back")  # follows from the cards, as the new edition prints them
    if old.cartel and not new.cartel:
        gone = facts.pop("cartel")
        facts["supply"] = [
            here + held for here, held in zip(facts["supply"], gone["fuel"], strict=True)
        ]
        facts["out"] = sorted({*facts["out"], *gone["plants"]})
        for slots in facts["houses"].values():
            players = [owner for owner in slots if isinstance(owner, int)]
            slots[:] = [*players, None, None, None][:3]
    if not new.discount_bid or (
        not old.discount_bid and state.phase == AUCTION and not state.bought
    ):
        facts.pop("discount")
    if state.step == 1 and state.phase in AFTER_GROWTH:
        facts["step"] = step_of(new, {"cities": facts["cities"]})
    if not facts["uranium_stopped"]:
        facts.pop("uranium_stopped")  # follows from the plants
    obsolete: list[Plant] = []
    if new.obsolete and state.phase != OVER:
        on_auction = state.auction.plant if state.auction else 0
        obsolete = [
            plant
            for plant in state.plant_market
            if plant <= state.most_cities and plant != on_auction
        ]
        facts["out"] = sorted({*facts["out"], *obsolete})
        facts["plant_market"] = [plant for plant in state.plant_market if plant not in obsolete]
    other = from_facts(ruleset, seats, facts)
    return RulesetChange(facts, other, tuple(obsolete))


def counterpart_names(old: Board, new: Board) -> dict[str, str]:
    """Return the name on ``new`` of each city on ``old``, keyed by its old name."""
    names = counterparts(old.map, new.map)
    return {CITY_NAMES[city]: CITY_NAMES[names[city]] for city in old.cities}


def _with_city_names(facts: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return facts | {
        "cities": [[names[city] for city in owned] for owned in facts["cities"]],
        "marked": [names[city] for city in facts["marked"]],
        "houses": {names[city]: list(slots) for city, slots in facts["houses"].items()},
    }
