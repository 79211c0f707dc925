"""Explaining an option: its question, its values, and positions in which the values differ."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from gridcommon.answers import DoubtJson, as_answer
from gridcommon.caveats import Caveat, unique_caveats
from gridcommon.errors import JoinedList, NotationError
from gridcommon.examples import Example, ExampleResult, differing_results, examples_by_option
from gridcommon.ledger import Ambiguity, shipped_ledger
from gridcommon.options import Option
from gridcommon.spelling import nearest, quoted
from gridgames.languages.caveats import notes
from gridgames.languages.examples import ValueJson, about, name_of, text_of, values_to_json
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, marked_readings
from gridgames.languages.messages import say
from gridgames.show.registry import game_of, names, wing_of
from gridgames.terminal.markdown import bullets, code, escaped, joined, render
from gridgames.terminal.output import Line

GameOptions = Sequence[tuple[str, Option]]  # each with its game


class OptionExample(NamedTuple):
    """An example of an option, with its results by the values of the option."""

    example: Example
    about: str
    found: Mapping[str, Sequence[ExampleResult]]


class Explained(NamedTuple):
    """An option of a game, the ambiguity that it settles, and examples of its effect."""

    game: str
    option: Option
    asked: Ambiguity
    shown: tuple[OptionExample, ...]

    @property
    def rules(self) -> list[str]:
        """The ids of the rules that the option affects."""
        by_example = (rule for one in self.shown for rule in one.example.rules)
        return list(dict.fromkeys((*self.asked.rules, *by_example)))

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The uncertain values in the results."""
        played = (one for each in self.shown for values in each.found.values() for one in values)
        return unique_caveats(caveat for one in played for caveat in one.answer.caveats)


def named_options(words: Sequence[str], game: str | None = None) -> list[tuple[str, Option]]:
    """Return the options called ``words`` with their games, or [] if a word is not an option.

    A value after the name is ignored: ``hidden_money=true``. Raises NotationError with the nearest
    names for a single word that looks like a misspelt option.
    """
    found: list[tuple[str, Option]] = []
    for word in words:
        name = word.partition("=")[0].strip().lower()
        owners = [one for one in ([game] if game else names()) if _has_option(one, name)]
        if not owners:
            if len(words) == 1 and "_" in name:
                _refuse_misspelt(name, game)
            return []
        found += [(one, game_of(one).OPTIONS[name]) for one in owners]
    return found


def _has_option(game: str, name: str) -> bool:
    """Return whether a game has an option; each is in its ledger, which is read at once."""
    engine = game_of(game)
    return f"`{name}" in shipped_ledger(engine.LEDGER).text and name in engine.OPTIONS


def _refuse_misspelt(name: str, game: str | None) -> None:
    known = [option for one in ([game] if game else names()) for option in game_of(one).OPTIONS]
    if near := nearest(name, known):
        raise NotationError(
            "unknown option {name}; the nearest are {known}",
            name=quoted(name),
            known=", ".join(near),
        )


def is_word(option: Option) -> bool:
    """Return whether the name of an option is also a common word, such as ``tie``."""
    return "_" not in option.name


class PlayedJson(TypedDict):
    """An example, and its values by the value of the option."""

    example: str
    about: str
    rules: list[str]
    found: dict[str, dict[str, ValueJson]]


class OptionJson(TypedDict):
    """An option explained."""

    name: str
    game: str
    id: str
    question: str
    readings: str
    why: str
    default: str
    values: list[str]
    open: bool
    editions: list[str]
    rules: list[str]
    examples: list[PlayedJson]
    doubts: list[DoubtJson]


def explain(game: str, option: Option, language: Language) -> Explained:
    """Return an option with its ambiguity and the results of its examples."""
    package = game_of(game).LEDGER
    asked = next(one for one in ambiguities(package, language) if option.name in one.options)
    wing = wing_of(game)
    played: list[OptionExample] = []
    if part := wing.part("comparison"):
        for example in examples_by_option(package).get(option.name, ()):
            found = differing_results(example, part.RUNNER)
            played.append(OptionExample(example, about(example, next(iter(found.values()))), found))
    return Explained(game, option, asked, tuple(played))


def describe_option(found: Explained) -> list[Line]:
    """Return an option with its question, its readings, and the results for each value."""
    option, asked = found.option, found.asked
    title = say("option of {game}", game=wing_of(found.game).title)
    if asked.id:
        title = f"{title}, {asked.id}"
    if option.editions:
        title = f"{title}, {say('only {edition}', edition=JoinedList(option.editions, 'and'))}"
    readings = marked_readings(asked).split(" / ")
    fields = [f"{say('Readings:')}\n{bullets(readings)}"]
    if asked.why:
        fields.append(say("Why: {text}", text=asked.why))
    for one in found.shown:
        values = [_played(option, value, played) for value, played in one.found.items()]
        about = escaped(say("Played: {about}", about=one.about))
        fields.append(f"{about}\n{bullets(values)}")
    if option.domain is not None:
        fields.append(escaped(say("Allowed: {known}", known=option.domain.expected)))
    fields += map(escaped, notes(found.caveats))
    fields.append(say("Rules: {rules}", rules=", ".join(found.rules)))
    flag = f"--option {option.name}={option.words()[-1]}"
    fields.append(say("Choose with {flag}", flag=code(flag)))
    heading = f"## {option.name}"
    return render(joined([heading, escaped(title), asked.question, bullets(fields)]))


def _played(option: Option, value: str, played: Sequence[ExampleResult]) -> str:
    """Return the results of an example for a value of an option in Markdown."""
    mark = f" ({say('default')})" if value == option.words()[0] else ""
    results = bullets(escaped(f"{name_of(one)}: {text_of(one)}") for one in played)
    return f"**{option.name}={value}**{mark}\n{results}"


def facts(found: Explained) -> OptionJson:
    """Return an explained option as JSON."""
    option, asked = found.option, found.asked
    return as_answer(
        OptionJson,
        asked,
        name=option.name,
        game=found.game,
        default=option.words()[0],
        values=option.words(),
        open=option.domain is not None,
        editions=option.editions,
        rules=found.rules,
        examples=[
            as_answer(
                PlayedJson,
                one,
                example=one.example.id,
                rules=one.example.rules,
                found={value: values_to_json(played) for value, played in one.found.items()},
            )
            for one in found.shown
        ],
        doubts=found.caveats,
    )
