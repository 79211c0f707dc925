"""Make a child process exit when its parent does, however the parent ends."""

import ctypes
import os
import select
import signal
import sys
import time
from threading import Thread

_PR_SET_PDEATHSIG = 1
_MEMORY = 1 << 30  # bytes of memory that a program may use


def exit_with_pipe(descriptor: int, grace: float = 3) -> None:
    """End this program when the other end of a pipe is closed, whichever thread opened it."""
    Thread(target=_wait_for_end, args=(descriptor, grace), daemon=True, name="lifeline").start()


def _be_killed_with_starter() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_for_end(descriptor: int, grace: float) -> None:
    if sys.platform != "win32":
        ends = select.poll()
        ends.register(descriptor, 0)  # requests no event: a closed end is always reported
        ends.poll()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(grace)
        os.kill(os.getpid(), signal.SIGKILL)


def exit_with_parent() -> None:
    """End this pool process as soon as its parent has ended, even if the parent was killed.

    The end of its pipe is no signal, since sibling processes hold the pipe open too.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None, "not a process of a pool"
    _be_killed_with_starter()
    Thread(target=_end_after, args=(parent.sentinel,), daemon=True, name="lifeline").start()


def _end_after(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)  # nothing is left to report or to close


def limit_memory(bytes_: int = _MEMORY) -> None:
    """Limit the memory of this program, on systems that support it."""
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = bytes_ if most == resource.RLIM_INFINITY else min(bytes_, most)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))
