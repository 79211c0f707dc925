"""Both games in OpenSpiel: ``gridgames_powergrid`` and ``gridgames_eletrika``.

Importing this module registers them: ``pip install gridgames[openspiel]``. Then the tools of
OpenSpiel play them, as in ``pyspiel.load_game("gridgames_eletrika(players=3,refill=turn_end)")``.
Parameters are ``players``, ``rounds``, ``deals`` and ``first_seed``, as in
:class:`gridgames.environments.position.ChancePosition`, and the options of the rules.

Chance is explicit. Nothing is known to one seat only: the games have perfect information in the
sense of OpenSpiel, and MCTS needs no determinization. With hidden money, it can be computed from
the history, so only observations lack it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

import pyspiel

from gridcommon.options import written
from gridgames.environments.position import DEALS, ROUNDS, ChancePosition
from gridgames.show.registry import wing_of

NAMES = {"gridgames_powergrid": "powergrid", "gridgames_eletrika": "eletrika"}
_SETTINGS = {"players": 2, "rounds": ROUNDS, "deals": DEALS, "first_seed": 0}
_CODES_A_ROUND = 2000  # of a seat, at most: raises by 1 Elektro, each with the stages of its choice


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of OpenSpiel; ``position`` is the :class:`ChancePosition` in it."""

    def __init__(self, game: "Game") -> None:
        """Made by ``Game.new_initial_state`` only."""
        super().__init__(game)
        self.position = game.first.clone()

    def current_player(self) -> int:
        """Return the seat to act, or the players of OpenSpiel for chance and for the end."""
        return self.position.current_player()

    def is_terminal(self) -> bool:
        """Return whether the game has ended or was truncated."""
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        """Return each seat's return: 1 for a sole win; their sum is 0."""
        return self.position.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible draws with their chances."""
        return self.position.chance_outcomes()

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """Return a copy: hidden cards and tiles are drawn later, at nodes of chance."""
        del player, sampler
        twin: State = self.clone()
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.describe(action, player)

    def __str__(self) -> str:
        return self.position.show(None)


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; ``first`` is the position before the deal."""

    kind: Any  # the pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raises NotationError, naming the key, for impossible parameters."""
        given = dict(params or {})
        settings = {key: int(given.get(key, least)) for key, least in _SETTINGS.items()}
        name = NAMES[self.kind.short_name]
        self.first = ChancePosition(name, ruleset=_ruleset(name, given), **settings)
        players, rounds = settings["players"], settings["rounds"]
        nodes = self.first.nodes
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.encoding.num_codes,
            max_chance_outcomes=max(settings["deals"], nodes.NUM_DRAWS),
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rounds * players * _CODES_A_ROUND,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, text: str | None = None) -> State:
        """Return the state before the deal, or the one of :meth:`ChancePosition.serialize`."""
        state = State(self)
        if text is not None:
            for code in ChancePosition.deserialize(text).history:
                state.apply_action(code)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: the deal, and at each card its draw and the next one's back."""
        return 1 + 2 * int(self.first.nodes.NUM_DRAWS)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer":
        """Return an observer of one seat's observations or, with perfect recall, histories."""
        if params:
            raise ValueError(f"an observer has no parameters, found {dict(params)}")
        return Observer(self.first, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall))


class Observer:
    """The observations of a seat for OpenSpiel: ``tensor``, and its named parts in ``dict``.

    With perfect recall, the text is the whole history; the tensor stays that of the observation.
    """

    def __init__(self, first: ChancePosition, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor = first.observation(0)
        self.dict = {
            name: self.tensor[part.start : part.end].reshape(part.rows, part.columns)
            for name, part in first.parts.items()
        }

    def set_from(self, state: State, player: int) -> None:
        """Write what the seat sees into ``tensor``."""
        self.tensor.fill(0)
        state.position.observe_into(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """Return what the seat sees as text."""
        if self._recalls:
            return f"seat {player}: " + " ".join(map(str, state.position.history))
        return state.position.show(player)


def _ruleset(name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``ruleset`` of a record's header with the given parameters."""
    game = wing_of(name).game
    chosen = {key: value for key, value in params.items() if key in _rules(name)}
    options = {
        key: game.OPTIONS[key].to_json(game.OPTIONS[key].from_text(written(value)))
        for key, value in chosen.items()
        if key in game.OPTIONS
    }
    named = {key: value for key, value in chosen.items() if key not in game.OPTIONS}
    return {**game.Ruleset().to_json(), **named, "options": options}


def _rules(name: str) -> dict[str, Any]:
    """Return the parameters of a game's rules with their defaults."""
    game = wing_of(name).game
    found = {
        field.name: field.default
        for field in fields(game.Ruleset)
        if field.default is not MISSING and isinstance(field.default, bool | int | str)
    }
    texts = {key: one.words()[0] for key, one in game.OPTIONS.items() if key not in found}
    return found | texts


def _register(short_name: str, name: str) -> None:
    seats: Sequence[int] = wing_of(name).game.SEATS
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=f"{name} of gridgames",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**_SETTINGS, **_rules(name)},
    )
    pyspiel.register_game(kind, type(f"{name.title()}Game", (Game,), {"kind": kind}))


for _short_name, _name in NAMES.items():
    _register(_short_name, _name)
