"""`cardrules validate` at a terminal: progress, reports above it, Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pexpect  # type: ignore[import-untyped]  # it has no types
import psutil  # type: ignore[import-untyped]  # as above
import pyte
import pytest
from rich.console import Console
from rich.filesize import decimal

from cardrules.cli.progress import Progress, terminal
from test_cli import archive, illegal, run
from test_records import GOOD, base

ROWS: Final = 24
COLUMNS: Final = 120
PATIENCE: Final = 60
"""How long anything may take, in seconds."""

INTERRUPTED: Final = {
    "en": "interrupted: no further records were judged",
    "nl": "onderbroken: verdere partijen zijn niet beoordeeld",
    "de": "abgebrochen: weitere Partien wurden nicht beurteilt",
}


class Terminal:
    """`cardrules validate` in a terminal, and what stands there."""

    def __init__(self, *args: str, to: str = "") -> None:
        command = [sys.executable, "-m", "cardrules", "validate", *args]
        if to:
            command = ["sh", "-c", f'exec "$@" {to}', "sh", *command]
        self.screen = pyte.HistoryScreen(COLUMNS, ROWS, history=10_000, ratio=0.5)
        self._stream = pyte.Stream(self.screen)
        self.written = ""
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            dimensions=(ROWS, COLUMNS),
            timeout=PATIENCE,
            encoding="utf-8",
            env={
                **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
                "TERM": "xterm",
                "PYTHONIOENCODING": "utf-8",
            },
        )
        self.child.logfile_read = self

    def write(self, text: str) -> None:
        self.written += text
        self._stream.feed(text)

    def flush(self) -> None:
        """As a file has it."""

    def end(self) -> int:
        """Waits for the end, and gives the exit status."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        status = self.child.exitstatus
        assert isinstance(status, int)
        return status

    @property
    def lines(self) -> list[str]:
        """What stands there, from the first line to the last, without what has scrolled away."""
        rows = [line.rstrip() for line in self.screen.display]
        while rows and not rows[-1]:
            rows.pop()
        return rows


@contextmanager
def endless(path: Path, first: bytes) -> Iterator[str]:
    """A pipe that gives some lines, then sound records as long as somebody reads."""
    os.mkfifo(path)

    def feed() -> None:
        with suppress(BrokenPipeError), path.open("wb") as file:
            file.write(first)
            while True:
                file.write(GOOD + b"\n")

    writer = threading.Thread(target=feed, daemon=True)
    writer.start()
    yield str(path)
    writer.join(PATIENCE)
    assert not writer.is_alive(), "nobody reads, so the reader is gone"


# -- progress


