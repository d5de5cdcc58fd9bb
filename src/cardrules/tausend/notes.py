"""Tausend noted down by a watcher: the actions that the notes stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from cardrules.cards import cards_of
from cardrules.completion import Completed, Open, Unexplained, read_texts
from cardrules.tausend.actions import Action, Deal
from cardrules.tausend.deck import DECK
from cardrules.tausend.deduction import Deduced, Marked, NoDeal, deal_of, deduce, filled
from cardrules.tausend.layout import WIDOW, Known, Part, all_places, one_deal
from cardrules.tausend.partial import PartialDeal, read_note
from cardrules.tausend.referee import is_legal
from cardrules.tausend.rules import Rules
from cardrules.tausend.seen import SeenGive
from cardrules.tausend.standing import stand
from cardrules.tausend.state import Dealing, State, dealt_seats
from cardrules.tausend.transition import start
from cardrules.text import seat_text
from cardrules.verdict import IllegalAction

_Noted = tuple[Action | PartialDeal | SeenGive, bool]


def complete(
    rules: Rules, dealer: int, texts: Sequence[str], scores: Sequence[Sequence[int]] = ()
) -> Completed[Action]:
    """The actions that notes of a match stand for; `dealer` is the seat of the first dealer. The
    scores tell nothing of the cards: what a deal brings is seen in its tricks. Raises Unexplained
    where no deal of cards explains the notes, Unreadable for a text that is no note."""
    notes = read_texts(texts, rules.players, read_note, lambda note: note.seats)
    actions: list[Action] = []
    left: list[Open] = []
    state: State | None = start(rules, dealer)
    for first, end in _deals(notes):
        found = _completed(state, notes[first:end], first, last=end == len(notes))
        actions += found.actions
        left += found.open
        state = _after(state, found.actions)
    return Completed(tuple(actions), tuple(left))


def _deals(notes: Sequence[_Noted]) -> Iterator[tuple[int, int]]:
    """Where the notes of each deal begin and end; those before the first deal go alone."""
    begins = [at for at, (note, _) in enumerate(notes) if at == 0 or isinstance(note, Deal | PartialDeal)]
    return pairwise([*begins, len(notes)])


def _after(state: State | None, actions: Sequence[Action]) -> State | None:
    """The state after actions, right or wrong; None where one of them cannot be applied."""
    if state is None:
        return None
    try:
        for action in actions:
            state = stand(state, action)
    except IllegalAction:
        return None
    return state


def _completed(state: State | None, notes: Sequence[_Noted], first: int, *, last: bool) -> Completed[Action]:
    """The actions of one deal; `first` is the index of the deal, before which the table was in
    `state`, if that is known; `last`: no deal follows."""
    whole = [note for note, _ in notes if not isinstance(note, PartialDeal | SeenGive)]
    if len(whole) == len(notes):
        return Completed(tuple(whole))
    deal = notes[0][0] if isinstance(notes[0][0], Deal | PartialDeal) else None
    rest: list[Marked] = [(note, marked) for note, marked in notes if not isinstance(note, Deal | PartialDeal)]
    parts = None if deal is None else _parts(state, deal)
    if isinstance(state, Dealing) and parts is not None:
        try:
            found = deduce(state, parts, rest, last=last)
        except NoDeal as error:
            before = "" if error.before is None else f", at actions[{first + error.before}]"
            raise Unexplained(first + error.at, error.why + before) from None
        return _chosen(deal, rest, first, found)
    # the record is illegal by now, whatever the cards: only a deal itself still tells of them
    return _chosen(deal, rest, first, _alone(deal) if isinstance(deal, PartialDeal) else None)


def _parts(state: State | None, deal: Deal | PartialDeal) -> dict[int, Part] | None:
    """What is known of each part of a deal; None where it is not legal, whatever the cards are."""
    if not isinstance(state, Dealing):
        return None
    if isinstance(deal, Deal):
        dealt = [*deal.hands, (WIDOW, deal.widow)]
        return {place: Part(cards.bits, whole=True) for place, cards in dealt} if is_legal(state, deal) else None
    seats = dealt_seats(state.match.rules, state.match.dealer)
    if not deal.parts:
        return dict.fromkeys((*seats, WIDOW), Part())
    return dict(deal.parts) if deal.seats == seats else None


@lru_cache(maxsize=256)  # where nothing is judged any more, there may be many
def _alone(deal: PartialDeal) -> Deduced | None:
    """Some deal with the known cards of one; None where there is no deal with them."""
    parts = dict(deal.parts) or dict.fromkeys((0, 1, 2, WIDOW), Part())
    if len(parts) != 4:
        return None
    known = Known(parts)
    chosen, every = one_deal(known), all_places(known)
    return None if chosen is None or every is None else Deduced(chosen, every, {})


def _chosen(
    deal: Deal | PartialDeal | None, rest: Sequence[Marked], first: int, found: Deduced | None
) -> Completed[Action]:
    """The actions of a deal with the cards that were found, and what is open of them."""
    actions: list[Action] = []
    left: list[Open] = []
    if isinstance(deal, Deal):
        actions.append(deal)
    elif deal is not None:
        actions.append(deal.known if found is None else deal_of(found.chosen))
        left += () if found is None else _open_parts(first, found)
    after = first + len(actions) - 1
    actions += filled(rest, found)
    for at, (action, _) in enumerate(rest, 1):
        if isinstance(action, SeenGive):
            number = None if found is None else found.gifts.get(at)
            cards = DECK.bits if found is None or number is None else found.every.gifts[number]
            left += [Open(after + at, "card", 1, cards_of(cards))] if cards & cards - 1 else []
    return Completed(tuple(actions), tuple(left))


def _open_parts(first: int, found: Deduced) -> Iterator[Open]:
    """The parts of a deal of which not all cards are the same in every deal that is possible."""
    every = found.every.parts
    seats = [*sorted([seat for seat in every if seat != WIDOW]), WIDOW]
    for place in seats:
        elsewhere = 0
        for other in seats:
            elsewhere |= every[other] if other != place else 0
        movable = every[place] & elsewhere
        if movable:
            count = (found.chosen.parts[place] & movable).bit_count()
            yield Open(first, "widow" if place == WIDOW else seat_text(place), count, cards_of(movable))
