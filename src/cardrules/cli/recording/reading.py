"""What an entry says: an action as in a record, or a little shorter or looser than there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Final

from cardrules.cards import CARDS, JOKER, Card, parse_sequence
from cardrules.errors import MalformedInput
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.text import seat_text
from cardrules.wording import card_word


class Unreadable(ValueError):
    """An entry that is no action: `text`, as it was read, and in English why."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(text, why)
        self.text: Final = text
        self.why: Final = why


class Unclear(ValueError):
    """An entry that several seats can mean: the actions that it can be."""

    def __init__(self, choices: Sequence[str]) -> None:
        super().__init__(choices)
        self.choices: Final = choices


def read_action(game: AnyGame, state: AnyState, entry: str, lang: str) -> AnyAction:
    """The action of an entry, which need not be legal.

    The seat may be left out where one only can mean it. Raises Unreadable, Unclear.
    """
    text = " ".join(entry.split())
    seats = game.actors(state)
    try:
        return parsed(game, text, lang)
    except MalformedInput as error:
        if not seats or re.match(r"p\d+( |$)", text, re.IGNORECASE):
            raise Unreadable(text, str(error)) from None
    found: list[AnyAction] = []
    fault = None
    for seat in seats:
        try:
            found.append(parsed(game, f"{seat_text(seat)} {text}", lang))
        except MalformedInput as error:
            fault = fault or Unreadable(f"{seat_text(seat)} {text}", str(error))
    if fault is not None and not found:
        raise fault
    if len(found) == 1:
        return found[0]
    legal = [action for action in found if game.is_legal(state, action)]
    if len(legal) > 1:
        raise Unclear([str(action) for action in legal])
    return legal[0] if legal else _likeliest(game, state, found)


def _likeliest(game: AnyGame, state: AnyState, found: list[AnyAction]) -> AnyAction:
    """Of actions of several seats, all illegal, the one that its seat is nearest to: it can do
    something of the kind, or at least something."""

    def nearness(action: AnyAction) -> int:
        kinds = {type(other) for other in islice(game.legal_actions(state, action.seats[0]), _LOOKED_AT)}
        return 2 if type(action) in kinds else 1 if kinds else 0

    return max(found, key=nearness)


_LOOKED_AT: Final = 1000


def parsed(game: AnyGame, text: str, lang: str) -> AnyAction:
    """The action of a text with its seat, as a record has it, or with cards as the language writes
    them, apart from each other, and letters of any case. Raises MalformedInput."""
    try:
        return game.parse_action(text)
    except MalformedInput:
        loose = plain(text, lang)
        if loose == text:
            raise
    return game.parse_action(loose)


def plain(text: str, lang: str) -> str:
    """A text in the form of a record: its words small, its cards as `Td`, next to each other."""
    words: list[str] = []
    after_cards = False
    for word in text.split():
        # a part of a deal has a label, as `p1:AsKd`
        label, colon, written = word.rpartition(":")
        cards = _loose_cards(written, lang)
        if cards is None:
            words.append(word.lower())
        elif after_cards and not colon:
            words[-1] += cards
        else:
            words.append(f"{label.lower()}{colon}{cards}")
        after_cards = cards is not None
    return " ".join(words)


def read_cards(text: str, lang: str) -> tuple[Card, ...] | None:
    """The cards of a text, together or apart; None where it says anything else."""
    loose = [_loose_cards(word, lang) for word in re.split(r"[\s,;]+", text.strip())]
    known = [cards for cards in loose if cards is not None]
    return parse_sequence("".join(known)) if len(known) == len(loose) else None


def _loose_cards(word: str, lang: str) -> str | None:
    """The cards of a word as a record writes them; None where it is anything else."""
    token, texts = _letters(lang)
    lowered = word.lower()
    if not re.fullmatch(f"(?:{token})+", lowered):
        return None
    return "".join([texts[found] for found in re.findall(token, lowered)])


@cache
def _letters(lang: str) -> tuple[str, dict[str, str]]:
    """A pattern for one card in small letters, and what each such text is in a record: in the
    language, and in English where no letter of the language is meant."""
    texts: dict[str, str] = {}
    for letters in (lang, "en", None):
        for card in CARDS:
            word = str(card) if letters is None else card_word(card, letters)
            if card.suit is None:
                texts.setdefault(word.lower(), str(JOKER))
                continue
            rank = word[:-1].lower()
            for suit in (card.suit.value, card.suit.sign):
                texts.setdefault(rank + suit, str(card))
    # the longest first
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True)), texts
