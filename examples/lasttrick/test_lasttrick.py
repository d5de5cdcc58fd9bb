"""Last Trick keeps the promises of every game."""

import random
from collections.abc import Iterator, Sequence

import attrs
import lasttrick
import pytest
from lasttrick import GAME, Action, Deal, Dealing, Over, Play, SeenDeal, State

from cardrules import Cards
from cardrules.registry import AnyAction
from cardrules.testing import PROMISES, check_game
from cardrules.testing.corners import History, corners_of
from cardrules.testing.knowledge import Known


def elsewhere(
    states: Sequence[State], actions: Sequence[Action], seat: int | None, rng: random.Random
) -> History[State, Action] | None:
    """The same up to some moment, with other cards in the stock, and in the other hands but for what they
    play."""
    now = rng.randint(0, len(actions))
    deals = [number for number, action in enumerate(actions[:now]) if isinstance(action, Deal)]
    if not deals:
        return None
    first = rng.choice(deals)
    deal = actions[first]
    assert isinstance(deal, Deal)
    after = [action for action in actions[first + 1 : now] if isinstance(action, Play)]
    fixed = {player: Cards([play.card for play in after[:15] if play.seat == player]) for player in deal.seats}
    fixed = {player: hand if player == seat else fixed[player] & hand for player, hand in deal.hands}
    cards = list(lasttrick.DECK - sum(fixed.values(), Cards()))
    rng.shuffle(cards)
    hands = []
    for player, hand in fixed.items():
        missing = lasttrick.HAND - len(hand)
        hands.append((player, hand + Cards(cards[:missing])))
        cards = cards[missing:]
    twins, done = list(states[: first + 1]), (*actions[:first], Deal(tuple(hands), Cards(cards)), *after)
    if done[first] == deal:
        return None
    for action in done[first:now]:
        if lasttrick.violations(twins[-1], action):
            return None
        twins.append(lasttrick.apply(twins[-1], action))
        if isinstance(twins[-1], Dealing | Over):
            break
    return twins, done[: len(twins) - 1]


def follow(first: State, seat: int | None, log: Sequence[AnyAction]) -> Iterator[Known]:
    """What a seat knows of its hand, from what it is shown."""
    hand: Cards | None = None
    plays, size = list[Play](), 0
    yield Known({"hand": None})
    for action in log:
        if isinstance(action, SeenDeal):
            hand, plays, size = dict(action.hands).get(-1 if seat is None else seat), [], len(action.hands)
        if isinstance(action, Play):
            plays.append(action)
            hand = hand - Cards([action.card]) if hand is not None and action.seat == seat else hand
        gone = Cards([play.card for play in plays])
        cards = (hand or Cards()) + gone
        if len(gone) == size * lasttrick.HAND:
            yield Known({"hand": None, "counts": ()}, named=cards)
        else:
            yield Known({"hand": hand}, cards, named=cards)


# all else that is known of the game can be derived
CORNERS = attrs.evolve(corners_of(GAME), elsewhere=elsewhere, follow=follow)


@pytest.mark.parametrize("promise", PROMISES)
def test_it_keeps_its_promises(promise: str) -> None:
    check_game(lasttrick.GAME, CORNERS, [promise])
