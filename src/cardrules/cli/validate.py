"""`cardrules validate`: the verdict on each record of archives."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from types import MappingProxyType
from typing import Final, TypeAlias

import click
from attrs import Factory, define
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardrules import reporting
from cardrules.archives import lines, size
from cardrules.cli.executors import Interrupt, Unavailable, Workers, workers
from cardrules.cli.options import LANG, CannotRun, is_archive_of, is_same, unreadable
from cardrules.cli.output import WORDS, console, fault, harmless
from cardrules.cli.progress import Progress, terminal
from cardrules.cli.stood import reason, stood_lines
from cardrules.many import Item, judged, opened
from cardrules.notes import Notes
from cardrules.recorded import Record
from cardrules.report import Report
from cardrules.reporting.reasons import wrong_totals
from cardrules.wording import player_names

TOLD: Final = 3
"""Of so many lines in a row that are no records each is told of."""

BEFORE = 2
"""How many actions before the one at fault are shown."""


Judged: TypeAlias = tuple[Item, Report]
"""What was judged, and the verdict."""


@define
class Outcome:
    """What became of a run, so far."""

    verdicts: Counter[str] = Factory(Counter)
    records: int = 0
    unread: int = 0
    unfinished: int = 0
    interrupted: bool = False
    lost: str | None = None

    @property
    def faults(self) -> int:
        """How many records are not legal."""
        return self.records - self.verdicts["legal"]

    @property
    def status(self) -> int:
        """The exit status."""
        if self.interrupted:
            return 130  # as a shell says it of a command that Ctrl-C ended
        failed = self.unread > 0 or self.lost is not None
        if failed and not self.records:
            return 2
        return 1 if failed or self.faults else 0


@click.command(short_help="Judge recorded matches: which are sound, what is wrong.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *reporting.FORMATS]),
    default="text",
    show_default=True,
    help="text: the faults and a summary, for people; json: one JSON object a record; csv: one row a record;"
    " junit: for CI systems; parquet: for DuckDB, Polars, pandas.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write the reports to FILE, not to standard output. A file that is there is replaced at the end.",
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Judge with N processes.  [default: 1]")
@click.option(
    "--dask",
    "cluster",
    metavar="ADDRESS",
    help="Judge on a Dask cluster: the address of its scheduler (tcp://host:8786), or local for one on this machine.",
)
@LANG
@click.pass_context
def validate(
    ctx: click.Context,
    files: tuple[str, ...],
    form: str,
    output: str | None,
    jobs: int | None,
    cluster: str | None,
    lang: str,
) -> None:
    """Judge the recorded matches of each FILE: .jsonl or .json, also .gz or .zst, a folder of such
    files, or - for standard input.

    Exit status: 0 if all are legal, 1 if some record is not, 2 if nothing could be judged, 130 if
    it was interrupted.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --dask exclude each other")
    if form == "text" and output is not None:
        raise click.UsageError("--output: the text is for the terminal; choose another --format")
    if output is not None and any([is_same(output, path) or is_archive_of(output, path) for path in files]):
        raise click.UsageError(f"--output: {harmless(output)} is among what is judged, and would be lost")
    if form == "parquet" and output is None and sys.stdout.isatty():
        raise click.UsageError("--format parquet is not for a terminal; name a file with --output")
    outcome = Outcome()
    with Interrupt() as interrupt, Progress(shown_on := terminal(), _total(files, shown_on), lang) as progress:
        items = _items(files, outcome, progress, lang)
        try:
            with workers(jobs, cluster) as found:
                silent = _SILENT if form == "text" else frozenset[str]()
                reports = _reports(items, found, outcome, progress, interrupt, silent)
                if form == "text":
                    _write_text(reports, lang)
                else:
                    _write(reports, form, output, lang)
        except (Unavailable, ModuleNotFoundError) as error:
            raise CannotRun(harmless(error)) from None
        except KeyboardInterrupt:
            outcome.interrupted = True
    broken_off = outcome.interrupted or outcome.lost is not None
    if form == "text" and (outcome.records or not outcome.unread):
        console().print(_summary(outcome, lang))
    elif broken_off:
        click.echo(_summary(outcome, lang), err=True)
    if outcome.interrupted:
        click.echo(SAYS[lang]["interrupted"], err=True)
    elif outcome.lost is not None:
        click.echo(SAYS[lang]["lost"].format(why=harmless(outcome.lost)), err=True)
    ctx.exit(outcome.status)


