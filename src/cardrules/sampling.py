"""Random sound records, for tests, demonstrations and measurements."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cardrules.recorded import Record
from cardrules.registry import A, Game, R, S, V
from cardrules.scoresheet import totals_by_deal

__all__ = ["recorded", "sample"]

NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo")

ENDLESS: Final = 10_000
"""A round with so many actions does not come to an end: in Duizenden nobody may be able to lay any
of the cards that are left."""


def sample(game: Game[R, S, A, V], rules: R, rng: random.Random, deals: int | None = None) -> Record:
    """A random match, to its end or until `deals` deals were scored, with its totals; it is left
    unfinished where a deal does not come to an end.

    The players are the game's own random ones (`Game.choose`).
    """
    dealer = rng.randrange(rules.players)
    state = game.start(rules, dealer)
    actions: list[A] = []
    scored = begun = 0
    while deals is None or scored < deals:
        score = game.score(state)
        before, scored = scored, score.sheet[-1].deal + 1 if score.sheet else 0
        begun = len(actions) if scored > before else begun
        if score.winners or scored == deals or len(actions) - begun >= ENDLESS:
            break
        action = game.choose(state, rng) if game.actors(state) else game.shuffle(state, rng)
        actions.append(action)
        state = game.apply(state, action)
    return recorded(game, rules, dealer, actions, state)


def recorded(game: Game[R, S, A, V], rules: R, dealer: int, actions: Sequence[A], state: S) -> Record:
    """The record of the actions that led from the start to `state`, with the totals after each scored
    deal and names for the players."""
    players = tuple([NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(rules.players)])
    scores = totals_by_deal(rules.players, game.score(state).sheet)
    return Record(game.name, rules, players, dealer, tuple(actions), tuple(scores))
