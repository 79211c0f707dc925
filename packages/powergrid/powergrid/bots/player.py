"""The base of bots: one method per kind of decision, and a reason for each choice."""

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
    """A bot with one method for each kind of decision.

    Each method takes a state, reads nothing that is hidden from the seat to act, and returns a
    legal action with its reason. The state may be the public part of a view or an imagined
    position. ``rng`` is the bot's own generator.
    """

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        del actions
        action, self.reason = self.decide(view.public)
        return action

    def decide(self, state: State) -> Choice:
        """Return an action for the seat to act, and the reason for it."""
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
        """Choose a city for a Cartel house, or a start city."""

    @abstractmethod
    def open(self, state: State) -> Choice:
        """Open an auction, or decline."""

    @abstractmethod
    def bid(self, state: State) -> Choice:
        """Raise the open auction, or pass."""

    @abstractmethod
    def scrap(self, state: State) -> Choice:
        """Choose the plant to scrap, and the fuel lost with it."""

    @abstractmethod
    def buy(self, state: State) -> Choice:
        """Buy fuel of one kind, or end the turn."""

    @abstractmethod
    def build(self, state: State) -> Choice:
        """Connect a city, or end the turn."""

    @abstractmethod
    def run(self, state: State) -> Choice:
        """Choose the plants to run, and their fuel."""
