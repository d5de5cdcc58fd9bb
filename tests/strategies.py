"""Random Tausend: configs, standings near the end of a match, and whole playouts.

A playout is a function of a small `Scenario` (a config, standings, a number of deals, a seed), so
that a failing example prints in a line and replays. Its players are no good, but they are biased
towards what the rules care about: marriages, four nines, low bids that are made, the barrel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hypothesis import strategies as st

from cardrules import tausend
from cardrules.cards import Card, Cards
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.actions import Action, Bid, Deal, Nines, Pass, Play, PlayerAction, Raise, Surrender
from cardrules.tausend.rules import Barrel, Rules, SitsOut
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Dealing,
    Giving,
    Match,
    Over,
    Playing,
    Standing,
    State,
    active_seats,
)

Step: TypeAlias = tuple[State, Action]

PACK = tuple(Card.parse(rank + suit) for suit in "cdhs" for rank in "9JQKTA")

# -- configs

EACH_FLAG: dict[str, Rules] = {
    "default": Rules(),
    "four players": Rules(players=4, sits_out="dealer"),
    "four players, right of dealer": Rules(players=4, sits_out="right_of_dealer"),
    "four aces": Rules(four_aces=True),
    "half bid": Rules(surrender_points="half_bid"),
    "every third": Rules(surrender_cost="every_third"),
    "no null penalty": Rules(null_penalty=False),
    "555": Rules(reset_at_555=True),
    "poor widow": Rules(poor_widow_redeal=True),
    "barrel at 870": Rules(barrel=Barrel(at=870)),
    "barrel at 600": Rules(barrel=Barrel(at=600)),
    "barrel at 995": Rules(barrel=Barrel(at=995)),
    "barrel of one deal": Rules(barrel=Barrel(deals=1)),
    "barrel that falls below zero": Rules(barrel=Barrel(falls_to=-55)),
    "barrel at 555": Rules(four_aces=True, reset_at_555=True, barrel=Barrel(at=555, deals=2)),
    "barrel that falls to 555": Rules(reset_at_555=True, barrel=Barrel(falls_to=555, deals=2)),
}
"""The default rules, every flag alone, and the mixes in which two flags meet."""


@st.composite
def barrels(draw: st.DrawFn, least: int = 600) -> Barrel:
    """A barrel that a config with a maximum bid of 1000 − `least` can have."""
    usual = st.sampled_from((880, 850, 870, 900, 600, 995)) if least == 600 else st.sampled_from((880, 555, 400))
    at = draw(usual | st.integers(least // 5, 199).map(lambda fives: 5 * fives))
    deals = draw(st.sampled_from((3, 1, 2, 5)))
    if draw(st.booleans()):
        return Barrel(at=at, deals=deals)
    falls_to = draw(st.sampled_from((at - 5, 0, 555, -200)) | st.integers(-100, 198).map(lambda fives: 5 * fives))
    return Barrel(at=at, deals=deals, falls_to=falls_to if falls_to < at else at - 5)


@st.composite
def mixed_configs(draw: st.DrawFn) -> Rules:
    """A random mix of all flags."""
    aces = draw(st.booleans())
    sits_out: SitsOut | None = draw(st.sampled_from((None, "dealer", "right_of_dealer")))
    return Rules(
        players=3 if sits_out is None else 4,
        sits_out=sits_out,
        four_aces=aces,
        surrender_points=draw(st.sampled_from(("sixty", "half_bid"))),
        surrender_cost=draw(st.sampled_from(("from_third", "every_third"))),
        null_penalty=draw(st.booleans()),
        barrel=draw(barrels(400 if aces else 600)),
        reset_at_555=draw(st.booleans()),
        poor_widow_redeal=draw(st.booleans()),
    )


def configs() -> st.SearchStrategy[Rules]:
    """Valid configs: the default, every flag alone, random mixes."""
    return st.sampled_from(list(EACH_FLAG.values())) | mixed_configs()


# -- standings


@st.composite
def standings(draw: st.DrawFn, rules: Rules) -> Standing:
    """How a seat may stand between two deals: often near the barrel, on it, or near a penalty."""
    at = rules.barrel.at
    strokes = draw(st.integers(0, 2)) if rules.null_penalty else 0
    surrenders = draw(st.integers(0, 2 if rules.surrender_cost == "every_third" else 4))
    on_barrel = draw(st.booleans()) and not (rules.reset_at_555 and at == 555)
    if on_barrel:
        return Standing(at, draw(st.integers(0, rules.barrel.deals - 1)), strokes, surrenders)
    near = st.integers(1, 26).map(lambda fives: at - 5 * fives)
    total = draw(st.just(0) | near | st.integers(-60, at // 5 - 1).map(lambda fives: 5 * fives))
    if rules.reset_at_555 and total == 555:
        total = 0
    return Standing(total, None, strokes, surrenders)


def table(rules: Rules, dealer: int, seats: Sequence[Standing]) -> Dealing:
    """A match in which the seats stand like this, by what one earlier deal brought."""
    lines = [ScoreLine(0, seat, standing.total, "tausend.score.defender") for seat, standing in enumerate(seats)]
    return Dealing(Match(rules, dealer, 1, tuple(seats), tuple(lines), None))


# -- playouts


@dataclass(frozen=True)
class Scenario:
    """A playout that can be repeated: where it starts, how many deals are dealt at most, the seed."""

    rules: Rules
    dealer: int
    seats: tuple[Standing, ...] | None
    deals: int
    seed: int

    def start(self) -> State:
        """The state before the first deal."""
        if self.seats is None:
            return tausend.start(self.rules, self.dealer)
        return table(self.rules, self.dealer, self.seats)

    def steps(self) -> list[Step]:
        """Each state with the action that is taken in it."""
        return list(play(self.rules, random.Random(self.seed), deals=self.deals, start=self.start()))

    def states(self) -> list[State]:
        """All states in order, the last one too."""
        steps = self.steps()
        return [self.start(), *[tausend.apply(state, action) for state, action in steps]]


@st.composite
def scenarios(draw: st.DrawFn, deals: int = 4, rules: st.SearchStrategy[Rules] | None = None) -> Scenario:
    """A playout of at most `deals` deals, from the beginning or from near the end of a match."""
    chosen = draw(configs() if rules is None else rules)
    near_end = draw(st.booleans())
    seats = tuple(draw(standings(chosen)) for _ in range(chosen.players)) if near_end else None
    dealer = draw(st.integers(0, chosen.players - 1))
    return Scenario(chosen, dealer, seats, draw(st.integers(1, deals)), draw(st.integers(0, 2**32)))


def play(rules: Rules, rng: random.Random, deals: int = 4, start: State | None = None) -> Iterator[Step]:
    """A random playout of at most `deals` deals: each state with the action that is taken in it."""
    state = tausend.start(rules, rng.randrange(rules.players)) if start is None else start
    while not isinstance(state, Over):
        if isinstance(state, Dealing):
            if deals == 0:
                return
            deals -= 1
        action = choose(state, rng)
        yield state, action
        state = tausend.apply(state, action)


def choose(state: State, rng: random.Random) -> Action:
    """The action of a careless player with a liking for what happens rarely."""
    if isinstance(state, Dealing):
        return rigged(state, rng) if rng.random() < 0.4 else tausend.shuffle(state, rng)
    actions = list(tausend.legal_actions(state))
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


def sample(states: Sequence[State], rng: random.Random, most: int) -> list[State]:
    """At most `most` of the states, of as many phases as there are."""
    kinds: dict[object, list[State]] = {}
    for state in states:
        kinds.setdefault(_kind(state), []).append(state)
    chosen = [rng.choice(group) for group in kinds.values()]
    rng.shuffle(chosen)
    return chosen[:most]


def _kind(state: State) -> object:
    match state:
        case Bidding():
            return Bidding, min(len(state.calls), 2)
        case Giving():
            return Giving, len(state.contract.gifts)
        case Playing():
            return Playing, len(state.trick), bool(state.trump), bool(state.tricks)
        case _:
            return type(state)
