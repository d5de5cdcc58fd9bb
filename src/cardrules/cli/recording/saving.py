"""The file of a record: read once, then written anew at every step, whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
from pathlib import Path
from typing import Final, TypeAlias

from cardrules.files import replacing
from cardrules.records import Record, Report, read, write

_Stamp: TypeAlias = tuple[int, int, int, int] | None
"""How a file is known to be as it was left: device, inode, size, time of change; None: there is none."""


class Changed(OSError):
    """The file is not as it was read or written last."""


class RecordFile:
    """The file of one record; a link is followed.

    It is written beside itself, brought to the disk and put in its place, so that it holds the record
    of the last step or of the one before, whatever happens meanwhile.
    """

    def __init__(self, path: str) -> None:
        self.path: Final = path
        try:
            self._path: Final = Path(os.path.realpath(path))
        except ValueError:  # no file can have this name
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from None
        self._stamp: _Stamp = self._found()

    def _found(self) -> _Stamp:
        try:
            found = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    @property
    def is_there(self) -> bool:
        """Whether there was something under that name when it was last looked at."""
        return self._stamp is not None

    def is_file(self) -> bool:
        """Whether it is a file, no folder, device or pipe."""
        return stat.S_ISREG(self._path.stat().st_mode)

    def load(self) -> list[Record | Report]:
        """What the file holds. Raises OSError."""
        return list(read(self.path))

    def check(self) -> None:
        """Raises OSError where it cannot be written."""
        with contextlib.suppress(_Enough), replacing(self._path):
            raise _Enough

    def save(self, record: Record) -> None:
        """Writes the record. Raises OSError, and then what was there is there still; Changed, where
        another program wrote it."""
        data = _bytes(record)
        if self._found() != self._stamp:
            raise Changed
        with replacing(self._path) as file:
            file.write(data)
        self._stamp = self._found()


class _Enough(Exception):  # raised and caught in one place
    """It can be written."""


def _bytes(record: Record) -> bytes:
    file = io.BytesIO()
    write([record], file)
    return file.getvalue()
