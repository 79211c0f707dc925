"""The comparison topics of ``languages/compare.toml``: their questions, and the answers per side.

Two topics come from elsewhere: ``options`` from the rulesets and the ambiguities in the ledgers,
``sources`` from the tables of disagreements in the ledgers.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from gridcommon.errors import JoinedList, Wording
from gridcommon.lazy_tables import LazyMapping
from gridcommon.ledger import Ambiguity
from gridcommon.options import Option
from gridcommon.sides import Side
from gridcommon.sources import read_quotes
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.comparisons import comparisons, topic_title
from gridgames.languages.language import Language, current_language
from gridgames.languages.ledgers import ambiguities, disagreements, plain
from gridgames.languages.messages import say
from gridgames.study.comparison.report import NONE, Cell, Comparison, Row, is_named, marked, played
from gridgames.study.comparison.sides import cell_of, game_comparison, parse_side

ALL = "all"
_VERDICT = re.compile(r"(Yes|No)\b")


class Question(NamedTuple):
    """A question of a topic: its table in the current language and in English."""

    key: str
    table: Mapping[str, Any]
    english: Mapping[str, Any]

    def answer(self, side: Side) -> str:
        """Return the key of the most specific answer for ``side``; every side has one."""
        own = [key for key in self.table if key.partition(":")[0] == side.game]
        keys = {key.partition(":")[2]: key for key in own}
        best = side.best_match(keys)
        assert best is not None, (self.key, side)
        return keys[best]


class Topic(NamedTuple):
    """A topic with its questions; ``options`` and ``sources`` have none here."""

    key: str
    title: str
    about: str
    questions: tuple[Question, ...]
    notes: tuple[str, ...]


def topics() -> Mapping[str, Topic]:
    """Return the topics in order, in the current language; each is read when it is asked for."""
    return LazyMapping(comparisons(Language.ENGLISH), partial(_topic, language=current_language()))


def _topic(key: str, language: Language) -> Topic:
    table, english = comparisons(language)[key], comparisons(Language.ENGLISH)[key]
    questions = (
        Question(f"{key}.{name}", row, english[name])
        for name, row in table.items()
        if isinstance(row, dict)
    )
    title, notes = topic_title(key, language), tuple(table.get("notes", ()))
    return Topic(key, title, table["about"], tuple(questions), notes)


def topic_key(word: str) -> str | None:
    """Return the topic called ``word`` in any language, ALL, or None for other words.

    >>> topic_key("winner"), topic_key("Preparacao"), topic_key("winner.jsonl")
    ('winner', 'setup', None)
    """
    known = (ALL, *comparisons(Language.ENGLISH))
    key = unaccented(word)
    if key not in known:  # spares a query in English the vocabularies
        key = input_words("topics").get(key, key)
    return key if key in known else None


def compared(topic: Topic, sides: Sequence[Side], only: Collection[str] = ()) -> Comparison:
    """Return the comparison of ``sides`` on ``topic``; the engines play the examples.

    If ``only`` names rows, the other questions are left out.
    """
    tables: tuple[Row, ...] = ()
    if topic.key == "options":
        rows = tuple(_option_rows(sides))
        tables = tuple(_frequency_tables(sides))
    elif topic.key == "sources":
        rows = tuple(_source_rows(sides))
    else:
        asked = [one for one in topic.questions if not only or is_named(one.key, only)]
        rows = tuple(_row(question, sides) for question in asked)
    return Comparison(topic.key, topic.title, topic.about, rows, topic.notes, tables=tables)


def meaning(answer: Mapping[str, Any]) -> str:
    """Return the part of an English answer that marks compare.

    It is NONE if the side has no counterpart, a leading yes or no, or otherwise the whole answer.
    """
    if "none" in answer:
        return NONE
    text: str = answer["text"]
    verdict = _VERDICT.match(text)
    return verdict[0] if verdict else text


def _row(question: Question, sides: Sequence[Side]) -> Row:
    cells = marked(_cell(question, side) for side in sides)
    others: list[Side] = []
    if "run" in question.table and sum(bool(cell.run.found) for cell in cells) < 2:
        known = map(parse_side, question.table.get("sides", ()))
        others = [side for side in known if side not in sides]
    extra = tuple(_cell(question, side) for side in others)
    return Row(question.key, question.table["question"], cells, extra)


def _cell(question: Question, side: Side) -> Cell:
    key = question.answer(side)
    answer = question.table[key]
    text, rules = answer.get("none") or answer["text"], tuple(answer["rules"])
    run = played(question.table.get("run", ""), game_comparison(side.game).RUNNER, side)
    return cell_of(side, text, rules, meaning(question.english[key]), run=run)


def _option_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a row per option of the games of the sides, with the ambiguity that it settles.

    Ambiguities without an option come last.
    """
    from gridgames.study.comparison.decisions_text import frequency_text  # loads games
    from gridgames.study.comparison.frequencies import frequency_of

    for game in dict.fromkeys(side.game for side in sides):
        options = game_comparison(game).RUNNER.game.OPTIONS
        open_questions = ambiguities(game, current_language())
        asked = [(name, one) for name in options for one in open_questions if name in one.options]
        asked += [(one.id, one) for one in open_questions if not one.options]
        for name, one in asked:
            own = (side for side in sides if side.game == game)
            cells = marked(_option_cell(options.get(name), one, side) for side in own)
            counted = frequency_of(game, name)
            note = " ".join(f"{other.name}: {frequency_text(other)}" for other in counted)
            yield Row(f"options.{name}", f"{name}: {plain(one.question)}", cells, note=note)


