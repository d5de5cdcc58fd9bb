"""What a player can still choose, for whoever clicks one card after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from attrs import frozen

from cardrules.cards import Cards

A_co = TypeVar("A_co", covariant=True)


@frozen
class Options(Generic[A_co]):
    """What can come of a choice of cards from hand.

    now: the legal actions that use exactly the chosen cards. more: the other cards of the hand of
    which each can join them towards a legal action; a kind of card is there once.
    """

    now: Sequence[A_co]
    more: Cards
