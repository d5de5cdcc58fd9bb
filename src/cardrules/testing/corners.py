"""What a test knows of a game: its configs, where a match may begin, a player who likes what happens
rarely, what might be said at the table.

Of a game that nobody has described, all this is derived from the game itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from types import NoneType
from typing import Any, Final, Generic, Literal, TypeAlias, cast, get_args, get_origin

import attrs
from attrs import Attribute, field, frozen
from hypothesis import strategies as st

from cardrules.errors import InvalidRules
from cardrules.registry import A, AnyAction, AnyGame, AnyRules, AnyState, Game, R, S, V
from cardrules.testing.knowledge import Known

History: TypeAlias = tuple[Sequence[S], Sequence[A]]
"""The states of a match, and the actions between them."""


@frozen(eq=False, kw_only=True)
class Corners(Generic[R, S, A]):
    """What a test knows of a game, beside the game.

    configs: sound configs of all kinds.
    starts: ways to begin a playout, by name: a state for a config; the first is the start of a match.
    play: an action for any state but the last of a match, a chance action where chance is awaited.
    candidates: well-formed actions that might be tried in a state, chance actions among them, drawn
    without a look at what is legal there.
    malformed: values that are no actions of the game, beside those that are tried with every game.
    kind: what is alike in two states, so that a few states of a playout show much.
    alike: two actions for which this is equal may stand for each other in a listing.
    elsewhere: the states of a playout, its actions, and a seat (None: a spectator): the same match as far
    as that seat may know, up to some moment, with hidden cards elsewhere; None where the attempt at one
    fails. What is derived knows of no more than what the view and the log show: that they show nothing
    hidden is put to the test only where this is given.
    follow: the first state of a playout, a seat, and what that seat is shown of each action: what it
    knows at first and after each of them, worked out from that alone.
    """

    configs: st.SearchStrategy[R]
    starts: Mapping[str, Callable[[R, random.Random], S]]
    play: Callable[[S, random.Random], A]
    candidates: Callable[[S, random.Random], Iterable[A]]
    malformed: Callable[[], Iterable[object]] = tuple
    kind: Callable[[S], object] = type
    alike: Callable[[S, A], object] = field(default=lambda _, action: action)
    elsewhere: Callable[[Sequence[S], Sequence[A], int | None, random.Random], History[S, A] | None] | None = None
    follow: Callable[[S, int | None, Sequence[AnyAction]], Iterator[Known]] | None = None


AnyCorners: TypeAlias = Corners[AnyRules, AnyState, AnyAction]

_DESCRIBED: Final = ("duizenden", "tausend")


def corners_of(game: Game[R, S, A, V]) -> Corners[R, S, A]:
    """The corners of a game: described for the games built in, derived for any other."""
    if game.name in _DESCRIBED:
        found: Corners[R, S, A] = import_module(f"cardrules.testing.{game.name}").CORNERS
        return found
    # what is derived from a game takes its states, actions and configs, and gives them
    return cast("Corners[R, S, A]", derived(cast("AnyGame", game)))


# -- a game that nobody has described


@cache
def derived(game: AnyGame) -> AnyCorners:
    """Corners from the game's own presets, random players and actions."""
    return Corners(
        configs=st.sampled_from(_configs(game)),
        starts={"start": lambda rules, rng: game.start(rules, rng.randrange(rules.players))},
        play=lambda state, rng: _play(game, state, rng),
        candidates=lambda state, rng: _recombined(game, state, rng),
        kind=lambda state: (type(state), len(game.actors(state))),
        elsewhere=lambda states, actions, seat, rng: _swapped(game, states, actions, seat, rng),
    )


def _play(game: AnyGame, state: AnyState, rng: random.Random) -> AnyAction:
    if not game.actors(state):
        return game.shuffle(state, rng)
    return rng.choice(game.legal_actions(state)) if rng.random() < 0.5 else game.choose(state, rng)


