"""Playing games in several processes at a time, with results in the order of their numbers.

If a process is ended from outside, its unfinished games are played again.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

from gridcommon.errors import NotationError
from gridgames.system.parent_watch import exit_with_parent

T = TypeVar("T")
W = TypeVar("W")

_MOST_ON_WINDOWS = 61  # processes that a program can wait for on Windows
_AHEAD = 2  # games for each process, so that no process waits for its next game
_FAR = 16  # finished games per running game that may wait for a slow one
_TICK = 0.3  # seconds until Ctrl-C is noticed if waiting cannot be interrupted
_MOST_BROKEN = 5  # consecutive pools that finished no game

_work: list[Callable[[int], Any]] = []  # in a worker process: the function that plays a game


def max_jobs(jobs: int, games: int) -> int:
    """Return how many processes are useful for ``games`` games."""
    return min(jobs, games, _MOST_ON_WINDOWS if sys.platform == "win32" else jobs)


class OrderedWork(Generic[W, T]):
    """An ordered work queue: tasks run ahead, and results are yielded in submission order."""

    def __init__(self, work: Iterable[W]) -> None:
        self._left = iter(work)
        self._again: dict[int, W] = {}
        self._pending: dict[Future[T], tuple[int, W]] = {}
        self._done: dict[int, Future[T]] = {}
        self._begun = 0
        self._turn = 0

    def results(
        self,
        begin: Callable[[W], Future[T]],
        ahead: Callable[[], int],
        lost: type[Exception] | tuple[()] = (),
    ) -> Iterator[T]:
        """Yield the missing results; ``ahead`` returns how many tasks should run at a time.

        An error of a task is raised in its turn, and ``lost`` at once. The next call starts
        unfinished tasks again.
        """
        self._again |= dict(self._pending.values())
        self._pending = {}
        while True:
            while self._turn in self._done:
                yield self._done.pop(self._turn).result()
                self._turn += 1
            while len(self._pending) < ahead() and self._take(ahead() * _FAR):
                place = min(self._again)
                work = self._again[place]
                self._pending[begin(work)] = place, work  # a broken pool takes no work
                del self._again[place]
            if not self._pending:
                return
            done, _ = wait(self._pending, timeout=_TICK, return_when=FIRST_COMPLETED)
            for future in done:
                if isinstance(problem := future.exception(), lost):
                    raise problem
                place, _ = self._pending.pop(future)
                self._done[place] = future

    def _take(self, far: int) -> bool:
        """Return whether a task is ready to start; fetch the next one if no task is left over."""
        if not self._again and self._begun - self._turn < far:
            for work in islice(self._left, 1):
                self._again[self._begun] = work
                self._begun += 1
        return bool(self._again)


def run_in_processes(
    work: Callable[[int], T], count: int, jobs: int, lost: Callable[[], object]
) -> Generator[T, None, None]:
    """Yield ``work(0)``, ``work(1)``, ... below ``count``, in this order.

    ``lost`` is called when a process was ended from outside. Raises the errors of ``work``, and
    NotationError if processes are ended repeatedly. Close the iterator to end all processes at
    once.
    """
    line: OrderedWork[int, T] = OrderedWork(range(count))
    broken = 0
    while broken < _MOST_BROKEN:
        try:
            with _pool(work, jobs) as pool:
                begin = partial(_submitted, pool)
                for result in line.results(begin, lambda: jobs * _AHEAD, BrokenProcessPool):
                    broken = 0
                    yield result
                pool.shutdown()
                return
        except BrokenProcessPool:
            broken += 1
            lost()
    raise NotationError("the processes that play are killed repeatedly")


def _submitted(pool: ProcessPoolExecutor, number: int) -> Future[Any]:
    with _uninterrupted():
        return pool.submit(_do, number)


@contextmanager
def _pool(work: Callable[[int], Any], jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool; games that are still running when the block ends are abandoned."""
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
    """Start processes that ignore Ctrl-C; the program that started them ends them."""
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
    exit_with_parent()
    _work[:] = [work]


def _do(number: int) -> Any:
    return _work[0](number)
