"""The pictures of rules: a position, what is tried in it, and what comes of it.

They are the worked examples that the tests run. ``shows`` in ``data/examples.toml`` names the rules
that a value is the picture of.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from gridcommon.examples import SEATS, ExampleResult, read_examples, run_example
from gridcommon.ledger import Example
from gridcommon.sides import Side, parse_side
from gridgames.languages.examples import about, name_of, text_of
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Face, Move, group_moves
from gridgames.show.parts import Card, Panel
from gridgames.show.registry import wing_of
from gridgames.show.wing import Wing
from gridgames.terminal.output import Line, wrapped

_ACCEPTED = "accepted"  # a question whose answer the picture shows


class Played(NamedTuple):
    """A worked example as it is shown: a position, the actions tried, and what comes of them.

    ``after`` is None if nothing was done: all that was tried is refused, or it is only a position.
    ``words`` are the engine's words about the actions, ``claim`` the value that the example
    computes, '' if it says no more. ``options`` are those that a position does not name.
    """

    game: str
    about: str
    names: Sequence[str]
    before: Any
    after: Any
    actions: Sequence[str]
    words: Sequence[str]
    claim: str
    refused: str  # the rule
    places: frozenset[str]  # of what is tried or changes
    look: Sequence[str]  # places and panels that the example adds
    options: Sequence[str] = ()

    @property
    def face(self) -> Face:
        """The presenter of the game."""
        return wing_of(self.game).face

    @property
    def wanted(self) -> frozenset[str]:
        """The places and panels that belong in the picture."""
        return self.places | frozenset(self.look)

    def is_on_board(self) -> bool:
        """Return whether a place of the picture is on the board."""
        layers = self.face.board_layers(self.before, self.names, self.wanted)
        return bool(layers and layers.targets)

    def panels(self, state: Any) -> list[Panel]:
        """Return the panels of one of the two states, with the cards that belong in the picture.

        These are the cards that differ or are meant; where cards have no names, such as plants on
        sale, all of them. Of the players it is also the one to act, if nothing was done.
        """
        sides = [
            {panel.key: panel for panel in self.face.panels(one, self.names)}
            for one in (self.before, self.before if self.after is None else self.after)
        ]
        own, other = sides if state is self.before else sides[::-1]
        found = (
            panel._replace(cards=self._cards(panel, other[key].cards if key in other else ()))
            for key, panel in own.items()
            if key != "legend"
        )
        return [panel for panel in found if panel.cards]

    def panel_lines(self, state: Any) -> Iterator[Line]:
        """Yield what :meth:`panels` returns, a line for each card."""
        for panel in self.panels(state):
            yield [(panel.title, "dim")]
            for card in panel.cards:
                facts = [*card.facts, *filter(None, [card.badge])]
                told = ": ".join(filter(None, (card.title, "; ".join(facts))))
                yield from wrapped(told, "    ", first="  ")

    def _cards(self, panel: Panel, others: Sequence[Card]) -> Sequence[Card]:
        """Return the cards of a panel that belong in the picture; ``others`` are the other's."""
        if panel.key in self.look:
            return panel.cards
        same = [*map(_content, others)]
        cards = [
            card
            for card in panel.cards
            if _content(card) not in same
            or card.place in self.wanted
            or (card.is_to_act and self.after is None)
        ]
        if panel.key == "players" or (cards and all(card.sign for card in panel.cards)):
            return cards
        return panel.cards if cards or len(others) != len(panel.cards) else []

    def position(self) -> str:
        """Return the position before the actions, in the notation of the game."""
        return self.face.format_position(self.before, self.names)

    def command(self, rule: str) -> str:
        """Return the command that plays on from the picture of a rule."""
        words = ["gridgames", "play", self.game, "--position", rule]
        words += ["--players", str(len(self.names))]
        return " ".join([*words, *(f"--option {option}" for option in self.options)])


def _content(card: Card) -> tuple[object, ...]:
    """Return what a card says: its drawings are made anew for each state."""
    return card.title, [cell.words for cell in card.cells], card.place, card.badge, card.is_faded


def played(game: str, text: str, one: ExampleResult, side: Side) -> Played:
    """Return a value of an example as it is shown; ``text`` describes its position."""
    tried = one.attempt
    assert tried is not None, one.id
    face, names = wing_of(game).face, SEATS[: one.given["seats"]]
    moves = [Move(action, events) for action, events in tried.made]
    told = [*filter(None, _narrated(face, moves, names))]
    places = {face.place(move.action) for move in moves}
    if moves:
        places |= face.changed_places(tried.before, tried.after)
        if (result := face.game.result(tried.after)) and not face.game.result(tried.before):
            told += face.narrate_result(result, names)
    if tried.refusal:
        action = face.game.parse_action(tried.refused, tried.after)
        places.add(face.place(action))
        told.append(
            say("{action} is refused: {why}", action=face.format(action), why=_why(tried.refusal))
        )
    claim = f"{name_of(one)}: {text_of(one)}" if one.text and one.given["ask"] != _ACCEPTED else ""
    return Played(
        game,
        text,
        names,
        tried.before,
        tried.after if moves else None,
        [face.format(action) for action in _actions(face, tried)],
        told,
        "" if tried.refusal else claim,
        tried.refusal.rule if tried.refusal else "",
        frozenset(filter(None, places)),
        one.given.get("look", ()),
        [] if face.position_has_rules else [f"{k}={v}" for k, v in side.typed_options.items()],
    )


def _why(refusal: Any) -> str:
    return f"{render_message(refusal)} ({refusal.rule})"


def _actions(face: Face, tried: Any) -> Iterator[Any]:
    """Yield the actions made, then the one refused."""
    yield from (action for action, _ in tried.made)
    if tried.refused:
        yield face.game.parse_action(tried.refused, tried.after)


def _narrated(face: Face, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    for group in group_moves(face, moves):
        yield from face.narrate(group, names)


@cache  # one for each game
def _index(game: str) -> dict[str, tuple[str, str]]:
    """Return the example and the value that are the picture of each rule."""
    return {
        rule: (example.id, key)
        for example in read_examples(game).values()
        for key, given in example.values.items()
        for rule in given.get("shows", ())
    }


def pictured_rules(game: str) -> list[str]:
    """Return the ids of the rules of a game that have a picture."""
    return list(_index(wing_of(game).game.LEDGER))


def picture_of(rule: str, game: str) -> Played | None:
    """Return the picture of a rule, or None if it has none."""
    wing = wing_of(game)
    if rule not in _index(wing.game.LEDGER):
        return None
    one, side = result_of(rule, game)
    example = read_examples(wing.game.LEDGER)[_index(wing.game.LEDGER)[rule][0]]
    return played(game, about(example, [one]), one, side)


def result_of(rule: str, game: str) -> tuple[ExampleResult, Side]:
    """Return the value that the picture of a rule shows, and the side that it is played on."""
    wing = wing_of(game)
    runner = wing.part("comparison").RUNNER
    name, key = _index(wing.game.LEDGER)[rule]
    example = read_examples(wing.game.LEDGER)[name]
    given = example.values[key]
    side = parse_side(runner.choices, (*given.get("only", ()), *example.only, "")[0])
    [one] = run_example(replace(example, values={key: given}), runner, side)
    return one, side


def position_of(example: Example, wing: Wing) -> Any:
    """Return the position in the text of an example, or None without one."""
    lines = [line for line in example.text.split("\n") if line.startswith("    ")]
    return wing.face.parse_position("\n".join(lines), {}) if lines else None