def _configs(game: AnyGame) -> list[AnyRules]:
    """The presets, and what is a config with another value in one of their flags."""
    found = list(game.PRESETS.values())
    # every config is of an attrs class, as wire needs it
    flags = attrs.fields(attrs.resolve_types(cast("Any", game.Rules)))
    for rules in game.PRESETS.values():
        for flag in flags:
            for value in _values(flag, rules):
                try:
                    found.append(attrs.evolve(cast("Any", rules), **{flag.name: value}))
                except InvalidRules:
                    continue
    return found


def _values(flag: Attribute[object], rules: AnyRules) -> Iterable[object]:
    """Other values for a flag."""
    kinds = get_args(flag.type) if get_origin(flag.type) is not Literal and get_args(flag.type) else (flag.type,)
    for kind in kinds:
        if kind is bool:
            yield from (False, True)
        elif kind is int:
            now = getattr(rules, flag.name)
            yield from (now + 1, now - 1, now * 2) if type(now) is int else (0, 1, 2)
        elif kind is NoneType:
            yield None
        elif get_origin(kind) is Literal:
            yield from get_args(kind)


_CARD: Final = re.compile("[2-9TJQKA][cdhs]|Jk")


def _swapped(
    game: AnyGame, states: Sequence[AnyState], actions: Sequence[AnyAction], seat: int | None, rng: random.Random
) -> History[AnyState, AnyAction] | None:
    """The match where two cards of a chance action had changed places, if the seat sees no difference.
    What it sees may be too much: only the game itself can say."""
    now = rng.randint(0, len(actions))
    chances = [number for number, state in enumerate(states[:now]) if not game.actors(state)]
    if not chances:
        return None
    at = rng.choice(chances)
    text = str(actions[at])
    cards = list(_CARD.finditer(text))
    one, two = sorted(rng.sample(cards, 2), key=lambda card: card.start()) if len(cards) > 1 else (None, None)
    if one is None or two is None:
        return None
    moved = game.parse_action(text[: one.start()] + two[0] + text[one.end() : two.start()] + one[0] + text[two.end() :])
    others, done = list(states[: at + 1]), (*actions[:at], moved, *actions[at + 1 : now])
    if moved == actions[at]:
        return None
    for number in range(at, now):
        twin, action = others[-1], done[number]
        if not game.is_legal(twin, action) or _shown(game, twin, action, seat) != _shown(
            game, states[number], actions[number], seat
        ):
            return None
        others.append(game.apply(twin, action))
    same = game.view(others[-1], seat) == game.view(states[now], seat)
    return (others, done) if same and game.score(others[-1]) == game.score(states[now]) else None


def _shown(game: AnyGame, state: AnyState, action: AnyAction, seat: int | None) -> tuple[object, ...]:
    """What a seat sees before and of an action."""
    return game.view(state, seat), None if game.redact is None else game.redact(action, state, seat)


_TRIED: Final = 150


def _recombined(game: AnyGame, state: AnyState, rng: random.Random) -> Iterable[AnyAction]:
    """Actions whose parts stood in actions of other moments, by other seats."""
    pools = _pools(game)
    for kind, fields in pools.items():
        for _ in range(_TRIED):
            # attrs names a private field without its underscore
            yield kind(**{name.lstrip("_"): rng.choice(values) for name, values in fields.items()})


@lru_cache(maxsize=8)
def _pools(game: AnyGame) -> Mapping[Callable[..., AnyAction], Mapping[str, Sequence[object]]]:
    """By class of action and by field, the values that stood there in a few matches."""
    rng = random.Random(2417)
    pools: dict[Callable[..., AnyAction], dict[str, dict[object, None]]] = {}
    for rules in game.PRESETS.values():
        for dealer in range(rules.players):
            state = game.start(rules, dealer)
            for _ in range(_TRIED):
                if not game.actors(state) and game.score(state).winners:
                    break
                listed = list(game.legal_actions(state)[:50])
                for action in listed or [game.shuffle(state, rng)]:
                    fields = pools.setdefault(type(action), {})
                    for flag in attrs.fields(cast("Any", type(action))):
                        fields.setdefault(flag.name, {})[getattr(action, flag.name)] = None
                state = game.apply(state, _play(game, state, rng))
    return {kind: {name: list(values) for name, values in fields.items()} for kind, fields in pools.items()}
