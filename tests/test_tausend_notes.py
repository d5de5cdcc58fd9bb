"""Notes of Tausend: the cases of `cases/tausend-notes.toml`, which card players can read; what is worked
out, against trying every deal; what can stand; notes of strangers."""

from __future__ import annotations

import itertools
import json
import random
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from cardrules import notes, records, tausend
from cardrules.cards import Card, Cards
from cardrules.completion import Open, Unexplained, Unreadable, WrongNote, unmarked
from cardrules.errors import MalformedInput
from cardrules.notes import Notes
from cardrules.render.plain import table as text_of
from cardrules.tausend.actions import Action, Deal, Give
from cardrules.tausend.game import GAME
from cardrules.tausend.notes import complete
from cardrules.tausend.partial import PartialDeal, read_note
from cardrules.tausend.seen import SeenGive
from cardrules.tausend.standing import NEVER_STANDS, stand
from cardrules.testing.tausend.candidates import candidates
from cardrules.testing.tausend.configs import configs
from cardrules.testing.tausend.playing import choose
from cardrules.text import seat_text
from cardrules.verdict import IllegalAction
from cardrules.wire import dump, load
from playouts import TausendPlayout, tausend_matches
from test_tausend_cases import BOOK, CONSEQUENCES, rules_of

# -- the cases


@frozen(kw_only=True)
class Case:
    """One case, with the fields that the head of the table describes."""

    name: str
    notes: Sequence[str]
    verdict: str
    rules: Mapping[str, Any] = {}
    dealer: str = "p3"
    at: int | None = None
    breaks: Sequence[str] = ()
    stood: Sequence[str] = ()
    totals: Sequence[int] | None = None
    scores: Sequence[Sequence[int]] = ()
    says: str | None = None
    actions: Sequence[str] = ()
    open: Sequence[str] | None = None


def table(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("cases").joinpath(name).read_text("utf-8"))


TABLE: Final = table("tausend-notes.toml")
BEGIN: Final[Mapping[str, Sequence[str]]] = {**table("tausend.toml")["begin"], **TABLE["begin"]}
CASES: Final = [Case(**entry) for entry in TABLE["case"]]


def written_out(lines: Sequence[str]) -> list[str]:
    texts = []
    for line in lines:
        texts += written_out(BEGIN[line[1:-1]]) if line.startswith("(") else line.split(", ")
    return texts


def noted(rules: tausend.Rules, dealer: int, texts: Sequence[str], scores: Sequence[Sequence[int]] = ()) -> Notes:
    names = ("Anna", "Ben", "Carla", "Dirk")[: rules.players]
    return Notes("tausend", rules, names, dealer, tuple(texts), tuple([tuple(row) for row in scores]))


def notes_of(case: Case) -> Notes:
    return noted(rules_of(case.rules), int(case.dealer[1]) - 1, written_out(case.notes), case.scores)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_case(case: Case) -> None:
    some = notes_of(case)
    report = notes.validate(some)
    assert (report.verdict, report.at) == (case.verdict, case.at)
    assert sorted([broken.rule for broken in report.violations]) == sorted(case.breaks)
    assert case.totals is None or report.totals == tuple(case.totals)
    if case.verdict == "malformed":
        assert case.says is not None
        assert case.says in str(report.message)
        return
    assert report.stood is not None
    stood = [" ".join([str(each.at), *[broken.rule for broken in each.violations]]) for each in report.stood]
    assert [set(line.split(" ")) for line in stood] == [set(line.split(" ")) for line in case.stood] or not case.stood
    completion = notes.complete(some)
    for line in case.actions:
        at, _, text = line.partition(" ")
        assert completion.record.actions[int(at)] == tausend.parse_action(text)
    if case.open is not None:
        assert [shown(each, wanted) for each, wanted in zip(completion.open, case.open, strict=True)] == case.open


def shown(each: Open, wanted: str) -> str:
    cards = "…" if wanted.endswith("…") else str(each.cards)
    return f"{each.at} {each.place} {each.count} {cards}"


def test_every_rule_that_can_be_broken_is_shown_to_stand_or_not() -> None:
    stands = set[str]()
    ends = set[str]()
    for case in CASES:
        for line in case.stood:
            at, *rules = line.split(" ")
            (ends if case.at == int(at) else stands).update(rules)
    ends.add("tausend.win.over")  # shown in a test of its own
    assert stands == set(BOOK.rules) - CONSEQUENCES - NEVER_STANDS
    assert NEVER_STANDS - {"cardrules.action"} <= ends


