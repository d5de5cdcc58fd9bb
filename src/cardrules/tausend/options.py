"""What a player can still choose: with a card, or with none."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.cards import Cards
from cardrules.options import NO_CARDS, Options, among, check_cards, used
from cardrules.tausend.actions import PlayerAction
from cardrules.tausend.legal import legal_actions
from cardrules.tausend.state import State
from cardrules.text import check_player


def options(state: State, seat: int, chosen: Cards = NO_CARDS, kind: type | None = None) -> Options[PlayerAction]:
    """The legal actions of the seat that use exactly the chosen cards of its hand, and the cards that
    can join them; of actions of a class, if `kind` is one. An action uses one card or none.

    Raises ValueError where there is no such seat.
    """
    check_player(state.match.rules.players, seat)
    return among(legal_actions(state, seat), chosen, kind)


def actions_with(state: State, seat: int, cards: Cards, kind: type | None = None) -> Iterator[PlayerAction]:
    """The legal actions of the seat that use at least these cards; of a class, if `kind` is one.

    Raises ValueError where there is no such seat.
    """
    check_player(state.match.rules.players, seat)
    check_cards(cards)
    actions = legal_actions(state, seat)
    return (action for action in actions if cards <= used(action) and (kind is None or isinstance(action, kind)))
