"""`cardrules schema`: the JSON Schema of what the library reads and writes, or its types in TypeScript."""

from __future__ import annotations

import json
from typing import Final

import click
from rich.highlighter import JSONHighlighter

from cardrules.cli.options import GameName
from cardrules.cli.output import console
from cardrules.registry import AnyGame
from cardrules.schema import KINDS, of, typescript
from cardrules.wire import JSON


@click.command(short_help="Print JSON Schema or TypeScript types of the JSON.")
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="[KIND]", required=False)
@click.option("--game", type=GameName(), metavar="GAME", help="Of this game alone.  [default: of all games]")
@click.option("--written", is_flag=True, help="Of what is written, not of all that is read: no field left out.")
@click.option("--typescript", "as_types", is_flag=True, help="The types of what is written, as a TypeScript module.")
def schema(kind: str | None, game: AnyGame | None, written: bool, as_types: bool) -> None:
    """Print the JSON Schema (2020-12) of what cardrules reads and writes as JSON.

    KIND is what the values are: a view, action, state or score, or an action as it is seen; the
    rules as a record names them; a record, notes or a report; a violation. Without it, one document
    has the schemas of all kinds, each under a name of its own (TausendView, DuizendenRecord, …).
    """
    name = None if game is None else game.name
    if as_types:
        if kind is not None or written:
            raise click.UsageError("--typescript prints the types of all kinds, as written: give it no KIND")
        _print(typescript(name))
        return
    try:
        made = of(kind, name, written=written)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    _print(f"{formatted(made)}\n")


def _print(text: str) -> None:
    """Writes a text as it is, JSON in colours where it is read on a terminal."""
    out = console()
    if out.is_terminal and text.startswith("{"):
        out.print(JSONHighlighter()(text), soft_wrap=True, end="")
    else:
        click.echo(text, nl=False)


WIDTH: Final = 100
"""A list or an object is on one line if it is no longer, in characters."""


def formatted(value: JSON, indent: str = "", before: int = 0) -> str:
    """The JSON text of a value: what is short on one line, all else in lines of its own. `before`: how
    many characters stand before it on the line, beside the indent."""
    line = json.dumps(value, ensure_ascii=False)
    # a comma may follow
    if len(indent) + before + len(line) < WIDTH or not isinstance(value, list | dict):
        return line
    inner = indent + "  "
    if isinstance(value, list):
        items = [formatted(item, inner) for item in value]
    else:
        names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        items = [name + formatted(item, inner, len(name)) for name, item in zip(names, value.values(), strict=True)]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return "\n".join([opening, ",\n".join([inner + item for item in items]), indent + closing])
