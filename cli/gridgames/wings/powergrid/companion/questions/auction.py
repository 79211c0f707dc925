"""The question ``auction``: the value of each plant on sale to each player."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypedDict

from gridcommon.answers import RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json, refusal_words
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
from powergrid.actions import Bid, Open
from powergrid.bots.plant_appraisal import PlantAppraisal, appraise
from powergrid.codecs import LETTERS
from powergrid.game import check, next_auctions
from powergrid.state import AUCTION, State
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
    barred: RefusalJson | None
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
        elif refusal := barred(state, seat, one):
            head = say("{text} (not now: {why})", text=head, why=refusal_words(refusal))
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
                            "barred": refusal_to_json(barred(self.subject.state, seat, one)),
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
    state, found = subject.state, {}
    for seat in seats_named(player, subject.names):
        views = appraise(observe(state, seat))
        if state.phase == AUCTION and state.in_auction == 1 << seat and not state.auction:
            # The last player pays the minimum and no more: PG-AUC-08
            views = [replace(one, most=min(one.most, one.least)) for one in views]
        found[seat] = views
    return Auction(subject, found)


def barred(state: State, seat: Seat, one: PlantAppraisal) -> Refusal | None:
    """Return why a seat may not bid what a plant is worth to it in this auction phase, or None."""
    if state.phase != AUCTION or one.most < one.least:
        return None
    if not state.in_auction >> seat & 1:
        return Refusal("PG-AUC-01", "this player has bought or opted out")
    if state.auction and not state.auction.bidders >> seat & 1:
        return Refusal("PG-AUC-03", "this player has dropped out of the open auction")
    turn = state.copy()
    turn.actor = seat
    if state.auction and state.auction.plant == one.plant:
        return check(turn, Bid(seat, one.most))
    return check(turn, Open(seat, one.plant, one.least))
