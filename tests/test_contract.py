"""The promises that every game makes: the games keep them, and each promise notices where it is broken."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cardrules import GAMES, Card, Cards, Score, ScoreLine, duizenden, game, tausend
from cardrules.options import Options
from cardrules.records import Record, validate
from cardrules.registry import AnyAction, AnyGame, AnyState
from cardrules.tausend.state import Previous as TausendLeft
from cardrules.testing import (
    PROMISES,
    BrokenPromise,
    Playout,
    actions,
    check_game,
    configs,
    contract,
    matches,
    records,
    states,
)
from cardrules.testing.corners import corners_of, derived
from cardrules.testing.hostile import described
from cardrules.testing.knowledge import cards_in
from cardrules.verdict import ACTION, IllegalAction, Violation

BUILT_IN = ("duizenden", "tausend")
NO_CARDS = Cards()


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_keeps_its_promises(name: str, promise: str) -> None:
    check_game(GAMES[name], promises=[promise])


@pytest.mark.parametrize("promise", PROMISES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_game_keeps_its_promises_whatever_is_known_of_it(promise: str, data: st.DataObject) -> None:
    """With nothing but what is derived from the game."""
    known = derived(GAMES["tausend"])
    PROMISES[promise](data.draw(matches(GAMES["tausend"], 60, corners=known)))


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_no_action_breaks_that_rule_alone_in_every_phase(name: str) -> None:
    any_game = GAMES[name]
    corners = corners_of(any_game)
    phases: dict[type, AnyState] = {}
    for seed in range(200):
        for start in corners.starts:
            rules = next(iter(any_game.PRESETS.values()))
            for state in Playout(any_game, rules, start, seed, 150).states:
                phases.setdefault(type(state), state)
        if len(phases) == len(any_game.State):
            break
    assert set(phases) == set(any_game.State)
    for state in phases.values():
        listing = any_game.legal_actions(state)
        value: Any
        for value in (*corners.malformed(), state):
            assert any_game.violations(state, value) == (ACTION,), described(value)
            assert (value in listing) is False, described(value)
            assert not any_game.is_legal(state, value), described(value)
            with pytest.raises(IllegalAction, match=r"a value that is no action breaks cardrules\.action"):
                any_game.apply(state, value)


MOVED = {
    "duizenden": {
        *product(("Dealing", "Swapping", "Drawing", "Melding", "Reshuffling", "Over"), ("seat", "spectator")),
        *product(("Drawing, reshuffled", "Melding, reshuffled"), ("seat", "spectator")),
        *product(("Deal", "Reshuffle"), ("seat", "spectator")),
    },
    "tausend": {
        *product(("Dealing", "Bidding", "Giving", "BeforeLead", "Playing", "Over"), ("seat", "spectator")),
        *product(("Dealing", "Bidding", "Giving", "BeforeLead", "Playing"), ("sits out",)),
        *product(("played", "surrendered", "nines", "poor_widow"), ("seat", "spectator")),
        *product(("Deal", "Give"), ("seat", "spectator", "sits out")),
    },
}
"""What is to be met: a state of a phase, or after a deal that ended so, and a chance action or a gift, with
hidden cards elsewhere, by who may not know."""


@pytest.mark.parametrize("name", BUILT_IN)
def test_hidden_cards_are_moved_in_every_phase(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are matches to be compared that differ only in what a seat, or a spectator, may not know; and the
    promise compares states of all phases."""
    any_game = GAMES[name]
    corners = corners_of(any_game)
    met, compared = Counter[tuple[str, str]](), Counter[str]()
    monkeypatch.setattr(contract, "_met", lambda phase: compared.update([phase]))
    phases = {f"{kind.__name__}, {who}" for kind in any_game.State for who in ("seat", "spectator")}
    rng = random.Random(1)
    for playout in drawn(name, 80):
        rules: Any = playout.rules
        for seat in (*rng.sample(range(rules.players), 2), None) * 4:
            twin = cast("Any", corners.elsewhere)(playout.states, playout.actions, seat, rng)
            if twin is not None:
                states, done = twin
                assert len(states) == len(done) + 1
                met.update(_moved(playout, states, done, seat))
        # it takes long, so only where something may be met that was not
        kinds = {type(state).__name__ for state in playout.states}
        if any([phase.partition(",")[0] in kinds for phase in phases - compared.keys()]):
            PROMISES["hidden"](playout)
        if all([met[what] > 1 for what in MOVED[name]]) and phases <= compared.keys():
            break
    assert {what: met[what] for what in MOVED[name] if met[what] < 2} == {}
    assert phases - compared.keys() == set()


