"""A lesson: a fixed game in which one player gets a task at each step.

The lesson of a game is the table ``lesson.toml`` of its wing; the folder of a language has a table
with the translated texts under the same keys. The table has

- ``about`` and ``end``: the texts before the first step and after the last one;
- ``players``: their names; the first one learns, and the lesson chooses for the others;
- ``ruleset`` and ``setup``: the start of the game, as in the header of a record;
- ``moves``: the actions before the first step.

Each step has

- ``title`` and ``text``: its subject and its task;
- ``move``: the action that completes it, or ``command``: what is asked for instead, such as a hint;
- ``by_hand``: how the full screen does it with the arrows or the mouse;
- ``accept``: patterns of other actions that complete it too;
- ``instead``: comments on legal actions that do not complete it, by pattern;
- ``refused``: the rule that refuses the move, if the task is to try an illegal action;
- ``then``: actions that follow without asking;
- ``after``: the text after them;
- ``picture``: whether the lesson's page shows the screen at this step.
"""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Typed
from gridcommon.evaluation import Candidate
from gridcommon.records import Header
from gridcommon.tables import shipped_toml
from gridgames.languages.catalogue import translated
from gridgames.languages.language import Language
from gridgames.languages.messages import say
from gridgames.show.registry import names, wing_of
from gridgames.table.bots.evaluation import without_value
from gridgames.table.command_table import command_and_rest
from gridgames.table.session import Player, Policy, Session

_SCRIPTED = "lesson"  # the level of those who do what the lesson says


class Step(NamedTuple):
    """A task for the learner; the fields are the keys of the table."""

    number: int  # from 1
    total: int  # steps
    title: str
    text: str
    move: str = ""
    command: str = ""
    by_hand: str = ""
    accept: Sequence[str] = ()
    instead: Mapping[str, str] = {}
    refused: str = ""
    then: Sequence[str] = ()
    after: str = ""
    picture: bool = False

    @property
    def heading(self) -> str:
        """The number and the title of the step."""
        return say(
            "Step {number} of {count}: {title}",
            number=self.number,
            count=self.total,
            title=self.title,
        )

    @property
    def request(self) -> str:
        """The line for the learner to type."""
        return say("Type: {action}", action=Typed(self.typed))

    @property
    def typed(self) -> str:
        """What completes the step, as it is typed."""
        return self.move or self.command

    def takes(self, words: str) -> bool:
        """Return whether an action, in English notation, completes the step."""
        wanted = () if self.refused or self.command else (self.move, *self.accept)
        return any(fnmatchcase(words, pattern) for pattern in wanted)


class Lesson(NamedTuple):
    """The lesson of a game in one language."""

    game: str
    about: str
    end: str
    header: Header
    moves: Sequence[str]
    steps: Sequence[Step]

    @property
    def title(self) -> str:
        """The title of the lesson: the game."""
        return wing_of(self.game).title


def games_with_lessons() -> list[str]:
    """Return the games that have a lesson."""
    return [name for name in names() if _table(name) is not None]


def _table(game: str) -> Mapping[str, Any] | None:
    package = wing_of(game).package
    try:
        return shipped_toml(package, "lesson.toml") if package else None
    except FileNotFoundError:
        return None


def read_lesson(game: str, language: Language) -> Lesson:
    """Return the lesson of a game. Raises NotationError if it has none."""
    table = _table(game)
    if table is None:
        raise NotationError(
            "{game} has no lesson; choose from {allowed}",
            game=game,
            allowed=", ".join(games_with_lessons()),
        )
    table = translated(table, language, f"{game}-lesson.toml")
    ruleset = {**wing_of(game).game.Ruleset().to_json(), **table["ruleset"]}
    header = Header(game, ruleset, tuple(table["players"]), 0, table["setup"])
    steps = tuple(
        Step(number, len(table["steps"]), **step)
        for number, step in enumerate(table["steps"].values(), start=1)
    )
    return Lesson(game, table["about"], table["end"], header, table.get("moves", ()), steps)


def lesson_session(lesson: Lesson, first: int = 1) -> Session:
    """Return a lesson to play, from step ``first`` on. Raises NotationError without such a step."""
    learner, *others = lesson.header.players
    sitting = [Player(learner), *(Player(name, _SCRIPTED) for name in others)]
    return Session(lesson.header, sitting, policy=LessonPolicy(lesson, first))


