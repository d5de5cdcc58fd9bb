"""Actions in words: the table `cases/describe.toml`, and what holds for every action of every match."""

from __future__ import annotations

import random
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

import pytest
from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

import test_duizenden_cases
import test_tausend_cases
from cardrules import duizenden, tausend, wording
from cardrules.cards import CARDS, JOKER, Card, Cards, Suit
from cardrules.describing import Forms, describe, tell
from cardrules.duizenden.describe import _FORMS as DUIZENDEN_FORMS
from cardrules.registry import GAMES, AnyAction, AnyGame, AnyState
from cardrules.tausend.describe import _FORMS as TAUSEND_FORMS
from cardrules.testing.corners import corners_of
from cardrules.testing.playouts import AnyPlayout
from cardrules.testing.strategies import matches
from cardrules.wording import LANGS, card_name, cards_name, cards_word, player_names, suit_name
from casetable import seat_of
from playouts import twins

TABLE: Final = Path(__file__).with_name("cases") / "describe.toml"
NAMES: Final = ("Anna", "Hans", "Zoë", "Cas", "Eva", "Fritz", "Gijs", "Hugo")
FORMS: Final[Mapping[str, Mapping[str, Forms]]] = {"tausend": TAUSEND_FORMS, "duizenden": DUIZENDEN_FORMS}


# -- the table of cases


@frozen(kw_only=True)
class Case:
    """One case, with the fields that the head of the table describes; `table` are those of its game."""

    name: str
    game: str
    en: Sequence[str]
    nl: Sequence[str]
    de: Sequence[str]
    seen: str | None = None
    players: Sequence[str] = NAMES
    table: Mapping[str, Any] = field(factory=dict)

    @property
    def texts(self) -> Mapping[str, Sequence[str]]:
        """The texts by language."""
        return {"en": self.en, "nl": self.nl, "de": self.de}


def case_of(entry: Mapping[str, Any]) -> Case:
    own = {"name", "game", "en", "nl", "de", "seen", "players"}
    table = {key: value for key, value in entry.items() if key not in own}
    return Case(**{key: value for key, value in entry.items() if key in own}, table=table)


CASES: Final = [case_of(entry) for entry in tomllib.loads(TABLE.read_text("utf-8"))["case"]]


def moment(case: Case) -> tuple[AnyState, AnyAction]:
    """What is described, and the state before it."""
    game = GAMES[case.game]
    state, texts = (tausend_moment if case.game == "tausend" else duizenden_moment)(case)
    for text in texts[:-1]:
        state = game.apply(state, game.parse_action(text))
    action = game.parse_action(texts[-1])
    if case.seen is None:
        return state, action
    assert game.redact is not None
    return state, game.redact(action, state, None if case.seen == "spectator" else seat_of(case.seen))


def tausend_moment(case: Case) -> tuple[AnyState, Sequence[str]]:
    told = test_tausend_cases.Case(name=case.name, rule="", **case.table)
    start = test_tausend_cases.beginning(told, test_tausend_cases.rules_of(told.rules))
    return start, test_tausend_cases.TABLE.texts(told)


def duizenden_moment(case: Case) -> tuple[AnyState, Sequence[str]]:
    told = test_duizenden_cases.Case(name=case.name, rule="", **case.table)
    rules = test_duizenden_cases.rules_of(told.presets, told.rules)
    texts = test_duizenden_cases.TABLE.texts(told)
    return test_duizenden_cases.beginning(told, rules), [test_duizenden_cases.filled(text, rules) for text in texts]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_case(case: Case) -> None:
    state, action = moment(case)
    for lang, texts in case.texts.items():
        said = [describe(GAMES[case.game], action, state, lang, case.players, told=told) for told in (False, True)]
        assert said == texts


def test_every_kind_of_action_is_shown() -> None:
    for name in FORMS:
        shown = {type(moment(case)[1]) for case in CASES if case.game == name}
        assert shown == {*GAMES[name].Action, *GAMES[name].Seen}


