"""What every game promises, as a suite that any registered game can be put to.

A promise is a function of a `Playout`, a random match that can be repeated: where it is broken it
raises `BrokenPromise`, and the playout that Hypothesis shows is all that is needed to see it again:

    PROMISES["listing"](Playout(game=game("tausend"), rules=Rules(…), start="late", seed=7, most=40))
"""

# ruff: noqa: S301  # the pickles are made here
from __future__ import annotations

import copy
import io
import json
import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import islice
from operator import or_
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias, cast

import attrs
from hypothesis import HealthCheck, currently_in_test_context, event, given, settings

from cardrules import records, rulebook, sampling, wire
from cardrules.cards import Cards
from cardrules.errors import MalformedInput
from cardrules.registry import GAMES, A, AnyAction, AnyGame, AnyRules, AnyState, Game, R, S, V
from cardrules.scoresheet import Score
from cardrules.testing import hostile
from cardrules.testing.corners import AnyCorners, Corners, corners_of
from cardrules.testing.knowledge import Known, cards_in
from cardrules.testing.playouts import FROM_STATE, AnyPlayout, from_state
from cardrules.testing.strategies import matches
from cardrules.verdict import ACTION, IllegalAction, Violation
from cardrules.wording import LANGS

Promise: TypeAlias = Callable[[AnyPlayout], None]

_JUDGED: Final = 2
"""How many states of a playout meet every candidate."""
_LISTED: Final = 1500
"""Listings of more actions are looked at only so far."""
_TRIED: Final = 60
"""So many of many actions are tried."""
_FIRST: Final = 300
"""So many of many listed actions are looked at closely."""


class BrokenPromise(AssertionError):
    """A game does not do what every game promises."""


def check_game(
    game: Game[R, S, A, V],
    corners: Corners[R, S, A] | None = None,
    promises: Iterable[str] | None = None,
) -> None:
    """Puts a registered game to the promises that every game makes (else to those named), each over
    as many random matches as the Hypothesis profile in force says.

    `corners` is what is known of the game beside the game itself, such as configs of all kinds and
    tables on which something rare is about to happen; without it, what can be derived.
    Raises BrokenPromise, with the match in which it is broken, or whatever the game raises.
    """
    # a suite that is written once hands a game only what it got from that game
    known = cast("AnyCorners", corners or corners_of(game))
    any_game = cast("AnyGame", game)
    for name in PROMISES if promises is None else promises:
        _check(any_game, known, name)


def _check(game: AnyGame, corners: AnyCorners, name: str) -> None:
    promise, most = _PROMISES[name]

    def holds(playout: AnyPlayout) -> None:
        promise(playout)

    # Hypothesis keeps what failed, and seeds a run that is not random, by the name
    holds.__name__ = holds.__qualname__ = re.sub(r"\W", "_", f"{game.name} keeps {name}")
    # how long an example takes says something of the machine
    steady = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    steady(given(matches(game, most, corners=corners))(holds))()


_PROMISES: Final[dict[str, tuple[Promise, int]]] = {}
"""Each with the longest playout that it is put to."""


def _promise(name: str, most: int = 80) -> Callable[[Promise], Promise]:
    def register(promise: Promise) -> Promise:
        _PROMISES[name] = promise, most
        return promise

    return register


def _fail(message: str) -> NoReturn:
    raise BrokenPromise(message)


def _met(what: str) -> None:
    """Counts what was met, for Hypothesis; a promise may be put to a playout without it."""
    if currently_in_test_context():
        event(what)


def _shown(action: object) -> str:
    return f"the action {action!r}"


# -- who can do what


def _is_over(game: AnyGame, state: AnyState) -> bool:
    return bool(game.score(state).winners)


def _awaits_chance(game: AnyGame, state: AnyState) -> bool:
    return not game.actors(state) and not _is_over(game, state)


def _is_chance(action: AnyAction) -> bool:
    return not hasattr(action, "seat")


def _seat(action: AnyAction) -> int:
    # every player's action has a seat
    return cast("int", cast("Any", action).seat)


def _items(game: AnyGame, state: AnyState, most: int = _LISTED) -> list[AnyAction]:
    return list(islice(game.legal_actions(state), most))