def _total(files: Sequence[str], shown_on: Console | None) -> int | None:
    """How many bytes there are to read, where that is shown and known."""
    if shown_on is None:
        return None
    sizes = [size(path) for path in files]
    return None if None in sizes else sum(filter(None, sizes))


def _items(files: Iterable[str], outcome: Outcome, progress: Progress, lang: str) -> Iterator[Item]:
    """What there is to judge; a file that cannot be read is named and counted."""
    for path in files:
        try:
            yield from lines(path, progress.read)
        except OSError as error:
            outcome.unread += 1
            progress.hide()
            click.echo(unreadable(path, error, lang), err=True)


def _reports(
    items: Iterable[Item],
    found: Workers,
    outcome: Outcome,
    progress: Progress,
    interrupt: Interrupt,
    silent: frozenset[str],
) -> Iterator[Judged]:
    """All items with their reports, which are counted, until all are judged, Ctrl-C is pressed or
    the workers are gone. Progress is shown while they are awaited."""
    with closing(judged(items, found.executor, found.ahead)) as pairs:
        while True:
            progress.show(outcome.records, outcome.faults)
            try:
                interrupt.breaks = True
                pair = None if interrupt.wanted else next(pairs, None)
                interrupt.breaks = False
            except KeyboardInterrupt:
                break
            except found.lost as error:
                outcome.lost = str(error) or type(error).__name__
                break
            if pair is None:
                break
            outcome.records += 1
            outcome.verdicts[pair[1].verdict] += 1
            outcome.unfinished += pair[1].verdict == "legal" and not pair[1].complete
            if pair[1].verdict not in silent:
                progress.hide()
            yield pair
    interrupt.breaks = False
    progress.hide()
    outcome.interrupted = interrupt.wanted


def _write(reports: Iterator[Judged], form: str, output: str | None, lang: str) -> None:
    """Writes reports in a format for programs."""
    if output is None:
        reporting.write(_shown(reports), sys.stdout.buffer, form, lang)
        return
    try:
        reporting.write((report for _, report in reports), output, form, lang)
    except OSError as error:
        raise CannotRun(f"{harmless(output)} cannot be written: {harmless(error.strerror or error)}") from None


def _shown(reports: Iterator[Judged]) -> Iterator[Report]:
    """The reports, each of which is on the terminal before the next is awaited."""
    at_once = sys.stdout.isatty()
    for _, report in reports:
        yield report
        if at_once:
            sys.stdout.buffer.flush()


def _write_text(reports: Iterator[Judged], lang: str) -> None:
    out = console()
    row = _Row()
    for item, report in reports:
        if row.is_over(report):
            _print_row(out, row, lang)
            row = _Row()
        if report.verdict == "legal" or row.holds(report):
            continue
        # workers hand back reports alone: the few lines with faults are read again
        found = opened(item)
        _print_report(out, None if isinstance(found, Report) else found, report, lang)
    _print_row(out, row, lang)


@define
class _Row:
    """Lines of one file, one after the other, of which none is a record at all, as of one record that was
    written on many lines: the first ones are told of."""

    source: str = ""
    count: int = 0

    def is_over(self, report: Report) -> bool:
        """Whether a report is on something else."""
        return self.count > 0 and not (_is_none(report) and report.source == self.source)

    def holds(self, report: Report) -> bool:
        """Whether a report is one that is only counted."""
        if _is_none(report):
            self.source = report.source
            self.count += 1
        return self.count > TOLD


