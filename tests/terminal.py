"""A program on a terminal of its own, of which a test sees the screen."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final

import pyte

LONG: Final = 30.0
"""A program that does not answer within so many seconds is taken for stuck."""

ASKED: Final = b"\x1b[?2004h"
"""What a prompt begins with."""


class _Screen(pyte.HistoryScreen):
    """A screen that keeps what was scrolled away, and answers a program that asks where the cursor is."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, rows, history=5000, ratio=0.5)
        self._answer: Final = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)


class Terminal:
    """A program and its terminal."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], rows: int = 24, columns: int = 80
    ) -> None:
        self.screen = _Screen(columns, rows, self.send)
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (rows, columns))
        self.raw = b""
        self.asked = 0
        try:
            self.process = subprocess.Popen(
                command,
                stdin=slave,
                stdout=slave,
                stderr=slave,
                env={"TERM": "xterm-256color", **environment},
                start_new_session=True,
            )
        finally:
            os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self._master)

    def send(self, text: str) -> None:
        """Types a text."""
        os.write(self._master, text.encode())

    def hang_up(self) -> None:
        """Closes the terminal."""
        os.close(self._master)

    def _read(self, seconds: float) -> bool:
        """Takes in what the program has written; whether it can write on."""
        if not select.select([self._master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._master, 2**16)
        except OSError:  # nobody has the terminal open any more
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    def until(self, seen: Callable[[], bool]) -> None:
        """Waits for something to be seen."""
        end = time.monotonic() + LONG
        while not seen():
            alive = self._read(0.1)
            if not alive:
                self.process.wait(LONG)
            assert alive or seen(), self.text()
            assert time.monotonic() < end, self.text()

    def prompted(self) -> str:
        """Waits for the next prompt; the line that it stands in."""
        self.until(lambda: self.raw.count(ASKED) > self.asked and self.line().endswith(":"))
        self.asked = self.raw.count(ASKED)
        return self.line()

    def enter(self, line: str) -> str:
        """Enters a line; the prompt after it."""
        self.send(f"{line}\r")
        return self.prompted()

    def ended(self) -> int:
        """Waits for the program to end; its exit status."""
        self.until(lambda: self.process.poll() is not None)
        while select.select([self._master], [], [], 0)[0] and self._read(0):
            pass
        return self.process.wait()

    def line(self) -> str:
        """The line of the cursor."""
        shown: str = self.screen.display[self.screen.cursor.y]
        return shown.rstrip()

    def text(self) -> str:
        """The screen as it is."""
        return "\n".join([line.rstrip() for line in self.screen.display])

    def all_text(self) -> str:
        """Everything that was shown and is not wiped out again."""
        width = self.screen.columns
        above = ["".join([line[x].data for x in range(width)]).rstrip() for line in self.screen.history.top]
        return "\n".join([*above, self.text().rstrip()])
