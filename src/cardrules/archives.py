"""Archives: what can be read as one, and how its lines come out.

An archive is JSON Lines, one record a line (`.jsonl`), a single record with as many lines as it
likes (`.json`), either of them packed (`.gz`, `.zst`), or a folder that holds such files, itself
or in folders of it. Nothing is held but the line at hand, and whatever is wrong with a file gives
a report, after which the next line or file is read.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Final, TypeAlias, TypeVar, cast

from attrs import field, frozen

from cardrules.compression import BROKEN, packing, unpacked
from cardrules.errors import MalformedInput
from cardrules.files import replacing
from cardrules.recorded import Record, from_json, malformed
from cardrules.report import Report
from cardrules.strictjson import MAX_LINE, parse

__all__ = ["Line", "Progress", "Source", "lines", "size", "write"]

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"
"""A path of a file or folder, `-` for standard input, or a file open for reading."""

T = TypeVar("T")

Progress: TypeAlias = Callable[[int], object]
"""Is told how many bytes of the input were read, whenever some were."""

_SINGLE: Final = (".json", ".json.gz", ".json.zst")
_NAMES: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst", *_SINGLE)
_NO_ARCHIVE: Final = "no archive in it: their names end in .jsonl or .json, or these with .gz or .zst"
_MARK: Final = b"\xef\xbb\xbf"
_END: Final = b"\r\n"
_BLANK: Final = b" \t\r\n"
_CHUNK: Final = 2**16
_MOST: Final = len(_MARK) + MAX_LINE + len(_END)
_TOO_LONG: Final = f"the record is longer than {MAX_LINE // 2**20} MiB"


@frozen
class Line:
    """One line of an archive, not yet read: `data`, without its end, is record `number` of `source`, which
    has so many lines above it, blank ones too."""

    source: str
    number: int
    data: bytes = field(repr=lambda data: f"<{len(data)} bytes>")
    above: int = field(default=0, eq=False, repr=False)

    def read(self) -> Record | Report:
        """What the line holds: a record, or why it is none."""
        return self.read_with(from_json)

    def read_with(self, from_json: Callable[[object, str, int], T]) -> T | Report:
        """What `from_json` makes of the JSON value of the line, its source and its number, or the
        report on what is malformed."""
        try:
            data = parse(self.data, self.above)
        except MalformedInput as error:
            return malformed(self.source, self.number, error)
        try:
            return from_json(data, self.source, self.number)
        except MalformedInput as error:
            return malformed(self.source, self.number, error, data)

    def __reduce__(self) -> tuple[type[Line], tuple[str, int, bytes, int]]:
        # lines go to other processes by the million
        return Line, (self.source, self.number, self.data, self.above)


# -- reading


def lines(source: Source, progress: Progress | None = None) -> Generator[Line | Report, None, None]:
    """The lines of an archive that are not blank, in order, and in their place malformed reports of
    what cannot be read. Of a folder all archives are read, in the order of their names; each is the
    source of its own lines, which count from 0.

    Raises OSError where the source cannot be opened, or is a folder without any archive. A file in a
    folder that cannot be opened gives a report, as does a file that is damaged, or that changes
    while it is read. An open file is read further than its last line that came out.
    """
    if not isinstance(source, str | os.PathLike):
        yield from _lines_of(source, "-", progress)
        return
    path = os.fspath(source)
    if path == "-":
        yield from _lines_of(sys.stdin.buffer, path, progress)
    elif Path(path).is_dir():
        file: str | OSError | None = None
        for file in _files(path):
            yield from _lines_within(file, progress)
        if file is None:
            raise OSError(errno.ENOENT, _NO_ARCHIVE, path)
    else:
        with _opened(path) as opened:
            yield from _lines_of(opened, path, progress)


def is_archive(name: str) -> bool:
    """Whether a file of that name is read where its folder is."""
    return name.endswith(_NAMES)


def size(source: Source) -> int | None:
    """How many bytes there are to read, None where that is not known beforehand."""
    if not isinstance(source, str | os.PathLike):
        found = _stat(source)
        return None if found is None else found.st_size
    path = os.fspath(source)
    if path == "-":
        return size(sys.stdin.buffer)
    try:
        if not Path(path).is_dir():
            found = Path(path).stat()
            return found.st_size if stat.S_ISREG(found.st_mode) else None
        return sum([_file_size(file) for file in _files(path) if isinstance(file, str)])
    except (OSError, ValueError):  # none, as it cannot be opened
        return 0


def _file_size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:  # as above
        return 0


def _lines_within(file: str | OSError, progress: Progress | None) -> Iterator[Line | Report]:
    """The lines of a file in a folder, or that it cannot be read."""
    with ExitStack() as stack:
        try:
            if isinstance(file, OSError):
                raise file
            found = _lines_of(stack.enter_context(_opened(file)), file, progress)
            first = next(found, None)
        except OSError as error:
            path = file if isinstance(file, str) else str(error.filename)
            message = f"the file cannot be opened: {error.strerror or type(error).__name__}"
            yield malformed(path, 0, MalformedInput("", message))
            return
        if first is not None:
            yield first
            yield from found


def _files(folder: str) -> Iterator[str | OSError]:
    """The archives in a folder, in the order of their names, and folders that cannot be listed.
    Links to folders are not followed, as they may lead in a circle."""
    waiting = [(folder, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            yield path
            continue
        try:
            with os.scandir(path) as entries:
                found = [
                    (entry.path, entry.is_dir(follow_symlinks=False))
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False) or (is_archive(entry.name) and _is_file(entry))
                ]
        except OSError as error:
            if path == folder:
                raise
            yield error
            continue
        waiting += sorted(found, reverse=True)


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a file, or a link that leads nowhere, which is told when it is opened."""
    return (entry.is_symlink() and not Path(entry.path).exists()) or entry.is_file()


