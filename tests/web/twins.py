"""Matches as records, and their twins: records that differ only in what a seat may not know."""

from __future__ import annotations

import random
from typing import Final

from cardrules import Record, duizenden, tausend
from cardrules.registry import A, R, S, V
from cardrules.testing import Playout

NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Fritz", "Greet", "Hans")
TRIES: Final = 100
"""So many attempts are made at a twin."""


def record_of(playout: Playout[R, S, A, V]) -> Record:
    """The match of a playout from its start."""
    view = playout.game.view(playout.states[0], None)
    assert isinstance(view, tausend.View | duizenden.View)
    return Record(playout.game.name, playout.rules, NAMES[: playout.rules.players], view.dealer, playout.actions)


def twin_of(playout: Playout[R, S, A, V], seat: int | None, rng: random.Random) -> Record:
    """A match that looks the same to `seat` (None: a spectator) as the playout up to some moment, at which it
    ends, but in which cards lie elsewhere, and others have drawn and given others."""
    match, elsewhere = record_of(playout), playout.corners.elsewhere
    assert elsewhere is not None
    for _ in range(TRIES):
        twin = elsewhere(playout.states, playout.actions, seat, rng)
        if twin is not None:
            return Record(match.game, match.rules, match.players, match.dealer, tuple(twin[1]))
    raise AssertionError("nothing can be elsewhere")
