"""What is entered for a seat: understood in every form, refused with the reason, completed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Final

import pytest
from attrs import evolve

from cardrules import GAMES, Cards, MalformedInput, duizenden, entries, options, tausend
from cardrules.entries import Meaning, Reader
from cardrules.reading import read_action
from cardrules.registry import AnyAction, AnyRules, AnyState, AnyView
from cardrules.wire import load_rules
from cardrules.wording import LANGS, card_word

NAMES: Final = ("Anna", "Ben", "Carla", "Dirk")
NOTHING: Final = Meaning[AnyAction]()


def reader(name: str, state: AnyState, lang: str = "en") -> Reader[AnyRules, AnyState, AnyAction, AnyView]:
    return Reader(GAMES[name], state, 0, lang, NAMES)


@cache
def states(name: str, number: int) -> list[AnyState]:
    """States of a match in which the first seat can act."""
    rng = random.Random(number)
    game = GAMES[name]
    call = {"duizenden": {"last_card_call": {"points": 50}}, "tausend": {}}
    state = game.start(load_rules(game, call[name]), number % 3)
    found = []
    for _ in range(600):
        action = game.choose(state, rng) if game.actors(state) else game.shuffle(state, rng)
        if game.actors(state) and game.legal_actions(state, 0):
            found.append(state)
        state = game.apply(state, action)
    return found


def words(cards: Sequence[object] | Cards, lang: str) -> str:
    return " ".join([card_word(card, lang) for card in Cards(cards)])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
@pytest.mark.parametrize("lang", LANGS)
def test_an_action_is_understood_as_it_is_written_and_described_and_by_its_cards(name: str, lang: str) -> None:
    kinds = set()
    for number in range(3):
        for state in states(name, number)[::23]:
            read = reader(name, state, lang)
            for action in islice(GAMES[name].legal_actions(state, 0), 60):
                kinds.add(type(action))
                for entry in (str(action), str(action).partition(" ")[2], read.says(action), read.says(action).upper()):
                    assert read.meaning(f"  {entry} ") == Meaning((action,)), entry
                cards = words(options.used(action), lang)
                assert action in read.meaning(cards).actions or not cards
    assert len(kinds) >= 4


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_completions_can_be_entered_or_completed_further(name: str) -> None:
    whole = further = 0
    for state in states(name, 1)[::7]:
        read = reader(name, state, "nl")
        # with a card of each meld that can be made
        some = [options.used(action) for action in islice(GAMES[name].legal_actions(state, 0), 40)]
        begun = {f"{words(cards[:1], 'nl')} " for cards in map(list, some) if len(cards) > 2}
        for typed in ("", "s", "gooi ", "7", "H", *begun):
            for text in read.completions(typed):
                meaning = read.meaning(text)
                assert all([GAMES[name].is_legal(state, action) for action in meaning.actions])
                whole += len(meaning.actions) == 1
                further += typed in begun and text.startswith(typed)
                assert meaning.actions or meaning.more or text.startswith("gooi ")
    assert whole > 50
    assert bool(further) == (name == "duizenden")


@pytest.mark.parametrize("lang", LANGS)
def test_an_illegal_action_is_refused_with_the_rules_that_it_breaks(lang: str) -> None:
    shown = [state for state in states("tausend", 1) if isinstance(state, tausend.Playing) and state.trick]
    state = next(each for each in shown if len(tausend.legal_actions(each, 0)) < len(each.hands[0]))
    legal = [action.card for action in tausend.legal_actions(state, 0) if isinstance(action, tausend.Play)]
    card = next(card for card in state.hands[0] if card not in legal)
    action = tausend.parse_action(f"p1 play {card}")
    read = reader("tausend", state, lang)
    verb = {"en": "play", "nl": "speel", "de": "spiele"}[lang]
    for entry in (f"play {card}", card_word(card, lang), f"{verb} {card_word(card, lang)}"):
        meaning = read.meaning(entry)
        assert meaning == Meaning((), Cards(), action)
        first, *reasons = read.refusal(meaning)
        assert first == f"✗ {tausend.describe(action, state, lang, NAMES)}"
        assert reasons == [f"  {each.explain(lang, NAMES)}" for each in tausend.violations(state, action)] != []


def test_a_verb_tells_what_is_meant_though_it_is_not_the_time_for_it() -> None:
    state = next(each for each in states("duizenden", 1) if isinstance(each, duizenden.Drawing))
    card = next(iter(state.hands[0]))
    meaning = reader("duizenden", state, "nl").meaning(f"gooi {card_word(card, 'nl')}")
    assert meaning.tried == duizenden.Discard(0, card)
    assert reader("duizenden", state, "nl").meaning(f"bied {card_word(card, 'nl')}") == NOTHING


def test_cards_that_are_part_of_a_meld_tell_what_can_join_them() -> None:
    state, meld = next(
        (state, action)
        for state in states("duizenden", 2)
        for action in islice(duizenden.legal_actions(state, 0), 300)  # type: ignore[arg-type]  # states of that game
        if isinstance(action, duizenden.Meld)
    )
    read = reader("duizenden", state, "de")
    meaning = read.meaning(words(meld.cards[:2], "de"))
    assert meaning.actions == ()
    assert meld.cards[2] in meaning.more
    assert read.refusal(meaning) == [f"Diese Karten können dazu: {words(meaning.more, 'de')}"]
    assert read.meaning(f"{words(meld.cards[:2], 'de')} bitte") == NOTHING


def test_the_pot_can_be_taken_by_naming_its_top_card_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        (state, action)
        for number in range(3)
        for state in states("duizenden", number)
        if isinstance(state, duizenden.Drawing)
        for action in islice(duizenden.legal_actions(state, 0), 20)
        if isinstance(action, duizenden.Pot)
    ]
    assert found
    for state, action in found[:20]:
        entry = words(action.cards, "nl")
        for text in (entry, f"neem {entry}"):
            assert action in reader("duizenden", state, "nl").meaning(text).actions
    # though it is not among the first that are listed
    monkeypatch.setattr(entries, "LOOKED_AT", 1)
    state, action = found[0]
    assert reader("duizenden", state).meaning(f"take {' '.join(map(str, action.cards))}") == Meaning((action,))


def test_what_means_nothing_is_said_to() -> None:
    state = states("tausend", 1)[0]
    said = [reader("tausend", state, lang).refusal(NOTHING) for lang in LANGS]
    assert said == [["That is no action here."], ["Dat is hier geen actie."], ["Das ist hier keine Aktion."]]
    for entry in ("xyzzy", "p2 pass", "p9 pass", "7x", "é\x00", "9" * 5000, "p" + "9" * 5000):
        assert reader("tausend", state).meaning(entry) == NOTHING


def test_some_words_can_mean_several_actions_and_a_number_one_of_a_menu() -> None:
    state = next(state for state in states("tausend", 1) if isinstance(state, tausend.Bidding))
    bids = [action for action in tausend.legal_actions(state, 0) if isinstance(action, tausend.Bid)]
    read = reader("tausend", state)
    assert read.meaning("b").actions == read.meaning("Bid").actions == tuple(bids)
    assert read.meaning("2", bids) == read.meaning(" 2", bids) == Meaning((bids[1],))
    assert read.meaning("id") == NOTHING
    assert read.meaning("0", bids).actions == ()
    assert read.menu(bids[:3], 40) == (f"  1 bid {bids[0].amount}   2 bid {bids[1].amount}   3 bid {bids[2].amount}")
    assert read.menu(bids[:3], 20).splitlines() == [f"  {n} bid {bids[n - 1].amount}" for n in (1, 2, 3)]
    assert read.menu([], 20) == ""


def test_a_few_actions_of_each_kind_are_offered_those_with_most_cards_first() -> None:
    for state in states("duizenden", 2)[::11]:
        read = reader("duizenden", state)
        legal = list(islice(GAMES["duizenden"].legal_actions(state, 0), 500))
        few = read.offers(2)
        for kind in {type(action) for action in legal}:
            alike = [action for action in legal if type(action) is kind]
            assert len([action for action in few if type(action) is kind]) == min(2, len(alike))
        assert len(options.used(few[0])) == max([len(options.used(action)) for action in legal])


TYPED: Final = (
    *("7c", "7d", "joker", "Jk", "kd", "hd", "vd", "Dd", "10h", "7c7d7h", "A♠", "p1", "p2", "110", "103", "1", "2"),
    *("play", "meld", "discard", "layoff", "low", "high", "pot", "draw", "bid", "give", "exchange", "swap", "last"),
    *("challenge", "raise", "marriage", "speel", "gooi", "lege", "✗", "(", "é", "\x00"),
)


@pytest.mark.parametrize("name", ["tausend", "duizenden"])
def test_whatever_is_entered_is_legal_or_refused(name: str) -> None:
    rng = random.Random(5)
    tried = 0
    for place, state in enumerate(states(name, 0)[::6]):
        read = reader(name, state, LANGS[place % 3])
        for _ in range(8):
            entry = " ".join([rng.choice(TYPED) for _ in range(rng.randrange(1, 4))])
            meaning = read.meaning(entry)
            assert all([GAMES[name].is_legal(state, action) for action in meaning.actions])
            assert all([action.seats[0] == 0 for action in meaning.actions])
            if not meaning.actions:
                said = read.refusal(meaning)
                tried += meaning.tried is not None
                # what is illegal has a reason
                assert len(said) > said[0].startswith("✗"), entry
    assert tried > 20


def test_a_game_without_words_is_read_by_its_texts() -> None:
    game = evolve(GAMES["tausend"], describe=None, options=None)
    state = next(state for state in states("tausend", 1) if isinstance(state, tausend.Playing))
    legal = game.legal_actions(state, 0)
    read = Reader(game, state, 0, "nl")
    assert read.says(legal[0]) == str(legal[0])
    assert read.meaning("play").actions == tuple(legal)
    assert legal[0] in read.meaning(words(options.used(legal[0]), "nl")).actions


def test_a_language_and_a_seat_that_are_not_there() -> None:
    state = states("tausend", 1)[0]
    with pytest.raises(ValueError, match="'fr'"):
        Reader(GAMES["tausend"], state, 0, "fr")
    with pytest.raises(ValueError, match="seat"):
        Reader(GAMES["tausend"], state, 7)


def test_an_action_of_a_seat_is_read_without_its_word() -> None:
    game = GAMES["tausend"]
    assert str(read_action(game, "Play hd", "nl", 1)) == str(read_action(game, "P2 play H♦", "nl", 1)) == "p2 play Kd"
    for text in ("p1 pass", "p10 pass", "", "deal", "p2"):
        with pytest.raises(MalformedInput):
            read_action(game, text, "en", 1)
    with pytest.raises(MalformedInput, match="'p1' is another seat than p2"):
        read_action(game, "p1 pass", "en", 1)
