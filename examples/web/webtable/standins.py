"""Stand-ins for parts of the library that are on their way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import attrs

from cardrules import Cards, tausend
from cardrules.options import Options
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.wire import JSON


def redact(game: AnyGame, action: AnyAction, state: AnyState, seat: int | None) -> str:
    if game.redact is not None:
        return str(game.redact(action, state, seat))
    if not hasattr(action, "seat"):
        return type(action).__name__.lower()
    if isinstance(action, tausend.Give) and seat not in action.seats:
        return f"p{action.seat + 1} give ?? p{action.to + 1}"
    return str(action)


def describe(
    game: AnyGame, action: AnyAction, state: AnyState, seat: int | None, lang: str, names: Sequence[str], *, told: bool
) -> str:
    if game.describe is not None:
        seen = action if game.redact is None else game.redact(action, state, seat)
        return game.describe(seen, state, lang, names, told=told)
    text = redact(game, action, state, seat)
    if hasattr(action, "seat"):
        seat_word, _, rest = text.partition(" ")
        return f"{names[int(seat_word[1:]) - 1]}: {rest}" if told else rest
    return text


def _cards(action: AnyAction) -> Cards:
    found = getattr(action, "card", None)
    if found is not None:
        return Cards([found])
    return Cards(getattr(action, "cards", ()))


def options(game: AnyGame, state: AnyState, seat: int, chosen: Cards) -> Options[AnyAction]:
    if game.options is not None:
        return game.options(state, seat, chosen)
    view = game.view(state, seat)
    pot: Sequence[object] = getattr(view, "pot", ())
    now = []
    more = Cards()
    for action in islice(game.legal_actions(state, seat), 3000):
        cards = _cards(action)
        if type(action).__name__ == "Pot":
            cards = cards - Cards([pot[-1]])  # type: ignore[list-item]
        if cards == chosen:
            now.append(action)
        elif chosen <= cards:
            more = more | (cards - chosen)
    return Options(now, more)


def rules_schema(game: AnyGame) -> JSON:
    try:
        from cardrules import schema  # type: ignore[attr-defined]
    except ImportError:
        return _schema_of(game.Rules)
    return schema.of("rules", game.name)  # type: ignore[no-any-return]


def _schema_of(kind: type) -> JSON:
    from typing import get_args, get_type_hints

    properties: dict[str, JSON] = {}
    hints = get_type_hints(kind)
    for each in attrs.fields(kind):
        if not each.init:
            continue
        hint = hints[each.name]
        choices = get_args(hint)
        if hint is bool:
            properties[each.name] = {"type": "boolean"}
        elif hint is int:
            properties[each.name] = {"type": "integer"}
        elif attrs.has(hint):
            properties[each.name] = _schema_of(hint)
        elif choices and all(isinstance(choice, str) for choice in choices):
            properties[each.name] = {"enum": [*choices]}
        elif choices:
            flat: list[JSON] = []
            for choice in choices:
                if choice is type(None):
                    flat.append({"type": "null"})
                elif choice is int:
                    flat.append({"type": "integer"})
                elif attrs.has(choice):
                    flat.append(_schema_of(choice))
                else:
                    flat.append({"enum": [*get_args(choice)]})
            properties[each.name] = {"anyOf": flat}
    return {"type": "object", "properties": properties}
