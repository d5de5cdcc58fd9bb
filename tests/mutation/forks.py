"""Functions run in forked processes, so that nothing that a mutant does outlives it."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from typing import Any, Final, Generic, TypeVar

from attrs import frozen

J = TypeVar("J")
T = TypeVar("T")

MEMORY: Final = 3 << 30
"""Bytes that a process may take: a loop that never ends may take more every time."""


@frozen
class Ended(Generic[J]):
    """How a forked call has ended: with a value, or too late, or with the process (neither)."""

    job: J
    value: Any = None
    late: bool = False


@contextmanager
def forked(
    jobs: Sequence[J], call: Callable[[J], object], at_once: int, seconds: float, *, quiet: bool = True
) -> Iterator[Iterator[Ended[J]]]:
    """Calls each job in a process of its own that may take so many seconds of the processor, `at_once` of them
    side by side, in their order; gives them as they end. Who is still running at the end is stopped."""
    with DefaultSelector() as running:
        try:
            yield _ends(running, jobs, lambda job: _start(job, call, seconds, quiet=quiet), at_once)
        finally:
            for key in running.get_map().values():
                _, process, _ = key.data
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                os.close(key.fd)


def _ends(
    running: DefaultSelector, jobs: Sequence[J], start: Callable[[J], tuple[int, int]], at_once: int
) -> Iterator[Ended[J]]:
    waiting = list(reversed(jobs))
    while waiting or running.get_map():
        while waiting and len(running.get_map()) < at_once:
            job = waiting.pop()
            process, pipe = start(job)
            running.register(pipe, EVENT_READ, (job, process, []))
        for key, _ in running.select():
            job, process, chunks = key.data
            chunk = os.read(key.fd, 1 << 16)
            chunks.append(chunk)
            if not chunk:
                running.unregister(key.fd)
                os.close(key.fd)
                yield _ended(job, process, b"".join(chunks))


def in_fork(call: Callable[[], object], seconds: float) -> Any:
    """What one call gives."""
    with forked([None], lambda _: call(), 1, seconds, quiet=False) as ends:
        [ended] = ends
    if ended.value is None:
        raise RuntimeError("the process took too long" if ended.late else "the process broke down")
    return ended.value


def _ended(job: J, process: int, told: bytes) -> Ended[J]:
    _, status = os.waitpid(process, 0)
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
    # written by the call itself, a fork of this process
    return Ended(job, pickle.loads(told) if told and not late else None, late)  # noqa: S301


def _start(job: J, call: Callable[[J], object], seconds: float, *, quiet: bool) -> tuple[int, int]:
    """The process in which the call runs, and the pipe that tells what it gives."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    code = 1
    try:
        os.close(reading)
        if quiet:
            _quiet()
        _bound()
        allow(seconds)
        told = pickle.dumps(call(job))
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(told)
        code = 0
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
    finally:
        os._exit(code)


def _quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def allow(seconds: float) -> None:
    """Gives this process so many seconds of the processor from now on, then it is stopped."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    # whoever waits for something that never comes takes no time of the processor
    signal.setitimer(signal.ITIMER_REAL, 30 * seconds)


def _bound() -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if sys.platform != "darwin":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
