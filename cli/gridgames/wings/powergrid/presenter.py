"""The presenter of Power Grid: the start of a game, and its texts for players."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.records import Declaration, Header
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import say
from gridgames.show.characters import brief_words
from gridgames.show.drawing.palette import Palette
from gridgames.show.face import Face, Move, check_seated
from gridgames.show.parts import BoardLayers, Heading, Marks, Panel, View
from gridgames.show.standing_orders import OrderKeyword
from gridgames.terminal.output import Line
from gridgames.wings.powergrid.description.narration import (
    criteria,
    deeds,
    narrate,
    narrate_event,
)
from gridgames.wings.powergrid.description.places import changed_places, place_of
from gridgames.wings.powergrid.description.short_forms import in_full
from gridgames.wings.powergrid.description.situation import (
    describe_cities,
    fuel_words,
    task_words,
    to_do,
    top_words,
)
from gridgames.wings.powergrid.description.upcoming import (
    describe_links,
    turning_point,
    wasteful_warning,
)
from gridgames.wings.powergrid.drawing.signs import TONES
from gridgames.wings.powergrid.menu import menu_of
from gridgames.wings.powergrid.panels import (
    auctions,
    describe,
    describe_upcoming,
    panels,
    stage,
)
from gridgames.wings.powergrid.plan import ORDER_WORDS, RoundPlan
from gridgames.wings.powergrid.screen.board import map_lines
from powergrid.actions import Bid, Pass
from powergrid.events import PlantDrawn, PlantSold, Powered, Step3Drawn, StepBegan
from powergrid.game import result
from powergrid.notation.formatter import format_position
from powergrid.position import Position, to_position
from powergrid.position_fields import OF_PLAYER
from powergrid.powering import fuel_needs
from powergrid.ruleset import Ruleset
from powergrid.state import AUCTION, PHASES, RESOURCES, State
from powergrid.tables import Plant
from powergrid.view import UNKNOWN_MONEY, supposed_setup

_CLAUSES = (*(field.word for field in OF_PLAYER), "resources")
_OF_PLAYER = re.compile(r"(?:\S+ +)?[A-Fa-f](?=[:\s])")  # ``A Ana: ...``, perhaps after ``set``


class Presenter(Face):
    """Power Grid as people meet it."""

    position_has_rules = True
    standing = RoundPlan
    continuing = (Bid, Pass)  # an auction is narrated in one line
    incomes: Mapping[type, str] = {Powered: "income"}
    gain_unit = Word("Elektro")
    examples = "open 13 15, bid 16, pass, decline, scrap 5, buy coal 3, build Essen, run 7 10, done"
    draws = (PlantDrawn, Step3Drawn)
    landmarks: Mapping[str, tuple[type, ...]] = {"sale": (PlantSold,), "step": (StepBegan,)}
    help: Sequence[tuple[str, Wording | None]] = (
        ("open 13 15    bid 16    pass    decline    buy coal 3", None),
        ("build Essen   run 7 10 coal 2   done   why build Essen   rules PG-AUC-03", None),
    )
    orders = (
        "open 13 up to 30, bid up to 30, limit 20 45, limit all 0, limits, limits off, plan coal 2,"
        " commit, cost Essen, reach 60"
    )
    order_words: Sequence[OrderKeyword] = ORDER_WORDS

    narrate = staticmethod(narrate)
    narrate_event = staticmethod(narrate_event)
    criteria = staticmethod(criteria)
    deeds = staticmethod(deeds)
    turning_point = staticmethod(turning_point)
    wasteful_warning = staticmethod(wasteful_warning)
    menu = staticmethod(menu_of)
    place = staticmethod(place_of)
    changed_places = staticmethod(changed_places)
    auctions = staticmethod(auctions)
    supposed_setup = staticmethod(supposed_setup)

    def begin(
        self, header: Header, given: Mapping[str, Any]
    ) -> tuple[Header, Sequence[Declaration]]:
        if "keep" in given:
            from gridgames.wings.powergrid.companion.kept_game import begin_kept

            return begin_kept(header, given)
        for flag in ("order", "faceup"):
            if flag in given:
                raise NotationError("possible only together with --keep", key=f"--{flag}")
        if "position" not in given:
            return super().begin(header, given)
        from gridgames.wings.powergrid.companion.position_input import load_position

        own = Ruleset.from_json(header.ruleset).custom_map
        told = load_position(str(given["position"]), None, own=own)
        rules = told.ruleset.to_json()
        unchosen = Ruleset().to_json() | ({"map": rules["map"]} if own == told.ruleset.map else {})
        if header.ruleset not in (unchosen, rules):
            raise NotationError(
                "the position states its own rules: {rules}; leave out --edition, --map and "
                "--option",
                key="position",
                rules=f"{told.ruleset.edition} {told.ruleset.map}",
            )
        check_seated(len(told.names), header)
        state = told.state(header.seed or 0)
        setup = {"regions": list(state.board.regions), "turn_order": list(state.turn_order)}
        text = format_position(to_position(state, header.players, cards=True))
        begun = replace(header, ruleset=rules, setup=setup, takes_notes=True)
        return begun, (Declaration("set", {"position": text}),)

    def outcome(self, result: Any, seat: Seat) -> str:
        powered, built = result.powered[seat], result.cities[seat]
        if powered == built or seat in result.winners:
            return super().outcome(result, seat)
        template = "You powered {powered} of your {built:city|cities}."
        return say(template, powered=powered, built=built)

    def situation_lines(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        yield say(
            "Round {round}, step {step}, {phase}",
            round=state.round,
            step=state.step,
            phase=Word(PHASES[state.phase]),
        )
        players, fuel, plants, *_ = panels(state, names)
        yield from map("  {}".format, brief_words(players))
        if state.phase == AUCTION and not (state.auction or state.surplus):
            later = [card for card in plants.cards if card.is_faded]
            told = ", ".join(f"{card.title} ({card.cells[0].words})" for card in later)
            if told:
                yield say("Not for sale yet: {plants}", plants=told)
            if state.top_back:
                yield top_words(state)
        if state.phase == RESOURCES:
            yield from map("  {}".format, brief_words(fuel))
            yield say(
                "To run once, {name}'s plants need {need}; in stock: {fuel}",
                name=names[seat],
                need=_need_words(state.plants[seat]),
                fuel=fuel_words(state.fuel[seat]),
            )

    def question(self, state: State) -> tuple[object, ...]:
        """Return the round, the phase, and what is auctioned or has to be scrapped."""
        auction = state.auction
        return state.round, state.phase, auction and auction.plant, state.surplus

    def review_stage(self, state: State) -> Wording:
        values = {"round": state.round, "phase": Word(PHASES[state.phase])}
        return Wording("Round {round}: {phase}", values)

    def behind_words(self, points: str) -> str:
        if points == "1":
            return say("about 1 city less powered")
        return say("about {points} fewer cities powered", points=points)

    def full_description(
        self, state: State, names: Sequence[str], board: Iterable[Line] | None = None
    ) -> Iterator[Line]:
        del board  # the cities are listed beside any board
        yield from describe(state, names)
        yield from describe_upcoming(state, names)

    def board(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        yield from describe_cities(state, names)
        yield from describe_links(state)
        yield from describe_upcoming(state, names)

    def hides(self, state: State) -> bool:
        return state.terms.ruleset.hidden_money

    def heading(self, state: State | Position, names: Sequence[str]) -> Heading:
        state, names = _at_table(state, names)
        rules = state.terms.ruleset
        ended = result(state)
        return Heading(
            f"Power Grid {rules.edition.capitalize()}, {say(state.board.map.name)}",
            say(
                "Round {round}, step {step}, phase: {phase}",
                round=state.round,
                step=state.step,
                phase=Word(PHASES[state.phase]),
            ),
            next(self.narrate_result(ended, names)) if ended else to_do(state, names),
            task_words(state, names),
        )

    def board_layers(
        self,
        state: State | Position,
        names: Sequence[str],
        targets: Collection[str] | None = None,
        view: View | None = None,
    ) -> BoardLayers:
        from gridgames.wings.powergrid.drawing.board import board_layers

        return board_layers(*_at_table(state, names), targets, view)

    def board_in_characters(
        self, shown: State | Position, names: Sequence[str], marks: Marks
    ) -> Iterator[Line]:
        return iter(map_lines(_at_table(shown, names)[0], marks))

    def panels(self, state: State | Position, names: Sequence[str]) -> Sequence[Panel]:
        return [*panels(*_at_table(state, names))]

    def stage(
        self, state: State, names: Sequence[str], seat: Seat | None, moves: Sequence[Move]
    ) -> Sequence[Panel]:
        return [*stage(state, names, seat, moves)]

    def palette(self) -> Palette:
        return TONES

    def format_position(self, state: State, names: Sequence[str]) -> str:
        """Return the position in its notation, without hidden information."""
        return format_position(to_position(state, names))

    def view(self, state: State, seat: Seat | None, names: Sequence[str]) -> dict[str, Any]:
        table = state.copy()
        table.money = self.seen(state, seat).money
        money = [None if amount == UNKNOWN_MONEY else amount for amount in table.money]
        position = to_position(table, names).to_json()
        position["facts"]["money"] = money
        return {"facts": self.game.facts(table) | {"money": money}, "position": position}

    def parse(self, state: State, text: str) -> Any:
        return super().parse(state, in_full(state, text))

    def parts(self, line: str) -> list[str]:
        """Return the parts of a line; the clauses of a player's line stay together.

        >>> from powergrid import game
        >>> Presenter(game).parts("step 2; A money 43; plants 8 13; done")
        ['step 2', 'A money 43; plants 8 13', 'done']
        """
        found: list[str] = []
        for part in super().parts(line):
            word = english_word(part.split(maxsplit=1)[0], "position") if part else ""
            if word in _CLAUSES and found and _OF_PLAYER.match(found[-1]):
                found[-1] += f"; {part}"
            else:
                found.append(part)
        return found

    def parse_position(self, text: str, tables: Mapping[str, Path]) -> Position | None:
        from gridgames.wings.powergrid.companion.position_input import (
            is_position,
            own_map,
            parse_any_position,
        )

        if not is_position(text):
            return None
        return parse_any_position(text, own_map(tables.get("map_file")))

    def is_position(self, text: str) -> bool:
        """Return whether a text starts as a position does, has a player A, or is our JSON."""
        from gridgames.wings.powergrid.companion.position_input import is_position

        is_named = '"powergrid"' in text or not text.lstrip().startswith("{")
        return is_named and is_position(text)


def _at_table(shown: State | Position, names: Sequence[str]) -> tuple[State, Sequence[str]]:
    """Return a state and its players; a position has both."""
    return (shown, names) if isinstance(shown, State) else (shown.table(), shown.names)


def _need_words(plants: tuple[Plant, ...]) -> str:
    fixed, hybrids = fuel_needs(plants)
    told = [fuel_words(fixed)] if any(fixed) or not hybrids else []
    told += [say("{count} coal or oil", count=count) for count in hybrids]
    return ", ".join(told)
