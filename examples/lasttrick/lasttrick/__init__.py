"""Last Trick, a tiny game: five cards each of a pack of 32, follow suit, and who takes the fifth trick
scores a point. It shows what a game of your own needs."""

import random
from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

from attrs import evolve, frozen

from cardrules import Card, Cards, Game, IllegalAction, MalformedInput, Rank, Score, ScoreLine, Violation
from cardrules.cards import CARDS, is_cards
from cardrules.config import between, truth
from cardrules.listing import ShortListing
from cardrules.rulebook import load
from cardrules.sight import UNKNOWN, Dealt, check_dealt, dealt, dealt_text, own
from cardrules.text import check_seat, one_card, seat_of, seat_text, split_groups
from cardrules.values import check_of, is_card, is_hands, is_seat, passes
from cardrules.verdict import ACTION

SEATS: Final = 4
HAND: Final = 5
LOW: Final = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)
DECK: Final = Cards([card for card in CARDS[:52] if card.rank not in LOW])

# -- values


@frozen
class Rules:
    """players: 2 to 4. target: the points that win. follow: whether suit must be followed."""

    players: int = 3
    target: int = 3
    follow: bool = True

    def __attrs_post_init__(self) -> None:
        between("players", self.players, 2, SEATS)
        between("target", self.target, 1, 100)
        truth("follow", self.follow)


@frozen
class Deal:
    """The hands. Text: `deal p1:<5 cards> p2:… stock:<the rest>`."""

    hands: tuple[tuple[int, Cards], ...]
    stock: Cards

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        return " ".join(["deal", *[f"{seat_text(seat)}:{hand}" for seat, hand in self.hands], f"stock:{self.stock}"])


@frozen
class Play:
    """Text: `p1 play As`."""

    seat: int
    card: Card

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} play {self.card}"


Action: TypeAlias = Deal | Play


@frozen
class Dealing:
    rules: Rules
    dealer: int
    sheet: tuple[ScoreLine, ...] = ()


@frozen
class Playing:
    rules: Rules
    dealer: int
    sheet: tuple[ScoreLine, ...]
    hands: tuple[Cards, ...]
    stock: Cards
    gone: Cards
    leader: int
    trick: tuple[Card, ...]

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % self.rules.players


@frozen
class Over:
    rules: Rules
    sheet: tuple[ScoreLine, ...]


State: TypeAlias = Dealing | Playing | Over


@frozen
class View:
    """What a seat may know: all but the other hands and the stock."""

    rules: Rules
    seat: int | None
    actors: tuple[int, ...]
    sheet: tuple[ScoreLine, ...]
    hand: Cards | None = None
    counts: tuple[int, ...] = ()
    gone: Cards | None = None
    trick: tuple[Card, ...] = ()


@frozen
class SeenDeal:
    """A deal as a seat sees it: its own hand. Text: `deal p1:?? p2:<5 cards> stock:??`."""

    hands: Dealt

    def __attrs_post_init__(self) -> None:
        check_dealt(self.hands, SEATS, HAND, DECK)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        return f"deal {dealt_text(self.hands)} stock:{UNKNOWN}"


_CHECKS: Final = (
    check_of(Deal, lambda deal: is_hands(deal.hands, SEATS) and is_cards(deal.stock)),
    check_of(Play, lambda play: is_seat(play.seat, SEATS) and is_card(play.card)),
)


class Listing(ShortListing[Play]):
    """Legal actions."""

    __slots__ = ()

    @staticmethod
    def is_action(value: object) -> bool:
        return passes(value, _CHECKS)


# -- the rules


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    if not passes(action, _CHECKS):
        return (ACTION,)
    match state, action:
        case Dealing(), Deal():
            sizes = [(seat, len(hand)) for seat, hand in action.hands]
            whole = sum([hand for _, hand in action.hands], action.stock) == DECK
            right = whole and sizes == [(seat, HAND) for seat in range(state.rules.players)]
            return () if right else (Violation("lasttrick.deal"),)
        case Playing(), Play() if action.seat == state.turn:
            hand = state.hands[state.turn]
            if action.card not in hand:
                return (Violation.of("lasttrick.hand", card=action.card),)
            held = state.trick[0].suit if state.trick else None
            return () if action.card in playable(state) else (Violation.of("lasttrick.follow", suit=held or ""),)
        case Playing(), Play():
            return (Violation.of("lasttrick.turn", turn=state.turn),)
    return (Violation("lasttrick.phase"),)


def playable(state: Playing) -> Cards:
    """The cards that may be played: all that follow suit, if there are any."""
    hand = state.hands[state.turn]
    same = [card for card in hand if state.trick and card.suit is state.trick[0].suit]
    return Cards(same) if same and state.rules.follow else hand


def legal_actions(state: State, seat: int | None = None) -> Listing:
    check_seat(state.rules.players, seat)
    if not isinstance(state, Playing) or seat not in (None, state.turn):
        return Listing()
    return Listing([Play(state.turn, card) for card in playable(state)])


