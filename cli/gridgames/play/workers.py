"""Games played in several processes, some at a time.

A process that is ended from outside costs the games it was playing, which are played again.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from gridcommon.errors import NotationError
from gridgames.terminal.lifeline import end_with_parent

T = TypeVar("T")

_MOST_ON_WINDOWS = 61  # processes that one can wait for there
_AHEAD = 2  # games for each process, so that none waits for the next one
_TICK = 0.3  # seconds after which Ctrl-C is seen where waiting cannot be interrupted
_MOST_BROKEN = 5  # pools in a row without a game that is finished

_work: list[Callable[[int], Any]] = []  # of this process, if it is one of a pool


def most_jobs(jobs: int, games: int) -> int:
    """Return how many processes are of use here."""
    return min(jobs, games, _MOST_ON_WINDOWS if sys.platform == "win32" else jobs)


def in_processes(
    work: Callable[[int], T], count: int, jobs: int, lost: Callable[[], object]
) -> Generator[T, None, None]:
    """Yield ``work(0)``, ``work(1)``, ... below ``count``, as they are finished.

    ``lost`` is called when a process was ended from outside. Raises what ``work`` raises, and
    NotationError if no process lives long enough. Close the iterator to end all processes at once.
    """
    left = iter(range(count))
    again: list[int] = []
    broken = 0
    while broken < _MOST_BROKEN:
        pending: dict[Future[T], int] = {}
        try:
            with _pool(work, jobs) as pool:
                while True:
                    while len(pending) < jobs * _AHEAD:
                        number = again.pop() if again else next(left, None)
                        if number is None:
                            break
                        pending[_submitted(pool, number, again)] = number
                    if not pending:
                        pool.shutdown()
                        return
                    done, _ = wait(pending, timeout=_TICK, return_when=FIRST_COMPLETED)
                    for future in done:
                        result = future.result()
                        del pending[future]
                        broken = 0
                        yield result
        except BrokenProcessPool:
            again.extend(pending.values())
            broken += 1
            lost()
    raise NotationError("the processes that play are ended again and again from outside")


def _submitted(pool: ProcessPoolExecutor, number: int, again: list[int]) -> Future[Any]:
    with _uninterrupted():
        try:
            return pool.submit(_do, number)
        except BrokenProcessPool:
            again.append(number)
            raise


@contextmanager
def _pool(work: Callable[[int], Any], jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool; whatever is still played when it is left is given up."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(work,))
    try:
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in before:
                process.kill()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that no Ctrl-C reaches: the one that started them ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(work: Callable[[int], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    end_with_parent()
    _work[:] = [work]


def _do(number: int) -> Any:
    return _work[0](number)
