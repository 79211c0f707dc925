"""What may be shown: a terminal shows most characters, and obeys others."""

# Not printable to Python, yet only seen: spaces of other scripts, and what joins letters or emoji.
_SEEN = "\u00a0\u202f\u3000\u200c\u200d"


def is_printable(text: str) -> bool:
    """Whether a terminal shows each character of ``text`` and obeys none, a line break included."""
    return text.isprintable() or all(one.isprintable() or one in _SEEN for one in text)


def visible(text: str, *, keep: str = "") -> str:
    r"""Return ``text`` with each character that a terminal would obey written out, but ``keep``.

    >>> print(visible("Ana\x1b[2J"))
    Ana\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(one if one in keep or is_printable(one) else repr(one)[1:-1] for one in text)
