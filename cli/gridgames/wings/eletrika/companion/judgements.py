"""Judgements of a position by the rules, and the readings that judge it otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic
from typing import Any, TypedDict

from eletrika.analysis import Analysis, analyse, energizing_builds
from eletrika.analysis_json import AnalysisJson, to_json
from eletrika.position import Network, Position
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika.tables import COLOUR_NAMES, COLOURS, KINDS, Owner
from gridcommon.errors import NotationError, Word
from gridcommon.ledger import Ambiguity
from gridcommon.options import Option
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ambiguities, option_words, plain
from gridgames.languages.messages import say
from gridgames.show.questions import Answer, AnswerBoard, DocumentJson
from gridgames.terminal import output
from gridgames.terminal.output import Line, heading, wrapped
from gridgames.wings.eletrika.companion.position_input import QuerySubject
from gridgames.wings.eletrika.description.analysis import describe, short_name
from gridgames.wings.eletrika.description.scene import BoardScene
from gridgames.wings.eletrika.description.text_board import small
from gridgames.wings.eletrika.description.words import first_of

_TIME = 2  # seconds for all options; the box takes a tenth of one


def check(subject: QuerySubject) -> Answer[AnalysisJson]:
    """Show what is energized or dark and why, which rules are broken, and what fits and scores.

    Exits with 0 if the position is legal, 1 if it breaks rules, 2 if it cannot be read.
    """
    known, analysis = subject.known, subject.analysis

    def document() -> AnalysisJson:
        found = to_json(analysis)
        if isinstance(known, Position):
            names = analysis.network.names
            found["energizing"] = [
                {"at": list(one.at), "kind": KINDS[one.kind], "lit": [names[n] for n in one.lit]}
                for one in energizing_builds(known, analysis)
            ]
        return found

    def board() -> AnswerBoard | None:
        laid = analysis.laid
        if isinstance(known, Network) and (laid is None or laid.cells is None):
            return None
        return subject.board()

    return Answer(
        document,
        lambda: describe(known, analysis, subject.ruleset),
        board,
        lambda: describe(known, analysis, subject.ruleset, has_board=False),
        is_refused=bool(analysis.problems),
    )


@dataclass(frozen=True)
class OptionReading:
    """A position under one value of an option."""

    option: Option
    value: Any
    analysis: Analysis
    in_use: bool

    @property
    def words(self) -> str:
        """The option with its value, as it is typed."""
        place = self.option.values.index(self.value)
        return f"{self.option.name}={self.option.words()[place]}"

    @property
    def meaning(self) -> str:
        """The meaning of the value in words, if it has some."""
        return ": ".join(option_words(self.option, self.words.partition("=")[2]))

    @cached_property
    def best(self) -> dict[Owner, int]:
        """The points of the best set of each owner."""
        sets = self.analysis.scores.items()
        return {owner: found[0].points if found else 0 for owner, found in sets}

    @cached_property
    def rules(self) -> list[str]:
        """The rules that the position breaks."""
        return sorted({problem.refusal.rule for problem in self.analysis.problems})

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kinds that may be built on each free cell, as letters."""
        return {
            "{},{}".format(*site.at): "".join(KINDS[kind] for kind in site.kinds)
            for site in self.analysis.free
        }

    @cached_property
    def judged(self) -> tuple[object, ...]:
        """All that may differ from reading to reading."""
        return tuple(self.analysis.explanation.lit), self.best, self.rules, self.kinds


class ReadingJson(TypedDict):
    """A position as one value of an option judges it."""

    value: str
    in_use: bool
    lit: list[str]
    best: dict[str, int]
    problems: list[str]
    kinds: dict[str, str]


class PartedJson(TypedDict):
    """An option whose values judge the position otherwise."""

    option: str
    id: str
    readings: list[ReadingJson]


class ReadingsJson(DocumentJson):
    """The answer. ``unjudged`` are the options for which there was no time."""

    parted: list[PartedJson]
    unjudged: list[str]


def readings(subject: QuerySubject) -> Answer[ReadingsJson]:
    """Show under which readings of the rules a position is judged otherwise: what is energized,
    what scores, what may be built.

    With the words of the text, the meaning of each option, and the boards beside each other.
    """
    until = monotonic() + _TIME
    parted: list[Sequence[OptionReading]] = []  # of each option, the one in use first
    unjudged: list[Option] = []
    for option in OPTIONS.values():
        if monotonic() > until:
            unjudged.append(option)
            continue
        found = [*_judgements(subject, option)]
        if any(one.judged != found[0].judged for one in found):
            parted.append(found)

    def document() -> ReadingsJson:
        return {
            "schema": 1,
            "parted": [_to_json(judgements) for judgements in parted],
            "unjudged": [option.name for option in unjudged],
        }

    def lines() -> Iterator[Line]:
        if not parted and not unjudged:
            text = say("Every reading of the rules judges this position alike.")
            yield from wrapped(text, first="")
            return
        for judgements in parted:
            yield from _option_lines(subject, judgements)
            yield []
        if unjudged:
            names = ", ".join(option.name for option in unjudged)
            text = say("Not judged within {seconds} seconds: {names}.", seconds=_TIME, names=names)
            yield from wrapped(text, style="yellow", first="")

    return Answer(document, lines, subject.board)