@_promise("listing")
def listing_and_judge(playout: AnyPlayout) -> None:
    """An action is listed if, and only if, it breaks no rule; chance actions are judged and never listed."""
    game, corners = playout.game, playout.corners
    rng = playout.rng()
    for state in playout.some(_JUDGED):
        _met(type(state).__name__)
        listing, items = game.legal_actions(state), _items(game, state, _LISTED + 1)
        every = len(items) <= _LISTED
        listed, alike = set(items), {corners.alike(state, item) for item in items}
        if not len(items) == len(listed) == len(alike):
            _fail("the listing has an action twice, or two that stand for each other")
        if items and not game.actors(state):
            _fail("there are legal actions where nobody can act")
        for action in corners.candidates(state, rng):
            legal = not game.violations(state, action)
            if game.is_legal(state, action) != legal:
                _fail(f"is_legal and violations do not agree on {_shown(action)}")
            if _is_chance(action):
                if action in listing or (legal and not _awaits_chance(game, state)):
                    _fail(f"{_shown(action)} is listed, or is legal where no chance action is awaited")
                continue
            if (action in listing) != legal or (action in listed and not legal):
                _fail(f"{_shown(action)} breaks {game.violations(state, action)}: the listing does not agree")
            if legal and (_seat(action) not in game.actors(state)):
                _fail(f"{_shown(action)} is legal for a seat that cannot act")
            if legal and every and corners.alike(state, action) not in alike:
                _fail(f"{_shown(action)} is legal, and the listing does not show it")
        for action in items[:_FIRST]:
            if game.violations(state, action) or action not in listing:
                _fail(f"{_shown(action)} is listed, and breaks {game.violations(state, action)}")


@_promise("seats")
def listings_by_seat(playout: AnyPlayout) -> None:
    """The listing of a seat is the part of the listing with that seat; seats that are not there are refused."""
    game, players = playout.game, playout.rules.players
    for state in playout.some(6):
        items = _items(game, state)
        for seat in range(players):
            part = game.legal_actions(state, seat)
            own = [action for action in items if _seat(action) == seat]
            if len(items) < _LISTED and list(part) != own:
                _fail(f"the listing of seat {seat} is another than that of the state has for it")
            if any([(action in part) != (_seat(action) == seat) for action in items[:50]]):
                _fail(f"the listing of seat {seat} does not know what is its own")
        for wrong in (-1, players, 10**100):
            _refused(game.legal_actions, state, wrong)
            _refused(game.view, state, wrong)
            _refused(game.start, playout.rules, wrong)


def _refused(ask: Callable[..., object], *given: object) -> None:
    """Asking raises ValueError, and none of an action that is illegal."""
    try:
        ask(*given)
    except IllegalAction:
        pass
    except ValueError:
        return
    _fail(f"{getattr(ask, '__name__', ask)} takes {given[-1]!r}, for which there should be a ValueError")


@_promise("dead_ends", 150)
def no_dead_ends(playout: AnyPlayout) -> None:
    """Until the match is over somebody can act or chance is awaited, and the seats that may act are known."""
    for state in playout.states:
        _no_dead_end(playout.game, state, playout.rules.players)


def _no_dead_end(game: AnyGame, state: AnyState, players: int) -> None:
    actors = game.actors(state)
    if list(actors) != sorted({*actors} & {*range(players)}):
        _fail(f"the actors {actors} are not some of the seats, ascending")
    if actors and _is_over(game, state):
        _fail("somebody can act after the end")
    if actors and not any([bool(game.legal_actions(state, seat)) for seat in actors]):
        _fail("no actor has a legal action")
    if not actors and game.legal_actions(state):
        _fail("there are legal actions where nobody can act")


@_promise("chance")
def chance(playout: AnyPlayout) -> None:
    """A shuffle is legal where one is awaited, the same for the same seed, and elsewhere a ValueError."""
    game = playout.game
    for state in playout.some(6):
        if not _awaits_chance(game, state):
            _refused(game.shuffle, state, random.Random(1))
            continue
        action = game.shuffle(state, random.Random(playout.seed))
        if game.violations(state, action) or not _is_chance(action):
            _fail(f"the shuffle {_shown(action)} is no legal chance action")
        if game.shuffle(state, random.Random(playout.seed)) != action:
            _fail("two shuffles with one seed differ")


@_promise("random_players")
def random_players(playout: AnyPlayout) -> None:
    """The game's own random player makes a legal move wherever somebody can act."""
    game = playout.game
    for state in playout.some(8):
        if game.actors(state):
            action = game.choose(state, playout.rng())
            if game.violations(state, action):
                _fail(f"the random player chose {_shown(action)}, which breaks {game.violations(state, action)}")


