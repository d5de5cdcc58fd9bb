"""JSON of the public types: `dump` makes it, `load` reads it strictly.

Values are written field by field; a card as `"As"`, a multiset of cards as `"AsKs"`, a suit as its
letter. Actions (redacted ones too) and states, which are one of several classes, carry a `type`.
Reading coerces nothing, refuses unknown and missing fields, and checks a state as the rules do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    overload,
)

import attrs
from cattrs import Converter
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from cardrules.cards import Card, Cards, Rank, Suit
from cardrules.config import LIMIT
from cardrules.errors import InvalidRules, MalformedInput, kind_of, no_field, quote
from cardrules.foreign import harmless
from cardrules.registry import GAMES, A, AnyAction, AnyGame, Game, R, S, V
from cardrules.scoresheet import Sheet
from cardrules.verdict import Param, Violation

if TYPE_CHECKING:
    from typing_extensions import TypeForm

__all__ = ["JSON", "dump", "dump_rules", "load", "load_rules", "read_rules"]

JSON: TypeAlias = bool | int | float | str | list["JSON"] | dict[str, "JSON"] | None
"""A JSON value."""

T = TypeVar("T")

LARGEST: Final = 10**15
"""No number is larger."""


def dump(value: object) -> JSON:
    """The JSON value of a card, action, state, view, config, violation, score, report, record, notes or any
    other value of the library's classes, or of a tuple of them. Raises TypeError for anything else, a `Game`
    among it."""
    if isinstance(value, tuple | Sheet):
        return [dump(item) for item in value]
    if not isinstance(value, Card | Cards | Enum | str | int | None) and not attrs.has(type(value)):
        raise TypeError(f"{kind_of(value)} is no value of the library")
    converter = _converter()
    try:
        return cast("JSON", converter.unstructure(value))
    except NameError:  # a class whose fields are not all of the library's types
        raise TypeError(f"{kind_of(value)} is no value that has a JSON form") from None


@overload
def load(value: object, type: type[T]) -> T: ...  # named as in the contract
@overload
def load(value: object, type: TypeForm[T]) -> T: ...  # a union or a tuple, too
def load(value: object, type: object) -> object:  # noqa: A002
    """The value of `type`, a class of the library or a union such as `tausend.State`, that `dump`
    made `value` of.

    Raises MalformedInput, with the place, for anything else; InvalidRules for a config that makes
    no sense.
    """
    try:
        loaded = _converter().structure(value, cast("Any", type))
    except Exception as error:  # noqa: BLE001  # whatever went wrong, the value is not of the type
        raise _first(error, "") from None
    _check(loaded, "")
    return loaded


def load_rules(game: Game[R, S, A, V], value: object) -> R:
    """The config of a JSON object: an optional `preset`, and the fields that differ from it.

    Raises InvalidRules, which names the field.
    """
    if not isinstance(value, dict):
        raise InvalidRules("rules", f"{_kind(value)} is no object")
    strangers = [name for name in value if not isinstance(name, str)]
    if strangers:
        known = _fields(game.Rules)
        raise InvalidRules("rules", no_field(strangers[0], known, known))
    fields = dict(value)
    preset = fields.pop("preset", None)
    if "preset" in value:
        if not isinstance(preset, str) or preset not in game.PRESETS:
            raise InvalidRules("preset", f"{_kind(preset)} is not one of {', '.join(game.PRESETS)}")
        fields = {**_differences(game, preset), **fields}
    try:
        return load(fields, game.Rules)
    except MalformedInput as error:
        raise InvalidRules(error.where or "rules", error.message) from None


def read_rules(game: Game[R, S, A, V], settings: Iterable[str], preset: str | None = None) -> R:
    """The config of settings as people write them, `four_aces=true` or `barrel.at=870`, and of the preset
    from which they differ, if there is one. What stands behind the sign is JSON, or a text without quotes.

    Raises InvalidRules, which names the field.
    """
    fields: dict[str, JSON] = {} if preset is None else {"preset": preset}
    for setting in settings:
        path, equals, text = setting.partition("=")
        if not equals:
            raise InvalidRules(harmless(path), "write it as FIELD=VALUE, such as players=4")
        _put(fields, path, _written(text))
    return load_rules(game, fields)


def _written(text: str) -> JSON:
    try:
        value: JSON = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def _put(fields: dict[str, JSON], path: str, value: JSON) -> None:
    """Sets the field of that path."""
    *outer, last = path.split(".")
    for name in outer:
        inner = fields.setdefault(name, {})
        if not isinstance(inner, dict):
            raise InvalidRules(harmless(path), f"{harmless(name)} was set to a value of its own")
        fields = inner
    fields[last] = value


def dump_rules(game: Game[R, S, A, V], rules: R) -> dict[str, JSON]:
    """The shortest JSON object of a config: the preset that is nearest, and what differs from it."""
    mine = cast("dict[str, JSON]", dump(rules))
    best: dict[str, JSON] = {}
    for name, preset in game.PRESETS.items():
        theirs = cast("dict[str, JSON]", dump(preset))
        other = {key: value for key, value in mine.items() if theirs[key] != value}
        if not best or len(other) + 1 < len(best):
            best = {"preset": name, **other}
    return best


@lru_cache(maxsize=64)
def _differences(game: Game[R, S, A, V], preset: str) -> Mapping[str, JSON]:
    """What a preset says itself, so that a default that depends on another field still does."""
    mine = cast("dict[str, JSON]", dump(game.PRESETS[preset]))
    default = cast("dict[str, JSON]", dump(game.Rules()))
    return {key: value for key, value in mine.items() if default[key] != value}


# -- the converter


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, unstructure_fallback_factory=lambda _: _no_json)
    for primitive in (int, str, bool):
        converter.register_structure_hook(primitive, _exactly(primitive))
    for parse in (Card, Cards):
        converter.register_structure_hook(parse, _cards)
    for letters in (Suit, Rank):
        converter.register_structure_hook(letters, _member)
    converter.register_structure_hook_func(is_literal, _literal)
    converter.register_structure_hook_func(is_union, _member_of(converter))
    converter.register_structure_hook_factory(_is_bounded, lambda kind: _bounded(converter, kind))
    converter.register_structure_hook_factory(is_list, lambda kind: _tuple(converter, kind))
    converter.register_structure_hook(Violation, _read_violation)
    converter.register_structure_hook_factory(attrs.has, lambda kind: _reader(converter, kind))

    for text in (Card, Cards):
        converter.register_unstructure_hook(text, str)
    converter.register_unstructure_hook_func(is_literal, lambda value: value)
    converter.register_unstructure_hook_func(is_union, converter.unstructure)
    converter.register_unstructure_hook_func(_is_bounded, converter.unstructure)
    converter.register_unstructure_hook_func(is_list, lambda value: [converter.unstructure(item) for item in value])
    converter.register_unstructure_hook(tuple, lambda value: [converter.unstructure(item) for item in value])
    converter.register_unstructure_hook(Violation, _write_violation)
    converter.register_unstructure_hook_factory(attrs.has, lambda kind: _writer(converter, kind))

    # the JSON of records and notes is that of an archive
    converter.register_structure_hook_func(_has_its_own, lambda value, kind: kind.from_json(value))
    converter.register_unstructure_hook_func(_has_its_own, lambda value: value.to_json())
    return converter


def _has_its_own(kind: Any) -> bool:
    """Whether a class has a JSON form of its own, and reads it."""
    return attrs.has(kind) and hasattr(kind, "from_json")


_Structure: TypeAlias = Callable[[Any, Any], Any]


def _exactly(primitive: type) -> _Structure:
    def structure(value: object, _: object) -> object:
        if type(value) is not primitive:
            hint = "; it is true or false" if primitive is bool else ""
            raise ValueError(f"{_kind(value)} is no {_NAMES[primitive]}{hint}")
        if type(value) is int and abs(value) > LARGEST:
            raise ValueError("the number is too large")
        return value

    return structure


_NAMES: Final = {int: "whole number", str: "text", bool: "truth value"}


def _kind(value: object) -> str:
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value) if isinstance(value, float) else quote(str(value)) if _short(value) else "the value"


def _short(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and abs(value) <= LARGEST)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{_kind(value)} is no text")
    return value


def _cards(value: object, kind: type[Card | Cards]) -> Card | Cards:
    try:
        return kind.parse(_text(value))
    except MalformedInput as error:
        # where it is in the text is no place in the value
        raise ValueError(error.message if kind is Card else str(error)) from None


def _member(value: object, kind: type[Suit | Rank]) -> Suit | Rank:
    for member in kind:
        if member.value == value:
            return member
    raise ValueError(f"{_kind(value)} is no {kind.__name__.lower()}")


def _literal(value: object, kind: object) -> object:
    for choice in get_args(kind):
        if type(choice) is type(value) and choice == value:
            return value
    raise ValueError(f"{_kind(value)} is not one of {', '.join([repr(choice) for choice in get_args(kind)])}")


def is_literal(kind: Any) -> bool:
    """Whether a type lists its values."""
    return get_origin(kind) is Literal


def is_union(kind: Any) -> bool:
    """Whether a type is one of several."""
    return isinstance(kind, UnionType) or get_origin(kind) is Union


def _member_of(converter: Converter) -> _Structure:
    """Reads a union: of plain types, by the type of the value; of classes, by `type`, or by their
    fields, where they are no actions or states."""

    def structure(value: object, kind: object) -> object:
        choices = get_args(kind)
        if value is None and type(None) in choices:
            return None
        named = {tag_of(choice): choice for choice in choices if attrs.has(choice) and is_tagged(choice)}
        if named:
            tag = value.get("type") if isinstance(value, dict) else None
            if isinstance(value, str):
                raise ValueError(f"{_kind(value)} is a text; what json.loads makes of it can be read")
            if not isinstance(tag, str) or tag not in named:
                raise ValueError(f"its type is not one of {', '.join(named)}")
            return converter.structure(value, named[tag])
        rest = [choice for choice in choices if choice is not type(None)]
        if len(rest) == 1:
            return converter.structure(value, rest[0])
        if all([attrs.has(choice) for choice in rest]):
            return converter.structure(value, _by_fields(value, rest))
        # no class of the library has a union of anything else than literals and plain types
        errors = []
        for choice in rest:
            try:
                return converter.structure(value, choice)
            except ValueError as error:
                errors.append(error)
        raise errors[0]

    return structure


def is_list(kind: Any) -> bool:
    """Whether a type is written as a list."""
    return get_origin(kind) in (tuple, Sequence)


def bounds_of(kind: Any) -> range | None:
    """The range that a type is annotated with: of a number, or of the length of a list."""
    if get_origin(kind) is not Annotated:
        return None
    return next((each for each in get_args(kind)[1:] if isinstance(each, range)), None)


def _is_bounded(kind: Any) -> bool:
    return bounds_of(kind) is not None


def _bounded(converter: Converter, kind: object) -> _Structure:
    inner, bounds = get_args(kind)[0], bounds_of(kind)
    assert bounds is not None  # this is only for types that have one
    hook = converter.get_structure_hook(inner)

    def structure(value: object, _: object) -> object:
        read = hook(value, inner)
        if (read if type(read) is int else len(read)) in bounds:
            return read
        if type(read) is int:
            raise ValueError(f"{read} is not from {bounds[0]} to {bounds[-1]}")
        raise ValueError(f"a list of {len(read)}; it must have {_sizes(bounds)}")

    return structure


def _sizes(bounds: range) -> str:
    """The lengths of a range in words."""
    least, most = bounds[0], bounds[-1]
    if least == most:
        return str(least)
    return f"from {least} to {most}" if bounds.stop < LIMIT else f"{least} or more"


def _by_fields(value: object, kinds: list[type]) -> type:
    """Of several classes the one that has the fields of an object."""
    if isinstance(value, dict):
        for kind in kinds:
            if set(value) <= set(_fields(kind)):
                return kind
    forms = [_fields(kind) for kind in kinds]
    example = f'{{"{forms[0][0]}": …}}'
    raise ValueError(f"{_kind(value)} is no object of {' or of '.join(map(', '.join, forms))}, such as {example}")


def _tuple(converter: Converter, kind: object) -> _Structure:
    items = get_args(kind)
    alike = items[-1] is ... or get_origin(kind) is Sequence
    hooks = [(converter.get_structure_hook(item), item) for item in items if item is not ...]

    def structure(value: object, _: object) -> object:
        if not isinstance(value, list):
            raise ValueError(f"{_kind(value)} is no list")
        by_item = hooks[:1] * len(value) if alike else hooks
        if len(by_item) != len(value):
            raise ValueError(f"a list of {len(value)}; it must have {len(by_item)}")
        read = []
        for index, (item, (hook, each)) in enumerate(zip(value, by_item, strict=True)):
            try:
                read.append(hook(item, each))
            except Exception as error:  # noqa: BLE001  # any fault of an item, with its place
                raise _first(error, f"[{index}]") from None
        return tuple(read)

    return structure


@cache
def is_tagged(kind: type) -> bool:
    """Whether a class is one of several of a game's actions, redacted actions or states."""
    return any([kind in (*game.Action, *game.Seen, *game.State) for game in GAMES.values()])


