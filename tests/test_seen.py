"""What a seat sees of an action: redacted actions, their text, their JSON, what is no such action."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any, Final

import pytest

from cardrules import Card, Cards, IllegalAction, MalformedInput, duizenden, tausend, wire
from cardrules.completion import Completed
from cardrules.registry import GAMES, AnyAction, game
from cardrules.sight import dealt, only, own
from cardrules.tausend.notes import complete
from cardrules.tausend.partial import PartialDeal, read_note
from cardrules.testing import Playout

ACE: Final = Card.parse("As")


# -- the choke point


@pytest.mark.parametrize(("seat", "seen_by", "sees"), [(1, (1,), True), (1, (0, 2), False), (0, (), False)])
def test_only_who_may_see_something_sees_it(seat: int, seen_by: tuple[int, ...], sees: bool) -> None:
    assert only(seat, seen_by, ACE) is (ACE if sees else None)


def test_a_spectator_sees_nothing_that_is_not_public() -> None:
    # whoever claims that nobody's seat may see it is wrong
    assert only(None, (0, 1, None), ACE) is None  # type: ignore[arg-type]  # as a slip might
    assert own(None, (ACE, ACE)) is None
    assert dealt(None, ((0, Cards([ACE])),)) == ((0, None),)


# -- Tausend


def tausend_after(rules: tausend.Rules, *texts: str) -> tausend.State:
    state: tausend.State = tausend.start(rules, 2)
    for text in texts:
        state = tausend.apply(state, tausend.parse_action(text))
    return state


DEAL: Final = "deal p1:9cJcQcKcTcAc9d p2:JdQdKdTdAd9hJh p3:QhKhThAh9sJsQs widow:KsTsAs"
TO_THE_WIDOW: Final = (DEAL, "p1 bid 100", "p2 pass")


@pytest.mark.parametrize(
    ("before", "action", "seen"),
    [
        (
            (),
            DEAL,
            {
                0: "deal p1:9cTcJcQcKcAc9d p2:?? p3:?? widow:??",
                2: "deal p1:?? p2:?? p3:ThQhKhAh9sJsQs widow:??",
                None: "deal p1:?? p2:?? p3:?? widow:??",
            },
        ),
        ((DEAL,), "p1 bid 100", {0: "p1 bid 100", 1: "p1 bid 100", None: "p1 bid 100"}),
        ((DEAL, "p1 bid 100"), "p2 pass", {0: "p2 pass", None: "p2 pass"}),
        (
            TO_THE_WIDOW,
            "p3 pass",
            dict.fromkeys((0, 1, 2, None), "p3 pass widow:TsKsAs"),
        ),
        (
            (*TO_THE_WIDOW, "p3 pass"),
            "p1 give 9c p3",
            {0: "p1 give 9c p3", 1: "p1 give ?? p3", 2: "p1 give 9c p3", None: "p1 give ?? p3"},
        ),
        (
            (*TO_THE_WIDOW, "p3 pass", "p1 give 9c p3", "p1 give Jc p2"),
            "p1 play As",
            {1: "p1 play As", None: "p1 play As"},
        ),
    ],
)
def test_what_is_seen_of_tausend(before: tuple[str, ...], action: str, seen: dict[int | None, str]) -> None:
    state = tausend_after(tausend.Rules(), *before)
    done = tausend.parse_action(action)
    for seat, text in seen.items():
        shown = tausend.redact(done, state, seat)
        assert str(shown) == text
        assert shown.seats == done.seats
        if str(shown) == action:
            assert shown is done


def test_a_seat_that_sits_out_sees_no_hand_and_no_gift() -> None:
    rules = tausend.Rules(players=4, sits_out="dealer")
    state: tausend.State = tausend.start(rules, 3)
    deal = tausend.parse_action(DEAL)
    assert str(tausend.redact(deal, state, 3)) == "deal p1:?? p2:?? p3:?? widow:??"
    for text in (*TO_THE_WIDOW, "p3 pass"):
        state = tausend.apply(state, tausend.parse_action(text))
    assert tausend.redact(tausend.parse_action("p1 give 9c p3"), state, 3) == tausend.SeenGive(0, 2)


def test_a_poor_widow_is_turned_up() -> None:
    rules = tausend.Rules(poor_widow_redeal=True)
    state = tausend_after(rules, DEAL.replace("9c", "__").replace("As", "9c").replace("__", "As"), *TO_THE_WIDOW[1:])
    assert isinstance(state, tausend.Bidding)
    seen = tausend.redact(tausend.Pass(2), state, 1)
    assert seen == tausend.SeenPass(2, state.widow)


def test_a_deal_as_seen_is_a_note() -> None:
    rng = random.Random(3)
    for players in (3, 4):
        rules = tausend.Rules(players=players)
        for dealer in range(players):
            state = tausend.start(rules, dealer)
            deal = tausend.shuffle(state, rng)
            for seat in (None, *range(players)):
                seen = tausend.redact(deal, state, seat)
                note = read_note(str(seen))
                assert isinstance(note, PartialDeal)
                assert note.seats == seen.seats
                mine = dict(deal.hands).get(-1 if seat is None else seat, Cards())
                assert sum([hand for _, hand in note.known.hands], note.known.widow) == mine


def test_the_log_of_a_seat_can_be_completed() -> None:
    """The texts of a redacted log are notes, but for the widow, which they name in the deal."""
    texts = (*TO_THE_WIDOW, "p3 pass", "p1 give 9c p3", "p1 give Jc p2", "p1 play As")
    state: tausend.State = tausend.start(tausend.Rules(), 2)
    log = []
    for text in texts:
        action = tausend.parse_action(text)
        log.append(str(tausend.redact(action, state, 1)).partition(" widow:")[0])
        state = tausend.apply(state, action)
    log[0] += " widow:KsTsAs"
    found: Completed[tausend.Action] = complete(tausend.Rules(), 2, log)
    assert str(found.actions[5]) == "p1 give Jc p2"
    assert len(found.actions) == len(texts)


# -- Duizenden


def table(rules: duizenden.Rules, deal: str, *texts: str) -> duizenden.State:
    state: duizenden.State = duizenden.start(rules, 1)
    for text in (deal, *texts):
        state = duizenden.apply(state, duizenden.parse_action(text))
    return state


def duizenden_deal(rules: duizenden.Rules, opened: str, stock: str) -> str:
    """A deal with this open card, and these on top of the stock."""
    first = Cards.parse(opened + stock)
    rest = list(duizenden.deck(rules) - first)
    hands = [f"p{seat + 1}:{Cards(rest[13 * seat : 13 * seat + 13])}" for seat in range(rules.players)]
    left = "".join([card.text for card in rest[13 * rules.players :]])
    return " ".join(["deal", *hands, f"open:{opened}", f"stock:{stock}{left}"])


PLAIN: Final = duizenden.Rules(players=2, swap_phase=False, opening_minimum=0)


def test_what_is_seen_of_a_deal_of_duizenden() -> None:
    text = duizenden_deal(PLAIN, "5h", "6h")
    words = text.split()
    state = duizenden.start(PLAIN, 1)
    deal = duizenden.parse_action(text)
    assert str(duizenden.redact(deal, state, 0)) == f"deal {words[1]} p2:?? open:5h stock:??"
    assert str(duizenden.redact(deal, state, 1)) == f"deal p1:?? {words[2]} open:5h stock:??"
    assert str(duizenden.redact(deal, state, None)) == "deal p1:?? p2:?? open:5h stock:??"


@pytest.mark.parametrize("swap_phase", [True, False])
def test_who_draws_sees_the_card(swap_phase: bool) -> None:
    rules = duizenden.Rules(players=2, swap_phase=swap_phase)
    state = table(rules, duizenden_deal(rules, "5h", "6h"))
    draw = duizenden.Draw(0)
    assert duizenden.redact(draw, state, 0) == duizenden.SeenDraw(0, Card.parse("6h"))
    assert str(duizenden.redact(draw, state, 0)) == "p1 draw 6h"
    assert duizenden.redact(draw, state, 1) is draw
    assert duizenden.redact(draw, state, None) is draw


def empty_stock(empty: Any = "reshuffle") -> duizenden.State:
    """Somebody is about to draw from an empty stock; the cards of the pot were all drawn and thrown."""
    rules = duizenden.Rules(
        players=2,
        swap_phase=False,
        opening_minimum=0,
        empty_stock=empty,
        queen_discard="only_card",
    )
    state = table(rules, duizenden_deal(rules, "5h", ""))
    rng = random.Random(5)
    while not (isinstance(state, duizenden.Drawing) and not state.stock):
        if isinstance(state, duizenden.Drawing):
            state = duizenden.apply(state, duizenden.Draw(state.turn))
        else:
            throws = [each for each in duizenden.legal_actions(state) if isinstance(each, duizenden.Discard)]
            state = duizenden.apply(state, rng.choice(throws))
    return state


def test_a_draw_from_an_empty_stock_shows_the_card_with_the_reshuffle() -> None:
    state = empty_stock()
    assert isinstance(state, duizenden.Drawing)
    draw = duizenden.Draw(state.turn)
    for seat in (0, 1, None):
        assert duizenden.redact(draw, state, seat) is draw
    due = duizenden.apply(state, draw)
    reshuffle = duizenden.shuffle(due, random.Random(1))
    assert isinstance(reshuffle, duizenden.Reshuffle)
    first = reshuffle.cards[0]
    assert duizenden.redact(reshuffle, due, state.turn) == duizenden.SeenReshuffle(first)
    assert str(duizenden.redact(reshuffle, due, state.turn)) == f"reshuffle {first}??"
    for seat in (1 - state.turn, None):
        assert duizenden.redact(reshuffle, due, seat) == duizenden.SeenReshuffle(None)
        assert str(duizenden.redact(reshuffle, due, seat)) == "reshuffle ??"


def test_a_draw_that_ends_the_round_shows_no_card() -> None:
    state = empty_stock(empty="end_round")
    assert isinstance(state, duizenden.Drawing)
    draw = duizenden.Draw(state.turn)
    assert duizenden.redact(draw, state, state.turn) is draw
    assert isinstance(duizenden.apply(state, draw), duizenden.Dealing)


def test_who_draws_a_card_as_a_penalty_sees_it() -> None:
    rules = duizenden.Rules(players=3, last_card_call=duizenden.Draws())
    challenges = [
        (state, action)
        for seed in range(60)
        for state, action, _ in Playout(game("duizenden"), rules, "last", seed, 20).steps
        if isinstance(state, duizenden.Drawing | duizenden.Melding) and isinstance(action, duizenden.Challenge)
    ]
    assert len([state for state, _ in challenges if state.stock]) > 1
    for state, action in challenges:
        seen = {seat: duizenden.redact(action, state, seat) for seat in (0, 1, 2, None)}
        mine = seen.pop(action.whom)
        assert all(each is action for each in seen.values())
        if state.stock:
            assert mine == duizenden.SeenChallenge(action.seat, action.whom, state.stock[0])
            assert str(mine) == f"{action} {state.stock[0]}"
            assert mine.seats == action.seats
        else:
            assert mine is action


# -- what cannot be asked


@pytest.mark.parametrize("name", ["duizenden", "tausend"])
def test_redacting_is_for_seats_that_are_there_and_actions_that_are_legal(name: str) -> None:
    any_game = GAMES[name]
    assert any_game.redact is not None
    state = any_game.start(next(iter(any_game.PRESETS.values())), 0)
    deal: Any = any_game.shuffle(state, random.Random(1))
    for seat in (-1, 9, True, "0"):
        with pytest.raises(ValueError, match="no seat"):
            any_game.redact(deal, state, seat)  # type: ignore[arg-type]  # some are no seats at all
    after = any_game.apply(state, deal)
    early = any_game.parse_action("p1 pass" if name == "tausend" else "p1 last")
    wrongs: tuple[Any, ...] = (deal, None, state, early)
    for wrong in wrongs:
        with pytest.raises(IllegalAction) as caught:
            any_game.redact(wrong, after, 0)
        assert caught.value.violations == any_game.violations(after, wrong)
        assert caught.value.action is wrong


# -- values

HAND: Final = Cards.parse("9cJcQcKcTcAc9d")
LONG: Final = Cards.parse("2c3c4c5c6c7c8c9cTcJcQcKcJk")
SOUND: Final[list[tuple[AnyAction, Any]]] = [
    (tausend.SeenDeal(((0, HAND), (1, None), (2, None))), tausend.SeenAction),
    (tausend.SeenDeal(((0, None), (1, None), (3, None))), tausend.SeenAction),
    (tausend.SeenPass(3, Cards.parse("AsKsQs")), tausend.SeenAction),
    (tausend.SeenGive(0, 2), tausend.SeenAction),
    (tausend.Pass(1), tausend.SeenAction),
    (duizenden.SeenDeal(((0, None), (1, LONG)), ACE), duizenden.SeenAction),
    (duizenden.SeenReshuffle(None), duizenden.SeenAction),
    (duizenden.SeenReshuffle(ACE), duizenden.SeenAction),
    (duizenden.SeenDraw(7, ACE), duizenden.SeenAction),
    (duizenden.SeenChallenge(2, 0, ACE), duizenden.SeenAction),
    (duizenden.Draw(1), duizenden.SeenAction),
]


@pytest.mark.parametrize(("value", "kind"), SOUND, ids=[str(value) for value, _ in SOUND])
def test_a_seen_action_travels(value: AnyAction, kind: Any) -> None:
    data = json.loads(json.dumps(wire.dump(value)))
    for twin in (
        wire.load(data, kind),
        wire.load(data, type(value)),
        wire.load([data], tuple[kind, ...])[0],
        *[pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)],  # noqa: S301
        copy.copy(value),
        copy.deepcopy(value),
    ):
        assert type(twin) is type(value)
        assert (twin, hash(twin), repr(twin), str(twin)) == (value, hash(value), repr(value), str(value))


def test_seen_actions_are_tagged_like_actions() -> None:
    assert wire.dump(tausend.SeenGive(0, 2)) == {"type": "seen_give", "seat": 0, "to": 2}
    assert wire.dump(duizenden.SeenReshuffle(None)) == {"type": "seen_reshuffle", "card": None}
    assert wire.dump(SOUND[0][0]) == {"type": "seen_deal", "hands": [[0, str(HAND)], [1, None], [2, None]]}


@pytest.mark.parametrize(
    ("kind", "data", "where"),
    [
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, None]]}, "hands"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, None], [4, None]]}, "hands[2][0]"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[1, None], [0, None], [2, None]]}, "hands"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, "As"], [1, None], [2, None]]}, "hands"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, ""], [1, None], [2, None]]}, "hands"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, "2c9dTdJdQdKdAd"], [1, None], [2, None]]}, "hands"),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, "9d9dTdJdQdKdAd"], [1, None], [2, None]]}, "hands"),
        (
            tausend.SeenAction,
            {"type": "seen_deal", "hands": [[0, str(HAND)], [1, "JdQdKdTdAd9hJh"], [2, None]]},
            "hands",
        ),
        (tausend.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, None], [2, None]], "widow": None}, ""),
        (tausend.SeenAction, {"type": "seen_pass", "seat": 4, "widow": "AsKsQs"}, "seat"),
        (tausend.SeenAction, {"type": "seen_pass", "seat": 0, "widow": "AsKs"}, "widow"),
        (tausend.SeenAction, {"type": "seen_pass", "seat": 0, "widow": "AsAsKs"}, "widow"),
        (tausend.SeenAction, {"type": "seen_pass", "seat": 0, "widow": None}, "widow"),
        (tausend.SeenAction, {"type": "seen_give", "seat": 0, "to": -1}, "to"),
        (tausend.SeenAction, {"type": "seen_give", "seat": True, "to": 1}, "seat"),
        (tausend.SeenAction, {"type": "seen_give", "seat": 0, "to": 1, "card": "As"}, ""),
        (tausend.SeenAction, {"type": "seen_draw", "seat": 0, "card": "As"}, ""),
        (tausend.SeenGive, {"type": "give", "seat": 0, "to": 1}, ""),
        (tausend.SeenAction, {"type": "bid", "seat": 9, "amount": 100}, "seat"),
        (duizenden.SeenAction, {"type": "seen_deal", "hands": [[0, None]], "open": "As"}, "hands"),
        (duizenden.SeenAction, {"type": "seen_deal", "hands": [[0, None], [2, None]], "open": "As"}, "hands"),
        (duizenden.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, "As"]], "open": "As"}, "hands"),
        (duizenden.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, "As" * 13]], "open": "As"}, "hands"),
        (duizenden.SeenAction, {"type": "seen_deal", "hands": [[0, None], [1, None]], "open": None}, "open"),
        (duizenden.SeenAction, {"type": "seen_draw", "seat": 8, "card": "As"}, "seat"),
        (duizenden.SeenAction, {"type": "seen_draw", "seat": 0, "card": None}, "card"),
        (duizenden.SeenAction, {"type": "seen_draw", "seat": 0}, "card"),
        (duizenden.SeenAction, {"type": "seen_challenge", "seat": 0, "whom": 8, "card": "As"}, "whom"),
        (duizenden.SeenAction, {"type": "seen_challenge", "seat": -1, "whom": 8, "card": "As"}, "seat"),
        (duizenden.SeenAction, {"type": "seen_reshuffle", "card": "AsKs"}, "card"),
        (tuple[tausend.SeenAction, ...], [{"type": "pass", "seat": 0}, {"type": "pass", "seat": 5}], "[1].seat"),
        (tuple[tausend.SeenAction, ...], [{"type": "seen_give", "seat": 0, "to": 4}], "[0].to"),
    ],
)
def test_what_is_no_seen_action_is_refused(kind: Any, data: object, where: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        wire.load(data, kind)
    assert caught.value.where == where
    assert caught.value.message.isprintable()
