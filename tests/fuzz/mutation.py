"""Changes to JSON Lines and to texts of actions that stay near the format, so that they reach more
than the readers' first check."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cardrules.cards import CARDS
from fuzz.words import CARD_WORDS, NUMBER_WORDS, SAID, SCALARS, SEAT_WORDS, words

Place: TypeAlias = tuple[Any, Any]
"""A list or object, and the index or key in it."""


def mutate(data: bytes, rng: random.Random) -> bytes | None:
    """A change that suits what the bytes are: JSON Lines, a text, or (None) neither."""
    changed = mutate_json(data, rng)
    if changed is not None:
        return changed
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return mutate_text(text, rng).encode(errors="replace")


def mutate_json(data: bytes, rng: random.Random) -> bytes | None:
    """One of the lines with a few changes to its JSON value, or lines left out, doubled or exchanged;
    None where the line is no JSON."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    if len(lines) > 1 and rng.random() < 0.1:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = (lines[other], lines[at]) if rng.random() < 0.5 else (b"", lines[other])
        return b"\n".join(lines)
    try:
        value = [json.loads(lines[at])]
    except (ValueError, RecursionError):
        return None
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _change(value, rng)
    try:
        lines[at] = json.dumps(value[0], ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return None
    return b"\n".join(lines)


def cross_json(data: bytes, other: bytes, rng: random.Random) -> bytes | None:
    """A JSON value with a part of another in the place of one of its parts, where that can be of the
    same name."""
    try:
        value, lender = [json.loads(data)], [json.loads(other)]
    except (ValueError, RecursionError):
        return None
    inner, key = rng.choice(_places(value))
    there = _places(lender)
    alike = [place for place in there if place[1] == key] if isinstance(key, str) else []
    outer, name = rng.choice(alike or there)
    inner[key] = outer[name]
    return json.dumps(value[0]).encode()


def _places(value: Any) -> list[Place]:
    """All places in a JSON value, outermost first."""
    places: list[Place] = []
    todo = [value]
    while todo:
        each = todo.pop()
        keys: Any = each.keys() if isinstance(each, dict) else range(len(each))
        for key in keys:
            places.append((each, key))
            if isinstance(each[key], dict | list):
                todo.append(each[key])
    return places


def _change(value: Any, rng: random.Random) -> None:
    """Changes something in a list with a JSON value."""
    places = _places(value)
    inner, key = rng.choice(places)
    lot = rng.random()
    old = inner[key]
    if lot < 0.5 and isinstance(old, str):
        inner[key] = mutate_text(old, rng)
    elif lot < 0.5 and type(old) is int:
        inner[key] = old + rng.choice((1, -1, 5, -5, 10, 60, -120, 120))
    elif lot < 0.55 and type(old) is bool:
        inner[key] = not old
    elif lot < 0.65:
        inner[key] = _copy(rng.choice(SCALARS))
    elif lot < 0.72 and inner is not value:
        del inner[key]
    elif lot < 0.8 and isinstance(inner, list) and inner is not value:
        inner.insert(rng.randrange(len(inner) + 1), old)
    elif lot < 0.85 and isinstance(inner, list):
        other = rng.randrange(len(inner))
        inner[key], inner[other] = inner[other], inner[key]
    elif lot < 0.88 and isinstance(inner, list):
        del inner[key + 1 :]
    elif lot < 0.92 and isinstance(inner, dict):
        inner[rng.choice(words())] = inner.pop(key)
    elif lot < 0.96 and isinstance(old, dict):
        outer, name = rng.choice(places)
        old[rng.choice(words())] = _copy(outer[name])
    else:
        outer, name = rng.choice(places)
        inner[key] = _copy(outer[name])


def _copy(value: Any) -> Any:
    # a part may be put into itself, and changed later
    return json.loads(json.dumps(value))


def mutate_text(text: str, rng: random.Random) -> str:
    """A text with one word or card exchanged, left out, added or changed in a character."""
    return rng.choice(_TEXT_CHANGES)(text, rng)


def _word(text: str, rng: random.Random) -> str:
    parts = text.split(" ")
    parts[rng.randrange(len(parts))] = _some_word(rng)
    return " ".join(parts)


def _some_word(rng: random.Random) -> str:
    return rng.choice(rng.choice((SAID, SAID, CARD_WORDS, SEAT_WORDS, NUMBER_WORDS, words())))


def _same_kind(text: str, rng: random.Random) -> str:
    """Another seat, or a number that is near."""
    parts = text.split(" ")
    at = rng.randrange(len(parts))
    word = parts[at]
    if word[:1] == "p" and word[1:2].isdecimal():
        parts[at] = f"p{rng.randrange(1, 9)}{word[2:]}"
    elif word.isascii() and word.isdecimal() and len(word) < 10:
        parts[at] = str(max(0, int(word) + rng.choice((-1, 1, -5, 5, 10, 100))))
    return " ".join(parts)


def _order(text: str, rng: random.Random) -> str:
    parts = text.split(" ")
    one, two = rng.randrange(len(parts)), rng.randrange(len(parts))
    lot = rng.random()
    if lot < 0.4:
        parts[one], parts[two] = parts[two], parts[one]
    elif lot < 0.7:
        parts.insert(one, rng.choice((parts[two], _some_word(rng))))
    else:
        del parts[one]
    return " ".join(parts)


def _exchange_cards(text: str, rng: random.Random) -> str:
    """Two cards exchanged, wherever they stand, or one replaced."""
    places = [at for at in range(len(text) - 1) if text[at : at + 2] in _CARD_TEXTS]
    if not places:
        return _word(text, rng)
    one, two = rng.choice(places), rng.choice(places)
    first, second = text[one : one + 2], text[two : two + 2]
    if rng.random() < 0.5:
        return text[:one] + rng.choice(CARDS).text + text[one + 2 :]
    text = text[:one] + second + text[one + 2 :]
    return text[:two] + first + text[two + 2 :]


_CARD_TEXTS: Final = frozenset([card.text for card in CARDS])


def _character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    new = rng.choice(("", "0", "1", "9", " ", ":", "p", "T", "s", "\u0660", "\ud800", "\x00", "é", "♠", "10"))
    return text[:at] + new + text[at + rng.randrange(2) :]


_TEXT_CHANGES: Final[tuple[Callable[[str, random.Random], str], ...]] = (
    _word,
    _same_kind,
    _same_kind,
    _order,
    _exchange_cards,
    _exchange_cards,
    _character,
)
