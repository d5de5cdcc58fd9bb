"""`cardrules sheet`: the score sheet of a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click
from rich.table import Table
from rich.text import Text

from cardrules import render
from cardrules.cli.options import LANG, RECORD, check_played_on, is_same, one_record, replayed
from cardrules.cli.output import WORDS, console, harmless
from cardrules.files import replacing
from cardrules.recorded import Record, report_on
from cardrules.registry import GAMES, AnyGame
from cardrules.reporting.reasons import wrong_totals
from cardrules.scoresheet import Score
from cardrules.wording import number_word, player_names


@click.command(short_help="Print the score sheet: every change of a total.")
@click.argument("file", metavar="RECORD")
@RECORD
@click.option("--chart", metavar="FILE", help="Draw the totals over the deals in this file too, as SVG.")
@LANG
def sheet(file: str, number: int, chart: str | None, lang: str) -> None:
    """Print the score sheet of RECORD, a file: every change of a total and the rule behind it."""
    if chart is not None and is_same(chart, file):
        raise click.UsageError(f"--chart: {harmless(chart)} is what is read, and would be lost")
    if chart is not None and Path(chart).suffix.lower() not in ("", ".svg"):
        raise click.UsageError(f"--chart: an SVG is drawn, so {harmless(chart)} has to end in .svg")
    completion = one_record(file, number, lang)
    record = completion.record
    game = GAMES[record.game]
    state, stop = replayed(completion)
    words = WORDS[lang]
    names = player_names(record.players, len(record.players))
    score = game.score(state)
    out = console()
    out.print(score_lines(game, score, names, lang, out.width))
    out.print()
    for name, final in zip(names, score.totals, strict=True):
        out.print(f"{name}: {number_word(final)}", soft_wrap=True)
    winners = ", ".join([names[seat] for seat in score.winners])
    out.print(words["won"].format(names=winners) if score.winners else words["unfinished"], soft_wrap=True)
    at, violations = (0, ()) if stop is None else (stop[0], stop[1].violations)
    for text in wrong_totals(report_on(record, game, state, at, violations), names, lang):
        out.print(Text(f"✗ {text}", "red"))
    if chart is not None:
        _draw(chart, score, record, lang)
    check_played_on(stop, lang)


def _draw(path: str, score: Score, record: Record, lang: str) -> None:
    picture = render.chart(score, lang, record.players, record.rules)
    try:
        with replacing(path) as file:
            file.write(picture.encode())
    except OSError as error:
        why = error.strerror or harmless(error)
        raise click.ClickException(_UNWRITTEN[lang].format(path=harmless(path), why=why)) from None


_UNWRITTEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "{path} cannot be written: {why}",
        "nl": "{path} kan niet geschreven worden: {why}",
        "de": "{path} ist nicht zu schreiben: {why}",
    }
)


def score_lines(game: AnyGame, score: Score, names: Sequence[str], lang: str, width: int, first: int = 0) -> Table:
    """The lines of a score sheet from line `first` on, each with the total after it; `names`, by seat,
    are printed as they are. The ids of the rules are left out where `width`, in columns, is small."""
    words, book = WORDS[lang], game.rulebook()
    with_rule = width >= _WIDE
    lines = Table(box=None, pad_edge=False)
    unit = book.deal[lang] if book else ""
    lines.add_column(unit, justify="right", min_width=len(unit) if width >= _NARROW else None)
    for word, justify in (("player", "left"), ("points", "right"), ("total", "right")):
        title = words[word]
        least = len(title) if width >= _NARROW else None
        lines.add_column(title, justify="right" if justify == "right" else "left", min_width=least)
    lines.add_column(words["reason"], overflow="fold")
    if with_rule:
        lines.add_column(words["rule"], style="dim")
    totals = [0] * len(score.totals)
    for place, line in enumerate(score.sheet):
        totals[line.seat] += line.points
        if place < first:
            continue
        reason = book.rules[line.rule].reason(lang) if book and line.rule in book.rules else ""
        points, total = number_word(line.points, signed=True), number_word(totals[line.seat])
        row = (str(line.deal + 1), names[line.seat], points, total, reason)
        lines.add_row(*row, *([line.rule] if with_rule else []))
    return lines


_WIDE: Final = 70
_NARROW: Final = 40
