"""Eletrika in full screen: what a build would light, the board that fits, colours by name."""

import pytest

from eletrika.actions import Build
from eletrika.game import apply
from eletrika.tables import COLOUR_NAMES, KINDS
from gridgames.wings.eletrika.screen import board
from gridgames.wings.eletrika.screen.hex_sprites import SIZES, around
from gridgames.wings.eletrika.screen.piece_styles import piece_style
from gridgames.wings.eletrika.screen.table import GameTable as EletrikaTable
from screens import advanced, laid


def _text(lines):
    return "\n".join("".join(part for part, _ in line) for line in lines)


def _drawn(shown, size):
    scene = shown.scene()
    return board.draw(scene, around(size, scene.cells))


@pytest.fixture
def shown() -> EletrikaTable:
    """A board on which a Plant would light nine structures."""
    session = advanced("eletrika", 28)
    table = laid(session)
    assert isinstance(table, EletrikaTable)
    table.look(session.state)
    return table


def _sites(shown: EletrikaTable) -> dict[Build, frozenset]:
    found = {}
    for action in shown.offers:
        if isinstance(action, Build):
            lit = apply(shown.state, action).lit - shown.state.lit
            found[action] = lit
    return found


@pytest.mark.rule("EL-NRG-01")
def test_a_site_tells_how_much_it_lights_and_only_such_a_site(shown) -> None:
    sites = _sites(shown)
    lights = {action for action, lit in sites.items() if lit}
    assert lights
    assert lights != set(sites)
    notes = shown.scene().notes
    for action, lit in sites.items():
        if lit:
            assert notes[action.at] == f"{KINDS[action.kind]}+{len(lit)}"
        elif action.at not in {one.at for one in lights}:
            assert "+" not in notes[action.at]
    assert shown.scene().bright == {action.at for action in lights}


@pytest.mark.rule("EL-NRG-01")
@pytest.mark.parametrize("size", SIZES)
def test_the_cursor_shows_what_would_be_lit(shown, size) -> None:
    action, lit = max(_sites(shown).items(), key=lambda item: len(item[1]))
    shown.cursor = shown.state.source
    assert shown.scene().woken == frozenset()
    assert "{" not in _text(_drawn(shown, size).lines)
    shown.show(action)
    assert shown.scene().woken == lit
    drawn = _text(_drawn(shown, size).lines)
    assert drawn.count("{") == len(lit - {action.at}), "the structure itself is not there yet"
    assert f"lights {len(lit)}:" in _text(shown.choice_lines(40))
    assert shown.state.lit.isdisjoint(lit), "looking changes nothing"


@pytest.mark.rule("EL-SETUP-01")
def test_colours_agree_with_their_names() -> None:
    def parts(seat: int) -> tuple[list[int], list[int]]:
        ink, _, ground = piece_style(seat).removeprefix("bold ").partition(" on ")
        both = (ink, ground or "#10141a")
        found = [[int(code[at : at + 2], 16) for at in (1, 3, 5)] for code in both]
        return found[0], found[1]

    for seat, name in enumerate(COLOUR_NAMES):
        ink, ground = parts(seat)
        assert abs(sum(ink) - sum(ground)) > 250, "it can be read"
        if name == "White":
            assert min(ink) > 200
        elif name == "Black":
            assert max(ink) < 40 < min(ground)
        else:
            assert max(range(3), key=lambda part: ink[part]) == ("Red", "Green").index(name)
    assert laid(advanced("eletrika", 0)).name(1)[0][1] == piece_style(1)
