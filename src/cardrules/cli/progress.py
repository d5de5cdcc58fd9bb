"""How far a long command is, in one line at the foot of a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from time import monotonic
from types import MappingProxyType, TracebackType
from typing import Final

from rich.console import Console
from rich.filesize import decimal
from rich.progress_bar import ProgressBar
from rich.text import Text

INTERVAL: Final = 0.1
"""How often the line changes, in seconds."""

BAR: Final = 24
"""The width of the bar, in characters."""

ERASE: Final = "\r\x1b[2K"


class Progress:
    """The line: how much of the input was read, how many records a second were judged, how many
    of them have faults.

    It is there from `show` to `hide`; whoever writes to the terminal hides it before.
    """

    def __init__(self, console: Console | None, total: int | None, lang: str) -> None:
        """`console`: that of the terminal, or None for nowhere. `total`: what there is to read, in
        bytes, where it is known."""
        self._console = console
        self._total = total
        self._words = WORDS[lang]
        self._read = 0
        self._begun = monotonic()
        self._next = 0.0
        self._line = ""
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.hide()

    def read(self, count: int) -> None:
        """So many more bytes of the input were read."""
        self._read += count

    def show(self, records: int, faults: int) -> None:
        """Shows the line, if it is not there; at times with what is new."""
        if self._console is None:
            return
        now = monotonic()
        if now >= self._next:
            self._next = now + INTERVAL
            self._line = self._drawn(self._console, records, faults, now - self._begun)
        elif self._shown:
            return
        self._shown = True
        self._write(self._console, ERASE + self._line)

    def hide(self) -> None:
        """Takes the line away, if it is there."""
        if self._shown and self._console is not None:
            self._shown = False
            self._write(self._console, ERASE)

    def _drawn(self, console: Console, records: int, faults: int, seconds: float) -> str:
        words = self._words
        parts = [
            Text(decimal(self._read)),
            Text(f"{records / seconds if seconds else 0:.0f} {words['rate']}"),
            Text(f"{faults} {words['fault' if faults == 1 else 'faults']}", "red" if faults else "dim"),
        ]
        if self._total is not None:
            share = min(self._read / self._total, 1) if self._total else 1.0
            parts[0].append(f" / {decimal(self._total)}")
            parts.insert(0, Text(f"{share:4.0%}", "bold"))
            bar = ProgressBar(1, share, BAR, complete_style="cyan", finished_style="cyan")
            pieces = console.render(bar)
            parts.insert(0, Text.assemble(*[(piece.text, piece.style or "") for piece in pieces]))
        # a character that follows "^C" in the last column would begin a new line
        room = max(console.width - 4, 1)
        if sum([part.cell_len + 2 for part in parts]) - 2 > room and len(parts) > 3:
            del parts[0]
        line = Text("  ").join(parts)
        line.truncate(room)
        with console.capture() as drawn:
            console.print(line, end="", no_wrap=True, crop=False)
        return drawn.get()

    @staticmethod
    def _write(console: Console, text: str) -> None:
        console.file.write(text)
        console.file.flush()


def terminal() -> Console | None:
    """Where progress is shown: on standard error, or on standard output where only that is a
    terminal; None if none is, or one that cannot take a line back."""
    for stream in (sys.stderr, sys.stdout):
        if stream.isatty():
            console = Console(file=stream, markup=False, highlight=False, emoji=False)
            return None if console.is_dumb_terminal else console
    return None


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {"rate": "records/s", "fault": "fault", "faults": "faults"},
        "nl": {"rate": "partijen/s", "fault": "fout", "faults": "fouten"},
        "de": {"rate": "Partien/s", "fault": "Fehler", "faults": "Fehler"},
    }
)
