"""The name of :mod:`gridcommon.game_loop` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(
    "gridcommon.game_loop", Difference="ReplayMismatch", recorded="play_recorded"
)