def test_no_two_cases_have_one_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


# -- texts


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("deal p1:??As p2:?? p3:?? widow:??", "word 2"),
        ("deal p1:As??Kd p2:?? p3:?? widow:??", "word 2"),
        ("deal p1:As?? Kd p2:?? p3:?? widow:??", "word 3"),
        ("deal p1:As ?? p2:?? p3:?? widow:??", "word 3"),
        ("deal p1:As?? p2:?? p3:??", ""),
        ("deal p2:?? p1:?? p3:?? widow:??", "word 3"),
        ("deal p1:As???? p2:?? p3:?? widow:??", "p1"),
        ("deal p1:AsKdQdTdAdJcTs?? p2:?? p3:?? widow:??", "p1"),
        ("deal p1:?? p2:?? p3:?? widow:AsKdQd??", "widow"),
        ("deal p1:?? p2:?? p3:?? widow:AsAs??", "widow"),
        ("deal p1:?? p2:AsAsKdQdTdAdJc p3:?? widow:??", "p2"),
        ("deal p1:?? p2:AsKd p3:?? widow:??", "p2"),
        ("deal p1:?? p2:?? p3:?? widow:???", "word 5"),
        ("deal ?? ??", "word 2"),
        ("deal ??As", "word 2"),
        ("deal p1:\n?? p2:?? p3:?? widow:??", "word 2"),
        ("deal p1:As\n?? p2:?? p3:?? widow:??", "word 2"),
        ("deal p1:" + "?" * 200_000 + "x p2:?? p3:?? widow:??", "word 2"),
        ("p1 give ?? p5", "word 4"),
        ("p5 give ?? p1", "word 1"),
        ("p1 give ??", ""),
        ("p1 give ?? p2 p3", ""),
        ("p1 play ??", ""),
        ("p1 bid ??", ""),
        ("??", ""),
    ],
)
def test_what_is_no_note_says_where(text: str, where: str) -> None:
    with pytest.raises(Unreadable) as refused:
        complete(tausend.Rules(), 2, ["deal ??", text])
    assert refused.value.at == 1
    assert refused.value.message.startswith(where)
    with pytest.raises(MalformedInput):
        tausend.parse_action(text)


@pytest.mark.parametrize("text", ["p4 pass", "p1 give ?? p4", "deal p1:?? p2:?? p4:?? widow:??"])
def test_a_seat_that_is_not_there(text: str) -> None:
    with pytest.raises(Unreadable, match="names p4; the last seat is p3"):
        complete(tausend.Rules(), 2, [text])


def test_spaces_between_cards_and_other_spellings_are_read() -> None:
    spaced = read_note("deal p1:A♠ 10d 9h?? p2:?? p3:?? widow:J♥ ??".replace(" ??", "??"))
    assert spaced == read_note("deal p1:AsTd9h?? p2:?? p3:?? widow:Jh??")


def test_an_action_is_read_as_ever() -> None:
    assert read_note("p1 give 9c p3") == Give(0, Card.parse("9c"), 2)
    assert read_note("p1 give ?? p3") == SeenGive(0, 2)


# -- hidden matches


def part_text(name: str, cards: Cards, kept: Sequence[Card], *, each: bool) -> str:
    missing = len(cards) - len(kept)
    marks = "??" * (missing if each else 1) if missing else ""
    return f"{name}:{Cards(kept)}{marks}"


def hidden(actions: Sequence[Action], rng: random.Random, most: int = 7) -> list[str]:
    """The texts of actions in which some cards are not known; of a part of a deal `most` are."""
    texts = []
    for action in actions:
        if isinstance(action, Deal):
            if most == 0:
                texts.append("deal ??")
                continue
            parts = [(seat_text(seat), hand) for seat, hand in action.hands] + [("widow", action.widow)]
            kept = [rng.sample(list(cards), min(rng.choice((0, most, most)), len(cards))) for _, cards in parts]
            texts.append(
                " ".join(
                    ["deal"]
                    + [
                        part_text(name, cards, some, each=rng.random() < 0.5)
                        for (name, cards), some in zip(parts, kept, strict=True)
                    ]
                )
            )
        elif isinstance(action, Give) and (most == 0 or rng.random() < 0.6):
            texts.append(f"{seat_text(action.seat)} give ?? {seat_text(action.to)}")
        else:
            texts.append(str(action))
    return texts