def _moved(playout: Any, states: Sequence[Any], done: Sequence[AnyAction], seat: int | None) -> set[tuple[str, str]]:
    """What differs in two matches, by who may not know."""
    met = set()
    dealt: Any = None
    reshuffled = False
    for number, (state, twin) in enumerate(zip(playout.states, states, strict=False)):
        active = dealt is None or seat is None or seat in dealt.seats
        who = "spectator" if seat is None else "seat" if active else "sits out"
        if state != twin:
            met.add((type(state).__name__ + ", reshuffled" * reshuffled, who))
            met.add((type(state).__name__, who))
        left, other = state.match.previous, twin.match.previous
        if left != other and isinstance(left, TausendLeft):
            met.add((left.ending, who))
        if number < len(done):
            action = playout.actions[number]
            if isinstance(action, tausend.Deal | duizenden.Deal):
                dealt, reshuffled = action, False
            reshuffled = reshuffled or isinstance(action, duizenden.Reshuffle)
            if action != done[number]:
                met.add((type(action).__name__, who))
    return met


# -- each promise notices where it is broken


class Lists(tuple[AnyAction, ...]):
    """A listing that takes anything for listed."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        for item in self:
            with suppress(RuntimeError):  # what cannot be compared is another fault
                if value == item:
                    return True
        return False


class Open(tuple[AnyAction, ...]):
    """A listing to which things can be added."""


def every(change: Callable[[Any], Any], name: str) -> Callable[[AnyGame], AnyGame]:
    """The game with a function that returns something else."""

    def broken(was: AnyGame) -> AnyGame:
        function = getattr(was, name)
        return replaced(was, name, lambda *args: change(function(*args)))

    return broken


def instead(name: str, function: Callable[..., Any]) -> Callable[[AnyGame], AnyGame]:
    """The game with another function, which is given the game first."""
    return lambda was: replaced(was, name, lambda *args: function(was, *args))


def replaced(was: AnyGame, name: str, function: Callable[..., Any]) -> AnyGame:
    changes: dict[str, Any] = {name: function}
    return attrs.evolve(was, **changes)


def _counted(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    """After an action something else than the time before."""
    counts[0] += 1
    after: Any = was.apply(state, action)
    return attrs.evolve(after, match=attrs.evolve(after.match, dealer=counts[0] % 3))


counts = [0]


def _changing(was: AnyGame, state: Any, action: AnyAction) -> AnyState:
    after = was.apply(state, action)
    object.__setattr__(state, "match", attrs.evolve(state.match, deals=state.match.deals + 1))
    return after


def _blind(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    """Applies what is illegal, as if nothing had been said."""
    return was.apply(state, action) if was.is_legal(state, action) else state


def _talking(was: AnyGame, state: AnyState, action: AnyAction) -> AnyState:
    try:
        return was.apply(state, action)
    except IllegalAction as error:
        raise Talking(error.action, error.state, error.violations) from None


class Talking(IllegalAction):
    """An error that shows the state."""

    def __str__(self) -> str:
        return f"illegal in {self.state!r}"


def _winner(was: AnyGame, state: AnyState) -> Score:
    score = was.score(state)
    return attrs.evolve(score, winners=(0,)) if len(score.sheet) > 1 else score


def _rewritten(was: AnyGame, state: AnyState) -> Score:
    score = was.score(state)
    return attrs.evolve(score, sheet=tuple(sorted(score.sheet, key=lambda line: (line.deal, -line.seat))[::-1]))


def _peeping(was: AnyGame, state: Any, seat: int | None) -> Any:
    seen: Any = was.view(state, seat)
    hands = getattr(state, "hands", None) or (getattr(state, "contract", None) and state.contract.hands)
    return attrs.evolve(seen, hand=hands[(seat or 0) - 1]) if hands else seen


def _whole(was: AnyGame, action: AnyAction, state: AnyState, seat: int | None) -> AnyAction:
    """What was done, to whoever asks."""
    return action


def _public(was: AnyGame, action: Any, state: AnyState, seat: int | None) -> AnyAction:
    """No gift is seen, not even by who gave or got it."""
    return tausend.SeenGive(action.seat, action.to) if type(action) is tausend.Give else shown(was, action, state, seat)


def _untold(was: AnyGame, action: Any, state: AnyState, seat: int | None) -> AnyAction:
    """The widow is turned up in secret."""
    return action if type(action) is tausend.Pass else shown(was, action, state, seat)


def _dealt_twice(was: AnyGame, action: Any, state: AnyState, seat: int | None) -> AnyAction:
    """The hand of the first seat dealt to is seen by all."""
    if type(action) is not tausend.Deal:
        return shown(was, action, state, seat)
    first, *others = action.hands
    return tausend.SeenDeal((first, *[(holder, None) for holder, _ in others]))


def _elsewhere_named(was: AnyGame, action: Any, state: AnyState, seat: int | None) -> AnyAction:
    seen = shown(was, action, state, seat)
    return tausend.SeenGive(action.to, action.seat) if type(action) is tausend.Give else seen


def _excused(was: AnyGame, action: AnyAction, state: AnyState, seat: int | None) -> AnyAction:
    """What is illegal is refused without a reason."""
    try:
        return shown(was, action, state, seat)
    except IllegalAction:
        raise IllegalAction(action, state, ()) from None


def _unasked(was: AnyGame, action: AnyAction, state: AnyState, seat: int | None) -> AnyAction:
    """Shows what is illegal, too."""
    return shown(was, action, state, seat) if was.is_legal(state, action) else action


def shown(was: AnyGame, action: AnyAction, state: AnyState, seat: int | None) -> AnyAction:
    """As the game itself shows an action."""
    return cast("Any", was.redact)(action, state, seat)  # type: ignore[no-any-return]


def _peeping_noise(was: AnyGame, action: AnyAction, state: Any, seat: int | None) -> AnyAction:
    """Its text tells of another hand."""
    hands = getattr(state, "hands", ())
    return _Noise(action, str(hands[(seat or 0) - 1]) if hands else "")


def _secret(was: AnyGame, action: AnyAction, state: Any, seat: int | None) -> AnyAction:
    """Another hand is in its JSON alone."""
    hands = getattr(state, "hands", ())
    return _Laden(hands[(seat or 0) - 1]) if hands else shown(was, action, state, seat)


@attrs.frozen
class _Laden:
    """An action that holds more than it shows."""

    cards: Cards = attrs.field(eq=False, repr=False)
    seats: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "laden"


@attrs.frozen
class _Noise:
    """An action that says more than it is equal by."""

    of: AnyAction
    noise: str = attrs.field(default="", eq=False)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.of.seats

    def __str__(self) -> str:
        return f"{self.of} {self.noise}"


def _telling(was: AnyGame) -> AnyGame:
    """Words that depend on another hand."""

    def describe(action: Any, state: Any, /, lang: str = "en", names: Sequence[str] = (), *, told: bool = False) -> str:
        hands = getattr(state, "hands", ())
        seat = getattr(action, "seat", 0)
        return f"{action}, while others hold {hands[seat - 1]}" if hands and not told else str(action)

    return attrs.evolve(was, describe=describe)


def _telling_afterwards(was: AnyGame) -> AnyGame:
    def describe(action: Any, state: Any, /, lang: str = "en", names: Sequence[str] = (), *, told: bool = False) -> str:
        return f"{action} {getattr(state, 'hands', '')}" if told else str(action)

    return attrs.evolve(was, describe=describe)


def _offering(was: AnyGame) -> AnyGame:
    """Choices that depend on another hand."""

    def options(state: Any, seat: int, /, chosen: Cards = NO_CARDS, kind: type | None = None) -> Options[AnyAction]:
        hands = getattr(state, "hands", ())
        return Options((), hands[seat - 1] if hands else chosen)

    return attrs.evolve(was, options=options)


def _forgetting(was: AnyGame, state: Any, seat: int | None) -> Any:
    seen: Any = was.view(state, seat)
    return attrs.evolve(seen, gifts=tuple([attrs.evolve(gift, card=None) for gift in seen.gifts]))


def _early(was: AnyGame, state: Any, seat: int | None) -> Any:
    """The widow is seen too early."""
    seen: Any = was.view(state, seat)
    return attrs.evolve(seen, winners=(state.widow,)) if type(state) is tausend.Bidding else seen


def _remembering(was: AnyGame, state: Any, seat: int | None) -> Any:
    """All hands that were left are seen after a deal."""
    seen: Any = was.view(state, seat)
    left = state.match.previous
    return seen if left is None else attrs.evolve(seen, previous=attrs.evolve(seen.previous, lines=left.hands))


def _wordless(was: AnyGame) -> AnyGame:
    """The game without its words, which know its own actions alone."""
    return attrs.evolve(was, describe=None)


def _acting(was: AnyGame, state: Any) -> tuple[int, ...]:
    """Who may act depends on the hands."""
    return was.actors(state)[hash(getattr(state, "hands", ())) % 2 :]


def _judging(was: AnyGame, state: Any, action: Any) -> tuple[Violation, ...]:
    """What is said of an action depends on another hand."""
    hands, seat = getattr(state, "hands", ()), getattr(action, "seat", None)
    more = hands and seat is not None and seat < len(hands) and len(str(hands[seat - 1]).partition("9")[0]) > 4
    return was.violations(state, action) + ((ACTION,) if more else ())


def _leaking(was: AnyGame, state: Any, seat: int | None = None) -> Sequence[AnyAction]:
    """A listing by what is in another hand."""
    items = was.legal_actions(state) if seat is None else was.legal_actions(state, seat)
    hands = getattr(state, "hands", ())
    return tuple(items)[::-1] if hands and "9" in str(hands[(seat or 0) - 1]) else items


def _loose(was: AnyGame, text: str) -> AnyAction:
    return was.parse_action(text.strip(" "))


def _deaf(was: AnyGame, state: Any, action: Any) -> tuple[Violation, ...]:
    """Takes what looks like an action for one."""
    return was.violations(state, action) if type(action) in was.Action else (Violation("tausend.phase"),)


BROKEN: dict[str, list[tuple[str, Callable[[AnyGame], AnyGame]]]] = {
    "listing": [
        ("misses one", every(lambda items: Lists(items[:-1]), "legal_actions")),
        ("has one twice", every(lambda items: Lists([*items, *items[:1]]), "legal_actions")),
        ("lists what is illegal", every(lambda items: Lists([*items, tausend.Bid(0, 605)]), "legal_actions")),
        ("a judge that lets everything pass", instead("violations", lambda *_: ())),
        ("is_legal that says yes", instead("is_legal", lambda *_: True)),
        ("actors that are none", instead("actors", lambda *_: ())),
    ],
    "seats": [
        ("all for every seat", instead("legal_actions", lambda was, state, seat=None: was.legal_actions(state))),
        ("a seat that is not there", instead("view", lambda was, state, seat: was.view(state, 0 if seat else seat))),
        ("a dealer that is not there", instead("start", lambda was, rules, dealer: was.start(rules, dealer % 3))),
    ],
    "dead_ends": [
        ("nobody acts", every(lambda seats: seats[:0], "actors")),
        ("in another order", every(lambda seats: seats[::-1] if len(seats) > 1 else (*seats, *seats), "actors")),
        ("a seat that is not there", every(lambda seats: (*seats, 9) if seats else (), "actors")),
        ("nothing to do", instead("legal_actions", lambda *_: ())),
    ],
    "chance": [
        ("after somebody has won", instead("score", _winner)),
        ("always", instead("shuffle", lambda was, state, rng: was.shuffle(was.start(tausend.Rules(), 0), rng))),
        ("by no seed", instead("shuffle", lambda was, state, rng: was.shuffle(state, random.Random()))),
        ("no deal", instead("shuffle", lambda was, state, rng: was.shuffle(state, rng) and tausend.Pass(0))),
    ],
    "random_players": [("never passes", instead("choose", lambda was, state, rng: tausend.Bid(0, 600)))],
    "ends": [("is never scored", every(lambda score: attrs.evolve(score, sheet=()), "score"))],
    "apply": [
        ("by how often it is called", instead("apply", _counted)),
        ("changes the state", instead("apply", _changing)),
        ("refuses", instead("apply", lambda was, state, action: was.apply(state, tausend.Pass(9)))),
        ("loses a card", every(lambda places: {**places, "p1": Cards()}, "places")),
    ],
    "refusals": [
        ("applies what is illegal", instead("apply", _blind)),
        ("tells the state", instead("apply", _talking)),
        ("names a rule twice", every(lambda broken: broken + broken[:1], "violations")),
        ("names no rule of its own", every(lambda broken: (Violation("x.y"),) if broken else (), "violations")),
        ("names none in the book", every(lambda broken: (Violation("tausend.x"),) if broken else (), "violations")),
        ("tells less", every(lambda broken: broken[:1], "violations")),
    ],
    "malformed": [
        ("knows anything", instead("violations", _deaf)),
        ("lists what it takes for equal", every(Lists, "legal_actions")),
        ("is legal", instead("is_legal", lambda *_: True)),
    ],
    "conservation": [
        ("loses a card", every(lambda places: dict(list(places.items())[1:]), "places")),
        ("cannot be", instead("check", lambda was, state: was.check(None))),
    ],
    "sheet": [
        ("counts wrong", every(lambda score: attrs.evolve(score, totals=(1, *score.totals[1:])), "score")),
        ("is rewritten", instead("score", _rewritten)),
        ("by a rule of no book", every(lambda score: attrs.evolve(score, sheet=_by_another(score.sheet)), "score")),
    ],
    "hidden": [
        ("a view of another hand", instead("view", _peeping)),
        ("a listing by another hand", instead("legal_actions", _leaking)),
        ("who may act by another hand", instead("actors", _acting)),
        ("a judge by another hand", instead("violations", _judging)),
        ("all that is done", instead("redact", _whole)),
        ("a hand that is dealt", instead("redact", _dealt_twice)),
        ("JSON of another hand", lambda was: _wordless(instead("redact", _secret)(was))),
        ("a text of another hand", lambda was: _wordless(instead("redact", _peeping_noise)(was))),
        ("words by another hand", _telling),
        ("words by another hand, afterwards", _telling_afterwards),
        ("choices by another hand", _offering),
    ],
    "redacted": [
        ("other seats", instead("redact", _elsewhere_named)),
        ("what is illegal", instead("redact", _unasked)),
        ("no reason", instead("redact", _excused)),
        ("another action", instead("redact", lambda *_: tausend.Pass(0))),
        ("of no class of the game", instead("redact", lambda was, action, state, seat: _Noise(action))),
        ("a seat that is not there", instead("redact", lambda was, action, state, seat: shown(was, action, state, 0))),
        ("any action", instead("redact", lambda was, action, *_: action)),
    ],
    "followed": [
        ("a hand that is dealt", instead("redact", _dealt_twice)),
        ("all that is done", instead("redact", _whole)),
        ("nobody's gift", instead("redact", _public)),
        ("a widow in secret", instead("redact", _untold)),
        ("a view of another hand", instead("view", _peeping)),
        ("a gift forgotten", instead("view", _forgetting)),
        ("a widow too early", instead("view", _early)),
        ("hands that were left", instead("view", _remembering)),
    ],
    "text": [
        ("spaces are dropped", instead("parse_action", _loose)),
        ("reads another", every(lambda action: tausend.Pass(0), "parse_action")),
    ],
    "json": [("a view of another class", instead("view", lambda was, state, seat: was.score(state)))],
    "copies": [("a view that is itself alone", instead("view", lambda *_: Alone()))],
    "frozen": [("a score that can be set", every(lambda score: Loose(score.totals, score.winners), "score"))],
    "sequence": [
        ("is a list", every(list, "legal_actions")),
        ("can be added to", every(Open, "legal_actions")),
        ("in another order each time", instead("legal_actions", lambda was, *args: _shuffled(was, *args))),
        ("hashes by where it is", every(lambda items: Placed(items), "legal_actions")),
    ],
    "records": [
        ("is not registered", lambda was: attrs.evolve(was)),
        ("has another name", lambda was: attrs.evolve(was, name="taroc")),
    ],
    "rulebook": [("a book with holes", lambda was: attrs.evolve(was, rulebook=lambda: _holed(was)))],
}


def _by_another(sheet: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    return tuple([attrs.evolve(line, rule="tausend.x") for line in sheet])


def _shuffled(was: AnyGame, *args: Any) -> Sequence[AnyAction]:
    items = list(was.legal_actions(*args))
    chance.shuffle(items)
    return tuple(items)


chance = random.Random(1)


def _holed(was: AnyGame) -> Any:
    book: Any = was.rulebook()
    rules = {name: attrs.evolve(rule, source="") for name, rule in book.rules.items()}
    return attrs.evolve(book, rules=rules)


class Placed(tuple[AnyAction, ...]):
    """A listing that hashes by where it is."""

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)


@attrs.frozen(eq=False)
class Alone:
    """Equal to itself alone."""


@attrs.define(hash=True)
class Loose:
    """A score that can be changed."""

    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()
    sheet: tuple[ScoreLine, ...] = ()


FAULTS = [(promise, fault, change) for promise, faults in BROKEN.items() for fault, change in faults]


@pytest.mark.parametrize(("promise", "change"), [(p, c) for p, _, c in FAULTS], ids=[f"{p}, {f}" for p, f, _ in FAULTS])
def test_a_broken_promise_is_noticed(promise: str, change: Callable[[AnyGame], AnyGame]) -> None:
    broken = change(GAMES["tausend"])
    quick = settings(
        max_examples=60, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )

    @quick
    @given(matches(broken, 60, corners=cast("Any", corners_of(GAMES["tausend"]))))
    def holds(playout: Any) -> None:
        # what is played, and what is shown of a state, is the game's own where the fault is elsewhere
        PROMISES[promise](playout)

    with pytest.raises((BrokenPromise, ValueError, TypeError, AttributeError, KeyError)):
        holds()


def _drawn_by_all(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    """A draw shows its card to all."""
    seen = type(action) is duizenden.Draw and state.stock
    return duizenden.SeenDraw(action.seat, state.stock[0]) if seen else shown(was, action, state, seat)


def _blind_draw(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    """Nobody sees what it draws."""
    return action if type(action) is duizenden.Draw else shown(was, action, state, seat)


def _top_for_all(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    """A reshuffle shows its first card to all."""
    known = type(action) is duizenden.Reshuffle
    return duizenden.SeenReshuffle(action.cards[0]) if known else shown(was, action, state, seat)


def _top_for_nobody(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    known = type(action) is duizenden.Reshuffle
    return duizenden.SeenReshuffle(None) if known else shown(was, action, state, seat)


def _penalty_for_all(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    """A card drawn as a penalty is seen by all."""
    seen = shown(was, action, state, getattr(action, "whom", None))
    return seen if type(seen) is duizenden.SeenChallenge else shown(was, action, state, seat)


def _penalty_for_nobody(was: AnyGame, action: Any, state: Any, seat: int | None) -> AnyAction:
    return action if type(action) is duizenden.Challenge else shown(was, action, state, seat)


def _next_card(was: AnyGame, state: Any, seat: int | None) -> Any:
    """The top of the stock is seen."""
    seen: Any = was.view(state, seat)
    return attrs.evolve(seen, pot=(*seen.pot, state.stock[0])) if getattr(state, "stock", ()) else seen


DUIZENDEN_FAULTS: dict[str, tuple[tuple[str, ...], Callable[[AnyGame], AnyGame]]] = {
    "draws seen by all": (("hidden", "followed"), instead("redact", _drawn_by_all)),
    "draws seen by nobody": (("followed",), instead("redact", _blind_draw)),
    "a reshuffle seen by all": (("hidden", "followed"), instead("redact", _top_for_all)),
    "a reshuffle seen by nobody": (("followed",), instead("redact", _top_for_nobody)),
    "a penalty seen by all": (("hidden", "followed"), instead("redact", _penalty_for_all)),
    "a penalty seen by nobody": (("followed",), instead("redact", _penalty_for_nobody)),
    "the next card": (("hidden", "followed"), instead("view", _next_card)),
}


@pytest.mark.parametrize(
    ("promise", "change"),
    [(promise, change) for promises, change in DUIZENDEN_FAULTS.values() for promise in promises],
    ids=[f"{promise}, {fault}" for fault, (promises, _) in DUIZENDEN_FAULTS.items() for promise in promises],
)
def test_a_leak_of_the_stock_is_noticed(promise: str, change: Callable[[AnyGame], AnyGame]) -> None:
    was = GAMES["duizenden"]
    broken = change(was)
    rules = duizenden.Rules(players=3, last_card_call=duizenden.Draws(), last_card="free")
    for seed in range(150):
        for start in ("last", "empty"):
            try:
                PROMISES[promise](Playout(broken, rules, start, seed, 30, corners_of(was)))
            except BrokenPromise:
                return
    pytest.fail("nothing was noticed")


def test_every_promise_has_faults_that_break_it() -> None:
    assert set(BROKEN) == set(PROMISES)


def test_a_broken_promise_says_how_to_see_it_again() -> None:
    broken = every(lambda items: Lists(items[:-1]), "legal_actions")(GAMES["tausend"])
    with pytest.raises(BrokenPromise) as caught:
        check_game(broken, corners_of(GAMES["tausend"]), ["listing"])
    notes = "\n".join(caught.value.__notes__)
    assert "Playout(" in notes
    text = notes[notes.index("Playout(") :].strip().rstrip(",)")
    assert "game=game('tausend')" in text
    assert "seed=" in text


def test_cards_are_found_wherever_they_are() -> None:
    ace, joker = Card.parse("As"), Card.parse("Jk")
    assert cards_in((ace, [Cards.parse("2c2c")], {joker: "9h"}, None, 3, "Ks")) == Cards.parse("2cAsJk")
    assert cards_in(_Laden(Cards([ace]), (1, 2))) == Cards([ace])
    left = tausend.start()
    state = tausend.apply(left, tausend.shuffle(left, random.Random(1)))
    assert cards_in(state) == tausend.deck(tausend.Rules())
    assert isinstance(state, tausend.Bidding)
    assert cards_in(tausend.view(state, 0)) == state.hands[0]
    assert cards_in(tausend.view(state, None)) == NO_CARDS


@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_can_be_put_to_a_playout(promise: str) -> None:
    """As a broken one is seen again."""
    PROMISES[promise](Playout(game=GAMES["tausend"], rules=tausend.Rules(), start="late", seed=7, most=40))


# -- the strategies


@pytest.mark.parametrize("name", BUILT_IN)
@given(data=st.data())
@settings(max_examples=30)
def test_the_strategies_draw_what_they_say(name: str, data: st.DataObject) -> None:
    any_game = GAMES[name]
    rules = data.draw(configs(any_game))
    assert type(rules) is any_game.Rules
    playout = data.draw(matches(any_game, 30, st.just(rules)))
    assert playout.rules == rules
    assert len(playout.actions) <= 30
    state = data.draw(states(any_game, 30))
    assert type(state) in any_game.State
    action = data.draw(actions(any_game, state))
    assert type(action) in any_game.Action
    assert any_game.violations(state, action) != (ACTION,)
    record = data.draw(records(any_game, 30))
    assert isinstance(record, Record)
    assert validate(record).verdict == "legal"


@given(records(game("tausend"), 200, sound=False))
def test_a_damaged_record_can_be_judged(record: Record) -> None:
    assert validate(record).verdict in ("legal", "illegal", "misscored")


@pytest.mark.parametrize("verdict", ["illegal", "misscored"])
def test_some_records_are_damaged(verdict: str) -> None:
    found = []

    @settings(max_examples=200, derandomize=True, database=None, phases=[Phase.generate])
    @given(records(game("tausend"), 200, sound=False))
    def draw(record: Record) -> None:
        found.append(validate(record).verdict)

    draw()
    assert found.count(cast("Any", verdict)) > 10


def drawn(name: str, most: int) -> list[Any]:
    """The playouts that the strategy draws by itself."""
    found: list[Any] = []

    @settings(max_examples=400, derandomize=True, database=None, phases=[Phase.generate])
    @given(matches(GAMES[name], most))
    def draw(playout: Any) -> None:
        found.append(playout)

    draw()
    return found


def test_rare_things_happen_in_tausend() -> None:
    met = Counter[str]()
    for playout in drawn("tausend", 100):
        for state in playout.states:
            met[type(state).__name__] += 1
        sheet = tausend.score(playout.states[-1]).sheet
        met.update({line.rule for line in sheet})
        met["third stroke"] += any([line.rule == "tausend.null" and line.points < 0 for line in sheet])
        left = {state.match.previous.ending for state in playout.states if state.match.previous}
        met.update(left)
    scored = ("barrel.enter", "barrel.fall", "barrel.win", "null", "555", "win")
    wanted = (*[f"tausend.{rule}" for rule in scored], "nines", "poor_widow", "surrendered", "third stroke", "Over")
    assert {what: met[what] for what in wanted if met[what] < 2} == {}


def test_rare_things_happen_in_duizenden() -> None:
    met = Counter[str]()
    for playout in drawn("duizenden", 30):
        for state, action, _ in playout.steps:
            met[type(action).__name__] += 1
            if isinstance(state, duizenden.Drawing):
                met["empty stock"] += not state.stock
                met["no pot"] += not state.pot
            if isinstance(state, duizenden.Melding):
                hand = state.hands[state.turn]
                met["queens alone"] += hand <= Cards.parse("QsQs")
                met["large hand"] += len(hand) > 40
    wanted = (
        "EndTurn",
        "Challenge",
        "Last",
        "Exchange",
        "Reshuffle",
        "empty stock",
        "no pot",
        "queens alone",
        "large hand",
    )
    assert {what: met[what] for what in wanted if met[what] < 2} == {}


def test_a_playout_is_the_same_each_time() -> None:
    rules = tausend.PRESETS["standard"]
    one, two = [Playout(game("tausend"), rules, "late", 7, 90) for _ in range(2)]
    assert one == two
    assert one.states == two.states
    assert len(one.states) == len(one.actions) + 1 == len(one.steps) + 1
    assert one != Playout(game("tausend"), rules, "late", 8, 90)
    again: Any = eval(repr(one), {"Playout": Playout, "game": game, "Rules": tausend.Rules, "Barrel": tausend.Barrel})  # noqa: S307
    assert again == one


# -- values that arrive elsewhere

REBUILD = """
import pickle, sys
from test_contract import values_of
arrived = pickle.load(sys.stdin.buffer)
built = values_of(sys.argv[1])
assert len(arrived) == len(built) > 100
for one, two in zip(arrived, built):
    assert one == two and hash(one) == hash(two) and {one: 1}[two] == 1, type(one)
print("the same", hash("the same"))
"""


def values_of(name: str) -> list[object]:
    """States, actions, scores, views, violations and listings, the rules too, of a playout."""
    any_game = GAMES[name]
    corners = corners_of(any_game)
    playout = Playout(any_game, list(any_game.PRESETS.values())[-1], list(corners.starts)[-1], 5, 90)
    values: list[object] = [playout.rules]
    for state, action, _ in playout.steps:
        values += [state, action, any_game.score(state), any_game.view(state, 0)]
        if len(any_game.legal_actions(state)) < 300:
            values.append(any_game.legal_actions(state))
        tried: Iterable[AnyAction] = list(corners.candidates(state, playout.rng()))[:2000:97]
        values += [any_game.violations(state, other) for other in tried]
        hash(state)  # whatever it keeps of its hash must stay here
    return values


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_an_unpickled_value_equals_and_hashes_as_one_built_there(name: str, seed: str) -> None:
    values = values_of(name)
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", REBUILD, name],
        input=pickle.dumps(values),
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(b"the same"), done.stderr.decode()
    assert done.stdout != f"the same {hash('the same')}\n".encode()
