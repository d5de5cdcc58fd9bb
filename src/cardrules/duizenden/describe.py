"""The actions of Duizenden in words.

Melds are shown as the table shows them: a wild card of a run with the card that it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cardrules.cards import JOKER, Card, Suit
from cardrules.describing import Forms, Speaker, no_action, refuse, speaker
from cardrules.duizenden.actions import (
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    Pot,
    Reshuffle,
    Swap,
    is_action,
    written,
)
from cardrules.duizenden.melds import POSITIONS, Laid, Run, position_card, run_low, stands_for
from cardrules.duizenden.rules import Points
from cardrules.duizenden.seen import SeenAction, SeenChallenge, SeenDeal, SeenDraw, SeenReshuffle
from cardrules.duizenden.state import State
from cardrules.duizenden.view import View, view
from cardrules.sight import Dealt
from cardrules.wording import card_object, card_word, cards_count, cards_word


def describe(
    action: SeenAction,
    state: State | View,
    lang: str = "en",
    names: Sequence[str] = (),
    *,
    told: bool = False,
) -> str:
    """An action in words: as an offer to its player, `lay off a joker as 8♥ on Anna's meld (5♥ 6♥ 7♥)`,
    or (`told`) as what has happened, `Anna discards 4♣`. It may be redacted, and need not be legal.

    state: that before the action, or anybody's view of it; only what everybody knows of it is used.
    names: the players' by seat, as many as are known. Raises ValueError for an unknown language,
    and for what is no action of the game.
    """
    if not isinstance(action, SeenDeal | SeenReshuffle | SeenDraw | SeenChallenge) and not is_action(action):
        raise no_action(action, "duizenden")
    seen = state if isinstance(state, View) else view(state, None)
    by = speaker(_FORMS, lang, names, seen.rules.players, told=told)
    match action:
        case Deal(hands, opened):
            return _deal(hands, opened, by)
        case SeenDeal(hands, card):
            return _deal(hands, (card,), by)
        case Reshuffle(cards):
            return _reshuffle(cards[0], seen, by)
        case SeenReshuffle(first):
            return _reshuffle(first, seen, by)
        case Swap(seat, card):
            lying = "" if seen.open is None else f" ({card_word(seen.open, lang)})"
            return by.say("swap", seat, card=card_object(card, lang), open=lying)
        case Draw(seat):
            return by.say(_drawing(seen), seat)
        case SeenDraw(seat, card):
            return by.say("draw card", seat, card=card_object(card, lang))
        case Pot(seat, cards):
            pot, shown = len(seen.pot), _new(cards, seen, lang)
            said = by.say("pot", seat, count=cards_count(pot, lang), cards=shown)
            return said + _out(seat, pot - len(cards), seen, by)
        case Meld(seat, cards):
            return by.say("meld", seat, cards=_new(cards, seen, lang)) + _out(seat, -len(cards), seen, by)
        case LayOff():
            return _lay_off(action, seen, by) + _out(action.seat, -len(action.cards), seen, by)
        case Exchange():
            return _exchange(action, seen, by)
        case Discard(seat, card):
            said = by.say("discard", seat, card=card_object(card, lang))
            return said + _out(seat, -1, seen, by)
        case EndTurn(seat):
            return by.say("end", seat)
        case Last(seat):
            return by.say("last", seat)
        case Challenge(seat, whom):
            return _challenge(seat, whom, None, seen, by)
        case SeenChallenge(seat, whom, card):
            return _challenge(seat, whom, card, seen, by)
        case _:
            return refuse(action, "duizenden")


# -- dealing, drawing, the last card


def _deal(hands: Dealt, opened: Sequence[Card], by: Speaker) -> str:
    """A deal, with the hands that are known and the open card."""
    parts = [by.say("deal")]
    parts += [f"{by.name(seat)}: {cards_word(hand, by.lang)}" for seat, hand in hands if hand is not None]
    return "; ".join([*parts, by.say("open", cards=cards_word(opened, by.lang))])


def _reshuffle(first: Card | None, seen: View, by: Speaker) -> str:
    """A new stock, and who gets its first card, which may be unknown."""
    shuffled = by.say("reshuffle")
    if seen.reshuffle_to is None or not by.told:
        return shuffled
    if first is None:
        return shuffled + by.say("first card", seen.reshuffle_to)
    return shuffled + by.say("first", seen.reshuffle_to, card=card_object(first, by.lang))


def _drawing(seen: View) -> str:
    """What it is to draw: with an empty stock the pot is shuffled, or the round ends."""
    if seen.stock_count or not seen.counts:
        return "draw"
    return "draw anew" if seen.renewable else "draw nothing"


def _challenge(seat: int, whom: int, card: Card | None, seen: View, by: Speaker) -> str:
    """A challenge, and the penalty: points, or a card, which may be known."""
    penalty = seen.rules.last_card_call
    said = by.say("challenge", seat, whom=by.name(whom))
    if isinstance(penalty, Points):
        return f"{said} ({by.say('points', points=penalty.points)})"
    if card is not None:
        return f"{said} ({by.say('penalty', card=card_word(card, by.lang))})"
    return said if penalty is None else f"{said} ({by.say('penalty card')})"


# -- melds


def _new(cards: tuple[Card, ...], seen: View, lang: str) -> str:
    """The cards of a new meld."""
    wild = seen.rules.wild_bits
    suit = next((card.suit for card in cards if not card.bit & wild), None)
    return _row(cards, suit, run_low(cards, wild), seen, lang)


def _laid(meld: Laid, seen: View, lang: str) -> str:
    """The cards of a meld on the table."""
    if isinstance(meld, Run):
        return _row(meld.cards, meld.suit, meld.low, seen, lang)
    return _row(written(meld.cards), None, None, seen, lang)


def _row(cards: Sequence[Card], suit: Suit | None, low: int | None, seen: View, lang: str) -> str:
    """Cards in a row, which in a run begins at position `low`."""
    texts = []
    for place, card in enumerate(cards):
        text = card_word(card, lang)
        instead = _instead(card, suit, None if low is None else low + place, seen)
        texts.append(text if instead is None else f"{text}={card_word(instead, lang)}")
    return " ".join(texts)


def _instead(card: Card, suit: Suit | None, position: int | None, seen: View) -> Card | None:
    """The other card that a wild card stands for at a position of a run."""
    if not card.bit & seen.rules.wild_bits or suit is None or position is None or not 0 <= position < POSITIONS:
        return None
    instead = position_card(suit, position)
    return None if instead is card else instead


def _lay_off(action: LayOff, seen: View, by: Speaker) -> str:
    meld = seen.melds[action.meld] if action.meld < len(seen.melds) else None
    suit, low, both = None, None, False
    if isinstance(meld, Run) and action.end is not None:
        suit, high = meld.suit, meld.low + len(meld.cards)
        low = meld.low - len(action.cards) if action.end == "low" else high
        both = meld.low == 1 and high == POSITIONS - 1  # an ace fits below and above
    cards = _row(action.cards, suit, low, seen, by.lang)
    if len(action.cards) == 1:
        instead = _instead(action.cards[0], suit, low, seen)
        cards = card_object(action.cards[0], by.lang)
        if instead is not None:
            cards = by.say("as", card=cards, instead=card_word(instead, by.lang))
    if both and suit is not None and action.end is not None:
        beside = position_card(suit, 1 if action.end == "low" else POSITIONS - 2)
        cards = by.say(action.end, cards=cards, beside=card_word(beside, by.lang))
    where = _where("on", action.seat, action.meld, seen, by)
    return by.say("lay off", action.seat, cards=cards, where=where)


def _exchange(action: Exchange, seen: View, by: Speaker) -> str:
    """An exchange, with the wild card that it brings."""
    meld = seen.melds[action.meld] if action.meld < len(seen.melds) else None
    place = None if meld is None else stands_for(meld, action.card, seen.rules)
    brought = None if meld is None or place is None else meld.cards[place]
    wild = by.say("a wild card")
    if brought is not None:
        wild = by.say("the joker") if brought is JOKER else card_word(brought, by.lang)
    where = _where("in", action.seat, action.meld, seen, by)
    card = card_object(action.card, by.lang)
    return by.say("exchange", action.seat, card=card, wild=wild, where=where)


def _where(how: str, seat: int, number: int, seen: View, by: Speaker) -> str:
    """A meld on the table: whose it is, and its cards; its number where another looks the same."""
    if number >= len(seen.melds):
        return by.say(f"{how} meld", number=number + 1)
    meld = seen.melds[number]
    cards = _laid(meld, seen, by.lang)
    alike = [other for other in seen.melds if other.owner == meld.owner and _look(other) == _look(meld)]
    if len(alike) > 1:
        cards = by.say("number", number=number + 1, cards=cards)
    owned = by.say(f"{how} own" if meld.owner == seat else f"{how} other", owner=by.name(meld.owner))
    return f"{owned} ({cards})"


def _look(meld: Laid) -> tuple[int | None, tuple[Card, ...]]:
    return (meld.low, meld.cards) if isinstance(meld, Run) else (None, written(meld.cards))


def _out(seat: int, more: int, seen: View, by: Speaker) -> str:
    """Whether the player has no cards left with `more` cards in hand than before."""
    return by.say("out") if seat < len(seen.counts) and seen.counts[seat] + more == 0 else ""


_FORMS: Final[Mapping[str, Forms]] = MappingProxyType(
    {
        "en": {
            "deal": ("deal the cards", "the cards are dealt"),
            "open": ("open card: {cards}", "open card: {cards}"),
            "reshuffle": ("shuffle the pot into a new stock", "the pot is shuffled into a new stock"),
            "first": ("", ", and {name} gets {card}"),
            "first card": ("", ", and {name} gets the first card"),
            "swap": ("swap {card} for the open card{open}", "{name} swaps {card} for the open card{open}"),
            "draw": ("draw a card from the stock", "{name} draws a card from the stock"),
            "draw card": ("draw {card} from the stock", "{name} draws {card} from the stock"),
            "draw anew": (
                "draw a card (the pot is shuffled into a new stock first)",
                "{name} asks for a card, but the stock is empty",
            ),
            "draw nothing": (
                "end the round, as there is nothing to draw",
                "{name} ends the round, as there is nothing to draw",
            ),
            "pot": ("take the pot ({count}) with {cards}", "{name} takes the pot ({count}) with {cards}"),
            "meld": ("meld {cards}", "{name} melds {cards}"),
            "lay off": ("lay off {cards} {where}", "{name} lays off {cards} {where}"),
            "as": ("{card} as {instead}", "{card} as {instead}"),
            "low": ("{cards} below {beside}", "{cards} below {beside}"),
            "high": ("{cards} above {beside}", "{cards} above {beside}"),
            "on own": ("on your meld", "on their own meld"),
            "on other": ("on {owner}'s meld", "on {owner}'s meld"),
            "on meld": ("on meld {number}", "on meld {number}"),
            "exchange": ("exchange {card} for {wild} {where}", "{name} exchanges {card} for {wild} {where}"),
            "the joker": ("the joker", "the joker"),
            "a wild card": ("a wild card", "a wild card"),
            "in own": ("in your meld", "in their own meld"),
            "in other": ("in {owner}'s meld", "in {owner}'s meld"),
            "in meld": ("in meld {number}", "in meld {number}"),
            "number": ("number {number}: {cards}", "number {number}: {cards}"),
            "discard": ("discard {card}", "{name} discards {card}"),
            "out": (" and go out", " and goes out"),
            "end": ("end your turn without a discard", "{name} ends the turn without a discard"),
            "last": ("call “last card”", "{name} calls “last card”"),
            "challenge": ("challenge {whom}: last card not called", "{name} challenges {whom}: last card not called"),
            "points": ("penalty points: {points}", "penalty points: {points}"),
            "penalty card": ("penalty: a card", "penalty: a card"),
            "penalty": ("penalty: {card}", "penalty: {card}"),
        },
        "nl": {
            "deal": ("deel de kaarten", "de kaarten worden gedeeld"),
            "open": ("open kaart: {cards}", "open kaart: {cards}"),
            "reshuffle": ("schud de pot tot een nieuwe stok", "de pot wordt tot een nieuwe stok geschud"),
            "first": ("", ", en {name} krijgt {card}"),
            "first card": ("", ", en {name} krijgt de eerste kaart"),
            "swap": ("ruil {card} voor de open kaart{open}", "{name} ruilt {card} voor de open kaart{open}"),
            "draw": ("pak een kaart van de stok", "{name} pakt een kaart van de stok"),
            "draw card": ("pak {card} van de stok", "{name} pakt {card} van de stok"),
            "draw anew": (
                "pak een kaart (eerst wordt de pot tot een nieuwe stok geschud)",
                "{name} vraagt een kaart, maar de stok is leeg",
            ),
            "draw nothing": (
                "beëindig de ronde, want er valt niets te pakken",
                "{name} beëindigt de ronde, want er valt niets te pakken",
            ),
            "pot": ("neem de pot ({count}) met {cards}", "{name} neemt de pot ({count}) met {cards}"),
            "meld": ("leg het setje {cards}", "{name} legt het setje {cards}"),
            "lay off": ("leg {cards} aan {where}", "{name} legt {cards} aan {where}"),
            "as": ("{card} als {instead}", "{card} als {instead}"),
            "low": ("{cards} onder {beside}", "{cards} onder {beside}"),
            "high": ("{cards} boven {beside}", "{cards} boven {beside}"),
            "on own": ("bij je eigen setje", "bij het eigen setje"),
            "on other": ("bij het setje van {owner}", "bij het setje van {owner}"),
            "on meld": ("bij setje {number}", "bij setje {number}"),
            "exchange": ("ruil {card} in voor {wild} {where}", "{name} ruilt {card} in voor {wild} {where}"),
            "the joker": ("de joker", "de joker"),
            "a wild card": ("een joker", "een joker"),
            "in own": ("uit je eigen setje", "uit het eigen setje"),
            "in other": ("uit het setje van {owner}", "uit het setje van {owner}"),
            "in meld": ("uit setje {number}", "uit setje {number}"),
            "number": ("nummer {number}: {cards}", "nummer {number}: {cards}"),
            "discard": ("gooi {card} weg", "{name} gooit {card} weg"),
            "out": (" en ga uit", " en is uit"),
            "end": ("eindig je beurt zonder weg te gooien", "{name} eindigt de beurt zonder weg te gooien"),
            "last": ("roep ‘laatste kaart’", "{name} roept ‘laatste kaart’"),
            "challenge": (
                "betrap {whom}: laatste kaart niet geroepen",
                "{name} betrapt {whom}: laatste kaart niet geroepen",
            ),
            "points": ("minpunten: {points}", "minpunten: {points}"),
            "penalty card": ("straf: een kaart", "straf: een kaart"),
            "penalty": ("straf: {card}", "straf: {card}"),
        },
        "de": {
            "deal": ("teile die Karten aus", "die Karten werden ausgeteilt"),
            "open": ("offene Karte: {cards}", "offene Karte: {cards}"),
            "reshuffle": (
                "mische aus dem Ablagestapel einen neuen Talon",
                "aus dem Ablagestapel wird ein neuer Talon gemischt",
            ),
            "first": ("", ", und {name} erhält {card}"),
            "first card": ("", ", und {name} erhält die erste Karte"),
            "swap": (
                "tausche {card} gegen die offene Karte{open}",
                "{name} tauscht {card} gegen die offene Karte{open}",
            ),
            "draw": ("ziehe eine Karte vom Talon", "{name} zieht eine Karte vom Talon"),
            "draw card": ("ziehe {card} vom Talon", "{name} zieht {card} vom Talon"),
            "draw anew": (
                "ziehe eine Karte (zuvor wird aus dem Ablagestapel ein neuer Talon gemischt)",
                "{name} verlangt eine Karte, doch der Talon ist leer",
            ),
            "draw nothing": (
                "beende die Runde, denn es ist nichts mehr zu ziehen",
                "{name} beendet die Runde, denn es ist nichts mehr zu ziehen",
            ),
            "pot": (
                "nimm den Ablagestapel ({count}) mit {cards}",
                "{name} nimmt den Ablagestapel ({count}) mit {cards}",
            ),
            "meld": ("lege {cards} aus", "{name} legt {cards} aus"),
            "lay off": ("lege {cards} {where} an", "{name} legt {cards} {where} an"),
            "as": ("{card} als {instead}", "{card} als {instead}"),
            "low": ("{cards} unter {beside}", "{cards} unter {beside}"),
            "high": ("{cards} über {beside}", "{cards} über {beside}"),
            "on own": ("an deine Meldung", "an die eigene Meldung"),
            "on other": ("an die Meldung von {owner}", "an die Meldung von {owner}"),
            "on meld": ("an Meldung {number}", "an Meldung {number}"),
            "exchange": ("tausche {wild} {where} gegen {card} aus", "{name} tauscht {wild} {where} gegen {card} aus"),
            "the joker": ("den Joker", "den Joker"),
            "a wild card": ("einen Joker", "einen Joker"),
            "in own": ("in deiner Meldung", "in der eigenen Meldung"),
            "in other": ("in der Meldung von {owner}", "in der Meldung von {owner}"),
            "in meld": ("in Meldung {number}", "in Meldung {number}"),
            "number": ("Nummer {number}: {cards}", "Nummer {number}: {cards}"),
            "discard": ("lege {card} ab", "{name} legt {card} ab"),
            "out": (" und mache damit aus", " und macht damit aus"),
            "end": ("beende deinen Zug ohne Ablegen", "{name} beendet den Zug ohne Ablegen"),
            "last": ("sage „letzte Karte“ an", "{name} sagt „letzte Karte“ an"),
            "challenge": (
                "erhebe Einspruch gegen {whom}: letzte Karte nicht angesagt",
                "{name} erhebt Einspruch gegen {whom}: letzte Karte nicht angesagt",
            ),
            "points": ("Minuspunkte: {points}", "Minuspunkte: {points}"),
            "penalty card": ("Strafe: eine Karte", "Strafe: eine Karte"),
            "penalty": ("Strafe: {card}", "Strafe: {card}"),
        },
    }
)
