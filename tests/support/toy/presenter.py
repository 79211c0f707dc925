"""Nim as people meet it: what the defaults of the program do not say well enough."""

from collections.abc import Iterator, Sequence

from gridgames.languages.messages import render_message, say
from gridgames.show.face import Face, Move


class Presenter(Face):
    examples = "take 2"

    def narrate(self, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
        [move] = moves
        name, count = names[move.action.seat], move.action.count
        yield say("{name} takes {count:thing|things}", name=name, count=count)
        yield from map(render_message, move.events)