@_promise("ends", 1)
def deals_come_to_an_end(playout: AnyPlayout) -> None:
    """A deal among the game's own random players ends and is scored."""
    record = sampling.sample(playout.game, playout.rules, playout.rng(), deals=1)
    if len(record.scores) != 1 and len(record.actions) < sampling.ENDLESS:
        _fail(f"a deal of {len(record.actions)} actions was not scored")


# -- apply


@_promise("apply")
def apply_is_pure(playout: AnyPlayout) -> None:
    """Every listed action applies, to the same effect each time, changes no value, and leads to no dead end."""
    game = playout.game
    rng = playout.rng()
    for state in playout.some(5):
        before = pickle.dumps(state), repr(state)
        for action in _legal(playout, state, rng):
            after = game.apply(state, action)
            again = game.apply(copy.deepcopy(state), copy.deepcopy(action))
            if after != again or hash(after) != hash(again) or repr(after) != repr(again):
                _fail(f"{_shown(action)} leads to one state and then to another")
            _no_dead_end(game, after, playout.rules.players)
            _conserved(game, playout.rules, after)
        if (pickle.dumps(state), repr(state)) != before:
            _fail("an action changed the state in which it was applied")


def _legal(playout: AnyPlayout, state: AnyState, rng: random.Random) -> list[AnyAction]:
    """Some of the actions that are legal, chance actions too."""
    game = playout.game
    actions = _items(game, state)
    if _awaits_chance(game, state):
        tried = playout.corners.candidates(state, rng)
        legal = [action for action in tried if _is_chance(action) and game.is_legal(state, action)]
        actions = [game.shuffle(state, rng), *legal]
    return rng.sample(actions, min(_TRIED, len(actions)))


@_promise("refusals")
def illegal_actions_are_refused(playout: AnyPlayout) -> None:
    """An illegal action raises IllegalAction, with rules that have names and reasons, and changes nothing."""
    game = playout.game
    rng = playout.rng()
    for state in playout.some(_JUDGED):
        before = pickle.dumps(state), repr(state)
        tried = list(playout.corners.candidates(state, rng))
        for action in rng.sample(tried, min(400, len(tried))):
            broken = game.violations(state, action)
            if broken:
                _named(game, broken)
                error = _refusal(game, state, action, broken)
                if rng.random() < 0.1:
                    _error_travels(error)
        if (pickle.dumps(state), repr(state)) != before:
            _fail("an action that was refused changed the state")


def _refusal(game: AnyGame, state: AnyState, action: Any, broken: tuple[Violation, ...]) -> IllegalAction:
    try:
        game.apply(state, action)
    except IllegalAction as error:
        if error.action is not action or error.state is not state or error.violations != broken:
            raise BrokenPromise("the error is about another action, state or rule") from error
        return error
    _fail("an illegal action was applied")


def _error_travels(error: IllegalAction) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        same = (twin.action, twin.state, twin.violations) == (error.action, error.state, error.violations)
        if type(twin) is not type(error) or not same or str(twin) != str(error):
            _fail("an error changes when it is copied")
    for text in (str(error), repr(error)):
        if repr(error.state) in text or not text.isprintable():
            _fail("an error shows the state, which holds all hands")


def _named(game: AnyGame, broken: Sequence[Violation]) -> None:
    names = [violation.rule for violation in broken]
    if len(set(names)) != len(names):
        _fail(f"a rule is named twice: {names}")
    book = game.rulebook()
    for violation in broken:
        if violation != ACTION and not violation.rule.startswith(f"{game.name}."):
            _fail(f"the rule {violation.rule!r} does not begin with the name of the game")
        if book is not None and violation != ACTION:
            _explained(violation, book)


def _explained(violation: Violation, book: rulebook.Rulebook) -> None:
    if violation.rule not in book.rules:
        _fail(f"the rulebook has no rule {violation.rule!r}")
    for lang in LANGS:
        reason = violation.explain(lang)
        if not reason or not reason.isprintable() or "{" in reason or reason == violation.rule:
            _fail(f"the reason for {violation} is {reason!r}")