def tag_of(kind: type) -> str:
    """What tells a class among those: `before_lead` for BeforeLead."""
    return re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _reader(converter: Converter, kind: type) -> _Structure:
    read: _Structure = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)
    tagged = is_tagged(kind)

    def structure(value: object, _: object) -> object:
        if not isinstance(value, dict):
            raise ValueError(f"{_kind(value)} is no object of {', '.join(_fields(kind))}")
        if tagged:
            if value.get("type") != tag_of(kind):
                raise ValueError(f"its type is not {tag_of(kind)}")
            value = {key: item for key, item in value.items() if key != "type"}
        return read(value, kind)

    return structure


def _writer(converter: Converter, kind: type) -> Callable[[Any], Any]:
    write: Callable[[Any], dict[str, object]] = make_dict_unstructure_fn(kind, converter)
    if not is_tagged(kind):
        return write
    return lambda value: {"type": tag_of(kind), **write(value)}


def _no_json(value: object) -> object:
    if value is None or isinstance(value, str | int | bool):
        return value
    raise TypeError(f"{kind_of(value)} is no value of the library")


def _write_violation(violation: Violation) -> dict[str, object]:
    params: dict[str, object] = {}
    for name, value in violation.params:
        params[name] = value if isinstance(value, int | str) else {PARAM_TAGS[type(value)]: dump(value)}
    return {"rule": violation.rule, "params": params}


