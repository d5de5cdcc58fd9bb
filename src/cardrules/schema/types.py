"""JSON Schema of types, as `cardrules.wire` reads and writes them: derived from the same classes and
type hints, by the same rules.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast, get_args

import attrs
from attrs import frozen

from cardrules.cards import Card, Cards, Rank, Suit
from cardrules.config import LIMIT, Limit, members
from cardrules.text import pattern
from cardrules.verdict import Violation
from cardrules.wire import JSON, LARGEST, PARAM_TAGS, bounds_of, dump, is_list, is_literal, is_tagged, is_union, tag_of

Schema: TypeAlias = dict[str, JSON]
"""A JSON Schema."""

WHOLE: Final = range(-LARGEST, LARGEST + 1)
"""All whole numbers that are read."""

_LONGEST: Final = 300
"""A description that is longer, in characters, is for the reader of the code."""


@frozen
class Part:
    """A config or a part of it: the limits of the whole, and what stands before the names of the flags."""

    limits: Sequence[Limit]
    prefix: str = ""

    def into(self, name: str) -> Part:
        """The part in the field of that name."""
        return Part(self.limits, f"{self.prefix}.{name}" if self.prefix else name)

    def allowed(self) -> range:
        """The whole numbers that the flag can be, whatever the others are."""
        found = [each.allowed for each in self.limits if each.flag == self.prefix and not each.where]
        return next((each for each in found if isinstance(each, range)), range(-LIMIT, LIMIT + 1))


class Types:
    """Makes schemas of types and collects the `$defs` that they refer to.

    written: what is written, instead of what is read. In it no field is left out, and a text has one
    form. prefix: what stands before the names of the classes of a game. made: the classes whose
    schemas are made in some other way.
    """

    def __init__(
        self,
        *,
        written: bool,
        defs: Schema,
        prefix: str = "",
        made: Mapping[type, Callable[[Types], Schema]] = MappingProxyType({}),
    ) -> None:
        self.written: Final = written
        self.defs: Final = defs
        self.prefix: Final = prefix
        self._made: Final = made

    def named(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A reference to the definition of that name, which is made where it is not there yet."""
        if name not in self.defs:
            self.defs[name] = {}  # definitions stand in the order in which they are needed
            self.defs[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def of(self, hint: Any, part: Part | None = None) -> Schema:
        """The schema of a type; `part`: where in a config."""
        bounds = bounds_of(hint)
        if bounds is not None:
            inner = get_args(hint)[0]
            return integer(bounds) if inner is int else self.of(inner) | _sizes(bounds)
        if hint is int:
            return integer(part.allowed()) if part is not None else self.named("Whole", _whole)
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if hint in _TEXTS:
            form, description = _TEXTS[hint]
            text: Schema = {"type": "string", "description": description}
            return self.named(hint.__name__, lambda: {**text, "pattern": pattern(form, written=self.written)})
        if hint in (Suit, Rank):
            return self.named(hint.__name__, lambda: {"enum": [each.value for each in hint]})
        if hint is Violation:
            return self.named("Violation", self._violation)
        if is_literal(hint):
            return choice(get_args(hint))
        if is_union(hint):
            return self._union(members(hint), part)
        if is_list(hint):
            return self._list(hint)
        assert attrs.has(hint), hint  # wire reads nothing else
        make = self._made.get(hint)
        return self.named(self.name(hint), lambda: self.object(hint, part) if make is None else make(self))

    def name(self, kind: type) -> str:
        """The name of the definition of a class."""
        common = re.fullmatch(r"cardrules\.\w+", kind.__module__)
        return kind.__name__ if common else self.prefix + kind.__name__

    def object(self, kind: type, part: Part | None = None) -> Schema:
        """The schema of the objects of a class."""
        head, docs = documented(kind)
        schema: Schema = {"type": "object"}
        if head:
            schema["description"] = head
        properties = self.properties(kind, part)
        for name, text in docs.items():
            properties[name]["description"] = text
        if is_tagged(kind):
            properties = {"type": {"const": tag_of(kind)}, **properties}
        needed = [each.name for each in _fields(kind) if self.written or each.default is attrs.NOTHING]
        schema["properties"] = {**properties}
        schema["required"] = [*(["type"] if is_tagged(kind) else []), *needed]
        schema["additionalProperties"] = False
        return schema

    def properties(self, kind: type, part: Part | None = None) -> dict[str, Schema]:
        """The schemas of the fields of a class, by name, with their defaults."""
        hints = typing.get_type_hints(kind, include_extras=True)
        found: dict[str, Schema] = {}
        for each in _fields(kind):
            schema = self.of(hints[each.name], None if part is None else part.into(each.name))
            default: object = each.default
            # a default that follows from other fields is told by its description
            if default is not attrs.NOTHING and not isinstance(default, cast("type[Any]", attrs.Factory)):
                schema = {**schema, "default": dump(default)}
            found[each.name] = schema
        return found

    def _union(self, kinds: tuple[Any, ...], part: Part | None) -> Schema:
        nullable = type(None) in kinds
        rest = [kind for kind in kinds if kind is not type(None)]
        if all([is_literal(kind) for kind in rest]):
            return choice([each for kind in rest for each in get_args(kind)] + [None] * nullable)
        schemas = [self.of(kind, part) for kind in rest]
        if len(rest) > 1 and all([attrs.has(kind) and is_tagged(kind) for kind in rest]) and not nullable:
            return {"oneOf": [*schemas]}
        # an empty object is read as one of the first class
        for kind, schema in list(zip(rest, schemas, strict=True))[1:]:
            if attrs.has(kind) and not is_tagged(kind):
                schema["minProperties"] = 1
        return {"anyOf": [*schemas, {"type": "null"}] if nullable else [*schemas]}

    def _list(self, hint: Any) -> Schema:
        items = get_args(hint)
        if items[-1] is ... or len(items) == 1:
            return {"type": "array", "items": self.of(items[0])}
        if len(set(items)) == 1:
            return {"type": "array", "items": self.of(items[0]), "minItems": len(items), "maxItems": len(items)}
        size = len(items)
        return {
            "type": "array",
            "prefixItems": [self.of(item) for item in items],
            "items": False,
            "minItems": size,
        }

    def _violation(self) -> Schema:
        values: list[JSON] = [self.of(int), {"type": "string"}]
        values += [closed({tag: self.of(kind)}) for kind, tag in PARAM_TAGS.items()]
        params: Schema = {"type": "object", "additionalProperties": {"anyOf": values}}
        return closed({"rule": {"type": "string"}, "params": params}, documented(Violation)[0])


_PLAIN: Final[dict[Any, str]] = {str: "string", bool: "boolean", type(None): "null"}
_TEXTS: Final[dict[Any, tuple[str, str]]] = {
    Card: ("<card>", "A card: its rank and its suit, such as Td; Jk is the joker."),
    Cards: ("<cards>", "Cards without separators, such as AsKs."),
}


def closed(properties: dict[str, Schema], description: str = "", optional: Sequence[str] = ()) -> Schema:
    """The schema of objects of these fields and no others."""
    return {
        "type": "object",
        **({"description": description} if description else {}),
        "properties": {**properties},
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def integer(allowed: range) -> Schema:
    """The schema of the whole numbers of a range."""
    schema: Schema = {"type": "integer", "minimum": allowed[0], "maximum": allowed[-1]}
    if allowed.step > 1:
        assert allowed.start % allowed.step == 0  # else they are no multiples
        schema["multipleOf"] = allowed.step
    return schema


def choice(values: Sequence[Any]) -> Schema:
    """The schema of values that are listed."""
    return {"enum": [*values]} if len(values) > 1 else {"const": values[0]}


def documented(kind: type) -> tuple[str, dict[str, str]]:
    """What the docstring of a class says of it, if that is short, and of its fields, by name."""
    names = "|".join([each.name for each in _fields(kind)])
    docs: dict[str, str] = {}
    heads: list[str] = []
    for paragraph in inspect.cleandoc(vars(kind).get("__doc__") or "").split("\n\n"):
        # a field is told of in a sentence that begins with its name
        head, *rest = re.split(rf"(?:^|(?<=[.)] ))({names}): ", " ".join(paragraph.split()))
        heads.append(_sentence(head))
        docs |= {name: _sentence(text) for name, text in zip(rest[::2], rest[1::2], strict=True)}
    return heads[0] if len(heads[0]) <= _LONGEST else "", docs


def _whole() -> Schema:
    return integer(WHOLE) | {"description": "A whole number."}


def _sentence(text: str) -> str:
    """A text of a docstring for whoever reads JSON, not Python."""
    text = re.sub(r"\bNone\b", "null", re.sub(r" ?Raises \w+\.", "", text)).strip()
    return text[:1].upper() + text[1:]


def _fields(kind: type) -> list[attrs.Attribute[Any]]:
    return [each for each in attrs.fields(kind) if each.init]


def _sizes(bounds: range) -> Schema:
    return {"minItems": bounds[0], **({"maxItems": bounds[-1]} if bounds.stop < LIMIT else {})}
