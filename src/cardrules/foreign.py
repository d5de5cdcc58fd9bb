"""Texts of strangers, made harmless for a line of text that people read."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 200
"""How much of a foreign text is shown to people, in characters."""


def one_line(text: str) -> str:
    """A text with everything escaped that is not simply printed: control codes, line ends, marks
    that turn the direction of writing, lone surrogates."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else char.encode("unicode_escape").decode() for char in text])


def shortened(text: str, most: int = LONGEST) -> str:
    """The beginning of a text that is longer than `most`, with a mark that it was cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def harmless(text: object, most: int = LONGEST) -> str:
    """A foreign text for people: not longer than they read, and on one line."""
    return one_line(shortened(str(text), most))
