"""Judging many records, in this process or by an executor, with the same reports in the same order.

Records go to an executor in chunks, each judged by one call, so that what a call costs is paid once
for many records. What is under way is bounded in number and in bytes, whatever comes in: reading
goes no further ahead of the workers than that. What goes to another process is pickled: records,
lines and reports all can be. A game is found there by its name, so one that is registered by an
entry point must be installed there too.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Final, TypeAlias

from cardrules import notes
from cardrules.archives import Line
from cardrules.notes import Notes
from cardrules.recorded import Record
from cardrules.report import Report

__all__ = ["Item", "judge", "judged", "opened"]

Item: TypeAlias = "Record | Notes | Report | Line"
"""What can be judged: a record, notes, the line that holds one of them, or a verdict on what could
not be read."""

CHUNK: Final = 256
"""The most records of a chunk."""

CHUNK_BYTES: Final = 2**18
"""A chunk is closed when its texts are that long."""

UNDER_WAY: Final = 2**26
"""The most bytes of texts that are under way, unless that is less than `ahead` chunks of CHUNK_BYTES
or a single record."""


def opened(item: Item) -> Record | Notes | Report:
    """What is to be judged, read where it is still a line. Raises TypeError for anything else."""
    if isinstance(item, Line):
        return item.read_with(notes.from_json)
    if isinstance(item, Record | Notes | Report):
        return item
    raise TypeError(f"{_WANTED}, not {type(item).__name__}; to judge files, give what reads them: notes.read(path)")


_WANTED: Final = "what can be judged is a Record, Notes, a Report or a Line"


def judge(item: Item) -> Report:
    """The verdict on what is to be judged."""
    return notes.judge(opened(item))


def judged(
    items: Iterable[Item], executor: Executor | None = None, ahead: int | None = None
) -> Generator[tuple[Item, Report], None, None]:
    """All items in order, each with its report; see `cardrules.records.validate_many`."""
    if executor is None:
        for item in items:
            yield item, judge(item)
        return
    ahead = 2 * (os.cpu_count() or 1) if ahead is None else ahead
    under_way: deque[tuple[list[Item], int, Future[list[Report]]]] = deque()
    most = max(UNDER_WAY, ahead * CHUNK_BYTES)
    total = 0
    failure: Exception | None = None
    chunks = _chunks(items)
    try:
        while True:
            try:
                found = next(chunks, None)
                if found is None:
                    break
                chunk, size = found
            except Exception as error:  # noqa: BLE001  # what was read before is judged first
                failure = error
                break
            while under_way and (under_way[0][2].done() or len(under_way) >= ahead or total + size > most):
                done, freed, future = under_way.popleft()
                yield from zip(done, future.result(), strict=True)
                total -= freed
            try:
                under_way.append((chunk, size, executor.submit(_judge_all, chunk)))
            except Exception as error:  # noqa: BLE001  # what is complete comes first
                failure = error
                break
            total += size
        while under_way:
            done, _, future = under_way.popleft()
            yield from zip(done, future.result(), strict=True)
        if failure is not None:
            raise failure
    finally:
        for _, _, future in under_way:
            future.cancel()


def _judge_all(items: list[Item]) -> list[Report]:
    return [judge(item) for item in items]


def _chunks(items: Iterable[Item]) -> Iterator[tuple[list[Item], int]]:
    """The items in chunks, each with the length of its texts. What `items` raises comes after a
    chunk of those before it."""
    chunk: list[Item] = []
    size = 0
    failure: Exception | None = None
    try:
        for item in items:
            length = _length(item)
            if chunk and (len(chunk) == CHUNK or size + length > CHUNK_BYTES):
                yield chunk, size
                chunk, size = [], 0
            chunk.append(item)
            size += length
    except Exception as error:  # noqa: BLE001  # it is raised below
        failure = error
    if chunk:
        yield chunk, size
    if failure is not None:
        raise failure


def _length(item: Item) -> int:
    if isinstance(item, Line):
        return len(item.data)
    if isinstance(item, Record | Notes):
        return sum(map(len, item.texts)) + len(item.scores) * len(item.players)
    return 0
