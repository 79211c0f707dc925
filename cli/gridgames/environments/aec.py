"""The games as PettingZoo environments: agents choose action codes in turn.

Agents are ``player_0`` and so on, one per seat; seats with a bot have no agent. An observation is a
vector with a mask of the legal codes. A choice in several stages takes several steps of one agent;
a forced choice takes none, unless ``ask_forced``.
Rewards are given at the end: 1 for a sole win, down to -1 / (players - 1) for a loss, and 0 in a
game that was broken off (truncated).
"""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gridcommon.contract import Seat
from gridgames.environments.position import HIGHEST, ROUNDS, Position, coded, length, with_chosen
from gridgames.show.registry import face_of
from gridgames.table.saves.new_games import chosen_seed
from gridgames.terminal import output

RENDER_MODES = ("ansi", "rgb_array", "human")


def env(name: str, **settings: Any) -> AECEnv[str, Any, int | None]:
    """Return a game as an environment with checks of its use; see :class:`raw_env`."""
    checked: AECEnv[str, Any, int | None] = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(raw_env(name, **settings))
    )
    return checked


class raw_env(AECEnv[str, Any, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an environment, without checks of the order of calls."""

    def __init__(
        self,
        name: str,
        *,
        players: int = 2,
        ruleset: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        rounds: int = ROUNDS,
        render_mode: str | None = None,
        ask_forced: bool = False,
    ) -> None:
        """Raises NotationError as :meth:`Position.new` does, ValueError for another mode."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r}: one of {', '.join(RENDER_MODES)}")
        _, _, self.encoding = coded(name, players, ruleset, bots)
        self.parts = with_chosen(self.encoding)
        self.name, self.players, self.bots = name, players, bots or {}
        self._settings: dict[str, Any] = {"players": players, "ruleset": ruleset, "bots": bots}
        self._settings |= {"rounds": rounds, "ask_forced": ask_forced}
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [
            f"player_{seat}" for seat in range(players) if seat not in self.bots
        ]
        size, codes = length(self.parts), self.encoding.num_codes
        spaces = gymnasium.spaces
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-1.0, HIGHEST, (size,), np.float32),
                action_mask=spaces.Box(0, 1, (codes,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(codes) for agent in self.possible_agents}
        self.position: Position | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start a game; without a seed, a random seed is drawn."""
        del options
        self.position = Position.new(self.name, seed=chosen_seed(seed), **self._settings)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_agent()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation; its mask is all 0 if another agent is to choose."""
        position, seat = self._at(), self._seat(agent)
        mask = np.zeros(self.encoding.num_codes, np.int8)
        if seat == position.current_player():
            mask = position.legal_actions_mask()
        return {"observation": position.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose a code for the agent to act. Raises ValueError if the code is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        position = self._at()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        position.apply_action(int(action))  # type: ignore[arg-type]  # None for the dead only
        if position.is_terminal():
            over = self.truncations if position.is_broken_off else self.terminations
            got = position.returns()
            for name in self.agents:
                self.rewards[name] = got[self._seat(name)]
                over[name] = True
        self._choose_agent()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Show the view of the seat to act: as text, as an image, or on the terminal."""
        if self.render_mode is None:
            gymnasium.logger.warn("render: no render_mode was given")
            return None
        if self.render_mode == "rgb_array":
            return self._image()
        position = self._at()
        seat = position.current_player() or 0
        if self.render_mode == "ansi":
            return position.show(seat)
        output.print_lines(position.show_lines(seat))
        return None

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""

    def _at(self) -> Position:
        assert self.position is not None, "reset comes first"
        return self.position

    def _names(self) -> list[str]:
        return [self.bots.get(seat, f"player_{seat}") for seat in range(self.players)]

    def _seat(self, agent: str) -> Seat:
        return int(agent.rpartition("_")[2])

    def _choose_agent(self) -> None:
        seat = self._at().current_player()
        self.agent_selection = self.agents[0] if seat is None else f"player_{seat}"

    def _public(self) -> Any:
        position = self._at()
        return position.game.observe(position.state, position.current_player() or 0).public

    def _image(self) -> NDArray[np.uint8]:
        from PIL import Image

        from gridgames.show.drawing.images import to_png
        from gridgames.show.pictures import drawings_of

        (drawing,) = drawings_of(face_of(self.name), [self._public()], self._names())
        image = Image.open(BytesIO(to_png(drawing, 1.0))).convert("RGB")
        return np.asarray(image, np.uint8)
