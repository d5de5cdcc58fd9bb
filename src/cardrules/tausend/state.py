"""What the table can be waiting for: one frozen class a phase, with the fields that mean
something then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardrules.cards import Cards, Suit, cards_of
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.actions import Bid, Give, Pass, Play, Raise, Seat
from cardrules.tausend.deck import DECK, WORTH
from cardrules.tausend.rules import Rules
from cardrules.tausend.tricks import limit, playable


@frozen(weakref_slot=False)
class Standing:
    """How one seat stands in the match: its total in points; `barrel`, the deals it has played on
    the barrel (None: it is not on it); its strokes; its surrenders (since the last that cost,
    where every third costs)."""

    total: int = 0
    barrel: int | None = None
    strokes: int = 0
    surrenders: int = 0


@frozen(weakref_slot=False)
class Trick:
    """A finished trick: the plays in order, and the seat that won it.

    `points` follows from the plays: their card points.
    """

    plays: tuple[Play, ...]
    winner: Seat
    points: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "points", sum([WORTH[play.card.index] for play in self.plays]))

    def __reduce__(self) -> tuple[Callable[..., Trick], tuple[tuple[Play, ...], int]]:
        return Trick, (self.plays, self.winner)

    @property
    def cards(self) -> Cards:
        """The cards of the trick."""
        return Cards([play.card for play in self.plays])


@frozen(weakref_slot=False)
class Contract:
    """What the auction and the giving have settled for a deal.

    active: the three seats that play, clockwise from forehand. dealt: by seat, the hand that was
    dealt. widow: its three cards. calls: the auction. bid: as it stands, in points. hands: by
    seat, with the widow taken and the gifts made so far. gifts and raises: in order.
    """

    active: tuple[Seat, Seat, Seat]
    dealt: tuple[Cards, ...]
    widow: Cards
    calls: tuple[Bid | Pass, ...]
    declarer: Seat
    bid: int
    hands: tuple[Cards, ...]
    gifts: tuple[Give, ...] = ()
    raises: tuple[Raise, ...] = ()


Ending: TypeAlias = Literal["played", "surrendered", "nines", "poor_widow"]


@frozen(weakref_slot=False)
class Previous:
    """What the last deal left on the table: how it ended, its contract, its tricks, the cards that
    were still in hand, its lines of the sheet, and who showed four nines."""

    ending: Ending
    contract: Contract
    tricks: tuple[Trick, ...]
    hands: tuple[Cards, ...]
    lines: tuple[ScoreLine, ...]
    shown_by: Seat | None = None


@frozen(weakref_slot=False)
class Match:
    """What outlasts a deal. dealer: of the deal in hand, or of the next. deals: how many were
    scored. standings: by seat. sheet: all lines. previous: what the last deal left."""

    rules: Rules
    dealer: Seat
    deals: int
    standings: tuple[Standing, ...]
    sheet: Sequence[ScoreLine] = field(default=(), repr=lambda sheet: f"<{len(sheet)} lines>")
    previous: Previous | None = field(default=None, repr=False)


@frozen(weakref_slot=False)
class Dealing:
    """The table waits for a deal."""

    match: Match


@frozen(weakref_slot=False)
class Bidding:
    """The auction. bidders: the seats still in it, clockwise, the one on turn first. bid: the
    highest so far, in points.

    `limits` follows from the hands and the rules: by seat, the highest bid that its hand bears.
    """

    match: Match
    active: tuple[Seat, Seat, Seat]
    hands: tuple[Cards, ...]
    widow: Cards
    calls: tuple[Bid | Pass, ...]
    bidders: tuple[Seat, ...]
    bid: int | None
    limits: tuple[int, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "limits", limits(self.hands, self.match.rules))

    def __reduce__(
        self,
    ) -> tuple[
        Callable[..., Bidding],
        tuple[
            Match,
            tuple[int, int, int],
            tuple[Cards, ...],
            Cards,
            tuple[Bid | Pass, ...],
            tuple[int, ...],
            int | None,
        ],
    ]:
        return Bidding, (self.match, self.active, self.hands, self.widow, self.calls, self.bidders, self.bid)

    @property
    def turn(self) -> int:
        """The seat that bids or passes."""
        return self.bidders[0]


@frozen(weakref_slot=False)
class Giving:
    """The declarer has taken the widow and gives each defender a card."""

    match: Match
    contract: Contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands by seat."""
        return self.contract.hands


