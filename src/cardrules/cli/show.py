"""`cardrules show`: the table at a moment of a record."""

from __future__ import annotations

import click

from cardrules.cli.options import LANG, RECORD, SEAT, check_played_on, one_record, replayed
from cardrules.cli.output import console, harmless
from cardrules.registry import GAMES
from cardrules.render.plain import table


@click.command(short_help="Print the table as it was before an action.")
@click.argument("file", metavar="RECORD")
@RECORD
@click.option(
    "--at", type=click.IntRange(min=0), help="Before this action, counted from 0 as in reports.  [default: at the end]"
)
@SEAT
@LANG
def show(file: str, number: int, at: int | None, seat: int | None, lang: str) -> None:
    """Print the table of RECORD, a file, before an action: all cards, or what one seat may know."""
    completion = one_record(file, number, lang)
    record = completion.record
    game = GAMES[record.game]
    last = len(record.actions)
    if at is not None and at > last:
        raise click.ClickException(f"there is no action {at}: the record has {last}, counted from 0")
    if seat is not None and seat >= len(record.players):
        raise click.BadParameter(f"there is no such seat; the last is p{len(record.players)}", param_hint="--seat")
    state, stop = replayed(completion, at)
    names = [harmless(name) for name in record.players]
    out = console()
    out.print(table(game, state, seat, lang, names, out.width), soft_wrap=True)
    check_played_on(stop, lang)
