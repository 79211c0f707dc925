"""Views: the information that one seat has, and states that agree with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from gridcommon.arguments import seat_among, whole
from gridcommon.chance import draw, shuffle
from gridcommon.contract import Seat
from gridcommon.pickling import pickle_by_fields
from powergrid.bureaucracy import payment
from powergrid.setup import Setup
from powergrid.state import AUCTION, BUREAUCRACY, OVER, Draws, State, members
from powergrid.tables import SLOT_COST, START_MONEY, STEP3, UNKNOWN, Plant

UNKNOWN_MONEY = -1  # in a view, the money of a seat that hides it


@dataclass(frozen=True, slots=True)
class View:
    """The information that ``seat`` has.

    ``public`` is the state without its hidden parts: each card of the stack is UNKNOWN (only their
    number is known), there is no generator, and hidden money is UNKNOWN_MONEY. Also known are
    ``top_back``, the back of the top card (None without a card, or if backs show nothing);
    ``step3_in_stack``; ``buried``, the plants seen to go under the stack (in order while the Step 3
    card is in the stack, ascending after that); ``out``, the plants seen to leave the game; and
    ``unseen``, the plants not seen yet, which are above the Step 3 card or were removed in the
    set-up. Plants are ascending unless stated otherwise.
    """

    seat: Seat
    public: State
    step3_in_stack: bool
    buried: tuple[Plant, ...]
    out: tuple[Plant, ...]
    unseen: tuple[Plant, ...]

    @property
    def top_back(self) -> str | None:
        """The back of the top card of the stack, or None.  Rules: PG-SETUP-10."""
        return self.public.top_back


def observe(state: State, seat: SupportsIndex) -> View:
    """Return the view of ``seat``. Raises NotationError for an unknown seat.

    Rules: PG-SETUP-03, PG-SETUP-07, PG-SETUP-10.
    """
    own = seat_among(seat, state.terms.seats)
    public = spectate(state)
    public.money[own] = state.money[own]
    in_stack = STEP3 in state.stack
    buried = state.buried if in_stack else sorted(state.buried)
    return View(
        seat=own,
        public=public,
        step3_in_stack=in_stack,
        buried=tuple(buried),
        out=members(state.out),
        unseen=unseen_plants(state, buried),
    )


def unseen_plants(state: State, buried: Sequence[Plant]) -> tuple[Plant, ...]:
    """Return the plants that nobody has seen, given those seen to go under the stack."""
    seen = state.out
    for plants in (state.plant_market, *state.plants, state.cartel_plants, buried):
        for plant in plants:
            seen |= 1 << plant
    return members(state.terms.plant_mask & ~seen)


def spectate(state: State) -> State:
    """Return a copy of a state without hidden information: ``View.public`` without hidden money.

    Rules: PG-SETUP-03, PG-SETUP-07, PG-SETUP-10.
    """
    public = state.copy()
    public.stack = [UNKNOWN] * len(state.stack)
    public.seen_back = state.top_back
    public.rng = 0
    draws = state.draws
    public.draws = Draws(
        draws.regions,
        draws.turn_order,
        draws.market,
        (UNKNOWN,) * len(draws.stack),
        is_recorded=draws.is_recorded,
    )
    if state.terms.ruleset.hidden_money and state.phase != OVER:
        public.money = [UNKNOWN_MONEY] * len(state.money)
    return public


def determinize(view: View, rng: SupportsIndex) -> State:
    """Return a full state consistent with the view. Hidden information is sampled at random.

    Every order of the stack that fits the visible back of the top card is equally likely. Hidden
    money is uniform between the least and the most that a seat can have. ``rng`` also becomes the
    generator of the state, whose ``draws`` list the plants drawn so far first, ascending. Raises
    NotationError if ``rng`` is not an integer.
    Rules: PG-SETUP-06, PG-SETUP-07, PG-SETUP-08, PG-SETUP-10, PG-STEP-06.
    """
    state = view.public.copy()
    chance = whole(rng, "rng")
    state.seen_back = None
    for seat, money in enumerate(state.money):
        if money == UNKNOWN_MONEY:
            low, high = _money_bounds(state, seat)
            more, chance = draw(chance, high - low + 1)
            state.money[seat] = low + more
    above: list[Plant] = []
    if view.step3_in_stack:
        above, chance = _above_step3(view, chance)
        state.stack = [*above, STEP3, *view.buried]
    else:
        top, chance = _top(view, view.buried, chance) if view.top_back else ([], chance)
        rest, chance = shuffle([plant for plant in view.buried if plant not in top], chance)
        state.stack = [*top, *rest][: len(state.stack)]
    draws = state.draws
    plants = state.terms.plants
    drawn = [plant for plant in plants if plant not in view.unseen and plant not in draws.market]
    # A game that began with a position has no recorded stack
    stack = (*drawn, *above, STEP3)[: len(draws.stack)]
    state.draws = Draws(
        draws.regions, draws.turn_order, draws.market, stack, is_recorded=draws.is_recorded
    )
    state.rng = chance
    return state


def supposed_setup(state: State, seat: SupportsIndex) -> Setup:
    """Return draws with which the same actions lead to the view of ``seat``.

    The cards that nobody has seen are supposed, and depend on nothing but the view. Raises
    ValueError for a state that does not come from a new game.
    """
    made = state.draws
    if not made.is_recorded:
        raise ValueError("a game that goes on from a position has no recorded beginning")
    supposed = determinize(observe(state, seat), 0).stack
    stack, after = made.stack, made.after_step3
    if STEP3 in state.stack:
        left = state.stack.index(STEP3)
        step3 = stack.index(STEP3)
        stack, after = (*stack[: step3 - left], *supposed[:left], *stack[step3:]), None
    elif after is not None:
        after = (*after[: len(after) - len(supposed)], *supposed)
    return Setup(made.regions, made.turn_order, made.market, stack, after)


def _above_step3(view: View, rng: int) -> tuple[list[Plant], int]:
    """Draw the cards above the Step 3 card from the unseen ones.

    The top card has the visible back; if no card was drawn yet, it is from the group that the
    set-up takes it from. The set-up removed a known number of cards from each group, so that many
    unseen cards of the group are not in the stack. In a position set up by hand that may not hold;
    then any unseen cards may be missing.
    """
    state, rules = view.public, view.public.terms
    count = len(state.stack) - 1 - len(view.buried)
    if not count:
        return [], rng
    top: list[Plant] = []
    if state.draws.is_recorded and len(state.draws.stack) - 1 == count:  # none was drawn
        top, rng = _top(view, [plant for plant in view.unseen if plant in rules.deck.top], rng)
    if not top and view.top_back:
        top, rng = _top(view, view.unseen, rng)
    left: list[Plant] = []
    for group, removed in zip(rules.deck.groups, rules.remove, strict=True):
        cards, rng = shuffle(
            [plant for plant in view.unseen if plant in group and plant not in top], rng
        )
        left += cards[removed:]
    if len(left) != count - len(top):
        left = [plant for plant in view.unseen if plant not in top]
    left, rng = shuffle(left, rng)
    return (top + left)[:count], rng


def _top(view: View, plants: Sequence[Plant], rng: int) -> tuple[list[Plant], int]:
    """Draw the top card from those of ``plants`` with the visible back. Return [] if none has it.

    Rules: PG-SETUP-10.
    """
    fitting = [plant for plant in plants if view.public.terms.back(plant) == view.top_back]
    if not fitting:
        return [], rng
    place, rng = draw(rng, len(fitting))
    return [fitting[place]], rng


def _money_bounds(state: State, seat: Seat) -> tuple[int, int]:
    """Return bounds on a seat's money: its high bid, and its income less its least spending.

    Players see all income and spending; these bounds use only traces of it in the position.
    """
    low = 0
    if state.phase == AUCTION and state.auction and state.auction.leader == seat:
        low = state.auction.high
    paid = state.round - 1
    if state.phase == BUREAUCRACY:
        paid = state.round
    high = START_MONEY + max(0, paid) * payment(state.city_count[seat])
    if state.draws.is_recorded:  # otherwise its opening money is unknown
        high -= _least_spent(state, seat)
    return low, max(low, high)


def _least_spent(state: State, seat: Seat) -> int:
    """Return the least a seat can have paid for all it owns: slots, paths, plants and fuel.

    Its cities were connected one by one, so paths cost at least a minimum spanning tree.
    Rules: PG-BUILD-03, PG-BUILD-04, PG-AUC-09, PG-AUC-10, PG-RES-01.
    """
    spent = 0
    left = []
    for place, slots in enumerate(state.houses):
        if seat in slots:
            spent += SLOT_COST[slots.index(seat)]
            left.append(place)
    if left:
        costs = state.board.costs
        paths = list(costs[left.pop()])
        while left:
            nearest = min(left, key=paths.__getitem__)
            spent += paths[nearest]
            left.remove(nearest)
            paths = list(map(min, paths, costs[nearest]))
    for plant in state.plants[seat]:
        spent += state.terms.discount_bid or plant
    for fuel, count in enumerate(state.fuel[seat]):
        spent += count * state.terms.prices[fuel][0]
    return spent


pickle_by_fields(View)
