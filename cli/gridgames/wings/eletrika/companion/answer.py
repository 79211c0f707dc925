"""The common part of all answers about an Eletrika position."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from eletrika.actions import Action
from eletrika.analysis_json import CellJson, RemarkedJson, remarks_to_json
from eletrika.notation.actions import action_to_json, format_action
from gridcommon.answers import ActionJson
from gridcommon.hexes import Hex
from gridgames.commands.answers import Answer, DocumentJson, ShownBoard
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, section
from gridgames.wings.eletrika.companion.query_subject import QuerySubject
from gridgames.wings.eletrika.companion.shown_position import shown_position
from gridgames.wings.eletrika.description.analysis import remarks
from gridgames.wings.eletrika.description.words import word_of_positions


class AboutPositionJson(DocumentJson, RemarkedJson):
    """The keys that all these answers have."""

    assumed: dict[str, str]
    problems: list[str]


@dataclass(frozen=True)
class PositionAnswer(Answer):
    """An answer about a position, with the assumptions about the facts that it omits.

    ``assumes`` are the lines of the full form that it depends on.
    """

    SHARED: ClassVar[type] = AboutPositionJson

    assumes: ClassVar[tuple[str, ...]]

    subject: QuerySubject

    @property
    def is_refused(self) -> bool:
        return bool(self.subject.analysis.problems)

    @property
    def complaint(self) -> str:
        """The rules that the position breaks, or an empty string."""
        rules = dict.fromkeys(problem.refusal.rule for problem in self.subject.analysis.problems)
        template = "the position breaks {rules}; gridgames eletrika check shows where"
        return say(template, rules=", ".join(rules)) if rules else ""

    def marks(self) -> Marks:
        """Return what the answer marks on the board."""
        return Marks()

    def board(self) -> ShownBoard:
        return shown_position(self.subject.position(), self.subject.ruleset, self.marks())

    def document(self) -> dict[str, Any]:
        assumed = self.subject.assumed_of(self.assumes)
        return {
            **super().document(),
            "assumed": {line: str(text) for line, text in assumed.items()},
            "problems": [problem.refusal.rule for problem in self.subject.analysis.problems],
            **remarks_to_json(self.subject.analysis),
        }

    def text(self) -> Iterator[Line]:
        """Yield remarks on the position, the answer, and the assumptions."""
        yield from remarks(self.subject.analysis)
        yield from self.lines()
        if assumed := self.subject.assumed_of(self.assumes):
            lines = (
                f"{word_of_positions(line)}: {render_message(why)}" for line, why in assumed.items()
            )
            yield from section(say("Assumed, since the position does not say"), lines)


def cells_to_json(cells: Iterable[Hex]) -> list[CellJson]:
    """Return cells as a document has them."""
    return [list(cell) for cell in cells]


def action_words(actions: Iterable[Action]) -> str:
    """Return actions in user notation, in order."""
    return ", ".join(as_typed(format_action(action)) for action in actions)


def actions_to_json(actions: Iterable[Action]) -> list[ActionJson]:
    """Return actions as a record has them."""
    return [action_to_json(action) for action in actions]
