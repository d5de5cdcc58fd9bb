"""Last Trick keeps the promises of every game."""

import random
from collections.abc import Sequence

import attrs
import lasttrick
import pytest
from lasttrick import GAME, Action, Playing, State

from cardrules import Cards
from cardrules.testing import PROMISES, check_game
from cardrules.testing.corners import corners_of


def elsewhere(
    states: Sequence[State], actions: Sequence[Action], seat: int | None, rng: random.Random
) -> list[tuple[State, State]]:
    """A state, and the same with other cards in the stock and in the other hands."""
    state = rng.choice(states)
    if not isinstance(state, Playing):
        return []
    others = [other for other in range(state.rules.players) if other != seat]
    cards = list(sum([state.hands[other] for other in others], state.stock))
    rng.shuffle(cards)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], cards = Cards(cards[:size]), cards[size:]
    return [(state, attrs.evolve(state, hands=tuple(hands), stock=Cards(cards)))]


# all else that is known of the game can be derived
CORNERS = attrs.evolve(corners_of(GAME), elsewhere=elsewhere)


@pytest.mark.parametrize("promise", PROMISES)
def test_it_keeps_its_promises(promise: str) -> None:
    check_game(lasttrick.GAME, CORNERS, [promise])
