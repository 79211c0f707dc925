"""The name of :mod:`gridcommon.game_loop` before version 1.0, until 1.1."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of(
    __name__, "gridcommon.game_loop", Difference="ReplayMismatch", recorded="play_recorded"
)
