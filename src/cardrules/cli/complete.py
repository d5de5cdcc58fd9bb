"""`cardrules complete`: records of what a watcher noted down."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardrules import notes, records
from cardrules.cli.options import LANG, CannotRun, is_same, is_within, unreadable
from cardrules.cli.output import WORDS, console, fault, harmless
from cardrules.cli.stood import stood_lines
from cardrules.completion import Open
from cardrules.errors import MalformedInput
from cardrules.notes import Completion, Notes
from cardrules.records import Record, Report
from cardrules.wording import card_word, listed


@click.command(short_help="Make records of what a watcher wrote down.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", metavar="FILE", help="Write the records to this file.  [default: standard output]")
@LANG
@click.pass_context
def complete(ctx: click.Context, files: tuple[str, ...], output: str | None, lang: str) -> None:
    """Make records of the notes in each FILE (- for standard input), in order; records among them
    stay as they are.

    What the notes leave open, what stood though it broke a rule, and what cannot be completed is
    said on standard error. Exit status: 0 if all could be completed, 1 if something could not, 2 if
    nothing could be read or written.
    """
    if output is not None and any([is_same(output, path) or is_within(output, path) for path in files]):
        raise click.UsageError(f"{harmless(output)} would be written while it is read")
    work = _Work(files, lang)
    found = work.records()
    first = next(found, None)
    if first is None and work.status:
        ctx.exit(work.status)  # a file that is there stays as it is
    try:
        records.write(
            found if first is None else chain((first,), found), sys.stdout.buffer if output is None else output
        )
    except ValueError as error:  # a .json file holds one record
        raise click.UsageError(harmless(error)) from None
    except OSError as error:
        if output is None:
            raise
        why = error.strerror or harmless(error)
        raise CannotRun(SAYS[lang]["unwritten"].format(path=harmless(output), why=why)) from None
    ctx.exit(work.status)


class _Work:
    """The records that some files stand for, and how it went."""

    def __init__(self, files: tuple[str, ...], lang: str) -> None:
        self.files: Final = files
        self.lang: Final = lang
        self.says: Final = SAYS[lang]
        self.read = self.unread = self.failed = 0
        self.err: Final = console(stderr=True)

    @property
    def status(self) -> int:
        """The exit status."""
        if self.unread and not self.read:
            return 2
        return 1 if self.unread or self.failed else 0

    def records(self) -> Iterator[Record]:
        """The records in order; what there is to say is said meanwhile."""
        for path in self.files:
            found = notes.read(sys.stdin.buffer if path == "-" else path)
            while True:
                try:
                    each = next(found, None)
                except OSError as error:
                    self.unread += 1
                    click.echo(unreadable(path, error, self.lang), err=True)
                    break
                if each is None:
                    break
                self.read += 1
                record = self._completed(each)
                if record is not None:
                    yield record

    def _completed(self, found: Record | Notes | Report) -> Record | None:
        if isinstance(found, Record):
            return found
        if isinstance(found, Notes):
            try:
                completion = notes.complete(found)
            except MalformedInput as error:
                found = notes.failed(found, error)
            else:
                self._say_open(found, completion)
                return completion.record
        self.failed += 1
        self._head(found.source, found.record, self.says["failed"])
        if found.action is not None:
            self._print(Text(f"  ✗ {found.at:>4}  {harmless(found.action)}"))
        self._print(Padding(fault(found.message, self.lang), (0, 0, 0, 4), expand=False))
        return None

    def _say_open(self, found: Notes, completion: Completion) -> None:
        report = notes.validate(found, completion)
        if completion.open or report.stood:
            self._head(found.source, found.number, self.says["done"])
        for each in completion.open:
            self._print(self._open(each))
        for line in stood_lines(report, self.lang):
            self._print(line)

    def _open(self, each: Open) -> Table:
        cards = listed([card_word(card, self.lang) for card in each.cards], self.lang)
        place = PLACES[self.lang].get(each.place, each.place)
        return _hanging(f"  ? {each.at:>4}  ", self.says["open"].format(place=place, count=each.count, cards=cards))

    def _head(self, source: str, number: int, what: str) -> None:
        # the name of a file is not broken
        self.err.print(f"{harmless(source)}, {WORDS[self.lang]['record']} {number}: {what}", soft_wrap=True)

    def _print(self, text: RenderableType) -> None:
        # an action is not broken either
        self.err.print(text, soft_wrap=isinstance(text, Text))


def _hanging(mark: str, text: str) -> Table:
    """A text that is wrapped at words, all lines of it behind the mark of the first."""
    grid = Table.grid()
    grid.add_column(width=len(mark), no_wrap=True)
    grid.add_column()
    grid.add_row(mark, text)
    return grid


SAYS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "done": "completed",
            "failed": "not completed",
            "open": "{place}: {count} of {cards}; the notes do not tell which",
            "unwritten": "{path} cannot be written: {why}",
        },
        "nl": {
            "done": "aangevuld",
            "failed": "niet aangevuld",
            "open": "{place}: {count} van {cards}; welke, zeggen de notities niet",
            "unwritten": "{path} kan niet geschreven worden: {why}",
        },
        "de": {
            "done": "ergänzt",
            "failed": "nicht ergänzt",
            "open": "{place}: {count} von {cards}; welche, sagen die Notizen nicht",
            "unwritten": "{path} ist nicht zu schreiben: {why}",
        },
    }
)
"""The words by language."""

PLACES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {},
        "nl": {"widow": "weduwe", "stock": "stok", "card": "kaart"},
        "de": {"widow": "Witwe", "stock": "Talon", "card": "Karte"},
    }
)
"""The parts of an action by language, where the language has another word."""
