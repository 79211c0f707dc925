"""Eletrika by sight: what is marked at a cell is what Enter does there, and nothing is kept."""

from contextlib import suppress
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eletrika.actions import Build, LayTile, Score
from eletrika.game import apply, check
from eletrika.scoring import items_of_score
from eletrika.state import AFTER
from eletrika.tables import KINDS
from gridcommon.errors import IllegalAction
from gridgames.screen.play import GameApp
from gridgames.show.registry import table_of
from gridgames.wings.eletrika.description.places import PlaceNames, cell_place, ghost_of
from gridgames.wings.eletrika.description.words import items_words
from screens import advanced, driven, recorded, shown

_LAST = 70
_session = cache(advanced)


def _table(moves: int) -> Any:
    """Return a table after some moves of a game."""
    session = _session("eletrika", _LAST)
    return table_of(session.face, session.names, session.state_after(moves))


def _told(table: Any) -> str:
    return "".join(text for line in table.choice_lines(40) for text, _ in line)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, _LAST), st.sampled_from(["", *KINDS, "m", "n", "space"]), st.integers(0, 99))
def test_what_is_marked_at_a_cell_is_what_enter_does_there(
    moves: int, wish: str, number: int
) -> None:
    table = _table(moves)
    table.is_pointed = True
    state = table.state
    cells = [cell for cell in table.targets() if cell not in state.owners]
    if state.phase == AFTER or not cells:
        return
    table.point(cells[number % len(cells)])
    note = table.marks().notes.get(cell_place(table.cursor), "").split(" ")[-1]
    offered = table.at_cursor()
    assert check(state, offered) is None
    if "+" in note:
        assert note == f"{KINDS[offered.kind]}+{len(table.marks().lit)}"
    if isinstance(offered, LayTile) and offered.build is not None:
        assert table.marks().lit, "only a build that lights something is offered at once"
    if wish == "space":
        assert table.press(wish)
    elif wish:
        with suppress(IllegalAction):
            assert table.take_letter(wish) or wish in "mn"
            offered = None
        assert offered in (None, table.at_cursor()), "a refused choice leaves all as it was"
    action, marks, told = table.at_cursor(), table.marks(), _told(table)
    assert action.at == table.cursor
    assert check(state, action) is None
    assert marks.ghost == ghost_of(action, state.ruleset.tiles, state.colours[table.seat])
    pawns = 1 if isinstance(action, Build) else 2 * (action.build is not None)
    assert (f"takes {pawns} pawn" in told) is bool(pawns)
    after = apply(state, action)
    assert {*marks.lit} == {cell_place(cell) for cell in after.lit - state.lit}
    table.look(after)
    fresh = table_of(table.face, table.names, after)
    fresh.point(table.cursor)
    if not table.is_picking:
        assert table.at_cursor() == fresh.at_cursor(), "nothing is kept from an earlier move"


def test_a_piece_is_let_go_by_escape_and_by_leaving_its_place() -> None:
    table = _table(42)
    offered, cell = table.at_cursor(), table.cursor
    elsewhere = next(one for one in table.targets() if one != cell)
    for let_go in (
        lambda: table.press("escape"),
        lambda: (table.point(elsewhere), table.point(cell)),
    ):
        assert table.take_letter("n")
        assert table.at_cursor() != offered
        let_go()
        assert table.at_cursor() == offered


def test_a_piece_that_is_not_possible_is_refused_and_no_letter_of_one_is_completed() -> None:
    app = GameApp(advanced("eletrika", 42), None, pause=0)

    async def script(pilot: Any) -> None:
        await pilot.press("tab")
        offered, line = app.table.at_cursor(), app.line
        await pilot.press("u")
        await pilot.pause()
        assert await line.suggester.get_suggestion("u") is None
        assert await line.suggester.get_suggestion("un") == "undo "
        await pilot.press("enter")
        assert "Not allowed: tile 11" in shown(app)
        assert app.table.at_cursor() == offered

    driven(app, script, (120, 40))


def test_arrows_jump_among_places_with_a_choice() -> None:
    table = _table(42)
    seen = {table.cursor}
    for key in [(1, 0), (0, 1), (-1, 0), (0, -1), (0, -1), (-1, 0), (0, 1), (1, 0)] * 9:
        table.move(*key)
        seen.add(table.cursor)
    assert seen <= {*table.targets()}
    assert len(seen) > 10


def test_a_tile_that_does_not_fit_here_takes_the_cursor_to_its_best_place() -> None:
    table = _table(42)
    for number in (1, 2, 3):
        assert table.take_number(number)
        assert check(table.state, table.at_cursor()) is None


def test_structures_are_picked_and_the_sum_runs() -> None:
    session = recorded("eletrika/whole 3", lambda state: state.phase == AFTER)
    table: Any = table_of(session.face, session.names, session.state)
    best = table.at_cursor()
    assert isinstance(best, Score)
    one = best.set[0]
    table.point(one)
    assert table.at_cursor() == Score(table.seat, best.set[1:])
    table.press("escape")
    assert table.at_cursor() == best
    table.point(one)
    table.press("space")
    assert table.at_cursor() == best
    assert items_words(items_of_score(session.state, best)) in "".join(
        text for line in table.numbered_lines(40) for text, _ in line
    )


@given(st.integers(0, _LAST))
def test_no_two_places_of_a_choice_have_the_same_name(moves: int) -> None:
    state = _table(moves).state
    names = PlaceNames(state, 0, state.frontier)
    assert len({names[cell] for cell in state.frontier}) == len(state.frontier)
