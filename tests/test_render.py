"""The table as text: what it shows, what it keeps to itself, and how it is laid out."""

from __future__ import annotations

import random
import re
from functools import cache
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from attrs import evolve

from cardrules import GAMES, Card, Record, duizenden, records, tausend
from cardrules.registry import AnyGame, game
from cardrules.render import plain
from cardrules.render.duizenden import WORDS as DUIZENDEN_WORDS
from cardrules.render.plain import table
from cardrules.render.tausend import WORDS as TAUSEND_WORDS
from cardrules.sampling import sample
from cardrules.text import seat_text
from cardrules.wording import number_word

DUIZENDEN: Final = game("duizenden")
ANY: Final[AnyGame] = GAMES["duizenden"]
LANGS: Final = ("en", "nl", "de")
NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo")
KINDER: Final = duizenden.PRESETS["kinder"]
RULES: Final = (
    evolve(KINDER, players=2, last_card_call=duizenden.Points(points=50)),
    evolve(duizenden.PRESETS["volwassen"], swap_limit=2),
    evolve(duizenden.PRESETS["klassiek"], players=8, last_card_call=duizenden.Draws()),
    evolve(duizenden.PRESETS["modern"], players=3, empty_stock="end_round"),
    evolve(KINDER, players=3, out_unopened=True, out_in_opening_turn=True, opening_minimum=80),
)


@cache
def states(number: int) -> list[duizenden.State]:
    """All states of three rounds under some rules."""
    record: Record = sample(ANY, RULES[number], random.Random(number), 3)
    return cast("list[duizenden.State]", list(records.replay(record)))


def shown(state: duizenden.State, seat: int | None = None, lang: str = "en", width: int | None = None) -> str:
    return table(DUIZENDEN, state, seat, lang, NAMES, width)


def line(text: str, label: str) -> str:
    """What stands behind a label."""
    (found,) = [line for line in text.splitlines() if re.match(rf"{label}(  |$)", line)]
    return found.removeprefix(label).strip()


CARD: Final = re.compile(r"(?:10|[2-9JQKABVHD])[♣♦♥♠]|[Jj]oker")


def cards(text: str) -> list[str]:
    return sorted(CARD.findall(re.sub(r"=\S+?(?=[( \n]|$)", "", text)))


@pytest.mark.parametrize("number", range(len(RULES)))
def test_all_cards_that_lie_open_or_are_held_are_shown(number: int) -> None:
    for state in states(number)[::7]:
        places = {place: cards for place, cards in DUIZENDEN.places(state).items() if place not in ("deck", "stock")}
        if len(places) > 0:
            want = sorted([_word(card) for held in places.values() for card in held])
            assert cards(shown(state)) == want


def _word(card: Card) -> str:
    if card.rank is None or card.suit is None:
        return "joker"
    return f"{card.rank.value.replace('T', '10')}{card.suit.sign}"


@pytest.mark.parametrize("number", range(len(RULES)))
@pytest.mark.parametrize("lang", LANGS)
def test_a_seat_is_shown_what_it_may_know(number: int, lang: str) -> None:
    """A state in which the others hold what is in the stock looks the same."""
    for state in states(number)[::13]:
        text = shown(state, 0, lang)
        assert shown(state, 0, lang) == text
        if isinstance(state, duizenden.Drawing | duizenden.Melding | duizenden.Swapping):
            hidden = _without_secrets(state, 0)
            assert shown(hidden, 0, lang) == text
            assert cards(text) != cards(shown(state, None, lang))


def _without_secrets(state: Any, seat: int) -> Any:
    held = [card for other, hand in enumerate(state.hands) if other != seat for card in hand] + list(state.stock)
    random.Random(1).shuffle(held)
    hands = []
    for other, hand in enumerate(state.hands):
        take = held[: len(hand)]
        if other != seat:
            held = held[len(hand) :]
        hands.append(hand if other == seat else type(hand)(take))
    return evolve(state, hands=tuple(hands), stock=tuple(held))


@pytest.mark.parametrize("number", range(len(RULES)))
@pytest.mark.parametrize("width", [80, 60, 40, 1])
def test_a_width_wraps_between_words_alone(number: int, width: int) -> None:
    for state in states(number)[::23]:
        for lang in LANGS:
            free, wrapped = shown(state, None, lang), shown(state, None, lang, width)
            assert free.split() == wrapped.split()
            if width >= 40:
                assert max([len(row) for row in wrapped.splitlines()]) <= width


