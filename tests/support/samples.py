"""JSON samples of documents, in which ``...`` is what was left out, compared with answers."""

import json
import re
from typing import Any


def read_sample(text: str) -> Any:
    """Return a sample with a text for each ``...``: any value, or the rest of an object."""
    text = re.sub(r"([{,]\s*)\.\.\.(?=\s*})", r'\1"...": "..."', text)
    return json.loads(re.sub(r"([\[,:]\s*)\.\.\.(?=\s*[\],}])", r'\1"..."', text))


def difference(shown: Any, found: Any, path: str = "$") -> str:
    """Return where an answer is not what a sample shows of it, or an empty text."""
    if shown == "...":
        return ""
    if isinstance(shown, dict) and isinstance(found, dict):
        keys = [key for key in shown if key != "..."]
        if [key for key in found if key in keys or keys == [*shown]] != keys:
            return f"{path} has the keys {[*found]}"
        return next(filter(None, (difference(shown[k], found[k], f"{path}.{k}") for k in keys)), "")
    if isinstance(shown, list) and isinstance(found, list):
        if shown[:1] == ["..."]:
            rests = [difference(shown[1:], found[n:], path) for n in range(len(found) + 1)]
            return "" if "" in rests else f"{path} has none of {shown[1:]}"
        if not shown or not found:
            return "" if shown == found else f"{path} ends with {found}, not {shown}"
        first = difference(shown[0], found[0], f"{path}[]")
        return first or difference(shown[1:], found[1:], path)
    if isinstance(shown, str) and isinstance(found, str) and shown.endswith("..."):
        return "" if found.startswith(shown[:-3]) else f"{path} is {found!r}"
    return "" if (type(shown), shown) == (type(found), found) else f"{path} is {found!r}"


def without_gaps(shown: Any) -> Any:
    """Return a sample without the items of lists that it leaves out."""
    if isinstance(shown, dict):
        return {key: without_gaps(value) for key, value in shown.items()}
    if isinstance(shown, list):
        return [without_gaps(one) for one in shown if one != "..."]
    return shown
