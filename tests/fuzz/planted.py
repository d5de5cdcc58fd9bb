"""Targets with faults, which the fuzzer must find."""

from __future__ import annotations

from cardrules.errors import MalformedInput
from cardrules.tausend import Raise, parse_action

FAULT = "a raise"


def no_raise(data: bytes) -> None:
    """Fails for one kind of action, as text."""
    try:
        action = parse_action(data.decode(errors="replace"))
    except MalformedInput:
        return
    assert not isinstance(action, Raise), FAULT


def endless(data: bytes) -> None:
    """Never ends for one kind of input."""
    while data.startswith(b"deal"):
        pass
