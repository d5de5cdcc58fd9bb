"""The actions of Tausend: one frozen class a kind, and their text.

Seats count from 0; in text they are `p1`, `p2`, … The common actions exist once, in tables, which
the text reader and the generator share; an action built elsewhere is equal to its twin there.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Cards, is_cards
from cardrules.config import LIMIT
from cardrules.errors import MalformedInput, quote
from cardrules.tausend.deck import ACES, DECK
from cardrules.text import number, one_card, seat_of, seat_text, split_groups
from cardrules.values import check_of, is_card, is_hands, is_seat, passes

SEATS: Final = 4
"""The most seats that a match can have."""

Seat: TypeAlias = Annotated[int, range(SEATS)]
Amount: TypeAlias = Annotated[int, range(LIMIT + 1)]
Announcement: TypeAlias = Literal["marriage", "aces"]


@frozen(weakref_slot=False)
class Deal:
    """The chance action that begins a deal: the hand of each seat dealt to, in ascending order of
    the seats, and the widow. Text: `deal p1:<7 cards> p2:… p3:… widow:<3 cards>`."""

    form: ClassVar[str] = f"deal<hands{SEATS}> widow:<hand>"

    hands: tuple[tuple[Seat, Cards], ...]
    widow: Cards

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        hands = [f"{seat_text(seat)}:{cards}" for seat, cards in self.hands]
        return " ".join(["deal", *hands, f"widow:{self.widow}"])


@frozen
class Seated:
    """What every player's action has: the seat that acts."""

    seat: Seat

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)


@frozen
class Bid(Seated):
    """A bid of `amount` points. Text: `p1 bid 110`."""

    form: ClassVar[str] = f"<p{SEATS}> bid <number>"

    amount: Amount

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} bid {self.amount}"


@frozen
class Pass(Seated):
    """No further bid in this auction. Text: `p1 pass`."""

    form: ClassVar[str] = f"<p{SEATS}> pass"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} pass"


@frozen
class Give(Seated):
    """The declarer `seat` gives `card` to the seat `to`. Text: `p1 give 9c p3`."""

    form: ClassVar[str] = f"<p{SEATS}> give <card> <p{SEATS}>"

    card: Card
    to: Seat

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat, self.to)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} give {self.card} {seat_text(self.to)}"


@frozen
class Raise(Seated):
    """The declarer raises the bid to `amount` points. Text: `p1 raise 130`."""

    form: ClassVar[str] = f"<p{SEATS}> raise <number>"

    amount: Amount

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} raise {self.amount}"


@frozen
class Surrender(Seated):
    """The declarer gives the deal up unplayed. Text: `p1 surrender`."""

    form: ClassVar[str] = f"<p{SEATS}> surrender"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} surrender"


@frozen
class Nines(Seated):
    """`seat` shows four nines, which cancels the deal. Text: `p1 nines`."""

    form: ClassVar[str] = f"<p{SEATS}> nines"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} nines"


@frozen
class Play(Seated):
    """`seat` plays `card`, announcing a marriage or four aces, or nothing.
    Text: `p1 play Kd`, `p1 play Kd marriage`, `p1 play As aces`."""

    form: ClassVar[str] = f"<p{SEATS}> play <card> | <p{SEATS}> play <card> marriage | <p{SEATS}> play <card> aces"

    card: Card
    announce: Announcement | None = None

    def __str__(self) -> str:
        return " ".join([seat_text(self.seat), "play", str(self.card), *([self.announce] if self.announce else [])])


PlayerAction: TypeAlias = Bid | Pass | Give | Raise | Surrender | Nines | Play
Action: TypeAlias = Deal | PlayerAction


# -- what is an action at all (cardrules.action)


def _is_deal(action: Deal) -> bool:
    return is_hands(action.hands, SEATS) and is_cards(action.widow)


def _is_play(action: Play) -> bool:
    announce: object = action.announce
    named = announce is None or (type(announce) is str and announce in ("marriage", "aces"))
    return named and is_seat(action.seat, SEATS) and is_card(action.card)


def _is_give(action: Give) -> bool:
    return is_seat(action.seat, SEATS) and is_card(action.card) and is_seat(action.to, SEATS)


def _is_amount(action: Bid | Raise) -> bool:
    amount: object = action.amount
    return is_seat(action.seat, SEATS) and type(amount) is int and 0 <= amount <= LIMIT


def _is_plain(action: Pass | Surrender | Nines) -> bool:
    return is_seat(action.seat, SEATS)


