"""Where the cards are, and what a seat may know of them.

A view is built by listing what may be seen (tausend.open); what is not public goes through
`cardrules.sight`, and nothing else gets into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias, TypedDict

from attrs import field, frozen

from cardrules.cards import Card, Cards, Suit
from cardrules.scoresheet import ScoreLine
from cardrules.sight import check_by_seat, check_seats, only, own, unfit
from cardrules.tausend.actions import Bid, Pass, Play, Raise, Seat
from cardrules.tausend.deck import DECK
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Contract,
    Dealing,
    Ending,
    Giving,
    Over,
    Playing,
    Previous,
    Standing,
    State,
    Trick,
)
from cardrules.tausend.transition import actors
from cardrules.text import check_seat, seat_text

Phase: TypeAlias = Literal["deal", "bid", "give", "lead", "play", "over"]
"""What the table waits for; "lead" is the time before the first lead."""
Count: TypeAlias = Annotated[int, range(len(DECK) + 1)]
"""How many cards there are somewhere."""


@frozen
class Gift:
    """A card that the declarer gave to the seat `to`; `card` is None for who may not see it."""

    to: Seat
    card: Card | None


@frozen
class PreviousView:
    """What the last deal left that a seat may see.

    ending: how it ended. calls: the auction, in order. bid: with the raises. gifts: in order, each
    card for who gave or got it. lines: what it brought, as on the sheet. shown_by: who showed four
    nines. hand: the seat's own cards that were left.
    """

    ending: Ending
    calls: tuple[Bid | Pass, ...]
    declarer: Seat
    bid: int
    widow: Cards
    raises: tuple[Raise, ...]
    gifts: tuple[Gift, ...]
    tricks: tuple[Trick, ...]
    lines: tuple[ScoreLine, ...]
    shown_by: Seat | None
    hand: Cards | None


@frozen(kw_only=True)
class View:
    """What `seat` (None: a spectator) may know.

    seat: whose view it is. phase: what the table waits for. actors: the seats that may act.

    rules: the house rules. dealer: of this deal, or of the next. deals: how many were scored.
    standings: how each seat stands, by seat. sheet: all lines so far. previous: what the last deal
    left. winners: the seats that won (none before the end).

    active: the seats that play this deal, clockwise from forehand. hand: the seat's own cards
    (None: of a spectator, or where no deal is on). counts: how many cards each seat holds.
    widow_count: how many cards lie face down in the widow. calls: the auction, in order. declarer:
    known once the auction ended. bid: the highest so far, later that of the declarer with the
    raises. widow: its cards once they were turned up. gifts: in order, each card for who gave or
    got it. raises: in order. trick: the plays on the table. tricks: the finished ones; the last may
    be looked at, the others remembered. trump: that of the last marriage. announced: the plays
    with a marriage or four aces, in order.

    Raises MalformedInput for fields that do not fit one another, so that whoever shows the view of a
    stranger may rely on them; it may still be one that no match gives.
    """

    seat: Seat | None
    phase: Phase
    actors: tuple[Seat, ...]
    rules: Rules
    dealer: Seat
    deals: int
    standings: tuple[Standing, ...]
    sheet: Sequence[ScoreLine] = field(repr=lambda sheet: f"<{len(sheet)} lines>")
    previous: PreviousView | None
    winners: tuple[Seat, ...] = ()
    active: tuple[Seat, ...] = ()
    hand: Cards | None = None
    counts: tuple[Count, ...] = ()
    widow_count: Count = 0
    calls: tuple[Bid | Pass, ...] = ()
    declarer: Seat | None = None
    bid: int | None = None
    widow: Cards | None = None
    gifts: tuple[Gift, ...] = ()
    raises: tuple[Raise, ...] = ()
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    trump: Suit | None = None
    announced: tuple[Play, ...] = ()

    def __attrs_post_init__(self) -> None:
        players = self.rules.players
        check_seats(
            players,
            seat=(self.seat,),
            actors=self.actors,
            dealer=(self.dealer,),
            winners=self.winners,
            active=self.active,
            declarer=(self.declarer,),
        )
        check_by_seat(players, standings=self.standings)
        check_by_seat(0 if self.phase in ("deal", "over") else players, counts=self.counts)
        if bool(self.winners) != (self.phase == "over"):
            raise unfit("a match that is over has winners, and no other")

    @property
    def last_trick(self) -> Trick | None:
        """The last of the finished tricks."""
        return self.tricks[-1] if self.tricks else None


def deck(rules: Rules) -> Cards:
    """The 24 cards (tausend.deck)."""
    return DECK


def places(state: State) -> Mapping[str, Cards]:
    """Where every card is: `p1` … the hands, `widow` before the auction ends, `trick` on the table,
    `p1 tricks` … what a seat has won. Between deals all cards are in the `deck`."""
    if isinstance(state, Dealing | Over):
        return MappingProxyType({"deck": DECK})
    where = {seat_text(seat): hand for seat, hand in enumerate(state.hands)}
    if isinstance(state, Bidding):
        where["widow"] = state.widow
    if isinstance(state, Playing):
        where["trick"] = Cards([play.card for play in state.trick])
        for seat in range(len(state.hands)):
            won = [play.card for trick in state.tricks if trick.winner == seat for play in trick.plays]
            where[f"{seat_text(seat)} tricks"] = Cards(won)
    return MappingProxyType(where)


def view(state: State, seat: int | None) -> View:
    """What `seat` may know of a state; None is a spectator. Raises ValueError where there is no
    such seat (tausend.open)."""
    match = state.match
    check_seat(match.rules.players, seat)
    common: _Common = {
        "seat": seat,
        "phase": _PHASES[type(state)],
        "actors": actors(state),
        "rules": match.rules,
        "dealer": match.dealer,
        "deals": match.deals,
        "standings": match.standings,
        "sheet": match.sheet,
        "previous": None if match.previous is None else _previous(match.previous, seat),
    }
    if isinstance(state, Dealing):
        return View(**common)
    if isinstance(state, Over):
        return View(**common, winners=state.winners)
    hands = state.hands
    hand = own(seat, hands)
    counts = tuple([len(held) for held in hands])
    if isinstance(state, Bidding):
        return View(
            **common,
            active=state.active,
            hand=hand,
            counts=counts,
            widow_count=len(state.widow),
            calls=state.calls,
            bid=state.bid,
        )
    contract = state.contract
    tricks = (
        _Tricks(trick=state.trick, tricks=state.tricks, trump=state.trump, announced=_announced(state))
        if isinstance(state, Playing)
        else _Tricks()
    )
    return View(
        **common,
        **tricks,
        active=contract.active,
        hand=hand,
        counts=counts,
        calls=contract.calls,
        declarer=contract.declarer,
        bid=contract.bid,
        widow=contract.widow,
        gifts=_gifts(contract, seat),
        raises=contract.raises,
    )


class _Tricks(TypedDict, total=False):
    """The fields that a view has once the first card was led."""

    trick: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    trump: Suit | None
    announced: tuple[Play, ...]


class _Common(TypedDict):
    """The fields that a view has in every phase."""

    seat: int | None
    phase: Phase
    actors: tuple[int, ...]
    rules: Rules
    dealer: int
    deals: int
    standings: tuple[Standing, ...]
    sheet: Sequence[ScoreLine]
    previous: PreviousView | None


_PHASES: Final[Mapping[type, Phase]] = MappingProxyType(
    {Dealing: "deal", Bidding: "bid", Giving: "give", BeforeLead: "lead", Playing: "play", Over: "over"}
)


def _gifts(contract: Contract, seat: int | None) -> tuple[Gift, ...]:
    """Only giver and receiver see a card given."""
    return tuple([Gift(gift.to, only(seat, gift.seats, gift.card)) for gift in contract.gifts])


def _announced(state: Playing) -> tuple[Play, ...]:
    return tuple([play for play in state.plays if play.announce is not None])


def _previous(left: Previous, seat: int | None) -> PreviousView:
    contract = left.contract
    return PreviousView(
        ending=left.ending,
        calls=contract.calls,
        declarer=contract.declarer,
        bid=contract.bid,
        widow=contract.widow,
        raises=contract.raises,
        gifts=_gifts(contract, seat),
        tricks=left.tricks,
        lines=left.lines,
        shown_by=left.shown_by,
        hand=own(seat, left.hands),
    )
