"""The question about an auction: what plants are worth to each player, as the bots see it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypedDict

from gridcommon.answers import RefusalJson, as_answer
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.languages.messages import render_message, say
from gridgames.show.questions import Answer, DocumentJson, refusal_words
from gridgames.terminal.output import Line, headed, wrapped
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.companion.questions import OfPlayerJson, Player, of_player
from gridgames.wings.powergrid.description.situation import plant_words
from powergrid.actions import Bid, Open
from powergrid.bots.plant_valuation import PlantAppraisal, appraise
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


class AuctionJson(DocumentJson):
    """The plants on sale as each player sees them."""

    plants: list[OnSaleJson]
    players: list[PlayerPlantsJson]


def auction(subject: QuerySubject, player: Player = None) -> Answer[AuctionJson]:
    """Show what each plant on sale is worth to each player, how high that player would bid, and
    why.

    This is the judgement of the normal bot, which sees only what that player sees.
    """
    state, found = subject.state, dict[Seat, Sequence[PlantAppraisal]]()
    on_sale = next_auctions(state).current_market
    for seat in subject.open_seats(player):
        views = appraise(observe(state, seat))
        if state.phase == AUCTION and state.in_auction == 1 << seat and not state.auction:
            # The last player pays the minimum and no more: PG-AUC-08
            views = [replace(one, most=min(one.most, one.least)) for one in views]
        found[seat] = views
    least = {one.plant: one.least for views in found.values() for one in views}

    def appraised(seat: Seat, one: PlantAppraisal) -> AppraisedJson:
        reasons = [*map(str, one.reasons)]
        return as_answer(AppraisedJson, one, barred=_barred(state, seat, one), reasons=reasons)

    def document() -> AuctionJson:
        plants = [
            as_answer(OnSaleJson, PLANTS[plant], plant=plant, least=least[plant])
            for plant in on_sale
        ]
        players: list[PlayerPlantsJson] = [
            {**of_player(subject, seat), "plants": [appraised(seat, one) for one in views]}
            for seat, views in found.items()
        ]
        return {"schema": 1, "plants": plants, "players": players}

    def lines() -> Iterator[Line]:
        if state.phase != AUCTION:
            yield from wrapped(say("As if the auctions began now."), style="dim")
        for plant in on_sale:
            text = say("  lowest bid {least}", least=least.get(plant, plant))
            yield from headed(f"{plant:>2}  {plant_words(plant)}", "bold", text, "    ")
            bids = [
                (seat, one) for seat, views in found.items() for one in views if one.plant == plant
            ]
            for seat, one in sorted(bids, key=lambda bid: -bid[1].most):
                yield from wrapped(_appraisal(subject, seat, one), "      ", first="  ")
        if not on_sale:
            yield [(say("No plant is on sale."), "")]

    return Answer(document, lines, subject.board)


def _appraisal(subject: QuerySubject, seat: Seat, one: PlantAppraisal) -> str:
    state = subject.state
    name = f"{LETTERS[seat]} {subject.names[seat]}"
    values = {"name": name, "worth": one.worth, "most": one.most}
    if one.most < one.least:
        head = say("{name}: worth {worth}, no bid", **values)
    else:
        head = say("{name}: worth {worth}, bids up to {most}", **values)
    if one.gone is not None:
        head = say("{text}, and {plant} leaves", text=head, plant=one.gone)
    if state.phase == AUCTION and not state.in_auction >> seat & 1:
        head = say("{text} (is out of this round's auctions)", text=head)
    elif refusal := _barred(state, seat, one):
        head = say("{text} (not now: {why})", text=head, why=refusal_words(refusal))
    return f"{head}: {'; '.join(render_message(reason) for reason in one.reasons)}"


def _barred(state: State, seat: Seat, one: PlantAppraisal) -> Refusal | None:
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