@pytest.mark.parametrize("number", range(len(RULES)))
def test_the_facts_of_a_table(number: int) -> None:
    for state in states(number)[::5]:
        text, view = shown(state), duizenden.view(state, None)
        shows_last = not view.counts and view.previous is not None
        assert line(text, "round").split(",")[0] == str(view.deals + 1 - shows_last)
        for seat in range(view.rules.players):
            assert f"total: {number_word(view.totals[seat])}," in line(text, f"{seat_text(seat)} {NAMES[seat]}") + ","
        if not view.counts:
            continue
        assert f"{seat_text(view.dealer)} {NAMES[view.dealer]}" in line(text, "round")
        assert line(text, "stock") == f"cards: {view.stock_count}"
        for seat, count in enumerate(view.counts):
            facts = line(text, f"{seat_text(seat)} {NAMES[seat]}")
            assert f"cards: {count}" in facts
            if view.places and view.rules.opening_minimum:
                assert "open" in facts
        assert len(re.findall(r"^meld \d", text, re.MULTILINE)) == len(view.melds)
        if view.phase != "reshuffle":
            assert line(text, "awaited").startswith(f"{seat_text(view.turn or 0)} ")


def test_the_moments_that_can_be_waited_for() -> None:
    """Each word is used, in some state."""
    texts = "\n".join([shown(state) for number in range(len(RULES)) for state in states(number)])
    for words in (
        "swaps the open card, or draws",
        "dealt by",
        "draws, or takes the pot",
        "draws\n",
        "melds, lays off, exchanges; then discards a card",
        "the shuffle of the pot as new stock; first card to p",
        "went out",
        "may call the last card",
        "may challenge p",
        "last card called",
        "last card not called\n",
        "last card not called, challenged",
        "penalty: 50",
        "this round: −",
        "cards left: ",
        "not opened",
        "now       the deal",
    ):
        assert words in texts, words


# -- one table, made by hand

ROUND: Final = (
    "deal p1:7h8hJkKcKdKhKs5c5d5h2c3cJk p2:9h4c4dTh6d6sJcJdJs9c9d9sQs open:2d stock:3d{rest}",
    "p1 draw",
    "p1 meld 7h8hJk",
    "p1 meld KcKdKh",
)


def by_hand(rules: duizenden.Rules, *texts: str) -> duizenden.State:
    state: duizenden.State = duizenden.start(rules, dealer=1)
    used = duizenden.deck(rules)
    hands = re.findall(r"[2-9TJQKA][cdhs]|Jk", ROUND[0])
    for card in hands:
        used = used - type(used)([Card.parse(card)])
    rest = "".join([str(card) for card in used])
    for text in (ROUND[0].format(rest=rest), *texts):
        state = duizenden.apply(state, duizenden.parse_action(text))
    return state


def test_who_laid_a_card_and_what_a_wild_card_stands_for() -> None:
    rules = evolve(duizenden.PRESETS["volwassen"], players=2, swap_phase=False, opening_minimum=0, ratio="half")
    state = by_hand(rules, *ROUND[1:], "p1 layoff 1 low Jk", "p1 discard 2c", "p2 draw")
    state = duizenden.apply(state, duizenden.parse_action("p2 exchange 1 9h"))
    text = shown(state)
    assert line(text, "meld 1") == "p1: joker=6♥ 7♥ 8♥ 9♥(p2)"
    assert line(text, "meld 2") == "p1: K♣ K♦ K♥"
    assert line(text, "pot") == "cards: 2, on top 2♣, below it 2♦"
    assert line(shown(state, lang="nl"), "setje 2") == "p1: H♣ H♦ H♥"
    assert line(shown(state, lang="de"), "Meldung 1") == "p1: Joker=6♥ 7♥ 8♥ 9♥(p2)"


def test_a_match_that_was_won_shows_how_it_ended() -> None:
    for number in (1, 3):
        record = sample(ANY, RULES[number], random.Random(number))
        *_, state = records.replay(record)
        text, view = table(ANY, state, None, "en", NAMES), duizenden.view(cast("duizenden.State", state), None)
        assert view.previous is not None
        assert line(text, "won by") == ", ".join([f"{seat_text(seat)} {NAMES[seat]}" for seat in view.winners])
        assert line(text, "round") == str(view.deals)
        assert line(text, "ended") == f"{seat_text(view.previous.out or 0)} {NAMES[view.previous.out or 0]} went out"
        assert len(re.findall(r"^meld ", text, re.MULTILINE)) == len(view.previous.melds)
        own = table(ANY, state, 0, "en", NAMES)
        assert len(re.findall("cards left", own)) <= 1 < len(re.findall("cards left", text))


