"""Who plays in the playthroughs: deals, careless players, and what players might wrongly try."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardrules import duizenden, tausend
from cardrules.cards import CARDS, Card
from cardrules.registry import AnyAction, AnyGame, AnyState
from golden.lots import Lot

# -- chance


def chance(game: AnyGame, state: AnyState, lot: Lot) -> str:
    """The text of a chance action that the state waits for."""
    if isinstance(state, tausend.Dealing):
        cards = _shuffled(game, state.match.rules, lot)
        players, dealer, sits_out = state.match.rules.players, state.match.dealer, state.match.rules.sits_out
        out = {None: None, "dealer": dealer, "right_of_dealer": (dealer - 1) % players}[sits_out]
        seats = [seat for seat in range(players) if seat != out]
        hands = [f"p{seat + 1}:{''.join(cards[7 * place : 7 * place + 7])}" for place, seat in enumerate(seats)]
        return f"deal {' '.join(hands)} widow:{''.join(cards[21:])}"
    if isinstance(state, duizenden.Dealing):
        cards = _shuffled(game, state.match.rules, lot)
        players = state.match.rules.players
        hands = [f"p{seat + 1}:{''.join(cards[13 * seat : 13 * seat + 13])}" for seat in range(players)]
        rest = cards[13 * players :]
        return f"deal {' '.join(hands)} open:{rest[0]} stock:{''.join(rest[1:])}"
    assert isinstance(state, duizenden.Reshuffling), "no chance is awaited"
    return f"reshuffle {''.join(lot.mixed([str(card) for card in state.before.pot[:-1]]))}"


def _shuffled(game: AnyGame, rules: tausend.Rules | duizenden.Rules, lot: Lot) -> list[str]:
    return lot.mixed(sorted([str(card) for card in game.deck(rules)]))


# -- players


def choose(state: AnyState, actions: Sequence[AnyAction], lot: Lot) -> AnyAction:
    """What a careless player does, of the legal actions in the order of their texts."""
    if isinstance(state, tausend.Bidding | tausend.Giving | tausend.BeforeLead | tausend.Playing):
        return _tausend(state, actions, lot)
    return _duizenden(actions, lot)


def _tausend(
    state: tausend.Bidding | tausend.Giving | tausend.BeforeLead | tausend.Playing,
    actions: Sequence[AnyAction],
    lot: Lot,
) -> AnyAction:
    """Bids what the hand may bear; gives low cards; announces; the declarer plays high, the others low."""
    if isinstance(state, tausend.Bidding):
        hopes = _hopes(state.hands[state.turn])
        calls = [action for action in actions if not isinstance(action, tausend.Bid) or action.amount <= hopes]
        bids = [action for action in calls if isinstance(action, tausend.Bid)]
        return lot.one(bids[:2]) if bids and lot.under(0.8) else (calls or actions)[-1]
    if isinstance(state, tausend.Giving):
        gifts = [action for action in actions if isinstance(action, tausend.Give)]
        return min(lot.mixed(gifts)[:3], key=lambda gift: STRENGTH.index(str(gift.card)[0]))
    plays = [action for action in actions if isinstance(action, tausend.Play)]
    announced = [play for play in plays if play.announce]
    if announced:
        return lot.one(announced)
    turn = state.turn if isinstance(state, tausend.Playing) else state.contract.declarer
    strength = [STRENGTH.index(str(play.card)[0]) for play in plays]
    best = max(strength) if turn == state.contract.declarer else min(strength)
    likely = [play for play, each in zip(plays, strength, strict=True) if each == best]
    return lot.one(likely if lot.under(0.7) else plays)


STRENGTH: Final = "9JQKTA"
"""The ranks of Tausend, the lowest first."""


def _hopes(hand: Iterable[Card]) -> int:
    """What a hand may bring: about twice its card points, and most of its marriages."""
    texts = [str(card) for card in hand]
    points = sum([{"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(text[0], 0) for text in texts])
    return 2 * points + sum([60 for suit in "cdhs" if {f"K{suit}", f"Q{suit}"} <= set(texts)])


def _duizenden(actions: Sequence[AnyAction], lot: Lot) -> AnyAction:
    """Lays what can be laid, many cards rather than few; else draws, discards anything."""
    for kinds, chance in LIKED:
        some = [action for action in actions if isinstance(action, kinds)]
        if some and lot.under(chance):
            return max(lot.mixed(some)[:3], key=_laid)
    return lot.one(actions)


LIKED: Final[tuple[tuple[tuple[type, ...], float], ...]] = (
    ((duizenden.Last,), 0.5),
    ((duizenden.Challenge,), 0.5),
    ((duizenden.Pot,), 0.7),
    ((duizenden.Meld, duizenden.LayOff), 0.95),
    ((duizenden.Exchange,), 0.5),
    ((duizenden.Swap,), 0.4),
    ((duizenden.Draw, duizenden.Discard), 1.0),
)
"""What comes first to a player's mind, and how often it is done."""


