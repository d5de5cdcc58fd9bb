"""Notes of a watcher, made complete: which cards lay where nobody wrote it down.

Notes are the texts of actions, and a few more: a draw may name the card (`p1 draw 5h`), a deal may
leave out its stock or end it in `??` after the cards that are known to lie on top, a reshuffle the
same. They are played on a real table on which the cards that nobody has seen lie face down; what
can be told about those is then worked out round by round (`unseen`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NoReturn, TypeAlias

from attrs import Factory, define, evolve, frozen

from cardrules.cards import JOKER, Card, Cards
from cardrules.completion import Completed, Open, Unexplained, read_texts
from cardrules.config import LIMIT
from cardrules.duizenden.actions import (
    SEATS,
    Action,
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    Swap,
    parse_action,
)
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS
from cardrules.duizenden.ending import ground
from cardrules.duizenden.leftovers import Range, Slot, chosen, dearest, others
from cardrules.duizenden.melds import heap, meld_points, replaced
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.standing import stand
from cardrules.duizenden.state import (
    Dealing,
    Drawing,
    Match,
    Melding,
    Previous,
    Reshuffling,
    State,
    Swapping,
    Table,
)
from cardrules.duizenden.transition import start
from cardrules.duizenden.turns import Turn, has_opened
from cardrules.duizenden.unseen import (
    Effort,
    Event,
    GivenUp,
    Impossible,
    Named,
    Needed,
    Unseen,
    candidates,
    placed,
    stocks_of,
)
from cardrules.errors import MalformedInput
from cardrules.quick import changing
from cardrules.text import one_card, seat_text, split_groups
from cardrules.verdict import IllegalAction

UNKNOWN: Final = "??"
"""What stands for the cards that are not known."""
EFFORT: Final = 1_000_000
"""How many events may be looked at again, for all of the notes; and for what is not determined."""

Scores: TypeAlias = Sequence[Sequence[int]]
Hands: TypeAlias = tuple[Cards, ...]


def complete(rules: Rules, dealer: int, texts: Sequence[str], scores: Scores = ()) -> Completed[Action]:
    """The actions that notes stand for, and what of the cards they do not determine.

    dealer: the seat of the first. scores: the totals that were written down after each round; of
    the hands that explain the notes some are chosen that give them, where there are any.

    The order of a stock follows from the draws. A card that nobody has named is worked out from what
    its player lays down later; of what is not determined, one that leaves no action illegal is chosen
    where it is found, and of cards that are alike in that the first. Notes end where an action cannot
    be applied whatever the cards are: what comes after it explains nothing and is not explained.

    Where one stock has served a round, cards are found if and only if there are any, and an `Open`
    lists exactly the cards that can have been there. With several the search is as exact, but
    bounded: it says so where it gives up, and an `Open` may then list more. Which of the cards left
    in hand are chosen is a bounded search, too.

    Raises Unexplained with the first action up to which no cards explain the notes, Unreadable for a
    text that is no note.
    """
    notes = read_texts(texts, rules.players, _read, _seats)
    first = best = _Watch(rules, dealer, notes, scores)
    first.run()
    for queens in (True, False):
        # a second look makes other choices, where the first ones made actions illegal
        if best is first and ((queens and first.doubtful) or first.over):
            again = _Watch(rules, dealer, notes, scores, queens=queens, dear=first.over)
            with suppress(Unexplained):
                again.run()
                best = again
    return Completed(tuple(best.actions), tuple(first.open))


# -- texts


@frozen
class Note:
    """What a text says: an action, for a draw also the card, if it is named; whether the stock of a deal
    or reshuffle goes on with cards that are not known."""

    action: Action
    card: Card | None = None
    partial: bool = False


def read_note(text: str) -> Note:
    """The note of a text. Raises MalformedInput, which names the word at fault."""
    ends_in_stock = text.startswith("reshuffle ") or (text.startswith("deal ") and " stock:" in text)
    known = text.removesuffix(UNKNOWN).removesuffix(" ") if ends_in_stock and text.endswith(UNKNOWN) else text
    if UNKNOWN in known:
        raise _misplaced(known)
    words = text.split(" ", 4)
    if len(words) == 3 and words[1] == "draw":
        return Note(parse_action(f"{words[0]} draw"), one_card(words[2], 3))
    if words[0] == "deal" and " stock:" not in text:
        hands, (opened,) = split_groups(text.split(" ")[1:], SEATS, ("open",))
        return Note(Deal(hands, opened, ()), partial=True)
    if known == "reshuffle":
        return Note(Reshuffle(()), partial=True)
    return Note(parse_action(known), partial=text.endswith(UNKNOWN))


_ONLY_STOCK: Final = "only the stock may be unknown: leave it out, or end it in ??"


def _misplaced(text: str) -> MalformedInput:
    """That cards are not known where they have to be; `text` is without its last `??` if it may have one."""
    words = text.split(" ")
    place = next(place for place, word in enumerate(words, 1) if UNKNOWN in word)
    if words[0] not in ("deal", "reshuffle"):
        why = "an action names its cards; only a draw may leave its card out"
    elif words[0] == "deal" and not any([word.startswith("stock:") for word in words[:place]]):
        why = f"the hands and the open card are written out; {_ONLY_STOCK}"
    else:
        why = "?? stands once, at the end, after the cards that are known to lie on top"
    return MalformedInput(f"word {place}", why)


_SHORT: Final = 24
_read_short: Final = lru_cache(maxsize=8192)(read_note)


def _read(text: str) -> Note:
    return (_read_short if len(text) <= _SHORT else read_note)(text)


def _seats(note: Note) -> tuple[int, ...]:
    return note.action.seats


# -- the table


@define
class Stock:
    """A stock: the index of the note that makes it (None: none yet), how many cards it has, those whose
    places are known, the others, how many were drawn."""

    at: int | None
    size: int
    known: dict[int, Card]
    pool: Cards
    drawn: int = 0


@define
class Round:
    """What a round has shown: its stocks, what happened with their cards, how many unseen cards each
    seat holds."""

    unseen: list[int]
    stocks: list[Stock] = Factory(list)
    events: list[Event] = Factory(list)


FACE_DOWN: Final = JOKER
"""What lies on the table for a card that nobody has seen. Which card it is does not matter: how many
of them a hand has is counted beside it."""


def _lenient(rules: Rules) -> Rules:
    """The rules that move the cards as these do and judge as little as can be."""
    return evolve(
        rules,
        swap_limit=None,
        opening_minimum=0,
        wild_in_first_turn=True,
        melds_from_circuit=1,
        pot_needs_opened=False,
        pot_hand_minimum=0,
        last_card="free",
        out_in_opening_turn=True,
        out_in_first_circuit=True,
        out_unopened=False,
        layoff="any",
        exchange="any",
        queen_exchange=True,
        queen_discard="only_card",
        queen_penalty=0,
        target=LIMIT,
    )


_ANYTHING: Final = Reshuffle((FACE_DOWN,))
"""What stands for a reshuffle of cards that nobody can know, where it is not judged."""


class _Watch:
    """The table as the watcher sees it, from note to note. What cannot be is found when the round is
    over, or before; then the first action at which it cannot is looked for."""

    def __init__(
        self,
        rules: Rules,
        dealer: int,
        notes: Sequence[tuple[Note, bool]],
        scores: Scores,
        *,
        queens: bool = False,
        dear: bool = False,
    ) -> None:
        """notes: each with whether it is marked as one that stood. queens: whether to suppose that hands
        hold queens only where just that makes an action legal. dear: whether the cards that are left
        in hand are to cost as much as they can, so that the match is not over too soon."""
        self.rules: Final = rules
        self.notes: Final = notes
        self.scores: Final = scores
        self.queens: Final = queens
        self.dear: Final = dear
        # whether there was a hand about which to suppose that; whether the match was over and went on
        self.doubtful = False
        self.over = False
        self.lenient: Final = _lenient(rules)
        self.state: State | None = start(self.lenient, dealer)  # None: an action could not be applied
        self.round = Round([0] * rules.players)
        self.actions: Final = [note.action for note, _ in notes]
        self.open: Final[list[Open]] = []
        self.totals = [0] * rules.players
        self.rounds = 0
        # a draw from an empty stock: the action, who gets the card, which it is, if that is known
        self.due: tuple[int, int, Card | None] | None = None
        self.effort: Final = Effort(EFFORT)
        self.looks: Final = Effort(EFFORT)

    def run(self) -> None:
        for at, (note, marked) in enumerate(self.notes):
            action = note.action
            if isinstance(action, Deal):
                self.deal(at, action, note.partial)
            elif isinstance(action, Reshuffle):
                self.reshuffle(at, action, note.partial)
            elif self.state is not None:
                self.play(at, action, note.card, self.state, marked=marked)
        self.finish(None, follows=False)

    def lost(self) -> None:
        """Nothing is judged after an action that cannot be applied, so nothing has to be explained."""
        self.state = None

    def fail(self, at: int, message: str) -> NoReturn:
        """The notes cannot be explained, here if not before."""
        self.explain()
        raise Unexplained(at, message)

    # -- chance

    def deal(self, at: int, action: Deal, partial: bool) -> None:
        state, full = self.state, action
        rest = Cards()
        if partial:
            dealt = sum([hand for _, hand in action.hands], Cards([*action.open, *action.stock]))
            rest = PACKS[self.rules.wild].deck - dealt
            full = Deal(action.hands, action.open, action.stock + tuple(rest))
            self.actions[at] = full
        if state is None:
            return
        try:
            after = stand(state, full)
        except IllegalAction as error:
            if partial and isinstance(state, Dealing):
                self.fail(at, error.violations[0].explain())
            self.lost()
            return
        assert isinstance(after, Swapping | Drawing)  # as after any deal
        size = len(after.stock)
        self.round = Round([0] * self.rules.players)
        self.round.stocks.append(Stock(at, size, dict(enumerate(action.stock)), rest))
        self.state = evolve(after, stock=(FACE_DOWN,) * size)

    def reshuffle(self, at: int, action: Reshuffle, partial: bool) -> None:
        state, listed = self.state, action.cards
        if state is None or not isinstance(state, Reshuffling):
            if partial:
                # what it was made of is not known, and nothing after it is judged
                self.actions[at] = Reshuffle(listed) if listed else _ANYTHING
            self.lost()
            return
        assert self.due is not None  # since a reshuffle is
        stock = self.round.stocks[-1]
        made = Cards(state.before.pot[:-1])
        if partial and not Cards(listed) <= made:
            self.fail(at, f"the pot did not hold {Cards(listed) - made} besides its top card")
        if not partial and Cards(listed) != made:
            self.lost()
            return
        drawn_at, seat, card = self.due
        self.due = None
        if listed and card not in (None, listed[0]):
            self.fail(at, f"the first card is {listed[0]}, but {seat_text(seat)} drew {card}")
        stock.at = at
        stock.known.update(enumerate(listed))
        stock.pool = made - Cards(listed[1:] if card else listed)
        face_down = (FACE_DOWN,) * stock.size
        before = evolve(state.before, pot=(*face_down, state.before.pot[-1]))
        self.state = stand(evolve(state, before=before), Reshuffle(face_down))
        stock.drawn = 1
        if card is not None:
            self.turn_up(seat, card)
        else:
            self.drawn(drawn_at, seat, None, 0)

    # -- players

    def play(self, at: int, action: PlayerAction, named: Card | None, state: State, *, marked: bool) -> None:
        if not isinstance(state, Swapping | Drawing | Melding):
            self.lost()
            return
        seat, players = action.seat, self.rules.players
        unseen = self.round.unseen
        missing = _missing(action, state, unseen[seat])
        spare = len(missing) < unseen[seat]
        if spare and not marked and _wants_queens(action, state, unseen[seat], self.rules):
            self.doubtful = True
            if self.queens:
                missing += Cards([QUEEN] * (unseen[seat] - len(missing)))
        before = _turned_up(state, seat, unseen[seat], missing)
        try:
            after = stand(before, action)
        except IllegalAction:
            self.lost()
            return
        seen = _seen(state, seat, unseen[seat])
        for card in missing:
            self.round.events.append(Needed(at, seat, card, seen.count(card)))
        if len(missing) > unseen[seat]:
            self.explain()  # which fails
        unseen[seat] -= len(missing)
        self.state = after
        if isinstance(action, Draw | Challenge):
            self.take(at, action.whom if isinstance(action, Challenge) else seat, named, before, after)
        if isinstance(after, Dealing):
            self.finish(after.match.previous, follows=at + 1 < len(self.notes))
            # the lines of the sheet would grow
            self.state = Dealing(Match(self.lenient, after.match.dealer, 0, (0,) * players))

    # -- cards of the stock

    def take(self, at: int, seat: int, named: Card | None, before: Swapping | Table, after: State) -> None:
        """The card that a draw or a challenge brings."""
        if isinstance(after, Reshuffling):
            pot = after.before.pot[:-1]
            self.round.stocks.append(Stock(None, len(pot), {}, Cards(pot)))
            self.due = at, seat, named
            if named is not None:
                self.round.stocks[-1].known[0] = named
                self.round.events.append(Named(at, len(self.round.stocks) - 1, named))
            return
        if not isinstance(after, Drawing | Melding) or len(after.stock) == len(before.stock):
            if named is not None:
                self.fail(at, f"{seat_text(seat)} draws {named}, but no card is left to draw")
            return
        stock = self.round.stocks[-1]
        stock.drawn += 1
        self.drawn(at, seat, named, stock.drawn - 1)

    def drawn(self, at: int, seat: int, named: Card | None, place: int) -> None:
        """A seat has got the card at a place of the stock, and holds it face down."""
        number = len(self.round.stocks) - 1
        stock = self.round.stocks[number]
        card = stock.known.get(place)
        if card is None and named is None:
            self.round.events.append(Unseen(at, seat, number, place))
            self.round.unseen[seat] += 1
            return
        if card is None:
            assert named is not None
            card = stock.known[place] = named
            self.round.events.append(Named(at, number, card))
        elif named is not None and card is not named:
            self.fail(at, f"{seat_text(seat)} draws {named}, but the card that lies there is {card}")
        self.turn_up(seat, card)

    def turn_up(self, seat: int, card: Card) -> None:
        """One of the cards that a seat holds face down is known."""
        state = self.state
        assert isinstance(state, Drawing | Melding)
        self.state = _turned_up(state, seat, 1, Cards([card]))

    # -- the end of a round

    def explain(self) -> tuple[int, ...]:
        """From which stock each card of the round has come. Raises Unexplained."""
        round_ = self.round
        try:
            return stocks_of([stock.pool for stock in round_.stocks], round_.events, self.effort)
        except GivenUp as error:
            at = round_.events[error.index].at
            raise Unexplained(
                at, "after several reshuffles, cards that explain this were not found; there may be some"
            ) from None
        except Impossible as error:
            event = round_.events[error.index]
            raise Unexplained(event.at, self.reason(error.index)) from None

    def reason(self, index: int) -> str:
        """Why the event cannot be."""
        event = self.round.events[index]
        action = self.notes[event.at][0].action
        if not isinstance(event, Needed):
            return f"{action} {event.card if isinstance(event, Named) else UNKNOWN}: that card lies elsewhere"
        most = event.known + sum([each == event for each in self.round.events[:index]])
        had = f"only {most}" if most else "no"
        return f"{action}: {had} {event.card} can have come to that hand"

    def finish(self, previous: Previous | None, *, follows: bool) -> None:
        """Says where the cards of the round were. previous: what it left, if it is over. follows:
        whether there are other notes after it."""
        stocks, events = self.round.stocks, self.round.events
        pools = [stock.pool for stock in stocks]
        sources = self.explain()
        found = placed(pools, events, sources)
        slots = []
        for index, event in enumerate(events):
            if isinstance(event, Unseen):
                if index in found.cards:
                    stocks[event.stock].known[event.place] = found.cards[index]
                else:
                    slots.append(Slot(event.seat, event.stock, event.place))
        bases = None if previous is None else self.bases(previous)
        cards = self.choose(found.left, slots, bases, follows=follows)
        for slot, card in zip(slots, cards, strict=True):
            stocks[slot.stock].known[slot.place] = card
        if bases is not None:
            for slot, card in zip(slots, cards, strict=True):
                bases[slot.seat] -= self.cost(card)
            self.totals = bases
            self.rounds += 1
            self.over = self.over or (follows and max(bases) >= self.rules.target)
        self.tell(*candidates(pools, events, sources, self.looks))
        for number, stock in enumerate(stocks):
            used = Cards([card for slot, card in zip(slots, cards, strict=True) if slot.stock == number])
            self.write(stock, found.left[number] - used)
        self.round = Round([0] * self.rules.players)
        self.due = None

    def cost(self, card: Card) -> int:
        """What a card in hand costs (duizenden.score, duizenden.score.queen)."""
        rules = self.rules
        return rules.queen_penalty if card is QUEEN else PACKS[rules.wild].points[card.index]

    def bases(self, previous: Previous) -> list[int]:
        """The totals after a round, but for the cards in hand that nobody has seen."""
        totals = [*self.totals]
        for line in previous.lines:
            if line.rule in ("duizenden.score.credit", "duizenden.last-card"):
                totals[line.seat] += line.points
        for seat, hand in enumerate(previous.hands):
            known = hand - _face_down(self.round.unseen[seat])
            totals[seat] -= sum([self.cost(card) for card in known])
        return totals

    def choose(
        self, left: Sequence[Cards], slots: Sequence[Slot], bases: Sequence[int] | None, *, follows: bool
    ) -> list[Card]:
        """The cards of the slots, so that the totals are those that were written down or, where none
        were, the match is not over although it went on; in a turn that is not over, so that it can
        have a legal end."""
        ranges = [_ANY] * self.rules.players
        if bases is None:
            cards = chosen(left, slots, ranges, self.cost)
            return next(filter(self.can_end(slots), chain([cards], others(left, slots, cards, self.turn()))), cards)
        if self.rounds < len(self.scores):
            claimed = self.scores[self.rounds]
            ranges = [(base - total, base - total) for base, total in zip(bases, claimed, strict=True)]
        elif follows and self.dear:
            return dearest(left, slots, bases, self.cost)
        elif follows:
            ranges = [(base - self.rules.target + 1, _ANY[1]) for base in bases]
        return chosen(left, slots, ranges, self.cost)

    def turn(self) -> int:
        """The seat whose turn has begun, or none at all."""
        return self.state.turn if isinstance(self.state, Melding) else -1

    def can_end(self, slots: Sequence[Slot]) -> Callable[[Sequence[Card]], bool]:
        """Whether with such a choice of cards the turn that has begun can have a legal end."""
        state, rules = self.state, self.rules
        if not isinstance(state, Melding) or state.fresh:
            return lambda _: True
        seat = state.turn
        seen, bound = _seen(state, seat, self.round.unseen[seat]), self.bound()

        def ends(cards: Sequence[Card]) -> bool:
            hand = seen + Cards([card for slot, card in zip(slots, cards, strict=True) if slot.seat == seat])
            turn = Turn(rules, seat, state.places[seat].turns, hand, state.melds, state.laid, bound)
            return ground(turn, hand)[0] is None

        return ends

    def bound(self) -> bool:
        """Whether the seat on turn must go out in it: it has laid off or exchanged before it had opened
        (duizenden.out.unopened)."""
        state, rules = self.state, self.rules
        if not rules.out_unopened or not isinstance(state, Melding) or state.laid is None:
            return False
        laid = state.laid
        for action in reversed(self.actions):
            if isinstance(action, Meld | Pot):
                laid -= meld_points(action.cards, rules)
            if isinstance(action, LayOff | Exchange) and not has_opened(laid, rules):
                return True
            if isinstance(action, Draw | Pot):
                break
        return False

    def write(self, stock: Stock, rest: Cards) -> None:
        """Puts a stock into its action; `rest` is what was never drawn."""
        if stock.at is None:
            return
        others = iter(rest)
        cards = tuple([stock.known.get(place) or next(others) for place in range(stock.size)])
        action = self.actions[stock.at]
        if isinstance(action, Deal):
            self.actions[stock.at] = Deal(action.hands, action.open, cards)
        else:
            self.actions[stock.at] = Reshuffle(cards)

    def tell(self, bits: Mapping[int, int], rests: Sequence[Cards]) -> None:
        """Lists what is not determined in the round."""
        found = []
        for stock, rest in zip(self.round.stocks, rests, strict=True):
            listed = sum([place >= stock.drawn for place in stock.known])
            count = stock.size - stock.drawn - listed
            if stock.at is not None and count and (len(rest) > count or len(rest.kinds()) > 1):
                found.append(Open(stock.at, "stock", count, rest))
        for index, event in enumerate(self.round.events):
            if isinstance(event, Unseen) and bits[index] & bits[index] - 1:
                found.append(Open(event.at, "card", 1, Cards.of(bits[index])))
        self.open.extend(sorted(found, key=lambda each: each.at))


_ANY: Final[Range] = (-(10**12), 10**12)
"""No match has such points."""


# -- hands of which some cards lie face down

_SWAPPING: Final[Callable[[Swapping, Hands], Swapping]] = changing(Swapping, "hands")
_DRAWING: Final[Callable[[Drawing, Hands], Drawing]] = changing(Drawing, "hands")
_MELDING: Final[Callable[[Melding, Hands], Melding]] = changing(Melding, "hands")


@cache
def _face_down(count: int) -> Cards:
    """So many cards that nobody has seen."""
    return Cards([FACE_DOWN] * count)


def _turned_up(state: Swapping | Table, seat: int, unseen: int, cards: Cards) -> Swapping | Table:
    """The state after the seat, which holds so many cards face down, has turned up these; more than it
    has are put to them."""
    if not cards:
        return state
    hand = state.hands[seat] - _face_down(min(unseen, len(cards))) + cards
    hands = replaced(state.hands, seat, hand)
    if isinstance(state, Swapping):
        return _SWAPPING(state, hands)
    return _DRAWING(state, hands) if isinstance(state, Drawing) else _MELDING(state, hands)


def _seen(state: Swapping | Table, seat: int, unseen: int) -> Cards:
    """The cards of a hand but for those that lie face down."""
    hand = state.hands[seat]
    return hand - _face_down(unseen) if unseen else hand


def _missing(action: PlayerAction, state: Swapping | Table, unseen: int) -> Cards:
    """Which of the cards that the action takes from hand are not known to be there."""
    cards = _taken(action)
    if not cards or action.seat >= len(state.hands):
        return Cards()
    taken = heap(cards)
    if isinstance(action, Pot) and isinstance(state, Drawing) and state.pot:
        taken -= Cards(state.pot[-1:])
    return taken - _seen(state, action.seat, unseen)


def _taken(action: PlayerAction) -> tuple[Card, ...]:
    """The cards that an action lays, which its player holds, but for the top of a pot that is taken."""
    if isinstance(action, Meld | Pot | LayOff):
        return action.cards
    return (action.card,) if isinstance(action, Swap | Exchange | Discard) else ()


def _wants_queens(action: PlayerAction, state: Swapping | Table, unseen: int, rules: Rules) -> bool:
    """Whether the action is legal only from a hand of queens, and it may be one."""
    if not isinstance(state, Melding) or (_seen(state, action.seat, unseen).bits & ~QUEENS):
        return False
    if isinstance(action, EndTurn):
        return state.fresh
    return isinstance(action, Discard) and action.card is QUEEN and rules.queen_discard == "only_card"
