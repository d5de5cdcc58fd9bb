"""Building frozen values fast gives the values that the classes build."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from itertools import permutations

import attrs
import pytest

from cardrules import tausend
from cardrules.cards import CARDS, Cards, Suit
from cardrules.quick import changing, draft_of, quick
from cardrules.tausend.actions import PLAYS, Deal, Play
from cardrules.tausend.deck import DECK, POINTS, STRENGTH
from cardrules.tausend.referee import violations
from cardrules.tausend.state import Bidding, Playing, Standing, State, Trick
from cardrules.tausend.transition import finish
from cardrules.tausend.tricks import winning_play
from cardrules.verdict import ACTION, IllegalAction


def match_states(seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    rules = tausend.Rules(players=3 + seed % 2, four_aces=seed % 3 == 0)
    state: State = tausend.start(rules)
    for _ in range(300):
        actions = tausend.legal_actions(state)
        if not actions and isinstance(state, tausend.Over):
            return
        state = tausend.apply(state, rng.choice(actions) if actions else tausend.shuffle(state, rng))
        yield state


def test_a_quick_value_is_as_the_class_builds_it() -> None:
    built = quick(Standing)(870, None, 2, 1)
    plain = Standing(870, None, 2, 1)
    assert type(built) is Standing
    assert built == plain
    assert hash(built) == hash(plain)
    assert repr(built) == repr(plain)
    assert copy.deepcopy(built) == plain
    assert pickle.dumps(built) == pickle.dumps(plain)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        built.total = 0  # type: ignore[misc]  # what must fail


def test_a_changed_copy_leaves_the_old_value_alone() -> None:
    old = Standing(870, None, 2, 1)
    new = changing(Standing, "barrel", "total")(old, 0, 880)
    assert new == attrs.evolve(old, barrel=0, total=880)
    assert old == Standing(870, None, 2, 1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        new.total = 0  # type: ignore[misc]  # likewise


def test_only_classes_of_the_right_layout_have_a_draft() -> None:
    @attrs.frozen
    class Weak:
        one: int

    @attrs.frozen(weakref_slot=False)
    class Base:
        one: int

    @attrs.frozen(weakref_slot=False)
    class Derived(Base):
        two: int

    for wrong in (Weak, Derived):
        with pytest.raises(AssertionError):
            draft_of(wrong)


@pytest.mark.parametrize("seed", range(6))
def test_every_field_is_filled_and_derived_ones_are_as_the_class_derives_them(seed: int) -> None:
    for state in match_states(seed):
        fields = attrs.fields(type(state))
        again = type(state)(**{field.name: getattr(state, field.name) for field in fields if field.init})
        for field in fields:
            assert getattr(state, field.name) == getattr(again, field.name), field.name
        if isinstance(state, Playing):
            assert state.unplayed == sum(state.hands, Cards()).bits
            for trick in state.tricks:
                assert trick == Trick(trick.plays, trick.winner)
                assert trick.points == Trick(trick.plays, trick.winner).points
        if isinstance(state, Bidding):
            assert len(state.limits) == len(state.hands)


@pytest.mark.parametrize("trump", [None, *Suit])
def test_the_winner_of_a_trick_is_the_one_that_the_rule_names(trump: Suit | None) -> None:
    rng = random.Random(str(trump))
    tricks = list(permutations(DECK, 3))
    for cards in rng.sample(tricks, 3000):
        plays = tuple([PLAYS[seat][card] for seat, card in enumerate(cards)])
        for count in (1, 2, 3):
            least = [card for card in cards[:count] if card.suit is trump] or [
                card for card in cards[:count] if card.suit is cards[0].suit
            ]
            best = max(least, key=lambda card: STRENGTH[card.index])
            assert winning_play(plays[:count], trump).card is best
        trick = finish(plays, trump)
        assert plays[trick.winner].card is best
        assert trick.points == sum([POINTS[card.rank] for card in cards if card.rank])


class Number(int):
    """An integer of another class."""


def strange_deals() -> Iterator[Deal]:
    deal = tausend.shuffle(tausend.start(), random.Random(1))
    one, two, three = deal.hands
    yield Deal(((0, one[1]), two, (2, three[1], 3)), deal.widow)  # type: ignore[arg-type]  # what is strange
    yield Deal(((False, one[1]), two, three), deal.widow)
    yield Deal(((Number(0), one[1]), two, three), deal.widow)
    yield Deal(([0, one[1]], two, three), deal.widow)  # type: ignore[arg-type]  # what is strange
    yield Deal([one, two, three], deal.widow)  # type: ignore[arg-type]  # what is strange
    yield Deal((one, two, (2, frozenset(three[1]))), deal.widow)  # type: ignore[arg-type]  # what is strange
    yield Deal(deal.hands, None)  # type: ignore[arg-type]  # what is strange
    yield Deal(deal.hands, Cards.of(Number(deal.widow.bits)))
    yield Deal(deal.hands, object.__new__(Cards))
    yield object.__new__(Deal)


@pytest.mark.parametrize("strange", [*strange_deals()], ids=range(10))
def test_a_deal_of_wrong_types_is_no_action(strange: Deal) -> None:
    state = tausend.start()
    assert violations(state, strange) == (ACTION,)
    with pytest.raises(IllegalAction):
        tausend.apply(state, strange)


def test_a_play_that_was_built_elsewhere_is_judged_alike() -> None:
    for state in match_states(3):
        if isinstance(state, Playing):
            for card in CARDS:
                for seat in range(3):
                    fresh = Play(seat, card)
                    listed = PLAYS[seat].get(card, fresh)
                    assert violations(state, fresh) == violations(state, listed)
                    assert (fresh in tausend.legal_actions(state)) is not bool(violations(state, fresh))
