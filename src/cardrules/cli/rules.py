"""`cardrules rules`: the rule sheet of a config."""

from __future__ import annotations

import json
from typing import Literal

import click
from rich.padding import Padding
from rich.text import Text

from cardrules.cli.options import GAME, LANG, chosen_rules, with_rules
from cardrules.cli.output import WORDS, console
from cardrules.registry import AnyGame
from cardrules.rulebook import Rulebook, SheetRule, SheetSection, sheet
from cardrules.wire import dump_rules


@click.command(short_help="Print the rules of a game under chosen house rules.")
@GAME
@with_rules
@LANG
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="For reading here, or Markdown for a page.",
)
def rules(
    game: AnyGame, preset: str | None, changes: tuple[str, ...], lang: str, form: Literal["text", "markdown"]
) -> None:
    """Print the rules of GAME exactly as they are under the chosen preset and flags."""
    config = chosen_rules(game, preset, changes)
    book = game.rulebook()
    if book is None:
        raise click.ClickException(f"the game {game.name} has no rulebook")
    sections = sheet(book, config, lang)
    # as a record names them
    named = json.dumps(dump_rules(game, config))
    if form == "markdown":
        click.echo(markdown(book, named, sections, lang), nl=False)
        return
    out = console()
    out.print(Text(book.title[lang], "bold underline"))
    out.print(Text(named, "dim"))
    for section in sections:
        out.print()
        out.print(Text(section.title, "bold"))
        for rule in section.rules:
            out.print()
            head = Text.assemble((rule.title, "bold"), (f"  {rule.id}, {_source(rule, lang)}", "dim"))
            out.print(Padding(head, (0, 0, 0, 2), expand=False))
            out.print(Padding(rule.text, (0, 0, 0, 2), expand=False))
    out.print()
    for short, title in book.sources.items():
        out.print(f"{short}: {title}")


def _source(rule: SheetRule, lang: str) -> str:
    """Where a rule comes from: the rule texts, this library, or both."""
    if rule.source == "cardrules":
        return WORDS[lang]["ruled"]
    return f"{rule.source} ({WORDS[lang]['ruling']})" if rule.ruling else rule.source


def markdown(book: Rulebook, named: str, sections: list[SheetSection], lang: str) -> str:
    """The rule sheet as a Markdown page; `named`: the config, as a record names it."""
    lines = [f"# {book.title[lang]}", "", f"`{named}`", ""]
    for section in sections:
        lines += [f"## {section.title}", ""]
        for rule in section.rules:
            lines += [f"**{rule.title}** (`{rule.id}`, {_source(rule, lang)})  ", rule.text, ""]
    lines += [f"- {short}: {title}" for short, title in book.sources.items()]
    lines.append("")
    return "\n".join(lines)
