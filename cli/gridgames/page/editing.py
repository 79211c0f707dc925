"""The page on which a position is entered with taps: the board, the offers, and what holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gridcommon.errors import GridgamesError
from gridgames.languages.messages import render_error, say
from gridgames.page.views import plain, rule_lines
from gridgames.show.registry import game_of, wing_of
from gridgames.table.editor import Editor
from gridgames.terminal import output

_WIDE = 60  # columns of an answer


@dataclass(frozen=True)
class EditView:
    """The contents of the page for the templates. ``land`` is the ground of the board."""

    editor: Editor[Any]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.editor.GAME

    @property
    def title(self) -> str:
        """The title of the game."""
        return wing_of(self.game).title

    @property
    def board(self) -> Any:
        """The layers of the board."""
        return self.editor.layers()

    def query(self, **more: str) -> str:
        """Return the address of the page with other parameters."""
        return "edit?" + urlencode({"game": self.game, **more})


def svg(made: Any) -> Markup:
    """Return the picture that a function makes, as an element of a page, or nothing."""
    return Markup(made().svg) if made else Markup()


def answer_of(editor: Editor[Any], query: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the title and lines of the text that an address asks for, or None for the page."""
    questions, forms = editor.questions(), editor.forms()
    try:
        if (asked := query.get("ask", "")) in questions:
            with output.within(_WIDE):
                lines = plain(editor.answer(asked))
            return {"title": questions[asked], "lines": lines}
        if rule := query.get("rule", "")[:20]:
            title = wing_of(editor.GAME).title
            return {"title": title, "lines": rule_lines(game_of(editor.GAME).LEDGER, rule)}
        if (form := query.get("form", "")) in forms:
            return {"title": forms[form][1], "lines": editor.form(form).splitlines()}
    except KeyError:
        return {"title": say("This rule does not exist."), "lines": []}
    except GridgamesError as problem:
        return {"title": say("This cannot be done here."), "lines": [render_error(problem)]}
    return None


def command_of(form: Mapping[str, str], most: int) -> str:
    """Return the command that a form of the page sends: a button, a typed line, or a text."""
    if "text" in form:
        return f"text {form['text']}"
    if "line" in form:
        return f"line {form['line'][:most]}"
    return form.get("command", "")[:most]
