"""What is fetched beside the frames: words, records, the verdict, the rule sheet, card faces."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from html import escape

from cardrules import GAMES, Card, Record, Report, records, render, rulebook
from cardrules.schema import of as json_schema
from cardrules.wire import JSON, dump, dump_rules
from cardrules.wording import card_name
from webtable.names import isolated
from webtable.protocol import log
from webtable.tables import Step, Table
from webtable.words import say


def schema(name: str) -> dict[str, JSON]:
    """The JSON Schema of a game's rules, and its presets in full."""
    game = GAMES[name]
    presets: dict[str, JSON] = {preset: dump(rules) for preset, rules in game.PRESETS.items()}
    return {"schema": json_schema("rules", name), "presets": presets}


def words(name: str, lang: str) -> dict[str, JSON]:
    """The words of a game that the page needs: of its cards, and of the lines of a score sheet."""
    game = GAMES[name]
    cards = {str(card): card for preset in game.PRESETS.values() for card in game.deck(preset).kinds()}
    book = game.rulebook()
    rules: dict[str, JSON] = {} if book is None else {rule.id: rule.reason(lang) for rule in book.rules.values()}
    return {
        "cards": {text: card_name(card, lang) for text, card in cards.items()},
        "rules": rules,
        "deal": "" if book is None else book.deal[lang],
    }


def archive(record: Record) -> bytes:
    """The record as a line of an archive."""
    file = io.BytesIO()
    records.write([record], file)
    return file.getvalue()


def judged(data: bytes) -> Report:
    """The verdict on the record of an archive."""
    (found,) = records.read(io.BytesIO(data))
    return found if isinstance(found, Report) else records.validate(found)


def whole_log(table: Table, seat: int | None, lang: str) -> Sequence[JSON]:
    """All actions of a match as a seat saw them."""
    # the last state is that of now, in which nothing has happened yet
    steps = map(Step, table.actions, records.replay(table.record()))
    return log(table, enumerate(steps), seat, lang)


@cache
def card_face(text: str, lang: str, four: bool, dark: bool) -> str:
    """The picture of a card, or of the back. Raises MalformedInput for a text that is no card."""
    card = None if text == "back" else Card.parse(text)
    return render.card(card, lang, four_colours=four, dark=dark)


def listed(table: Table) -> dict[str, JSON]:
    """A table as the lobby lists it."""
    return {
        "table": table.id,
        "game": table.game.name,
        "rules": dump_rules(table.game, table.rules),
        "names": [None if person is None else isolated(person.name) for person in table.people],
        "began": table.version > 0,
        "over": table.over,
    }


# -- pages of text


def verdict_page(table: Table, report: Report, lang: str) -> str:
    """What the referee says of the record of a match."""
    names = table.names
    won = ", ".join([names[seat] for seat in report.winners])
    told = [say(f"verdict-{report.verdict}", lang), say("verdict-actions", lang, count=str(report.actions))]
    if report.at is not None:
        told.append(say("verdict-at", lang, number=str(report.at + 1), action=report.action or ""))
        told += [broken.explain(lang) for broken in report.violations]
    if report.message is not None:
        told.append(report.message)
    if won:
        told.append(say("verdict-won", lang, names=won))
    title = say("verdict", lang)
    rows = [f"<tr><th scope=row>{escape(name)}<td>{total}" for name, total in zip(names, report.totals, strict=False)]
    body = "".join([f"<p>{escape(text)}" for text in told])
    return _page(title, f"<h1>{escape(title)}</h1>{body}<table>{''.join(rows)}</table>", lang)


def rules_page(table: Table, lang: str) -> str:
    """The rules that are in force at a table."""
    book = table.game.rulebook()
    assert book is not None  # the games of the page have one
    title = book.title[lang]
    parts = [f"<h1>{escape(title)}</h1>"]
    for section in rulebook.sheet(book, table.rules, lang):
        parts.append(f"<section><h2>{escape(section.title)}</h2><dl>")
        parts += [f"<dt id='{escape(rule.id)}'>{escape(rule.title)}<dd>{escape(rule.text)}" for rule in section.rules]
        parts.append("</dl></section>")
    return _page(title, "".join(parts), lang)


def _page(title: str, body: str, lang: str) -> str:
    """A page of text; `title` is not yet escaped, `body` is markup."""
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<title>{escape(title)}</title><link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="/static/style.css"><body class="text"><main>{body}</main>'
    )
