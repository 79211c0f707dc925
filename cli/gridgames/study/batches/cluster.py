"""Playing games on many machines, with the workers of a Dask scheduler.

A worker gets the numbers of some games, plays them as a local process would, and returns the
results. If a worker is lost, the scheduler gives its chunk to another one.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from threading import Lock, Thread
from typing import Any, TypeVar

from gridcommon.errors import NotationError, Wording
from gridgames import __version__
from gridgames.study.batches.workers import OrderedWork

T = TypeVar("T")

_CHUNK = 3.0  # seconds that a chunk of games should take
_MAX_IN_CHUNK = 1000
_AHEAD = 2  # chunks for each worker, so that no worker waits for its next chunk
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
    line: OrderedWork[range, tuple[list[T], float]] = OrderedWork(chunks)
    with _client(address) as client:
        executor = client.get_executor(pure=False)

        def begin(numbers: range) -> Any:
            return executor.submit(_worked, work, numbers, __version__)

        for results, seconds in line.results(begin, _Workers(client)):
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
