"""The name of :mod:`eletrika.assumed_game` in earlier versions, for one release."""

from gridcommon.lazy_exports import names_of

__getattr__ = names_of("eletrika.assumed_game", Supposed="AssumedGame", suppose="assume_game")
