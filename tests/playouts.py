"""Playouts of the two games, as the tests name them."""

from __future__ import annotations

from typing import Final, TypeAlias

from hypothesis import strategies as st

from cardrules import duizenden, game, tausend
from cardrules.testing import Playout, matches
from cardrules.testing.playouts import FROM_STATE, from_state
from cardrules.testing.tausend import CORNERS

TAUSEND: Final = game("tausend")
DUIZENDEN: Final = game("duizenden")

TausendPlayout: TypeAlias = Playout[tausend.Rules, tausend.State, tausend.Action, tausend.View]
DuizendenPlayout: TypeAlias = Playout[duizenden.Rules, duizenden.State, duizenden.Action, duizenden.View]


def tausend_match(rules: tausend.Rules, seed: int, most: int = 300) -> TausendPlayout:
    """A match from its start."""
    return Playout(TAUSEND, rules, "start", seed, most)


def tausend_from(state: tausend.Dealing, seed: int, most: int) -> TausendPlayout:
    """The rest of a match."""
    return Playout(TAUSEND, state.match.rules, FROM_STATE, seed, most, from_state(CORNERS, state))


def tausend_matches(most: int = 100) -> st.SearchStrategy[TausendPlayout]:
    """Matches of Tausend, or parts of them."""
    return matches(TAUSEND, most)


def duizenden_match(rules: duizenden.Rules, start: str, seed: int, most: int) -> DuizendenPlayout:
    """A match, or the rest of one that begins in one of the ways that there are."""
    return Playout(DUIZENDEN, rules, start, seed, most)


def duizenden_matches(most: int = 80) -> st.SearchStrategy[DuizendenPlayout]:
    """Matches of Duizenden, or parts of them."""
    return matches(DUIZENDEN, most)
