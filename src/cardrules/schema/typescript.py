"""TypeScript of what the library writes, translated from its JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from types import MappingProxyType
from typing import Any, Final

from cardrules.cards import Rank, Suit
from cardrules.schema.documents import of
from cardrules.text import WORD


def typescript(game: str | None = None) -> str:
    """A module of the types of all that the library writes, of one game or of all: actions and states
    are told by `type`, cards are template literal types. It can be used as .ts or .d.ts.

    Raises ValueError for a game that there is not.
    """
    defs: Any = of(None, game, written=True)["$defs"]
    kept: dict[str, dict[str, Any]] = {name: schema for name, schema in defs.items() if name not in _OWN}
    made = [_HEAD, *[f"{_comment(schema, '')}export {_declared(name, schema)}" for name, schema in kept.items()]]
    return "\n\n".join(made) + "\n"


def _quoted(texts: list[str]) -> str:
    return " | ".join([json.dumps(text) for text in texts])


_OWN: Final = ("Card", "Cards", "Rank", "Suit")
"""What is written in the head."""

_WIDTH: Final = 100
"""Of a comment, in characters."""

_HEAD: Final = f"""\
// The types of what cardrules writes as JSON, as `cardrules schema --typescript` prints them.

/** A rank. */
export type Rank = {_quoted([rank.value for rank in Rank])};

/** A suit: clubs, diamonds, hearts, spades. */
export type Suit = {_quoted([suit.value for suit in Suit])};

/** A card: its rank and its suit, such as Td; Jk is the joker. */
export type Card = `${{Rank}}${{Suit}}` | "Jk";

/** Cards without separators, such as AsKs. */
export type Cards = "" | `${{Card}}${{string}}`;"""


def _declared(name: str, schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        return f"interface {name} {_object(schema, '')}"
    return f"type {name} = {_type(schema)};"


def _object(schema: Mapping[str, Any], indent: str) -> str:
    lines = ["{"]
    for name, each in schema["properties"].items():
        key = name if re.fullmatch("[A-Za-z_]+", name) else json.dumps(name)
        optional = "" if name in schema["required"] else "?"
        lines.append(
            f"{_comment(each, indent + '  ')}{indent}  readonly {key}{optional}: {_type(each, indent + '  ')};"
        )
    return "\n".join([*lines, f"{indent}}}"])


def _comment(schema: Mapping[str, Any], indent: str) -> str:
    text = schema.get("description", "").replace("*/", "* /")
    if not text:
        return ""
    lines = wrap(text, _WIDTH - len(indent))
    if len(lines) == 1:
        return f"{indent}/** {text} */\n"
    return "".join([f"{indent}/**\n", *[f"{indent} * {line}\n" for line in lines], f"{indent} */\n"])


def _type(schema: Mapping[str, Any], indent: str = "") -> str:
    """The type of a schema; what it says of numbers, and of some fields by others, is left out."""
    return " | ".join(dict.fromkeys(_types(schema, indent)))


def _types(schema: Mapping[str, Any], indent: str) -> Iterator[str]:
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    elif "const" in schema or "enum" in schema:
        yield from [json.dumps(value) for value in schema.get("enum", [schema.get("const")])]
    elif "anyOf" in schema or "oneOf" in schema:
        for each in schema.get("anyOf") or schema["oneOf"]:
            yield from _types(each, indent)
    elif "title" in schema:
        yield from [_text(form) for form in schema["title"].split(" | ")]
    elif isinstance(schema["type"], list):
        # anything but null is of no type that says more
        several = [each for name in schema["type"] for each in _types({"type": name}, indent)]
        yield from ["unknown"] if "unknown" in several else several
    else:
        yield _plain(schema, indent)


def _plain(schema: Mapping[str, Any], indent: str) -> str:
    if schema["type"] == "array":
        return _array(schema, indent)
    if schema["type"] == "object" and "properties" in schema:
        return _object(schema, indent)
    if "additionalProperties" in schema:
        return f"{{ readonly [name: string]: {_type(schema['additionalProperties'], indent)} }}"
    seat = re.fullmatch(r"\^p\[1-(\d)\]\$", schema.get("pattern", ""))
    return _text(f"<p{seat[1]}>") if seat else _PLAIN[schema["type"]]


_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
        "object": "unknown",
        "array": "unknown",
    }
)


def _array(schema: Mapping[str, Any], indent: str) -> str:
    if "prefixItems" in schema:
        return f"readonly [{', '.join([_type(item, indent) for item in schema['prefixItems']])}]"
    if "items" not in schema:
        return "unknown"
    item = _type(schema["items"], indent)
    if "minItems" in schema and schema["minItems"] == schema.get("maxItems"):
        return f"readonly [{', '.join([item] * schema['minItems'])}]"
    if schema.get("minItems") == 1:
        return f"readonly [{item}, ...({item})[]]"
    return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"


def _text(form: str) -> str:
    """The template literal type of the texts of a form."""

    def word(found: re.Match[str]) -> str:
        if found[1] == "p":
            return f"p${{{' | '.join([str(number + 1) for number in range(int(found[2]))])}}}"
        return _WORDS[found[1]]

    return f"`{WORD.sub(word, form)}`"


_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "number": "${number}",
        "meld": "${number}",
        "card": "${Card}",
        "some": "${Card}${string}",
        "cards": "${Cards}",
        "hands": " ${string}",
        "hand": "${string}",
        "row": "${string}",
    }
)
