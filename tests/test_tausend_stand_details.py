"""What Tausend lists after a bid that was wrong and stood, against what it judges; what wrong announcements bring."""

from __future__ import annotations

import random

import pytest

from cardrules import IllegalAction, tausend
from cardrules.cards import CARDS
from cardrules.tausend import BeforeLead, Bidding, Dealing
from cardrules.tausend.actions import Bid, Give, Nines, Raise
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


def test_no_nines_of_a_seat_that_is_not_there_stand() -> None:
    state: tausend.State = tausend.start()
    state = tausend.apply(state, tausend.shuffle(state, random.Random(1)))
    while not isinstance(state, BeforeLead):
        state = tausend.apply(state, tausend.legal_actions(state)[0])
    assert isinstance(stand(state, Nines(2)), Dealing)
    with pytest.raises(IllegalAction) as refused:
        stand(state, Nines(3))
    assert [broken.rule for broken in refused.value.violations] == ["tausend.nines"]


def test_anything_is_every_card() -> None:
    assert all([ANYTHING & card.bit for card in CARDS])


def test_every_marriage_that_was_announced_out_of_place_counts() -> None:
    state: tausend.State = tausend.start(dealer=2)
    deal = "deal p1:AcAdAhAsTcTdTh p2:KcQcKdQdKhQhQs p3:9cJc9dJd9hJh9s widow:TsKsJs"
    bids = ("p1 bid 120", "p2 pass", "p3 pass", "p1 give Ks p2", "p1 give Js p3")
    first = ("p1 play Ac", "p2 play Kc marriage", "p3 play 9c", "p1 play Ad", "p2 play Kd marriage", "p3 play 9d")
    for text in (deal, *bids, *first):
        state = stand(state, tausend.parse_action(text))
    while not isinstance(state, Dealing):
        state = tausend.apply(state, next(play for play in tausend.legal_actions(state) if str(play)[-1] in "cdhs"))
    defended = [line.points for line in tausend.score(state).sheet if line.rule == "tausend.score.defender"]
    assert defended == [60 + 80, 0]
