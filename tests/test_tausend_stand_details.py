"""What Tausend lists after a bid that was wrong and stood, against what it judges."""

from __future__ import annotations

import random

import pytest

from cardrules import tausend
from cardrules.cards import CARDS
from cardrules.tausend import BeforeLead, Bidding
from cardrules.tausend.actions import Bid, Give, Raise
from cardrules.tausend.standing import stand
from cardrules.tausend.tricks import ANYTHING

AMOUNTS = range(500)


@pytest.mark.parametrize("amount", [5, 60, 85, 95, 100, 300])
def test_after_a_bid_that_stood_the_higher_ones_are_listed(amount: int) -> None:
    state: tausend.State = tausend.start()
    state = tausend.apply(state, tausend.shuffle(state, random.Random(1)))
    assert isinstance(state, Bidding)
    state = stand(state, Bid(state.bidders[0], amount))
    while isinstance(state, Bidding):
        [seat] = tausend.actors(state)
        legal = [bid for bid in [Bid(seat, to) for to in AMOUNTS] if tausend.is_legal(state, bid)]
        listed = [action for action in tausend.legal_actions(state) if isinstance(action, Bid)]
        assert listed == legal
        if amount < 100:
            assert legal[0] == Bid(seat, amount + 5)
        state = tausend.apply(state, tausend.legal_actions(state)[0])
    while not isinstance(state, BeforeLead):
        gift = tausend.legal_actions(state)[0]
        assert isinstance(gift, Give)
        state = tausend.apply(state, gift)
    seat = state.contract.declarer
    raises = [action for action in tausend.legal_actions(state) if isinstance(action, Raise)]
    assert raises == [raised for raised in [Raise(seat, to) for to in AMOUNTS] if tausend.is_legal(state, raised)]
    if amount < 100:
        assert raises[0] == Raise(seat, amount + 5)


def test_anything_is_every_card() -> None:
    assert all([ANYTHING & card.bit for card in CARDS])