def _laid(action: AnyAction) -> int:
    return len(action.cards) if isinstance(action, duizenden.Pot | duizenden.Meld | duizenden.LayOff) else 0


# -- what might wrongly be tried


def attempt(game: AnyGame, state: AnyState, seats: Sequence[str], verbs: Sequence[str], lot: Lot) -> str:
    """The text of something a player might try at this table, mostly wrong. `verbs`: what is legal."""
    where, actors = game.places(state), game.actors(state)
    seat = f"p{lot.one(actors) + 1}" if actors and lot.under(0.8) else lot.one(seats)
    verb = lot.one(verbs) if verbs and lot.under(0.7) else lot.one(VERBS[game.name])
    hand = [str(card) for card in where.get(seat, ())]
    others = [str(card) for cards in where.values() for card in cards]
    card = lot.one(hand) if hand and lot.under(0.75) else lot.one(sorted(set(others)))
    if lot.under(0.03):
        card = lot.one([str(any_card) for any_card in CARDS])
    if game.name == "tausend":
        return _try_tausend(seat, verb, card, seats, lot)
    return _try_duizenden(state, seat, verb, card, hand, lot)


VERBS: Final = {
    "tausend": ("bid", "pass", "give", "raise", "surrender", "nines", "play"),
    "duizenden": (
        *("swap", "draw", "pot", "meld", "layoff", "exchange"),
        *("discard", "end", "last", "challenge"),
    ),
}


def _try_tausend(seat: str, verb: str, card: str, seats: Sequence[str], lot: Lot) -> str:
    if verb in ("bid", "raise"):
        return f"{seat} {verb} {lot.one((95, 100, 101, 105, 110, 115, 120, 121, 125, 130, 150, 200, 405, 605))}"
    if verb == "give":
        return f"{seat} give {card} {lot.one(seats)}"
    if verb == "play":
        return f"{seat} play {card}{lot.one(('', '', '', ' marriage', ' marriage', ' aces'))}"
    return f"{seat} {verb}"


def _try_duizenden(state: AnyState, seat: str, verb: str, card: str, hand: Sequence[str], lot: Lot) -> str:
    table = state if isinstance(state, duizenden.Drawing | duizenden.Melding) else None
    melds, pot = (table.melds, table.pot) if table else ((), ())
    if verb in ("swap", "discard"):
        return f"{seat} {verb} {card}"
    if verb == "meld":
        return f"{seat} meld {_neighbours(hand, lot) or card}"
    if verb == "pot":
        return f"{seat} pot {_neighbours([*hand, str(pot[-1])] if pot else hand, lot) or card}"
    number = int(lot.one(range(1, len(melds) + 2)))
    if verb == "exchange":
        return f"{seat} exchange {number} {card}"
    if verb == "layoff":
        run = number <= len(melds) and isinstance(melds[number - 1], duizenden.Run)
        end = lot.one(("low ", "high ")) if run != lot.under(0.1) else ""
        return f"{seat} layoff {number} {end}{card}"
    if verb == "challenge":
        return f"{seat} challenge p{lot.one((1, 2, 3)[: len(table.hands) if table else 2])}"
    return f"{seat} {verb}"


def _neighbours(hand: Sequence[str], lot: Lot) -> str:
    """Some cards of a hand that stand side by side when it is sorted by ranks, or by suits."""
    by_rank = lot.under(0.5)
    ranks = "A23456789TJQK"
    natural = [text for text in hand if text != "Jk"]
    natural.sort(key=lambda text: (ranks.index(text[0]), text[1]) if by_rank else (text[1], ranks.index(text[0])))
    size = lot.one((2, 3, 3, 3, 4))
    start = lot.one(range(max(1, len(natural) - size + 1)))
    cards = natural[start : start + size]
    if "Jk" in hand and lot.under(0.4) and len(cards) > 1:
        cards[1] = "Jk"
    return "".join(cards)