def test_who_has_to_go_out_knows_it_alone() -> None:
    rules = evolve(
        duizenden.PRESETS["kinder"], players=2, swap_phase=False, out_in_opening_turn=True, out_unopened=True
    )
    state = by_hand(evolve(rules, opening_minimum=0), ROUND[1])
    assert isinstance(state, duizenden.Melding)
    bound = evolve(state, bound=True)
    for seat, told in ((None, True), (0, True), (1, False)):
        assert ("has to go out in this turn" in shown(bound, seat)) == told
        assert "has to go out" not in shown(state, seat)


def test_a_round_that_ends_without_a_card_to_draw() -> None:
    rules = evolve(duizenden.PRESETS["klassiek"], players=2, empty_stock="end_round")
    state = by_hand(rules)
    assert isinstance(state, duizenden.Drawing)
    state = evolve(state, stock=())
    assert line(shown(state), "awaited").endswith("ends the round, as there is nothing to draw, or takes the pot")
    state = evolve(state, pot=())
    assert line(shown(state), "awaited").endswith("ends the round, as there is nothing to draw")
    assert line(shown(state), "pot") == "empty"
    assert "the stock ran out" in shown(duizenden.apply(state, duizenden.parse_action("p1 draw")))


@pytest.mark.parametrize("number", range(len(RULES)))
def test_the_pot_is_not_offered_where_nobody_could_take_it(number: int) -> None:
    for state in states(number):
        if any([isinstance(action, duizenden.Pot) for action in duizenden.legal_actions(state)]):
            assert "takes the pot" in line(shown(state), "awaited")
        if isinstance(state, duizenden.Drawing) and len(state.hands[state.turn]) == 1:
            assert "takes the pot" not in line(shown(state), "awaited")


def test_a_label_that_is_too_long_has_a_line_of_its_own() -> None:
    rows = table(DUIZENDEN, duizenden.start(dealer=1), None, "en", ("A" * 40, "Ben"), 60).splitlines()
    assert rows[1] == "p1 " + "A" * 40
    assert rows[2].split() == ["total:", "0"]
    assert rows[2].index("total") == rows[3].index("total")


# -- a view alone


@cache
def tausend_states() -> list[tausend.State]:
    """All states of two deals at a table of four."""
    record = sample(GAMES["tausend"], tausend.Rules(players=4, four_aces=True), random.Random(3), 2)
    return cast("list[tausend.State]", list(records.replay(record)))


def test_the_view_of_a_seat_is_all_that_its_table_needs() -> None:
    for place, state in enumerate(tausend_states()[::3]):
        lang, width, seat = LANGS[place % 3], (None, 60)[place % 2], place % 4
        text = plain.text(tausend.view(state, seat), lang, NAMES, width)
        assert text == table(game("tausend"), state, seat, lang, NAMES, width)
    for number in range(len(RULES)):
        for place, round_ in enumerate(states(number)[::11]):
            lang, width, seat = LANGS[place % 3], (None, 60)[place % 2], place % RULES[number].players
            text = plain.text(duizenden.view(round_, seat), lang, NAMES, width)
            assert text == table(DUIZENDEN, round_, seat, lang, NAMES, width)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_spectator_is_shown_what_lies_open(number: int) -> None:
    for state in states(number)[::13]:
        places = DUIZENDEN.places(state)
        hidden = {"deck", "stock", *[seat_text(seat) for seat in range(RULES[number].players)]}
        want = sorted([_word(card) for place, held in places.items() if place not in hidden for card in held])
        text = plain.text(duizenden.view(state, None))
        if "deck" not in places:
            assert cards(text) == want
        if isinstance(state, duizenden.Drawing | duizenden.Melding):
            assert plain.text(duizenden.view(_without_secrets(state, 0), None)) == text


def test_a_spectator_of_tausend_is_shown_no_hand_and_no_card_given() -> None:
    shown = {plain.text(tausend.view(state, None)) for state in tausend_states()}
    assert not any([line(text, "p1").startswith(tuple("♣♦♥♠")) for text in shown])
    assert all([re.search(r"^given  .*p\d \?", text, re.MULTILINE) for text in shown if "given" in text])
    assert any(["given" in text for text in shown])


def test_a_view_without_a_writer_is_shown_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.render.lines.GAMES", {"other": SimpleNamespace(View=(tausend.Barrel,))})
    assert plain.text(tausend.Barrel()).splitlines() == ["at        880", "deals     3", "falls_to  760"]


