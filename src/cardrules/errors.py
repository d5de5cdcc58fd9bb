"""The errors for input that is no action, no record or no config.

An action that breaks a rule is another matter: see `cardrules.verdict`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

QUOTED: Final = 40
"""The number of characters of foreign text that a message repeats."""


def quote(text: object) -> str:
    """`text` as a message may show it: shortened, control codes and odd characters escaped."""
    if not isinstance(text, str):
        return kind_of(text)
    return repr(text if len(text) <= QUOTED else text[: QUOTED - 1] + "…")


def kind_of(value: object) -> str:
    """What a value is, by its class, for a message: `a list`, `an int`; `None`."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeioAEIO' else 'a'} {name}"


def no_field(name: object, fields: Sequence[str], meant: Sequence[str]) -> str:
    """That an object has no field of that name, which of those that may be `meant` it is like, and which there
    are."""
    text = f"there is no field {quote(name)}"
    known = f"the fields are {', '.join(fields)}"
    if not isinstance(name, str):
        return f"{text}; {known}"
    outer, _, inner = name.partition(".")
    if inner.isidentifier() and outer in fields:
        return f'{text}; write {{"{outer}": {{"{inner[:QUOTED]}": …}}}}'
    found = _nearest(name[:QUOTED], meant)
    return f"{text}: is {found} meant? {known[0].upper()}{known[1:]}" if found else f"{text}; {known}"


def _nearest(name: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches  # slow to load, and seldom needed

    return next(iter(get_close_matches(name.lower(), known, 1, 0.7)), None)


class MalformedInput(ValueError):
    """A text or JSON value that is no action, record or other value of the library.

    `where` says which part ("word 3", "actions[7]"), `message` what is wrong and what would be right.
    """

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where: Final = where
        self.message: Final = message

    def __reduce__(self) -> tuple[type[MalformedInput], tuple[str, str]]:
        return type(self), (self.where, self.message)


class InvalidRules(ValueError):
    """A config that makes no sense. `field` names what is wrong ("barrel.at"), `message` says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field: Final = field
        self.message: Final = message

    def __reduce__(self) -> tuple[type[InvalidRules], tuple[str, str]]:
        return type(self), (self.field, self.message)
