"""`cardrules validate`: the verdict on each record of archives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardrules.cli.options import LANG, opened, unreadable
from cardrules.cli.output import WORDS, console, fault, harmless, json_line
from cardrules.records import Record, Report
from cardrules.records import validate as judge
from cardrules.registry import GAMES
from cardrules.text import seat_text
from cardrules.wording import number_word

BEFORE = 2
"""How many actions before the one at fault are shown."""

MOST = 20
"""How many wrong totals of a record are shown."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="text: the faults and a summary, for people; json: one JSON object a record.",
)
@LANG
@click.pass_context
def validate(ctx: click.Context, files: tuple[str, ...], form: Literal["text", "json"], lang: str) -> None:
    """Judge the recorded matches of each FILE (.jsonl, .jsonl.gz, .json; - for standard input).

    Exit status: 0 if all are legal, 1 if some record is not, 2 if nothing could be judged.
    """
    out = console()
    verdicts: Counter[str] = Counter()
    unread = 0
    for path in files:
        for found in _found(path):
            if isinstance(found, OSError):
                unread += 1
                click.echo(unreadable(path, found, lang), err=True)
                continue
            record, report = (None, found) if isinstance(found, Report) else (found, judge(found))
            verdicts[report.verdict] += 1
            if form == "json":
                json_line(report.json_pieces(lang))
            elif report.verdict != "legal":
                _print_report(out, record, report, lang)
    if form == "text" and (verdicts or not unread):
        out.print(_summary(verdicts, lang))
    if unread and not verdicts:
        ctx.exit(2)
    ctx.exit(1 if unread or verdicts.keys() - {"legal"} else 0)


def _found(path: str) -> Iterator[Record | Report | OSError]:
    """What a file holds, and at last why it cannot be read, if so. Errors of the output are not
    mistaken for that."""
    records = opened(path)
    while True:
        try:
            found = next(records, None)
        except OSError as error:
            yield error
            return
        if found is None:
            return
        yield found


def _summary(verdicts: Mapping[str, int], lang: str) -> str:
    words = WORDS[lang]
    count = sum(verdicts.values())
    kinds = [f"{verdicts[kind]} {words[kind]}" for kind in ("legal", "illegal", "misscored", "malformed")]
    return f"{count} {words['record' if count == 1 else 'records']}: {', '.join(kinds)}"


def _print_report(out: Console, record: Record | None, report: Report, lang: str) -> None:
    words = WORDS[lang]
    head = Text(f"{harmless(report.source)}, {words['record']} {report.record}", "bold")
    if record is not None:
        head.append(f" ({', '.join([harmless(name) for name in record.players])})", "not bold")
    head.append(f": {words[report.verdict]}", "bold red")
    out.print(head)
    if record is not None and report.at is not None:
        for at in range(max(report.at - BEFORE, 0), report.at + 1):
            style, mark = ("red", "✗") if at == report.at else ("dim", " ")
            out.print(Text(f"  {mark} {at:>4}  {harmless(record.texts[at])}", style), soft_wrap=True)
    for broken in report.violations:
        title = _title(report.game, broken.rule, lang)
        out.print(
            Padding(
                Text.assemble((broken.rule, "bold"), f" ({title}): {broken.explain(lang)}"), (0, 0, 0, 4), expand=False
            )
        )
    book = GAMES[report.game].rulebook() if report.game is not None and report.game in GAMES else None
    unit = book.deal[lang] if book else ""
    for error in islice(report.score_errors, MOST):
        name = harmless(record.players[error.seat]) if record else seat_text(error.seat)
        text = words["unscored" if error.actual is None else "score"]
        actual = "" if error.actual is None else number_word(error.actual)
        shown = text.format(
            unit=unit, deal=error.deal, name=name, claimed=harmless(number_word(error.claimed)), actual=actual
        )
        out.print(Padding(shown, (0, 0, 0, 4), expand=False))
    if len(report.score_errors) > MOST:
        more = words["more"].format(count=len(report.score_errors) - MOST)
        out.print(Padding(more, (0, 0, 0, 4), expand=False))
    if report.message is not None:
        if report.action is not None:
            out.print(Text(f"  ✗ {report.at:>4}  {harmless(report.action)}", "red"), soft_wrap=True)
        out.print(Padding(harmless(fault(report.message, lang)), (0, 0, 0, 4), expand=False))
    out.print()


def _title(game: str | None, rule: str, lang: str) -> str:
    book = GAMES[game].rulebook() if game is not None and game in GAMES else None
    return book.rules[rule].title[lang] if book is not None and rule in book.rules else rule