def test_progress_stands_below_the_reports_and_goes_away(tmp_path: Path) -> None:
    lines = [illegal(meta="x" * 3000) if number % 50 == 7 else base(meta="x" * 3000) for number in range(150)]
    path = archive(tmp_path / "a.jsonl", *lines)
    shown = Terminal(path)
    assert shown.end() == 1
    expected = run("validate", path, columns=COLUMNS).stdout.splitlines()
    assert shown.lines == [line.rstrip() for line in expected][-ROWS + 1 :]
    bars = re.findall(r"(\d+)%.*? (\S+ \w+) / (\S+ \w+)  (\d+) records/s.*?(\d+) faults?", shown.written)
    assert len(bars) > 2
    assert [int(bar[0]) for bar in bars] == sorted([int(bar[0]) for bar in bars])
    assert {bar[2] for bar in bars} == {decimal(Path(path).stat().st_size)}
    assert {bar[4] for bar in bars} <= {"0", "1", "2", "3"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_reports_at_a_terminal_are_those_of_a_pipe(tmp_path: Path, form: str) -> None:
    path = archive(tmp_path / "a.jsonl", illegal(), base(), "nonsense")
    expected = run("validate", "--format", form, path, columns=COLUMNS).stdout
    shown = Terminal("--format", form, path)
    assert shown.end() == 1
    assert "records/s" in shown.written
    if form == "json":
        plain = re.sub(r"\r\x1b\[2K(?:[^\r\n{]*(?=\r))?", "", shown.written)
        assert plain.replace("\r\n", "\n") == expected
    else:
        assert shown.lines == [line.rstrip() for line in expected.splitlines()]


@pytest.mark.parametrize(
    ("to", "bar"),
    [("", True), ("> {}", True), ("2> {}", True), ("> {} 2>&1", False)],
    ids=["both", "only stderr", "only stdout", "neither"],
)
def test_progress_is_shown_on_a_terminal_and_nowhere_else(tmp_path: Path, to: str, bar: bool) -> None:
    path = archive(tmp_path / "a.jsonl", base(), illegal())
    other = tmp_path / "other"
    shown = Terminal(path, str(tmp_path / "gone"), to=to.format(other))
    assert shown.end() == 1
    assert ("records/s" in shown.written) == bar
    text = other.read_text("utf-8") if to else ""
    assert "records/s" not in text
    assert "\r" not in text
    assert "2 records: 1 legal" in shown.written + text
    assert "cannot be read" in shown.written + text


def test_a_terminal_that_cannot_take_a_line_back_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, stream in (("stdout", False), ("stderr", True)):
        monkeypatch.setattr(f"sys.{name}.isatty", lambda found=stream: found, raising=False)
    for name in ("TTY_COMPATIBLE", "TTY_INTERACTIVE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, there in (("xterm", True), ("dumb", False)):
        monkeypatch.setenv("TERM", name)
        assert (terminal() is not None) == there


@pytest.mark.parametrize("columns", [9, 20, 60, 200])
@pytest.mark.parametrize("total", [None, 0, 2000])
def test_progress_is_one_line_however_narrow(columns: int, total: int | None, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+", encoding="utf-8", newline="") as file:
        console = Console(file=file, width=columns, height=9, force_terminal=True, color_system=None)
        with Progress(console, total, "de") as progress:
            progress.read(1000)
            progress.show(3, 1)
            progress.show(4, 1)
        file.seek(0)
        text = file.read()
    screen = pyte.Screen(columns, 9)
    pyte.Stream(screen).feed(text.removesuffix("\r\x1b[2K"))
    assert not any([line.strip() for line in screen.display[1:]])
    assert screen.display[0].strip()
    pyte.Stream(screen).feed("\r\x1b[2K")
    assert not "".join(screen.display).strip()
    if columns == 200:
        share = {None: "1.0 kB  ", 0: "100%  1.0 kB / 0 bytes", 2000: "50%  1.0 kB / 2.0 kB"}[total]
        assert share in text
        assert "Partien/s  1 Fehler" in text


def test_progress_changes_ten_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("cardrules.cli.progress.monotonic", lambda: now)
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    progress = Progress(console, None, "en")
    seen: list[str] = []
    for tenths, records in enumerate([0, 0, 4, 5, 90]):
        now = 100 + tenths / 20
        progress.show(records, 2)
        seen.append(console.file.getvalue())  # type: ignore[attr-defined]  # it was given above
    first, same, other, still, last = seen
    assert first == "\r\x1b[2K0 bytes  0 records/s  2 faults"
    assert same == first
    assert other == first + "\r\x1b[2K0 bytes  40 records/s  2 faults"
    assert still == other
    assert last == other + "\r\x1b[2K0 bytes  450 records/s  2 faults"
    progress.hide()
    progress.hide()
    hidden = console.file.getvalue()  # type: ignore[attr-defined]  # as above
    assert hidden == last + "\r\x1b[2K"
    progress.show(91, 2)
    assert console.file.getvalue() == hidden + last[len(other) :], "it comes back as it was"  # type: ignore[attr-defined]  # as above


# -- Ctrl-C


@pytest.mark.parametrize(
    ("lang", "options"),
    [("en", []), ("nl", ["--jobs", "2"]), ("de", ["--format", "json"])],
    ids=lambda value: str(value),
)
def test_ctrl_c_ends_with_the_summary_so_far(tmp_path: Path, lang: str, options: list[str]) -> None:
    with endless(tmp_path / "pipe", json.dumps(illegal()).encode() + b"\n") as path:
        shown = Terminal(path, "--lang", lang, *options)
        shown.child.expect("p3 bid 110")
        processes = psutil.Process(shown.child.pid).children(recursive=True)
        assert len(processes) >= (2 if "--jobs" in options else 0)
        shown.child.sendintr()
        assert shown.end() == 130
    assert "Traceback" not in shown.written
    assert "Error" not in shown.written
    # the records before it may have no winner yet, which has a line of its own
    *summary, told = shown.lines[-3:]
    assert any([re.match(r"\d+ \w+: \d+ [\w ]+, 1 \w+", line) for line in summary])
    assert told == INTERRUPTED[lang]
    gone, alive = psutil.wait_procs(processes, PATIENCE)
    assert (len(gone), alive) == (len(processes), [])


def test_ctrl_c_while_nothing_comes(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    shown = Terminal(str(path))
    with path.open("wb", buffering=0) as file:
        file.write((json.dumps(illegal()) + "\n").encode() * 3)
        shown.child.expect("record 2")
        shown.child.sendintr()
        assert shown.end() == 130
    assert shown.lines[-2:] == ["3 records: 0 legal, 3 illegal, 0 misscored, 0 malformed", INTERRUPTED["en"]]
