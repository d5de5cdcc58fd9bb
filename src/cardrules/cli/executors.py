"""Who judges for a command: this process, others on this machine, or a cluster."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from types import TracebackType
from typing import Any, Final

from attrs import frozen

PATIENCE: Final = 10
"""How long a scheduler may take to answer, and then a worker to be there, in seconds."""


class Unavailable(Exception):
    """Nobody is there to judge, and why."""


@frozen
class Workers:
    """An executor (None: this process), how many chunks keep it busy, and what it raises when its
    workers are gone or have no memory left."""

    executor: Executor | None = None
    ahead: int | None = None
    lost: tuple[type[Exception], ...] = ()


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[Workers]:
    """Workers for as long as they are needed: `jobs` processes, or those of a cluster, which is
    `local` or the address of a scheduler. Raises Unavailable."""
    if cluster is not None:
        with _cluster(cluster) as found:
            yield found
    elif jobs is not None and jobs > 1:
        with _processes(jobs) as found:
            yield found
    else:
        yield Workers()


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    # slow to load, and not needed to judge in this process
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = {*active_children()}
    # a process that is spawned shares nothing with this one, whatever threads run here
    pool = ProcessPoolExecutor(count, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    # where the results come in there is no end as long as this process could write there, too
    results: Any = pool._result_queue  # noqa: SLF001  # there is no other way to it
    try:
        with _interrupts_ignored():
            for _ in range(count):
                pool.submit(int)
        yield Workers(pool, 2 * count + 2, (BrokenExecutor, MemoryError))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # what they still do is of no use to anybody
        left = {*active_children()} - others
        for process in left:
            process.terminate()
        for process in left:
            process.join()
        # who was ended while it handed back a result left half of it, and the pool waits for the rest
        results._writer.close()  # noqa: SLF001


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    try:
        distributed = _distributed()
    except ImportError:
        raise Unavailable('a cluster needs a package that is not installed: pip install "cardrules[dask]"') from None
    with ExitStack() as stack:
        # what happens to a cluster is told once, by the command
        stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)
        stack.enter_context(import_module("dask.config").set(_SETTINGS))
        if address == "local":
            with _interrupts_ignored():
                where = distributed.LocalCluster(
                    n_workers=os.cpu_count(),
                    threads_per_worker=1,
                    # no dashboard; it has a port all the same, which another cluster must not have
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    silence_logs=logging.CRITICAL,
                )
            stack.enter_context(where)
        else:
            where = address
        client, threads = _client(distributed, where)
        stack.enter_context(client)
        # equal chunks are tasks of their own: to name them by what they hold takes longer than to send it
        executor: Executor = client.get_executor(pure=False)
        lost = (distributed.KilledWorker, CancelledError, distributed.comm.CommClosedError, ImportError, MemoryError)
        yield Workers(executor, 4 * threads + 4, lost)


_SETTINGS: Final = {
    # also while a client ends whose scheduler has gone away
    "distributed.comm.timeouts.connect": PATIENCE,
    # it warns of what is large, as the longest lines are
    "distributed.admin.large-graph-warning-threshold": 2**30,
    # it keeps the last messages to each worker, a thousand by default, and ours hold chunks of lines
    "distributed.admin.low-level-log-length": 10,
}


def _distributed() -> Any:  # most of it has no types
    """The package that Dask's clusters are in. Raises ImportError."""
    return import_module("distributed")


def _client(distributed: Any, where: Any) -> tuple[Any, int]:
    """A client of a cluster that has workers, and how many threads these have. Raises Unavailable."""
    try:
        if isinstance(where, str):
            import asyncio  # slow to load

            asyncio.run(_check_scheduler(distributed, where))
        client = distributed.Client(where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _no_answer(error) from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        return client, sum(client.nthreads().values())
    except TimeoutError:
        client.close()
        raise Unavailable("the scheduler has no workers") from None
    except OSError as error:
        client.close()
        raise _no_answer(error) from None


def _no_answer(error: Exception) -> Unavailable:
    return Unavailable(f"the scheduler does not answer: {str(error) or 'whoever listens there is no scheduler'}")


async def _check_scheduler(distributed: Any, address: str) -> None:
    """Raises OSError or ValueError where no client can be made: a client waits without end for one
    who listens and says nothing, and does not end well if it cannot read the address."""
    connected = distributed.comm.connect(address, timeout=PATIENCE)
    import asyncio

    await (await asyncio.wait_for(connected, 2 * PATIENCE)).close()


# -- interrupts


class Interrupt:
    """Ctrl-C as a wish to end: it breaks off what waits, and otherwise is seen when somebody looks,
    so that nothing is left half done. A second one breaks off anything."""

    def __init__(self) -> None:
        self.wanted: bool = False
        self.breaks: bool = False
        """Whether it raises KeyboardInterrupt, as is right where something may wait for long."""
        self._restored: Callable[[], object] | None = None

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():  # no other may set a handler
            self._restored = partial(signal.signal, signal.SIGINT, signal.getsignal(signal.SIGINT))
            signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._restored is not None:
            self._restored()

    def _handle(self, *_: object) -> None:
        again, self.wanted = self.wanted, True
        if again or self.breaks:
            raise KeyboardInterrupt


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """What is started meanwhile ignores Ctrl-C, which a terminal sends to all processes of a command:
    this one ends the others."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
