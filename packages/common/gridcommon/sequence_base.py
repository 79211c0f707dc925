"""The base of the program's own sequences.

To type checkers it is ``collections.abc.Sequence``. When the program runs it is an empty class that
is registered as one: a compiled class that inherits from ``Sequence`` is measured and indexed by
the interpreter, four times slower than by native calls, and takes every tuple for its instance. So
this module stays Python, and the sequences define all methods themselves.
"""

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence as SequenceBase
else:
    from collections.abc import Sequence

    A_co = TypeVar("A_co", covariant=True)

    class SequenceBase(Generic[A_co]):
        """A sequence, whose methods are defined by the classes that inherit from it."""

        __slots__ = ()

    Sequence.register(SequenceBase)

__all__ = ["SequenceBase"]
