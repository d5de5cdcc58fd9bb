"""A simple random player, whose matches are sound, varied and come to an end.

It is no opponent: it keeps bids near what a hand can win, so that totals rise.
"""

from __future__ import annotations

import random

from cardrules.tausend.actions import Bid, Pass, PlayerAction, Raise, Surrender
from cardrules.tausend.legal import legal_actions
from cardrules.tausend.state import BeforeLead, Bidding, State
from cardrules.tausend.tricks import MARRIAGES, card_points, marriages


def choose(state: State, rng: random.Random) -> PlayerAction:
    """A legal action of a state in which somebody can act. Raises ValueError for any other."""
    actions = legal_actions(state)
    if not actions:
        raise ValueError("nobody can act in this state")
    if isinstance(state, Bidding):
        hopes = _hopes(state.hands[state.turn].bits, rng)
        calls = [action for action in actions if isinstance(action, Pass) or _amount(action) <= hopes]
        return rng.choice(calls[:3] or actions[:1])
    if isinstance(state, BeforeLead):
        hopes = _hopes(state.hands[state.contract.declarer].bits, rng)
        actions = [action for action in actions if _amount(action) <= hopes] or actions
        if rng.random() < 0.9:
            actions = [action for action in actions if not isinstance(action, Surrender)]
        return rng.choice(actions)
    # an announcement is rare enough to be made whenever it can be
    announcing = [action for action in actions if getattr(action, "announce", None)]
    return rng.choice(announcing or actions)


def _amount(action: PlayerAction) -> int:
    return action.amount if isinstance(action, Bid | Raise) else 0


def _hopes(bits: int, rng: random.Random) -> int:
    married = sum([points for suit, points in MARRIAGES.items() if marriages(bits) & suit.mask])
    return 2 * card_points(bits) // 3 + married + rng.randrange(40)
