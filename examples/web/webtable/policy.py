"""A simple player for the empty seats.

It is given what a person on its seat is given, the view and the seat's legal actions, and nothing
else: no state ever gets here, so it cannot cheat.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from cardrules import Card, Rank, duizenden, tausend
from cardrules.registry import AnyAction, AnyView

LOOKED_AT: Final = 200
"""No more actions are looked at: a large hand in Duizenden has millions."""


def choose(view: AnyView, actions: Sequence[AnyAction], rng: random.Random) -> AnyAction | None:
    """One of the legal actions of the seat whose view this is; None: it leaves the acting to others."""
    some = list(islice(actions, LOOKED_AT))
    if not some:
        return None
    if isinstance(view, tausend.View):
        return _tausend(view, some, rng)
    if isinstance(view, duizenden.View):
        return _duizenden(view, some, rng)
    return rng.choice(some)


# -- Tausend

_WORTH: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.NINE: 0}


def _tausend(view: tausend.View, actions: Sequence[AnyAction], rng: random.Random) -> AnyAction:
    return rng.choice(actions)


# -- Duizenden


def _duizenden(view: duizenden.View, actions: Sequence[AnyAction], rng: random.Random) -> AnyAction:
    laying = [a for a in actions if isinstance(a, duizenden_laying)]
    if laying:
        return laying[0]
    return rng.choice(actions)


duizenden_laying: Final = (duizenden.Meld, duizenden.Pot, duizenden.LayOff, duizenden.Last)


def _card(card: Card) -> int:
    return card.index
