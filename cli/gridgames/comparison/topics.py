"""Topics with their questions and how each side answers them: the table ``data/compare.toml``.

Two topics are read elsewhere: ``options`` in the rulesets and in the ambiguities of the ledgers,
``sources`` in the ledgers' tables of disagreements.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gridcommon.errors import Listed, NotationError, Wording
from gridcommon.examples import Example, read_examples
from gridcommon.ledger import TOPICS, Disagreement
from gridcommon.options import Option
from gridcommon.sides import Side, nearest
from gridcommon.spelling import unaccented
from gridcommon.tables import check_keys
from gridgames.comparison.document import NONE, Cell, Comparison, Row, marked, played
from gridgames.comparison.ledgers import ambiguities, disagreements, ledger, plain
from gridgames.comparison.sides import cell_of, games, parse_side, part_of, standard
from gridgames.languages.catalogue import shown, understood
from gridgames.languages.comparisons import comparisons
from gridgames.languages.language import Language, spoken
from gridgames.languages.ledgers import topic_title
from gridgames.languages.messages import say

ALL = "all"
_SOURCE = "gridgames/data/compare.toml"
_ROW_KEYS = {"question", "run", "sides"}
_ANSWER_KEYS = {"text", "none", "rules", "like"}


@dataclass(frozen=True, slots=True)
class Answer:
    """How some sides handle a question, or that they have nothing of the kind."""

    key: str
    text: str
    is_none: bool
    rules: tuple[str, ...]
    like: str  # the key of the answer that says the same, its own where none does

    @property
    def meaning(self) -> str:
        """What cells are compared by."""
        return NONE if self.is_none else self.like


@dataclass(frozen=True, slots=True)
class Question:
    """A row of a topic, for any sides."""

    key: str
    question: str
    answers: Mapping[str, Answer]
    run: str
    sides: tuple[str, ...]

    def answer(self, side: Side) -> Answer:
        """Return the closest answer that fits ``side``. Raises NotationError if there is none."""
        parts = {}
        for key in self.answers:
            game, _, rest = key.partition(":")
            if game == side.game:
                parts[rest] = key
        best = side.best(parts)
        if best is None:
            raise NotationError(
                "no answer for {side}", source=_SOURCE, key=self.key, side=side.name
            )
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
    """Return the topics in their order, in the language in use.

    Raises NotationError for a table that does not hold.
    """
    return _topics(spoken())


@cache
def _topics(language: Language) -> Mapping[str, Topic]:
    return {key: _topic(key, table, language) for key, table in comparisons(language).items()}


def _topic(key: str, table: Mapping[str, Any], language: Language) -> Topic:
    rows = {name: row for name, row in table.items() if isinstance(row, dict)}
    required = {"about"} if key in TOPICS else {"about", "title"}
    check_keys(table, {"notes", *required, *rows}, _SOURCE, within=key, required=required)
    questions = tuple(_question(f"{key}.{name}", row) for name, row in rows.items())
    title = topic_title(key, language) if key in TOPICS else table["title"]
    return Topic(key, title, table["about"], questions, tuple(table.get("notes", ())))


def _question(key: str, table: Mapping[str, Any]) -> Question:
    answers = {
        name: _answer(f"{key}.{name}", name, answer)
        for name, answer in table.items()
        if name not in _ROW_KEYS
    }
    for answer in answers.values():
        if answer.like not in answers:
            raise NotationError("no such answer", source=_SOURCE, key=f"{key}.{answer.key}.like")
    question = Question(
        key, table["question"], answers, table.get("run", ""), tuple(table.get("sides", ()))
    )
    for side in map(parse_side, standard()):
        question.answer(side)
    known = {name for game in games() for name in examples(game)}
    if question.run and question.run not in known:
        raise NotationError(
            "unknown example; nearest are {known}",
            source=_SOURCE,
            key=f"{key}.run",
            known=nearest(question.run, sorted(known)),
        )
    return question


@cache
def examples(game: str) -> Mapping[str, Example]:
    """Return the worked examples of a game by id."""
    return read_examples(game)


def _answer(where: str, key: str, table: Mapping[str, Any]) -> Answer:
    check_keys(table, _ANSWER_KEYS, _SOURCE, within=where, required={"rules"})
    side = parse_side(key)  # the key of an answer is a side
    for rule in table["rules"]:
        if rule not in ledger(side.game):
            raise NotationError(
                "unknown rule {rule}; nearest are {known}",
                source=_SOURCE,
                key=where,
                rule=rule,
                known=nearest(rule, ledger(side.game)),
            )
    is_none = "none" in table
    if is_none == ("text" in table):
        raise NotationError("either text or none", source=_SOURCE, key=where)
    text = table["none" if is_none else "text"]
    return Answer(key, text, is_none, tuple(table["rules"]), table.get("like", key))


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


def compared(topic: Topic, sides: Sequence[Side]) -> Comparison:
    """Return how ``sides`` handle the questions of ``topic``; what can be played is played."""
    if topic.key == "options":
        rows = tuple(_option_rows(sides))
    elif topic.key == "sources":
        rows = tuple(_source_rows(sides))
    else:
        rows = tuple(_row(question, sides) for question in topic.questions)
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
    """Yield a row for each option of either ruleset, joined with what it settles.

    Then what is read one way without an option.
    """
    for game in dict.fromkeys(side.game for side in sides):
        open_questions = ambiguities(game, spoken())
        questions = {option: one for one in open_questions for option in one.options}
        options = part_of(game).BENCH.game.OPTIONS
        asked = [(name, questions[name], options[name]) for name in options]
        asked += [(one.id, one, None) for one in open_questions if not one.options]
        for name, one, option in asked:
            cells = []
            for side in sides:
                if side.game != game:
                    text = say("not a question of {game}", game=side.game)
                    cells.append((cell_of(side, text), NONE))
                else:
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
