"""Whether a state from outside is one that a match can reach.

A state does not hold all that has happened in the round, so it is checked piece by piece: every
card is in one place, the melds are melds, whoever has opened owns one, the turn can be ended, and
what outlasts rounds agrees with the sheet.
"""

from __future__ import annotations

from cardrules.cards import Cards
from cardrules.config import LIMIT
from cardrules.duizenden.actions import SEATS
from cardrules.duizenden.deck import HAND, PACKS
from cardrules.duizenden.ending import end_fault
from cardrules.duizenden.melds import (
    POSITIONS,
    SMALLEST,
    Group,
    Laid,
    balanced,
    lowest_position,
    position_card,
    wilds_in,
)
from cardrules.duizenden.referee import can_punish, can_reshuffle
from cardrules.duizenden.rules import Draws, Points, Rules
from cardrules.duizenden.scoring import LINES, winners_of
from cardrules.duizenden.state import (
    Dealing,
    Drawing,
    Match,
    Melding,
    Over,
    Place,
    Previous,
    Reshuffling,
    State,
    Swapping,
    Table,
)
from cardrules.duizenden.turns import Turn, has_opened, may_meld
from cardrules.duizenden.view import places
from cardrules.scoresheet import checked_totals


def check(state: State) -> None:
    """Raises ValueError, with the reason, for a state that no match can reach."""
    _check_match(state.match)
    if isinstance(state, Over):
        _check_over(state)
        return
    if winners_of(list(state.match.totals), state.match.rules):
        raise ValueError("a total has reached the target, so the match is over")
    if isinstance(state, Reshuffling):
        _check_round(state.before)
        _check_due(state)
    elif not isinstance(state, Dealing):
        _check_round(state)


# -- the round


def _check_round(state: Swapping | Table) -> None:
    rules = state.match.rules
    if len(state.hands) != rules.players:
        raise ValueError(f"{len(state.hands)} hands for {rules.players} players")
    if not 0 <= state.turn < rules.players:
        raise ValueError("the seat on turn is not there")
    if sum(places(state).values(), Cards()) != PACKS[rules.wild].deck:
        raise ValueError("its cards are not those of the deck")
    if isinstance(state, Swapping):
        _check_swapping(state)
        return
    if not all(state.hands):
        raise ValueError("a hand is empty, so the round is over")
    if len(state.places) != rules.players:
        raise ValueError(f"{len(state.places)} places for {rules.players} players")
    for meld in state.melds:
        _check_meld(meld, rules)
    for seat, place in enumerate(state.places):
        _check_place(state, seat, place)
    _check_turns(state)
    if isinstance(state, Melding):
        _check_melding(state)


def _check_swapping(state: Swapping) -> None:
    rules = state.match.rules
    first = (state.match.dealer + 1) % rules.players
    limit = LIMIT if rules.swap_limit is None else rules.swap_limit
    if not rules.swap_phase or not 0 <= state.swaps <= limit:
        raise ValueError("there is no swap phase, or there were too many swaps")
    if (first + state.swaps) % rules.players != state.turn:
        raise ValueError("after so many swaps it is another seat's turn")
    if any([len(hand) != HAND for hand in state.hands]):
        raise ValueError(f"in the swap phase every hand has {HAND} cards")


def _check_meld(meld: Laid, rules: Rules) -> None:
    """A meld is checked place by place: in a state it says itself what it is."""
    cards, wild = meld.cards, rules.wild_bits
    if not 0 <= meld.owner < rules.players or not all([0 <= seat < rules.players for seat in meld.seats]):
        raise ValueError("a card on the table was laid by a seat that is not there")
    wilds = wilds_in(cards, rules)
    if len(meld.seats) != len(cards) or len(cards) < SMALLEST or not balanced(len(cards) - wilds, wilds, rules.ratio):
        raise ValueError("a meld has too few cards, or too many wild ones")
    if isinstance(meld, Group):
        fits = all([card.bit & wild or card.rank is meld.rank for card in cards])
    else:
        low = meld.low
        fits = lowest_position(rules) <= low and low + len(cards) <= POSITIONS
        fits = fits and all(
            [card.bit & wild or card is position_card(meld.suit, low + at) for at, card in enumerate(cards)]
        )
        here = [low + at for at, card in enumerate(cards) if card.bit & wild]
        fits = fits and sorted(meld.wilds) == here
    if not fits:
        raise ValueError("cards on the table are no meld")