class LessonPolicy(Policy):
    """The learner enters what a step asks for; another action has a comment.

    The step follows from the moves made, so undo goes back a step. The lesson chooses all moves
    that are not the learner's.
    """

    def __init__(self, lesson: Lesson, first: int) -> None:
        """Start at step ``first``, from 1. Raises NotationError if there is no such step."""
        count = len(lesson.steps)
        if not 1 <= first <= count:
            raise NotationError(
                "step {number} was requested; the lesson has {count}", number=first, count=count
            )
        self.lesson = lesson
        self._script: list[str] = list(lesson.moves)
        self._places: list[int] = []  # the number of moves before each step
        for step in lesson.steps:
            self._places.append(len(self._script))
            if not (step.refused or step.command):
                self._script.append(step.move)
            self._script += step.then
        self._first = first
        self._tried = {step.number for step in lesson.steps if step.number < first}

    def begin(self, session: Session) -> None:
        super().begin(session)
        while len(session.moves) < self._places[self._first - 1]:
            session.act(self._scripted(), is_chosen=False)

    @property
    def step(self) -> Step | None:
        """The current step, or None while others are to act and at the end."""
        for step, place in zip(self.lesson.steps, self._places, strict=True):
            if place == len(self.session.moves) and step.number not in self._tried:
                return step
        return None

    @property
    def last_step(self) -> Step | None:
        """The last completed step, or None."""
        done = len(self.session.moves)
        steps = zip(self.lesson.steps, self._places, strict=True)
        over = [
            step
            for step, place in steps
            if place < done or (place == done and step.number in self._tried)
        ]
        return over[-1] if over else None

    def to_act(self) -> Seat | None:
        """Return the seat to act, or None if the lesson is over."""
        is_over = len(self.session.moves) == len(self._script) and self.step is None
        return None if is_over else super().to_act()

    def covered(self, seat: Seat) -> Any | None:
        del seat
        return None if self.step else self._scripted()

    def choice(self, level: str | None = None) -> tuple[Any, Any]:
        """Return the scripted action for the seat to act."""
        del level
        return self._scripted(), None

    def hint(self) -> list[Candidate[Any]]:
        return [without_value(self._scripted())]

    def doubt(self, action: Any) -> None:
        """Return None: the lesson accepts only its own moves."""
        del action

    def _scripted(self) -> Any:
        step = self.step
        words = step.move if step else ""
        words = words or self._script[len(self.session.moves)]
        return self.session.game.parse_action(words, self.session.state)

    def order(self, seat: Seat, text: str) -> Any:
        """Return the answer to the order of a step, or None. Raises NotationError for another."""
        given = super().order(seat, text)
        if given and not self._asks_for(command_and_rest(text)[0]):
            raise NotationError("a lesson accepts no queued orders")
        return given

    def used(self, word: str) -> bool:
        step = self.step
        if step is None or not self._asks_for(word):
            return False
        self._tried.add(step.number)
        return True

    def _asks_for(self, word: str) -> bool:
        return self.step is not None and self.step.command.partition(" ")[0] == word

    def objection(self, action: Any) -> str | None:
        step = self.step
        assert step is not None, "the learner is to act"
        words = self.session.game.format_action(action)
        if step.takes(words):
            return None
        for pattern, told in step.instead.items():
            if fnmatchcase(words, pattern):
                return told
        return say("That is allowed, but the lesson continues with another action.")

    def opening(self) -> tuple[str, str]:
        return self.lesson.title, self.lesson.about

    def leaving(self) -> str:
        return ""  # a lesson can start at any step

    def ending(self) -> str:
        return self.lesson.end

    def over_words(self) -> str:
        return say("The lesson is over.")

    def expects(self, refusal: Refusal) -> bool:
        """Return whether the step asks for this refusal, and complete the step then."""
        step = self.step
        if step is None or step.refused != refusal.rule:
            return False
        self._tried.add(step.number)
        return True

    def undo(self, seat: Seat | None) -> list[Any]:
        """Undo the learner's last choice, and repeat the illegal moves to try after it."""
        taken = super().undo(seat)
        for step, place in zip(self.lesson.steps, self._places, strict=True):
            if taken and place > len(self.session.moves):
                self._tried.discard(step.number)
        return taken

    def words_back(self) -> list[str]:
        """Return the arguments that resume the lesson at the current step, or from the start."""
        step = self.step
        words = ["learn", self.lesson.game]
        return words if step is None or step.number == 1 else [*words, "--from", str(step.number)]