@pytest.mark.parametrize("name", FORMS)
def test_every_text_is_shown(name: str) -> None:
    for lang in LANGS:
        for told in (False, True):
            shown = [case.texts[lang][told] for case in CASES if case.game == name]
            for form in [forms[told] for forms in FORMS[name][lang].values()]:
                pattern = re.sub(r"\\{.*?\\}", ".+", re.escape(form))
                assert any([re.search(pattern, text) for text in shown]), form


@pytest.mark.parametrize("name", FORMS)
def test_the_languages_have_the_same_texts_with_the_same_places(name: str) -> None:
    places = [
        {
            (key, told, *sorted(re.findall("{(.*?)}", form)))
            for key, pair in FORMS[name][lang].items()
            for told, form in enumerate(pair)
        }
        for lang in LANGS
    ]
    assert places[0] == places[1] == places[2]


# -- what holds for every action


def any_match() -> st.SearchStrategy[AnyPlayout]:
    return st.sampled_from(["duizenden", "tausend"]).flatmap(lambda name: matches(GAMES[name], 60))


def is_a_line(text: str) -> bool:
    return bool(text.strip()) and text == text.strip() and text.isprintable() and "{" not in text and "}" not in text


def said(game: AnyGame, action: AnyAction, state: AnyState, lang: str, *, told: bool) -> str:
    """What is said of an action, and is the same whoever's view it is said from."""
    text = describe(game, action, state, lang, NAMES, told=told)
    assert is_a_line(text), text
    return text


@given(any_match(), st.sampled_from(LANGS))
def test_what_may_be_done_can_be_told_apart(playout: AnyPlayout, lang: str) -> None:
    game = playout.game
    for state in playout.some(4):
        view = game.view(state, None)
        listed = list(islice(game.legal_actions(state), 400))
        for told in (False, True):
            texts = [said(game, action, view, lang, told=told) for action in listed]
            # an offer is made to one player
            offers = [(action.seats[0] if not told else None, text) for action, text in zip(listed, texts, strict=True)]
            assert len(set(offers)) == len(offers), [text for text in offers if offers.count(text) > 1]


@given(any_match(), st.sampled_from(LANGS))
def test_any_view_will_do_for_the_state(playout: AnyPlayout, lang: str) -> None:
    game, rng = playout.game, playout.rng()
    for state in playout.some(4):
        candidates = list(playout.corners.candidates(state, rng))
        for action in (*islice(game.legal_actions(state), 20), *rng.sample(candidates, min(20, len(candidates)))):
            told = rng.random() < 0.5
            text = said(game, action, state, lang, told=told)
            for seat in (None, *range(playout.rules.players)):
                assert said(game, action, game.view(state, seat), lang, told=told) == text


@given(any_match(), st.sampled_from(LANGS), st.integers(0, 2**32))
def test_what_is_said_depends_on_nothing_hidden(playout: AnyPlayout, lang: str, seed: int) -> None:
    game = playout.game
    for seat in range(playout.rules.players):
        for state, twin in twins(playout, seat, random.Random(seed))[-4:]:
            for action in islice(game.legal_actions(state, seat), 40):
                for told in (False, True):
                    assert said(game, action, state, lang, told=told) == said(game, action, twin, lang, told=told)


@given(any_match(), st.sampled_from(LANGS))
def test_what_a_seat_sees_can_be_told(playout: AnyPlayout, lang: str) -> None:
    game = playout.game
    assert game.redact is not None
    for before, action, _ in playout.steps[-20:]:
        for seat in (None, *range(playout.rules.players)):
            said(game, game.redact(action, before, seat), before, lang, told=True)


# -- names


@given(st.lists(st.text(max_size=8) | st.sampled_from(["p1", "p2", "Anna", "Anna (p1)", " "]), max_size=4))
def test_names_are_harmless_and_differ(names: Sequence[str]) -> None:
    called = player_names(names, 4)
    assert len(called) == 4
    assert len(set(called)) == 4
    assert all([name.isprintable() and name.strip() for name in called])
    for seat, name in enumerate(called):
        # who is called by a seat has that seat
        assert not re.fullmatch("p[1-4]", name) or name == f"p{seat + 1}"