def apply(state: State, action: Action) -> State:
    broken = violations(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    if isinstance(action, Deal):
        assert isinstance(state, Dealing)
        hands = tuple([hand for _, hand in action.hands])
        first = (state.dealer + 1) % state.rules.players
        return Playing(state.rules, state.dealer, state.sheet, hands, action.stock, Cards(), first, ())
    assert isinstance(state, Playing)
    now = state.hands[action.seat] - Cards([action.card])
    hands = (*state.hands[: action.seat], now, *state.hands[action.seat + 1 :])
    trick = (*state.trick, action.card)
    if len(trick) < state.rules.players:
        return evolve(state, hands=hands, trick=trick)
    led = [card for card in trick if card.suit is trick[0].suit]
    winner = (state.leader + trick.index(max(led))) % state.rules.players
    if any(hands):
        return evolve(state, hands=hands, trick=(), leader=winner, gone=state.gone + Cards(trick))
    sheet = (*state.sheet, ScoreLine(len(state.sheet), winner, 1, "lasttrick.point"))
    if sum([line.points for line in sheet if line.seat == winner]) == state.rules.target:
        return Over(state.rules, sheet)
    return Dealing(state.rules, (state.dealer + 1) % state.rules.players, sheet)


# -- what a game offers beside its rules


def start(rules: Rules, dealer: int) -> State:
    check_seat(rules.players, dealer)
    return Dealing(rules, dealer)


def shuffle(state: State, rng: random.Random) -> Action:
    if not isinstance(state, Dealing):
        raise ValueError("no deal is awaited")
    cards = list(DECK)
    rng.shuffle(cards)
    hands = [(seat, Cards(cards[HAND * seat : HAND * seat + HAND])) for seat in range(state.rules.players)]
    return Deal(tuple(hands), Cards(cards[HAND * state.rules.players :]))


def actors(state: State) -> tuple[int, ...]:
    return (state.turn,) if isinstance(state, Playing) else ()


def score(state: State) -> Score:
    points = [[line.points for line in state.sheet if line.seat == seat] for seat in range(state.rules.players)]
    totals = tuple([sum(each) for each in points])
    winners = [seat for seat, total in enumerate(totals) if total == state.rules.target]
    return Score(totals, tuple(winners), state.sheet)


def places(state: State) -> Mapping[str, Cards]:
    if not isinstance(state, Playing):
        return {"deck": DECK}
    hands = {seat_text(seat): hand for seat, hand in enumerate(state.hands)}
    return {**hands, "stock": state.stock, "gone": state.gone, "trick": Cards(state.trick)}


def view(state: State, seat: int | None) -> View:
    check_seat(state.rules.players, seat)
    seen = View(state.rules, seat, actors(state), state.sheet)
    if not isinstance(state, Playing):
        return seen
    counts = tuple([len(hand) for hand in state.hands])
    return evolve(seen, hand=own(seat, state.hands), counts=counts, gone=state.gone, trick=state.trick)


def redact(action: Action, state: State, seat: int | None) -> Action | SeenDeal:
    """The action as a seat sees it."""
    check_seat(state.rules.players, seat)
    broken = violations(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    return SeenDeal(dealt(seat, action.hands)) if isinstance(action, Deal) else action


def parse_action(text: str) -> Action:
    words = text.split(" ")
    if words[0] == "deal":
        hands, (stock,) = split_groups(words[1:], SEATS, ("stock",))
        return Deal(hands, Cards(stock))
    match words:
        case [seat, "play", card]:
            return Play(seat_of(seat, SEATS), one_card(card, 3))
    raise MalformedInput("", "it is no action of Last Trick; one is p1 play As")


def check(state: State) -> None:
    """Raises ValueError for a state that no match can reach."""
    rules = state.rules
    if isinstance(state, Dealing | Playing):
        check_seat(rules.players, state.dealer)
    for number, line in enumerate(state.sheet):
        check_seat(rules.players, line.seat)
        if (line.deal, line.points, line.rule) != (number, 1, "lasttrick.point"):
            raise ValueError("the sheet has a line that no deal brings")
    best = max(score(state).totals)
    if best > rules.target or (best == rules.target) != isinstance(state, Over):
        raise ValueError("the totals are not those of this moment")
    if isinstance(state, Playing):
        check_seat(rules.players, state.leader)
        played = [(seat - state.leader) % rules.players < len(state.trick) for seat in range(rules.players)]
        sizes = {len(hand) + gone for hand, gone in zip(state.hands, played, strict=True)}
        whole = sum(places(state).values(), Cards()) == DECK and len(state.trick) < rules.players
        if (
            not whole
            or len(sizes) > 1
            or len(state.gone) != rules.players * (HAND - max(sizes))
            or not any(state.hands)
        ):
            raise ValueError("the cards are not where they can be")


PRESETS: Final[Mapping[str, Rules]] = {"usual": Rules(), "free": Rules(follow=False, players=2)}

GAME: Final[Game[Rules, State, Action, View]] = Game(
    name="lasttrick",
    Rules=Rules,
    PRESETS=PRESETS,
    start=start,
    shuffle=shuffle,
    actors=actors,
    legal_actions=legal_actions,
    is_legal=lambda state, action: not violations(state, action),
    violations=violations,
    apply=apply,
    score=score,
    view=view,
    deck=lambda _: DECK,
    places=places,
    parse_action=parse_action,
    check=check,
    rulebook=lambda: load("lasttrick"),
    choose=lambda state, rng: rng.choice(legal_actions(state)),
    Action=get_args(Action),
    State=get_args(State),
    View=(View,),
    redact=redact,
    Seen=(SeenDeal,),
)