@frozen(weakref_slot=False)
class BeforeLead:
    """The declarer raises, surrenders or leads; whoever holds four nines may show them."""

    match: Match
    contract: Contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands by seat."""
        return self.contract.hands


@frozen(weakref_slot=False)
class Playing:
    """The tricks: `turn` plays to `trick`, the plays that lie on the table.

    `unplayed` and `playable` follow from the rest: the bits of the cards that were not yet played,
    and of those that `turn` may play.
    """

    match: Match
    contract: Contract
    turn: Seat
    trick: tuple[Play, ...]
    trump: Suit | None
    tricks: tuple[Trick, ...]
    unplayed: int = field(init=False, eq=False, repr=False)
    playable: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        unplayed = DECK.bits & ~sum([play.card.bit for play in self.plays])
        led = self.trick[0].card.suit if self.trick else None
        hand = self.contract.hands[self.turn].bits & unplayed
        object.__setattr__(self, "unplayed", unplayed)
        object.__setattr__(self, "playable", playable(hand, led, self.trump))

    def __reduce__(
        self,
    ) -> tuple[
        Callable[..., Playing],
        tuple[Match, Contract, int, tuple[Play, ...], Suit | None, tuple[Trick, ...]],
    ]:
        return Playing, (self.match, self.contract, self.turn, self.trick, self.trump, self.tricks)

    @property
    def plays(self) -> tuple[Play, ...]:
        """All cards played so far, in order."""
        return (*[play for trick in self.tricks for play in trick.plays], *self.trick)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands by seat."""
        return tuple([cards_of(hand.bits & self.unplayed) for hand in self.contract.hands])


@frozen
class Over:
    """The match is won by `winners`."""

    match: Match
    winners: tuple[Seat, ...]


State: TypeAlias = Dealing | Bidding | Giving | BeforeLead | Playing | Over


def limits(hands: tuple[Cards, ...], rules: Rules) -> tuple[int, ...]:
    """By seat, the highest bid that its hand bears, in points."""
    return tuple([limit(hand.bits, rules) for hand in hands])


def active_seats(rules: Rules, dealer: int) -> tuple[int, int, int]:
    """The three seats that play, clockwise from forehand (tausend.four-handed)."""
    return _ACTIVE[rules.players, rules.sits_out][dealer]


def following(active: tuple[int, int, int], seat: int) -> int:
    """The active seat after `seat`, clockwise."""
    one, two, three = active
    return two if seat == one else three if seat == two else one


def dealt_seats(rules: Rules, dealer: int) -> tuple[int, int, int]:
    """The seats that play, ascending."""
    return _ASCENDING[active_seats(rules, dealer)]


def _active(players: int, out: int | None, dealer: int) -> tuple[int, int, int]:
    clockwise = [(dealer + 1 + step) % players for step in range(players)]
    one, two, three = [seat for seat in clockwise if out is None or seat != (dealer + out) % players]
    return one, two, three


_ACTIVE: Final = {
    (players, sits_out): tuple([_active(players, out, dealer) for dealer in range(players)])
    for players, sits_out, out in ((3, None, None), (4, "dealer", 0), (4, "right_of_dealer", -1))
}


def _ascending(active: tuple[int, int, int]) -> tuple[int, int, int]:
    one, two, three = sorted(active)
    return one, two, three


_EACH_ACTIVE: Final = [active for by_dealer in _ACTIVE.values() for active in by_dealer]

_ASCENDING: Final = {active: _ascending(active) for active in _EACH_ACTIVE}