def from_start(playout: TausendPlayout) -> tuple[int, Sequence[Action]]:
    """The dealer and the actions of a playout that begins at the start of a match."""
    first = playout.states[0]
    return first.match.dealer, playout.actions


def places_of(action: object) -> list[tuple[str, Cards]]:
    if isinstance(action, Deal):
        return [(seat_text(seat), hand) for seat, hand in action.hands] + [("widow", action.widow)]
    return [("card", Cards([action.card]))] if isinstance(action, Give) else []


@given(tausend_matches(120), st.integers(0, 2**32), st.sampled_from((0, 1, 3, 7)))
def test_a_hidden_match_is_completed_to_a_legal_one(playout: TausendPlayout, seed: int, most: int) -> None:
    playout = evolve(playout, start="start")
    dealer, actions = from_start(playout)
    some = noted(playout.rules, dealer, hidden(actions, random.Random(seed), most))
    completion = notes.complete(some)
    report = notes.validate(some)
    assert report.verdict == "legal"
    assert report.totals == tausend.score(playout.states[-1]).totals
    left = {(each.at, each.place): each for each in completion.open}
    for at, (found, true) in enumerate(zip(completion.record.actions, actions, strict=True)):
        if not isinstance(true, Deal | Give):
            assert found == true
            continue
        for (place, cards), (_, right) in zip(places_of(found), places_of(true), strict=True):
            each = left.pop((at, place), Open(at, place, 0, Cards()))
            assert cards - each.cards == right - each.cards
            assert len(cards & each.cards) == len(right & each.cards) == each.count
            assert each.count < len(each.cards) or not each.cards
    assert not left


def test_the_choice_is_always_the_same() -> None:
    texts = written_out(["(p1 declares at 150, hidden)", "(hidden gifts)", "(golden play)"])
    assert complete(tausend.Rules(), 2, texts) == complete(tausend.Rules(), 2, texts)


# -- against trying every deal


@frozen
class Tried:
    """How far the notes go with one deal of cards: the index of the first action that cannot be applied,
    of one that cannot for want of its card, and of the first that is illegal and not marked."""

    actions: tuple[Action, ...]
    end: int
    absent: int
    fault: int


ENDLESS: Final = 10**6


def follow(rules: tausend.Rules, dealer: int, actions: Sequence[Action], marks: Sequence[bool]) -> Tried:
    end = absent = fault = ENDLESS
    lenient = evolve(rules, poor_widow_redeal=False)
    state: tausend.State = tausend.start(lenient, dealer)
    for at, action in enumerate(actions):
        try:
            state = stand(state, action)
        except IllegalAction as error:
            end = at
            for broken in error.violations:
                if broken.rule == "tausend.play.hand" or ("reason", "hand") in broken.params[:1]:
                    absent = at
            break
    state = tausend.start(rules, dealer)
    for at, (action, marked) in enumerate(zip(actions, marks, strict=True)):
        if not marked and tausend.violations(state, action):
            fault = at
            break
        try:
            state = stand(state, action)
        except IllegalAction:
            fault = at
            break
    return Tried(tuple(actions), end, absent, fault)


def deals_with(
    parts: Mapping[str, Cards], sizes: Mapping[str, int], free: Sequence[Card]
) -> Iterator[dict[str, Cards]]:
    """All deals with the known cards of each part, and the free ones anywhere."""
    if not parts:
        yield {}
        return
    name, *others = parts
    for some in itertools.combinations(free, sizes[name] - len(parts[name])):
        rest = [card for card in free if card not in some]
        for deal in deals_with({other: parts[other] for other in others}, sizes, rest):
            yield {name: parts[name] + Cards(some), **deal}


