"""A simple random player, whose matches are sound, varied and come to an end.

It is no opponent: mostly the declarer takes what can be taken and the defenders give way, so that
bids are made, totals rise and somebody wins.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardrules.tausend.actions import Bid, Give, Nines, Pass, Play, PlayerAction, Raise, Surrender
from cardrules.tausend.deck import MARRIAGES, STRENGTH, card_points
from cardrules.tausend.legal import legal_actions
from cardrules.tausend.state import BeforeLead, Bidding, Giving, Match, Playing, State
from cardrules.tausend.tricks import marriages, winning_play


def choose(state: State, rng: random.Random) -> PlayerAction:
    """A legal action of a state in which somebody can act. Raises ValueError for any other."""
    actions = legal_actions(state)
    if not actions:
        raise ValueError("nobody can act in this state")
    if isinstance(state, Bidding):
        return _call(actions, _hopes(state.match, state.turn, state.hands[state.turn].bits, rng), rng)
    if isinstance(state, Giving):
        # of two cards the lower one
        return min(rng.choice(actions), rng.choice(actions), key=_strength)
    if isinstance(state, BeforeLead):
        actions = _before_lead(state, actions, rng)
    if isinstance(state, Playing) and rng.random() < 0.9:
        actions = _card(state, actions)
    return rng.choice(actions)


def _card(state: Playing, actions: Sequence[PlayerAction]) -> Sequence[PlayerAction]:
    """An announcement where there is one; else the declarer takes the trick if possible, and the
    defenders throw good cards on it."""
    announcing = [action for action in actions if isinstance(action, Play) and action.announce]
    if announcing:
        return announcing
    plays = [action for action in actions if isinstance(action, Play)]
    taking = [play for play in plays if winning_play((*state.trick, play), state.trump) is play]
    if state.turn == state.contract.declarer:
        return [max(taking, key=_strength)] if taking else [min(plays, key=_strength)]
    giving = [play for play in plays if play not in taking]
    return [max(giving, key=_strength)] if giving else [min(plays, key=_strength)]


def _call(actions: Sequence[PlayerAction], hopes: int, rng: random.Random) -> PlayerAction:
    calls = [action for action in actions if isinstance(action, Pass) or _amount(action) <= hopes]
    return rng.choice(calls[:3]) if calls else actions[0]


def _before_lead(state: BeforeLead, actions: Sequence[PlayerAction], rng: random.Random) -> Sequence[PlayerAction]:
    """To lead; now and then to raise as far as the hand bears it, or to surrender a weak one."""
    declarer = state.contract.declarer
    hopes = _hopes(state.match, declarer, state.contract.hands[declarer].bits, rng)
    chance = rng.random()
    kind = Surrender if chance < 0.5 and hopes < state.contract.bid else Raise if chance < 0.2 else Play
    kinds = [action for action in actions if isinstance(action, kind | Nines) and _amount(action) <= hopes]
    return kinds or [action for action in actions if isinstance(action, Play)]


def _hopes(match: Match, seat: int, bits: int, rng: random.Random) -> int:
    married = sum([points for suit, points in MARRIAGES.items() if marriages(bits) & suit.mask])
    # only a bid of this height wins from the barrel
    barrel = 0 if match.standings[seat].barrel is None else 1000 - match.rules.barrel.at
    return max(2 * card_points(bits) + 2 * married // 3 + rng.randrange(20), barrel * rng.randrange(2))


def _amount(action: PlayerAction) -> int:
    return action.amount if isinstance(action, Bid | Raise) else 0


def _strength(action: PlayerAction) -> int:
    return STRENGTH[action.card.index] if isinstance(action, Play | Give) else 0