PARAM_TAGS: Final[Mapping[type, str]] = {Card: "card", Cards: "cards", Suit: "suit"}
"""What tells the values of a violation that are neither numbers nor texts."""


def _read_violation(value: object, _: object) -> Violation:
    if not isinstance(value, dict) or set(value) != {"rule", "params"} or not isinstance(value["params"], dict):
        raise ValueError("a violation is an object of rule and params")
    params = tuple([(_text(name), _read_param(item)) for name, item in value["params"].items()])
    return Violation(_text(value["rule"]), params)


def _read_param(value: object) -> Param:
    if type(value) is int:
        return _converter().structure(value, int)
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) == 1:
        for kind, tag in PARAM_TAGS.items():
            if tag in value:
                return cast("Param", _converter().structure(value[tag], kind))
    raise ValueError(f"{_kind(value)} is no value of a violation")


def _first(error: BaseException, where: str) -> MalformedInput | InvalidRules:
    """What is wrong in the first place, with the path to it."""
    if isinstance(error, InvalidRules):
        return error
    if isinstance(error, MalformedInput):
        deeper = "." if where and error.where and not error.where.startswith("[") else ""
        return MalformedInput(where + deeper + error.where, error.message)
    if isinstance(error, ClassValidationError):
        fields, others = error.group_exceptions()
        if not fields:
            return _first(others[0], where)
        inner, note = fields[0]
        where = f"{where}.{note.name}" if where else note.name
        return MalformedInput(where, "it is missing") if isinstance(inner, KeyError) else _first(inner, where)
    if isinstance(error, ForbiddenExtraKeysError):
        known = _fields(error.cl)
        return MalformedInput(where, no_field(min(error.extra_fields, key=str), known, known))
    # other errors come from classes that work something out of fields that do not belong together
    message = str(error) if isinstance(error, ValueError) else "its fields do not fit each other"
    return MalformedInput(where, message)


def _fields(kind: type) -> list[str]:
    return [each.name for each in attrs.fields(kind) if each.init]


def _check(value: object, where: str) -> None:
    """A state or an action of right types, or one of several, may still be one that no match reaches, or
    none at all. (A redacted action checks itself.)"""
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            _check(item, f"{where}[{index}]")
    for game in GAMES.values():
        if type(value) in game.State:
            try:
                game.check(value)
            except ValueError as error:
                raise MalformedInput(where, f"no match reaches this state: {error}") from None
        if type(value) in game.Action and not _can_be_said(game, cast("AnyAction", value)):
            raise MalformedInput(where, f"no action of {game.name} has these values")


def _can_be_said(game: AnyGame, action: AnyAction) -> bool:
    """Whether an action is one that its text says."""
    try:
        return game.parse_action(str(action)) == action
    except MalformedInput:
        return False
