"""What reading an archive does with any bytes: packed, damaged, and as they come from a pipe."""

from __future__ import annotations

import gzip
import io
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from cardrules import notes
from cardrules.archives import Line, lines
from cardrules.compression import GZIP, ZSTD, packing
from cardrules.records import Report
from fuzz.choices import Choices

if TYPE_CHECKING:
    from typing_extensions import Buffer

Found = list[Line | Report]

_NAMES: Final = ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.json", "a.json.gz", "a.json.zst")


def archives(data: bytes) -> None:
    """An archive whose first line chooses its name, how the others are packed, and what is damaged
    then. It reads the same as a file, in a folder, and in small pieces; a fault of the file is told
    after all of its lines."""
    head, _, body = data.partition(b"\n")
    choices = Choices(head)
    name = choices.one_of(_NAMES)
    content = _PACK[choices.one_of([*_PACK])](body)
    for _ in range(choices.below(3)):
        content = _damaged(content, choices)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        found = [*lines(path)]
        assert [*lines(folder)] == found, "a file reads otherwise in a folder"
        _check(found, str(path))
    if name.startswith("a.jsonl") and (content.startswith((GZIP, ZSTD)) or name == "a.jsonl"):
        piped = [*lines(_in_pieces(content, choices.one_of((1, 2, 3, 7, 100))))]
        assert list(map(_said, piped)) == list(map(_said, found)), "in small pieces it reads otherwise"


def _check(found: Found, path: str) -> None:
    for number, each in enumerate(found):
        assert each.source == path
        if isinstance(each, Line):
            assert each.number == number
            assert each.data.strip()
            read = each.read_with(notes.from_json)
            if not isinstance(read, Report):
                assert notes.from_json(read.to_json()) == read
                continue
            each = read  # what is wrong with the line
        assert (each.record, each.verdict) == (number, "malformed")
        assert each.message
        assert len(each.message) < 500
        assert each.message.isprintable()


def _said(each: Line | Report) -> bytes | str | None:
    return each.data if isinstance(each, Line) else each.message


# -- how the bytes come


class _Pieces(io.RawIOBase):
    """Some bytes that come a few at a time, as from a slow pipe."""

    def __init__(self, data: bytes, most: int) -> None:
        self._file = io.BytesIO(data)
        self._most = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        with memoryview(buffer) as view:
            data = self._file.read(min(len(view), self._most))
            view[: len(data)] = data
            return len(data)


def _in_pieces(data: bytes, most: int) -> IO[bytes]:
    return cast("IO[bytes]", _Pieces(data, most))  # all but a class of the type checker's own


# -- how they are packed


def _zst(data: bytes) -> bytes:
    packed = io.BytesIO()
    with packing(packed, "a.zst") as file:
        file.write(data)
    return packed.getvalue()


_PACK: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "as it is": bytes,
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "zst": _zst,
    "twice": lambda data: gzip.compress(gzip.compress(data, mtime=0), mtime=0),
}


def _damaged(data: bytes, choices: Choices) -> bytes:
    """Some bytes cut off, changed, put in, or said again."""
    at = choices.below(max(len(data), 1) % 65536 or 1)
    how = choices.below(5)
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + bytes([choices.below(256)]) + data[at + 1 :]
    if how == 2:
        return data[:at] + bytes([choices.below(256)]) * (1 + choices.below(64)) + data[at:]
    if how == 3:
        return data + data[:at]
    return data[:at] + data[at + 1 + choices.below(64) :]
