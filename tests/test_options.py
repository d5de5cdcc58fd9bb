"""What can come of a choice of cards, against a look through all that is listed."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import attrs
import pytest
from attrs import frozen
from hypothesis import event, given, settings

from cardrules import duizenden, options, tausend
from cardrules.cards import CARDS, JOKER, Card, Cards, Suit
from cardrules.duizenden.actions import PlayerAction
from cardrules.duizenden.hands import Holding, additions_to, extensions_having, holding, melds_having, melds_of
from cardrules.options import Options
from cardrules.testing.duizenden.candidates import plain
from cardrules.testing.duizenden.configs import EACH_FLAG
from playouts import (
    DUIZENDEN,
    TAUSEND,
    DuizendenPlayout,
    TausendPlayout,
    duizenden_match,
    duizenden_matches,
    tausend_matches,
    twins,
)
from test_duizenden_cases import Case, beginning
from test_duizenden_cases import rules_of as house_rules
from test_duizenden_properties import LARGE, TURNS, large, work

LISTED: Final = 3000
"""Listings of more actions are not gone through for every choice of cards."""
NONE: Final = Cards()


# -- Duizenden: the same by going through a listing

Key: TypeAlias = tuple[Cards, int]
"""The natural cards of a set, and how many wild ones."""


def held(state: duizenden.State, seat: int) -> Cards:
    table = state.before if isinstance(state, duizenden.Reshuffling) else state
    return NONE if isinstance(table, duizenden.Dealing | duizenden.Over) else table.hands[seat]


def taken(state: duizenden.State, action: PlayerAction) -> Cards:
    """The cards that an action takes from hand, by the letter of the definition."""
    if isinstance(action, duizenden.Pot):
        assert isinstance(state, duizenden.Drawing)
        cards = list(action.cards)
        cards.remove(state.pot[-1])
        return Cards(cards)
    if isinstance(action, duizenden.Meld | duizenden.LayOff):
        return Cards(action.cards)
    if isinstance(action, duizenden.Swap | duizenden.Discard | duizenden.Exchange):
        return Cards([action.card])
    return NONE


def key(state: duizenden.State, cards: Cards) -> Key:
    wild = state.match.rules.wild_bits
    natural = Cards([card for card in cards if not card.bit & wild])
    return natural, len(cards) - len(natural)


class Oracle:
    """What a listing says of choices of cards. Of the actions that differ only in which wild card stands
    in which place it has one."""

    def __init__(self, state: duizenden.State, seat: int, listing: Iterable[PlayerAction]) -> None:
        self.state = state
        self.hand = held(state, seat)
        # a discard or a swap of a wild card is listed for each
        self.each = list[PlayerAction]()
        self.by_key = dict[Key, list[PlayerAction]]()
        for action in listing:
            if isinstance(action, duizenden.Swap | duizenden.Discard):
                self.each.append(action)
            else:
                self.by_key.setdefault(key(state, taken(state, action)), []).append(action)

    def now(self, chosen: Cards) -> set[object]:
        each = [action for action in self.each if taken(self.state, action) == chosen]
        several = self.by_key.get(key(self.state, chosen), []) if chosen <= self.hand else []
        return {shape(self.state, action) for action in (*each, *several)}

    def more(self, chosen: Cards) -> Cards:
        if not chosen <= self.hand:
            return NONE
        found = NONE if chosen else Cards([card for each in self.each for card in taken(self.state, each)]).kinds()
        natural, wilds = key(self.state, chosen)
        left = (self.hand - chosen).kinds()
        for others, used in self.by_key:
            if natural <= others and wilds <= used:
                found |= (others - natural).kinds()
                if used > wilds:
                    found |= left & Cards.of(self.state.match.rules.wild_bits)
        return found


def shape(state: duizenden.State, action: PlayerAction) -> object:
    """An action without a look at which wild card stands where."""
    return type(action), plain(state, action)


def choices(state: duizenden.State, seat: int, listing: Sequence[PlayerAction], rng: random.Random) -> Iterator[Cards]:
    """No card, each card, parts of listed actions, any cards, cards that are not there."""
    cards = list(held(state, seat))
    yield NONE
    yield from [Cards([card]) for card in set(cards)]
    for action in rng.sample(listing, min(12, len(listing))):
        some = list(taken(state, action))
        yield Cards(rng.sample(some, rng.randint(0, len(some))))
        yield Cards(some)
    for _ in range(6):
        yield Cards(rng.sample(cards, rng.randint(0, min(6, len(cards)))))
    yield from (Cards(rng.choices(CARDS, k=3)), Cards([JOKER] * 5), Cards(cards), Cards([*cards, CARDS[3]]))


def assert_options(state: duizenden.State, seat: int, chosen: Cards, oracle: Oracle) -> None:
    found = duizenden.options(state, seat, chosen)
    for action in found.now:
        assert duizenden.is_legal(state, action), action
        assert taken(state, action) == chosen
        assert duizenden.parse_action(str(action)) == action
    shapes = [shape(state, action) for action in found.now]
    assert len(shapes) == len(set(shapes))
    assert set(shapes) == oracle.now(chosen), (state, str(chosen))
    assert found.more == oracle.more(chosen), (state, str(chosen))


@given(duizenden_matches(60))
def test_options_of_duizenden_are_what_is_listed(playout: DuizendenPlayout) -> None:
    rng = playout.rng()
    for state in playout.some(3):
        for seat in range(playout.rules.players):
            listing = list(islice(duizenden.legal_actions(state, seat), LISTED + 1))
            if len(listing) > LISTED:
                continue
            oracle = Oracle(state, seat, listing)
            event(type(state).__name__)
            for chosen in choices(state, seat, listing, rng):
                assert_options(state, seat, chosen, oracle)


@given(duizenden_matches(60))
def test_actions_with_certain_cards_are_what_is_listed(playout: DuizendenPlayout) -> None:
    rng = playout.rng()
    for state in playout.some(2):
        for seat in range(min(playout.rules.players, 3)):
            listing = list(islice(duizenden.legal_actions(state, seat), LISTED + 1))
            if len(listing) > LISTED:
                continue
            for chosen in islice(choices(state, seat, listing, rng), 0, None, 3):
                found = list(duizenden.actions_with(state, seat, chosen))
                assert all([chosen <= taken(state, action) for action in found])
                natural, wilds = key(state, chosen)
                expected = set()
                for action in listing:
                    others, used = key(state, taken(state, action))
                    alike = natural <= others and wilds <= used and chosen <= held(state, seat)
                    single = isinstance(action, duizenden.Discard | duizenden.Swap)
                    if chosen <= taken(state, action) if single else alike:
                        expected.add(shape(state, action))
                assert sorted(map(repr, expected)) == sorted([repr(shape(state, action)) for action in found])


@given(duizenden_matches(40))
def test_options_of_a_class_are_those_of_its_actions(playout: DuizendenPlayout) -> None:
    rng = playout.rng()
    for state in playout.some(2):
        seat = rng.choice(duizenden.actors(state) or (0,))
        listing = list(islice(duizenden.legal_actions(state, seat), LISTED))
        for chosen in islice(choices(state, seat, listing, rng), 0, None, 4):
            found = duizenden.options(state, seat, chosen)
            more = NONE
            for kind in DUIZENDEN.Action:
                part = duizenden.options(state, seat, chosen, kind)
                assert list(part.now) == [action for action in found.now if isinstance(action, kind)]
                more |= part.more
            assert more == found.more


# -- large hands

SETS: Final = 3
"""So many choices of each number of cards."""


def chosen_from(oracle: Oracle, rng: random.Random) -> Iterator[Cards]:
    """Each card of a hand, any two to six, and two to six of a meld."""
    cards = list(oracle.hand)
    yield NONE
    yield from [Cards([card]) for card in oracle.hand.kinds()]
    listed = sorted(oracle.by_key, key=str)
    for size in range(2, 7):
        for _ in range(SETS):
            yield Cards(rng.sample(cards, size))
            natural, wilds = rng.choice(listed)
            of_hand = [card for card in cards if card.bit & oracle.state.match.rules.wild_bits][:wilds]
            some = [*natural, *of_hand]
            yield Cards(rng.sample(some, min(size, len(some))))


@pytest.mark.parametrize("name", [name for name in TURNS if name != "lay off and exchange anything"])
def test_options_of_a_large_hand(name: str) -> None:
    """They are what is listed, and take no work in proportion to it."""
    rules, laid = TURNS[name]
    rng = random.Random(4)
    drawing, melding = large(rules, laid=laid)
    # any meld of so large a hand can be followed by others that open, but to list them takes long
    opened = attrs.evolve(melding, laid=None)
    listing = [
        action for action in duizenden.legal_actions(opened) if laid is None or isinstance(action, duizenden.Meld)
    ]
    assert len(listing) > 20_000
    for state, oracle, most in (
        (drawing, Oracle(drawing, 0, duizenden.legal_actions(drawing)), 2_500),
        # of an opening that is still to be reached it is looked ahead for some of the cards
        (melding, Oracle(melding, 0, listing), 18_000 if laid is None else 60_000),
    ):
        for chosen in chosen_from(oracle, rng):
            assert_options(state, 0, chosen, oracle)
            assert work_of(state, chosen) < most, str(chosen)


def work_of(state: duizenden.State, chosen: Cards) -> int:
    return work(lambda: duizenden.options(state, 0, chosen))


def test_actions_with_certain_cards_are_made_when_they_are_looked_at() -> None:
    _, melding = large(LARGE)
    for text in ("2c", "2c2d", "5h", "5h2s", "5h7h2h", "8c8d8h8s2c2d"):
        cards = Cards.parse(text)
        assert first_work(melding, cards) < 2_000


def first_work(state: duizenden.State, cards: Cards) -> int:
    """What the first action with these cards takes."""
    return work(lambda: next(duizenden.actions_with(state, 0, cards)))


@pytest.mark.parametrize(
    ("hand", "chosen", "flags"),
    [
        # nothing that is laid brings enough
        ("3c4c5c6c7c8c9c3d3h4d4h5d5h", "5c", {"opening_minimum": 200}),
        # nor empties the hand
        ("7h8h9hThJhKd2s3d", "8h", {"opening_minimum": 200, "out_unopened": True, "out_in_opening_turn": True}),
        # wild cards may not be laid yet
        ("3c4c5c6c7c8c9cJkKdQs", "Jk", {"wild_in_first_turn": False}),
    ],
)
def test_what_is_hopeless_is_looked_at_once(
    hand: str, chosen: str, flags: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = turn({"hands": {"p1": hand}, "melds": ["p2 4h5h6h"], "turns": 0}, "volwassen", **flags)
    judged = Counter[type]()

    def is_legal(state: duizenden.State, action: duizenden.Action) -> bool:
        judged[type(action)] += 1
        return duizenden.is_legal(state, action)

    # the package shows the function of that name, not the module
    monkeypatch.setattr(sys.modules["cardrules.duizenden.options"], "is_legal", is_legal)
    found = duizenden.options(state, 0, Cards.parse(chosen))
    laid = (duizenden.Meld, duizenden.LayOff)
    assert not any([isinstance(action, laid) for action in found.now])
    # for each card that might join
    assert max(judged[kind] for kind in laid) <= len(hand) // 2


def test_sets_that_have_certain_cards_are_some_of_all() -> None:
    rng = random.Random(6)
    tables = [turn({"hands": {"p1": "3c"}, "melds": [meld]}) for meld in LAID]
    melds = [meld for table in tables if isinstance(table, duizenden.Melding) for meld in table.melds]
    for _ in range(150):
        rules = rng.choice(
            [LARGE, attrs.evolve(PLAIN, low_ace=rng.random() < 0.5, ratio=rng.choice(("half", "minority")))]
        )
        suit = [card for card in Cards.of(Suit.HEARTS.mask) if rng.random() < 0.8]
        aces = [CARDS[38]] * rng.randint(0, 2)
        others = rng.choices(CARDS, k=rng.randint(0, 6))
        wilds = [card for card in duizenden.deck(rules) if card.bit & rules.wild_bits]
        hand = Cards([*suit, *aces, *others, *rng.sample(wilds, rng.randint(0, 3))]) & duizenden.deck(rules)
        wanted = Cards(rng.sample(list(hand), rng.randint(0, min(4, len(hand)))))
        part, whole = holding(wanted, rules), holding(hand, rules)
        rest = holding(hand - wanted, rules)
        first = Holding(whole.once, whole.twice, part.wilds + rest.wilds)
        lowest = 0 if rules.low_ace else 1
        sets = [cards for sets in melds_having(part, first, lowest, rules.ratio) for cards in sets]
        assert_same_sets(sets, melds_of(whole, rules), wanted, rules)
        for meld in melds:
            found = list(extensions_having(meld, part, first, lowest, rules.ratio))
            for end in ("low", "high", None):
                sets = [cards for at, sets in found if at == end for cards in sets]
                all_sets = [cards for at, cards in additions_to(meld, whole, rules) if at == end]
                assert_same_sets(sets, all_sets, wanted, rules)


PLAIN: Final = duizenden.Rules()
LAID: Final = ("p1 JcJdJh", "p1 JcJdJkJkJk", "p1 6h7h8h", "p1 5hJkJk8hJk", "p1 9sTsJs", "p1 Ah2h3h", "p1 QhKhAh")


def assert_same_sets(
    found: Iterable[tuple[Card, ...]], all_sets: Iterable[tuple[Card, ...]], wanted: Cards, rules: duizenden.Rules
) -> None:
    """Those sets that have the wanted cards were found, but for which wild card stands where."""
    wild = rules.wild_bits

    def alike(cards: tuple[Card, ...]) -> str:
        return "".join(["*" if card.bit & wild else str(card) for card in cards])

    natural = Cards([card for card in wanted if not card.bit & wild])
    wilds = len(wanted) - len(natural)
    expected = [
        alike(cards)
        for cards in all_sets
        if natural <= Cards(cards) and len([card for card in cards if card.bit & wild]) >= wilds
    ]
    assert sorted([alike(cards) for cards in found]) == sorted(expected)
    assert all([wanted <= Cards(cards) for cards in found])


# -- what a player sees


def turn(table: dict[str, object], preset: str = "volwassen", **flags: object) -> duizenden.State:
    """A turn of the first seat."""
    case = Case(name="", rule="", **table)  # type: ignore[arg-type]  # each names the fields that it has
    return beginning(case, house_rules(preset, flags))


def said(state: duizenden.State, cards: str, kind: type | None = None) -> tuple[list[str], str]:
    found = duizenden.options(state, 0, Cards.parse(cards), kind)
    return [str(action)[3:] for action in found.now], str(found.more)


def test_a_meld_grows_card_by_card() -> None:
    state = turn({"hands": {"p1": "5h7h8h9h9c9dJkKs2d"}, "melds": ["p1 JcJdJh"]})
    assert said(state, "") == ([], "9c2d9d5h7h8h9hKsJk")
    assert said(state, "5h") == (["discard 5h"], "7h8h9hJk")
    assert said(state, "5h7h") == ([], "8h9hJk")
    assert said(state, "5hJk7h") == (["meld 5hJk7h"], "8h9h")
    assert said(state, "8h9h") == ([], "5h7hJk")
    assert said(state, "8h9hJk") == (["meld Jk8h9h", "meld 8h9hJk"], "5h7h")
    assert said(state, "9c9d") == ([], "9hJk")
    assert said(state, "Jk") == (["discard Jk", "layoff 1 Jk"], "9c9d5h7h8h9h")
    assert said(state, "Ks") == (["discard Ks"], "")
    assert said(state, "Ks2d") == ([], "")


def test_one_ace_stands_at_either_end() -> None:
    state = turn({"hands": {"p1": "AhKhQhJhTh9h8h7h6h5h4h3h2hKs9c"}}, opening_minimum=0)
    suit = "2h3h4h5h6h7h8h9hThJhQhKh"
    assert said(state, suit) == ([f"meld {suit}"], "Ah")
    assert said(state, suit + "Ah") == ([f"meld Ah{suit}", f"meld {suit}Ah"], "")
    two = turn({"hands": {"p1": "AhAhKhQhJhTh9h8h7h6h5h4h3h2hKs9c"}}, opening_minimum=0)
    assert said(two, suit + "Ah") == ([f"meld Ah{suit}", f"meld {suit}Ah"], "Ah")
    assert said(two, suit + "AhAh") == ([f"meld Ah{suit}Ah"], "")


def test_each_end_and_each_meld_is_a_target() -> None:
    state = turn({"hands": {"p1": "5h9hJcJkKs2d"}, "melds": ["p2 6h7h8h", "p1 JcJdJk", "p1 9sTsJk"]})
    assert said(state, "9h") == (["discard 9h", "layoff 1 high 9h"], "Jk")
    assert said(state, "5h9h") == ([], "")
    assert said(state, "Jc") == (["discard Jc", "layoff 2 Jc", "exchange 2 Jc"], "Jk")
    assert said(state, "Jc", duizenden.Exchange) == (["exchange 2 Jc"], "")
    assert said(state, "Jk", duizenden.LayOff)[0] == ["layoff 1 low Jk", "layoff 1 high Jk"]


def test_wild_cards_are_those_that_were_chosen() -> None:
    state = turn({"hands": {"p1": "2c2s5h7h8hKsQd3d"}}, "modern", wild_in_first_turn=True)
    assert said(state, "5h2s7h") == (["meld 5h2s7h"], "2c8h")
    assert said(state, "2s2c5h8h") == (["meld 5h2c2s8h"], "7h")
    state = turn({"hands": {"p1": "2c2s8c8d8hKsQd3d"}}, "modern", wild_in_first_turn=True)
    for wild in ("2c", "2s"):
        texts = [str(action)[8:] for action in duizenden.actions_with(state, 0, Cards.parse(wild), duizenden.Meld)]
        assert [text for text in texts if len(text) == 10] == ["8c8d8h2c2s"]
        assert len(texts) == 8


def test_a_wild_card_is_not_swapped_for_its_twin() -> None:
    rules = house_rules("volwassen", {"wild": "twos", "players": 2})
    hands = Cards.parse("2c2d5h"), Cards.parse("9c")
    match = duizenden.start(rules).match
    state = duizenden.Swapping(match, hands, (CARDS[5],), CARDS[0], 0, 0)
    assert said(state, "") == (["draw"], "2d5h")
    assert said(state, "2c") == ([], "")
    assert said(state, "2d") == (["swap 2d"], "")


@pytest.mark.parametrize("theme", ["opening", "large", "wilds"])
def test_the_rest_of_the_pot_helps_to_open(theme: str) -> None:
    rules = attrs.evolve(EACH_FLAG["modern with an opening"], opening_minimum=100)
    rng = random.Random(3)
    asked = 0
    for number in range(25):
        for state in duizenden_match(rules, theme, number, 12).states:
            if isinstance(state, duizenden.Drawing) and not state.places[state.turn].opened:
                listing = list(islice(duizenden.legal_actions(state, state.turn), LISTED + 1))
                if len(listing) <= LISTED:
                    oracle = Oracle(state, state.turn, listing)
                    for chosen in choices(state, state.turn, listing, rng):
                        assert_options(state, state.turn, chosen, oracle)
                    asked += len(listing) > 1
    assert asked > 5


def test_the_top_of_the_pot_is_not_from_hand() -> None:
    state = turn({"hands": {"p1": "7c7d7hKs9d"}, "melds": ["p1 JcJdJh"], "pot": "4h7c", "drawn": False})
    assert said(state, "") == (["draw"], "7c7d7h")
    assert said(state, "7c") == ([], "7d7h")
    assert said(state, "7c7d") == (["pot 7c7c7d"], "7h")
    assert said(state, "7d7h") == (["pot 7c7d7h"], "7c")


def test_melds_that_stood_though_they_break_rules_are_laid_off_on() -> None:
    """One has too many wild cards, and one begins below the two where the ace does not."""
    hand = "JhJsJk4h8h9hAsAh6hKd"
    group = turn({"hands": {"p1": hand}, "melds": ["p1 JcJdJkJkJk"]}, ratio="minority")
    assert said(group, "Jh", duizenden.LayOff) == (["layoff 1 Jh"], "Js")
    run = turn({"hands": {"p1": hand}, "melds": ["p1 5hJkJk8hJk"]}, ratio="minority")
    assert said(run, "4h", duizenden.LayOff) == (["layoff 1 low 4h"], "")
    low = turn({"hands": {"p1": hand}, "melds": ["p1 Ah2h3h"]}, low_ace=False)
    assert said(low, "4h", duizenden.LayOff) == (["layoff 1 high 4h"], "6hJk")
    for table in (group, run, low):
        listing = list(duizenden.legal_actions(table, 0))
        oracle = Oracle(table, 0, listing)
        for chosen in choices(table, 0, listing, random.Random(2)):
            assert_options(table, 0, chosen, oracle)


def test_a_call_needs_no_turn() -> None:
    matches = [duizenden_match(EACH_FLAG["last card for points"], "last", seed, 60) for seed in range(6)]
    met = set()
    for state in [state for playout in matches for state in playout.states]:
        for seat in range(state.match.rules.players):
            if isinstance(state, duizenden.Drawing | duizenden.Melding) and seat != state.turn:
                found = duizenden.options(state, seat)
                assert list(found.now) == list(duizenden.legal_actions(state, seat))
                assert not found.more
                met |= {type(action) for action in found.now}
    assert met == {duizenden.Last, duizenden.Challenge}


@pytest.mark.parametrize(
    ("chosen", "what"),
    [("Kd", "a str"), ([Card.parse("Kd")], "a list"), (Card.parse("Kd"), "a Card"), (None, "None")],
)
def test_a_choice_that_is_no_multiset_of_cards_is_refused(chosen: Any, what: str) -> None:
    begun, turns = tausend.start(), turn({"hands": {"p1": "5h7h8h9c"}})
    asked: tuple[Callable[[], object], ...] = (
        lambda: tausend.options(begun, 0, chosen),
        lambda: tausend.actions_with(begun, 0, chosen),
        lambda: duizenden.options(turns, 0, chosen),
        lambda: duizenden.actions_with(turns, 0, chosen),
        lambda: options.of(TAUSEND, begun, 0, chosen),
        lambda: options.of(attrs.evolve(TAUSEND, options=None), begun, 0, chosen),
    )
    for ask in asked:
        with pytest.raises(
            TypeError, match=rf'^the chosen cards are Cards, such as Cards.parse\("AsKd"\), not {what}$'
        ):
            ask()


def test_what_is_not_in_the_hand_can_do_nothing() -> None:
    state = turn({"hands": {"p1": "5h7h8h9c"}, "melds": ["p1 JcJdJh"]})
    for cards in (Cards.parse("5h5h"), Cards.parse("6h"), Cards([JOKER] * 9), Cards([CARDS[0]] * 10_000)):
        assert duizenden.options(state, 0, cards) == Options((), NONE)
        assert not list(duizenden.actions_with(state, 0, cards))
    assert duizenden.options(state, 1, held(state, 1)) == Options((), NONE)
    for seat in (-1, 4, 99):
        with pytest.raises(ValueError, match="seat"):
            duizenden.options(state, seat)
        with pytest.raises(ValueError, match="seat"):
            duizenden.actions_with(state, seat, NONE)
        with pytest.raises(ValueError, match="seat"):
            tausend.options(tausend.start(), seat)
        with pytest.raises(ValueError, match="seat"):
            tausend.actions_with(tausend.start(), seat, NONE)


# -- Tausend


@given(tausend_matches())
def test_options_of_tausend_are_what_is_listed(playout: TausendPlayout) -> None:
    for state in playout.some(6):
        for seat in range(playout.rules.players):
            listing = list(tausend.legal_actions(state, seat))
            cards = {action: card_of(action) for action in listing}
            for chosen in (NONE, *[Cards([card]) for card in tausend.deck(playout.rules)], tausend.deck(playout.rules)):
                found = tausend.options(state, seat, chosen)
                assert list(found.now) == [action for action in listing if cards[action] == chosen]
                assert found.more == (NONE if chosen else sum(cards.values(), NONE).kinds())
                with_it = list(tausend.actions_with(state, seat, chosen))
                assert with_it == [action for action in listing if chosen <= cards[action]]


def card_of(action: tausend.PlayerAction) -> Cards:
    return Cards([action.card]) if isinstance(action, tausend.Give | tausend.Play) else NONE


def test_a_card_of_tausend_is_played_with_and_without_an_announcement() -> None:
    state: tausend.State = tausend.start(dealer=2)
    deal = "deal p1:QdKd9hThAhAsTs p2:QsKsJs9sQcKcJc p3:9cTcAc9dJdTdAd widow:JhQhKh"
    lead = "p1 bid 120 | p2 pass | p3 pass | p1 give Jh p2 | p1 give Qh p3 | p1 play Ah | p2 play Jh | p3 play Qh"
    for text in (deal, *lead.split(" | ")):
        state = tausend.apply(state, tausend.parse_action(text))
    found = tausend.options(state, 0, Cards.parse("Kd"))
    assert [str(action) for action in found.now] == ["p1 play Kd", "p1 play Kd marriage"]
    assert str(tausend.options(state, 0).more) == "QdKd9hThKhTsAs"


# -- any game


@frozen
class Several:
    """An action of another game, whose cards are a multiset."""

    seat: int
    cards: Cards


@frozen
class Numbers:
    """An action of another game, whose fields are of other kinds."""

    seat: int
    card: int
    cards: str


def test_a_game_without_options_of_its_own() -> None:
    actions = [Several(0, Cards.parse("5h5h6h")), Several(0, Cards.parse("5h")), Numbers(0, 3, "5h")]
    assert options.among(actions, NONE) == Options((actions[2],), Cards.parse("5h6h"))
    assert options.among(actions, Cards.parse("5h")) == Options((actions[1],), Cards.parse("5h6h"))
    assert options.among(actions, Cards.parse("5h"), Numbers) == Options((), NONE)


@given(tausend_matches(60))
def test_any_game_can_be_asked(playout: TausendPlayout) -> None:
    bare = attrs.evolve(TAUSEND, options=None)
    for state in playout.some(4):
        for seat in range(playout.rules.players):
            for chosen in (NONE, *[Cards([card]) for card in tausend.deck(playout.rules)][::5]):
                own = options.of(TAUSEND, state, seat, chosen)
                assert own == tausend.options(state, seat, chosen)
                assert options.of(bare, state, seat, chosen) == own
                assert options.of(bare, state, seat, chosen, tausend.Play) == tausend.options(
                    state, seat, chosen, tausend.Play
                )


# -- what a seat may not know


@given(duizenden_matches(60))
@settings(max_examples=8)
def test_options_of_duizenden_show_nothing_hidden(playout: DuizendenPlayout) -> None:
    rng = playout.rng()
    seat = rng.randrange(playout.rules.players)
    pairs = twins(playout, seat, rng)
    for state, other in rng.sample(pairs, min(6, len(pairs))):
        listing = list(islice(duizenden.legal_actions(state, seat), 100))
        for chosen in choices(state, seat, listing, rng):
            assert duizenden.options(state, seat, chosen) == duizenden.options(other, seat, chosen)


@given(tausend_matches(60))
@settings(max_examples=20)
def test_options_of_tausend_show_nothing_hidden(playout: TausendPlayout) -> None:
    rng = playout.rng()
    seat = rng.randrange(playout.rules.players)
    for state, other in twins(playout, seat, rng):
        for chosen in (NONE, *[Cards([card]) for card in rng.sample(list(tausend.deck(playout.rules)), 3)]):
            assert tausend.options(state, seat, chosen) == tausend.options(other, seat, chosen)
