"""Keeping score of a real box on the full screen."""

from typing import Any

from gridcommon.records import Header
from gridgames.games.registry import face_of
from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.sessions.scorekeeping import session_of
from gridgames.sessions.session import Player
from screens import driven, shown


def app_of(*names: str) -> GameApp:
    header = Header("eletrika", {}, names, 1)
    header, _ = face_of("eletrika").begin(header, {"keep": ",".join(names)})
    return GameApp(session_of(header, [Player(name) for name in names]), None, pause=0)


def test_what_happens_is_entered_overruled_and_corrected_on_the_screen() -> None:
    app = app_of("Ana", "Bea")

    async def script(pilot: Any) -> None:
        async def enter(line: str) -> None:
            app.line.value = line
            await pilot.press("enter")
            await pilot.pause()

        app.table.cursor = (1, 0)
        await enter("")  # a second tap on the cell: which tile is it?
        assert "Which tile?" in shown(app)
        assert app.line.value == " 1,0"
        await pilot.press(*"llllll", "enter")
        await pilot.pause()
        assert "EL-TILE-02" in shown(app)
        assert "it happened anyway" in " ".join(shown(app).split())
        await pilot.press("escape")
        await enter("llllll e")
        await enter("llllll e")
        assert app.session.state.lands[1, 0] == "llllll"
        await enter("rrrrr. .w.sw; U 1,0")
        assert "Please enter: 3 tiles face up" in " ".join(shown(app).split())
        await enter("v 3 15 21")
        assert app.session.state.row == [3, 15, 21]
        await enter("fix 3 U .")
        await pilot.press("escape")
        assert app.session.state.kinds == {(-1, 1): 0}
        assert "Overruled: the board (Ana: tile llllll/0 1,0, against" in " ".join(
            text for line in app.history.lines for text, _ in line
        )

    driven(app, script, (100, 30))


def test_what_the_lines_of_entries_mean_is_told_in_portuguese() -> None:
    app = app_of("Ana", "Bea")

    async def script(pilot: Any) -> None:
        await pilot.press("f1", "end")
        assert "13 e T     peça 13 a leste da última peça, com uma Torre" in shown(app)

    with use_language(Language("pt_BR")):
        driven(app, script, (100, 30))


def test_what_is_unknown_is_listed_and_told_on_the_screen_even_after_the_end() -> None:
    app = app_of("Ana", "Bea")
    board = "-1,0 .l.... U:W; -2,0 ...... T:W; -3,0 ...... S; -4,0 ...... P; -5,0 ...... C:K"

    async def script(pilot: Any) -> None:
        async def enter(line: str) -> str:
            app.line.value = line
            await pilot.press("enter")
            await pilot.pause()
            return " ".join(shown(app).split())

        for line in ("llllll e!", "llllll e!", *(f"set {one}" for one in board.split("; "))):
            await enter(line)
        assert "Please enter: the order of the" in await enter("v 1 2 3")
        await enter("set hand W3 K4")
        await enter("set bonus ?")
        app.session.state.actor = 0
        told = await enter("score -1,0 -2,0")
        assert "1+" in told
        assert "+ or more: something was not given" in told
        await enter("llllll 0,1!")
        app.session.state.phase = 3
        assert app.session.to_act is None
        told = await enter("bonus T")
        assert app.session.state.scores == [2, 0]
        assert "something was not given" not in told

    driven(app, script, (120, 40))
