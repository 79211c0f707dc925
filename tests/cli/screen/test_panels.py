"""The panels show all that decides a choice without a key, in every phase, size and language."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from textual.containers import VerticalScroll

from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import say
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import Panel
from gridgames.sessions.session import Session
from gridgames.terminal.frames import Section, titled
from gridgames.terminal.output import line_width
from gridgames.wings.powergrid.description.situation import market_prices, supplied_cities
from powergrid.game import legal_actions
from powergrid.plant_market import minimum_bid
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES
from powergrid.tables import FUELS, PLANTS
from screens import advanced, driven, recorded, shown

SIZES = ((80, 24), (120, 40), (200, 55))


def in_phase(wanted: int, *, is_open: bool = False) -> Callable[[], Session]:
    def is_there(state: Any) -> bool:
        return state.phase == wanted and state.round >= 6 and bool(state.auction) is is_open

    return lambda: recorded("powergrid/whole 4", is_there)


def much_fuel() -> Session:
    """Return a game in which more purchases are possible than fit beside the market."""

    def is_there(state: Any) -> bool:
        return state.phase == RESOURCES and len(legal_actions(state)) > 12

    return recorded("powergrid/whole 4", is_there)


def of_plants(state: Any) -> Iterable[str]:
    """Yield what the cards of the plants on sale say, and who may still buy or bid."""
    for plant in state.current_market:
        card, kind = PLANTS[plant], PLANTS[plant].kind
        is_lot = state.auction is not None and state.auction.plant == plant
        yield f"{'━' if is_lot else '─'} {plant} {'━' if is_lot else '─'}"
        yield say("coal/oil") if kind == "hybrid" else say(kind)
        yield "⌂" * card.cities + f" {card.cities}"
        if state.auction is None:
            yield say("from {amount}", amount=minimum_bid(state, plant))
    if state.auction:
        yield say("bids {amount}", amount=state.auction.high)
    yield say("stack: {count}", count=len(state.stack))
    yield say("still in:") if state.auction else say("may buy:")
    yield str(state.money[state.actor])


def of_fuel(state: Any) -> Iterable[str]:
    for fuel, name in enumerate(FUELS):
        yield say(name)
        yield f"{state.market[fuel]} +"
        count = len(market_prices(state, fuel, state.market[fuel]))
        yield "▪" * count if fuel < 3 else " ".join(map(str, market_prices(state, fuel, count)))
    yield from of_players(state)


def of_players(state: Any) -> Iterable[str]:
    for seat in state.turn_order:
        yield f"{state.money[seat]}"
        yield f" {supplied_cities(state, seat)}/"


def of_builds(state: Any) -> Iterable[str]:
    yield say("costs {price}, leaves {left}", price=10, left=state.money[state.actor] - 10)
    yield from of_players(state)


def of_runs(state: Any) -> Iterable[str]:
    yield from of_players(state)


def of_tiles(state: Any) -> Iterable[str]:
    yield from (f"{place}: " for place in range(1, len(state.row) + 1))
    yield "▶ "
    yield "MW"
    yield say("High demand: ").strip()
    yield say("stack: {count}", count=len(state.stack))


PHASES: dict[str, tuple[Callable[[], Session], Callable[[Any], Iterable[str]]]] = {
    "opening": (in_phase(AUCTION), of_plants),
    "bidding": (in_phase(AUCTION, is_open=True), of_plants),
    "fuel": (in_phase(RESOURCES), of_fuel),
    "much fuel": (much_fuel, of_fuel),
    "building": (in_phase(BUILDING), of_builds),
    "running": (in_phase(BUREAUCRACY), of_runs),
    "tiles": (lambda: advanced("eletrika", 40), of_tiles),
    "set-up": (lambda: advanced("eletrika", 0), lambda _: ["1: ", "▶ "]),
}


@pytest.mark.parametrize(
    ("phase", "language"),
    [(phase, [*Language][at % 2]) for at, phase in enumerate(PHASES)],
)
def test_all_that_decides_a_choice_is_seen_without_a_key(phase: str, language: Language) -> None:
    make, facts = PHASES[phase]

    async def script(pilot: Any) -> None:
        app = pilot.app
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            while app.screen.size != size or "F1" not in shown(app):
                await pilot.pause(0.02)
            await pilot.pause(0.1)
            text = shown(app)
            for fact in facts(app.session.state):
                assert fact in text, (fact, size, text)
            keys = [line for line in text.splitlines() if " F1 " in f" {line}"]
            assert keys == text.splitlines()[-1:], text
            menu = app.table.menu
            if app.table.most_numbered():
                for number, choice in enumerate(menu.choices, start=1):
                    is_last = number > len(menu.choices) - len(menu.last)
                    if (is_last or number <= 5) and phase not in ("tiles", "set-up"):
                        assert f"{number} {app.table.written(choice.action)}" in text, text
            assert app.query_one("#panels", VerticalScroll).max_scroll_y == 0, (size, text)
            for panel in app.query(Panel):
                if panel.display and panel.region.width:
                    widths = [line_width(line) for line in panel._fold(panel.size.width)]
                    assert max(widths, default=0) <= panel.size.width, (panel.id, size)

    with use_language(language):
        driven(GameApp(make(), None, pause=0), script, SIZES[0])


@pytest.mark.parametrize("columns", [*range(15, 60, 7), 80, 134])
def test_cards_fit_into_their_pane(columns: int) -> None:
    for make in (PHASES["opening"][0], PHASES["bidding"][0]):
        table = GameApp(make(), None, pause=0).table
        for lines in (10, 19, 40):
            cards = table.cards(columns, lines)
            assert len(cards) <= lines
            assert len({line_width(line) for line in cards}) <= 1
            assert all(line_width(line) <= columns for line in cards)


@pytest.mark.parametrize("is_boxed", [False, True])
@pytest.mark.parametrize("width", [12, 32, 39])
def test_a_title_keeps_to_the_width_of_its_section(width: int, *, is_boxed: bool) -> None:
    for note in ("", "money cities", "money cities powers plants   "):
        section = Section("Fuel", [[("x", "")]], note)
        lines = titled(section, section.lines, width, is_boxed=is_boxed)
        assert line_width(lines[0]) == width
        assert len(lines) == 2 + is_boxed