_CHECKS: Final = (
    check_of(Deal, _is_deal),
    check_of(Bid, _is_amount),
    check_of(Pass, _is_plain),
    check_of(Give, _is_give),
    check_of(Raise, _is_amount),
    check_of(Surrender, _is_plain),
    check_of(Nines, _is_plain),
    check_of(Play, _is_play),
)


def is_action(value: object) -> bool:
    """Whether any value at all is an action of the game that could be written as text: a class of
    this module, its fields of their types and in range (cardrules.action)."""
    if id(value) in _KNOWN_IDS:
        return True
    return passes(value, _CHECKS)


# -- the actions that exist once

BIDS: Final = tuple([tuple([Bid(seat, amount) for amount in range(100, 605, 5)]) for seat in range(SEATS)])
"""By seat, all bids from 100 by fives to 600."""

RAISES: Final = tuple([tuple([Raise(seat, amount) for amount in range(100, 605, 5)]) for seat in range(SEATS)])
"""By seat, all raises from 100 by fives to 600."""

PASSES: Final = tuple([Pass(seat) for seat in range(SEATS)])
SURRENDERS: Final = tuple([Surrender(seat) for seat in range(SEATS)])
SHOWINGS: Final = tuple([Nines(seat) for seat in range(SEATS)])

PLAYS: Final = tuple([{card: Play(seat, card) for card in DECK} for seat in range(SEATS)])
"""By seat and card, the plays without an announcement."""

MARRIAGE_PLAYS: Final = tuple([{card: Play(seat, card, "marriage") for card in DECK} for seat in range(SEATS)])
"""By seat and card, the plays that announce a marriage, the wrong ones too."""

ACE_PLAYS: Final = tuple([tuple([Play(seat, card, "aces") for card in Cards.of(ACES)]) for seat in range(SEATS)])
"""By seat, the plays that announce four aces."""

GIFTS: Final = tuple(
    [tuple([{card: Give(seat, card, to) for card in DECK} for to in range(SEATS)]) for seat in range(SEATS)]
)
"""By giver, receiver and card."""


def _known() -> dict[str, Action]:
    known: list[Action] = [*PASSES, *SURRENDERS, *SHOWINGS]
    for seat in range(SEATS):
        known += [*BIDS[seat], *RAISES[seat], *PLAYS[seat].values(), *MARRIAGE_PLAYS[seat].values(), *ACE_PLAYS[seat]]
        known += [gift for gifts in GIFTS[seat] for gift in gifts.values()]
    return {str(action): action for action in known}


_KNOWN: Final = _known()
_KNOWN_IDS: Final = frozenset([id(action) for action in _KNOWN.values()])

PLAIN_PLAYS: Final = tuple([{id(play): card.bit for card, play in by_card.items()} for by_card in PLAYS])
"""By seat, the bit of the card of each of its `PLAYS`, by the identity of the play, which lives as
long as the program. It tells the common action, one of the listed plays, from any other value:
where the bit is one of the cards that may be played, no rule is broken."""


# -- text


def parse_action(text: str) -> Action:
    """The action of a text; `str` of an action is the inverse. It knows no rules: any seat that
    the game can have is read. Raises MalformedInput, which names the word at fault."""
    if not isinstance(text, str):
        raise MalformedInput("", f"{quote(text)} is no text")
    return _KNOWN.get(text) or _parse(text)


def _parse(text: str) -> Action:
    words = text.split(" ")
    if words[0] == "deal":
        return _parse_deal(words[1:])
    seat = seat_of(words[0], SEATS)
    match words[1:]:
        case ["bid", amount]:
            return Bid(seat, number(amount, 3))
        case ["pass"]:
            return Pass(seat)
        case ["give", card, to]:
            return Give(seat, one_card(card, 3), seat_of(to, SEATS, 4))
        case ["raise", amount]:
            return Raise(seat, number(amount, 3))
        case ["surrender"]:
            return Surrender(seat)
        case ["nines"]:
            return Nines(seat)
        case ["play", card]:
            return Play(seat, one_card(card, 3))
        case ["play", card, ("marriage" | "aces") as announce]:
            return Play(seat, one_card(card, 3), announce)
    raise MalformedInput(
        "",
        f"{quote(text)} is no action of Tausend; after the seat comes one of: bid 110, pass, give 9c p3, "
        "raise 130, surrender, nines, play Kd, play Kd marriage, play As aces",
    )


def _parse_deal(words: list[str]) -> Deal:
    hands, rest = split_groups(words, SEATS, ("widow",))
    return Deal(hands, Cards(rest[0]))
