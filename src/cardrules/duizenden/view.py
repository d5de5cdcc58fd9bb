"""Where the cards are, and what a seat may know of them.

A view is built by listing what may be seen (duizenden.open); what is not public goes through
`cardrules.sight`, and nothing else gets into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias, TypedDict

from attrs import field, frozen

from cardrules.cards import Card, Cards
from cardrules.duizenden.actions import Seat
from cardrules.duizenden.deck import PACKS
from cardrules.duizenden.melds import POSITIONS, Laid, Run
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import (
    Dealing,
    Drawing,
    Melding,
    Over,
    Place,
    Previous,
    Reshuffling,
    State,
    Swapping,
)
from cardrules.duizenden.transition import actors
from cardrules.duizenden.turns import may_renew
from cardrules.scoresheet import ScoreLine
from cardrules.sight import check_by_seat, check_seats, only, own, unfit
from cardrules.text import check_seat, seat_text

Phase: TypeAlias = Literal["deal", "swap", "draw", "meld", "reshuffle", "over"]
"""What the table waits for."""
Count: TypeAlias = Annotated[int, range(len(PACKS["jokers"].deck) + 1)]
"""How many cards there are somewhere."""


@frozen
class PreviousView:
    """What the last round left that a seat may see.

    out: who went out (None: the stock ran out). pot: its top is last. lines: what it
    brought, as on the sheet. hand: the seat's own cards that were left.
    """

    out: Seat | None
    melds: tuple[Laid, ...]
    pot: tuple[Card, ...]
    lines: tuple[ScoreLine, ...]
    hand: Cards | None


@frozen(kw_only=True)
class View:
    """What `seat` (None: a spectator) may know.

    seat: whose view it is. phase: what the table waits for. actors: the seats that may act.

    rules: the house rules. dealer: of this round, or of the next. deals: how many rounds were
    scored. totals: in points, by seat. sheet: all lines so far. previous: what the last round left.
    winners: the seats that won (none before the end).

    turn: whose turn it is (None: no round is on). hand: the seat's own cards (None: of a spectator,
    or where no round is on). counts: how many cards each seat holds. stock_count: how many cards
    lie in the stock. open: the open card of the swap phase. swaps: how often it was swapped. pot:
    its top is last; each of its cards lay face up once. melds: what lies on the table, with who
    laid each card. places: how each seat stands in the round.

    fresh: in this turn nothing was done but drawing. laid: the points of the melds of this turn
    that are to open (None: the seat has opened before, or has not drawn). bound: the turn must end
    with going out; only the seat itself is told. reshuffle_to: the seat that gets the first card of
    the reshuffle that is due. reshuffle_drawn: it drew that card, else it is punished with it.

    Raises MalformedInput for fields that do not fit one another, so that whoever shows the view of a
    stranger may rely on them; it may still be one that no match gives.
    """

    seat: Seat | None
    phase: Phase
    actors: tuple[Seat, ...]
    rules: Rules
    dealer: Seat
    deals: int
    totals: tuple[int, ...]
    sheet: Sequence[ScoreLine] = field(repr=lambda sheet: f"<{len(sheet)} lines>")
    previous: PreviousView | None
    winners: tuple[Seat, ...] = ()
    turn: Seat | None = None
    hand: Cards | None = None
    counts: tuple[Count, ...] = ()
    stock_count: Count = 0
    open: Card | None = None
    swaps: int = 0
    pot: tuple[Card, ...] = ()
    melds: tuple[Laid, ...] = ()
    places: tuple[Place, ...] = ()
    fresh: bool = False
    laid: int | None = None
    bound: bool = False
    reshuffle_to: Seat | None = None
    reshuffle_drawn: bool = False

    def __attrs_post_init__(self) -> None:
        players, left = self.rules.players, self.previous
        check_seats(
            players,
            seat=(self.seat,),
            actors=self.actors,
            dealer=(self.dealer,),
            winners=self.winners,
            turn=(self.turn,),
            reshuffle_to=(self.reshuffle_to,),
            previous=() if left is None else (left.out,),
        )
        in_round = self.phase not in ("deal", "over")
        check_by_seat(players, totals=self.totals)
        check_by_seat(players if in_round else 0, counts=self.counts)
        check_by_seat(players if in_round and self.phase != "swap" else 0, places=self.places)
        if in_round != (self.turn is not None):
            raise unfit("it is somebody's turn in a round, and at no other time")
        if bool(self.winners) != (self.phase == "over"):
            raise unfit("a match that is over has winners, and no other")
        for meld in (*self.melds, *(() if left is None else left.melds)):
            if len(meld.cards) != len(meld.seats):
                raise unfit("each card of a meld was laid by somebody")
            check_seats(players, melds=(meld.owner, *meld.seats))
            if isinstance(meld, Run):
                places = range(meld.low, meld.low + len(meld.cards))
                if places.start < 0 or places.stop > POSITIONS:
                    raise unfit(f"the positions of a run are 0 to {POSITIONS - 1}")
                if len(set(meld.wilds)) < len(meld.wilds) or not all([place in places for place in meld.wilds]):
                    raise unfit("the wild cards of a run are at positions of it, each at another")

    @property
    def top(self) -> Card | None:
        """The card on top of the pot, which can be taken with it."""
        return self.pot[-1] if self.pot else None

    @property
    def renewable(self) -> bool:
        """Whether the pot can become a new stock (duizenden.stock)."""
        return may_renew(self.pot, self.rules)


def deck(rules: Rules) -> Cards:
    """The cards of the deck: 108, or 104 without jokers (duizenden.deck)."""
    return PACKS[rules.wild].deck


def places(state: State) -> Mapping[str, Cards]:
    """Where every card is: `p1` … the hands, `stock`, `open` in the swap phase, `pot`, `meld 1` … on
    the table. Between rounds all cards are in the `deck`."""
    if isinstance(state, Reshuffling):
        return places(state.before)
    if isinstance(state, Dealing | Over):
        return MappingProxyType({"deck": deck(state.match.rules)})
    where = {seat_text(seat): hand for seat, hand in enumerate(state.hands)}
    where["stock"] = Cards(state.stock)
    if isinstance(state, Swapping):
        where["open"] = Cards([state.open])
        return MappingProxyType(where)
    where["pot"] = Cards(state.pot)
    for number, meld in enumerate(state.melds, 1):
        where[f"meld {number}"] = Cards(meld.cards)
    return MappingProxyType(where)


def view(state: State, seat: int | None) -> View:
    """What `seat` may know of a state; None is a spectator. Raises ValueError where there is no
    such seat (duizenden.open)."""
    match = state.match
    check_seat(match.rules.players, seat)
    common: _Common = {
        "seat": seat,
        "phase": _PHASES[type(state)],
        "actors": actors(state),
        "rules": match.rules,
        "dealer": match.dealer,
        "deals": match.deals,
        "totals": match.totals,
        "sheet": match.sheet,
        "previous": None if match.previous is None else _previous(match.previous, seat),
    }
    if isinstance(state, Dealing):
        return View(**common)
    if isinstance(state, Over):
        return View(**common, winners=state.winners)
    if isinstance(state, Reshuffling):
        return View(
            **common,
            **_table(state.before, seat),
            reshuffle_to=state.to,
            reshuffle_drawn=state.drawn,
        )
    if isinstance(state, Swapping):
        return View(**common, **_round(state, seat), open=state.open, swaps=state.swaps)
    return View(**common, **_table(state, seat))


class _Common(TypedDict):
    """The fields that a view has in every phase."""

    seat: int | None
    phase: Phase
    actors: tuple[int, ...]
    rules: Rules
    dealer: int
    deals: int
    totals: tuple[int, ...]
    sheet: Sequence[ScoreLine]
    previous: PreviousView | None


class _Round(TypedDict):
    """The fields that a view has in a round."""

    turn: int
    hand: Cards | None
    counts: tuple[int, ...]
    stock_count: int


class _Table(_Round):
    """The fields that a view has after the swap phase."""

    pot: tuple[Card, ...]
    melds: tuple[Laid, ...]
    places: tuple[Place, ...]
    fresh: bool
    laid: int | None
    bound: bool


def _round(state: Swapping | Drawing | Melding, seat: int | None) -> _Round:
    return {
        "turn": state.turn,
        "hand": own(seat, state.hands),
        "counts": tuple([len(held) for held in state.hands]),
        "stock_count": len(state.stock),
    }


def _table(state: Drawing | Melding, seat: int | None) -> _Table:
    melding = state if isinstance(state, Melding) else None
    return {
        **_round(state, seat),
        "pot": state.pot,
        "melds": state.melds,
        "places": state.places,
        "fresh": melding is not None and melding.fresh,
        "laid": None if melding is None else melding.laid,
        # it may tell what the hand could not have done
        "bound": melding is not None and only(seat, (state.turn,), melding.bound) is True,
    }


_PHASES: Final[Mapping[type, Phase]] = MappingProxyType(
    {
        Dealing: "deal",
        Swapping: "swap",
        Drawing: "draw",
        Melding: "meld",
        Reshuffling: "reshuffle",
        Over: "over",
    }
)


def _previous(left: Previous, seat: int | None) -> PreviousView:
    return PreviousView(left.out, left.melds, left.pot, left.lines, own(seat, left.hands))
