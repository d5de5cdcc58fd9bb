"""The actions of Tausend in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cardrules.cards import Card, Cards
from cardrules.describing import Forms, Speaker, no_action, refuse, speaker
from cardrules.sight import Dealt
from cardrules.tausend.actions import Bid, Deal, Give, Nines, Pass, Play, Raise, Surrender, is_action
from cardrules.tausend.deck import ACES_POINTS, MARRIAGES, in_order
from cardrules.tausend.scoring import surrender_cost
from cardrules.tausend.seen import SeenAction, SeenDeal, SeenGive, SeenPass
from cardrules.tausend.state import State
from cardrules.tausend.view import View, view
from cardrules.wording import card_word, cards_word, suit_name


def describe(
    action: SeenAction,
    state: State | View,
    lang: str = "en",
    names: Sequence[str] = (),
    *,
    told: bool = False,
) -> str:
    """An action in words: as an offer to its player, `play K♦ and announce diamonds (marriage, 80
    points)`, or (`told`) as what has happened, `Anna plays K♦`. It may be redacted, and need not be
    legal.

    state: that before the action, or anybody's view of it; only what everybody knows of it is used.
    names: the players' by seat, as many as are known. Raises ValueError for an unknown language,
    and for what is no action of the game.
    """
    if not isinstance(action, SeenDeal | SeenPass | SeenGive) and not is_action(action):
        raise no_action(action, "tausend")
    seen = state if isinstance(state, View) else view(state, None)
    by = speaker(_FORMS, lang, names, seen.rules.players, told=told)
    match action:
        case Deal(hands, widow):
            return _deal(hands, widow, by)
        case SeenDeal(hands):
            return _deal(hands, None, by)
        case Bid(seat, amount):
            return by.say("bid", seat, amount=amount)
        case Pass(seat):
            return by.say("pass", seat)
        case SeenPass(seat, widow):
            return f"{by.say('pass', seat)}; {by.say('widow', cards=_sorted(widow, lang))}"
        case Give(seat, card, to):
            return by.say("give", seat, card=card_word(card, lang), to=by.name(to))
        case SeenGive(seat, to):
            return by.say("give a card", seat, to=by.name(to))
        case Raise(seat, amount):
            return by.say("raise", seat, amount=amount)
        case Surrender(seat):
            return _surrender(seat, seen, by)
        case Nines(seat):
            return by.say("nines", seat)
        case Play():
            return _play(action, by)
        case _:
            return refuse(action, "tausend")


def _deal(hands: Dealt, widow: Cards | None, by: Speaker) -> str:
    """A deal, with the cards that are known."""
    parts = [by.say("deal")]
    parts += [f"{by.name(seat)}: {_sorted(hand, by.lang)}" for seat, hand in hands if hand is not None]
    return "; ".join(parts if widow is None else [*parts, by.say("widow", cards=_sorted(widow, by.lang))])


def _sorted(cards: Iterable[Card], lang: str) -> str:
    """By suit, from high to low."""
    return cards_word(in_order(cards), lang)


def _surrender(seat: int, seen: View, by: Speaker) -> str:
    cost = surrender_cost(seen.standings[seat]) if seat < len(seen.standings) else 0
    return by.say("surrender at cost" if cost else "surrender", seat, points=cost)


def _play(action: Play, by: Speaker) -> str:
    seat, card, suit = action.seat, card_word(action.card, by.lang), action.card.suit
    if action.announce == "aces":
        return by.say("aces", seat, card=card, points=ACES_POINTS)
    if action.announce == "marriage" and suit is not None:
        return by.say("marriage", seat, card=card, suit=suit_name(suit, by.lang), points=MARRIAGES[suit])
    return by.say("play", seat, card=card)


_FORMS: Final[Mapping[str, Forms]] = MappingProxyType(
    {
        "en": {
            "deal": ("deal the cards", "the cards are dealt"),
            "widow": ("widow: {cards}", "widow: {cards}"),
            "bid": ("bid {amount}", "{name} bids {amount}"),
            "pass": ("pass", "{name} passes"),
            "give": ("give {card} to {to}", "{name} gives {card} to {to}"),
            "give a card": ("give a card to {to}", "{name} gives a card to {to}"),
            "raise": ("raise the bid to {amount}", "{name} raises the bid to {amount}"),
            "surrender": ("surrender (costs nothing)", "{name} surrenders"),
            "surrender at cost": ("surrender (costs {points} points)", "{name} surrenders (costs {points} points)"),
            "nines": ("show four nines (the deal is cancelled)", "{name} shows four nines (the deal is cancelled)"),
            "play": ("play {card}", "{name} plays {card}"),
            "marriage": (
                "play {card} and announce {suit} (marriage, {points} points)",
                "{name} plays {card} and announces {suit} (marriage, {points} points)",
            ),
            "aces": (
                "play {card} and announce four aces ({points} points)",
                "{name} plays {card} and announces four aces ({points} points)",
            ),
        },
        "nl": {
            "deal": ("deel de kaarten", "de kaarten worden gedeeld"),
            "widow": ("weduwe: {cards}", "weduwe: {cards}"),
            "bid": ("bied {amount}", "{name} biedt {amount}"),
            "pass": ("pas", "{name} past"),
            "give": ("geef {card} aan {to}", "{name} geeft {card} aan {to}"),
            "give a card": ("geef een kaart aan {to}", "{name} geeft een kaart aan {to}"),
            "raise": ("verhoog het bod tot {amount}", "{name} verhoogt het bod tot {amount}"),
            "surrender": ("geef op (kost niets)", "{name} geeft op"),
            "surrender at cost": ("geef op (kost {points} punten)", "{name} geeft op (kost {points} punten)"),
            "nines": (
                "toon vier negens (het spel wordt afgebroken)",
                "{name} toont vier negens (het spel wordt afgebroken)",
            ),
            "play": ("speel {card}", "{name} speelt {card}"),
            "marriage": (
                "speel {card} en meld {suit} (huwelijk, {points} punten)",
                "{name} speelt {card} en meldt {suit} (huwelijk, {points} punten)",
            ),
            "aces": (
                "speel {card} en meld vier azen ({points} punten)",
                "{name} speelt {card} en meldt vier azen ({points} punten)",
            ),
        },
        "de": {
            "deal": ("teile die Karten aus", "die Karten werden ausgeteilt"),
            "widow": ("Witwe: {cards}", "Witwe: {cards}"),
            "bid": ("biete {amount}", "{name} bietet {amount}"),
            "pass": ("passe", "{name} passt"),
            "give": ("gib {card} an {to} ab", "{name} gibt {card} an {to} ab"),
            "give a card": ("gib eine Karte an {to} ab", "{name} gibt eine Karte an {to} ab"),
            "raise": ("erhöhe das Gebot auf {amount}", "{name} erhöht das Gebot auf {amount}"),
            "surrender": ("gib auf (kostet nichts)", "{name} gibt auf"),
            "surrender at cost": ("gib auf (kostet {points} Punkte)", "{name} gibt auf (kostet {points} Punkte)"),
            "nines": (
                "zeige vier Neunen vor (das Spiel wird abgebrochen)",
                "{name} zeigt vier Neunen vor (das Spiel wird abgebrochen)",
            ),
            "play": ("spiele {card}", "{name} spielt {card}"),
            "marriage": (
                "spiele {card} und sage {suit} an (Ehe, {points} Punkte)",
                "{name} spielt {card} und sagt {suit} an (Ehe, {points} Punkte)",
            ),
            "aces": (
                "spiele {card} und sage vier Asse an ({points} Punkte)",
                "{name} spielt {card} und sagt vier Asse an ({points} Punkte)",
            ),
        },
    }
)
