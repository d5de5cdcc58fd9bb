"""Files that are whole or not there."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file open for bytes that takes the place of the one at `path` when the block ends without
    an error; until then it stands beside it, and after an error it is gone. What takes its place is
    on the disk, and then its name is.

    A link leads to the file that is replaced. What is no file (a pipe, a terminal, /dev/null) is
    written to as it is. Raises OSError where the path cannot be written.
    """
    try:
        place = Path(os.path.realpath(path))
        there = place.stat() if place.exists() else None
    except ValueError:  # no file can have this name
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path)) from None
    if there is not None and not place.is_file():
        with place.open("wb") as file:
            yield file
        return
    beside = place.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if there is not None:
            beside.chmod(there.st_mode & 0o777)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(place.parent)


def _sync_folder(folder: Path) -> None:
    """Brings the name of a file to the disk, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
