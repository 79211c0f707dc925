"""Seeds: the only place that asks the machine for a random number; and the digests of draws."""

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any

from gridcommon.records import check_seed

# The integers that JSON in JavaScript keeps exactly, and too many to find the seed by trying them
# with the face-up pieces at the start.
SEEDS = 1 << 53


def chosen_seed(given: int | None) -> int:
    """Return the given seed, or an unpredictable one.

    Raises NotationError for a seed that a record cannot store.
    """
    if given is None:
        return int.from_bytes(os.urandom(7), "big") % SEEDS
    check_seed(given)
    return given


def deal_of(setup: Mapping[str, Any]) -> str:
    """Return a short digest of the ``setup`` of a header.

    >>> deal_of({})
    '44136fa355b3678a'
    """
    return hashlib.sha256(json.dumps(setup, sort_keys=True).encode()).hexdigest()[:16]
