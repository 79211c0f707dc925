"""The name of :mod:`eletrika.assumed_game` in earlier versions, for one release."""

from eletrika.assumed_game import AssumedGame as Supposed
from eletrika.assumed_game import assume_game as suppose

__all__ = ["Supposed", "suppose"]