def every_way(known: Deal, free: Sequence[Card], actions: Sequence[Action | SeenGive]) -> Iterator[list[Action]]:
    """All actions that the notes of a deal can stand for."""
    parts = {**{seat_text(seat): hand for seat, hand in known.hands}, "widow": known.widow}
    sizes = {name: 3 if name == "widow" else 7 for name in parts}
    seats = [seat for seat, _ in known.hands]
    for deal in deals_with(parts, sizes, free):
        first = Deal(tuple([(seat, deal[seat_text(seat)]) for seat in seats]), deal["widow"])
        gifts = [at for at, action in enumerate(actions) if isinstance(action, SeenGive)]
        cards = [
            [*(first.widow + dict(first.hands).get(gift.seat, Cards()))]
            for gift in actions
            if isinstance(gift, SeenGive)
        ]
        for given_cards in itertools.product(*cards):
            filled: list[Any] = list(actions)
            for at, card in zip(gifts, given_cards, strict=True):
                filled[at] = Give(filled[at].seat, card, filled[at].to)
            yield [first, *filled]


def small(rng: random.Random) -> tuple[tausend.Rules, int, list[str]]:
    """Notes of one deal, of which so few cards are unknown that all ways can be tried; wrong ones, too."""
    rules = tausend.Rules(
        four_aces=rng.random() < 0.3, poor_widow_redeal=rng.random() < 0.3, players=rng.choice((3, 3, 4))
    )
    state: tausend.State = tausend.start(rules, dealer := rng.randrange(rules.players))
    actions: list[Action] = []
    for _ in range(rng.choice((6, 9, 15, 40))):
        if actions and isinstance(state, tausend.Dealing):
            break
        actions.append(choose(state, rng))
        state = tausend.apply(state, actions[-1])
    texts = [str(action) for action in actions]
    first = actions[0]
    assert isinstance(first, Deal)
    gifts = [at for at, action in enumerate(actions) if isinstance(action, Give)]
    shown_gifts = rng.choice((0, 1, 2))
    for at in gifts[shown_gifts:]:
        gift = actions[at]
        assert isinstance(gift, Give)
        texts[at] = f"{seat_text(gift.seat)} give ?? {seat_text(gift.to)}"
    unknown = rng.sample(list(tausend.deck(rules)), 3 if len(gifts) - shown_gifts > 1 else 5)
    parts = []
    for name, cards in places_of(first):
        left = Cards([card for card in cards if card not in unknown])
        parts.append(f"{name}:{left}" + ("??" if len(left) < len(cards) else ""))
    texts[0] = " ".join(["deal", *parts])
    lot = rng.random()
    if lot < 0.5 and len(texts) > 1:
        at = rng.randrange(1, len(texts))
        action = actions[at]
        if lot < 0.2:
            texts[at] += " stood"
        elif isinstance(action, tausend.Play):
            # another of the cards, or one of the unknown
            texts[at] = f"{seat_text(action.seat)} play {rng.choice(unknown)}" + rng.choice(("", " stood"))
        elif isinstance(action, tausend.Bid):
            texts[at] = f"{seat_text(action.seat)} bid {rng.choice((110, 125, 200))}"
        else:
            del texts[at]
    if lot > 0.9:
        texts.append("deal " + " ".join([f"{name}:{cards}" for name, cards in places_of(first)]))
    return rules, dealer, texts


@given(st.integers(0, 2**32))
def test_what_is_worked_out_is_what_trying_every_deal_finds(seed: int) -> None:
    rules, dealer, texts = small(random.Random(seed))
    bare = [unmarked(text)[0] for text in texts]
    marks = [unmarked(text)[1] for text in texts]
    first = read_note(bare[0])
    if isinstance(first, Deal):
        return
    assert isinstance(first, PartialDeal)
    known = first.known
    held = sum([hand for _, hand in known.hands], known.widow)
    rest: Any = [read_note(text) for text in bare[1:]]
    tries = [
        follow(rules, dealer, actions, marks) for actions in every_way(known, [*(tausend.deck(rules) - held)], rest)
    ]
    explained = [tried for tried in tries if tried.absent == ENDLESS]
    if not explained:
        with pytest.raises(Unexplained) as refused:
            complete(rules, dealer, texts)
        assert refused.value.at == max([tried.absent for tried in tries])
        return
    found = complete(rules, dealer, texts)
    furthest = max([tried.fault for tried in explained])
    best = [tried for tried in explained if tried.fault == furthest]
    # what cannot be applied, whatever the cards, tells nothing of its card
    end = best[0].end
    assert found.actions[:end] in [tried.actions[:end] for tried in best]
    expected = [*open_of(0, [tried.actions[0] for tried in best])]
    for at, note in enumerate(rest, 1):
        if at >= end and isinstance(note, SeenGive):
            expected.append(Open(at, "card", 1, tausend.deck(rules)))
        elif isinstance(note, SeenGive):
            expected += open_of(at, [tried.actions[at] for tried in best])
    assert list(found.open) == expected


