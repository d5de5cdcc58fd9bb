"""Archives of recorded matches: reading, judging and writing records.

An archive is JSON Lines, one record a line; a `.json` file holds a single record. Reading is strict
and bounded, and a line that is no record gives a report, after which the next line is read.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import IO, TYPE_CHECKING

from cardrules import archives
from cardrules.archives import Line, Source
from cardrules.many import Item, judged
from cardrules.recorded import VERSION, Record, UnreadableAction, from_json, replay, validate
from cardrules.report import Report, ScoreError, ScoreErrors, Stood, Verdict
from cardrules.strictjson import MAX_DEPTH, MAX_LINE

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor

__all__ = [
    "MAX_DEPTH",
    "MAX_LINE",
    "VERSION",
    "Item",
    "Line",
    "Record",
    "Report",
    "ScoreError",
    "ScoreErrors",
    "Source",
    "Stood",
    "UnreadableAction",
    "Verdict",
    "from_json",
    "read",
    "replay",
    "validate",
    "validate_many",
    "write",
]


def read(source: Source) -> Iterator[Record | Report]:
    """The records of an archive, in order. `source` is a path (`-`: standard input), a folder of
    archives, or a file open for reading bytes or text; see `cardrules.archives`. A line that is no
    record gives a malformed report.

    Raises OSError where a path cannot be opened; one that no file can have (with a NUL character)
    is a file that does not exist.
    """
    for line in archives.lines(source):
        yield line if isinstance(line, Report) else line.read()


def write(records: Iterable[Record], target: str | os.PathLike[str] | IO[bytes] | IO[str]) -> None:
    """Writes records as JSON Lines to a path (`.jsonl`, `.jsonl.gz`, `.jsonl.zst`; `.json` for one
    record) or to a file open for writing bytes or text.

    Raises ValueError where more than one record goes into a `.json` file, OSError where a path
    cannot be written or is one that no file can have, MalformedInput where the game of a record is
    no longer there.
    """
    archives.write(records, target)


def validate_many(
    records: Iterable[Item], executor: Executor | None = None, *, ahead: int | None = None
) -> Generator[Report, None, None]:
    """The verdicts on records and notes, in their order; a report among them stands for itself, and
    a line of an archive (`cardrules.archives.lines`) is read where it is judged.

    Without an executor each record is judged in this process when its report is asked for. With
    one (of processes, of threads, of a cluster) the records go to it in chunks, and the reports
    are the same. At most `ahead` chunks are under way at once, two for each processor of this
    machine by default: take two or more for each worker. See `cardrules.many`.

    Raises what reading `records` or the executor raises, after the reports of all before it that
    were complete. Where the iterator is closed early, what has not begun is cancelled.
    """
    with closing(judged(records, executor, ahead)) as pairs:
        for _, report in pairs:
            yield report
