"""What people type, in the form of a record: cards as their language writes them, letters of any case."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from cardrules.cards import CARDS, JOKER, Card, parse_sequence
from cardrules.errors import MalformedInput, quote
from cardrules.registry import A, Game, R, S, V
from cardrules.text import seat_text
from cardrules.wording import LANGS, card_word, check_lang


def read_action(game: Game[R, S, A, V], text: str, lang: str, seat: int | None = None) -> A:
    """The action of a text, which need not be legal: as a record has it, or with cards as the language
    writes them, apart from each other, and letters of any case. Where `seat` is given it is an action of
    that seat, whose word can be left out.

    Raises MalformedInput; ValueError for an unknown language.
    """
    if seat is not None:
        text = _of_seat(text, seat)
    try:
        return game.parse_action(text)
    except MalformedInput:
        loose = plain(text, lang)
        if loose == text:
            raise
    return game.parse_action(loose)


def _of_seat(text: str, seat: int) -> str:
    """The text of an action with its seat. Raises MalformedInput where it is that of another seat."""
    own, head = seat_text(seat), text.split(maxsplit=1)[:1]
    if not head or not re.fullmatch(r"p\d+", head[0], re.IGNORECASE):
        return f"{own} {text}"
    if head[0].lower() != own:
        raise MalformedInput("word 1", f"{quote(head[0])} is another seat than {own}")
    return text


def plain(text: str, lang: str) -> str:
    """A text in the form of a record: its words small, its cards as `Td`, next to each other: in Dutch
    `Meld H♣ hd joker` is `meld KcKdJk`. Raises ValueError for an unknown language."""
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


def meant(text: str, read: Callable[[str], object]) -> str:
    """For the end of a message on a text that `read` refuses with MalformedInput: the text that was meant,
    as far as spaces, large letters and the cards of a language tell."""
    if len(text) <= _LONGEST:
        for lang in LANGS:
            loose = plain(text, lang)
            try:
                read(loose)
            except MalformedInput:
                continue
            return f"; is {quote(loose)} meant?"
    return ""


_LONGEST: Final = 1000
"""What a longer text was meant as is not looked for."""


def read_cards(text: str, lang: str) -> tuple[Card, ...] | None:
    """The cards of a text, together or apart, as a record, the table or the language writes them; None
    where it says anything else. Raises ValueError for an unknown language."""
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
    check_lang(lang)
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
