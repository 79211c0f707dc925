"""Playing games in several processes or on many machines, with results in order of their numbers.

A worker of a Dask scheduler gets the numbers of some games, plays them as a local process would,
and returns the results; if it is lost, the scheduler gives its chunk to another one.
"""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from threading import Lock, Thread
from typing import Any, TypeVar

from gridcommon.errors import NotationError, Wording
from gridgames import __version__
from gridgames.system.parent_watch import exit_with_parent

T = TypeVar("T")
W = TypeVar("W")

_MOST_ON_WINDOWS = 61  # processes that a program can wait for on Windows
_AHEAD = 2  # tasks for each worker, so that none waits for its next one
_FAR = 16  # finished games per running game that may wait for a slow one
_TICK = 0.3  # seconds until Ctrl-C is noticed if waiting cannot be interrupted

_work: list[Callable[[int], Any]] = []  # in a worker process: the function that plays a game


def max_jobs(jobs: int, games: int) -> int:
    """Return how many processes are useful for ``games`` games."""
    return min(jobs, games, _MOST_ON_WINDOWS if sys.platform == "win32" else jobs)


def in_order(
    work: Iterable[W], begin: Callable[[W], Future[T]], ahead: Callable[[], int]
) -> Iterator[T]:
    """Yield the results of tasks in the order of ``work``, and raise an error of one in its turn.

    ``begin`` starts a task, and ``ahead`` returns how many should run at a time.
    """
    left = iter(work)
    pending: dict[Future[T], int] = {}
    done: dict[int, Future[T]] = {}
    begun = turn = 0
    while True:
        while turn in done:
            yield done.pop(turn).result()
            turn += 1
        while len(pending) < ahead() and begun - turn < ahead() * _FAR:
            one = next(left, None)
            if one is None:
                break
            pending[begin(one)] = begun
            begun += 1
        if not pending:
            return
        finished, _ = wait(pending, timeout=_TICK, return_when=FIRST_COMPLETED)
        done |= {pending.pop(future): future for future in finished}


def run_in_processes(work: Callable[[int], T], count: int, jobs: int) -> Generator[T, None, None]:
    """Yield ``work(0)``, ``work(1)``, ... below ``count``, in this order.

    Raises the errors of ``work``, and NotationError if a process is ended from outside. Close the
    iterator to end all processes at once.
    """
    try:
        with _pool(work, jobs) as pool:
            yield from in_order(range(count), partial(_submitted, pool), lambda: jobs * _AHEAD)
            pool.shutdown()
    except BrokenProcessPool:
        raise NotationError(
            "a process that plays was ended from outside, perhaps for want of memory; a batch with"
            " --records is continued by the same command"
        ) from None


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


_CHUNK = 3.0  # seconds that a chunk of games should take
_MAX_IN_CHUNK = 1000
_LOOK = 5.0  # seconds after which the workers are counted again
_PATIENCE = 30.0  # seconds without a worker that end a batch
_TO_CONNECT = "5s"
_TO_ANSWER = 10.0  # seconds until a scheduler must have answered
_LOGGERS = ("distributed", "distributed.client", "tornado.application")
_QUIET = dict.fromkeys(_LOGGERS, "critical")  # relevant problems become our own errors

_turn = Lock()  # a worker may have several threads, but an engine is not thread-safe


class _Chunks:
    """The numbers of the games, in chunks of about ``_CHUNK`` seconds."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._size = 1.0

    def __iter__(self) -> Iterator[range]:
        first = 0
        while first < self._count:
            last = min(first + int(self._size), self._count)
            yield range(first, last)
            first = last

    def took(self, games: int, seconds: float) -> None:
        """Adapt the size of the next chunks to the time of one. The games do not depend on it."""
        fit = _CHUNK * games / max(seconds, 0.001)
        self._size = max(1.0, min(fit, 2 * self._size, _MAX_IN_CHUNK))


class _Workers:
    """The number of workers, counted again from time to time."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._count = 0
        self._next = 0.0
        self._seen = time.monotonic()

    def __call__(self) -> int:
        """Return how many chunks should be in progress.

        Raises NotationError if there has been no worker for too long.
        """
        now = time.monotonic()
        if now >= self._next:
            self._count = len(self._client.scheduler_info(n_workers=-1)["workers"])
            self._next = now + (_LOOK if self._count else 0.2)
        if self._count:
            self._seen = now
        elif now - self._seen > _PATIENCE:
            raise NotationError("the scheduler has no workers", key="--scheduler")
        return max(1, self._count) * _AHEAD


def run_on_cluster(work: Callable[[int], T], count: int, address: str) -> Generator[T, None, None]:
    """Yield ``work(0)``, ``work(1)``, ... below ``count``, in this order, computed on the cluster.

    Raises the errors of ``work``, and NotationError if no scheduler answers at this address, if it
    disappears, or if workers are lost repeatedly. Close the iterator to stop.
    """
    chunks = _Chunks(count)
    with _client(address) as client:
        executor = client.get_executor(pure=False)

        def begin(numbers: range) -> Any:
            return executor.submit(_worked, work, numbers, __version__)

        for results, seconds in in_order(chunks, begin, _Workers(client)):
            chunks.took(len(results), seconds)
            yield from results


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Yield a client of a scheduler; its errors are raised as NotationError."""
    try:
        import dask

        dask.config.set({"distributed.comm.timeouts.connect": _TO_CONNECT, "logging": _QUIET})
        import distributed
    except ImportError:
        raise NotationError(
            'playing on many machines needs the cluster extra: pip install "gridgames[cluster]"'
        ) from None
    client = _connected(distributed.Client, address)
    try:
        yield client
    except distributed.KilledWorker:
        raise NotationError("workers are lost repeatedly", key="--scheduler") from None
    except (CancelledError, OSError) as problem:
        raise NotationError(
            "the connection to the scheduler was lost", key="--scheduler"
        ) from problem
    finally:
        client.close(timeout=2)


def _connected(make: Callable[..., Any], address: str) -> Any:
    """Return a connected client. Raises NotationError if the scheduler does not answer.

    Dask waits forever if a port accepts the connection and stays silent, so a thread does the
    waiting.
    """
    answer: Future[Any] = Future()

    def connect() -> None:
        try:
            answer.set_result(make(address, timeout=_TO_CONNECT, set_as_default=False))
        except Exception as problem:
            answer.set_exception(problem)

    Thread(target=connect, daemon=True, name="scheduler").start()
    try:
        return answer.result(timeout=_TO_ANSWER)
    except Exception as problem:
        reason: str | Wording = str(problem).partition("\n")[0]
        if not answer.done():
            reason = Wording("it sent no answer in {seconds} s", {"seconds": int(_TO_ANSWER)})
        raise NotationError(
            "no scheduler answers at {address}: {problem}",
            key="--scheduler",
            address=repr(address),
            problem=reason,
        ) from None


def _worked(
    work: Callable[[int], T], numbers: Sequence[int], version: str
) -> tuple[list[T], float]:
    """Return the results of some games, and the seconds that they took."""
    from gridgames.table.bots.custom_bots import close_programs

    if version != __version__:
        raise NotationError(
            "a worker has version {found} of this program, not {wanted}",
            key="--scheduler",
            found=__version__,
            wanted=version,
        )
    with _turn:
        began = time.monotonic()
        try:
            return [work(number) for number in numbers], time.monotonic() - began
        finally:
            close_programs()
