"""Playouts of the two games, as the tests name them."""

from __future__ import annotations

import random
from typing import Final, TypeAlias

from hypothesis import strategies as st

from cardrules import duizenden, game, tausend
from cardrules.registry import A, R, S, V
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


def twins(playout: Playout[R, S, A, V], seat: int | None, rng: random.Random) -> list[tuple[S, S]]:
    """The moments at which another match differs from a playout, in nothing that `seat` may know; nothing
    where the attempt at one fails."""
    assert playout.corners.elsewhere is not None
    found = playout.corners.elsewhere(playout.states, playout.actions, seat, rng)
    # the other match has the same moments, up to some
    pairs = [] if found is None else zip(playout.states, found[0], strict=False)
    return [(state, twin) for state, twin in pairs if state != twin]
