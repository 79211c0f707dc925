"""What a game shows in parts: layers of the board, and choices for buttons."""

import random
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from shapely import Point, Polygon

import eletrika
import powergrid
import toy
from gridgames.languages.language import Language, use_language
from gridgames.show.face import Several
from gridgames.show.menus import Choice, Menu
from gridgames.show.registry import face_of, register
from gridgames.show.wing import Wing
from powergrid.actions import Build, Buy, Open

NAMES = ("Ana", "Bia", '<b>&"x', "Rui")
KEY = re.compile(r"[A-Za-z0-9_,-]*")


@pytest.fixture
def third():
    """Register a game without a wing of its own."""
    with register(Wing("nim", "Nim", "toy")):
        yield


def played(game: ModuleType, seats: int, rounds: int, seed: int = 5) -> Iterator[Any]:
    """Yield the states of a game between bots that play at random, as all may see them."""
    state = game.new_game(game.Ruleset(), seats, seed, game.Setup())
    chance = random.Random(seed)
    while (seat := game.to_act(state)) is not None and state.round <= rounds:
        yield game.observe(state, seat).public
        actions = list(game.legal_actions(state))
        quiet = [one for one in actions if type(one).__name__ not in {"Decline", "Done"}]
        state = game.apply(state, chance.choice(quiet or actions))
    yield state


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{markup}</g>")


def ids(element: ElementTree.Element) -> list[str]:
    return [one.attrib["id"] for one in element.iter() if "id" in one.attrib]


def leaves(menu: Menu) -> Iterator[Choice]:
    for choice in menu.choices:
        if choice.menu:
            assert choice.name
            yield from leaves(choice.menu())
        else:
            yield choice


@pytest.mark.parametrize("game", [powergrid, eletrika], ids=["powergrid", "eletrika"])
def test_layers_are_markup_with_a_target_for_each_place(game):
    face, lands = face_of(game.NAME), {}
    for number, state in enumerate(played(game, 3, 6)):
        if number % 15:
            continue
        places = {face.place(action) for action in game.legal_actions(state)} - {""}
        layers, panels = face.board_layers(state, NAMES, places), face.panels(state, NAMES)
        land = layers.land()
        assert lands.setdefault(layers.land_key, land) == land
        named = ids(parsed(layers.definitions))
        assert len(named) == len(set(named)) == len(ids(parsed(layers.definitions + land)))
        assert not ids(parsed(layers.pieces))
        cards = [card for panel in panels for card in panel.cards]
        pictures = [one for card in cards for one in card.pictures]
        markup = layers.definitions + land + layers.pieces
        for picture in (*pictures, *(card.sign for card in cards if card.sign)):
            element = ElementTree.fromstring(picture.svg)
            assert not ids(element)
            assert bool(picture.name) == (element.get("role") == "img")
            assert picture.name == element.get("aria-label", "")
            markup += picture.svg
        assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', markup)) <= set(named)
        tones = set(re.findall(r"--([\w-]+):", face.palette().stylesheet()))
        assert set(re.findall(r"var\(--([\w-]+)\)", markup)) <= tones
        assert "style" not in markup
        left, top, wide, high = layers.box
        shown = {one.place for one in (*layers.targets, *cards, *pictures)}
        assert places <= shown
        for target in layers.targets:
            assert KEY.fullmatch(target.place)
            assert target.name
            spots = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", target.outline)]
            area = Polygon(zip(spots[::2], spots[1::2], strict=True))
            x0, y0, x1, y1 = area.bounds
            assert (x1 - x0 >= 70, y1 - y0 >= 44) == (True, True), "a finger meets it"
            assert area.distance(Point(target.tag)) < 20
            assert left <= x0 <= x1 <= left + wide
            assert top <= y0 <= y1 <= top + high
        assert layers.words


@pytest.mark.usefixtures("third")
@pytest.mark.rule("PG-BUILD-04", "PG-RES-01")
@pytest.mark.parametrize("game", [powergrid, eletrika, toy], ids=lambda game: game.NAME)
@pytest.mark.parametrize("language", Language)
def test_each_choice_has_a_name_and_a_price_and_those_of_a_place_make_a_menu(game, language):
    face, met, priced = face_of(game.NAME), set(), set()
    with use_language(language):
        for number, state in enumerate(played(game, 3, 4)):
            actions = list(game.legal_actions(state))
            kinds = {type(action) for action in actions}
            if number % 9 and kinds <= met:
                continue
            met |= kinds
            found = [*leaves(face.menu(state, actions))]
            for choice in found:
                assert choice.name
                assert len(choice.note or choice.text) < 120
                if choice.place or not isinstance(
                    choice.action, Buy | Several
                ):  # or all fuel first
                    assert choice.place == face.place(choice.action)
                if isinstance(choice.action, Build | Buy):
                    seat, after = choice.action.seat, game.apply(state, choice.action)
                    assert int(choice.price) == state.money[seat] - after.money[seat]
                    priced.add(type(choice.action))
            for place in sorted({face.place(action) for action in actions} - {""})[:6]:
                own = [action for action in actions if face.place(action) == place]
                narrowed = [*leaves(face.menu(state, own))]
                assert {choice.place for choice in narrowed} == {place}
                if not isinstance(own[0], Open):
                    assert {choice.action for choice in narrowed} == set(own)
            for choice in found[:20]:
                if choice.picture:
                    ElementTree.fromstring(choice.picture().svg)
    assert priced == ({Build, Buy} if game is powergrid else set())


def test_a_menu_holds_all_its_choices_and_pages_repeat_the_last_ones():
    choices, end = [Choice(f"{number}", number) for number in range(25)], Choice("end", "end")
    menu = Menu("What?", choices, [end], typing="What? (type it)")
    assert [choice.action for choice in menu.choices] == [*range(25), "end"]
    page, seen = menu.paged(), []
    while True:
        assert page.title == "What? (type it)"
        assert page.paged().choices == page.choices
        assert page.choices[-1] is end
        more = next((choice for choice in page.choices if choice.menu), None)
        seen += [choice.action for choice in page.choices if not choice.menu][:-1]
        if more is None:
            break
        assert more.text == f"more: {25 - len(seen)} others"
        page = more.menu().paged()
    assert seen == [*range(25)]
    assert len(Menu("What?", choices[:11], [end]).paged().choices) == 12