@_promise("malformed")
def no_action_at_all(playout: AnyPlayout) -> None:
    """A value that is no action of the game breaks the rule cardrules.action, and no other, in any state."""
    game = playout.game
    rng = playout.rng()
    for state in playout.some(_JUDGED):
        listing = game.legal_actions(state)
        wrong = [*_malformed(game, playout.corners), state, playout.rules]
        value: Any
        for value in rng.sample(wrong, min(400, len(wrong))):
            if game.violations(state, value) != (ACTION,) or game.is_legal(state, value):
                _fail(f"{hostile.described(value)} breaks {game.violations(state, value)}, not cardrules.action alone")
            if (value in listing) is not False:
                _fail(f"{hostile.described(value)} is in the listing")
            error = _refusal(game, state, value, (ACTION,))
            if "cardrules.action" not in str(error) or "cardrules.action" not in repr(error):
                _fail("the error does not name the rule")


@cache
def _malformed(game: AnyGame, corners: AnyCorners) -> tuple[object, ...]:
    rng = random.Random(2417)
    first = next(iter(corners.starts.values()))
    examples = corners.candidates(first(next(iter(game.PRESETS.values())), rng), rng)
    return (*hostile.malformed(game.Action, examples), *corners.malformed())


# -- what lies on the table, and the score


@_promise("conservation", 120)
def cards_are_conserved(playout: AnyPlayout) -> None:
    """In every state each card of the deck is in one place, and the game itself accepts the state."""
    for state in playout.states:
        _conserved(playout.game, playout.rules, state)
        playout.game.check(state)


def _conserved(game: AnyGame, rules: AnyRules, state: AnyState) -> None:
    if sum(game.places(state).values(), Cards()) != game.deck(rules):
        _fail("the cards are not those of the deck")


@_promise("sheet", 400)
def the_sheet_adds_up(playout: AnyPlayout) -> None:
    """The lines of a seat add up to its total; the sheet only grows; winners are there at the end alone."""
    game, players = playout.game, playout.rules.players
    before = Score((0,) * players)
    for number, state in enumerate(playout.states):
        score = game.score(state)
        if number and score == before:
            continue
        _adds_up(game, score, players)
        if score.sheet[: len(before.sheet)] != before.sheet:
            _fail("lines of the sheet were changed")
        if score.winners and (number + 1 < len(playout.states) or {*score.winners} - {*range(players)}):
            _fail("there are winners before the end, or winners that do not play")
        before = score


def _adds_up(game: AnyGame, score: Score, players: int) -> None:
    book = game.rulebook()
    sums = Counter[int]()
    deal = 0
    for line in score.sheet:
        sums[line.seat] += line.points
        if line.deal not in (deal, deal + 1) or (book is not None and line.rule not in book.rules):
            _fail(f"the line {line} is of no deal in order, or of a rule that the rulebook does not know")
        deal = line.deal
    if score.totals != tuple([sums[seat] for seat in range(players)]) or {*sums} - {*range(players)}:
        _fail(f"the totals {score.totals} are not what the sheet adds up to")


def check_state(game: AnyGame, rules: AnyRules, state: AnyState) -> None:
    """What is promised of each state by itself: who may act, where the cards are, that the score adds up.

    Raises BrokenPromise.
    """
    _no_dead_end(game, state, rules.players)
    _conserved(game, rules, state)
    _adds_up(game, game.score(state), rules.players)


# -- what a seat may not know


@_promise("hidden", 100)
def nothing_hidden_is_shown(playout: AnyPlayout) -> None:
    """Two matches that differ only in what a seat may not know are the same to it: its view, what it is
    shown of each action, its legal actions and what they are called, the choices that it has, the rules
    that its actions break, who may act, the score."""
    corners = playout.corners
    if corners.elsewhere is None:
        return
    rng = playout.rng()
    seats = range(playout.rules.players)
    for seat in (None, *rng.sample(seats, min(3, len(seats)))):
        for _ in range(10):
            twin = corners.elsewhere(playout.states, playout.actions, seat, rng)
            if twin is not None:
                _cannot_be_told(playout, *twin, seat, rng)
                break