def _frequency_tables(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield a table of how often each edition and option matters, for each game of the sides."""
    from gridgames.study.comparison.decisions_text import frequency_row  # loads games

    for game in dict.fromkeys(side.game for side in sides):
        row = frequency_row(game)
        if row.cells:
            yield row


def _option_cell(option: Option | None, one: Ambiguity, side: Side) -> Cell:
    """Return the value of an option for a side and the other values, or the reading without one.

    An open option has a description of its values.
    """
    if option is None:
        return cell_of(side, plain(one.readings), one.rules)
    if not option.is_used_in(side.variant.edition):
        return cell_of(side, say("no such option"), one.rules, NONE)
    default, *others = option.words()
    value = side.typed_options.get(option.name, default)
    if value == default:
        setting = Wording("{setting} (the default)", {"setting": value})
    else:
        words = {"setting": value, "default": default}
        setting = Wording("{setting} (the default is {default})", words)
    if option.domain is not None:
        allowed = option.domain.expected
        text = say("{setting}; allowed: {known}", setting=setting, known=allowed)
    else:
        left = JoinedList(tuple(word for word in (default, *others) if word != value), "or")
        text = say("{setting}; also {known}", setting=setting, known=left)
    return cell_of(side, text, one.rules, value)


def _source_rows(sides: Sequence[Side]) -> Iterator[Row]:
    """Yield every disagreement between the rulebooks of the games of the sides.

    A row has both texts with their words, then the text that we follow, why, and the option.
    """
    for game in dict.fromkeys(side.game for side in sides):
        quotes = read_quotes(game)
        english = disagreements(game, Language.ENGLISH)
        rows = zip(disagreements(game, current_language()), english, strict=True)
        for number, (one, key) in enumerate(rows, start=1):
            first, second = quotes.get(key.topic, ((), ()))
            taken = f"{plain(one.taken)}: {plain(one.why)}"
            if one.options:
                taken = say("{text} (option {names})", text=taken, names=", ".join(one.options))
            cells = (
                Cell("one", plain(one.one), head=say("one text"), passages=first),
                Cell("another", plain(one.another), head=say("another"), passages=second),
                Cell("taken", taken, one.rules, head=say("we follow")),
            )
            yield Row(f"sources.{game}_{number}", f"{plain(one.topic)} ({game})", cells)
