"""The name of :mod:`gridcommon.game_loop` in earlier versions, for one release."""

from gridcommon.game_loop import ReplayMismatch as Difference
from gridcommon.game_loop import format_value, header, play, replay, start
from gridcommon.game_loop import play_recorded as recorded

__all__ = ["Difference", "format_value", "header", "play", "recorded", "replay", "start"]
