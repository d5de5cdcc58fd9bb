"""What the table can be waiting for: one frozen class a phase, with the fields that mean
something then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import field, frozen

from cardrules.cards import Card, Cards
from cardrules.duizenden.actions import Seat
from cardrules.duizenden.melds import Laid
from cardrules.duizenden.rules import Rules
from cardrules.scoresheet import ScoreLine

Call: TypeAlias = Literal["due", "called", "missed", "kept", "settled"]
"""The "last card" of a seat that was left with one card. Until the next player has drawn or taken
the pot it is due or called; after that it was missed, and may be challenged, or kept; settled: it
was challenged (duizenden.last-card)."""


@frozen(weakref_slot=False)
class Place:
    """How a seat stands in the round.

    turns: the turns it has begun by drawing or taking the pot. opened: it has laid its first meld
    in an earlier turn. call: its last card, from the discard that left it until it next draws.
    penalty: what it has lost by challenges, in points.
    """

    turns: int = 0
    opened: bool = False
    call: Call | None = None
    penalty: int = 0


@frozen(weakref_slot=False)
class Previous:
    """What the last round left on the table: who went out (None: the stock ran out), the melds, the
    cards that were still in hand, the pot, its lines of the sheet."""

    out: Seat | None
    melds: tuple[Laid, ...]
    hands: tuple[Cards, ...]
    pot: tuple[Card, ...]
    lines: tuple[ScoreLine, ...]


@frozen(weakref_slot=False)
class Match:
    """What outlasts a round. dealer: of the round in hand, or of the next. deals: how many rounds
    were scored. totals: in points, by seat. sheet: all lines. previous: what the last round left."""

    rules: Rules
    dealer: Seat
    deals: int
    totals: tuple[int, ...]
    sheet: Sequence[ScoreLine] = field(default=(), repr=lambda sheet: f"<{len(sheet)} lines>")
    previous: Previous | None = field(default=None, repr=False)


@frozen(weakref_slot=False)
class Dealing:
    """The table waits for a deal."""

    match: Match


@frozen(weakref_slot=False)
class Swapping:
    """The swap phase: `turn` swaps the open card or draws. swaps: those of the round so far."""

    match: Match
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    open: Card
    turn: Seat
    swaps: int


@frozen(weakref_slot=False)
class Drawing:
    """A turn begins: `turn` draws or takes the pot.

    hands: by seat. stock: the card drawn first stands first. pot: its top is last. melds: in the
    order in which they were laid. places: by seat.
    """

    match: Match
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    pot: tuple[Card, ...]
    melds: tuple[Laid, ...]
    places: tuple[Place, ...]
    turn: Seat


@frozen(weakref_slot=False)
class Melding:
    """`turn` melds, lays off, exchanges, and ends its turn.

    fresh: it has drawn and done nothing else in this turn. laid: the points of the melds that it
    has laid in this turn, where the turn's first meld is its first of the round (None: it has
    opened in an earlier turn). bound: the turn must end with going out (duizenden.out.unopened).
    """

    match: Match
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    pot: tuple[Card, ...]
    melds: tuple[Laid, ...]
    places: tuple[Place, ...]
    turn: Seat
    fresh: bool
    laid: int | None
    bound: bool


@frozen(weakref_slot=False)
class Reshuffling:
    """The stock is empty and a card of it is due: the pot is shuffled into a new one.

    before: the state in which the card was asked for. to: the seat that gets it. drawn: by a draw,
    else as the penalty for a last card that was not called.
    """

    before: Drawing | Melding
    to: Seat
    drawn: bool

    @property
    def match(self) -> Match:
        """What outlasts a round."""
        return self.before.match


@frozen
class Over:
    """The match is won by `winners`."""

    match: Match
    winners: tuple[Seat, ...]


State: TypeAlias = Dealing | Swapping | Drawing | Melding | Reshuffling | Over
Table: TypeAlias = Drawing | Melding
"""The states in which melds can lie on the table and a last card can be called."""