def test_a_text_needs_a_view_and_a_language() -> None:
    view = tausend.view(tausend.start(), None)
    with pytest.raises(ValueError, match="languages"):
        plain.text(view, "fr")
    # all hands would be shown of a state
    with pytest.raises(ValueError, match="a Dealing is no view of a registered game"):
        plain.text(tausend.start())


# -- any game


def test_without_names_and_for_an_unknown_seat_or_language() -> None:
    state = duizenden.start()
    assert "p1  total: 0" in re.sub(" +", "  ", table(DUIZENDEN, state)).replace("total:  ", "total: ")
    with pytest.raises(ValueError, match="no seat"):
        table(DUIZENDEN, state, 4)
    with pytest.raises(ValueError, match="languages"):
        table(DUIZENDEN, state, None, "fr")


def test_wide_names_leave_the_column_straight() -> None:
    text = table(DUIZENDEN, duizenden.start(), names=("安娜", "e\u0301ve", "Carla", "Dirk"))
    rows = text.splitlines()
    assert rows[1].index("total") + 2 == rows[2].index("total") - 1 == rows[3].index("total")


def test_a_game_without_a_writer_is_shown_as_data() -> None:
    other = evolve(GAMES["tausend"], view=lambda state, seat: tausend.Barrel())
    state = tausend.start()
    assert table(other, state, 0).splitlines() == ["at        880", "deals     3", "falls_to  760"]
    assert [row.split()[0] for row in table(other, state).splitlines()] == ["at", "deals", "falls_to", "deck"]
    assert table(evolve(other, view=lambda state, seat: Card.parse("As")), state, 0) == "view  As"


def test_each_game_has_all_words_in_each_language() -> None:
    for words in (DUIZENDEN_WORDS, TAUSEND_WORDS):
        assert set(words) == set(LANGS)
        for lang in LANGS:
            assert words[lang].keys() == words["en"].keys()
            for key, text in words[lang].items():
                assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", words["en"][key]))


def test_tausend_shows_the_cards_given_to_the_declarer_and_to_who_sees_all() -> None:
    record = sample(GAMES["tausend"], tausend.Rules(), random.Random(1), 1)
    for state in records.replay(record):
        view = tausend.view(cast("tausend.State", state), None)
        if view.gifts and view.declarer is not None:
            texts = [table(GAMES["tausend"], state, seat) for seat in (None, view.declarer)]
            assert [line(text, "given") for text in texts] == [line(texts[0], "given")] * 2
            assert "?" not in texts[0]


def test_who_sits_out_at_a_table_of_four() -> None:
    state: tausend.State = tausend.start(tausend.Rules(players=4), dealer=1)
    state = tausend.apply(state, tausend.shuffle(state, random.Random(1)))
    assert line(table(game("tausend"), state), "p2").startswith("sits out, total: 0")


def test_who_is_on_the_barrel() -> None:
    state = tausend.start()
    match = evolve(
        state.match, standings=(evolve(state.match.standings[0], total=880, barrel=2), *state.match.standings[1:])
    )
    assert line(table(game("tausend"), evolve(state, match=match)), "p1") == "total: 880, on the barrel (deals: 2)"


def test_strokes_and_surrenders_that_count() -> None:
    state = tausend.start()
    first, second, third = state.match.standings
    standings = (evolve(first, strokes=2), evolve(second, surrenders=1), third)
    text = table(game("tausend"), evolve(state, match=evolve(state.match, standings=standings)))
    assert line(text, "p1") == "total: 0, strokes: 2"
    assert line(text, "p2") == "total: 0, surrenders: 1"
    assert line(text, "p3") == "total: 0"


def test_after_the_match_no_other_deal_is_announced() -> None:
    match = evolve(tausend.start().match, deals=5, dealer=1)
    assert line(table(game("tausend"), tausend.Dealing(match)), "deal") == "6, dealt by p2"
    assert line(table(game("tausend"), tausend.Over(match, (0,))), "deal") == "5"


def test_a_turn_and_what_chance_does_have_labels_of_their_own() -> None:
    start = tausend.start()
    bidding = tausend.apply(start, tausend.shuffle(start, random.Random(1)))
    for lang, now, turn in (
        ("en", ("now", "the deal"), ("awaited", "a bid or a pass")),
        ("nl", ("nu", "het delen"), ("aan de beurt", "een bod of pas")),
        ("de", ("jetzt", "Karten geben"), ("am Zug", "ein Gebot oder Passen")),
    ):
        assert line(table(game("tausend"), start, lang=lang), now[0]) == now[1]
        assert line(shown(duizenden.start(), lang=lang), now[0]) == now[1]
        assert line(table(game("tausend"), bidding, lang=lang), turn[0]) == f"p2, {turn[1]}"
