"""The question ``auction``: the value of each plant on sale to each player."""

from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridgames.languages.messages import render_message, say
from gridgames.terminal.output import Line, headed, wrapped
from gridgames.wings.powergrid.companion.player_answer import Player, PlayerAnswer, seats_named
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.situation import plant_words
from powergrid.bots.plant_appraisal import PlantAppraisal, appraise
from powergrid.codecs import LETTERS
from powergrid.game import next_auctions
from powergrid.state import AUCTION
from powergrid.tables import PLANTS, Plant
from powergrid.view import observe


class Auction(PlayerAnswer[Sequence[PlantAppraisal]]):
    """The plants on sale as each seat sees them."""

    def lines(self) -> Iterator[Line]:
        state = self.subject.state
        if state.phase != AUCTION:
            yield from wrapped(say("As if the auctions began now."), style="dim")
        on_sale = next_auctions(state).current_market
        for plant in on_sale:
            views = {
                seat: one for seat, all_ in self.found.items() for one in all_ if one.plant == plant
            }
            least = next(iter(views.values())).least if views else plant
            told = say("  lowest bid {least}", least=least)
            yield from headed(f"{plant:>2}  {plant_words(plant)}", "bold", told, "    ")
            for seat, one in sorted(views.items(), key=lambda view: -view[1].most):
                yield from wrapped(self._appraisal(seat, one), "      ", first="  ")
        if not on_sale:
            yield [(say("No plant is on sale."), "")]

    def _appraisal(self, seat: Seat, one: PlantAppraisal) -> str:
        state = self.subject.state
        who = f"{LETTERS[seat]} {self.subject.names[seat]}"
        if one.most < one.least:
            head = say("{name}: worth {worth}, no bid", name=who, worth=one.worth)
        else:
            head = say(
                "{name}: worth {worth}, bids up to {most}", name=who, worth=one.worth, most=one.most
            )
        if one.gone is not None:
            head = say("{told}, and {plant} leaves", told=head, plant=one.gone)
        if state.phase == AUCTION and not state.in_auction >> seat & 1:
            head = say("{told} (is out of this round's auctions)", told=head)
        return f"{head}: {'; '.join(render_message(reason) for reason in one.reasons)}"

    def facts(self, seat: Seat, one: Sequence[PlantAppraisal]) -> dict[str, Any]:
        del seat
        return {
            "plants": [
                {
                    "plant": plant.plant,
                    "worth": plant.worth,
                    "most": plant.most,
                    "gone": plant.gone,
                    "reasons": [str(reason) for reason in plant.reasons],
                }
                for plant in one
            ]
        }

    def to_json(self) -> dict[str, Any]:
        on_sale = next_auctions(self.subject.state).current_market
        return {"plants": [self._card(plant) for plant in on_sale], **super().to_json()}

    def _card(self, plant: Plant) -> dict[str, Any]:
        card = PLANTS[plant]
        appraisals = (one for all_ in self.found.values() for one in all_)
        return {
            "plant": plant,
            "kind": card.kind,
            "fuel": card.fuel,
            "cities": card.cities,
            "least": next(one.least for one in appraisals if one.plant == plant),
        }


def ask(subject: QuerySubject, player: Player = None) -> Auction:
    """Return the answer. Raises NotationError for an unknown player."""
    seats = seats_named(player, subject.names)
    return Auction(subject, {seat: appraise(observe(subject.state, seat)) for seat in seats})