def test_a_name_that_shows_nothing_is_none() -> None:
    blank = ("", " ", "\u200b", "\u3164\u2800", "\ufe0f")
    assert player_names([*blank, "A\u3164"], 6) == ("p1", "p2", "p3", "p4", "p5", "A\u3164")


def test_more_names_than_players_do_no_harm() -> None:
    assert player_names(["Anna", "Ben", "Carla"], 2) == ("Anna", "Ben")


def test_of_a_long_name_only_what_is_shown_is_remembered() -> None:
    name = "x" * 10_000
    uses = sys.getrefcount(name)
    player_names([name], 4)
    assert sys.getrefcount(name) == uses


@pytest.mark.parametrize(
    "ask",
    [
        lambda: tausend.describe(tausend.Pass(0), tausend.start(), "fr"),
        lambda: duizenden.describe(duizenden.Draw(0), duizenden.start(), "fr"),
        lambda: describe(GAMES["tausend"], tausend.Pass(0), tausend.start(), "fr"),
        lambda: card_name(JOKER, "fr"),
        lambda: cards_name([], "fr"),
        lambda: wording.spoken("K♦", "fr"),
        lambda: suit_name(Suit.CLUBS, "fr"),
    ],
)
def test_a_language_that_is_unknown(ask: Callable[[], str]) -> None:
    with pytest.raises(ValueError, match="no texts in 'fr'"):
        ask()


def test_what_has_happened_is_told_as_a_seat_may_know_it() -> None:
    game = GAMES["duizenden"]
    dealing = game.start(game.Rules(), 1)
    deal = game.shuffle(dealing, random.Random(1))
    state = game.apply(dealing, deal)
    own, other = [cards_word(game.places(state)[place], "nl") for place in ("p1", "p2")]
    said = tell(game, deal, dealing, 0, "nl", ("Anna", "Ben"))
    assert f"Anna: {own}; open kaart: " in said
    assert other not in said
    assert own not in tell(game, deal, dealing, None, "nl")
    # nothing is told of a game that cannot hide anything
    with pytest.raises(ValueError, match="duizenden does not say what"):
        tell(evolve(game, redact=None), deal, dealing, 0)


ASKED: Final[tuple[Callable[[Any], str], ...]] = (
    lambda action: tausend.describe(action, tausend.start()),
    lambda action: describe(GAMES["tausend"], action, tausend.start()),
    lambda action: describe(evolve(GAMES["tausend"], describe=None), action, tausend.start()),
)