def _cannot_be_told(
    playout: AnyPlayout, twins: Sequence[AnyState], others: Sequence[AnyAction], seat: int | None, rng: random.Random
) -> None:
    game, lang = playout.game, rng.choice(LANGS)
    pairs = [pair for pair in zip(playout.states, twins, strict=False) if pair[0] != pair[1]]
    for state, twin in pairs:
        _alike(game, state, twin, seat)
        _met(f"{type(state).__name__}, {'spectator' if seat is None else 'seat'}")
    for step in zip(playout.states, playout.actions, twins, others, strict=False):
        _shown_alike(game, *step, seat, lang)
    # the last differ no more where a deal has ended since
    for state, twin in pairs[-1:]:
        _same_json(game.view(state, seat), game.view(twin, seat))
        _judged_alike(playout, state, twin, seat, rng)
        if seat is not None:
            _offered_alike(game, state, twin, seat, rng)


def _alike(game: AnyGame, state: AnyState, twin: AnyState, seat: int | None) -> None:
    mine, other = game.view(state, seat), game.view(twin, seat)
    if mine != other or repr(mine) != repr(other) or hash(mine) != hash(other):
        _fail(f"seat {seat} sees {mine} or {other}, by what it may not know")
    if game.actors(state) != game.actors(twin) or game.score(state) != game.score(twin):
        _fail("who may act, or the score, depends on what somebody may not know")
    if seat is None:
        return
    listings = game.legal_actions(state, seat), game.legal_actions(twin, seat)
    if list(islice(listings[0], _FIRST)) != list(islice(listings[1], _FIRST)):
        _fail(f"the legal actions of seat {seat} depend on what it may not know")


def _shown_alike(
    game: AnyGame,
    state: AnyState,
    action: AnyAction,
    twin: AnyState,
    other: AnyAction,
    seat: int | None,
    lang: str,
) -> None:
    """What the seat is shown of an action, as a value, as text, as JSON, in words."""
    if game.redact is None or (state is twin and action is other):
        return
    mine, yours = game.redact(action, state, seat), game.redact(other, twin, seat)
    same = mine == yours and type(mine) is type(yours) and hash(mine) == hash(yours)
    if not same or str(mine) != str(yours) or repr(mine) != repr(yours):
        _fail(f"seat {seat} is shown {mine!r} or {yours!r}, by what it may not know")
    if mine is not yours:
        _same_json(mine, yours)
    if game.describe is not None:
        moments = ((mine, state), (yours, twin), (mine, game.view(state, seat)))
        told = {game.describe(each, at, lang, told=True) for each, at in moments}
        if len(told) > 1:
            _fail(f"seat {seat} is told {' or '.join(told)}, by what it may not know")


def _same_json(mine: object, yours: object) -> None:
    if json.dumps(wire.dump(mine)) != json.dumps(wire.dump(yours)):
        _fail(f"the JSON of {mine!r} depends on what the seat may not know")


def _offered_alike(game: AnyGame, state: AnyState, twin: AnyState, seat: int, rng: random.Random) -> None:
    """What the seat can do, in words and by what it can choose."""
    own = list(islice(game.legal_actions(state, seat), _FIRST))
    some = rng.sample(own, min(10, len(own)))
    for action in some if game.describe is not None else ():
        for lang in LANGS:
            moments = (state, twin, game.view(state, seat))
            said = {cast("Any", game.describe)(action, at, lang) for at in moments}
            if len(said) > 1:
                _fail(f"{_shown(action)} is {' or '.join(said)}, by what seat {seat} may not know")
    if game.options is None:
        return
    choices: list[tuple[Cards, type | None]] = [(Cards(), None)]
    for action in some:
        cards = list(cards_in(action))
        choices.append((Cards(rng.sample(cards, rng.randint(0, len(cards)))), rng.choice((None, type(action)))))
    for chosen, kind in choices:
        one, two = [game.options(at, seat, chosen=chosen, kind=kind) for at in (state, twin)]
        if one.more != two.more or list(islice(one.now, _FIRST)) != list(islice(two.now, _FIRST)):
            _fail(f"what seat {seat} can do with {chosen} depends on what it may not know")


def _judged_alike(playout: AnyPlayout, state: AnyState, twin: AnyState, seat: int | None, rng: random.Random) -> None:
    game = playout.game
    own = [action for action in playout.corners.candidates(state, rng) if getattr(action, "seat", None) == seat]
    for action in rng.sample(own, min(_TRIED, len(own))):
        if game.violations(state, action) != game.violations(twin, action):
            _fail(f"what {_shown(action)} breaks depends on what the seat may not know")


