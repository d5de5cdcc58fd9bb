"""What the faults of a record of Tausend tell of the house rules it was played under."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardrules.clues import Clues, Fault, Guesses
from cardrules.tausend.actions import Action
from cardrules.tausend.rules import Rules
from cardrules.tausend.scoring import RESET, TARGET
from cardrules.tausend.state import State
from cardrules.tausend.tricks import STEP

_SCORING: Final = frozenset(
    [
        "null_penalty",
        "surrender_points",
        "surrender_cost",
        "barrel.at",
        "barrel.deals",
        "barrel.falls_to",
        "reset_at_555",
    ]
)
"""What totals depend on, and with them the end of the match and who sits on the barrel."""

_ACES: Final = frozenset(["four_aces"])
_NONE: Final[frozenset[str]] = frozenset()

NEEDED: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "tausend.phase": frozenset(["poor_widow_redeal"]),
        "tausend.win.over": _SCORING,
        "tausend.deal": frozenset(["sits_out"]),
        "tausend.four-handed": frozenset(["sits_out"]),
        "tausend.bid.marriage": _ACES,
        "tausend.bid.maximum": _ACES,
        "tausend.raise": _ACES,
        "tausend.aces": _ACES,
        "tausend.surrender.barrel": _SCORING,
    }
)
"""By rule, the flags of which one must differ where an action that breaks it is legal, all actions
before it being so too. No flag mends the others: the cards, the turns, what must be followed."""


def needed(fault: Fault[Rules, State, Action]) -> frozenset[str]:
    """The flags of which one must differ where the fault is gone."""
    if fault.action is None:
        return _SCORING if fault.actual is not None else _NONE
    # every rule that is broken must be mended
    return min([NEEDED.get(broken.rule, _NONE) for broken in fault.violations], key=len)


def guesses(fault: Fault[Rules, State, Action]) -> Guesses:
    """Numbers of the barrel, from the totals that were written down."""
    if not needed(fault) & _SCORING:
        return Guesses({})
    covered = fault.action is None or fault.state.match.deals <= len(fault.record.scores)
    barrel: dict[str, tuple[object, ...]] = {"barrel.at": _places(fault, covered)}
    if fault.action is None:
        barrel |= {"barrel.deals": _deals(fault), "barrel.falls_to": _falls(fault)}
    # without totals nothing tells how long somebody sat on the barrel, and where the fall ended
    return Guesses(barrel, frozenset() if covered else frozenset(["barrel.deals", "barrel.falls_to"]))


_USUAL: Final = (880, 850, 870, 900, 950)


def _places(fault: Fault[Rules, State, Action], covered: bool) -> tuple[int, ...]:
    """No total ever stands above the barrel and below 1000, so the barrel is at the highest of these
    that was written down, or above all of them, where nobody sat on it and its place is all one."""
    written = [total for row in fault.record.scores for total in row if total < TARGET]
    highest = max(written, default=0)
    if not covered:
        return (*_USUAL, *range(max(highest, TARGET - 600), TARGET, STEP))
    above = (*_USUAL, highest - highest % STEP + STEP, TARGET - STEP)
    return (highest, *[place for place in above if highest < place < TARGET])


def _deals(fault: Fault[Rules, State, Action]) -> tuple[int, ...]:
    """The deals that somebody has played on the barrel when its total is wrong: it falls now; or it
    stays, so it is one more, or more than there are."""
    found: list[int] = []
    for seat in _wrong(fault):
        lines = [line for line in fault.state.match.sheet if line.seat == seat and line.deal <= fault.deal]
        entered = max([line.deal for line in lines if line.rule == "tausend.barrel.enter"], default=fault.deal)
        played = len({line.deal for line in lines if line.deal > entered})
        found += [played, played + 1] if played else []
    return (*[deals for deals in (3, *found) if deals > 0], len(fault.record.scores) + 1)


def _falls(fault: Fault[Rules, State, Action]) -> tuple[int, ...]:
    """Who has fallen was written down with the total after the fall (or with 0, if that was 555)."""
    claimed = [fault.claimed[seat] for seat in _wrong(fault)]
    return (*claimed, *[RESET for total in claimed if total == 0])


def _wrong(fault: Fault[Rules, State, Action]) -> list[int]:
    """The seats whose totals are wrong."""
    actual = fault.actual or fault.claimed
    return [seat for seat, (was, right) in enumerate(zip(fault.claimed, actual, strict=True)) if was != right]


CLUES: Final[Clues[Rules, State, Action]] = Clues(needed, guesses)
