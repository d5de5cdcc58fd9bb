"""Random matches that can be repeated: a playout is a function of a few small values, so that a failing
example prints in a line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Generic, Protocol, TypeAlias, cast

import attrs
from attrs import field, frozen

from cardrules.registry import A, AnyAction, AnyRules, AnyState, AnyView, Game, R, S, V
from cardrules.testing.corners import Corners, corners_of


class _Printer(Protocol):
    """What prints values readably."""

    def text(self, text: str, /) -> None:
        """Prints a text."""


@frozen
class Playout(Generic[R, S, A, V]):
    """A random match, or a part of one: the game, the config, how it begins (one of the `starts` of
    the game's corners), the seed, and the most actions that are taken, chance actions included."""

    game: Game[R, S, A, V] = field(repr=lambda game: f"game({game.name!r})")
    rules: R
    start: str
    seed: int
    most: int
    corners: Corners[R, S, A] = field(repr=False)

    @corners.default
    def _corners(self) -> Corners[R, S, A]:
        return corners_of(self.game)

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:  # noqa: ARG002  # as it is called
        # Hypothesis would print the call that made it, with the whole game in it
        printer.text(repr(self))

    @property
    def actions(self) -> tuple[A, ...]:
        """The actions in order."""
        # the cache knows no type variables
        return cast("tuple[A, ...]", _played(cast("AnyPlayout", self))[1])

    @property
    def states(self) -> tuple[S, ...]:
        """The states in order, from the first to that after the last action."""
        return cast("tuple[S, ...]", _played(cast("AnyPlayout", self))[0])

    @property
    def steps(self) -> Sequence[tuple[S, A, S]]:
        """Each action, with the states before and after it."""
        states = self.states
        return list(zip(states, self.actions, states[1:], strict=False))

    def some(self, most: int) -> list[S]:
        """At most so many of the states, of as many kinds as there are."""
        rng = self.rng()
        kinds: dict[object, list[S]] = {}
        for state in self.states:
            kinds.setdefault(self.corners.kind(state), []).append(state)
        chosen = [rng.choice(group) for group in kinds.values()]
        rng.shuffle(chosen)
        return chosen[:most]

    def rng(self) -> random.Random:
        """A source of chance for what is tried on the playout, always the same."""
        return random.Random(self.seed + 2)


FROM_STATE: Final = "state"
"""The one way to begin of the corners that `from_state` gives."""


def from_state(corners: Corners[R, S, A], state: S) -> Corners[R, S, A]:
    """The corners with `state` as the only way to begin a playout."""
    return attrs.evolve(corners, starts={FROM_STATE: lambda _rules, _rng: state})


AnyPlayout: TypeAlias = Playout[AnyRules, AnyState, AnyAction, AnyView]


@lru_cache(maxsize=16)
def _played(playout: AnyPlayout) -> tuple[tuple[AnyState, ...], tuple[AnyAction, ...]]:
    game, corners = playout.game, playout.corners
    state = corners.starts[playout.start](playout.rules, random.Random(playout.seed))
    rng = random.Random(playout.seed + 1)
    states, actions = [state], list[AnyAction]()
    while len(actions) < playout.most and not game.score(state).winners:
        action = corners.play(state, rng)
        actions.append(action)
        state = game.apply(state, action)
        states.append(state)
    return tuple(states), tuple(actions)
