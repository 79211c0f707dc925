"""What every thinking player has: one method per decision, and a reason for each choice."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from gridcommon.chance import seeded
from gridcommon.contract import Reason
from powergrid.actions import Action
from powergrid.state import AUCTION, BUILDING, RESOURCES, SETUP, State
from powergrid.view import View

Choice = tuple[Action, Reason]


def with_reason(action: Action, template: str, /, **values: object) -> Choice:
    """Return ``action`` with the reason for it."""
    return action, Reason(template, values)


class DecisionBot(ABC):
    """A player with one method for each kind of decision of the seat to act.

    A method gets a state, which may be the public one of a view, reads nothing that is hidden from
    the seat to act, and answers with a legal action: so a player can also be asked what it would
    do in a position that somebody imagines. ``rng`` is the player's own generator.
    """

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``, which are all that are legal."""
        del actions
        action, self.reason = self.decide(view.public)
        return action

    def decide(self, state: State) -> Choice:
        """Return what the seat to act does, and why."""
        phase = state.phase
        if phase == AUCTION:
            if state.surplus:
                return self.scrap(state)
            return self.bid(state) if state.auction else self.open(state)
        if phase == RESOURCES:
            return self.buy(state)
        if phase == BUILDING:
            return self.build(state)
        return self.place(state) if phase == SETUP else self.run(state)

    @abstractmethod
    def place(self, state: State) -> Choice:
        """Choose a city for a house of the Cartel, or a start city."""

    @abstractmethod
    def open(self, state: State) -> Choice:
        """Open an auction, or decline."""

    @abstractmethod
    def bid(self, state: State) -> Choice:
        """Raise the open auction, or pass."""

    @abstractmethod
    def scrap(self, state: State) -> Choice:
        """Choose the plant to give up, and the fuel lost with it."""

    @abstractmethod
    def buy(self, state: State) -> Choice:
        """Buy fuel of one kind, or be done."""

    @abstractmethod
    def build(self, state: State) -> Choice:
        """Connect a city, or be done."""

    @abstractmethod
    def run(self, state: State) -> Choice:
        """Choose the plants to run, and their fuel."""


# Names of earlier versions, for one release
Player, because = DecisionBot, with_reason
