"""Topics with their questions and how each side answers them: the table ``languages/compare.toml``.

Two topics are read elsewhere: ``options`` in the rulesets and in the ambiguities of the ledgers,
``sources`` in the ledgers' tables of disagreements.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gridcommon.errors import Listed, Wording
from gridcommon.examples import Example, read_examples
from gridcommon.ledger import TOPICS, Disagreement
from gridcommon.options import Option
from gridcommon.sides import Side
from gridcommon.spelling import unaccented
from gridgames.comparison.document import NONE, Cell, Comparison, Row, marked, played
from gridgames.comparison.sides import cell_of, parse_side, part_of
from gridgames.languages.catalogue import shown, understood
from gridgames.languages.comparisons import comparisons
from gridgames.languages.language import Language, spoken
from gridgames.languages.ledgers import ambiguities, disagreements, topic_title
from gridgames.languages.messages import say

ALL = "all"
_ROW_KEYS = {"question", "run", "sides"}
_VERDICT = re.compile(r"(Yes|No)\b")


@dataclass(frozen=True, slots=True)
class Answer:
    """How some sides handle a question, or that they have nothing of the kind.

    ``meaning`` is what marks compare, in every language the same: NONE, the word yes or no with
    which the answer begins, or else all of it.
    """

    key: str
    text: str
    rules: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Question:
    """A row of a topic, for any sides."""

    key: str
    question: str
    answers: Mapping[str, Answer]
    run: str
    sides: tuple[str, ...]

    def answer(self, side: Side) -> Answer:
        """Return the closest answer that fits ``side``; the table has one for every side."""
        parts = {}
        for key in self.answers:
            game, _, rest = key.partition(":")
            if game == side.game:
                parts[rest] = key
        best = side.best(parts)
        assert best is not None, (self.key, side)
        return self.answers[parts[best]]


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with its questions; those of the options and of the sources are found elsewhere."""

    key: str
    title: str
    about: str
    questions: tuple[Question, ...]
    notes: tuple[str, ...]


def topics() -> Mapping[str, Topic]:
    """Return the topics in their order, in the language in use."""
    return _topics(spoken())


@cache
def _topics(language: Language) -> Mapping[str, Topic]:
    english = comparisons(Language.ENGLISH)
    return {
        key: _topic(key, table, english[key], language)
        for key, table in comparisons(language).items()
    }


def _topic(
    key: str, table: Mapping[str, Any], english: Mapping[str, Any], language: Language
) -> Topic:
    questions = tuple(
        _question(f"{key}.{name}", row, english[name])
        for name, row in table.items()
        if isinstance(row, dict)
    )
    title = topic_title(key, language) if key in TOPICS else table["title"]
    return Topic(key, title, table["about"], questions, tuple(table.get("notes", ())))


def _question(key: str, row: Mapping[str, Any], english: Mapping[str, Any]) -> Question:
    answers = {
        name: _answer(name, answer, english[name])
        for name, answer in row.items()
        if name not in _ROW_KEYS
    }
    return Question(key, row["question"], answers, row.get("run", ""), tuple(row.get("sides", ())))


def _answer(key: str, table: Mapping[str, Any], english: Mapping[str, Any]) -> Answer:
    rules = tuple(table["rules"])
    if "none" in table:
        return Answer(key, table["none"], rules, NONE)
    verdict = _VERDICT.match(english["text"])
    return Answer(key, table["text"], rules, verdict[0] if verdict else english["text"])


@cache
def examples(game: str) -> Mapping[str, Example]:
    """Return the worked examples of a game by id."""
    return read_examples(game)


def topic_word(key: str) -> str:
    """Return what is typed for a topic, or for all, in the language in use."""
    return shown(spoken(), "topics").get(key, key)


def topic_key(word: str) -> str | None:
    """Return the topic that a word of any language names, or ALL; None for other words.

    >>> topic_key("winner"), topic_key("Preparacao"), topic_key("winner.jsonl")
    ('winner', 'setup', None)
    """
    plain_word = unaccented(word)
    key = understood("topics").get(plain_word, plain_word)
    return key if key == ALL or key in topics() else None


