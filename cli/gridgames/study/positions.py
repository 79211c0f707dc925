"""Positions named on the command line: a file, standard input, or the picture of a rule."""

import os
import re

from gridcommon.errors import NotationError
from gridgames.system.files import read_argument

_RULE = r"([A-Z]{2}-[A-Z]+)-(\d{1,2})"


def position_text(name: str) -> tuple[str, str]:
    """Return the text that an argument names, and the name of its source for errors.

    A rule id is the position in the picture of the rule, unless a file has that name. Raises
    NotationError if there is none, or if it cannot be read.
    """
    rule = None if os.path.lexists(name) else re.fullmatch(_RULE, name, re.IGNORECASE)
    if rule is None:
        return read_argument(name)
    from gridgames.show.registry import names
    from gridgames.study.rules.pictured import picture_of

    key = f"{rule[1].upper()}-{rule[2]:>02}"
    found = (picture_of(key, game) for game in names())
    if picture := next(filter(None, found), None):
        return picture.position(), key
    raise NotationError(
        "is neither a file nor a rule with a picture; gridgames rules ID --draw shows those of a "
        "rule",
        source=name,
    )
