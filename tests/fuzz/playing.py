"""What holds in every state and for every action of a game, and matches that bytes play.

The bytes choose the config, how the match begins, and each action: a listed one, one with a field
changed, or any value at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

import attrs

from cardrules import GAMES, duizenden, tausend
from cardrules.cards import CARDS, Card, Cards
from cardrules.errors import InvalidRules
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState
from cardrules.tausend.state import Standing
from cardrules.testing import contract
from cardrules.testing.corners import corners_of
from cardrules.testing.duizenden import playing as duizenden_playing
from cardrules.testing.duizenden.configs import EACH_FLAG as DUIZENDEN
from cardrules.testing.duizenden.playing import STARTS
from cardrules.testing.tausend import playing as tausend_playing
from cardrules.testing.tausend.configs import EACH_FLAG as TAUSEND
from cardrules.testing.tausend.playing import table
from cardrules.verdict import ACTION, IllegalAction
from cardrules.wire import dump, dump_rules, load, load_rules
from cardrules.wording import LANGS
from fuzz.choices import Choices

MOST: Final = 60
"""No match goes on after so many choices of an action."""

CHANCE: Final = (tausend.Deal, duizenden.Deal, duizenden.Reshuffle)


# -- what holds always


@attrs.frozen
class Moment:
    """A state in which what is promised of every state holds, with its legal actions."""

    game: AnyGame
    state: AnyState
    listed: Sequence[AnyAction]


def check_state(game: AnyGame, state: AnyState) -> Moment:
    """What is promised of every state, and what its listing promises."""
    actors = game.actors(state)
    listed = game.legal_actions(state)
    rules: AnyRules = state.match.rules  # type: ignore[attr-defined]  # every state has them
    contract.check_state(game, rules, state)
    assert bool(listed) == bool(actors), "there are legal actions, but nobody can act, or the other way round"
    if not actors and not game.score(state).winners:
        chance = game.shuffle(state, Choices(b"").rng())
        assert not game.violations(state, chance), "a shuffled deck is no legal deal"
    for action in islice(listed, 3):
        assert set(action.seats[:1]) <= set(actors), "a legal action of a seat that cannot act"
        assert not game.violations(state, action), f"{action} is listed, but breaks a rule"
    return Moment(game, state, listed)


def step(moment: Moment, action: AnyAction) -> Moment:
    """The moment after an action, which may be any value; the same where it is illegal. All that
    judges actions must agree."""
    game, state = moment.game, moment.state
    broken = game.violations(state, action)
    listed = action in moment.listed
    chance = any([type(action) is kind for kind in CHANCE])  # a stranger's class may have no hash
    assert listed == (not broken and not chance), f"listed: {listed}, but it breaks {broken}"
    assert game.is_legal(state, action) == (not broken)
    assert ACTION not in broken or len(broken) == 1, "other rules are broken by what is no action"
    try:
        after = game.apply(state, action)
    except IllegalAction as error:
        assert broken, "a legal action was refused"
        assert error.violations == broken
        assert error.state is state
        assert error.action is action
        assert str(error)
        for violation in broken:
            assert all([violation.explain(lang) for lang in LANGS])
        return moment
    assert not broken, f"it was applied, but breaks {broken}"
    assert game.parse_action(str(action)) == action
    return check_state(game, after)


def check_kept(game: AnyGame, state: AnyState) -> None:
    """A state that was reached can be sent and seen."""
    game.check(state)
    data = dump(state)
    again = load(data, type(state))
    assert again == state
    assert hash(again) == hash(state)
    for seat in (None, 0):
        view = game.view(state, seat)
        assert load(dump(view), type(view)) == view


# -- matches


def play(data: bytes) -> None:
    """A match that the bytes play."""
    choices = Choices(data)
    game = GAMES[choices.one_of(("tausend", "duizenden"))]
    moment = check_state(game, _start(game, choices))
    for _ in range(MOST):
        if not choices:
            break
        moment = step(moment, _action(moment, choices))
    check_kept(game, moment.state)


def play_on(game: AnyGame, state: AnyState, choices: Choices) -> None:
    """A state from anywhere, played on until the bytes are used up."""
    moment = check_state(game, state)
    check_kept(game, state)
    while choices:
        moment = step(moment, _action(moment, choices))
    check_kept(game, moment.state)


def _start(game: AnyGame, choices: Choices) -> AnyState:
    rules = _rules(game, choices)
    if isinstance(rules, tausend.Rules):
        dealer = choices.below(rules.players)
        if choices.below(2):
            return tausend.start(rules, dealer)
        state = table(rules, dealer, [_standing(rules, choices) for _ in range(rules.players)])
        game.check(state)
        return state
    assert isinstance(rules, duizenden.Rules)
    return STARTS[choices.one_of([*STARTS])](rules, choices.rng())


def _rules(game: AnyGame, choices: Choices) -> AnyRules:
    """A config of the tests, with what other ones change."""
    flags: dict[str, AnyRules] = {**(_EACH_FLAG[game.name])}
    fields = dict(dump_rules(game, choices.one_of([*flags.values()])))
    for _ in range(choices.below(4)):
        fields |= dump_rules(game, choices.one_of([*flags.values()]))
    try:
        return load_rules(game, fields)
    except InvalidRules:
        return game.Rules()


_EACH_FLAG: Final[dict[str, Any]] = {
    "tausend": TAUSEND,
    "duizenden": DUIZENDEN,
}


def _standing(rules: tausend.Rules, choices: Choices) -> Standing:
    """How a seat may stand, often near the barrel or on it."""
    at = rules.barrel.at
    strokes = choices.below(3) if rules.null_penalty else 0
    surrenders = choices.below(3)
    away = choices.below(64)
    if away == 0 and not (rules.reset_at_555 and at == 555):
        return Standing(at, choices.below(min(rules.barrel.deals, 256)), strokes, surrenders)
    total = at - 5 * max(away, 1)
    return Standing(0 if rules.reset_at_555 and total == 555 else total, None, strokes, surrenders)


# -- actions


def _action(moment: Moment, choices: Choices) -> AnyAction:
    """A listed action as a rule; one that is nearly legal; or any value."""
    kind = choices.below(16)
    if kind == 15:
        stranger: AnyAction = choices.one_of(_strangers(moment.game))
        return stranger
    if kind == 14:
        return _any_action(moment.game, choices)
    action = _legal(moment, choices)
    return _changed(action, choices) if kind >= 11 else action


@cache
def _strangers(game: AnyGame) -> tuple[Any, ...]:
    """Values that are no actions, and actions of odd fields."""
    return (*corners_of(game).malformed(), game.start(game.Rules(), 0))


def _legal(moment: Moment, choices: Choices) -> AnyAction:
    game, state = moment.game, moment.state
    if moment.listed:
        return choices.one_of([*islice(moment.listed, 256)])
    if game.score(state).winners:
        return _any_action(game, choices)
    rng = choices.rng()
    if type(state) is tausend.Dealing and choices.below(2):
        return tausend_playing.rigged(state, rng)
    if type(state) is duizenden.Dealing and choices.below(2):
        return duizenden_playing.rigged(state, rng)
    return game.shuffle(state, rng)


def _any_action(game: AnyGame, choices: Choices) -> AnyAction:
    """An action of any kind with any values."""
    kind = choices.one_of(game.Action)
    fields = [field.name for field in attrs.fields(kind)]
    action: AnyAction = kind(**{name: _ANY[name](choices) for name in fields})
    return action


def _changed(action: AnyAction, choices: Choices) -> AnyAction:
    """An action with another value in one of its fields; seldom a value of a wrong type."""
    kind: Any = type(action)
    name = choices.one_of([field.name for field in attrs.fields(kind)])
    value = getattr(action, name)
    near = choices.below(8)
    if near == 0:
        other: object = choices.one_of((None, True, -1, 10**9, "3", 1.0, (), [], Cards(), CARDS[0]))
    elif near < 6 and isinstance(value, tuple):
        other = _shifted(value, choices)
    elif near < 6 and type(value) is int:
        other = value + choices.one_of((1, -1, 5, -5, 2, 10))
    else:
        other = _ANY[name](choices)
    known: Any = action  # every action of the games is of attrs
    changed: AnyAction = attrs.evolve(known, **{name: other})
    return changed


def _shifted(items: tuple[Any, ...], choices: Choices) -> tuple[Any, ...]:
    """Cards or hands with one exchanged, twice there, left out, or in another place."""
    at, to = choices.below(max(len(items), 1)), choices.below(max(len(items), 1))
    some = [*items]
    how = choices.below(4)
    if not items:
        return (CARDS[choices.below(53)],)
    if how == 0:
        some[at], some[to] = some[to], some[at]
    elif how == 1:
        some.insert(to, some[at])
    elif how == 2:
        del some[at]
    elif isinstance(some[at], Card):
        some[at] = _card(choices)
    else:
        seat, hand = some[at]
        some[at] = (seat, hand - Cards([*hand][:1]) + Cards([_card(choices)]))
    return tuple(some)


def _seat(choices: Choices) -> int:
    return choices.below(9)


def _card(choices: Choices) -> Card:
    return choices.one_of(CARDS)


def _cards(choices: Choices) -> tuple[Card, ...]:
    return tuple([_card(choices) for _ in range(choices.below(6))])


def _heap(choices: Choices) -> Cards:
    return Cards(_cards(choices) * choices.one_of((1, 1, 2, 50)))


def _hands(choices: Choices) -> tuple[tuple[int, Cards], ...]:
    return tuple([(seat, _heap(choices)) for seat in range(choices.below(5))])


_ANY: Final[dict[str, Callable[[Choices], object]]] = {
    "seat": _seat,
    "to": _seat,
    "whom": _seat,
    "meld": lambda choices: choices.below(12),
    "amount": lambda choices: choices.below(2000),
    "card": _card,
    "cards": _cards,
    "open": _cards,
    "stock": _cards,
    "widow": _heap,
    "hands": _hands,
    "announce": lambda choices: choices.one_of((None, "marriage", "aces")),
    "end": lambda choices: choices.one_of((None, "low", "high")),
}
"""By the name of a field, any value of its type."""
