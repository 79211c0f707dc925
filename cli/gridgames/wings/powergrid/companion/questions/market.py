"""The question ``market``: prices of fuel, and the next refill."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from gridgames.commands.answers import Answer, ShownBoard
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, heading, item, wrapped
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.situation import fuel_words, market_prices, prices_words
from powergrid.fuel_market import tokens_to_add
from powergrid.resources import available, buyable_goods, cost
from powergrid.steps import coming_step
from powergrid.tables import FUELS, GOODS, Tokens


class RefillJson(TypedDict):
    """The next refill."""

    step: int
    tokens: list[int]


class MarketJson(TypedDict):
    """The answer."""

    market: list[int]
    prices: dict[str, list[int]]
    refill: RefillJson
    after: list[int]


@dataclass(frozen=True)
class Market(Answer):
    """The price of any number of tokens, and the refill by the rules of ``step``."""

    subject: QuerySubject
    step: int
    added: Tokens

    def board(self) -> ShownBoard:
        return ShownBoard("powergrid", *self.subject)

    def lines(self) -> Iterator[Line]:
        state, added = self.subject.state, self.added
        offered = buyable_goods(state)
        columns = [say(GOODS[good]) for good in offered]
        wide = max(9, *map(len, columns)) + 1
        yield from heading(say("Total price of tokens, cheapest first"))
        yield [("     " + "".join(f"{name:>{wide}}" for name in columns), "dim")]
        for count in range(1, max(available(state, good) for good in offered) + 1):
            prices = "".join(
                f"{cost(state, good, count) if count <= available(state, good) else '-':>{wide}}"
                for good in offered
            )
            yield [(f"{count:>5}{prices}", "")]
        yield []
        text = say("Next refill (step {step}): {fuel}", step=self.step, fuel=fuel_words(added))
        yield from heading(text)
        yield from wrapped(say("if nothing more is bought or burnt; the market then:"), first="  ")
        for fuel, name in enumerate(FUELS):
            words = prices_words(market_prices(state, fuel, state.market[fuel] + added[fuel]))
            yield from item(f"{say(name)}: {words or '-'}", "    ")

    def to_json(self) -> MarketJson:
        """Return the keys of this question: ``prices`` are sums, from one token on."""
        state, added = self.subject.state, self.added
        return {
            "market": list(state.market),
            "prices": {
                GOODS[good]: [cost(state, good, k) for k in range(1, available(state, good) + 1)]
                for good in buyable_goods(state)
            },
            "refill": {"step": self.step, "tokens": list(added)},
            "after": [here + more for here, more in zip(state.market, added, strict=True)],
        }


def ask(subject: QuerySubject) -> Market:
    """Return the answer."""
    step = coming_step(subject.state)
    return Market(subject, step, tokens_to_add(subject.state, step))
