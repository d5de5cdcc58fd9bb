"""Tausend followed from what one seat is shown: its hand, the counts, the widow, the tricks, worked out
from the redacted log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardrules.cards import Card, Cards, Rank, Suit
from cardrules.registry import AnyAction
from cardrules.tausend.actions import Bid, Give, Nines, Pass, Play, Raise, Surrender
from cardrules.tausend.deck import POINTS
from cardrules.tausend.rules import Rules
from cardrules.tausend.seen import SeenDeal, SeenGive, SeenPass
from cardrules.tausend.state import Dealing, State, Trick
from cardrules.tausend.view import Gift
from cardrules.testing.knowledge import Fields, Known

STRENGTH: Final = "9JQKTA"
NINES: Final = Cards.parse("9c9d9h9s")
NOTHING: Final[Fields] = {
    "hand": None,
    "counts": (),
    "widow_count": 0,
    "widow": None,
    "calls": (),
    "declarer": None,
    "bid": None,
    "gifts": (),
    "raises": (),
    "trick": (),
    "tricks": (),
    "trump": None,
    "announced": (),
}
"""What a view shows between deals."""


def follow(first: State, seat: int | None, log: Sequence[AnyAction]) -> Iterator[Known]:
    """What `seat` knows before a match goes on, and after each action of its log. `first` is a state in
    which a deal is awaited."""
    assert isinstance(first, Dealing)
    rules = first.match.rules
    deal: _Deal | None = None
    left = Cards()
    yield Known(NOTHING)
    for action in log:
        if isinstance(action, SeenDeal):
            deal = _Deal(rules, seat, action)
        if deal is None:  # only a deal begins one: whatever else is shown now should not be
            yield Known(NOTHING, left=left)
            continue
        deal.take(action)
        named = deal.known.kinds()
        if deal.ended:
            deal, left = None, named
        yield Known(NOTHING, left=left, named=named) if deal is None else Known(deal.shows(), named, left, named)


class _Deal:
    """A deal as a seat can follow it; `known` are the cards that it has come to know."""

    def __init__(self, rules: Rules, seat: int | None, dealt: SeenDeal) -> None:
        self.rules: Final = rules
        self.seat: Final = seat
        self.hand = None if seat is None else dict(dealt.hands).get(seat) or Cards()
        self.counts = [7 if holder in dealt.seats else 0 for holder in range(rules.players)]
        self.known = self.hand or Cards()
        self.calls: list[Bid | Pass] = []
        self.widow: Cards | None = None
        self.declarer: int | None = None
        self.bid: int | None = None
        self.gifts: list[Gift] = []
        self.raises: list[Raise] = []
        self.trick: list[Play] = []
        self.tricks: list[Trick] = []
        self.plays: list[Play] = []
        self.trump: Suit | None = None
        self.ended = False

    def take(self, action: AnyAction) -> None:
        match action:
            case Bid():
                self.calls.append(action)
                self.bid = action.amount
            case Pass():
                self.calls.append(action)
            case SeenPass() if len([call for call in self.calls if isinstance(call, Pass)]) == 1:
                self._turn_up(action)
            case Give() | SeenGive():
                self._give(action)
            case Raise():
                self.raises.append(action)
                self.bid = action.amount
            case Play():
                self._play(action)
            case Nines():
                self.known |= NINES
                self.ended = True
            case Surrender():
                self.ended = True
            case _:
                pass

    def _turn_up(self, action: SeenPass) -> None:
        """The second pass ends the auction."""
        self.calls.append(Pass(action.seat))
        self.widow = action.widow
        self.known |= action.widow
        (self.declarer,) = {call.seat for call in self.calls} - {
            call.seat for call in self.calls if isinstance(call, Pass)
        }
        self._gets(self.declarer, action.widow)
        points = sum([POINTS[card.rank or Rank.TWO] for card in action.widow])
        self.ended = self.rules.poor_widow_redeal and points < 5

    def _give(self, action: Give | SeenGive) -> None:
        card = action.card if isinstance(action, Give) and self.seat in action.seats else None
        self.gifts.append(Gift(action.to, card))
        self.known |= Cards([card] if card else [])
        self._gets(action.to, Cards([card] if card else []), 1)
        self._loses(action.seat, card)

    def _play(self, action: Play) -> None:
        self.known |= Cards([action.card])
        self._loses(action.seat, action.card)
        if action.announce == "marriage":
            self.trump = action.card.suit
        self.trick.append(action)
        self.plays.append(action)
        if len(self.trick) == 3:
            self.tricks.append(Trick(tuple(self.trick), max(self.trick, key=self._strength).seat))
            self.trick = []
        self.ended = len(self.tricks) == 8

    def _strength(self, play: Play) -> tuple[bool, bool, int]:
        card, led = play.card, self.trick[0].card
        return card.suit is self.trump, card.suit is led.suit, STRENGTH.index(card.text[0])

    def _gets(self, seat: int, cards: Cards, count: int | None = None) -> None:
        self.counts[seat] += len(cards) if count is None else count
        if seat == self.seat and self.hand is not None:
            self.hand += cards

    def _loses(self, seat: int, card: Card | None) -> None:
        self.counts[seat] -= 1
        if seat == self.seat and self.hand is not None and card is not None:
            self.hand -= Cards([card])

    def shows(self) -> Fields:
        """What the view must show."""
        return {
            "hand": self.hand,
            "counts": tuple(self.counts),
            "widow_count": 3 if self.widow is None else 0,
            "widow": self.widow,
            "calls": tuple(self.calls),
            "declarer": self.declarer,
            "bid": self.bid,
            "gifts": tuple(self.gifts),
            "raises": tuple(self.raises),
            "trick": tuple(self.trick),
            "tricks": tuple(self.tricks),
            "trump": self.trump,
            "announced": tuple([play for play in self.plays if play.announce]),
        }
