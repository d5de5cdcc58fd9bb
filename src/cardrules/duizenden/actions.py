"""The actions of Duizenden: one frozen class a kind, and their text.

Seats and melds count from 0; in text they are `p1`, `p2`, … and 1, 2, … The cards of a group may
be given in any order: an action holds them in the order in which it is written, so that equal
actions are equal values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal, Protocol, TypeAlias, TypeGuard

from attrs import field, frozen

from cardrules.cards import CARDS, JOKER, Card, Cards
from cardrules.config import LIMIT
from cardrules.duizenden.deck import QUEEN
from cardrules.errors import MalformedInput, quote
from cardrules.quick import quick
from cardrules.text import number, one_card, seat_of, seat_text, several_cards, split_groups
from cardrules.values import check_of, is_card, is_hands, is_seat, is_sequence

SEATS: Final = 8
"""The most seats that a match can have."""
LONGEST: Final = 16
"""No meld has more cards. What was found out about longer sequences, which only strangers send, is
not remembered."""

Sequence: TypeAlias = tuple[Card, ...]
Some: TypeAlias = Annotated[Sequence, range(1, LIMIT)]
Seat: TypeAlias = Annotated[int, range(SEATS)]
Number: TypeAlias = Annotated[int, range(LIMIT)]
"""The number of a meld, from 0."""
End: TypeAlias = Literal["low", "high"]


def written(cards: Sequence) -> Sequence:
    """The cards of a meld in the order in which they are written: those of a group by suit, the
    wild cards last, those of a run as they are.

    Which cards are wild depends on the house rules, the order does not: two cards of a rank are no
    run, and twos among them can only be wild; one such card may be in a run, as in A-2-3.
    """
    # 0 for the twos and the joker
    plain = [rank for card in cards if (rank := card.index % 13)]
    return _by_suit(cards) if len(plain) != 1 and len(set(plain)) < 2 else cards


def _by_suit(cards: Sequence) -> Sequence:
    """The cards as those of a group are written."""
    indices = [card.index for card in cards]
    if any([index % 13 for index in indices]):
        # the twos among them come last
        return tuple(sorted(cards, key=lambda card: card.index if card.index % 13 else card.index + JOKER.index))
    return tuple([CARDS[index] for index in sorted(indices)])


def _ordered(value: Sequence) -> Sequence:
    """What a meld's field of cards becomes; a value of a wrong type stays what it is."""
    return written(value) if is_sequence(value) else value


def _text(cards: Sequence) -> str:
    return "".join([card.text for card in cards])


@frozen
class Deal:
    """The chance action that begins a round: the hand of each seat dealt to, in ascending order of
    the seats, the open card (the cards there, in a wrong deal), and the stock, the card drawn first
    standing first. Text: `deal p1:<13 cards> p2:… open:<card> stock:<cards>`."""

    form: ClassVar[str] = f"deal<hands{SEATS}> open:<row> stock:<row>"

    hands: tuple[tuple[Seat, Cards], ...]
    open: Sequence
    stock: Sequence

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        hands = [f"{seat_text(seat)}:{cards}" for seat, cards in self.hands]
        return " ".join(["deal", *hands, f"open:{_text(self.open)}", f"stock:{_text(self.stock)}"])


@frozen
class Reshuffle:
    """The chance action that makes a new stock of the pot; the card drawn first stands first.
    Text: `reshuffle <cards>`."""

    form: ClassVar[str] = "reshuffle <some>"

    cards: Some

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names: none."""
        return ()

    def __str__(self) -> str:
        return f"reshuffle {_text(self.cards)}"


@frozen
class Seated:
    """What every player's action has: the seat that acts."""

    seat: Seat

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)


@frozen
class Swap(Seated):
    """Takes the open card and puts `card` in its place. Text: `p1 swap 5h`."""

    form: ClassVar[str] = f"<p{SEATS}> swap <card>"

    card: Card

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} swap {self.card}"


@frozen
class Draw(Seated):
    """Draws the top card of the stock. Text: `p1 draw`."""

    form: ClassVar[str] = f"<p{SEATS}> draw"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} draw"


@frozen(weakref_slot=False)
class Pot:
    """Takes the pot with a meld of its top card and cards from hand. Text: `p1 pot 7c7d7h`."""

    form: ClassVar[str] = f"<p{SEATS}> pot <some>"

    seat: Seat
    cards: Some = field(converter=_ordered)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} pot {_text(self.cards)}"


@frozen(weakref_slot=False)
class Meld:
    """Lays a new meld, a run in order of position, a wild card in the place it takes.
    Text: `p1 meld 5hJk7h`, `p1 meld 8c8cJk`."""

    form: ClassVar[str] = f"<p{SEATS}> meld <some>"

    seat: Seat
    cards: Some = field(converter=_ordered)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} meld {_text(self.cards)}"