def is_named(key: str, words: Collection[str]) -> bool:
    """Say whether one of ``words`` names a row: by its key, ``winner.tie``, or by the end of it."""
    return key in words or key.partition(".")[2] in words


def compared(topic: Topic, sides: Sequence[Side], only: Collection[str] = ()) -> Comparison:
    """Return how ``sides`` handle the questions of ``topic``; what can be played is played.

    ``only`` names rows; without any, all are answered.
    """
    if topic.key == "options":
        rows = tuple(_option_rows(sides))
    elif topic.key == "sources":
        rows = tuple(_source_rows(sides))
    else:
        asked = [one for one in topic.questions if not only or is_named(one.key, only)]
        rows = tuple(_row(question, sides) for question in asked)
    return Comparison(topic.key, topic.title, topic.about, rows, topic.notes)


def _row(question: Question, sides: Sequence[Side]) -> Row:
    answers = [question.answer(side) for side in sides]
    cells = [_cell(question, answer, side) for answer, side in zip(answers, sides, strict=True)]
    extra: tuple[Cell, ...] = ()
    if question.run and sum(cell.trial is not None for cell in cells) < 2:
        others = [side for side in map(parse_side, question.sides) if side not in sides]
        extra = tuple(_cell(question, question.answer(side), side) for side in others)
    meant = marked((cell, answer.meaning) for cell, answer in zip(cells, answers, strict=True))
    return Row(question.key, question.question, meant, extra)


def _cell(question: Question, answer: Answer, side: Side) -> Cell:
    example = examples(side.game).get(question.run)
    trial = played(example, part_of(side.game).BENCH, side) if example else None
    return cell_of(side, answer.text, answer.rules, trial)


def _option_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a row for each option of a game that sides are of, joined with what it settles.

    Then what is read one way without an option.
    """
    for game in dict.fromkeys(side.game for side in sides):
        own = [side for side in sides if side.game == game]
        open_questions = ambiguities(game, spoken())
        questions = {option: one for one in open_questions for option in one.options}
        options = part_of(game).BENCH.game.OPTIONS
        asked = [(name, questions[name], options[name]) for name in options]
        asked += [(one.id, one, None) for one in open_questions if not one.options]
        for name, one, option in asked:
            cells = []
            for side in own:
                text, value = _in_force(option, side) if option else (plain(one.readings), "")
                cells.append((cell_of(side, text, one.rules), value))
            yield Row(f"options.{name}", f"{name}: {plain(one.question)}", marked(cells))


def _in_force(option: Option, side: Side) -> tuple[str, str]:
    """Return what a side says of an option, and the value in force.

    Values that are too many to list are described.
    """
    default, *others = option.words()
    value = side.typed.get(option.name, default)
    if value != default:
        setting = Wording(
            "{setting} (the default is {default})", {"setting": value, "default": default}
        )
    else:
        setting = Wording("{setting} (the default)", {"setting": value})
    if option.domain is not None:
        return say(
            "{setting}; allowed: {known}", setting=setting, known=option.domain.expected
        ), value
    left = Listed(tuple(text for text in (default, *others) if text != value), "or")
    return say("{setting}; also {known}", setting=setting, known=left), value


def _source_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield every disagreement between the texts of the games that the sides are of."""
    for game in dict.fromkeys(side.game for side in sides):
        for number, row in enumerate(disagreements(game, spoken()), start=1):
            yield _source_row(f"sources.{game}_{number}", game, row)


def _source_row(key: str, game: str, row: Disagreement) -> Row:
    """Return the row of a disagreement: both texts, then what is followed, why, and the option."""
    taken = f"{plain(row.taken)}: {plain(row.why)}"
    if row.options:
        taken = say("{text} (option {names})", text=taken, names=", ".join(row.options))
    cells = (
        Cell("one", plain(row.one), head=say("one text")),
        Cell("another", plain(row.another), head=say("another")),
        Cell("taken", taken, row.rules, head=say("we follow")),
    )
    return Row(key, f"{plain(row.topic)} ({game})", cells)


def plain(cell: str) -> str:
    """Return the text of a table's cell without its marks of Markdown."""
    return cell.replace("*", "").replace("`", "")
