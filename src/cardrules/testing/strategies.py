"""Hypothesis strategies of any game: configs, matches, states, actions, records."""

from __future__ import annotations

from itertools import islice
from typing import cast

import attrs
from hypothesis import strategies as st

from cardrules.recorded import Record
from cardrules.registry import A, AnyGame, AnyRules, Game, R, S, V
from cardrules.sampling import recorded
from cardrules.testing.corners import AnyCorners, Corners, corners_of
from cardrules.testing.playouts import FROM_STATE, Playout, from_state

_SEEDS = st.integers(0, 2**32 - 1)
_LISTED = 200
"""Of a long listing only so many actions are looked at."""


def _lengths(most: int) -> st.SearchStrategy[int]:
    return st.integers(1, most) | st.just(most)


def configs(game: Game[R, S, A, V], corners: Corners[R, S, A] | None = None) -> st.SearchStrategy[R]:
    """Sound configs: the presets, each flag alone, mixes. `corners` as in `matches`."""
    return (corners or corners_of(game)).configs


def matches(
    game: Game[R, S, A, V],
    most: int = 100,
    rules: st.SearchStrategy[R] | None = None,
    corners: Corners[R, S, A] | None = None,
) -> st.SearchStrategy[Playout[R, S, A, V]]:
    """Random matches, or parts of matches, of at most `most` actions, often such as come to something
    rare: a barrel, a third stroke, a queen that cannot be discarded, an empty stock.

    They are drawn from `rules` (else from `configs`), and by the `corners` of the game: what is known
    of it beside the game, which for a game that is not built in is derived unless it is given.
    """
    known = corners or corners_of(game)
    starts = st.sampled_from(list(known.starts))
    drawn = known.configs if rules is None else rules
    return st.builds(Playout, st.just(game), drawn, starts, _SEEDS, _lengths(most), st.just(known))


def states(
    game: Game[R, S, A, V],
    most: int = 100,
    rules: st.SearchStrategy[R] | None = None,
    corners: Corners[R, S, A] | None = None,
) -> st.SearchStrategy[S]:
    """States of such matches, of all phases, the last of a match among them."""
    return matches(game, most, rules, corners).flatmap(_state)


def _state(playout: Playout[R, S, A, V]) -> st.SearchStrategy[S]:
    return st.sampled_from(playout.some(len(playout.states)))


def actions(
    game: Game[R, S, A, V], state: S | None = None, corners: Corners[R, S, A] | None = None
) -> st.SearchStrategy[A]:
    """Well-formed actions that may be tried in `state` (else in any state of a match), as often legal
    as not; a chance action where chance is awaited, and now and then where it is not."""
    known = corners or corners_of(game)
    if state is None:
        return states(game, corners=known).flatmap(lambda any_state: actions(game, any_state, known))
    listed = list(islice(game.legal_actions(state), _LISTED))
    if not game.actors(state) and not game.score(state).winners:
        legal: st.SearchStrategy[A] = st.randoms(use_true_random=False).map(lambda rng: game.shuffle(state, rng))
    else:
        legal = st.sampled_from(listed) if listed else st.nothing()
    tried = st.randoms(use_true_random=False).map(lambda rng: rng.choice(list(known.candidates(state, rng))))
    return legal | tried


@st.composite
def records(
    draw: st.DrawFn,
    game: Game[R, S, A, V],
    most: int = 100,
    rules: st.SearchStrategy[R] | None = None,
    corners: Corners[R, S, A] | None = None,
    *,
    sound: bool = True,
) -> Record:
    """Records of the first actions, `most` of them at most, of matches, with the totals after each
    deal. Not `sound`: some have an action that was not made, others a total that is wrong, and some
    are sound all the same."""
    # a record holds the config and actions of any game
    any_game = cast("AnyGame", game)
    known = cast("AnyCorners", corners or corners_of(game))
    config = draw(known.configs) if rules is None else cast("AnyRules", draw(rules))
    dealer = draw(st.integers(0, config.players - 1))
    opening = from_state(known, any_game.start(config, dealer))
    playout = Playout(any_game, config, FROM_STATE, draw(_SEEDS), draw(_lengths(most)), opening)
    record = recorded(any_game, config, dealer, playout.actions, playout.states[-1])
    if sound or not playout.actions:
        return record
    miscounted = draw(st.booleans())
    if record.scores and miscounted:
        return _miscounted(draw, record)
    at = draw(st.integers(0, len(playout.actions) - 1))
    tried = draw(actions(any_game, playout.states[at], opening))
    texts = (*record.texts[:at], str(tried), *record.texts[at + 1 :])
    return attrs.evolve(record, actions=(*record.actions[:at], tried, *record.actions[at + 1 :]), texts=texts)


def _miscounted(draw: st.DrawFn, record: Record) -> Record:
    deal = draw(st.integers(0, len(record.scores) - 1))
    seat = draw(st.integers(0, len(record.players) - 1))
    row = list(record.scores[deal])
    row[seat] += draw(st.sampled_from((5, -5, 1, 1000)))
    return attrs.evolve(record, scores=(*record.scores[:deal], tuple(row), *record.scores[deal + 1 :]))
