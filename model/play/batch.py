"""Many tasks, one way: a pool of processes here, or the executor of a cluster that is there.

A worker that is lost loses what it was doing, and that is done again; what has been finished is
told at once and never again.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from importlib import metadata
from multiprocessing import get_context, parent_process
from threading import Thread
from time import monotonic
from typing import Any, ParamSpec, TypeVar, get_type_hints

from msgspec import ValidationError, convert

from model.contract.game import Stop
from model.phrases import shown
from model.play.opponent import never

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
TRIES = 3
"""How often a task is begun before it counts as one that ends its worker."""
LOOK = 0.2
"""Seconds between two looks at the stop function."""
CHECK = 5.0
"""Seconds between two looks at whether a cluster is still there, and those it has to answer in."""
WITHOUT_WORKERS = 60.0
"""Seconds a cluster may be without workers before the work is given up."""
ENDED = f"workers ended {TRIES} times before their work was done: there may not be enough memory"


class BatchError(Exception):
    """The work cannot go on; one sentence says why."""


def pool(workers: int | None = None) -> ProcessPoolExecutor:
    """Return a pool of processes that are started afresh: forks of a program with threads hang.

    They end with whoever made them, also where that one is killed.
    """
    count = workers or max(1, (os.cpu_count() or 1) - 1)
    context = get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Watch the process that made this one: a worker would wait for its next task for ever."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        if programs := sys.modules.get("model.play.programs.foreign"):
            programs.kill_all()  # engines of others
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


def cluster(address: str) -> Executor:
    """Return the executor of a Dask cluster that runs already.

    Raises
    ------
    BatchError
        When Dask is not installed, or nobody answers at `address`.
    """
    try:
        from distributed import Client
    except ImportError as error:
        said = "Dask is not installed: pip install 'pyramidion[dask]' brings it"
        raise BatchError(said) from error
    try:
        client = Client(address, timeout="10s")
    except Exception as error:  # Dask answers a bad address by whatever its transport raises
        raise BatchError(f"no Dask cluster answers at {shown(address)}") from error
    try:
        _check_workers(client, address)
    except BatchError:
        client.close()
        raise
    return _Cluster(client, address)


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, and one whose workers would answer otherwise than we do."""
    try:
        here = metadata.version("pyramidion")
    except metadata.PackageNotFoundError as error:
        raise BatchError("a Dask cluster takes a Pyramidion that is installed") from error
    # A function that every Python has: a worker without our packages could not call one of ours.
    found = client.run(metadata.version, "pyramidion", on_error="return")
    if not found:
        raise BatchError(f"the Dask cluster at {shown(address)} has no worker")
    for worker, there in found.items():
        if there != here:
            has = "lacks Pyramidion" if isinstance(there, Exception) else f"has Pyramidion {there}"
            raise BatchError(f"the Dask worker {worker} {has}: install {here} on every machine")


class _Cluster(Executor):
    """The executor of a cluster; the connection ends with it."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False)
        self._looked = self._worked = monotonic()
        self._is_lost = False

    def check(self) -> None:
        """Look now and then whether anybody is still at work.

        Raises
        ------
        BatchError
            The scheduler answers no more, or has been without workers for `WITHOUT_WORKERS`.
        """
        now = monotonic()
        if now - self._looked < CHECK:
            return
        identity = self._client.scheduler.identity
        try:
            workers = self._client.sync(identity, callback_timeout=CHECK)["workers"]
        except Exception as error:  # whatever its transport raises
            self._is_lost = True
            said = f"the Dask cluster at {shown(self._address)} does not answer any more"
            raise BatchError(said) from error
        self._looked = monotonic()
        if workers:
            self._worked = self._looked
        elif self._looked - self._worked > WITHOUT_WORKERS:
            said = f"has had no worker for {WITHOUT_WORKERS:g} seconds"
            raise BatchError(f"the Dask cluster at {shown(self._address)} {said}")

    def submit(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have the cluster call `function`."""
        future: Future[R] = self._executor.submit(function, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection; the cluster runs on."""
        self._executor.shutdown(wait=wait)
        self._client.close(timeout=LOOK if self._is_lost else "10s")


def run_all(
    function: Callable[[T], R],
    tasks: Sequence[T],
    make: Callable[[], Executor] = pool,
    stop: Stop = never,
) -> Iterator[tuple[T, R]]:
    """Yield each task with its result, as they are finished.

    Parameters
    ----------
    function
        Of a module, so that it can be sent to another process; what it raises is raised here. What
        it says that it returns is what workers have to answer.
    make
        Makes an executor; asked again when one has broken.
    stop
        Once it says True nothing new is begun, and what is finished by then is all.

    Raises
    ------
    BatchError
        When a task ended its worker `TRIES` times, a worker answered nonsense, or its cluster is
        lost.
    """
    left = dict.fromkeys(range(len(tasks)), 0)
    while left and not stop():
        executor = make()
        try:
            yield from _some(executor, function, tasks, left, stop)
        finally:
            executor.shutdown(wait=False)


def _some(
    executor: Executor,
    function: Callable[[T], R],
    tasks: Sequence[T],
    left: dict[int, int],
    stop: Stop,
) -> Iterator[tuple[T, R]]:
    """Do what is left, as far as the executor goes; count the tries of what it did not finish."""
    answer: type[R] = get_type_hints(function)["return"]
    running = {executor.submit(function, tasks[number]): number for number in left}
    try:
        while running and not stop():
            finished, _ = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            if not finished and isinstance(executor, _Cluster):
                executor.check()
            broken = False
            for future in finished:
                number = running.pop(future)
                try:
                    result = convert(future.result(), answer)
                except ValidationError as error:
                    raise BatchError(f"a worker answered what makes no sense: {error}") from error
                except (BrokenExecutor, CancelledError):
                    broken = True
                    continue
                except Exception as error:
                    distributed = sys.modules.get("distributed")
                    if distributed is not None and isinstance(error, distributed.KilledWorker):
                        raise BatchError(ENDED) from error
                    raise
                del left[number]
                yield tasks[number], result
            if broken:
                for number in left:
                    left[number] += 1
                    if left[number] >= TRIES:
                        raise BatchError(ENDED)
                return
    finally:
        for future in running:
            future.cancel()
