"""The flags of any game's config: their names, the values that their types list, configs with some
of them changed.

A flag is a field, or by its dotted name a field of a part (`barrel.at`).
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Final, Literal, TypeVar, Union, cast

import attrs
from attrs import frozen

T = TypeVar("T")

SETTLED: Final = "players"
"""The field that is no flag here: the record names the players."""


@frozen
class Flag:
    """choices: the values that its type lists. more: whether it has others, such as numbers."""

    name: str
    choices: tuple[object, ...]
    more: bool


@cache
def flags_of(rules: type) -> Mapping[str, Flag]:
    """The flags of a class of configs, by name, in the order of its fields; none where the class is
    not one of attrs."""
    return {flag.name: flag for flag in _flags(rules, "") if flag.name != SETTLED}


def _flags(kind: type, prefix: str) -> Iterator[Flag]:
    if not attrs.has(kind):
        return
    hints = typing.get_type_hints(kind)
    for field in attrs.fields(kind):
        if field.init:
            name, hint = prefix + field.name, hints[field.name]
            if attrs.has(hint):
                yield from _flags(hint, f"{name}.")
            else:
                yield Flag(name, *_values(hint))


def _values(hint: Any) -> tuple[tuple[object, ...], bool]:
    """The values that a type lists, and whether there are more."""
    origin = typing.get_origin(hint)
    if hint is bool:
        return (False, True), False
    if hint is type(None):
        return (None,), False
    if origin is Literal:
        return typing.get_args(hint), False
    if origin in (Union, types.UnionType):
        parts = [_values(part) for part in typing.get_args(hint)]
        return tuple([value for listed, _ in parts for value in listed]), any([more for _, more in parts])
    if attrs.has(hint):
        flags = list(_flags(hint, ""))
        listed = product(*[flag.choices for flag in flags])
        values = [hint(**dict(zip([flag.name for flag in flags], each, strict=True))) for each in listed]
        return tuple(values), any([flag.more for flag in flags])
    return (), True


def value_of(rules: object, flag: str) -> object:
    """The value of a flag in a config."""
    value: object = rules
    for name in flag.split("."):
        value = getattr(value, name)
    return value


def changed(rules: T, changes: Mapping[str, object]) -> T:
    """The config with other values of some flags; a field that has the default that follows from
    the others still has it afterwards. Raises InvalidRules."""
    parts: dict[str, dict[str, object]] = {}
    values: dict[str, object] = {}
    for flag, value in changes.items():
        first, _, rest = flag.partition(".")
        if rest:
            parts.setdefault(first, {})[rest] = value
        else:
            values[first] = value
    for name, inner in parts.items():
        values[name] = changed(getattr(rules, name), inner)
    kind: Any = type(rules)
    for field in attrs.fields(kind):
        if field.init and field.name not in values and not _follows(rules, field):
            values[field.name] = getattr(rules, field.name)
    # the class of the config itself, with fields of its own
    made: T = kind(**values)
    return made


def _follows(rules: object, field: attrs.Attribute[Any]) -> bool:
    """Whether a field has the default that follows from other fields."""
    default: Any = field.default
    # attrs.Factory is a class, and a function to the type checker
    factory = isinstance(default, cast("type[Any]", attrs.Factory)) and default.takes_self
    return factory and bool(default.factory(rules) == getattr(rules, field.name))
