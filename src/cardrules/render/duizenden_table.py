"""The table of Duizenden as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardrules import duizenden
from cardrules.cards import Card
from cardrules.duizenden.melds import Laid, position_card
from cardrules.duizenden.view import PreviousView
from cardrules.render.blocks import Block, below, beside, flowed, line
from cardrules.render.duizenden import WORDS, awaited, facts_left, facts_of, in_order
from cardrules.render.lines import Scene
from cardrules.render.pieces import (
    Seat,
    Style,
    Table,
    bar,
    captioned,
    card,
    fan,
    hand,
    heap,
    labelled,
    pill,
    plates,
    said,
    stands_for,
)


def table(scene: Scene[duizenden.View], style: Style) -> Table:
    """The table of Duizenden."""
    words, view = WORDS[scene.lang], scene.view
    left = None if view.counts else view.previous
    seats = [
        Seat(
            seat,
            view.counts[seat] if view.counts else None,
            _facts(scene, seat, words),
            seat in view.actors or seat in view.winners,
        )
        for seat in range(view.rules.players)
    ]
    others = seats if view.seat is None else [*seats[view.seat + 1 :], *seats[: view.seat]]
    heaps = _heaps(view, words, style) if left is None else _left(scene, left, words, style)
    melds = view.melds if left is None else left.melds
    parts = [
        plates(others, style),
        flowed(heaps, style.room, 1.6 * style.gap),
        flowed([_meld(number, meld, words, style) for number, meld in enumerate(melds, 1)], style.room, style.gap),
    ]
    if view.seat is not None:
        held = view.hand if left is None else left.hand
        cards = in_order(held, view.rules) if held else []
        parts += [bar(seats[view.seat], style), hand(cards, style.large, style.room)]
    lines = awaited(scene, words)
    label, status = lines[0][0], [text for _, text in lines]
    if view.winners:
        label, status = words["won"], [", ".join([scene.name(seat) for seat in view.winners])]
    return Table("Duizenden", _heading(scene, words), label, status, bool(view.winners), parts)


def _heading(scene: Scene[duizenden.View], words: Mapping[str, str]) -> str:
    view = scene.view
    if view.previous is not None and not view.counts:
        return f"{words['round']} {view.deals}"
    return f"{words['round']} {view.deals + 1}, {words['dealer']} {scene.name(view.dealer)}"


def _facts(scene: Scene[duizenden.View], seat: int, words: Mapping[str, str]) -> list[str]:
    view = scene.view
    if view.counts or view.previous is None:
        return facts_of(scene, seat, words)
    facts = facts_left(view, view.previous, seat, words)
    if seat == view.seat and view.previous.hand:
        facts.append(words["left"].format(count=len(view.previous.hand)))
    return facts


def _heaps(view: duizenden.View, words: Mapping[str, str], style: Style) -> list[Block]:
    """Stock, open card and pot."""
    if not view.counts:
        return []
    stock = captioned(
        heap(view.stock_count, style.middle), [said(words["cards"].format(count=view.stock_count), style)]
    )
    parts = [labelled(words["stock"], stock, style)]
    if view.open is None:
        return [*parts, _pot(view.pot, words, style)]
    swaps = said(words["swaps"].format(count=view.swaps), style)
    return [*parts, labelled(words["open"], captioned(card(view.open, style.middle), [swaps]), style)]


def _left(scene: Scene[duizenden.View], left: PreviousView, words: Mapping[str, str], style: Style) -> list[Block]:
    """How the last round ended, and its pot."""
    ended = words["stock ran out"] if left.out is None else words["went out"].format(name=scene.name(left.out))
    return [labelled(words["last round"], said(ended, style), style), _pot(left.pot, words, style)]


def _pot(pot: Sequence[Card], words: Mapping[str, str], style: Style) -> Block:
    """The cards of the pot, of which the last lies on top."""
    if not pot:
        return labelled(words["pot"], captioned(heap(0, style.middle), [said(words["empty"], style)]), style)
    below_it = [fan(pot[:-1], style.small, 0.6 * style.room, step=0.36)] if len(pot) > 1 else []
    cards = beside([*below_it, card(pot[-1], style.middle)], 4, 1)
    return labelled(words["pot"], captioned(cards, [said(words["cards"].format(count=len(pot)), style)]), style)


def _meld(number: int, meld: Laid, words: Mapping[str, str], style: Style) -> Block:
    """A meld: whose it is, what the wild cards of a run stand for, who laid a card on it."""
    wilds = [position - meld.low for position in meld.wilds] if isinstance(meld, duizenden.Run) else []
    step = 0.6 if wilds else 0.48
    marks = {}
    for place, seat in enumerate(meld.seats):
        signs = []
        if isinstance(meld, duizenden.Run) and place in wilds:
            signs.append(stands_for(position_card(meld.suit, meld.low + place), step * style.small - 1, style))
        if seat != meld.owner:
            signs.append(pill(seat, style.small / 3.5))
        if signs:
            marks[place] = below(signs, 1)
    title = line(words["meld"].format(number=number), 0.85 * style.font, "onfelt")
    cards = fan(meld.cards, style.small, style.room, step=step, marks=marks)
    return below([beside([pill(meld.owner, style.font), title], 4), cards], 3)
