"""The page on which a position is entered with taps: the board, the offers, and what holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gridcommon.errors import GridgamesError
from gridgames.languages.messages import render_error, say
from gridgames.page.tables import late_words
from gridgames.page.views import plain, rule_lines
from gridgames.show.draft import DraftTable, Finding, draft_of
from gridgames.show.registry import game_of, wing_of
from gridgames.table.draft import DraftPolicy
from gridgames.terminal import output

_MOST = 64  # in memory; the others are read from their folder again
_WIDE = 60  # columns of an answer


class Drafts:
    """The drafts of a server, one for each key and game; the one unused for longest is dropped.

    They are kept in a folder, if there is one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._open: dict[tuple[str, str], DraftPolicy] = {}

    def of(self, key: str, game: str) -> DraftPolicy:
        """Return the draft of a key. Raises NotationError for a game without drafts."""
        found = self._open.pop((key, game), None)
        if found is None:
            found = DraftPolicy(draft_of(game), folder=self._folder, whose=key)
        self._open[key, game] = found
        if len(self._open) > _MOST:
            del self._open[next(iter(self._open))]
        return found

    def after(
        self, key: str, game: str, place: str, form: Mapping[str, str], most: int
    ) -> DraftPolicy:
        """Return the draft of a key, at a place, after what a form sends: it has ``most`` letters.

        Raises NotationError for a game without drafts.
        """
        draft = self.of(key, game)
        if form.get("done", str(draft.done)) != str(draft.done):
            draft.reply = Finding(late_words(), tone="bad")
            return draft
        if place and place != draft.table.place():
            draft.do(f"at {place[:60]}")
        if "text" in form:
            draft.do(f"text {form['text']}")
        elif "line" in form:
            draft.do(f"line {form['line'][:most]}")
        elif form:
            draft.do(form.get("command", "")[:most])
        return draft


@dataclass(frozen=True)
class DraftView:
    """The contents of the page for the templates."""

    draft: DraftPolicy

    @property
    def table(self) -> DraftTable[Any]:
        """The table of the draft."""
        return self.draft.table

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.table.GAME

    @property
    def title(self) -> str:
        """The title of the game."""
        return wing_of(self.game).title

    def query(self, **more: str) -> str:
        """Return the address of the page with other parameters."""
        return "edit?" + urlencode({"game": self.game, **more})


def svg(made: Any) -> Markup:
    """Return the picture that a function makes, as an element of a page, or nothing."""
    return Markup(made().svg) if made else Markup()


def answer_of(table: DraftTable[Any], query: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the title and lines of the text that an address asks for, or None for the page."""
    questions, forms = table.questions(), table.forms()
    try:
        if (asked := query.get("ask", "")) in questions:
            with output.within(_WIDE):
                lines = plain(table.answer(asked))
            return {"title": questions[asked], "lines": lines}
        if rule := query.get("rule", "")[:20]:
            title = wing_of(table.GAME).title
            return {"title": title, "lines": rule_lines(game_of(table.GAME).LEDGER, rule)}
        if (form := query.get("form", "")) in forms:
            return {"title": forms[form][1], "lines": table.form(form).splitlines()}
    except KeyError:
        return {"title": say("This rule does not exist."), "lines": []}
    except GridgamesError as problem:
        return {"title": say("This cannot be done here."), "lines": [render_error(problem)]}
    return None
