"""What every thinking player has: one method per decision, and a reason for each choice."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from gridcommon.chance import seeded
from gridcommon.contract import Reason
from powergrid.actions import Action, MarkStart, PlaceCartel
from powergrid.state import AUCTION, BUILDING, RESOURCES, SETUP
from powergrid.view import View

Choice = tuple[Action, Reason]


def because(action: Action, template: str, /, **values: object) -> Choice:
    """Return ``action`` with the reason for it."""
    return action, Reason(template, values)


class Player(ABC):
    """A player with one method for each kind of decision.

    A method gets the view and the legal actions, which are never empty and of the kinds that its
    name says. ``rng`` is the player's own generator.
    """

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``."""
        action, self.reason = self._decide(view, actions)
        return action

    def _decide(self, view: View, actions: Sequence[Action]) -> Choice:
        state = view.public
        if state.phase == SETUP:
            if isinstance(actions[0], PlaceCartel):
                return self.place_cartel(view, [a for a in actions if isinstance(a, PlaceCartel)])
            return self.mark_start(view, [a for a in actions if isinstance(a, MarkStart)])
        if state.phase == AUCTION:
            if state.surplus:
                return self.scrap(view, actions)
            return self.bid(view, actions) if state.auction else self.open(view, actions)
        if state.phase == RESOURCES:
            return self.buy(view, actions)
        return self.build(view, actions) if state.phase == BUILDING else self.run(view, actions)

    @abstractmethod
    def place_cartel(self, view: View, actions: Sequence[PlaceCartel]) -> Choice:
        """Choose a city for a house of the Cartel."""

    @abstractmethod
    def mark_start(self, view: View, actions: Sequence[MarkStart]) -> Choice:
        """Choose a start city."""

    @abstractmethod
    def open(self, view: View, actions: Sequence[Action]) -> Choice:
        """Open an auction, or decline."""

    @abstractmethod
    def bid(self, view: View, actions: Sequence[Action]) -> Choice:
        """Raise the open auction, or pass."""

    @abstractmethod
    def scrap(self, view: View, actions: Sequence[Action]) -> Choice:
        """Choose the plant to give up, and the fuel lost with it."""

    @abstractmethod
    def buy(self, view: View, actions: Sequence[Action]) -> Choice:
        """Buy fuel of one kind, or be done."""

    @abstractmethod
    def build(self, view: View, actions: Sequence[Action]) -> Choice:
        """Connect a city, or be done."""

    @abstractmethod
    def run(self, view: View, actions: Sequence[Action]) -> Choice:
        """Choose the plants to run, and their fuel."""