@_promise("redacted")
def actions_can_be_redacted(playout: AnyPlayout) -> None:
    """What a seat is shown of a legal action is that action, or a value of its own class with the same
    seats; there is nothing for seats that are not there, and for actions that are not legal."""
    game, rng = playout.game, playout.rng()
    redact = game.redact
    if redact is None:
        return
    seats = (*range(playout.rules.players), None)
    for state, action, _ in playout.steps:
        seat = rng.choice(seats)
        seen = redact(action, state, seat)
        if type(seen) in game.Action:
            if seen != action:
                _fail(f"of {_shown(action)} seat {seat} is shown another action, {seen!r}")
            continue
        if type(seen) not in game.Seen or not str(seen) or not str(seen).isprintable():
            _fail(f"of {_shown(action)} seat {seat} is shown {seen!r}, which is no redacted action")
        if seen.seats != action.seats or getattr(seen, "seat", None) != getattr(action, "seat", None):
            _fail(f"{seen!r} names other seats than {_shown(action)}")
        _arrives(seen, _union((*game.Action, *game.Seen)))
        _copied(seen)
        _frozen(seen)
    for state in playout.some(_JUDGED):
        _refuses_to_redact(playout, state, rng)


def _refuses_to_redact(playout: AnyPlayout, state: AnyState, rng: random.Random) -> None:
    game = playout.game
    redact = cast("Any", game.redact)
    for action in _legal(playout, state, rng)[:1]:
        for wrong in (-1, playout.rules.players, 10**100, "0"):
            _refused(lambda seat, action=action: redact(action, state, seat), wrong)
    tried = list(playout.corners.candidates(state, rng))
    for action in rng.sample(tried, min(_TRIED, len(tried))):
        broken = game.violations(state, action)
        try:
            redact(action, state, rng.choice((0, None)))
        except IllegalAction as error:
            if not broken or error.violations != broken or error.action is not action:
                raise BrokenPromise(f"{_shown(action)} is refused for another reason than it has") from error
        else:
            if broken:
                _fail(f"{_shown(action)} is redacted, and breaks {broken}")


@_promise("followed", 150)
def views_follow_from_what_is_shown(playout: AnyPlayout) -> None:
    """What a seat is shown of the actions is enough to tell what its view holds, and neither names a card
    that the seat may not know."""
    if playout.game.redact is not None and playout.corners.follow is not None:
        for seat in (None, playout.rng().randrange(playout.rules.players)):
            _followed(playout, playout.game.redact, playout.corners.follow, seat)


def _followed(
    playout: AnyPlayout,
    redact: Callable[[AnyAction, AnyState, int | None], AnyAction],
    follow: Callable[[AnyState, int | None, Sequence[AnyAction]], Iterator[Known]],
    seat: int | None,
) -> None:
    game = playout.game
    log = [redact(action, state, seat) for state, action, _ in playout.steps]
    for at, (state, known) in enumerate(zip(playout.states, follow(playout.states[0], seat, log), strict=True)):
        view = game.view(state, seat)
        for name, value in known.shows.items():
            if getattr(view, name) != value:
                _fail(f"{name} of seat {seat} is {getattr(view, name)}; by what it was shown it should be {value}")
        fields = [field.name for field in attrs.fields(cast("Any", type(view)))]
        for name in fields:
            secret = cards_in(getattr(view, name)) - (known.left if name == "previous" else known.cards)
            if secret:
                _fail(f"{name} shows seat {seat} {secret}, which it may not know")
        secret = cards_in(log[at - 1]) - known.named if at else Cards()
        if secret:
            _fail(f"{log[at - 1]!r} shows seat {seat} {secret}, which it may not know")
        _met(f"{type(state).__name__}, {'spectator' if seat is None else 'seat'}")


# -- values


@_promise("text")
def actions_have_a_text(playout: AnyPlayout) -> None:
    """The text of an action is that of no other, and is read as that action."""
    game = playout.game
    rng = playout.rng()
    for action in playout.actions:
        _reads_back(game, action)
    for state in playout.some(_JUDGED):
        tried = list(playout.corners.candidates(state, rng))
        some = [action for action in rng.sample(tried, min(400, len(tried))) if not _is_chance(action)]
        for action in (*_items(game, state, _TRIED), *some):
            _reads_back(game, action)


