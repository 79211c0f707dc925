"""The page on which a position is entered with taps: the board, the offers, and what holds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gridcommon.errors import GridgamesError
from gridgames.languages.messages import render_error, say
from gridgames.page.tables import late_words
from gridgames.page.views import plain, rule_lines
from gridgames.show.draft import DraftTable, draft_of
from gridgames.show.registry import game_of, wing_of
from gridgames.table.answers import Message, Reply, problem
from gridgames.table.command_table import Front
from gridgames.table.desk import Desk
from gridgames.table.draft import DraftPolicy
from gridgames.terminal import output

_MOST = 64  # in memory; the others are read from their folder again
_WIDE = 60  # columns of an answer


@dataclass
class Draft:
    """A draft on a page, and the answer to the last command.

    ``done`` counts the commands, carried out or refused, that do not only move the cursor.
    """

    desk: Desk
    reply: Message = field(default_factory=lambda: Message(""))
    done: int = 0

    @property
    def table(self) -> DraftTable[Any]:
        """The table of the draft."""
        table = self.desk.table
        assert isinstance(table, DraftTable)
        return table

    @property
    def title(self) -> str:
        """The title of the game."""
        return wing_of(self.table.GAME).title

    def query(self, **more: str) -> str:
        """Return the address of the page with other parameters."""
        return "edit?" + urlencode({"game": self.table.GAME, **more})

    def do(self, command: str, *, is_whole: bool = False) -> bool:
        """Carry out a command, a line, or a whole position; return whether it was done."""
        self.done += not command.startswith("at ")
        reply: Reply = Message("")
        if is_whole:
            policy = self.desk.session.policy
            assert isinstance(policy, DraftPolicy)
            try:
                policy.enter_line(command, is_whole=True)
            except GridgamesError as error:
                reply = problem(render_error(error).replace("\n", " "))
        else:
            reply = self.desk.answer(command)
        if not isinstance(reply, Message):
            reply = problem(say("This cannot be done here."))
        self.reply = reply
        return reply.is_done


class Drafts:
    """The drafts of a server, one for each key and game; the one unused for longest is dropped.

    They are kept in a folder, if there is one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._open: dict[tuple[str, str], Draft] = {}

    def of(self, key: str, game: str) -> Draft:
        """Return the draft of a key. Raises NotationError for a game without drafts."""
        found = self._open.pop((key, game), None)
        if found is None:
            policy = DraftPolicy(draft_of(game), folder=self._folder, whose=key)
            found = Draft(Desk(policy.session, Front.PAGE, table=policy.table))
        self._open[key, game] = found
        if len(self._open) > _MOST:
            del self._open[next(iter(self._open))]
        return found

    def after(self, key: str, game: str, place: str, form: Mapping[str, str], most: int) -> Draft:
        """Return the draft of a key, at a place, after what a form sends: it has ``most`` letters.

        Raises NotationError for a game without drafts.
        """
        draft = self.of(key, game)
        if form.get("done", str(draft.done)) != str(draft.done):
            draft.reply = problem(late_words())
            return draft
        if place and place != draft.table.place():
            draft.do(f"at {place[:60]}")
        if "text" in form:
            draft.do(form["text"], is_whole=True)
        elif form:
            draft.do(form.get("line", form.get("command", ""))[:most])
        return draft


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
