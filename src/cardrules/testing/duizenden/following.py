"""Duizenden followed from what one seat is shown: its hand, the counts, the stock, the pot, worked out
from the redacted log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardrules.cards import JOKER, Card, Cards, Rank
from cardrules.duizenden.actions import Challenge, Discard, Draw, Exchange, LayOff, Meld, Pot, Swap
from cardrules.duizenden.rules import Draws, Rules
from cardrules.duizenden.seen import SeenChallenge, SeenDeal, SeenDraw, SeenReshuffle
from cardrules.duizenden.state import Dealing, Drawing, State
from cardrules.registry import AnyAction
from cardrules.testing.knowledge import Fields, Known

ORDER: Final = "A23456789TJQK"
NOTHING: Final[Fields] = {"hand": None, "counts": (), "stock_count": 0, "open": None, "pot": ()}
"""What a view shows between rounds."""


def follow(first: State, seat: int | None, log: Sequence[AnyAction]) -> Iterator[Known]:
    """What `seat` knows before a match goes on, and after each action of its log. `first` is a state in
    which a deal is awaited, or a turn begins."""
    rules = first.match.rules
    table = _Round.at(first, seat) if isinstance(first, Drawing) else None
    assert table is not None or isinstance(first, Dealing)
    left = Cards()
    yield Known(NOTHING) if table is None else Known(table.shows(), table.known())
    for action in log:
        if isinstance(action, SeenDeal):
            table = _Round.dealt(rules, seat, action)
        if table is None:  # only a deal begins a round: whatever else is shown now should not be
            yield Known(NOTHING, left=left)
            continue
        table.take(action)
        named = table.known()
        if table.ended:
            table, left = None, named
        yield Known(NOTHING, left=left, named=named) if table is None else Known(table.shows(), named, left, named)


class _Meld:
    """A meld: its cards, in order of position if it is a run, and when each was laid."""

    def __init__(self, cards: Sequence[Card], wild: Cards) -> None:
        self.cards = [*cards]
        self.laid = [*range(len(cards))]
        self.wild: Final = wild

    def add(self, cards: Sequence[Card], *, low: bool) -> None:
        times = [max(self.laid) + 1 + time for time in range(len(cards))]
        self.cards = [*cards, *self.cards] if low else [*self.cards, *cards]
        self.laid = [*times, *self.laid] if low else [*self.laid, *times]

    def exchange(self, card: Card) -> Card:
        """Puts the card in the place of the wild card that it takes, and gives that."""
        fits = [at for at in self._places(card) if self.cards[at] in self.wild]
        at = min(fits, key=lambda place: self.laid[place])
        taken, self.cards[at] = self.cards[at], card
        return taken

    def _places(self, card: Card) -> Sequence[int]:
        """The places in which the card may stand."""
        natural = [(at, other) for at, other in enumerate(self.cards) if other not in self.wild]
        if len({other.rank for _, other in natural}) == 1:
            return range(len(self.cards))
        at, other = next((at, other) for at, other in natural if other.rank is not Rank.ACE)
        low = ORDER.index(other.text[0]) - at
        place = ORDER.index(card.text[0]) - low
        return [here for here in (place, place + len(ORDER)) if 0 <= here < len(self.cards)]


class _Round:
    """A round as a seat can follow it."""

    def __init__(self, rules: Rules, seat: int | None, hand: Cards | None, counts: Sequence[int], stock: int) -> None:
        self.rules: Final = rules
        self.seat: Final = seat
        self.hand = hand
        self.counts = [*counts]
        self.stock = stock
        self.open: Card | None = None
        self.pot: list[Card] = []
        self.melds: list[_Meld] = []
        self.due: int | None = None
        self.ended = False

    @classmethod
    def dealt(cls, rules: Rules, seat: int | None, deal: SeenDeal) -> _Round:
        """The round after a deal."""
        hand = None if seat is None else dict(deal.hands)[seat]
        cards = 108 if rules.wild == "jokers" else 104
        players = len(deal.hands)
        table = cls(rules, seat, hand, [13] * players, cards - 13 * players - 1)
        if rules.swap_phase:
            table.open = deal.open
        else:
            table.pot = [deal.open]
        return table

    @classmethod
    def at(cls, state: Drawing, seat: int | None) -> _Round:
        """The round in which a turn begins."""
        hand = None if seat is None else state.hands[seat]
        table = cls(state.match.rules, seat, hand, [len(held) for held in state.hands], len(state.stock))
        table.pot = [*state.pot]
        for meld in state.melds:
            again = _Meld(meld.cards, table.wild)
            for time, position in enumerate(getattr(meld, "wilds", ())):
                again.laid[position - getattr(meld, "low", 0)] = time - len(meld.cards)
            table.melds.append(again)
        return table

    @property
    def wild(self) -> Cards:
        """The wild cards, each once."""
        return Cards([JOKER]) if self.rules.wild == "jokers" else Cards.parse("2c2d2h2s")

    def take(self, action: AnyAction) -> None:
        match action:
            case Draw() | SeenDraw():
                if self.open is not None:
                    self.pot, self.open = [self.open], None
                self._draws(action.seat, action.card if isinstance(action, SeenDraw) else None)
            case Challenge() | SeenChallenge():
                if isinstance(self.rules.last_card_call, Draws):
                    self._draws(action.whom, action.card if isinstance(action, SeenChallenge) else None)
            case SeenReshuffle() if self.due is not None:
                self.stock, self.pot = len(self.pot) - 1, self.pot[-1:]
                self._draws(self.due, action.card)
                self.due = None
            case Swap() if self.open is not None:
                self._moves(action.seat, [self.open], [action.card])
                self.open = action.card
            case Pot():
                *rest, top = self.pot
                self.pot = []
                self._moves(action.seat, [*rest, top], action.cards)
                self.melds.append(_Meld(action.cards, self.wild))
            case Meld():
                self._moves(action.seat, [], action.cards)
                self.melds.append(_Meld(action.cards, self.wild))
            case LayOff():
                self._moves(action.seat, [], action.cards)
                self.melds[action.meld].add(action.cards, low=action.end == "low")
            case Exchange():
                self._moves(action.seat, [self.melds[action.meld].exchange(action.card)], [action.card])
            case Discard():
                self._moves(action.seat, [], [action.card])
                self.pot.append(action.card)
            case _:
                pass
        self.ended = self.ended or 0 in self.counts

    def _draws(self, seat: int, card: Card | None) -> None:
        """A seat gets the top card of the stock, which nobody else sees, or it is due."""
        if self.stock:
            self.stock -= 1
            self.counts[seat] += 1
            if seat == self.seat and self.hand is not None and card is not None:
                self.hand += Cards([card])
        elif self.rules.empty_stock == "reshuffle" and len(self.pot) > 1:
            self.due = seat
        else:
            self.ended = True

    def _moves(self, seat: int, gets: Sequence[Card], loses: Sequence[Card]) -> None:
        self.counts[seat] += len(gets) - len(loses)
        if seat == self.seat and self.hand is not None:
            self.hand = self.hand + Cards(gets) - Cards(loses)

    def known(self) -> Cards:
        """The cards in its own hand and open on the table."""
        seen = [*self.pot, *[card for meld in self.melds for card in meld.cards]]
        seen += [] if self.open is None else [self.open]
        return (Cards(seen) + (self.hand or Cards())).kinds()

    def shows(self) -> Fields:
        """What the view must show."""
        return {
            "hand": self.hand,
            "counts": tuple(self.counts),
            "stock_count": self.stock,
            "open": self.open,
            "pot": tuple(self.pot),
        }