@pytest.mark.parametrize("ask", ASKED)
def test_what_is_no_action_of_the_game_is_refused(ask: Callable[[Any], str]) -> None:
    for action, message in (
        ("p1 bid 100", "a str is no action of tausend; parse_action reads a text"),
        (duizenden.Draw(0), "a Draw is no action of tausend"),
        (None, "None is no action of tausend"),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            ask(action)
    with pytest.raises(ValueError, match=r"^a Pass is no action of duizenden$"):
        cast("Any", duizenden.describe)(tausend.Pass(0), duizenden.start())


@pytest.mark.parametrize("name", [*GAMES])
def test_an_action_that_cannot_be_written_is_refused(name: str) -> None:
    """Its fields are of other types, or out of range."""
    game, corners = GAMES[name], corners_of(GAMES[name])
    state = game.start(next(iter(game.PRESETS.values())), 0)
    spoilt = [value for value in corners.malformed() if any([type(value) is kind for kind in game.Action])]
    assert spoilt
    for value in spoilt:
        with pytest.raises(ValueError, match="is no action of"):
            describe(game, cast("Any", value), state)


def test_what_is_no_state_or_view_of_the_game_is_refused() -> None:
    for game in (GAMES["tausend"], evolve(GAMES["tausend"], describe=None)):
        for state, what in ((duizenden.start(), "a Dealing"), (tausend.Barrel(), "a Barrel"), (3, "an int")):
            with pytest.raises(ValueError, match=f"^{what} is no state or view of tausend$"):
                describe(game, tausend.Pass(0), state)


def test_a_game_without_words_is_told_in_texts_of_actions() -> None:
    game = evolve(GAMES["tausend"], describe=None)
    assert describe(game, tausend.Bid(0, 110), tausend.start(), "nl", NAMES, told=True) == "p1 bid 110"


# -- cards


def test_cards_as_they_are_spoken() -> None:
    spoken: Mapping[str, tuple[str, ...]] = {
        "2c": ("two of clubs", "klaverentwee", "Kreuz-Zwei"),
        "7d": ("seven of diamonds", "ruitenzeven", "Karo-Sieben"),
        "Td": ("ten of diamonds", "ruitentien", "Karo-Zehn"),
        "Jh": ("jack of hearts", "hartenboer", "Herz-Bube"),
        "Qs": ("queen of spades", "schoppenvrouw", "Pik-Dame"),
        "Kd": ("king of diamonds", "ruitenheer", "Karo-König"),
        "Ac": ("ace of clubs", "klaverenaas", "Kreuz-Ass"),
        "Jk": ("joker", "joker", "Joker"),
    }
    for text, names in spoken.items():
        assert tuple([card_name(Card.parse(text), lang) for lang in LANGS]) == names
    for lang in LANGS:
        names = tuple([card_name(card, lang) for card in CARDS])
        assert len(set(names)) == len(CARDS)
        assert all([name.replace(" ", "").replace("-", "").isalpha() for name in names])
        for card in CARDS[:52]:
            assert card.suit is not None
            assert suit_name(card.suit, lang) in card_name(card, lang)


def test_all_cards_of_a_hand_are_spoken() -> None:
    assert cards_name([Card.parse("Kd"), JOKER, Card.parse("2c")], "en") == "king of diamonds, joker and two of clubs"
    assert cards_name([JOKER, JOKER], "nl") == "joker en joker"
    assert cards_name([JOKER], "de") == "Joker"
    assert [cards_name(Cards(), lang) for lang in LANGS] == ["no cards", "geen kaarten", "keine Karten"]
    assert cards_name(CARDS, "en").count(",") == 51


@pytest.mark.parametrize(
    ("lang", "text", "spoken"),
    [
        ("en", "play K♦ and announce diamonds", "play king of diamonds and announce diamonds"),
        ("nl", "speel H♦ en meld ruiten", "speel ruitenheer en meld ruiten"),
        ("de", "gib B♠ an Ben ab", "gib Pik-Bube an Ben ab"),
        ("en", "meld 10♥ joker=J♥ Q♥", "meld ten of hearts, joker as jack of hearts, queen of hearts"),
        ("nl", "leg het setje 2♣=3♠ 4♠ 5♠", "leg het setje klaverentwee als schoppendrie, schoppenvier, schoppenvijf"),
        ("de", "lege 8♣ 8♦ Joker aus", "lege Kreuz-Acht, Karo-Acht, Joker aus"),
        ("en", "discard a joker", "discard a joker"),
        ("en", "(number 3: 8♣ 8♦)", "(number 3: eight of clubs, eight of diamonds)"),
        ("en", "bid 110, D♠ is no card, nor is 1010♠ or jokers", "bid 110, D♠ is no card, nor is 1010♠ or jokers"),
    ],
)
def test_texts_for_screen_readers(lang: str, text: str, spoken: str) -> None:
    assert wording.spoken(text, lang) == spoken


def test_no_text_is_spoken_with_signs() -> None:
    for case in CASES:
        for lang, texts in case.texts.items():
            for text in texts:
                spoken = wording.spoken(text, lang)
                assert not set("♣♦♥♠=") & set(spoken), spoken
                assert (spoken == text) == (not set("♣♦♥♠") & set(text))


def test_words_for_cards() -> None:
    assert [wording.card_object(JOKER, lang) for lang in LANGS] == ["a joker", "een joker", "einen Joker"]
    assert [wording.card_object(Card.parse("Qs"), lang) for lang in LANGS] == ["Q♠", "V♠", "D♠"]
    assert [wording.cards_count(count, "de") for count in (0, 1, 2)] == ["0 Karten", "1 Karte", "2 Karten"]
    assert wording.cards_word([Card.parse("Td"), JOKER], "nl") == "10♦ joker"
    assert wording.cards_word([], "nl") == "geen kaarten"
