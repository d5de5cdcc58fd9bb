"""A simple random player, whose matches are sound, varied and come to an end.

It is no opponent: it lays what it can, takes the pot often and discards at random, so that rounds
end and somebody reaches the target.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from cardrules.duizenden.actions import (
    Challenge,
    Discard,
    Draw,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Swap,
)
from cardrules.duizenden.legal import legal_actions
from cardrules.duizenden.state import State

_LOOKED_AT: Final = 200
"""No more actions are looked at: a large hand has millions."""


def choose(state: State, rng: random.Random) -> PlayerAction:
    """A legal action of a state in which somebody can act. Raises ValueError for any other."""
    actions = list(islice(legal_actions(state), _LOOKED_AT))
    if not actions:
        raise ValueError("nobody can act in this state")
    for kinds, chance in _LIKED:
        some = [action for action in actions if isinstance(action, kinds)]
        if some and rng.random() < chance:
            return _best(some, rng)
    return rng.choice(actions)


_LIKED: Final[tuple[tuple[tuple[type, ...], float], ...]] = (
    ((Last,), 0.5),
    ((Challenge,), 0.5),
    ((Pot, Meld, LayOff), 0.9),
    ((Exchange,), 0.5),
    ((Swap,), 0.5),
    ((Draw, Discard), 1.0),
)


def _best(actions: Sequence[PlayerAction], rng: random.Random) -> PlayerAction:
    """Of two the one that lays more cards."""
    return max(rng.choice(actions), rng.choice(actions), key=_laid)


def _laid(action: PlayerAction) -> int:
    return len(action.cards) if isinstance(action, Pot | Meld | LayOff) else 0
