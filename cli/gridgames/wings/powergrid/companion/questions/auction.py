"""The question ``auction``: the value of each plant on sale to each player."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from gridcommon.contract import Seat
from gridgames.languages.messages import render_message, say
from gridgames.terminal.output import Line, headed, wrapped
from gridgames.wings.powergrid.companion.player_answer import (
    OfPlayerJson,
    Player,
    PlayerAnswer,
    seats_named,
)
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.situation import plant_words
from powergrid.bots.plant_appraisal import PlantAppraisal, appraise
from powergrid.codecs import LETTERS
from powergrid.game import next_auctions
from powergrid.state import AUCTION
from powergrid.tables import PLANTS
from powergrid.view import observe


class OnSaleJson(TypedDict):
    """A plant that may be put up for auction."""

    plant: int
    kind: str
    fuel: int
    cities: int
    least: int


class AppraisedJson(TypedDict):
    """The value of a plant for a player."""

    plant: int
    worth: int
    most: int
    gone: int | None
    reasons: list[str]


class PlayerPlantsJson(OfPlayerJson):
    """The values of all these plants for a player."""

    plants: list[AppraisedJson]


class AuctionJson(TypedDict):
    """The answer."""

    plants: list[OnSaleJson]
    players: list[PlayerPlantsJson]


class Auction(PlayerAnswer[Sequence[PlantAppraisal]]):
    """The plants on sale as each seat sees them."""

    def lines(self) -> Iterator[Line]:
        state = self.subject.state
        if state.phase != AUCTION:
            yield from wrapped(say("As if the auctions began now."), style="dim")
        on_sale = next_auctions(state).current_market
        for plant in on_sale:
            views = [
                (seat, one)
                for seat, all_ in self.found.items()
                for one in all_
                if one.plant == plant
            ]
            text = say("  lowest bid {least}", least=views[0][1].least if views else plant)
            yield from headed(f"{plant:>2}  {plant_words(plant)}", "bold", text, "    ")
            for seat, one in sorted(views, key=lambda view: -view[1].most):
                yield from wrapped(self._appraisal(seat, one), "      ", first="  ")
        if not on_sale:
            yield [(say("No plant is on sale."), "")]

    def _appraisal(self, seat: Seat, one: PlantAppraisal) -> str:
        state = self.subject.state
        name = f"{LETTERS[seat]} {self.subject.names[seat]}"
        values = {"name": name, "worth": one.worth, "most": one.most}
        if one.most < one.least:
            head = say("{name}: worth {worth}, no bid", **values)
        else:
            head = say("{name}: worth {worth}, bids up to {most}", **values)
        if one.gone is not None:
            head = say("{text}, and {plant} leaves", text=head, plant=one.gone)
        if state.phase == AUCTION and not state.in_auction >> seat & 1:
            head = say("{text} (is out of this round's auctions)", text=head)
        return f"{head}: {'; '.join(render_message(reason) for reason in one.reasons)}"

    def to_json(self) -> AuctionJson:
        on_sale = next_auctions(self.subject.state).current_market
        least = {one.plant: one.least for all_ in self.found.values() for one in all_}
        plants: list[OnSaleJson] = [
            {
                "plant": plant,
                "kind": PLANTS[plant].kind,
                "fuel": PLANTS[plant].fuel,
                "cities": PLANTS[plant].cities,
                "least": least[plant],
            }
            for plant in on_sale
        ]
        return {
            "plants": plants,
            "players": [
                {
                    **self.of_player(seat),
                    "plants": [
                        {
                            "plant": one.plant,
                            "worth": one.worth,
                            "most": one.most,
                            "gone": one.gone,
                            "reasons": [str(reason) for reason in one.reasons],
                        }
                        for one in found
                    ],
                }
                for seat, found in self.found.items()
            ],
        }


def ask(subject: QuerySubject, player: Player = None) -> Auction:
    """Return the answer. Raises NotationError for an unknown player."""
    seats = seats_named(player, subject.names)
    return Auction(subject, {seat: appraise(observe(subject.state, seat)) for seat in seats})