@frozen(weakref_slot=False)
class LayOff:
    """Adds `cards` to the meld of that number: to a run at its `end`, in order of position, or to a
    group (None). Text: `p1 layoff 3 high 8h9h`, `p1 layoff 3 8c`."""

    form: ClassVar[str] = (
        f"<p{SEATS}> layoff <meld> <some> | <p{SEATS}> layoff <meld> low <some> | <p{SEATS}> layoff <meld> high <some>"
    )

    seat: Seat
    meld: Number
    cards: Some
    end: End | None = None

    def __attrs_post_init__(self) -> None:
        if self.end is None and is_sequence(self.cards):
            object.__setattr__(self, "cards", _by_suit(self.cards))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)

    def __str__(self) -> str:
        where = [self.end] if self.end else []
        return " ".join([seat_text(self.seat), "layoff", str(self.meld + 1), *where, _text(self.cards)])


@frozen
class Exchange(Seated):
    """Puts `card` in the place of a wild card of the meld of that number, which comes to hand.
    Text: `p1 exchange 3 Qd`."""

    form: ClassVar[str] = f"<p{SEATS}> exchange <meld> <card>"

    meld: Number
    card: Card

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} exchange {self.meld + 1} {self.card}"


@frozen
class Discard(Seated):
    """Ends the turn with a card on the pot. Text: `p1 discard 4c`."""

    form: ClassVar[str] = f"<p{SEATS}> discard <card>"

    card: Card

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} discard {self.card}"


@frozen
class EndTurn(Seated):
    """Ends the turn without a discard. Text: `p1 end`."""

    form: ClassVar[str] = f"<p{SEATS}> end"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} end"


@frozen
class Last(Seated):
    """Calls the last card. Text: `p1 last`."""

    form: ClassVar[str] = f"<p{SEATS}> last"

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} last"


@frozen
class Challenge(Seated):
    """Says that the seat `whom` has not called its last card. Text: `p3 challenge p1`."""

    form: ClassVar[str] = f"<p{SEATS}> challenge <p{SEATS}>"

    whom: Seat

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat, self.whom)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} challenge {seat_text(self.whom)}"


PlayerAction: TypeAlias = Swap | Draw | Pot | Meld | LayOff | Exchange | Discard | EndTurn | Last | Challenge
Action: TypeAlias = Deal | Reshuffle | PlayerAction


class _MakesLayOff(Protocol):
    """Takes the fields of a lay-off, in order or by name."""

    def __call__(self, seat: int, meld: int, cards: Sequence, end: End | None) -> LayOff: ...


new_meld: Final[Callable[[int, Sequence], Meld]] = quick(Meld)
"""A meld of cards that are in the order in which they are written."""
new_pot: Final[Callable[[int, Sequence], Pot]] = quick(Pot)
new_lay_off: Final[_MakesLayOff] = quick(LayOff)
"""The same for taking the pot, and for a lay-off."""


# -- what is an action at all (cardrules.action)


def _is_deal(action: Deal) -> bool:
    return is_hands(action.hands, SEATS) and is_sequence(action.open) and is_sequence(action.stock)


def _is_reshuffle(action: Reshuffle) -> bool:
    return is_sequence(action.cards) and action.cards != ()


def is_laid(action: Pot | Meld) -> bool:
    """Whether the fields of the action are as they must be."""
    try:
        seat: object = action.seat
        cards = action.cards
    except AttributeError:  # a field that was never set
        return False
    if type(seat) is not int or not 0 <= seat < SEATS or not is_sequence(cards) or not cards:
        return False
    return cards == (_written(cards) if len(cards) <= LONGEST else written(cards))


_written: Final = lru_cache(maxsize=4096)(written)


def is_lay_off(action: LayOff) -> bool:
    """The same."""
    try:
        seat: object = action.seat
        meld: object = action.meld
        end: object = action.end
        cards = action.cards
    except AttributeError:
        return False
    if not (type(seat) is type(meld) is int and 0 <= seat < SEATS and 0 <= meld < LIMIT and is_sequence(cards)):
        return False
    if end is None:
        return len(cards) == 1 or (len(cards) > 1 and cards == _by_suit(cards))
    return type(end) is str and end in ("low", "high") and cards != ()


def is_exchange(action: Exchange) -> bool:
    """The same."""
    try:
        seat: object = action.seat
        meld: object = action.meld
        card: object = action.card
    except AttributeError:
        return False
    return type(seat) is type(meld) is int and 0 <= seat < SEATS and 0 <= meld < LIMIT and is_card(card)


def _is_of_card(action: Swap | Discard) -> bool:
    return is_seat(action.seat, SEATS) and is_card(action.card)


