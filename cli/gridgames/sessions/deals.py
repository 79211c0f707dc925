"""Deals: a short text that names the draws of a game."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def deal_of(setup: Mapping[str, Any]) -> str:
    """Return a short digest of the ``setup`` of a header.

    >>> deal_of({})
    '44136fa355b3678a'
    """
    return hashlib.sha256(json.dumps(setup, sort_keys=True).encode()).hexdigest()[:16]
