"""The presenter of Eletrika: the start of a game, and its texts for players."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eletrika.ending import result
from eletrika.events import Energized, MarkerReturned, Scored, ScoreSettled, TileRevealed
from eletrika.notation import detect_form, format_full, parse_position
from eletrika.position import Network, Position, to_position
from eletrika.position_setup import as_kept, from_position, opening_draws, seats_of
from eletrika.ruleset import Ruleset
from eletrika.setup import Setup, unknown_setup
from eletrika.state import SETUP, State
from eletrika.tile_set import shipped_tiles
from eletrika.view import supposed_setup
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.records import Declaration, Header
from gridgames.languages.messages import say
from gridgames.show.characters import brief_words
from gridgames.show.face import Face, check_seated
from gridgames.show.parts import BoardLayers, Heading, Marks, Panel, View
from gridgames.show.standing_orders import OrderKeyword
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.description.narration import (
    criteria,
    deeds,
    narrate,
    narrate_event,
    narrate_result,
)
from gridgames.wings.eletrika.description.places import cell_of, changed_places, place_of
from gridgames.wings.eletrika.description.scene import (
    BoardScene,
    scene_of,
    scene_of_position,
)
from gridgames.wings.eletrika.description.situation import (
    describe_board,
    describe_game,
    lit_or_dark,
    prospects,
    round_words,
    task_words,
    to_do,
    turning_point,
    wasteful_warning,
)
from gridgames.wings.eletrika.description.text_board import board_lines
from gridgames.wings.eletrika.description.words import (
    demand_words,
    open_task,
    read_position,
    words_of_positions,
)
from gridgames.wings.eletrika.menu import menu_of
from gridgames.wings.eletrika.plan import ORDER_WORDS, TurnPlan

if TYPE_CHECKING:
    from gridgames.show.drawing.palette import Palette

    Shown = State | Position | Network | BoardScene


class Presenter(Face):
    """Eletrika as people meet it."""

    examples = (
        "tile 13/2 1,0 marker 2, tile 13/2 1,0 build P, build T 0,1, score 0,0 3,0,"
        " abandon 0,0, end, pass"
    )
    orders = "plan tile 13/2 1,0, build T 1,0, plan score, plan back, commit"
    order_words: Sequence[OrderKeyword] = ORDER_WORDS
    standing = TurnPlan
    incomes: Mapping[type, str] = dict.fromkeys((Scored, MarkerReturned, ScoreSettled), "points")
    gain_unit = Word("MW")
    draws = (TileRevealed,)
    landmarks: Mapping[str, tuple[type, ...]] = {"score": (Scored,), "light": (Energized,)}
    help: Sequence[tuple[str, Wording | None]] = (
        ("tile 13/2 1,0 marker 2   tile 13/2 1,0 build P   build T 0,1", None),
        ("score 0,0 3,0   abandon 0,0   end   why build T 0,1   rules EL-NRG-01", None),
    )

    narrate = staticmethod(narrate)
    narrate_event = staticmethod(narrate_event)
    narrate_result = staticmethod(narrate_result)
    criteria = staticmethod(criteria)
    deeds = staticmethod(deeds)
    turning_point = staticmethod(turning_point)
    board = staticmethod(describe_board)
    prospects = staticmethod(prospects)
    wasteful_warning = staticmethod(wasteful_warning)
    menu = staticmethod(menu_of)
    place = staticmethod(place_of)
    changed_places = staticmethod(changed_places)

    def begin(
        self, header: Header, given: Mapping[str, Any]
    ) -> tuple[Header, Sequence[Declaration]]:
        if not {"keep", "position"} & set(given):
            return super().begin(header, given)
        rules = Ruleset.from_json(header.ruleset)
        setup, told = unknown_setup(rules), tuple[Declaration, ...]()
        if "position" in given:
            path = Path(given["position"])
            try:
                setup, told = _begun_at(path, rules, header, is_kept="keep" in given)
            except NotationError as problem:
                problem.source = problem.source or str(path)
                raise
        return replace(header, setup=setup.to_json(), takes_notes=True), told

    def situation_lines(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        bonus = demand_words(state.bonus)
        yield say(
            "Eletrika, {round}; in high demand: {bonus}", round=round_words(state), bonus=bonus
        )
        panels = {panel.key: panel for panel in self.panels(state, names)}
        yield from map("  {}".format, brief_words(panels["players"]))
        own = ", ".join(lit_or_dark(state, cell) for cell in state.own_cells(seat))
        yield say("Structures of {name}: {own}", name=names[seat], own=own or say("none"))
        if state.phase == SETUP:  # the menu tells of the tile
            return
        for told in brief_words(panels["row"]):
            yield say("Face up: tile {tile}", tile=told)
        yield say("{count:tile|tiles} in the stack", count=len(state.stack))

    def full_description(
        self, state: State, names: Sequence[str], board: Iterable[Line] | None = None
    ) -> Iterator[Line]:
        board = describe_board(state, names) if board is None else board
        return describe_game(state, names, self.panels(state, names), board)

    def heading(self, state: "Shown", names: Sequence[str]) -> Heading:
        if not isinstance(state, State):
            position = scene_of(state, names).position
            moment = "" if position.round is None else say("round {round}", round=position.round)
            return Heading("Eletrika", moment, open_task(position))
        ended = result(state)
        task = next(narrate_result(ended, names)) if ended else to_do(state, names)
        return Heading("Eletrika", round_words(state), task, task_words(state, names))

    def board_layers(
        self,
        state: "Shown",
        names: Sequence[str],
        targets: Collection[str] | None = None,
        view: View | None = None,
    ) -> BoardLayers:
        """Return the board in layers.

        Raises NotationError for what cannot be drawn, such as a network without places.
        """
        from gridgames.wings.eletrika.drawing.board import board_layers

        return board_layers(scene_of(state, names), targets, view)

    def board_in_characters(
        self, shown: "Shown", names: Sequence[str], marks: Marks
    ) -> Iterator[Line]:
        chosen = {cell_of(key) for key in marks.chosen if key.startswith("cell_")}
        return board_lines(scene_of(shown, names), chosen)

    def panels(self, state: "Shown", names: Sequence[str]) -> Sequence[Panel]:
        from gridgames.wings.eletrika.panels import panels

        return [*panels(scene_of(state, names))]

    def palette(self) -> "Palette":
        from gridgames.wings.eletrika.drawing.signs import TONES

        return TONES

    def parse_position(self, text: str, tables: Mapping[str, Path]) -> BoardScene:
        """Parse a position in picture or full form.

        No other game has a notation that looks like one of these, so any text is read.
        """
        from gridgames.wings.eletrika.companion.position_input import ruleset_of

        rules = ruleset_of(None, (), tables.get("tiles"), None)
        return scene_of_position(read_position(text, rules.tiles), rules)

    def is_position(self, text: str) -> bool:
        """Return whether a text parses as a position, or has lines of the full form."""
        try:
            parse_position(text, shipped_tiles(), words_of_positions())
        except NotationError:
            return detect_form(text) == "full"
        return True

    def format_position(self, state: State, names: Sequence[str]) -> str:
        del names
        return format_full(to_position(state))

    def view(self, state: State, seat: Seat | None, names: Sequence[str]) -> dict[str, Any]:
        seen = self.seen(state, seat)
        return super().view(state, seat, names) | {"position": self.format_position(seen, names)}

    def supposed_setup(self, state: State, seat: Seat) -> Setup:
        del seat
        return supposed_setup(state)


def _begun_at(
    path: Path, rules: Ruleset, header: Header, *, is_kept: bool
) -> tuple[Setup, tuple[Declaration, ...]]:
    """Return the setup of a game that continues from the position in a file.

    Where it lies on a real table nothing is drawn, and no rule is asked.
    """
    from gridgames.wings.eletrika.companion.position_input import position_to_play

    position = position_to_play(path, rules.tiles)
    check_seated(len(seats_of(position)), header)
    if is_kept:
        as_kept(position, rules)
        return unknown_setup(rules), (Declaration("set", {"position": format_full(position)}),)
    setup, told = opening_draws(from_position(position, rules, header.seed or 0))
    return setup, (Declaration("set", told),)
