"""`cardrules sheet`: the score sheet of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click
from rich.table import Table

from cardrules.cli.options import LANG, RECORD, check_played_on, one_record, replayed
from cardrules.cli.output import WORDS, console, harmless
from cardrules.registry import GAMES, AnyGame
from cardrules.scoresheet import Score
from cardrules.wording import number_word


@click.command()
@click.argument("file", metavar="RECORD")
@RECORD
@LANG
def sheet(file: str, number: int, lang: str) -> None:
    """Print the score sheet of RECORD, a file: every change of a total and the rule behind it."""
    completion = one_record(file, number, lang)
    record = completion.record
    game = GAMES[record.game]
    state, stopped = replayed(completion)
    words = WORDS[lang]
    names = [harmless(name) for name in record.players]
    score = game.score(state)
    out = console()
    out.print(score_lines(game, score, names, lang, out.width))
    out.print()
    for name, final in zip(names, score.totals, strict=True):
        out.print(f"{name}: {number_word(final)}", soft_wrap=True)
    winners = ", ".join([names[seat] for seat in score.winners])
    out.print(words["won"].format(names=winners) if winners else words["unfinished"])
    check_played_on(stopped, lang)


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
        row = (str(line.deal), names[line.seat], points, total, reason)
        lines.add_row(*row, *([line.rule] if with_rule else []))
    return lines


_WIDE: Final = 70
_NARROW: Final = 40
