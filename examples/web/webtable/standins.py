"""Stand-ins for parts of the library that are on their way."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.wire import JSON


def describe(game: AnyGame, action: AnyAction, state: AnyState, lang: str, names: Sequence[str], *, told: bool) -> str:
    if game.describe is not None:
        return game.describe(action, state, lang, names, told=told)
    text = str(action)
    if hasattr(action, "seat"):
        _, _, rest = text.partition(" ")
        return f"{names[action.seat]}: {rest}" if told else rest
    return text


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
