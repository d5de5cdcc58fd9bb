"""The table of Tausend as lines, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from attrs import evolve

from cardrules import tausend
from cardrules.cards import Card
from cardrules.render.lines import Lines, Scene
from cardrules.tausend.deck import in_order
from cardrules.text import seat_text
from cardrules.wording import card_word, number_word, word


def write(scene: Scene[tausend.View]) -> Lines:
    """The lines of a table of Tausend."""
    words, lang, name, known = WORDS[scene.lang], scene.lang, scene.name, scene.known
    view = scene.view
    if scene.seat is None and view.declarer is not None:
        # the declarer knows the cards given
        view = evolve(view, gifts=scene.look(view.declarer).gifts)

    def cards(some: Iterable[Card]) -> str:
        return " ".join([card_word(card, lang) for card in in_order(some)])

    def said(play: tausend.Play) -> str:
        extra = f" ({words[play.announce]})" if play.announce else ""
        return f"{seat_text(play.seat)} {card_word(play.card, lang)}{extra}"

    # after the match no other deal comes
    deal = str(view.deals) if view.phase == "over" else f"{view.deals + 1}, {words['dealer']} {name(view.dealer)}"
    lines: Lines = [(words["deal"], deal)]
    for seat in range(len(view.standings)):
        held = known.get(seat_text(seat), view.hand if seat == view.seat else None)
        if held is not None:
            shown = cards(held)
        else:
            shown = words["cards"].format(count=view.counts[seat]) if view.counts else ""
        facts = [shown] if shown and not sits_out(view, seat) else []
        lines.append((name(seat), ", ".join(facts + facts_of(view, seat, words))))
    if view.calls:
        calls = [f"{seat_text(call.seat)} {call_word(call, words)}" for call in view.calls]
        lines.append((words["auction"], ", ".join(calls)))
    widow = view.widow if view.widow is not None else known.get("widow")
    if widow:
        lines.append((words["widow"], cards(widow)))
    if view.declarer is not None and view.bid is not None:
        lines.append((words["declarer"], words["plays for"].format(name=name(view.declarer), bid=view.bid)))
    gifts = [
        f"{seat_text(gift.to)} {card_word(gift.card, lang) if gift.card is not None else '?'}" for gift in view.gifts
    ]
    if gifts:
        lines.append((words["given"], ", ".join(gifts)))
    if view.announced:
        lines.append((words["announced"], ", ".join([said(play) for play in view.announced])))
    if view.trump is not None:
        lines.append((words["trump"], f"{view.trump.sign} {word(view.trump, lang)}"))
    if view.tricks:
        last = view.tricks[-1]
        plays = ", ".join([said(play) for play in last.plays])
        lines.append((words["last trick"], f"{plays} → {seat_text(last.winner)}"))
    if view.trick:
        lines.append((words["trick"], ", ".join([said(play) for play in view.trick])))
    if view.winners:
        return [*lines, (words["won"], ", ".join([name(seat) for seat in view.winners]))]
    return [*lines, awaited(scene, words)]


def sits_out(view: tausend.View, seat: int) -> bool:
    """Whether a player has no part in the deal."""
    return bool(view.active) and seat not in view.active


def facts_of(view: tausend.View, seat: int, words: Mapping[str, str]) -> list[str]:
    """How a player stands in the deal and in the match."""
    standing = view.standings[seat]
    won = sum([trick.winner == seat for trick in view.tricks])
    facts = [words["sits out"]] if sits_out(view, seat) else []
    facts += [words["tricks"].format(count=won)] if won else []
    facts.append(words["total"].format(total=number_word(standing.total)))
    if standing.barrel is not None:
        facts.append(words["barrel"].format(count=standing.barrel))
    if standing.strokes:
        facts.append(words["strokes"].format(count=standing.strokes))
    if standing.surrenders:
        facts.append(words["surrenders"].format(count=standing.surrenders))
    return facts


def awaited(scene: Scene[tausend.View], words: Mapping[str, str]) -> tuple[str, str]:
    """Who may act, and what the table waits for."""
    view = scene.view
    if view.phase == "deal":
        return words["now"], words["to deal"]
    waiting = " / ".join([scene.name(seat) for seat in view.actors])
    return words["awaited"], ", ".join([text for text in (waiting, words[f"to {view.phase}"]) if text])


def call_word(call: tausend.Bid | tausend.Pass, words: Mapping[str, str]) -> str:
    """A bid or a pass."""
    return str(call.amount) if isinstance(call, tausend.Bid) else words["pass"]


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "deal": "deal",
            "dealer": "dealt by",
            "cards": "cards: {count}",
            "tricks": "tricks: {count}",
            "total": "total: {total}",
            "barrel": "on the barrel (deals: {count})",
            "strokes": "strokes: {count}",
            "surrenders": "surrenders: {count}",
            "sits out": "sits out",
            "auction": "auction",
            "pass": "pass",
            "widow": "widow",
            "declarer": "declarer",
            "plays for": "{name} for {bid}",
            "given": "given",
            "announced": "announced",
            "marriage": "marriage",
            "aces": "four aces",
            "trump": "trump",
            "last trick": "last trick",
            "trick": "trick",
            "ended": "ended",
            "surrendered": "surrendered",
            "nines": "four nines",
            "poor_widow": "a poor widow",
            "won": "won by",
            "awaited": "awaited",
            "now": "now",
            "to deal": "the deal",
            "to bid": "a bid or a pass",
            "to give": "a card for each defender",
            "to lead": "the first lead, a raise, a surrender or four nines",
            "to play": "a card",
        },
        "nl": {
            "deal": "spel",
            "dealer": "gedeeld door",
            "cards": "kaarten: {count}",
            "tricks": "slagen: {count}",
            "total": "stand: {total}",
            "barrel": "op de ton (spellen: {count})",
            "strokes": "strepen: {count}",
            "surrenders": "opgegeven: {count} keer",
            "sits out": "doet niet mee",
            "auction": "bieding",
            "pass": "pas",
            "widow": "weduwe",
            "declarer": "alleenspeler",
            "plays for": "{name} voor {bid}",
            "given": "gegeven",
            "announced": "gemeld",
            "marriage": "huwelijk",
            "aces": "vier azen",
            "trump": "troef",
            "last trick": "laatste slag",
            "trick": "slag",
            "ended": "einde",
            "surrendered": "opgegeven",
            "nines": "vier negens",
            "poor_widow": "een arme weduwe",
            "won": "gewonnen door",
            "awaited": "aan de beurt",
            "now": "nu",
            "to deal": "het delen",
            "to bid": "een bod of pas",
            "to give": "een kaart voor elke tegenspeler",
            "to lead": "de eerste uitkomst, een verhoging, opgeven of vier negens",
            "to play": "een kaart",
        },
        "de": {
            "deal": "Spiel",
            "dealer": "Geber",
            "cards": "Karten: {count}",
            "tricks": "Stiche: {count}",
            "total": "Stand: {total}",
            "barrel": "auf dem Fass (Spiele: {count})",
            "strokes": "Striche: {count}",
            "surrenders": "aufgegeben: {count}-mal",
            "sits out": "setzt aus",
            "auction": "Reizen",
            "pass": "passt",
            "widow": "Witwe",
            "declarer": "Alleinspieler",
            "plays for": "{name} für {bid}",
            "given": "gegeben",
            "announced": "angesagt",
            "marriage": "Ehe",
            "aces": "vier Asse",
            "trump": "Trumpf",
            "last trick": "letzter Stich",
            "trick": "Stich",
            "ended": "Ende",
            "surrendered": "aufgegeben",
            "nines": "vier Neunen",
            "poor_widow": "die arme Witwe",
            "won": "gewonnen von",
            "awaited": "am Zug",
            "now": "jetzt",
            "to deal": "Karten geben",
            "to bid": "ein Gebot oder Passen",
            "to give": "eine Karte für jeden Gegner",
            "to lead": "das erste Ausspiel, Erhöhen, Aufgeben oder vier Neunen",
            "to play": "eine Karte",
        },
    }
)
