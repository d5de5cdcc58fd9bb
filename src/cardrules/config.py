"""What the configs of all games are checked with: the types of their flags, and their limits.

A config says what it can be in two places, and nowhere else: in the types of its fields, and in
`limits`, a class variable with a tuple of `Limit`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs
from attrs import field, frozen

from cardrules.errors import InvalidRules, quote

LIMIT: Final = 999_999_999
"""No number of a config is larger, as no number of an action is."""

Choice: TypeAlias = bool | int | str | None
"""A value that a type or a limit lists."""


@frozen
class Limit:
    """What a flag of a config can be, beyond its type.

    flag: its name, dotted for a field of a part (`barrel.at`). allowed: its values, a range of whole
    numbers or choices; None, where the type has it, is in every range. where: the values that other
    flags have where the limit holds, else it always does. message: what is said of any other value,
    with `{value}` and `{rules}`, the config. Of several limits of a flag the narrowest comes first.
    """

    flag: str
    allowed: range | tuple[Choice, ...]
    where: Mapping[str, Choice] = field(default=MappingProxyType({}), hash=False)
    message: str | None = None


def limits_of(rules: type) -> tuple[Limit, ...] | None:
    """The limits of a class of configs; None where it has none, and is checked in some other way."""
    found: tuple[Limit, ...] | None = getattr(rules, "limits", None)
    return found


def check(rules: object) -> None:
    """Raises InvalidRules for the first flag that is not of its type or not within its limits."""
    limits = limits_of(type(rules)) or ()
    for name, value, hint in _flags(rules, ""):
        choices = members(hint)
        _check_type(name, value, choices)
        for limit in limits:
            if limit.flag == name and all([same(_at(rules, flag), each) for flag, each in limit.where.items()]):
                _check_limit(rules, value, limit)
        _check_choice(name, value, choices)


def members(hint: Any) -> tuple[Any, ...]:
    """The types of a union; of any other type that one."""
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)


def same(value: object, choice: Choice) -> bool:
    """Whether a value is exactly a choice: 1 is not true."""
    return type(value) is type(choice) and value == choice


def _flags(part: object, prefix: str) -> Iterator[tuple[str, object, Any]]:
    """The flags of a config, with their values and types; those of a part after the part."""
    kind: type = type(part)
    for name, hint in _hints(kind).items():
        value: object = getattr(part, name)
        yield prefix + name, value, hint
        if attrs.has(type(value)):
            yield from _flags(value, f"{prefix}{name}.")


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    hints = typing.get_type_hints(kind)
    return {each.name: hints[each.name] for each in attrs.fields(kind) if each.init}


def _at(rules: object, flag: str) -> object:
    """The value of a flag, None where its part is not there."""
    value = rules
    for name in flag.split("."):
        value = getattr(value, name, None)
    return value


def _check_type(name: str, value: object, types: tuple[Any, ...]) -> None:
    if value is None and NoneType in types:
        return
    if bool in types:
        truth(name, value)
    elif int in types:
        whole(name, value)
    elif any([attrs.has(each) for each in types]) and type(value) not in types:
        raise InvalidRules(name, f"{shown(value)} is no {' or '.join([each.__name__ for each in types])}")


def _check_limit(rules: object, value: object, limit: Limit) -> None:
    if isinstance(limit.allowed, range):
        if value is None:
            return
        whole(limit.flag, value)
        fault = None if value in limit.allowed else f"{value} is {_other_than(limit.allowed)}"
    else:
        fault = _no_choice(value, limit.allowed)
    if fault is not None:
        raise InvalidRules(limit.flag, limit.message.format(value=value, rules=rules) if limit.message else fault)


def _check_choice(name: str, value: object, types: tuple[Any, ...]) -> None:
    listed = [choice for each in types if get_origin(each) is Literal for choice in get_args(each)]
    if listed:
        one_of(name, value, (*listed, None) if NoneType in types else tuple(listed))


def whole(name: str, value: object) -> None:
    """Raises InvalidRules, naming the field, for what is no whole number or is too large."""
    if type(value) is not int:
        raise InvalidRules(name, f"{shown(value)} is no whole number")
    if abs(value) > LIMIT:
        raise InvalidRules(name, "the number has more than nine digits")


def between(name: str, value: object, least: int, most: int = LIMIT) -> None:
    """Raises InvalidRules for what is no whole number from `least` to `most`."""
    whole(name, value)
    allowed = range(least, most + 1)
    if value not in allowed:
        raise InvalidRules(name, f"{value} is {_other_than(allowed)}")


def _other_than(allowed: range) -> str:
    least, most = allowed[0], allowed[-1]
    if allowed.step > 1:
        return f"no multiple of {allowed.step} from {least} to {most}"
    return f"not {least} or more" if most == LIMIT else f"not from {least} to {most}"


def truth(name: str, value: object) -> None:
    """Raises InvalidRules for what is neither true nor false."""
    if type(value) is not bool:
        raise InvalidRules(name, f"{shown(value)} is neither true nor false")


def one_of(name: str, value: object, allowed: tuple[Choice, ...]) -> None:
    """Raises InvalidRules for what is none of the choices."""
    fault = _no_choice(value, allowed)
    if fault is not None:
        raise InvalidRules(name, fault)


def _no_choice(value: object, allowed: tuple[Choice, ...]) -> str | None:
    """What is wrong with a value that is none of the choices."""
    if any([same(value, choice) for choice in allowed]):
        return None
    choices = " or ".join([f'"{choice}"' if isinstance(choice, str) else shown(choice) for choice in allowed])
    return f"{shown(value)} is not {choices}"


def shown(value: object) -> str:
    """A value as JSON writes it."""
    if value is None:
        return "null"
    return str(value).lower() if type(value) is bool else quote(value)
