"""Which characters a terminal only shows, and which it would obey."""

# Not printable for Python, but harmless: spaces of other scripts, and joiners of letters or emoji.
_SEEN = "\u00a0\u202f\u3000\u200c\u200d"


def is_printable(text: str) -> bool:
    """Return whether a terminal only shows ``text``; even a line break would be obeyed."""
    return text.isprintable() or all(one.isprintable() or one in _SEEN for one in text)


def visible(text: str, *, keep: str = "") -> str:
    r"""Return ``text`` with every character that a terminal would obey escaped, except ``keep``.

    >>> print(visible("Ana\x1b[2J"))
    Ana\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(one if one in keep or is_printable(one) else repr(one)[1:-1] for one in text)
