"""Random Tausend with a liking for what happens rarely: standings near the end of a match, marriages,
four nines, low bids that are made, the barrel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cardrules.cards import Cards
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.actions import Action, Bid, Deal, Nines, Pass, Play, PlayerAction, Raise, Surrender
from cardrules.tausend.deck import DECK
from cardrules.tausend.legal import legal_actions
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Dealing,
    Giving,
    Match,
    Playing,
    Standing,
    State,
    active_seats,
)
from cardrules.tausend.transition import shuffle, start

PACK: Final = tuple(DECK)

# -- how a playout begins


def first(rules: Rules, rng: random.Random) -> State:
    """The start of a match."""
    return start(rules, rng.randrange(rules.players))


def late(rules: Rules, rng: random.Random) -> Dealing:
    """A match in which the seats stand near the barrel, on it, or near a penalty, or anyhow."""
    return table(rules, rng.randrange(rules.players), [_standing(rules, rng) for _ in range(rules.players)])


def table(rules: Rules, dealer: int, seats: Sequence[Standing]) -> Dealing:
    """A match in which the seats stand like this, by what one earlier deal brought."""
    lines = [ScoreLine(0, seat, standing.total, "tausend.score.defender") for seat, standing in enumerate(seats)]
    return Dealing(Match(rules, dealer, 1, tuple(seats), tuple(lines), None))


def _standing(rules: Rules, rng: random.Random) -> Standing:
    at = rules.barrel.at
    strokes = rng.randint(0, 2) if rules.null_penalty else 0
    surrenders = rng.randint(0, 2 if rules.surrender_cost == "every_third" else 4)
    if rng.random() < 0.5 and not (rules.reset_at_555 and at == 555):
        return Standing(at, rng.randrange(rules.barrel.deals), strokes, surrenders)
    near = at - 5 * rng.randint(1, 26)
    total = rng.choice((0, near, near, 5 * rng.randint(-60, at // 5 - 1)))
    if rules.reset_at_555 and total == 555:
        total = 0
    return Standing(total, None, strokes, surrenders)


# -- how it goes on


def choose(state: State, rng: random.Random) -> Action:
    """The action of a careless player with a liking for what happens rarely."""
    if isinstance(state, Dealing):
        return rigged(state, rng) if rng.random() < 0.4 else shuffle(state, rng)
    actions = list(legal_actions(state))
    if isinstance(state, Bidding):
        return _call(state, actions, rng)
    if isinstance(state, BeforeLead):
        return _before_lead(actions, rng)
    if isinstance(state, Playing):
        return _play(state, actions, rng)
    return rng.choice(actions)


def rigged(state: Dealing, rng: random.Random) -> Deal:
    """A deal with something in it: four nines, four aces, marriages, a poor widow."""
    wanted = rng.choice(("9c9d9h9s", "AcAdAhAs", "KhQhKdQd", "KsQsKcQc", "AhKhQhAs", ""))
    fixed = [card for card in PACK if card in Cards.parse(wanted)]
    if not wanted:  # the first three cards are the widow's
        fixed = [card for card in PACK if card.text[0] in "9J"][:3]
    rest = [card for card in PACK if card not in fixed]
    rng.shuffle(rest)
    cards = fixed + rest
    seats = list(active_seats(state.match.rules, state.match.dealer))
    widow, cards = (cards[:3], cards[3:]) if not wanted else (cards[21:], cards[:21])
    rng.shuffle(seats)
    hands = {seat: Cards(cards[7 * i : 7 * i + 7]) for i, seat in enumerate(seats)}
    return Deal(tuple(sorted(hands.items())), Cards(widow))


def _call(state: Bidding, actions: list[PlayerAction], rng: random.Random) -> PlayerAction:
    bids = [action for action in actions if isinstance(action, Bid)]
    if not bids or (len(actions) > len(bids) and rng.random() < 0.7):
        return next(action for action in actions if isinstance(action, Pass))
    on_barrel = state.match.standings[state.turn].barrel is not None
    if rng.random() < (0.8 if on_barrel else 0.2):  # enough to win from the barrel
        enough = [bid for bid in bids if bid.amount + state.match.rules.barrel.at >= 1000]
        return enough[0] if enough else bids[-1]
    return rng.choice(bids) if rng.random() < 0.1 else bids[0]


def _before_lead(actions: list[PlayerAction], rng: random.Random) -> PlayerAction:
    lot = rng.random()
    kind = Nines if lot < 0.4 else Raise if lot < 0.5 else Surrender if lot < 0.65 else Play
    some = [action for action in actions if isinstance(action, kind)]
    if not some:
        some = [action for action in actions if isinstance(action, Play)]
    return some[0] if kind is Raise and rng.random() < 0.7 else rng.choice(some)


def _play(state: Playing, actions: list[PlayerAction], rng: random.Random) -> PlayerAction:
    announced = [action for action in actions if isinstance(action, Play) and action.announce]
    if announced and rng.random() < 0.8:
        return rng.choice(announced)
    if rng.random() < 0.5:
        return rng.choice(actions)
    # the declarer plays high, the others low: bids are made, and defenders stay without card points
    plays = [action for action in actions if isinstance(action, Play)]
    strength = [PACK.index(action.card) % 6 for action in plays]
    best = max(strength) if state.turn == state.contract.declarer else min(strength)
    return plays[strength.index(best)]


# -- what is alike


def kind(state: State) -> object:
    """What is alike in two states."""
    match state:
        case Bidding():
            return Bidding, min(len(state.calls), 2)
        case Giving():
            return Giving, len(state.contract.gifts)
        case Playing():
            return Playing, len(state.trick), bool(state.trump), bool(state.tricks)
        case _:
            return type(state)
