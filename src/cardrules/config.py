"""What the configs of all games are checked with: whole numbers, truth values, choices."""

from __future__ import annotations

from typing import Final

from cardrules.errors import InvalidRules, quote

LIMIT: Final = 999_999_999
"""No number of a config is larger, as no number of an action is."""


def whole(name: str, value: object) -> None:
    """Raises InvalidRules, naming the field, for what is no whole number or is too large."""
    if type(value) is not int:
        raise InvalidRules(name, f"{shown(value)} is no whole number")
    if abs(value) > LIMIT:
        raise InvalidRules(name, "the number has more than nine digits")


def between(name: str, value: object, least: int, most: int = LIMIT) -> None:
    """Raises InvalidRules for what is no whole number from `least` to `most`."""
    whole(name, value)
    assert type(value) is int
    if not least <= value <= most:
        wanted = f"{least} or more" if most == LIMIT else f"from {least} to {most}"
        raise InvalidRules(name, f"{value} is not {wanted}")


def truth(name: str, value: object) -> None:
    """Raises InvalidRules for what is neither true nor false."""
    if type(value) is not bool:
        raise InvalidRules(name, f"{shown(value)} is neither true nor false")


def one_of(name: str, value: object, allowed: tuple[str | None, ...]) -> None:
    """Raises InvalidRules for what is none of the choices."""
    if not (value is None or type(value) is str) or value not in allowed:
        choices = " or ".join(["null" if choice is None else f'"{choice}"' for choice in allowed])
        raise InvalidRules(name, f"{shown(value)} is not {choices}")


def shown(value: object) -> str:
    """A value as JSON writes it."""
    if value is None:
        return "null"
    return str(value).lower() if type(value) is bool else quote(value)