def _option_lines(subject: QuerySubject, judgements: Sequence[OptionReading]) -> Iterator[Line]:
    """Yield an option and its readings, with their boards if these differ."""
    used = judgements[0]
    found = _ambiguity(used.option)
    if found:
        yield from heading(f"{found.id} {plain(found.question)}")
        text = say("Readings: {readings}", readings=plain(found.readings))
        yield from wrapped(text, "    ", first="  ")
        yield from wrapped(say("The text: {why}", why=plain(found.why)), "    ", first="  ")
    else:
        yield from heading(say(used.option.title))
    for one in judgements:
        head = say("{option} (in use)", option=one.words) if one.in_use else one.words
        yield [(f"  {head}", "bold")]
        yield from wrapped(one.meaning, "    ", "dim", first="    ")
        for text in _differences(one, judgements):
            yield from wrapped(text, "      ", first="    ")
    if isinstance(subject.known, Position):
        boards: dict[tuple[bool, ...], OptionReading] = {}
        for one in judgements:
            boards.setdefault(_lit(one), one)
        if len(boards) > 1:
            yield from _side_by_side(subject.known, subject.ruleset, [*boards.values()])


def _judgements(subject: QuerySubject, option: Option) -> Iterator[OptionReading]:
    """Yield the position under each value of an option, the one in use first."""
    chosen = getattr(subject.ruleset, option.name)
    yield OptionReading(option, chosen, subject.analysis, in_use=True)
    for value in () if option.domain else option.values:
        if value == chosen:
            continue
        try:
            analysis = analyse(subject.known, replace(subject.ruleset, **{option.name: value}))
        except NotationError:  # the position or the tiles exclude this value
            continue
        yield OptionReading(option, value, analysis, in_use=False)


def _ambiguity(option: Option) -> Ambiguity | None:
    known = ambiguities("eletrika", current_language())
    return next((one for one in known if one.id == option.rule), None)


def _lit(one: OptionReading) -> tuple[bool, ...]:
    return tuple(one.analysis.explanation.lit)


def _differences(one: OptionReading, all_: Sequence[OptionReading]) -> Iterator[str]:
    """Yield what a reading says, of all that differs from reading to reading."""
    used = all_[0]
    if one.judged == used.judged and not one.in_use:
        yield say("judged as by the reading in use")
        return
    network = one.analysis.network
    if len({_lit(other) for other in all_}) > 1:
        pairs = enumerate(zip(_lit(one), _lit(used), strict=True))
        changed = [(place, now) for place, (now, before) in pairs if now != before]
        text = say("energized: {lit} of {count}", lit=sum(_lit(one)), count=len(_lit(one)))
        for is_lit, label in ((True, say("also")), (False, say("without"))):
            names = [short_name(network, place) for place, now in changed if now == is_lit]
            if names:
                text += f"; {label} {first_of(names, ', ')}"
        yield text
    if any(other.best != used.best for other in all_):
        best = (
            say("{colour} {points} MW", colour=Word(COLOUR_NAMES[owner]), points=points)
            for owner, points in one.best.items()
        )
        yield say("best sets: {best}", best=", ".join(best))
    if any(other.rules != used.rules for other in all_):
        yield say("broken rules: {rules}", rules=", ".join(one.rules) or say("none"))
    by_kinds: dict[str, list[str]] = {}
    for cell in dict.fromkeys(cell for other in all_ for cell in other.kinds):
        if len({other.kinds.get(cell, "") for other in all_}) > 1:
            by_kinds.setdefault(one.kinds.get(cell, ""), []).append(cell)
    for kinds, cells in by_kinds.items():
        values = {"kinds": kinds or say("nothing"), "cells": first_of(cells)}
        yield say("to be built on {cells}: {kinds}", **values)


def _side_by_side(
    position: Position, ruleset: Ruleset, judgements: Sequence[OptionReading]
) -> Iterator[Line]:
    """Yield a small board under each reading, beside each other where there is room."""
    boards: list[list[Line]] = []
    columns = output.width() - 2
    for one in judgements:
        analysis = one.analysis._replace(free=(), closed=())
        scene = BoardScene(position, analysis, ruleset)
        boards.append([[(one.words, "bold")], *small(scene, columns)])
    yield []
    with output.within(columns, on_screen=False):
        lines = [*output.side_by_side(boards)]
    yield from ([("  ", ""), *line] for line in lines)


def _to_json(judgements: Sequence[OptionReading]) -> PartedJson:
    option = judgements[0].option
    return {
        "option": option.name,
        "id": option.rule,
        "readings": [
            {
                "value": one.words.partition("=")[2],
                "in_use": one.in_use,
                "lit": [
                    name
                    for name, is_lit in zip(one.analysis.network.names, _lit(one), strict=True)
                    if is_lit
                ],
                "best": {COLOURS[owner]: points for owner, points in one.best.items()},
                "problems": one.rules,
                "kinds": one.kinds,
            }
            for one in judgements
        ],
    }