def open_of(at: int, ways: Sequence[Action]) -> Iterator[Open]:
    """What is not the same in all ways that an action may have been."""
    for column in zip(*[places_of(action) for action in ways], strict=True):
        place, always = column[0]
        ever = Cards()
        for _, cards in column:
            ever, always = ever | cards, always & cards
        if ever != always:
            yield Open(at, place, len(column[0][1] - always), ever - always)


# -- what stands


def unruly(rules: tausend.Rules, seed: int, most: int) -> Iterator[tuple[tausend.State, Action, tausend.State]]:
    """The steps of a match in which now and then something stands that is illegal."""
    rng = random.Random(seed)
    state: tausend.State = tausend.start(rules, rng.randrange(rules.players))
    for _ in range(most):
        if isinstance(state, tausend.Over):
            return
        action = choose(state, rng)
        if rng.random() < 0.2:
            tried = list(candidates(state, rng))
            timely = [each for each in tried if type(each) is type(action)]
            action = rng.choice(timely if timely and rng.random() < 0.8 else tried)
        try:
            after = stand(state, action)
        except IllegalAction as refused:
            assert refused.violations == tausend.violations(state, action) != ()
            assert refused.state is state
            assert not NEVER_STANDS.isdisjoint(rules_broken(state, action)) or wants_place(state, action)
            continue
        assert NEVER_STANDS.isdisjoint(rules_broken(state, action))
        yield state, action, after
        state = after


def rules_broken(state: tausend.State, action: Action) -> set[str]:
    return {broken.rule for broken in tausend.violations(state, action)}


def wants_place(state: tausend.State, action: Action) -> bool:
    """Whether an action has nothing to go on with though no rule says so: aces with a card that is not
    there, a pass that leaves no bid, nines of nobody."""
    return rules_broken(state, action) in ({"tausend.aces"}, {"tausend.bid.opening"}, {"tausend.nines"})


@given(configs(), st.integers(0, 2**32))
def test_whatever_stands_the_match_goes_on(rules: tausend.Rules, seed: int) -> None:
    deck = tausend.deck(rules)
    for state, action, after in unruly(rules, seed, 80):
        if tausend.is_legal(state, action):
            assert after == tausend.apply(state, action)
        assert sum(tausend.places(after).values(), Cards()) == deck
        score = tausend.score(after)
        assert list(score.totals) == [
            sum([line.points for line in score.sheet if line.seat == seat]) for seat in range(rules.players)
        ]
        for seat in (None, *range(rules.players)):
            tausend.view(after, seat)
        listed = tausend.legal_actions(after)
        assert bool(listed) == bool(tausend.actors(after))
        assert all([tausend.is_legal(after, each) for each in listed])


@given(configs(), st.integers(0, 2**32), st.integers(1, 80))
def test_what_stood_can_be_shown_and_written(rules: tausend.Rules, seed: int, most: int) -> None:
    for _, _, state in list(unruly(rules, seed, most))[-1:]:
        for seat in (None, 0):
            assert text_of(GAME, state, seat, "de", ["Anna", "Ben", "Carla", "Dirk"][: rules.players], 100)
        try:
            again = load(json.loads(json.dumps(dump(state))), tausend.State)
        except MalformedInput as refused:
            assert "no match reaches this state" in refused.message
        else:
            assert again == state


@given(configs(), st.integers(0, 2**32))
def test_after_what_stood_the_listing_and_the_judge_agree(rules: tausend.Rules, seed: int) -> None:
    rng = random.Random(seed)
    for state, action, after in unruly(rules, seed, 80):
        if not tausend.is_legal(state, action) and tausend.actors(after):
            listed = tausend.legal_actions(after)
            for each in candidates(after, rng):
                assert (each in listed) == tausend.is_legal(after, each)


