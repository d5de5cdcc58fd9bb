"""The table of Duizenden as lines, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from cardrules import duizenden
from cardrules.cards import Card, Cards
from cardrules.duizenden.melds import Laid, position_card
from cardrules.duizenden.view import PreviousView
from cardrules.render.lines import Lines, Scene, kept
from cardrules.text import seat_text
from cardrules.wording import card_word, number_word


def write(scene: Scene[duizenden.View]) -> Lines:
    """The lines of a table of Duizenden."""
    words, view = WORDS[scene.lang], scene.view
    over = view.phase == "over"
    left = None if view.counts else view.previous
    # between two rounds the table is still that of the last one
    number = view.deals + 1 if left is None else view.deals
    dealer = f", {words['dealer']} {scene.name(view.dealer)}" if left is None else ""
    lines: Lines = [(words["round"], f"{number}{dealer}")]
    for seat in range(view.rules.players):
        facts = facts_of(scene, seat, words) if left is None else facts_left(view, left, seat, words)
        if view.counts:
            facts.insert(1, words["cards"].format(count=view.counts[seat]))
        hand = _hand(scene, seat)
        if hand and left is not None:
            facts.append(words["left"].format(count=len(hand)))
        lines.append((scene.name(seat), ", ".join([kept(fact) for fact in facts])))
        if hand:
            lines.append(("", _cards(in_order(hand, view.rules), scene.lang)))
    if left is not None:
        ended = words["stock ran out"] if left.out is None else words["went out"].format(name=scene.name(left.out))
        lines.append((words["last round"], ended))
    if view.counts:
        lines.append((words["stock"], words["cards"].format(count=view.stock_count)))
    if view.open is not None:
        lines.append((words["open"], f"{card_word(view.open, scene.lang)}, {words['swaps'].format(count=view.swaps)}"))
    elif view.counts or left is not None:
        lines.append((words["pot"], _pot(view.pot if left is None else left.pot, scene.lang, words)))
    melds = view.melds if left is None else left.melds
    for place, meld in enumerate(melds, 1):
        lines.append((words["meld"].format(number=place), _meld(meld, view.rules, scene.lang)))
    if over:
        return [*lines, (words["won"], ", ".join([scene.name(seat) for seat in view.winners]))]
    return lines + awaited(scene, words)


# -- the players


def facts_of(scene: Scene[duizenden.View], seat: int, words: Mapping[str, str]) -> list[str]:
    """How a player stands in a round, or before the first."""
    view = scene.view
    facts = [words["total"].format(total=number_word(view.totals[seat]))]
    if not view.places:  # before the first draw
        return facts
    place, minimum = view.places[seat], view.rules.opening_minimum
    laid = view.laid if seat == view.turn else None
    if minimum and laid and laid < minimum:
        facts.append(words["opening"].format(laid=laid, minimum=minimum))
    elif minimum:
        facts.append(words["opened" if place.opened or laid else "unopened"])
    if place.call is not None:
        facts.append(words[f"call {place.call}"])
    if place.penalty:
        facts.append(words["penalty"].format(points=place.penalty))
    return facts


def facts_left(view: duizenden.View, left: PreviousView, seat: int, words: Mapping[str, str]) -> list[str]:
    """How a player stands after a round."""
    points = sum([line.points for line in left.lines if line.seat == seat])
    return [
        words["total"].format(total=number_word(view.totals[seat])),
        words["points"].format(points=number_word(points, signed=True)),
    ]


def _hand(scene: Scene[duizenden.View], seat: int) -> Cards | None:
    """The cards of a player, in hand or left after the round, as far as they are to be shown."""
    view = scene.view if scene.seat is not None else scene.look(seat)
    if view.seat != seat:
        return None
    if view.counts:
        return view.hand
    return None if view.previous is None else view.previous.hand


# -- the cards


def _cards(cards: Iterable[Card], lang: str) -> str:
    return " ".join([card_word(card, lang) for card in cards])


def in_order(cards: Cards, rules: duizenden.Rules) -> list[Card]:
    """By suit and rank, the wild cards last."""
    return sorted(cards, key=lambda card: (card.bit & rules.wild_bits != 0, card.index))


def _pot(pot: tuple[Card, ...], lang: str, words: Mapping[str, str]) -> str:
    if not pot:
        return words["empty"]
    facts = [words["cards"].format(count=len(pot)), words["top"].format(card=card_word(pot[-1], lang))]
    below = [f"{words['below']} {_cards(reversed(pot[:-1]), lang)}"] if len(pot) > 1 else []
    return ", ".join([*[kept(fact) for fact in facts], *below])


def _meld(meld: Laid, rules: duizenden.Rules, lang: str) -> str:
    """Whose it is, and its cards: what a wild card of a run stands for, and who laid a card where
    it was not the owner."""
    shown = []
    for place, (card, seat) in enumerate(zip(meld.cards, meld.seats, strict=True)):
        text = card_word(card, lang)
        if isinstance(meld, duizenden.Run) and meld.low + place in meld.wilds:
            text += f"={card_word(position_card(meld.suit, meld.low + place), lang)}"
        shown.append(text if seat == meld.owner else f"{text}({seat_text(seat)})")
    return f"{seat_text(meld.owner)}: {' '.join(shown)}"


# -- what comes next


def awaited(scene: Scene[duizenden.View], words: Mapping[str, str]) -> Lines:
    """What the table waits for, and who may act besides."""
    view = scene.view
    if view.turn is None:
        # the first line names the dealer where it is not that of the last round
        dealer = "" if view.previous is None else f", {words['dealer']} {scene.name(view.dealer)}"
        return [(words["now"], f"{words['deal']}{dealer}")]
    if view.reshuffle_to is not None:
        return [(words["now"], words["reshuffle"].format(name=scene.name(view.reshuffle_to)))]
    facts = [words[_step(view)]]
    if (view if scene.seat is not None else scene.look(view.turn)).bound:
        facts.append(words["bound"])
    lines = [(words["awaited"], f"{scene.name(view.turn)}: {'; '.join(facts)}")]
    for seat, place in enumerate(view.places):
        if place.call == "due":
            lines.append(("", words["may call"].format(name=scene.name(seat))))
        elif place.call == "missed" and _punishable(view):
            others = [seat_text(other) for other in view.actors if other != seat]
            lines.append(("", words["may challenge"].format(others=" / ".join(others), name=scene.name(seat))))
    return lines


def _step(view: duizenden.View) -> str:
    """The word for what the player does whose turn it is."""
    rules = view.rules
    if view.phase == "meld":
        return "lay"
    if view.phase == "swap":
        return "draw" if rules.swap_limit is not None and view.swaps >= rules.swap_limit else "swap"
    taken = _may_take(view)
    if not view.stock_count and not view.renewable:
        return "end or take" if taken else "end"
    return "draw or take" if taken else "draw"


def _may_take(view: duizenden.View) -> bool:
    """Whether the pot can be taken at all, as far as everybody knows."""
    rules, turn = view.rules, view.turn
    if turn is None or not view.pot or view.counts[turn] < max(rules.pot_hand_minimum, _FROM_HAND):
        return False
    place = view.places[turn]
    opened = place.opened or not rules.pot_needs_opened or not rules.opening_minimum
    return opened and place.turns + 1 >= rules.melds_from_circuit


_FROM_HAND: Final = 2
"""The cards of the hand that taking the pot needs (duizenden.pot.meld)."""


def _punishable(view: duizenden.View) -> bool:
    """Whether a challenge is possible at all: a card may not be there to be drawn."""
    by_card = isinstance(view.rules.last_card_call, duizenden.Draws)
    return not by_card or view.stock_count > 0 or view.renewable


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "round": "round",
            "dealer": "dealt by",
            "total": "total: {total}",
            "points": "this round: {points}",
            "cards": "cards: {count}",
            "opened": "opened",
            "unopened": "not opened",
            "opening": "opening: {laid} of {minimum} points",
            "call due": "last card not called yet",
            "call called": "last card called",
            "call kept": "last card called",
            "call missed": "last card not called",
            "call settled": "last card not called, challenged",
            "penalty": "penalty: {points}",
            "left": "cards left: {count}",
            "last round": "ended",
            "went out": "{name} went out",
            "stock ran out": "the stock ran out",
            "stock": "stock",
            "open": "open card",
            "swaps": "swaps so far: {count}",
            "pot": "pot",
            "empty": "empty",
            "top": "on top {card}",
            "below": "below it",
            "meld": "meld {number}",
            "won": "won by",
            "awaited": "awaited",
            "now": "now",
            "deal": "the deal",
            "reshuffle": "the shuffle of the pot as new stock; first card to {name}",
            "swap": "swaps the open card, or draws",
            "draw": "draws",
            "draw or take": "draws, or takes the pot",
            "end": "ends the round, as there is nothing to draw",
            "end or take": "ends the round, as there is nothing to draw, or takes the pot",
            "lay": "melds, lays off, exchanges; then discards a card",
            "bound": "has to go out in this turn",
            "may call": "{name} may call the last card",
            "may challenge": "{others} may challenge {name}",
        },
        "nl": {
            "round": "ronde",
            "dealer": "gedeeld door",
            "total": "stand: {total}",
            "points": "deze ronde: {points}",
            "cards": "kaarten: {count}",
            "opened": "ligt op tafel",
            "unopened": "ligt nog niet op tafel",
            "opening": "gelegd: {laid} van {minimum} punten",
            "call due": "laatste kaart nog niet geroepen",
            "call called": "laatste kaart geroepen",
            "call kept": "laatste kaart geroepen",
            "call missed": "laatste kaart niet geroepen",
            "call settled": "laatste kaart niet geroepen, betrapt",
            "penalty": "minpunten: {points}",
            "left": "nog in de hand: {count}",
            "last round": "einde",
            "went out": "{name} is uit",
            "stock ran out": "de stok is op",
            "stock": "stok",
            "open": "open kaart",
            "swaps": "geruild: {count} keer",
            "pot": "pot",
            "empty": "leeg",
            "top": "bovenop {card}",
            "below": "daaronder",
            "meld": "setje {number}",
            "won": "gewonnen door",
            "awaited": "aan de beurt",
            "now": "nu",
            "deal": "het delen",
            "reshuffle": "het schudden van de pot tot stok; eerste kaart voor {name}",
            "swap": "ruilt de open kaart of pakt een kaart van de stok",
            "draw": "pakt een kaart van de stok",
            "draw or take": "pakt een kaart van de stok of neemt de pot",
            "end": "beëindigt de ronde, want er valt niets te pakken",
            "end or take": "beëindigt de ronde, want er valt niets te pakken, of neemt de pot",
            "lay": "legt setjes, legt aan, ruilt in; gooit dan een kaart weg",
            "bound": "moet in deze beurt uitgaan",
            "may call": "{name} mag nog ‘laatste kaart’ roepen",
            "may challenge": "{others} mag {name} betrappen",
        },
        "de": {
            "round": "Runde",
            "dealer": "Geber",
            "total": "Stand: {total}",
            "points": "diese Runde: {points}",
            "cards": "Karten: {count}",
            "opened": "Erstmeldung liegt",
            "unopened": "noch keine Erstmeldung",
            "opening": "Erstmeldung: {laid} von {minimum} Punkten",
            "call due": "letzte Karte noch nicht angesagt",
            "call called": "letzte Karte angesagt",
            "call kept": "letzte Karte angesagt",
            "call missed": "letzte Karte nicht angesagt",
            "call settled": "letzte Karte nicht angesagt, bestraft",
            "penalty": "Minuspunkte: {points}",
            "left": "noch auf der Hand: {count}",
            "last round": "Ende",
            "went out": "{name} hat ausgemacht",
            "stock ran out": "der Talon ist leer",
            "stock": "Talon",
            "open": "offene Karte",
            "swaps": "getauscht: {count}-mal",
            "pot": "Ablagestapel",
            "empty": "leer",
            "top": "oben {card}",
            "below": "darunter",
            "meld": "Meldung {number}",
            "won": "gewonnen von",
            "awaited": "am Zug",
            "now": "jetzt",
            "deal": "Karten geben",
            "reshuffle": "Mischen des Ablagestapels zum Talon; erste Karte an {name}",
            "swap": "tauscht die offene Karte oder zieht vom Talon",
            "draw": "zieht vom Talon",
            "draw or take": "zieht vom Talon oder nimmt den Ablagestapel",
            "end": "beendet die Runde, denn es ist nichts mehr zu ziehen",
            "end or take": "beendet die Runde, denn es ist nichts mehr zu ziehen, oder nimmt den Ablagestapel",
            "lay": "legt aus, legt an, tauscht aus; legt dann eine Karte ab",
            "bound": "muss in diesem Zug ausmachen",
            "may call": "{name} darf die letzte Karte noch ansagen",
            "may challenge": "{others} darf gegen {name} Einspruch erheben",
        },
    }
)
