"""A program that ends with the one that started it, whatever becomes of either."""

import ctypes
import os
import select
import signal
import sys
import time
from threading import Thread

_PR_SET_PDEATHSIG = 1
_MEMORY = 1 << 30  # bytes that a program may have written to


def exit_with_starter(grace: float = 3) -> None:
    """End this program when the one that holds the other end of its standard input has ended.

    On Linux the kernel does it, even where this program hangs. Elsewhere a thread waits for the end
    of standard input, without reading it; the program then has ``grace`` seconds to end by itself.
    Windows knows no such wait.
    """
    _be_killed_with_starter()
    if sys.platform != "win32":
        exit_with_pipe(0, grace)


def exit_with_pipe(descriptor: int, grace: float = 3) -> None:
    """End this program when the other end of a pipe is closed, whichever thread opened it."""
    Thread(target=_wait_for_end, args=(descriptor, grace), daemon=True, name="lifeline").start()


def _be_killed_with_starter() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_for_end(descriptor: int, grace: float) -> None:
    if sys.platform != "win32":
        ends = select.poll()
        ends.register(descriptor, 0)  # no event is asked for: the end is always told
        ends.poll()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(grace)
        os.kill(os.getpid(), signal.SIGKILL)


def exit_with_parent() -> None:
    """End this process of a pool as soon as the program that started it has ended, even if killed.

    Such a process waits for work in a pipe that its brothers hold open too.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None, "not a process of a pool"
    _be_killed_with_starter()
    Thread(target=_end_after, args=(parent.sentinel,), daemon=True, name="lifeline").start()


def _end_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)  # there is nobody to report to, and nothing to be closed


def limit_memory(bytes_: int = _MEMORY) -> None:
    """Let this program take no more memory than it can have use for, where that can be said."""
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = bytes_ if most == resource.RLIM_INFINITY else min(bytes_, most)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))
