"""Files that are packed: gzip and Zstandard.

What is packed is told by its first bytes; a name ending in `.gz` or `.zst` says it where they say
nothing. Reading takes bounded memory: of Zstandard the decoder refuses a window over 128 MiB.
"""

from __future__ import annotations

import errno
import io
import sys
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from types import ModuleType

    from typing_extensions import Buffer

GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"

BROKEN: Final = (EOFError, zlib.error, OSError, UnicodeError)
"""What reading a damaged or unreadable file raises; a text file, where it is in another encoding."""

_HEAD: Final = len(ZSTD)
_BLOCK: Final = 2**16
_STEP: Final = 2**13
"""How much is unpacked at once: where the file is damaged, so much before the damage is not read."""

_TEXT: Final = b'{ \t\r\n"[\xef'
"""What a text of JSON, or a byte order mark before it, begins with."""


def unpacked(file: IO[bytes], name: str = "", progress: Callable[[int], object] | None = None) -> IO[bytes]:
    """What a file holds once it is unpacked, read from where the file stands. `progress` is told
    how many bytes of the file itself were read, whenever some were.

    Raises OSError where what it needs is not installed; reading raises one of BROKEN where the
    file is damaged, ends too early, or goes on after the end of what is packed.
    """
    raw = _Raw(file, progress)
    head = raw.head
    plain = cast("IO[bytes]", io.BufferedReader(raw, _BLOCK))  # all but a class of the type checker's own
    named = name if head and head[0] not in _TEXT else ""
    if head.startswith(GZIP) or (named.endswith(".gz") and head != ZSTD):
        import gzip  # slow to load, and seldom needed

        return cast("IO[bytes]", gzip.GzipFile(fileobj=plain, mode="rb"))
    if head == ZSTD or named.endswith(".zst"):
        return cast("IO[bytes]", io.BufferedReader(_Zstd(plain, name), _STEP))
    return plain


def packing(file: IO[bytes], name: str) -> AbstractContextManager[IO[bytes]]:
    """A file for writing bytes into `file`, packed if its name says so; what is packed is whole at the end
    of the block. Raises OSError."""
    if name.endswith(".gz"):
        import gzip

        return cast("IO[bytes]", gzip.GzipFile(Path(name).stem, "wb", fileobj=file))
    if name.endswith(".zst"):
        zstd = _zstd(name)
        # without a checksum damage may go unseen
        return cast("IO[bytes]", zstd.open(file, "wb", options={zstd.CompressionParameter.checksum_flag: 1}))
    return nullcontext(file)


class _Raw(io.RawIOBase):
    """The bytes of a file as they come; its first ones can be seen before they are read."""

    def __init__(self, file: IO[bytes], progress: Callable[[int], object] | None) -> None:
        # what is there at once: a pipe or a terminal may keep the rest waiting
        self._read = file.read1 if isinstance(file, io.BufferedIOBase) else file.read
        self._progress = progress
        self.head = b""
        while len(self.head) < _HEAD and (more := self._read(_HEAD - len(self.head))):
            self.head += more

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        with memoryview(buffer) as view:
            data = self.head or self._read(len(view)) or b""
            self.head = b""
            view[: len(data)] = data
        if self._progress is not None:
            self._progress(len(data))
        return len(data)


class _Zstd(io.RawIOBase):
    """What a file packed with Zstandard holds; its errors are OSErrors."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        zstd = _zstd(name)
        self._error: type[Exception] = zstd.ZstdError
        self._file = zstd.ZstdFile(file)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        with memoryview(buffer) as view:
            try:
                data: bytes = self._file.read1(len(view))
            except self._error as error:
                raise OSError(str(error)) from None
            view[: len(data)] = data
            return len(data)


def _zstd(name: str) -> ModuleType:
    """The module for Zstandard, which the standard library has since Python 3.14."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        needed = 'Zstandard needs a package that is not installed: pip install "cardrules[zstd]"'
        raise OSError(errno.ENOTSUP, needed, name or None) from None
    return zstd
