"""Whether the terminal can show the full screen, and the reason if it cannot."""

import sys
from functools import cache

from gridgames.languages.messages import say
from gridgames.terminal import output
from gridgames.terminal.line_input import listens


def full_terminal() -> bool:
    """Return whether there is a terminal that can show the full screen; print why one cannot."""
    if not (listens() and output.is_terminal()):
        return False
    reason = _reason_for_plain_text()
    if reason:
        _explain(reason)
    return not reason


def _reason_for_plain_text() -> str:
    """Return why this terminal cannot show the full screen, or an empty text if it can."""
    stream = sys.stdout if sys.platform == "win32" else sys.stderr  # as Textual does
    if not stream.isatty():
        return say("standard error is not a terminal")
    if not output.obeys_controls():
        return say("TERM names no terminal that can show it")
    if not output.is_utf8(stream.encoding):
        return say("it needs UTF-8, and the output is {encoding}", encoding=stream.encoding)
    return ""


@cache  # prints it once
def _explain(reason: str) -> None:
    output.print_error(say("no full screen: {reason}", reason=reason))