@given(configs(), st.integers(0, 2**32))
def test_a_match_with_what_stood_can_be_noted_down(rules: tausend.Rules, seed: int) -> None:
    steps = list(unruly(rules, seed, 80))
    if not steps:
        return
    wrong = [at for at, (state, action, _) in enumerate(steps) if not tausend.is_legal(state, action)]
    texts = [str(action) + " stood" * (at in wrong) for at, (_, action, _) in enumerate(steps)]
    report = notes.validate(noted(rules, steps[0][0].match.dealer, texts))
    assert report.verdict == ("stood" if wrong else "legal")
    assert [each.at for each in report.stood or ()] == wrong
    assert report.totals == tausend.score(steps[-1][2]).totals


def test_nothing_stands_after_the_match_is_won() -> None:
    over = next(
        after
        for seed in range(50)
        for _, _, after in unruly(tausend.Rules(), seed, 3000)
        if isinstance(after, tausend.Over)
    )
    for action in candidates(over, random.Random(1)):
        with pytest.raises(IllegalAction) as refused:
            stand(over, action)
        assert [broken.rule for broken in refused.value.violations] == ["tausend.win.over"]


@pytest.mark.parametrize("value", [None, "p1 pass", tausend.Bid(0, -1), Give(0, None, 1)])  # type: ignore[arg-type]
def test_what_is_no_action_cannot_stand(value: Any) -> None:
    for state, _, _ in unruly(tausend.Rules(), 3, 60):
        with pytest.raises(IllegalAction):
            stand(state, value)


# -- notes of strangers


def spoilt(texts: Sequence[str], rng: random.Random) -> list[str]:
    """Texts with a few changes of all kinds."""
    changed = list(texts)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed))
        lot = rng.randrange(7)
        if lot == 0:
            changed.insert(at, rng.choice(changed))
        elif lot == 1 and len(changed) > 1:
            del changed[at]
        elif lot == 2:
            changed[at] += " stood"
        elif lot == 3:
            changed[at] = str(rng.choice(list(candidates(tausend.start(), rng))))
        elif lot == 4:
            words = changed[at].split(" ")
            words[rng.randrange(len(words))] = rng.choice(("??", "p2", "As", "deal", "widow:??", "", "p4", "125"))
            changed[at] = " ".join(words)
        elif lot == 5:
            changed[at] = changed[at].replace(rng.choice("AKQJT9"), rng.choice("AKQJT92"))
        else:
            other = rng.randrange(len(changed))
            changed[at], changed[other] = changed[other], changed[at]
    return changed


@given(tausend_matches(60), st.integers(0, 2**32), st.sampled_from((0, 3, 7)))
def test_notes_of_strangers_get_a_verdict(playout: TausendPlayout, seed: int, most: int) -> None:
    rng = random.Random(seed)
    dealer, actions = from_start(evolve(playout, start="start"))
    some = noted(playout.rules, dealer, spoilt(hidden(actions, rng, most), rng))
    report = notes.validate(some)
    assert report.actions == len(some.texts)
    if report.verdict == "malformed":
        with pytest.raises(WrongNote) as refused:
            notes.complete(some)
        assert (report.at, report.action) == (refused.value.at, some.texts[refused.value.at])
        return
    completion = notes.complete(some)
    assert len(completion.record.actions) == len(some.texts)
    for text, action in zip(some.texts, completion.record.texts, strict=True):
        bare, _ = unmarked(text)
        assert "??" in bare or tausend.parse_action(bare) == tausend.parse_action(action)
    if not completion.stood:
        same = records.validate(completion.record)
        assert (same.verdict, same.at, same.totals) == (report.verdict, report.at, report.totals)


def test_the_hardest_deals_take_a_bounded_time() -> None:
    rules = tausend.Rules(four_aces=True, poor_widow_redeal=True)
    bids = written_out(["p1 bid 125, p2 bid 130, p3 bid 135, p1 bid 140, p2 bid 145, p3 pass, p1 pass"])
    gifts = written_out(["p2 give ?? p1, p2 give ?? p3", "p2 raise 150"])
    before = time.process_time()
    for deal in ("deal ??", "deal p1:?? p2:?? p3:?? widow:9c9d??", "deal p1:?? p2:?? p3:AcAdAhAsKc?? widow:KdKhKs"):
        complete(rules, 2, [deal, *bids, *gifts])
    assert time.process_time() - before < 10  # some tenths of a second
