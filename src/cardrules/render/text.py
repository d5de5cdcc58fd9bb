"""The table as text, for terminals: suit signs, and the rank letters of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from attrs import evolve

from cardrules import tausend
from cardrules.cards import Card, Cards
from cardrules.registry import A, AnyView, Game, R, S, V
from cardrules.tausend.deck import STRENGTH
from cardrules.text import seat_text
from cardrules.wording import card_word, check_lang, number_word, word

Lines = list[tuple[str, str]]
"""A label and what stands behind it."""


def table(
    game: Game[R, S, A, V], state: S, seat: int | None = None, lang: str = "en", names: Sequence[str] = ()
) -> str:
    """The table of a state: what `seat` may know, or, without a seat, every card.

    `names` are the players' by seat (they are printed as they are). Raises ValueError where there
    is no such seat, and for an unknown language.
    """
    check_lang(lang)
    view = game.view(state, seat)
    known = dict(game.places(state)) if seat is None else {}
    if seat is None and isinstance(view, tausend.View) and view.declarer is not None:
        # the declarer knows the cards given
        giver = game.view(state, view.declarer)
        view = evolve(view, gifts=giver.gifts) if isinstance(giver, tausend.View) else view
    write = _WRITERS.get(type(view))
    lines = _any_view(view) if write is None else write(view, known, lang, names)
    if write is None:
        lines += [(place, word(cards, lang)) for place, cards in known.items()]
    width = max([len(label) for label, _ in lines])
    return "\n".join([f"{label:<{width}}  {text}".rstrip() for label, text in lines])


def _any_view(view: AnyView) -> Lines:
    """A view of a game that has no writer here: its fields as JSON."""
    from cardrules.wire import dump  # the converter is loaded only where it is used

    data = dump(view)
    return [(name, str(value)) for name, value in data.items()] if isinstance(data, dict) else [("view", str(data))]


def _tausend(view: tausend.View, known: Mapping[str, Cards], lang: str, names: Sequence[str]) -> Lines:
    words = _TAUSEND[lang]

    def name(seat: int) -> str:
        return f"{seat_text(seat)} {names[seat]}" if seat < len(names) else seat_text(seat)

    def cards(some: Iterable[Card]) -> str:
        return " ".join([card_word(card, lang) for card in _by_strength(some)])

    def said(play: tausend.Play) -> str:
        extra = f" ({words[play.announce]})" if play.announce else ""
        return f"{seat_text(play.seat)} {card_word(play.card, lang)}{extra}"

    lines: Lines = [(words["deal"], f"{view.deals}, {words['dealer']} {name(view.dealer)}")]
    for seat, standing in enumerate(view.standings):
        held = known.get(seat_text(seat), view.hand if seat == view.seat else None)
        if held is not None:
            shown = cards(held)
        else:
            shown = words["cards"].format(count=view.counts[seat]) if view.counts else ""
        won = sum([trick.winner == seat for trick in view.tricks])
        facts = [shown] if shown else []
        if view.active and seat not in view.active:
            facts = [words["sits out"]]
        facts += [words["tricks"].format(count=won)] if won else []
        facts.append(words["total"].format(total=number_word(standing.total)))
        if standing.barrel is not None:
            facts.append(words["barrel"].format(count=standing.barrel))
        lines.append((name(seat), ", ".join(facts)))
    if view.calls:
        calls = [f"{seat_text(call.seat)} {_call(call, words)}" for call in view.calls]
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
        lines.append((words["won"], ", ".join([name(seat) for seat in view.winners])))
    else:
        waiting = " / ".join([name(seat) for seat in view.actors])
        lines.append((words["awaited"], ", ".join([text for text in (waiting, words[f"to {view.phase}"]) if text])))
    return lines


def _call(call: tausend.Bid | tausend.Pass, words: Mapping[str, str]) -> str:
    return str(call.amount) if isinstance(call, tausend.Bid) else words["pass"]


def _by_strength(cards: Iterable[Card]) -> list[Card]:
    """By suit, from high to low."""
    return sorted(cards, key=lambda card: (card.index // 13, -STRENGTH[card.index]))


_TAUSEND: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "deal": "deal",
            "dealer": "dealt by",
            "cards": "cards: {count}",
            "tricks": "tricks: {count}",
            "total": "total: {total}",
            "barrel": "on the barrel (deals: {count})",
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
            "won": "won by",
            "awaited": "awaited",
            "to deal": "a deal",
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
            "sits out": "zit uit",
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
            "won": "gewonnen door",
            "awaited": "aan zet",
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
            "won": "gewonnen von",
            "awaited": "am Zug",
            "to deal": "ein Spiel wird gegeben",
            "to bid": "ein Gebot oder Passen",
            "to give": "eine Karte für jeden Gegner",
            "to lead": "das erste Ausspiel, Erhöhen, Aufgeben oder vier Neuner",
            "to play": "eine Karte",
        },
    }
)

Writer = Callable[[AnyView, Mapping[str, Cards], str, Sequence[str]], Lines]

# a writer is only ever called with a view of exactly its own class
_WRITERS: Final[Mapping[type, Writer]] = MappingProxyType({tausend.View: cast("Writer", _tausend)})
