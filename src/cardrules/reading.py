"""What people type, in the form of a record: cards as their language writes them, letters of any case."""

from __future__ import annotations

import re
from functools import cache

from cardrules.cards import CARDS, JOKER, Card, parse_sequence
from cardrules.wording import card_word, check_lang


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