def _is_none(report: Report) -> bool:
    return report.verdict == "malformed" and report.game is None


def _print_row(out: Console, row: _Row, lang: str) -> None:
    if row.count > TOLD:
        words = SAYS[lang]["more one" if row.count == TOLD + 1 else "more"]
        out.print(words.format(source=harmless(row.source), count=row.count - TOLD), soft_wrap=True)
        out.print()


_SILENT: Final = frozenset({"legal"})
"""The verdicts on which the text says nothing."""


def _summary(outcome: Outcome, lang: str) -> str:
    words = WORDS[lang]
    kinds = [f"{outcome.verdicts[kind]} {words[kind]}" for kind in ("legal", "illegal", "misscored", "malformed")]
    if outcome.verdicts["stood"]:  # notes only
        kinds.append(f"{outcome.verdicts['stood']} {words['stood']}")
    summary = f"{outcome.records} {words['record' if outcome.records == 1 else 'records']}: {', '.join(kinds)}"
    return f"{summary}\n{SAYS[lang]['unfinished'].format(count=outcome.unfinished)}" if outcome.unfinished else summary


def _print_report(out: Console, found: Record | Notes | None, report: Report, lang: str) -> None:
    words = WORDS[lang]
    head = Text(f"{harmless(report.source)}, {words['record']} {report.record}", "bold")
    names = None if found is None else player_names(found.players, len(found.players))
    if names is not None:
        head.append(f" ({', '.join(names)})", "not bold")
    head.append(f": {words[report.verdict]}", "bold red")
    out.print(head)
    for line in stood_lines(report, lang):
        out.print(line, soft_wrap=isinstance(line, Text))
    if found is not None and report.at is not None and report.message is None:
        for at in range(max(report.at - BEFORE, 0), report.at + 1):
            style, mark = ("red", "✗") if at == report.at else ("dim", " ")
            out.print(Text(f"  {mark} {at:>4}  {harmless(found.texts[at])}", style), soft_wrap=True)
    for broken in report.violations:
        out.print(reason(report.game, broken, lang))
    for text in wrong_totals(report, names, lang):
        out.print(Padding(text, (0, 0, 0, 4), expand=False))
    if report.message is not None:
        if report.action is not None:
            out.print(Text(f"  ✗ {report.at:>4}  {harmless(report.action)}", "red"), soft_wrap=True)
        out.print(Padding(fault(report.message, lang), (0, 0, 0, 4), expand=False))
    out.print()


SAYS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "interrupted": "interrupted: no further records were judged",
            "lost": "the workers are gone, and no further records were judged: {why}",
            "unfinished": "legal as far as they go, without a winner yet: {count}",
            "more": "{source}: {count} more lines in a row are no record",
            "more one": "{source}: the next line is no record either",
        },
        "nl": {
            "interrupted": "onderbroken: verdere partijen zijn niet beoordeeld",
            "lost": "de werkprocessen zijn weg, en verdere partijen zijn niet beoordeeld: {why}",
            "unfinished": "in orde zo ver ze gaan, nog zonder winnaar: {count}",
            "more": "{source}: nog {count} regels achter elkaar zijn geen partij",
            "more one": "{source}: ook de volgende regel is geen partij",
        },
        "de": {
            "interrupted": "abgebrochen: weitere Partien wurden nicht beurteilt",
            "lost": "die Arbeitsprozesse sind weg, weitere Partien wurden nicht beurteilt: {why}",
            "unfinished": "in Ordnung, so weit sie reichen, noch ohne Gewinner: {count}",
            "more": "{source}: noch {count} Zeilen hintereinander sind keine Partie",
            "more one": "{source}: auch die nächste Zeile ist keine Partie",
        },
    }
)
