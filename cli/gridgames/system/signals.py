"""Signals: SIGTERM and SIGHUP end the program cleanly, like Ctrl-C, and restore the screen.

On Windows a closed console sends SIGBREAK instead.
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
_PATIENCE = 3.0  # seconds until a program that cannot end cleanly is killed


def ending() -> list[signal.Signals]:
    """Return the signals that end the program, without SIGHUP under ``nohup``."""
    return [one for one in _ENDING if signal.getsignal(one) != signal.SIG_IGN]


def exit_code(number: int) -> int:
    """Return the exit code that shells use for a program ended by a signal."""
    return 128 + number


@contextmanager
def end_on_signals(end: Callable[[int], object] = sys.exit) -> Iterator[None]:
    """Make signals call ``end`` with an exit code, so that all open resources are closed.

    A program that cannot do so, since it waits for a closed terminal, is killed after a moment. No
    data are lost: each move is saved when it is made.
    """
    if current_thread() is not main_thread():
        yield
        return

    def handle(number: int, _frame: FrameType | None) -> None:
        for one in _ENDING:
            signal.signal(one, signal.SIG_IGN)  # ending takes a moment and must not start twice
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
    """Wait until the terminal is closed, then end the program as SIGHUP does.

    The system sends SIGHUP only for a controlling terminal; from any other terminal the program
    would read end-of-file forever.
    """
    import asyncio

    while not any(map(_is_lost, _STREAMS)):
        await asyncio.sleep(1)
    signal.raise_signal(ending()[-1])


def leave_lost_terminal() -> None:
    """Redirect all streams to nowhere if the terminal is closed, since each use would fail."""
    for handle in filter(_is_lost, _STREAMS):
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, handle)
            os.close(nowhere)


def _is_lost(handle: int) -> bool:
    """Return whether a stream belongs to a closed terminal."""
    if sys.platform == "win32":
        return False
    import errno
    import termios

    try:
        termios.tcgetattr(handle)
    except termios.error as problem:
        return bool(problem.args[0] == errno.EIO)
    return False
