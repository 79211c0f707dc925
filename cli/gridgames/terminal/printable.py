"""Printable characters: which ones a terminal only displays, and which ones control it."""

from unicodedata import category, normalize

# Not printable for Python, but harmless: spaces of other scripts, and joiners in words or emoji.
_SEEN = "\u00a0\u202f\u3000\u200c\u200d"
# Printable for Python, but blank: fillers of letters and patterns.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"


def is_printable(text: str) -> bool:
    """Return whether a terminal only displays ``text``; a line break is a control character too."""
    return text.isprintable() or all(one.isprintable() or one in _SEEN for one in text)


def visible_part(text: str) -> str:
    """Return the visible part of ``text``, empty if it is blank or has only combining marks.

    Two texts look the same if their visible parts are equal.

    >>> visible_part("An\\u200da"), visible_part(" \\u200d")
    ('Ana', '')
    """
    left = "".join(one for one in text if one not in _BLANK and category(one) != "Cf")
    has_letter = any(category(one) not in ("Mn", "Me", "Zs") for one in left)
    return normalize("NFC", left) if has_letter else ""


def escape_controls(text: str, *, keep: str = "") -> str:
    r"""Return ``text`` with every control character except ``keep`` escaped.

    >>> print(escape_controls("Ana\x1b[2J"))
    Ana\x1b[2J
    """
    if (text.replace(keep, "") if keep else text).isprintable():
        return text
    return "".join(one if one in keep or is_printable(one) else repr(one)[1:-1] for one in text)