def _reads_back(game: AnyGame, action: AnyAction) -> None:
    text = str(action)
    twin = game.parse_action(text)
    if twin != action or hash(twin) != hash(action) or str(twin) != text or type(twin) is not type(action):
        _fail(f"{_shown(action)} is written {text!r} and read as {twin!r}")
    if any([seat not in range(9) for seat in action.seats]):
        _fail(f"{_shown(action)} names seats that no text can name")
    for wrong in ("", text + " ", " " + text, text + " x", text[:-1] + "\n", text[1:]):
        try:
            game.parse_action(wrong)
        except MalformedInput:
            continue
        # a shorter text may be another action
        if wrong != text[1:]:
            _fail(f"{wrong!r} is read as an action")


@_promise("json")
def values_have_json(playout: AnyPlayout) -> None:
    """Configs, states, views, actions, scores and violations are the same after a way through JSON."""
    game, rules = playout.game, playout.rules
    rng = playout.rng()
    if wire.load_rules(game, _sent(wire.dump_rules(game, rules))) != rules:
        _fail("a config is not what was written")
    _arrives(rules, game.Rules)
    for state in playout.some(4):
        _arrives(state, _union(game.State))
        _arrives(game.score(state), Score)
        for seat in (None, rng.randrange(rules.players)):
            _arrives(game.view(state, seat), _union(game.View))
        tried = list(playout.corners.candidates(state, rng))
        for action in (*_items(game, state, 20), *_legal(playout, state, rng)[:5], *rng.sample(tried, 20)):
            if not _is_chance(action) or game.is_legal(state, action):
                _arrives(action, _union(game.Action))
            for violation in game.violations(state, action):
                _arrives(violation, Violation)


def _union(kinds: tuple[type, ...]) -> Any:
    return reduce(or_, kinds)


def _sent(value: object) -> Any:
    return json.loads(json.dumps(value))


def _arrives(value: object, kind: Any) -> None:
    _same(value, wire.load(_sent(wire.dump(value)), kind), "sent as JSON")


def _same(value: object, twin: object, how: str) -> None:
    if type(twin) is not type(value) or twin != value or hash(twin) != hash(value) or repr(twin) != repr(value):
        _fail(f"{value!r} is another value when it is {how}")


@_promise("copies")
def values_can_be_copied(playout: AnyPlayout) -> None:
    """Every value can be pickled and copied, and a copied state plays on like the original."""
    game = playout.game
    _copied(playout.rules)
    for state in playout.some(_JUDGED):
        for value in (state, game.score(state), game.view(state, None), game.view(state, 0)):
            _copied(value)
        for action in _items(game, state, 20):
            _copied(action)
        twin = pickle.loads(pickle.dumps(state))
        if list(islice(game.legal_actions(twin), _FIRST)) != _items(game, state, _FIRST):
            _fail("a copy of a state does not play on like it")
    for action in playout.actions[-3:]:
        _copied(action)


def _copied(value: object) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        _same(value, pickle.loads(pickle.dumps(value, protocol)), "pickled")
    _same(value, copy.copy(value), "copied")
    _same(value, copy.deepcopy(value), "copied in depth")


@_promise("frozen")
def values_are_frozen(playout: AnyPlayout) -> None:
    """No field of a config, state, action, view or score can be set or deleted."""
    game = playout.game
    values: list[object] = [playout.rules]
    for state in playout.some(4):
        values += [state, game.score(state), game.view(state, None), *_items(game, state, 5)]
    for value in values:
        _frozen(value)


def _frozen(value: object) -> None:
    hash(value)
    # every value is of an attrs class
    for name in [flag.name for flag in attrs.fields(cast("Any", type(value)))]:
        _raises(AttributeError, lambda: setattr(value, name, None))  # noqa: B023  # called at once
        _raises(AttributeError, lambda: delattr(value, name))  # noqa: B023


def _raises(kinds: type[Exception] | tuple[type[Exception], ...], do: Callable[[], object]) -> None:
    try:
        do()
    except kinds:
        return
    _fail(f"nothing is raised where {kinds} should be")


