"""SIGTERM and SIGHUP end the program in good order, like Ctrl-C: the screen is given back.

On Windows a console that is closed sends SIGBREAK instead.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer, current_thread, main_thread
from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
_ENDING = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
_STREAMS = range(3)  # standard input, output, errors
_PATIENCE = 3.0  # seconds until a program that cannot end in good order is ended


def ending() -> list[signal.Signals]:
    """Return the signals that are to end the program; under ``nohup`` SIGHUP is not."""
    return [one for one in _ENDING if signal.getsignal(one) != signal.SIG_IGN]


def exit_code(number: int) -> int:
    """Return what a shell says of a program that a signal has ended."""
    return 128 + number


@contextmanager
def ended_by_signals(end: Callable[[int], object] = sys.exit) -> Iterator[None]:
    """Let a signal to end call ``end`` with an exit code, so that all that is open is closed.

    A program that cannot do so, because it waits for a terminal that is gone, is ended after a
    moment all the same. Nothing is lost by that: each move is saved as it is made.
    """
    if current_thread() is not main_thread():
        yield
        return

    def handle(number: int, _frame: FrameType | None) -> None:
        for one in _ENDING:
            signal.signal(one, signal.SIG_IGN)  # to end takes a moment, and is not begun twice
        leave_lost_terminal()
        last_resort = Timer(_PATIENCE, os._exit, [exit_code(number)])
        last_resort.daemon = True
        last_resort.start()
        end(exit_code(number))

    before = {one: signal.signal(one, handle) for one in ending()}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


async def hang_up_with_terminal() -> None:
    """Wait until the terminal is gone, and then end the program as SIGHUP does.

    The system sends that for a controlling terminal only; from another one the program would read
    its end for ever.
    """
    import asyncio

    while not any(map(_is_lost, _STREAMS)):
        await asyncio.sleep(1)
    signal.raise_signal(ending()[-1])


def leave_lost_terminal() -> None:
    """Read and write nowhere, if the terminal is gone: each try would be an error of its own."""
    for handle in filter(_is_lost, _STREAMS):
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, handle)
            os.close(nowhere)


def _is_lost(handle: int) -> bool:
    """Return whether a stream leads to a terminal that is gone."""
    if sys.platform == "win32":
        return False
    import errno
    import termios

    try:
        termios.tcgetattr(handle)
    except termios.error as problem:
        return bool(problem.args[0] == errno.EIO)
    return False