def _is_plain(action: Draw | EndTurn | Last) -> bool:
    return is_seat(action.seat, SEATS)


def _is_challenge(action: Challenge) -> bool:
    return is_seat(action.seat, SEATS) and is_seat(action.whom, SEATS)


_CHECKS: Final = {
    id(kind): check
    for kind, check in (
        check_of(Draw, _is_plain),
        check_of(Discard, _is_of_card),
        check_of(Meld, is_laid),
        check_of(LayOff, is_lay_off),
        check_of(Exchange, is_exchange),
        check_of(Pot, is_laid),
        check_of(Swap, _is_of_card),
        check_of(EndTurn, _is_plain),
        check_of(Last, _is_plain),
        check_of(Challenge, _is_challenge),
        check_of(Deal, _is_deal),
        check_of(Reshuffle, _is_reshuffle),
    )
}
"""By the id of a class, since to hash the class of a stranger could run code of its own."""


def is_action(value: object) -> TypeGuard[Action]:
    """Whether any value at all is an action of the game that could be written as text: a class of
    this module, its fields of their types and in range (cardrules.action)."""
    return id(value) in _KNOWN_IDS or (id(type(value)) in _CHECKS and is_sound(value))


def is_sound(action: object) -> bool:
    """The same of a value that is of a class of this module."""
    if id(action) in _KNOWN_IDS:
        return True
    try:
        return _CHECKS[id(type(action))](action)
    except AttributeError:  # a field that was never set
        return False


# -- the actions that exist once

DRAWS: Final = tuple([Draw(seat) for seat in range(SEATS)])
ENDS: Final = tuple([EndTurn(seat) for seat in range(SEATS)])
LASTS: Final = tuple([Last(seat) for seat in range(SEATS)])
CHALLENGES: Final = tuple([tuple([Challenge(seat, whom) for whom in range(SEATS)]) for seat in range(SEATS)])
DISCARDS: Final = tuple([tuple([Discard(seat, card) for card in CARDS]) for seat in range(SEATS)])
"""By seat and index of the card."""
SWAPS: Final = tuple([tuple([Swap(seat, card) for card in CARDS]) for seat in range(SEATS)])
"""By seat and index of the card."""

PLAIN_DISCARDS: Final = tuple(
    [
        {id(discard): discard.card.bit for discard in DISCARDS[seat] if discard.card is not QUEEN}
        for seat in range(SEATS)
    ]
)
"""By seat, the bit of the card of each discard but the queen's, by the id of the action."""


def _known() -> dict[str, Action]:
    known: list[Action] = [*DRAWS, *ENDS, *LASTS]
    for seat in range(SEATS):
        known += [*DISCARDS[seat], *SWAPS[seat], *CHALLENGES[seat]]
    return {str(action): action for action in known}


_KNOWN: Final = _known()
_KNOWN_IDS: Final = frozenset([id(action) for action in _KNOWN.values()])


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
        hands, (opened, stock) = split_groups(words[1:], SEATS, ("open", "stock"))
        return Deal(hands, opened, stock)
    if words[0] == "reshuffle" and len(words) == 2:
        return Reshuffle(several_cards(words[1], 2))
    seat = seat_of(words[0], SEATS)
    match words[1:]:
        case ["meld", cards]:
            return Meld(seat, several_cards(cards, 3))
        case ["pot", cards]:
            return Pot(seat, several_cards(cards, 3))
        case ["layoff", meld, ("low" | "high") as end, cards]:
            return LayOff(seat, _meld(meld), several_cards(cards, 5), end)
        case ["layoff", meld, cards]:
            return LayOff(seat, _meld(meld), several_cards(cards, 4))
        case ["exchange", meld, card]:
            return Exchange(seat, _meld(meld), one_card(card, 4))
        case ["discard", card]:
            return Discard(seat, one_card(card, 3))
        case ["swap", card]:
            return Swap(seat, one_card(card, 3))
        case ["challenge", whom]:
            return Challenge(seat, seat_of(whom, SEATS, 3))
        case ["draw"]:
            return Draw(seat)
        case ["end"]:
            return EndTurn(seat)
        case ["last"]:
            return Last(seat)
    raise MalformedInput(
        "",
        f"{quote(text)} is no action of Duizenden; after the seat comes one of: swap 5h, draw, pot 7c7d7h, "
        "meld 5hJk7h, layoff 3 high 8h9h, layoff 3 8c, exchange 3 Qd, discard 4c, end, last, challenge p1",
    )


def _meld(word: str) -> int:
    meld = number(word, 3)
    if meld == 0:
        raise MalformedInput("word 3", "'0' is no meld; the melds on the table are numbered from 1")
    return meld - 1
