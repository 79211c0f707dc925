"""Pickled views and actions for another process, each preceded by its length."""

import pickle
from typing import IO, Any

LENGTH = 4  # bytes of the length that precedes a pickle


def pack(*values: Any) -> bytes:
    """Return views and actions as bytes, preceded by their length."""
    data = pickle.dumps(values, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data


def receive(stream: IO[bytes]) -> tuple[Any, ...] | None:
    """Return the next packed data from a trusted stream, or None at its end.

    Unpickling can run code.
    """
    head = stream.read(LENGTH)
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    if not head or len(data) != size:
        return None
    values: tuple[Any, ...] = pickle.loads(data)
    return values