def _check_place(state: Table, seat: int, place: Place) -> None:
    rules = state.match.rules
    owns = any([meld.owner == seat for meld in state.melds])
    opening = isinstance(state, Melding) and seat == state.turn and bool(state.laid)
    if place.turns < 0 or owns != (place.opened or opening) or (place.opened and opening):
        raise ValueError("the melds on the table are not those of the players who have opened")
    call = rules.last_card_call
    most = call.points if isinstance(call, Points) else 0
    # a turn costs at most once, and the last one only where it was challenged
    costly = max(place.turns - (place.call != "settled"), 0)
    if not 0 <= place.penalty <= most * costly or (place.penalty and place.penalty % most):
        raise ValueError("a penalty is none that the house rules know")
    if place.call is None:
        return
    # the card drawn as a penalty is the second
    cards = 2 if place.call == "settled" and isinstance(call, Draws) else 1
    before = (state.turn - 1) % rules.players == seat
    fresh = place.call in ("due", "called")
    if call is None or len(state.hands[seat]) > cards or (isinstance(state, Melding) and seat == state.turn):
        raise ValueError("a last card is called or missed where there is none")
    if fresh and not (before and isinstance(state, Drawing)):
        raise ValueError("a last card can no longer be called")
    if before and isinstance(state, Drawing) and not fresh:
        raise ValueError("a last card can still be called")


def _check_turns(state: Table) -> None:
    """The turns go round, from one first seat on."""
    rules = state.match.rules
    # the seat that began the last turn, and those before it
    last = state.turn if isinstance(state, Melding) else state.turn - 1
    back = [state.places[(last - step) % rules.players].turns for step in range(rules.players)]
    if back != sorted(back, reverse=True) or back[0] - back[-1] > 1:
        raise ValueError("the players have not had their turns in order")
    if rules.swap_phase:  # anyone may have drawn first
        return
    first = (state.match.dealer + 1) % rules.players
    begun = sum(back)
    if (first + begun - 1) % rules.players != last % rules.players:
        raise ValueError("after so many turns it is another seat's")


def _check_melding(state: Melding) -> None:
    rules, seat = state.match.rules, state.turn
    place, hand = state.places[seat], state.hands[seat]
    if (state.laid is None) != place.opened or (
        state.laid is not None and not 0 <= state.laid <= 100 * len(hand) + 10_000
    ):
        raise ValueError("the points of the melds that open are not those of the table")
    if place.turns < 1 or (state.laid and not may_meld(place.turns, rules)):
        raise ValueError("the seat on turn has not begun its turn, or has melded too early")
    if state.bound and not rules.out_unopened:
        raise ValueError("no turn must end with going out under these house rules")
    if state.fresh and (state.laid or state.bound):
        raise ValueError("something was done in a turn in which nothing was")
    if state.laid == 0 and not (state.fresh or state.bound or has_opened(0, rules)):
        raise ValueError("nothing was done in a turn in which something was")
    if state.fresh and len(hand) < 2:
        raise ValueError("who has just drawn holds two cards or more")
    if state.fresh:
        return
    turn = Turn(rules, seat, place.turns, hand, state.melds, state.laid, state.bound)
    if end_fault(turn, hand) is not None:
        raise ValueError("the turn cannot be ended")


def _check_due(state: Reshuffling) -> None:
    before, rules = state.before, state.match.rules
    if before.stock or not can_reshuffle(before):
        raise ValueError("no reshuffle is due")
    if state.drawn:
        if not isinstance(before, Drawing) or state.to != before.turn:
            raise ValueError("who gets the card has not drawn")
        return
    seats = range(rules.players)
    if state.to not in seats or before.places[state.to].call != "settled" or len(before.hands[state.to]) != 1:
        raise ValueError("who gets the card was not challenged")
    if not isinstance(rules.last_card_call, Draws) or not can_punish(before):
        raise ValueError("no card is drawn for a last card under these house rules")


# -- what outlasts a round


def _check_match(match: Match) -> None:
    rules = match.rules
    if not 0 <= match.dealer < rules.players <= SEATS:
        raise ValueError("the dealer is not there")
    if len(match.totals) != rules.players:
        raise ValueError(f"{len(match.totals)} totals for {rules.players} players")
    totals = checked_totals(rules.players, match.deals, match.sheet, LINES)
    if tuple(totals) != match.totals:
        raise ValueError("the lines of the sheet do not add up to the totals")
    if match.previous is not None:
        if not match.deals:
            raise ValueError("a last round that was not scored")
        _check_previous(match, match.previous)


def _check_previous(match: Match, left: Previous) -> None:
    rules = match.rules
    if len(left.hands) != rules.players or (left.out is not None and not 0 <= left.out < rules.players):
        raise ValueError("what the last round left is not that of these players")
    for meld in left.melds:
        _check_meld(meld, rules)
    cards = sum([Cards(meld.cards) for meld in left.melds], sum(left.hands, Cards(left.pot)))
    if not cards <= PACKS[rules.wild].deck:
        raise ValueError("what the last round left has cards that the deck has not")
    empty = [seat for seat, hand in enumerate(left.hands) if not hand]
    if empty != ([] if left.out is None else [left.out]):
        raise ValueError("who went out in the last round has cards, or another has none")
    lines = tuple([line for line in match.sheet if line.deal == match.deals - 1])
    if left.lines != lines:
        raise ValueError("what the last round left has other lines than the sheet")


def _check_over(state: Over) -> None:
    if not state.winners or state.winners != winners_of(list(state.match.totals), state.match.rules):
        raise ValueError("the winners are not those on the sheet")
