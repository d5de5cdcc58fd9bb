"""What a player can still choose, for whoever clicks one card after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

from attrs import frozen

from cardrules.cards import Card, Cards
from cardrules.errors import kind_of
from cardrules.registry import A, Game, R, S, V

A_co = TypeVar("A_co", covariant=True)
T = TypeVar("T")

NO_CARDS: Final = Cards()


@frozen
class Options(Generic[A_co]):
    """What can come of a choice of cards from hand.

    now: the legal actions that use exactly the chosen cards. more: the other cards of the hand of
    which each can join them towards a legal action; a kind of card is there once.
    """

    now: Sequence[A_co]
    more: Cards


def of(game: Game[R, S, A, V], state: S, seat: int, chosen: Cards = NO_CARDS, kind: type | None = None) -> Options[A]:
    """What the seat can do with the chosen cards of its hand, and which can join them; of actions of
    a class, if `kind` is one. Cards that are not in the hand can do nothing.

    A game without an `options` of its own is asked for all its legal actions, so it should have few;
    its actions use the cards of their fields `card` and `cards`.
    """
    if game.options is not None:
        return game.options(state, seat, chosen, kind)
    return among(game.legal_actions(state, seat), chosen, kind)


def among(actions: Iterable[T], chosen: Cards, kind: type | None = None) -> Options[T]:
    """The same, where these are all legal actions of the seat."""
    check_cards(chosen)
    now = []
    more = Cards()
    for action in actions:
        if kind is None or isinstance(action, kind):
            cards = used(action)
            if cards == chosen:
                now.append(action)
            elif chosen <= cards:
                more |= (cards - chosen).kinds()
    return Options(tuple(now), more)


def check_cards(chosen: Cards) -> None:
    """Raises TypeError for a choice of cards that is written or listed."""
    if not isinstance(chosen, Cards):
        raise TypeError(f'the chosen cards are Cards, such as Cards.parse("AsKd"), not {kind_of(chosen)}')


def used(action: object) -> Cards:
    """The cards in the fields `card` and `cards` of an action."""
    card: object = getattr(action, "card", None)
    cards: object = getattr(action, "cards", ())
    several = cards if isinstance(cards, Iterable) else ()
    return Cards([each for each in (card, *several) if isinstance(each, Card)])
