"""Matches as records, and their twins: records that differ only in what a seat may not know."""

from __future__ import annotations

import random
from typing import Final

from cardrules import GAMES, Record, duizenden, tausend
from cardrules.records import replay
from cardrules.registry import A, R, S, V
from cardrules.testing import Playout
from cardrules.testing.corners import corners_of

NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Fritz", "Greet", "Hans")
TRIES: Final = 200
"""So many attempts are made at a twin."""


def record_of(playout: Playout[R, S, A, V]) -> Record:
    """The match of a playout from its start."""
    view = playout.game.view(playout.states[0], None)
    assert isinstance(view, tausend.View | duizenden.View)
    return Record(playout.game.name, playout.rules, NAMES[: playout.rules.players], view.dealer, playout.actions)


def part_of(match: Record, now: int) -> Record:
    """The first actions of a match."""
    return Record(match.game, match.rules, match.players, match.dealer, match.actions[:now])


def twin_of(match: Record, seat: int | None, rng: random.Random, least: int = 1) -> Record:
    """A match of at least so many actions that looks the same to `seat` (None: a spectator) as far as it goes, but
    in which cards lie elsewhere, and others have drawn and given others."""
    elsewhere = corners_of(GAMES[match.game]).elsewhere
    assert elsewhere is not None
    states = list(replay(match))
    for _ in range(TRIES):
        found = elsewhere(states, match.actions, seat, rng)
        if found is not None and len(found[1]) >= least:
            return Record(match.game, match.rules, match.players, match.dealer, tuple(found[1]))
    raise AssertionError("nothing can be elsewhere")
