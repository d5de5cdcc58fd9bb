"""The names of persons: what may be one, and how one is shown in a line of text."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from cardrules import InvalidRules

LONGEST_NAME: Final = 24
MARKS: Final = 2
"""No letter has more marks over or under it, or they would cover other lines."""
COMPUTER: Final = "Computer"
"""What a computer is called, with the number of its seat; it is the word in all languages of the page."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that show nothing, though Python would print them."""


def clean_name(name: object) -> str:
    """A name as it is shown. Raises InvalidRules for one that is empty, too long, a computer's, or has
    characters that are not printed."""
    if not isinstance(name, str):
        raise InvalidRules("name", "it is no text")
    short = unicodedata.normalize("NFC", " ".join(_BLANK.sub(" ", name).split()))
    if not 1 <= len(short) <= LONGEST_NAME:
        raise InvalidRules("name", f"it must have 1 to {LONGEST_NAME} characters")
    if not short.isprintable():
        raise InvalidRules("name", "it has characters that cannot be shown")
    kinds = "".join([unicodedata.category(letter)[0] for letter in short])
    if not set(kinds) & set("LNPS"):
        raise InvalidRules("name", "it must have a letter, digit or sign")
    if "M" * (MARKS + 1) in kinds:
        raise InvalidRules("name", f"a letter must have at most {MARKS} marks")
    if re.fullmatch(rf"{COMPUTER}\d*", _alike(short), re.IGNORECASE):
        raise InvalidRules("name", "it is a computer's")
    return short


def same(one: str, other: str) -> bool:
    """Whether two names are taken for each other."""
    return _alike(one) == _alike(other)


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", "".join(name.split())).casefold()


def isolated(name: str) -> str:
    """A name as it stands in a line of text: one that is written from right to left leaves the order of
    the words around it alone."""
    if any([unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name]):
        return f"\u2068{name}\u2069"
    return name
