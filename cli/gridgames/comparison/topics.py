"""The topics of the comparison, read from the shipped table, and their rows for some sides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.ledger import TOPICS, Ambiguity
from gridcommon.spelling import unaccented
from gridcommon.tables import check_keys, shipped_toml
from gridgames.comparison.document import NONE, Cell, Comparison, Row, marked
from gridgames.comparison.ledgers import ambiguities, disagreements, ledger, plain
from gridgames.comparison.sides import CARTEL, EDITIONS, Side, defaults_of, nearest, written
from gridgames.comparison.sides import parse_side as parse
from gridgames.comparison.trials import TRIALS, play_on
from gridgames.games.registry import GameName, game_of
from gridgames.languages.catalogue import shown, understood
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
    answers: tuple[Answer, ...]
    run: str
    sides: tuple[str, ...]

    def answer(self, side: Side) -> Answer:
        """Return the most particular answer that fits ``side``."""
        fitting = [(_fit(answer.key, side), answer) for answer in self.answers]
        best = max((fit, -number) for number, (fit, _) in enumerate(fitting))
        return fitting[-best[1]][1]


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with its questions; those of the options and of the sources are found elsewhere."""

    key: str
    title: str
    about: str
    questions: tuple[Question, ...]
    notes: tuple[str, ...]


def _fit(key: str, side: Side) -> tuple[int, int]:
    """Return how well the key of an answer fits a side: options first; negative where not."""
    game, _, rest = key.partition(":")
    misfit = (-1, 0)
    if game != side.game:
        return misfit
    asked, variant = 0, 0
    chosen = {"map": side.map} | {name: written(value) for name, value in side.options}
    for part in rest.split(",") if rest else ():
        name, equals, value = part.partition("=")
        if equals:
            if chosen.get(name) != value:
                return misfit
            asked += 1
        elif part == side.variant:
            variant = 2
        elif part == EDITIONS[0] and side.variant == CARTEL:
            variant = 1
        else:
            return misfit
    return asked, variant


def topics() -> Mapping[str, Topic]:
    """Return the topics in their order, in the language in use.

    Raises NotationError for a table that does not hold.
    """
    return _topics(spoken())


@cache
def _topics(language: Language) -> Mapping[str, Topic]:
    return {key: _topic(key, table, language) for key, table in _tables(language).items()}


@cache
def _tables(language: Language) -> Mapping[str, Any]:
    """Return the shipped table with its texts in a language."""
    tables = shipped_toml("gridgames", "compare.toml")
    if language is Language.ENGLISH:
        return tables
    return _translated(tables, shipped_toml("gridgames", f"compare.{language}.toml"))


