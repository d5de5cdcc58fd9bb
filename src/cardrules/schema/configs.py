"""JSON Schema of the rules as a record names them: a preset, and what differs from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import attrs

from cardrules.config import Choice, Limit, limits_of, same
from cardrules.registry import AnyGame
from cardrules.schema.types import Part, Schema, Types, choice, documented, integer
from cardrules.wire import JSON, dump


def part_of(game: AnyGame) -> Part | None:
    """The whole config of a game, where its limits are known."""
    limits = limits_of(game.Rules)
    return None if limits is None else Part(limits)


def full(types: Types, game: AnyGame) -> Schema:
    """Rules with all their fields, as views and states have them."""
    return _limited(types.object(game.Rules, part_of(game)), _conditions(game, named=False, written=types.written))


def named(types: Types, game: AnyGame) -> Schema:
    """Rules as records have them."""
    _, docs = documented(game.Rules)
    properties = types.properties(game.Rules, part_of(game))
    for name, text in docs.items():
        properties[name]["description"] = text
    preset: Schema = {"enum": [*game.PRESETS], "description": "The preset that the other fields differ from."}
    schema: Schema = {
        "type": "object",
        "description": f"House rules of {game.name}: a preset (without it, the defaults), and what differs from it.",
        "properties": {"preset": preset, **properties},
        "required": ["preset"] if types.written else [],
        "additionalProperties": False,
        "examples": [{"preset": name, **_fields_of(rules)} for name, rules in game.PRESETS.items()],
    }
    return _limited(schema, _conditions(game, named=True, written=types.written))


def means(game: AnyGame, flag: str, value: Choice, *, named: bool, written: bool) -> Schema:
    """The schema of the configs in which a flag has a value, given or by default.

    named: they may name a preset. written: they have all their fields, or name one.
    """
    is_value: Schema = {flag: choice([value])}
    given: Schema = {"properties": is_value, "required": [flag]}
    by_default = not (named or written) and same(getattr(game.Rules(), flag), value)
    if not named:
        return {"properties": is_value} if by_default else given
    presets: list[JSON] = [name for name, rules in game.PRESETS.items() if same(getattr(rules, flag), value)]
    without = not written and same(getattr(game.Rules(), flag), value)
    if without and len(presets) == len(game.PRESETS):
        return {"properties": is_value}
    if not presets and not without:
        return given
    by_preset: Schema = {"not": {"required": [flag]}, "properties": {"preset": {"enum": presets}}}
    if not without:
        by_preset["required"] = ["preset"]
    return {"anyOf": [given, by_preset]}


def _conditions(game: AnyGame, *, named: bool, written: bool) -> list[JSON]:
    """What the values of some flags mean for others."""
    found: list[JSON] = []
    for limit in limits_of(game.Rules) or ():
        for flag, value in limit.where.items():
            assert len(limit.where) == 1  # no limit hangs on several flags
            where = means(game, flag, value, named=named, written=written)
            found.append({"if": where, "then": _then(game, limit, flag, value)})
    return found


def _then(game: AnyGame, limit: Limit, where: str, value: Choice) -> Schema:
    """What a limit that holds says."""
    allowed = limit.allowed
    schema = integer(allowed) if isinstance(allowed, range) else choice(allowed)
    outer, *inner = limit.flag.split(".")
    kind: Any = game.Rules
    if not inner and isinstance(attrs.fields_dict(kind)[outer].default, _FACTORY):
        # the default that follows from the other flag
        schema["default"] = dump(getattr(kind(**{where: value}), outer))
    for name in reversed([outer, *inner]):
        schema = {"properties": {name: schema}}
    return schema


_FACTORY: Final = cast("type[Any]", attrs.Factory)
"""It is a class, and a function to the type checker."""


def _fields_of(rules: object) -> Schema:
    return cast("Schema", dump(rules))


def _limited(schema: Schema, conditions: Sequence[JSON]) -> Schema:
    return {**schema, "allOf": [*conditions]} if conditions else schema