@_promise("sequence")
def the_listing_is_a_sequence(playout: AnyPlayout) -> None:
    """A listing is an immutable sequence in a fixed order; two are equal when they list the same."""
    game = playout.game
    short: list[tuple[Sequence[AnyAction], list[AnyAction]]] = []
    for state in playout.some(8):
        listing: Any = game.legal_actions(state)
        items = _items(game, state, _FIRST)
        some = range(0, len(items), 1 + len(items) // 5)
        if not isinstance(listing, Sequence) or bool(listing) != bool(items) or listing[2:9] != tuple(items[2:9]):
            _fail("the listing is no sequence of what it lists")
        if _items(game, state, _FIRST) != items or [listing[at] for at in some] != [items[at] for at in some]:
            _fail("the listing is in another order each time")
        if len(items) < _FIRST:
            _is_sequence(listing, items, some)
            again = game.legal_actions(copy.deepcopy(state))
            if listing != again or hash(listing) != hash(again) or list(again) != items:
                _fail("two listings of equal states differ")
            short.append((listing, items))
        first = items[0] if items else None
        for do in (
            lambda listing=listing, first=first: listing.__setitem__(0, first),
            lambda listing=listing: listing.__delitem__(0),
            lambda listing=listing: listing.append(None),
            lambda listing=listing: setattr(listing, "anything", 1),
        ):
            _raises((TypeError, AttributeError), do)
    for one, listed in short:
        for two, others in short:
            if (one == two) != (listed == others) or (one == two and hash(one) != hash(two)):
                _fail("listings are equal where they list other actions, or differ where they list the same")


def _is_sequence(listing: Any, items: list[AnyAction], some: Sequence[int]) -> None:
    size = len(items)
    if len(listing) != size or [listing[at - size] for at in some] != [items[at] for at in some]:
        _fail("the listing has another length than it lists")
    cuts = (slice(None), slice(1, 3), slice(None, None, -2), slice(-2, None), slice(5, 2), slice(9, 1, -1))
    if list(reversed(listing)) != items[::-1] or any([list(listing[cut]) != items[cut] for cut in cuts]):
        _fail("a part of the listing is not that part of what it lists")
    if any([listing.index(items[at]) != at or listing.count(items[at]) != 1 for at in some]):
        _fail("the listing does not know where an action stands in it")
    for beyond in (size, -size - 1):
        _raises(IndexError, lambda beyond=beyond: listing[beyond])  # type: ignore[misc]
    for unlisted in (object(), hostile.Agreeing()):
        _raises(ValueError, lambda unlisted=unlisted: listing.index(unlisted))  # type: ignore[misc]
        if listing.count(unlisted) or unlisted in listing:
            _fail("the listing knows what it does not list")


# -- tools


@_promise("records")
def records_are_judged(playout: AnyPlayout) -> None:
    """A match can be written down, read and judged: it is legal, and a wrong total is found."""
    game, rules = playout.game, playout.rules
    if GAMES.get(game.name) is not game:
        _fail(f"no game {game.name!r} is registered, or another: name it in the entry points {game.name!r}")
    dealer = playout.rng().randrange(rules.players)
    match = attrs.evolve(playout, corners=from_state(playout.corners, game.start(rules, dealer)), start=FROM_STATE)
    state = match.states[-1]
    record = sampling.recorded(game, rules, dealer, match.actions, state)
    file = io.BytesIO()
    records.write([record], file)
    (again,) = records.read(io.BytesIO(file.getvalue()))
    if again != record:
        _fail(f"a record is read as {again!r}")
    report, score = records.validate(record), game.score(state)
    if report.verdict != "legal" or report.totals != score.totals or report.winners != score.winners:
        _fail(f"a sound record is {report!r}")
    if record.scores:
        first = record.scores[0]
        wrong = attrs.evolve(record, scores=((first[0] + 5, *first[1:]), *record.scores[1:]))
        if records.validate(wrong).verdict != "misscored":
            _fail("a wrong total is not found")


@_promise("rulebook", 1)
def the_rulebook_fits(playout: AnyPlayout) -> None:
    """The rule sheet of a config has a text for every rule in force, in every language."""
    book = playout.game.rulebook()
    if book is None:
        return
    for lang in LANGS:
        for section in rulebook.sheet(book, playout.rules, lang):
            for rule in section.rules:
                texts = (section.title, rule.title, rule.text, rule.source)
                if not all(texts) or any(["{" in text for text in texts]):
                    _fail(f"the rule {rule.id} on the rule sheet in {lang!r} is {texts}")


PROMISES: Final[Mapping[str, Promise]] = MappingProxyType({name: promise for name, (promise, _) in _PROMISES.items()})
"""The promises by name, each a function of a playout that raises BrokenPromise where it is broken."""