def _translated(table: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``table`` with the ``texts`` of the same keys in their places."""
    return {
        **table,
        **{
            key: _translated(table[key], text) if isinstance(text, dict) else text
            for key, text in texts.items()
        },
    }


def _topic(key: str, table: Mapping[str, Any], language: Language) -> Topic:
    rows = {name: row for name, row in table.items() if isinstance(row, dict)}
    required = {"about"} if key in TOPICS else {"about", "title"}
    check_keys(table, {"notes", *required, *rows}, _SOURCE, within=key, required=required)
    questions = (
        ()
        if key == "sources"
        else tuple(_question(f"{key}.{name}", row) for name, row in rows.items())
    )
    notes = tuple(table.get("notes", ()))
    title = topic_title(key, language) if key in TOPICS else table["title"]
    return Topic(key, title, table["about"], questions, notes)


def _question(key: str, table: Mapping[str, Any]) -> Question:
    answers = tuple(
        _answer(f"{key}.{name}", name, answer)
        for name, answer in table.items()
        if name not in _ROW_KEYS
    )
    keys = {answer.key for answer in answers}
    for answer in answers:
        if answer.like not in keys:
            raise NotationError("no such answer", source=_SOURCE, key=f"{key}.{answer.key}.like")
    if not set(GameName) <= {answer.key.partition(":")[0] for answer in answers}:
        raise NotationError("both games answer a question", source=_SOURCE, key=key)
    run = table.get("run", "")
    if run and run not in TRIALS:
        raise NotationError(
            "unknown position; known are {known}",
            source=_SOURCE,
            key=f"{key}.run",
            known=", ".join(TRIALS),
        )
    return Question(key, table["question"], answers, run, tuple(table.get("sides", ())))


def _answer(where: str, key: str, table: Mapping[str, Any]) -> Answer:
    check_keys(table, _ANSWER_KEYS, _SOURCE, within=where, required={"rules"})
    parse(key)  # the key of an answer is a side
    check_rules(key.partition(":")[0], table["rules"], where)
    is_none = "none" in table
    if is_none == ("text" in table):
        raise NotationError("either text or none", source=_SOURCE, key=where)
    text = table["none" if is_none else "text"]
    return Answer(key, text, is_none, tuple(table["rules"]), table.get("like", key))


def check_rules(game: str, rules: Iterable[str], where: str) -> None:
    """Raise NotationError with the nearest ids for one that is not in the ledger of ``game``."""
    known = ledger(game)
    for rule in rules:
        if rule not in known:
            raise NotationError(
                "unknown rule {rule}; nearest are {known}",
                source=_SOURCE,
                key=where,
                rule=rule,
                known=nearest(rule, known),
            )


def topic_word(key: str) -> str:
    """Return what is typed for a topic, or for all, in the language in use."""
    return shown(spoken(), "topics").get(key, key)


def topic_key(word: str) -> str | None:
    """Return the topic that a word of any language names, or ALL; None for other words.

    >>> topic_key("winner"), topic_key("Preparacao"), topic_key("winner.jsonl")
    ('winner', 'setup', None)
    """
    plain = unaccented(word)
    key = understood("topics").get(plain, plain)
    return key if key == ALL or key in topics() else None


def find_topic(name: str) -> Topic:
    """Return the topic that ``name`` names. Raises NotationError with the nearest names."""
    found = topics().get(topic_key(name) or "")
    if found:
        return found
    raise NotationError(
        "unknown topic {name}, and no such file; nearest are {known}",
        name=repr(name),
        known=nearest(name, map(topic_word, [*topics(), ALL])),
    )


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
        others = [side for side in map(parse, question.sides) if side not in sides]
        extra = tuple(_cell(question, question.answer(side), side) for side in others)
    meant = marked((cell, answer.meaning) for cell, answer in zip(cells, answers, strict=True))
    return Row(question.key, question.question, meant, extra)


def _cell(question: Question, answer: Answer, side: Side) -> Cell:
    trial = play_on(question.run, side) if question.run else None
    return Cell(side.name, answer.text, answer.rules, "", trial)


def _option_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a row for each option of either ruleset, joined with what it settles.

    Then what is read one way without an option.
    """
    for game in dict.fromkeys(side.game for side in sides):
        open_questions = ambiguities(game, spoken())
        questions = {option: one for one in open_questions for option in one.options}
        for name in defaults_of(game):
            one = questions[name]
            yield _option_row(name, one, sides, game, [_in_force(name, side) for side in sides])
        for one in open_questions:
            if not one.options:
                told = [(plain(one.readings), "")] * len(sides)
                yield _option_row(one.id, one, sides, game, told)


def _option_row(
    name: str, one: Ambiguity, sides: Sequence[Side], game: str, told: Sequence[tuple[str, str]]
) -> Row:
    cells = [
        (Cell(side.name, text, one.rules), value)
        if side.game == game
        else (Cell(side.name, say("not a question of {game}", game=side.game)), NONE)
        for side, (text, value) in zip(sides, told, strict=True)
    ]
    return Row(f"options.{name}", f"{name}: {plain(one.question)}", marked(cells))


def _in_force(name: str, side: Side) -> tuple[str, str]:
    """Return what a side says of an option, and the value in force; nothing for other games."""
    defaults = defaults_of(side.game)
    if name not in defaults:
        return "", NONE
    default = defaults[name]
    value = dict(side.options).get(name, default)
    template = (
        "{setting} (the default); also {known}"
        if value == default
        else "{setting} (the default is {default}); also {known}"
    )
    others = [text for text in option_values(side.game, name) if text != written(value)]
    text = say(
        template, setting=written(value), default=written(default), known=say(" or ").join(others)
    )
    return text, written(value)


def option_values(game: str, name: str) -> list[str]:
    """Return the values that an option may have, as they are typed, the default first.

    Where they are too many they are described.
    """
    option = game_of(game).OPTIONS[name]
    if name == "house_limit":
        return ["null", say("a number of houses")]
    if name == "bonus_faces":
        return [written(option.default), say("five letters of U T S P C")]
    return option.words()


def _source_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield every disagreement between the texts of the games that the sides are of."""
    for game in dict.fromkeys(side.game for side in sides):
        rows = disagreements(game, spoken())
        for number, (topic, one, another, taken) in enumerate(rows, start=1):
            yield _source_row(f"sources.{game}_{number}", game, topic, (one, another, taken), ())
        for name, row in _tables(spoken())["sources"].items():
            if isinstance(row, dict) and row["game"] == game:
                check_rules(game, row["rules"], f"sources.{name}")
                texts = row["one"], row["another"], row["taken"]
                key = f"sources.{name}"
                yield _source_row(key, game, row["question"], texts, tuple(row["rules"]))


def _source_row(
    key: str, game: str, question: str, texts: tuple[str, str, str], rules: tuple[str, ...]
) -> Row:
    one, another, taken = texts
    cells = (
        Cell(say("one text"), one),
        Cell(say("another"), another),
        Cell(say("we follow"), taken, rules),
    )
    return Row(key, f"{question} ({game})", cells)
