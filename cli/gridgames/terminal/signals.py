"""SIGTERM and SIGHUP end the program in good order, like Ctrl-C: the screen is given back."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def ending() -> list[signal.Signals]:
    """Return the signals that are to end the program; under ``nohup`` SIGHUP is not."""
    return [one for one in _ENDING if signal.getsignal(one) != signal.SIG_IGN]


def exit_code(number: int) -> int:
    """Return what a shell says of a program that a signal has ended."""
    return 128 + number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let a signal to end raise SystemExit, so that all that is open is closed."""
    if current_thread() is not main_thread():
        yield
        return
    before = {one: signal.signal(one, _end) for one in ending()}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _end(number: int, _frame: FrameType | None) -> None:
    for one in ending():
        signal.signal(one, signal.SIG_IGN)  # to end takes a moment, and is not begun twice
    leave_lost_terminal()
    raise SystemExit(exit_code(number))


def leave_lost_terminal() -> None:
    """Read and write nowhere, if the terminal is gone: each try would be an error of its own."""
    if sys.platform == "win32":
        return
    import errno
    import termios

    for handle in range(3):
        try:
            termios.tcgetattr(handle)
        except termios.error as problem:
            if problem.args[0] == errno.EIO:
                with suppress(OSError):
                    nowhere = os.open(os.devnull, os.O_RDWR)
                    os.dup2(nowhere, handle)
                    os.close(nowhere)


def on_ending(add: Callable[..., None], end: Callable[[int], None]) -> None:
    """Let ``end`` be called with an exit code, by ``add``, which an event loop has."""
    for one in ending():
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or another thread
            add(one, _call, end, exit_code(one))


def _call(end: Callable[[int], None], code: int) -> None:
    leave_lost_terminal()
    end(code)
