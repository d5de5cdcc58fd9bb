"""The words that the actions of every game are written with: seats, numbers, cards, groups."""

from __future__ import annotations

import re
from typing import Final

from cardrules.cards import CARDS, Card, Cards, Rank, Suit, parse_sequence
from cardrules.errors import MalformedInput, quote

MOST: Final = 9
"""No game has more seats, since a seat is written with one digit."""

_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")


def seat_text(seat: int) -> str:
    """`p1` for seat 0, and so on."""
    return f"p{seat + 1}"


def check_seat(players: int, seat: int | None) -> None:
    """Raises ValueError where there is no such seat among so many players; None is nobody's."""
    if seat is not None:
        check_player(players, seat)


def check_player(players: int, seat: int) -> None:
    """Raises ValueError for what is no seat among so many players."""
    if not (type(seat) is int and 0 <= seat < players):
        raise ValueError(f"no seat {seat!r}: the seats of this match are 0 to {players - 1}")


def seat_of(word: str, seats: int, place: int = 1) -> int:
    """The seat of a word such as `p1`; `seats` is how many there can be, `place` the number of the
    word for the MalformedInput that is raised otherwise."""
    if len(word) == 2 and word[0] == "p" and word[1] in "123456789"[:seats]:
        return int(word[1]) - 1
    raise MalformedInput(f"word {place}", f"{quote(word)} is no seat; a seat is one of p1 to p{seats}")


def number(word: str, place: int) -> int:
    """The number of a word: no sign, no leading zero, at most nine digits. Raises MalformedInput."""
    if not _NUMBER.fullmatch(word):
        raise MalformedInput(
            f"word {place}",
            f"{quote(word)} is no number; a number has one to nine digits, no sign and no leading zero",
        )
    return int(word)


def one_card(word: str, place: int) -> Card:
    """The card of a word. Raises MalformedInput."""
    try:
        return Card.parse(word)
    except MalformedInput as error:
        raise MalformedInput(f"word {place}", error.message) from None


def several_cards(word: str, place: int) -> tuple[Card, ...]:
    """The cards of a word, one or more, in their order. Raises MalformedInput."""
    return _cards(word, place, empty=False)


def split_groups(
    words: list[str], seats: int, labels: tuple[str, ...]
) -> tuple[tuple[tuple[int, Cards], ...], list[tuple[Card, ...]]]:
    """The parts of a deal, `p1:<cards> p2:<cards> label:<cards>`: the hands in ascending order of
    the seats, any of which may be missing, then each of `labels` once, in its order.

    The cards of a part may be separated by spaces. Raises MalformedInput.
    """
    hands: list[tuple[int, Cards]] = []
    rest: list[tuple[Card, ...]] = []
    place = 1
    while words:
        label, colon, first = words[0].partition(":")
        size = next((i for i, word in enumerate(words[1:], 1) if ":" in word), len(words))
        cards = [*_cards(first, place + 1, empty=True)] if colon else []
        for at, word in enumerate(words[1:size], 1):
            cards += _cards(word, place + 1 + at, empty=False)
        together = tuple(cards)
        if colon and len(rest) < len(labels) and label == labels[len(rest)]:
            rest.append(together)
        else:
            seat = seat_of(label, seats, place + 1)
            if not colon or rest or (hands and hands[-1][0] >= seat):
                _wrong_order(place + 1, words[0], labels)
            hands.append((seat, Cards(together)))
        place += size
        words = words[size:]
    if len(rest) < len(labels):
        raise MalformedInput("", f"the deal has no {labels[len(rest)]}: {_form(labels)}")
    return tuple(hands), rest


def _wrong_order(place: int, word: str, labels: tuple[str, ...]) -> None:
    raise MalformedInput(f"word {place}", f"{quote(word)} does not belong here: {_form(labels)}")


def _form(labels: tuple[str, ...]) -> str:
    parts = ", ".join([f"{label}:<cards>" for label in labels])
    return f"a deal names the seats in ascending order, as p1:<cards>, then {parts}, each once"


def _cards(word: str, place: int, *, empty: bool) -> tuple[Card, ...]:
    if not word and not empty:
        raise MalformedInput(f"word {place}", "it is empty; words are separated by single spaces")
    try:
        return parse_sequence(word)
    except MalformedInput as error:
        raise MalformedInput(f"word {place}, {error.where}", error.message) from None


# -- the same as regular expressions

_RANKS: Final = "".join([rank.value for rank in Rank])
_SUITS: Final = "".join([suit.value for suit in Suit])
_SIGNS: Final = "".join([suit.sign for suit in Suit])


WORD: Final = re.compile("<([a-z]+)([0-9]*)>")
"""A word of a form: its name, and how many seats there are."""


def pattern(form: str, *, written: bool = False) -> str:
    """The regular expression of all texts of a form: those that are read or, fewer, that are written.

    A form is one text or several, between which stands ` | `, with words that stand for parts: `<p4>`,
    one of four seats; `<number>`; `<meld>`, a number from 1; `<card>`; `<cards>`, cards in any number,
    written in their order; `<hands4>`, the hands of a deal to four seats at most; `<hand>` and `<row>`,
    another part of a deal, written in the order of the cards or in its own; `<some>`, cards in their own
    order, at least one.
    """
    card = f"(?:[{_RANKS}][{_SUITS}]|Jk)" if written else f"(?:(?:10|[{_RANKS}])[{_SUITS}{_SIGNS}]|Jk)"
    cards = "".join([f"(?:{each})*" for each in CARDS]) if written else f"{card}*"
    row = f"{card}*" if written else f"{card}*(?: {card}+)*"
    words = {
        "number": f"(?:{_NUMBER.pattern})",
        "meld": "[1-9][0-9]{0,8}",
        "card": card,
        "cards": cards,
        "hand": cards if written else row,
        "row": row,
        "some": f"{card}+",
    }

    def word(found: re.Match[str]) -> str:
        name, seats = found[1], found[2]
        if name == "p":
            return f"p[1-{seats}]"
        if name == "hands":
            return "".join([f"(?: {seat_text(seat)}:{words['hand']})?" for seat in range(int(seats))])
        return words[name]

    texts = [WORD.sub(word, text) for text in form.split(" | ")]
    return f"^(?:{'|'.join(texts)})$" if len(texts) > 1 else f"^{texts[0]}$"
