"""The table of a game that has no picture of its own: its view, field by field."""

from __future__ import annotations

import attrs

from cardrules.cards import Card, Cards
from cardrules.registry import AnyView
from cardrules.render.blocks import below, flowed, paragraph
from cardrules.render.lines import Scene
from cardrules.render.pieces import Style, Table, fan, hand, labelled


def table(game: str, scene: Scene[AnyView], style: Style) -> Table:
    """The table of that game. Raises ValueError for a view that is no attrs class."""
    view, kind = scene.view, type(scene.view)
    if not attrs.has(kind):
        raise ValueError(f"there is no picture for the views of {game}: they have no fields that can be listed")
    fields = {field.name: getattr(view, field.name) for field in attrs.fields(kind)}
    cards = {name: shown for name, value in fields.items() if (shown := _cards(value))}
    held = cards.pop("hand", ())
    texts = [
        f"{name}: {value}"
        for name, value in fields.items()
        if name not in ("hand", *cards) and not (value is None or value == () or value == Cards())
    ]
    fans = [labelled(name, fan(shown, style.middle, style.room), style) for name, shown in cards.items()]
    parts = [
        flowed(fans, style.room, 1.6 * style.gap),
        below([paragraph(text, 0.9 * style.font, "onfelt", style.room, 2) for text in texts]),
        hand(held, style.large, style.room),
    ]
    return Table(game, game, "", (), won=False, parts=parts)


def _cards(value: object) -> tuple[Card, ...]:
    """The cards that a field holds, if it holds nothing else."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, Cards | tuple):
        cards = tuple(value)
        return cards if all([isinstance(card, Card) for card in cards]) else ()
    return ()