def _opened(path: str) -> IO[bytes]:
    try:
        return Path(path).open("rb", buffering=0)
    except ValueError:  # no file can have this name
        raise _absent(path) from None


def _absent(path: str) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def _lines_of(file: IO[bytes] | IO[str], source: str, progress: Progress | None) -> Iterator[Line | Report]:
    """The lines of an open file. Raises OSError where it needs what is not installed."""
    before = _stat(file)
    number = 0
    for above, content in enumerate(_contents(file, source, progress)):
        if isinstance(content, str):
            yield malformed(source, number, MalformedInput("", content))
        elif content.strip(_BLANK):
            yield Line(source, number, content, above)
        else:
            continue
        number += 1
    if before is not None and _changed(before, _stat(file)):
        yield malformed(source, number, MalformedInput("", "the file changed while it was read"))


def _stat(file: IO[bytes] | IO[str]) -> os.stat_result | None:
    """What the system knows of a regular file, None of anything else."""
    try:
        found = os.fstat(file.fileno())
    except (AttributeError, OSError, ValueError):  # no file of the system, or closed
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _changed(before: os.stat_result, after: os.stat_result | None) -> bool:
    return after is None or (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns)


def _contents(file: IO[bytes] | IO[str], source: str, progress: Progress | None) -> Iterator[bytes | str]:
    """The lines of a file without their ends, or what is wrong with one; in bounded memory."""
    if isinstance(file.read(0), str):
        return _split(_as_bytes(file))
    opened = unpacked(cast("IO[bytes]", file), source, progress)
    return _whole(opened) if source.endswith(_SINGLE) else _split(opened.readline)


def _as_bytes(file: IO[bytes] | IO[str]) -> Callable[[int], bytes]:
    """`readline` of a file, as UTF-8 where it gives text."""

    def readline(size: int) -> bytes:
        line = file.readline(size)
        # half a surrogate pair becomes bytes that are no UTF-8, and the line malformed
        return line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line

    return readline


def _split(readline: Callable[[int], bytes]) -> Iterator[bytes | str]:
    mark = _MARK
    try:
        while line := readline(_MOST):
            content = _content(line, mark)
            mark = b""  # only the first line has one
            if len(content) <= MAX_LINE:
                yield content
                continue
            del content
            while line and not line.endswith(b"\n"):
                line = readline(_CHUNK)
            yield _TOO_LONG
    except BROKEN as error:
        yield f"the file cannot be read on: {error}"


def _whole(file: IO[bytes]) -> Iterator[bytes | str]:
    """All of a file as one record."""
    try:
        data = _content(file.read(_MOST + 1), _MARK)
    except BROKEN as error:
        yield f"the file cannot be read: {error}"
        return
    yield data if len(data) <= MAX_LINE else _TOO_LONG


def _content(line: bytes, mark: bytes) -> bytes:
    """A line without the byte order mark and its end."""
    return line.removeprefix(mark).removesuffix(b"\n").removesuffix(b"\r")


# -- writing


def write(records: Iterable[Record], target: str | os.PathLike[str] | IO[bytes] | IO[str]) -> None:
    """Writes records to a path or an open file; see `cardrules.records.write`."""
    if not isinstance(target, str | os.PathLike):
        _write_lines(records, target)
        return
    path = os.fspath(target)
    if path.endswith(_SINGLE):
        records = [*records]
        if len(records) != 1:
            raise ValueError(f"a .json file holds one record, not {len(records)}; use .jsonl")
    with replacing(path) as file, packing(file, path) as packed:
        _write_lines(records, packed)


def _write_lines(records: Iterable[Record], file: IO[Any]) -> None:
    line = _line if _takes_bytes(file) else _text_line
    for record in records:
        file.write(line(record))


def _takes_bytes(file: IO[Any]) -> bool:
    """Whether a file is open for bytes; its class does not say so where it wraps another file."""
    try:
        file.write(b"")
    except TypeError:
        return False
    return True


def _text_line(record: Record) -> str:
    # most encodings write ASCII as UTF-8 does, which an archive is in
    return json.dumps(record.to_json()) + "\n"


def _line(record: Record) -> bytes:
    data = record.to_json()
    text = json.dumps(data, ensure_ascii=False)
    # a control code may reach a terminal, and half a surrogate pair only an escape can write
    return (text if text.isprintable() else json.dumps(data)).encode() + b"\n"
