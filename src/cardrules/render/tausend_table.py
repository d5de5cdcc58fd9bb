"""The table of Tausend as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardrules import tausend
from cardrules.cards import Cards
from cardrules.render.blocks import Block, below, beside, flowed, line
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
    labelled,
    pill,
    plates,
    said,
    suit_sign,
)
from cardrules.render.tausend import WORDS, awaited, call_word, facts_of, sits_out
from cardrules.tausend.deck import in_order
from cardrules.tausend.state import Trick
from cardrules.tausend.view import Gift, PreviousView
from cardrules.wording import number_word, word


def table(scene: Scene[tausend.View], style: Style) -> Table:
    """The table of Tausend."""
    words, view = WORDS[scene.lang], scene.view
    seats = [_seat(view, seat, words) for seat in range(len(view.standings))]
    others = seats if view.seat is None else [*seats[view.seat + 1 :], *seats[: view.seat]]
    parts = [plates(others, style)]
    if view.counts:
        parts.append(flowed(_deal(view, words, style), style.room, 1.6 * style.gap))
    elif view.previous is not None:
        parts += _previous(view.previous, words, style)
    if view.seat is not None:
        left = None if view.previous is None else view.previous.hand
        held = view.hand if view.counts else left
        parts += [bar(seats[view.seat], style), hand(in_order(held or ()), style.large, style.room)]
    won = words["won"], ", ".join([scene.name(seat) for seat in view.winners])
    label, status = won if view.winners else awaited(scene, words)
    return Table("Tausend", _heading(scene, words), label, [status], bool(view.winners), parts)


def _heading(scene: Scene[tausend.View], words: Mapping[str, str]) -> str:
    view = scene.view
    if view.phase == "over":
        return f"{words['deal']} {view.deals}"
    return f"{words['deal']} {view.deals + 1}, {words['dealer']} {scene.name(view.dealer)}"


def _seat(view: tausend.View, seat: int, words: Mapping[str, str]) -> Seat:
    facts = facts_of(view, seat, words)
    calls = [call for call in view.calls if call.seat == seat]
    if view.phase == "bid" and calls:
        facts = [call_word(calls[-1], words), *facts]
    elif view.counts and seat == view.declarer:
        facts = [f"{words['declarer']}: {view.bid}", *facts]
    elif not view.counts and view.previous is not None:
        points = sum([line.points for line in view.previous.lines if line.seat == seat])
        facts = [f"{facts[0]} ({number_word(points, signed=True)})", *facts[1:]]
    held = view.counts[seat] if view.counts and not sits_out(view, seat) else None
    return Seat(seat, held, facts, seat in view.actors or seat in view.winners)


# -- a deal


def _deal(view: tausend.View, words: Mapping[str, str], style: Style) -> list[Block]:
    """What lies on the table in a deal."""
    parts = []
    if view.trick:
        parts.append(labelled(words["trick"], _plays(view.trick, style.middle, words, style), style))
    if view.trump is not None:
        sign = captioned(suit_sign(view.trump, style.middle, style), [said(word(view.trump, style.lang), style)])
        parts.append(labelled(words["trump"], sign, style))
    if view.widow is not None:
        parts.append(labelled(words["widow"], _widow(view.widow, style), style))
    else:
        parts.append(labelled(words["widow"], fan([None] * view.widow_count, style.middle, style.room), style))
    if view.gifts:
        parts.append(labelled(words["given"], _gifts(view.gifts, style), style))
    if view.announced:
        announced = [
            beside([pill(play.seat, style.font), _announcement(play, words, style)], 3) for play in view.announced
        ]
        parts.append(labelled(words["announced"], below(announced, 3), style))
    if view.tricks:
        parts.append(labelled(words["last trick"], _trick(view.tricks[-1], words, style), style))
    if view.calls:
        parts.append(_auction(view.calls, words, style))
    return parts


def _plays(plays: Sequence[tausend.Play], width: float, words: Mapping[str, str], style: Style) -> Block:
    """Cards in the order in which they were played, and by whom."""
    return beside([_play(play, width, words, style) for play in plays], 4, 0)


def _play(play: tausend.Play, width: float, words: Mapping[str, str], style: Style) -> Block:
    announced = [said(words[play.announce], style)] if play.announce else []
    return captioned(card(play.card, width), [pill(play.seat, style.font), *announced])


def _trick(trick: Trick, words: Mapping[str, str], style: Style) -> Block:
    """A finished trick: its plays, and whose it is."""
    winner = beside([line("→", style.font, "onfelt"), pill(trick.winner, style.font)], 2)
    return beside([_plays(trick.plays, style.small, words, style), winner], 4)


def _widow(widow: Cards, style: Style) -> Block:
    return fan(in_order(widow), style.small, style.width, step=1.05)


def _gifts(gifts: Sequence[Gift], style: Style) -> Block:
    return beside([captioned(card(gift.card, style.small), [pill(gift.to, style.font)]) for gift in gifts], 4)


def _announcement(play: tausend.Play, words: Mapping[str, str], style: Style) -> Block:
    name = said(words[play.announce or "marriage"], style)
    if play.announce == "aces" or play.card.suit is None:
        return name
    return beside([suit_sign(play.card.suit, 1.4 * style.font, style), name], 3)


def _auction(calls: Sequence[tausend.Bid | tausend.Pass], words: Mapping[str, str], style: Style) -> Block:
    """The calls in their order."""
    said_so = [beside([pill(call.seat, style.font), said(call_word(call, words), style)], 2) for call in calls]
    room = min(style.room, 22 * style.font)
    width = min(room, sum([block.width + style.gap / 2 for block in said_so]))
    return labelled(words["auction"], flowed(said_so, width, style.gap / 2), style)


# -- between deals


def _previous(left: PreviousView, words: Mapping[str, str], style: Style) -> list[Block]:
    """What the last deal left on the table."""
    contract = words["plays for"].format(name="", bid=left.bid).strip()
    declarer = beside([pill(left.declarer, style.font), said(contract, style)], 4)
    parts = [labelled(words["declarer"], declarer, style), labelled(words["widow"], _widow(left.widow, style), style)]
    if left.gifts:
        parts.append(labelled(words["given"], _gifts(left.gifts, style), style))
    if left.ending != "played":
        shown = [] if left.shown_by is None else [pill(left.shown_by, style.font)]
        parts.append(labelled(words["ended"], beside([*shown, said(words[left.ending], style)], 4), style))
    parts.append(_auction(left.calls, words, style))
    tricks = [_trick(trick, words, style) for trick in left.tricks]
    return [flowed(parts, style.room, 1.6 * style.gap), flowed(tricks, style.room, 1.6 * style.gap)]
