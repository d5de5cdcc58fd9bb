"""What notes of Tausend may say beside the actions: a deal of which not all is known, and a gift whose
card is not."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from cardrules.cards import Cards
from cardrules.errors import MalformedInput
from cardrules.sight import UNKNOWN
from cardrules.tausend.actions import SEATS, Action, Deal, parse_action
from cardrules.tausend.layout import HAND, WIDOW, WIDOW_SIZE, Part
from cardrules.tausend.seen import SeenGive
from cardrules.text import seat_of, seat_text, split_groups
from cardrules.wording import card_word

_NAME: Final = "widow"


@frozen
class PartialDeal:
    """A deal of which not all is known: its parts by seat and `WIDOW`. There are none where nothing
    is known. Text: `deal p1:AsKd?? p2:?? p3:?? widow:JhQcKs`, `deal ??`."""

    parts: tuple[tuple[int, Part], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are named."""
        return tuple([seat for seat, _ in self.parts if seat != WIDOW])

    @property
    def known(self) -> Deal:
        """The deal with no more than the known cards, which is not legal."""
        hands = [(seat, Cards.of(part.cards)) for seat, part in self.parts if seat != WIDOW]
        widow = dict(self.parts).get(WIDOW, Part())
        return Deal(tuple(hands), Cards.of(widow.cards))


Note: TypeAlias = Action | PartialDeal | SeenGive


def read_note(text: str) -> Note:
    """The note of a text without its mark. Raises MalformedInput, which names the word at fault."""
    if UNKNOWN not in text:
        return parse_action(text)
    words = text.split(" ")
    if words[0] == "deal":
        return _read_deal(words[1:])
    match words:
        case [seat, "give", "??", to]:
            return SeenGive(seat_of(seat, SEATS), seat_of(to, SEATS, 4))
    raise MalformedInput("", f"{UNKNOWN} stands in a deal, or for the card of a gift: p1 give {UNKNOWN} p3")


def _read_deal(words: list[str]) -> PartialDeal:
    if words == [UNKNOWN]:
        return PartialDeal()
    bare: list[str] = []
    missing: dict[str, int] = {}
    label = ""
    for place, word in enumerate(words, 2):
        unknown = (len(word) - len(word.rstrip(UNKNOWN))) // len(UNKNOWN)
        cards = word[: len(word) - len(UNKNOWN) * unknown]
        label = word.partition(":")[0] if ":" in word else label
        if not cards or (label in missing and ":" not in word):
            raise MalformedInput(f"word {place}", f"{UNKNOWN} stands at the end of a part, as in p1:AsKd{UNKNOWN}")
        bare.append(cards)
        if unknown:
            missing[label] = unknown
    hands, (widow,) = split_groups(bare, SEATS, (_NAME,))
    sizes = [(seat, seat_text(seat), hand, HAND) for seat, hand in hands]
    return PartialDeal(
        tuple(
            [
                (seat, _part(name, cards, size, missing.get(name)))
                for seat, name, cards, size in [*sizes, (WIDOW, _NAME, Cards(widow), WIDOW_SIZE)]
            ]
        )
    )


def _part(name: str, cards: Cards, size: int, marks: int | None) -> Part:
    """A part in which `marks` times `??` stands after the known cards (None: it does not)."""
    twice = [card for card in cards.kinds() if cards.count(card) > 1]
    if twice:
        raise MalformedInput(name, f"{card_word(twice[0], 'en')} is there twice")
    left = size - len(cards)
    if marks is None:
        if left:
            hint = f"; a part that is not known whole ends in {UNKNOWN}" if left > 0 else ""
            raise MalformedInput(name, f"it has {size} cards, not {len(cards)}{hint}")
        return Part(cards.bits, whole=True)
    if left < 1 or marks not in (1, left):
        raise MalformedInput(
            name, f"{UNKNOWN} stands once for all unknown cards of a part, or once for each; here {max(left, 0)} are"
        )
    return Part(cards.bits)
