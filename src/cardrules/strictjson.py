"""The JSON of strangers: read strictly, and in bounded time and memory."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from cardrules.errors import MalformedInput, quote

MAX_LINE: Final = 16 * 2**20
"""The longest text of a value, in bytes."""

MAX_DEPTH: Final = 64
"""The deepest nesting of a value."""


def parse(data: bytes, above: int = 0) -> object:
    """The value of a JSON text, which is at most MAX_LINE long; `above`: the lines of its file before it.
    Raises MalformedInput: also for a field that is there twice, nesting deeper than MAX_DEPTH, and numbers
    that JSON does not know."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = f"line {above + 1}, " if above else ""
        looks = "it looks like UTF-16: " if data.startswith(_UTF_16) else ""
        raise MalformedInput(
            f"{line}byte {error.start + 1}", f"it is not UTF-8; {looks}save the file as UTF-8"
        ) from None
    try:
        value: object = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
    except MalformedInput:
        raise
    except json.JSONDecodeError as error:
        where = f"line {above + error.lineno}, column {error.colno}"
        raise MalformedInput(where, f"no JSON: {_told(error)}") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise MalformedInput("", "a number has thousands of digits") from None
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(value)
    return value


_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
"""How a text in UTF-16 begins."""
_QUOTES: Final = frozenset("'`´‘’‚“”„‟«»")
_BLANK: Final = " \t\r\n"
_NEAR: Final = 12
"""How many characters of the text are shown on each side of an error."""


def _told(error: json.JSONDecodeError) -> str:
    """What is wrong with a text, and what would be right or where it is."""
    text, at = error.doc, error.pos
    if text.startswith("\ufeff"):
        return "a byte order mark stands before it, with which only a file may begin"
    if text[at : at + 1] in _QUOTES:
        return f"{quote(text[at])} is no quote of JSON; texts stand between plain double quotes"
    if error.msg == "Extra data" and text[at] == ",":
        return "a comma stands after the end of the record; remove it"
    if error.msg == "Extra data":
        return f"{error.msg}; a .json file holds one record, a .jsonl file one a line"
    if at >= len(text.rstrip(_BLANK)):
        hint = "" if "\n" in text else "; if the record goes on in the next line, it belongs in a .json file"
        return f"{error.msg}, but the text ends there{hint}"
    before, after = text[max(at - _NEAR, 0) : at], text[at : at + _NEAR]
    places = [
        f"after {quote('…' * (at > _NEAR) + before)}" if before else "",
        f"before {quote(after + '…' * (at + _NEAR < len(text)))}",
    ]
    # some messages end as if their place followed
    return f"{error.msg.removesuffix(' at').removesuffix(' starting')}, {' and '.join(filter(None, places))}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise MalformedInput("", f"the field {quote(twice)} is there twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise MalformedInput("", f"{text} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise MalformedInput("", f"the number {quote(text)} is too large")
    return value


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        if not inner:
            return
        level = [item for items in inner for item in items]
    if any([isinstance(each, dict | list) for each in level]):
        raise _too_deep()


def _too_deep() -> MalformedInput:
    return MalformedInput("", f"the record is nested deeper than {MAX_DEPTH}")
