"""The texts of the rulebooks: all there, in three languages, right for every config, and filled for every violation."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from typing import Any, Final

import attrs
import pytest
from attrs import frozen

from cardrules import duizenden, rulebook, tausend
from cardrules.cards import CARDS, JOKER, Card, Cards
from cardrules.duizenden import Draws, Points
from cardrules.duizenden import actions as moves
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.game import GAME
from cardrules.rulebook import Rule, Texts, Variant
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.actions import Action, Deal
from cardrules.tausend.rules import Barrel, Rules
from cardrules.tausend.state import Playing, Standing, State
from cardrules.testing.tausend.candidates import deals, player_actions
from cardrules.testing.tausend.playing import table
from cardrules.verdict import Param, Violation
from cardrules.wording import LANGS
from playouts import tausend_from
from rulebooks import DUIZENDEN, GAMES, TAUSEND, Told

SEATS = frozenset({"seat", "turn", "to", "declarer", "owner"})
"""The parameters that are seats; the turn of a rule that counts turns is none."""
NUMBERS = frozenset({("duizenden.out.first-circuit", "turn")})

ENTRIES = [rule for told in GAMES.values() for rule in told.book.rules.values()]
REASONS = [(rule, reason) for told in GAMES.values() for rule, reasons in told.violations.items() for reason in reasons]

EACH_GAME = pytest.mark.parametrize("told", GAMES.values(), ids=GAMES.keys())
EACH_RULE = pytest.mark.parametrize("entry", ENTRIES, ids=[rule.id for rule in ENTRIES])
EACH_REASON = pytest.mark.parametrize(("rule", "reason"), REASONS)
EACH_LANG = pytest.mark.parametrize("lang", LANGS)
EACH_HOUSE = pytest.mark.parametrize(
    ("told", "rules"),
    [
        pytest.param(told, rules, id=f"{game}: {name}")
        for game, told in GAMES.items()
        for name, rules in told.houses.items()
    ],
)
EACH_TAUSEND = pytest.mark.parametrize("rules", TAUSEND.houses.values(), ids=TAUSEND.houses.keys())


def all_texts(rule: Rule) -> Iterator[Texts]:
    """Every text of a rule, by language."""
    yield rule.title
    if rule.line is not None:
        yield rule.line
    yield from [variant.text for variant in rule.variants if variant.text is not None]
    yield from rule.messages.values()


def placeholders(template: str) -> set[str]:
    """What is to be filled in, with the format: `turn:seat`."""
    fields = string.Formatter().parse(template)
    return {f"{name}:{spec}" if spec else name for _, name, spec, _ in fields if name is not None}


@EACH_GAME
def test_every_rule_has_its_entry(told: Told) -> None:
    assert tuple(told.book.rules) == told.ids


@EACH_GAME
def test_every_rule_stands_in_a_section_in_the_order_of_the_book(told: Told) -> None:
    sections = [rule.section for rule in told.book.rules.values()]
    assert list(dict.fromkeys(sections)) == list(told.book.sections)
    assert sections == sorted(sections, key=list(told.book.sections).index)


@EACH_RULE
def test_the_source_is_one_that_the_book_names(entry: Rule) -> None:
    sources = GAMES[entry.id.partition(".")[0]].book.sources
    assert {place.split()[0] for place in entry.source.split("; ")} <= {*sources, "cardrules"}
    assert entry.ruling or entry.source != "cardrules"


@EACH_GAME
def test_titles_of_the_book_and_its_sections_are_in_all_languages(told: Told) -> None:
    for texts in (told.book.title, told.book.deal, *told.book.sections.values()):
        assert set(texts) == set(LANGS)
        assert all([text.strip() for text in texts.values()])


@EACH_RULE
def test_every_text_is_there_in_all_languages(entry: Rule) -> None:
    for texts in all_texts(entry):
        assert set(texts) == set(LANGS)
        assert all([text and text == text.strip() for text in texts.values()])


@EACH_RULE
def test_texts_are_sentences_and_titles_and_messages_are_none(entry: Rule) -> None:
    for variant in entry.variants:
        assert all([text.endswith(".") for text in (variant.text or {}).values()])
    for texts in (entry.title, *entry.messages.values()):
        assert not [text for text in texts.values() if text.endswith(".")]
    for texts in entry.messages.values():
        assert not [text for text in texts.values() if text[0].isupper()]


@EACH_RULE
def test_languages_fill_in_the_same(entry: Rule) -> None:
    for texts in all_texts(entry):
        assert len({frozenset(placeholders(text)) for text in texts.values()}) == 1


# -- messages


@EACH_GAME
def test_messages_are_there_for_the_rules_that_an_action_can_break(told: Told) -> None:
    messages = {rule.id: set(rule.messages) for rule in told.book.rules.values() if rule.messages}
    assert messages == {rule: set(reasons) for rule, reasons in told.violations.items()}


def params_of(rule: str, reason: str) -> dict[str, Param]:
    params = GAMES[rule.partition(".")[0]].violations[rule][reason]
    return {"reason": reason, **params} if reason else dict(params)


def entry_of(rule: str) -> Rule:
    return GAMES[rule.partition(".")[0]].book.rules[rule]


@EACH_LANG
@EACH_REASON
def test_a_message_is_filled_with_the_params_of_its_violation(rule: str, reason: str, lang: str) -> None:
    text = rulebook.explain(rule, params_of(rule, reason), lang)
    assert text
    assert not set(text) & set("{}")
    assert text != entry_of(rule).title[lang]
    assert Violation.of(rule, **params_of(rule, reason)).explain(lang) == text


@EACH_REASON
def test_seats_are_written_as_seats_and_nothing_else_is(rule: str, reason: str) -> None:
    for template in entry_of(rule).messages[reason].values():
        for placeholder in placeholders(template):
            name, _, spec = placeholder.partition(":")
            assert spec == ("seat" if name in SEATS and (rule, name) not in NUMBERS else "")


def test_messages_speak_the_language_of_the_cards() -> None:
    params = params_of("tausend.play.follow", "") | {"held": Cards.parse("9hQh")}
    assert rulebook.explain("tausend.play.follow", params, "en") == "you hold 9♥ and Q♥ and must follow hearts"
    assert rulebook.explain("tausend.play.follow", params, "nl") == "je hebt 9♥ en V♥ en moet harten bekennen"
    assert rulebook.explain("tausend.play.follow", params, "de") == "du hast 9♥ und D♥ und musst Herz bedienen"


def test_a_reason_calls_the_players_by_their_names_where_these_are_known() -> None:
    turn = Violation.of("duizenden.turn", turn=1)
    assert turn.explain("nl") == "je bent niet aan de beurt: p2 moet spelen"
    assert turn.explain("nl", ["Anna", "Ben"]) == "je bent niet aan de beurt: Ben moet spelen"
    assert turn.explain("nl", ["Anna"]) == "je bent niet aan de beurt: p2 moet spelen"
    assert turn.explain("en", ["Anna", "Eve\x1b"]) == r"it is not your turn: Eve\x1b is to play"
    assert turn.explain("en", ["Ben", "Ben"]) == "it is not your turn: Ben (p2) is to play"


Said = tuple[str, str, frozenset[str]]


def said(violation: Violation) -> Said:
    """The rule, the reason and the names of the other parameters."""
    params = dict(violation.params)
    reason = str(params.pop("reason", ""))
    return violation.rule, reason, frozenset(params)


def expected(told: Told) -> set[Said]:
    return {
        (rule, reason, frozenset(params))
        for rule, reasons in told.violations.items()
        for reason, params in reasons.items()
    }


def judged() -> Iterator[State]:
    """States of playouts in which everybody sits on the barrel at the start, and leads with four aces in hand."""
    on_barrel = Standing(880, 0, 0, 0)
    for seed, rules in enumerate([Rules(), Rules(players=4), Rules(four_aces=True)] * 7):
        states = tausend_from(table(rules, 0, [on_barrel] * rules.players), seed, 100).states
        yield from [state for state in states if not isinstance(state, Playing)]
        yield from [state for state in states[::11] if isinstance(state, Playing)]
        leads = [state for state in states if isinstance(state, Playing) and state.tricks and not state.trick]
        yield from [_with_aces(state) for state in leads[:1]]


def _with_aces(state: Playing) -> Playing:
    """The judge looks at the hand of the seat on turn alone, so the other hands may stay as they are."""
    hands = list(state.contract.hands)
    hands[state.turn] = hands[state.turn] | Cards.parse("AcAdAhAs9c")
    played = [play for trick in state.tricks for play in trick.plays]
    contract = attrs.evolve(state.contract, hands=tuple([hand - Cards([p.card for p in played]) for hand in hands]))
    return attrs.evolve(state, contract=contract)


def _dealt_to_all(sitting: int) -> Deal:
    """A right deal for the others, and cards of theirs for who sits out."""
    deck = list(tausend.deck(Rules()))
    hands = [Cards(deck[7 * at : 7 * at + 7]) for at in range(3)]
    hands.insert(sitting, hands[0])
    return Deal(tuple(enumerate(hands)), Cards(deck[21:]))


def test_the_referee_of_tausend_gives_the_params_that_the_messages_expect() -> None:
    actions: tuple[Action, ...] = (*player_actions(), *deals(), *[_dealt_to_all(sitting) for sitting in range(4)])
    heard: set[Said] = set()
    for state in judged():
        for action in actions:
            heard.update([said(violation) for violation in tausend.violations(state, action)])
    assert heard == expected(TAUSEND)


def duizenden_states(rng: random.Random) -> Iterator[duizenden.State]:
    """Some states of playouts in many houses, and others like them with few cards in hand or with a
    last card to be called, as the judge may be asked about any state."""
    houses = [
        *DUIZENDEN.houses.values(),
        duizenden.Rules(players=2, last_card="free", last_card_call=Draws(), empty_stock="end_round"),
        duizenden.Rules(players=2, opening_minimum=0, last_card_call=Points(points=10), queen_discard="last_card"),
    ]
    for rules in houses:
        state: duizenden.State = duizenden.start(rules)
        for step in range(100):
            if step < 5 or step % 20 < 2:
                yield state
                if isinstance(state, duizenden.Melding):
                    yield from _with_few_cards(state, rng)
                if isinstance(state, duizenden.Swapping):
                    yield attrs.evolve(state, swaps=9)
                if isinstance(state, duizenden.Drawing):
                    yield attrs.evolve(state, pot=())
                    yield attrs.evolve(state, hands=(Cards.parse("8c8d"),) * state.match.rules.players)
                    yield duizenden.Reshuffling(state, state.turn, drawn=True)
                    yield from _with_calls(state)
            if isinstance(state, duizenden.Over):
                break
            acting = duizenden.actors(state)
            state = duizenden.apply(state, GAME.choose(state, rng) if acting else duizenden.shuffle(state, rng))
        yield duizenden.Over(state.match, (0,))


def _with_few_cards(state: duizenden.Melding, rng: random.Random) -> Iterator[duizenden.Melding]:
    some = [Cards.parse(text) for text in ("8c8d8h", "8c8d8h3c4d", "KcKdKhQs", "QsQs", "Qs", "3c")]
    for hand in (*some, Cards(rng.choices(CARDS, k=2))):
        hands = (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])
        yield attrs.evolve(state, hands=hands)
        yield attrs.evolve(state, hands=hands, laid=0, bound=state.match.rules.out_unopened)
        yield attrs.evolve(state, hands=hands, laid=25)


def _with_calls(state: duizenden.Drawing) -> Iterator[duizenden.Drawing]:
    if state.match.rules.last_card_call is None:
        return
    for call in ("due", "called", "missed", "kept", "settled"):
        places = tuple([attrs.evolve(place, call=call) for place in state.places])
        yield attrs.evolve(state, places=places)
        yield attrs.evolve(state, places=places, stock=(), pot=state.pot[-1:])


def duizenden_actions(state: duizenden.State, rng: random.Random) -> Iterator[duizenden.Action]:
    """Actions of all kinds, right and wrong ones."""
    deal = duizenden.shuffle(duizenden.start(state.match.rules), rng)
    assert isinstance(deal, duizenden.Deal)
    yield deal
    if isinstance(state, duizenden.Dealing):
        yield from _wrong_deals(deal)
    yield duizenden.Reshuffle((JOKER,))
    seat = getattr(state, "turn", 0)
    yield duizenden.Draw(seat)
    yield duizenden.Draw(seat + 1)
    yield duizenden.EndTurn(seat)
    for other in range(2):
        yield duizenden.Last(other)
        yield duizenden.Challenge(other, 0)
        yield duizenden.Challenge(other, 1)
    hands = getattr(state, "hands", ())
    hand = list(hands[seat]) if hands else [JOKER]
    cards = [*hand[:4], QUEEN, JOKER, Card.parse("2h"), rng.choice(CARDS), getattr(state, "open", JOKER)]
    cards += [card for meld in getattr(state, "melds", ()) for card in meld.cards][:4]
    top = getattr(state, "pot", ())[-1:]
    for card in cards:
        yield duizenden.Swap(seat, card)
        yield duizenden.Discard(seat, card)
        for meld in range(2):
            yield duizenden.Exchange(seat, meld, card)
            yield duizenden.LayOff(seat, meld, (card,), rng.choice(_ENDS))
    for end in _ENDS:
        yield duizenden.LayOff(seat, 0, (JOKER, JOKER), end)
    yield duizenden.LayOff(seat, 99, (JOKER,))
    yield duizenden.Exchange(seat, 99, JOKER)
    for laid in [rng.sample(cards, k=size) for size in (1, 2, 3, 3)]:
        yield duizenden.Meld(seat, tuple(laid))
        yield duizenden.Pot(seat, (*laid, *top))
        yield duizenden.Pot(seat, tuple(laid))
    for text in ("8c8d8h", "KcKdKh", "AcJk3c", "Ac2c3c", "8cJkJk", "8c8dJkJkJk", "QsQsJk", "8c2d2d2h"):
        yield duizenden.Meld(seat, tuple(moves.parse_action(f"p1 meld {text}").cards))  # type: ignore[union-attr]


_ENDS: Final[tuple[moves.End | None, ...]] = (None, "low", "high")


def _wrong_deals(deal: duizenden.Deal) -> Iterator[duizenden.Deal]:
    first, *others = deal.hands
    yield attrs.evolve(deal, hands=tuple(others))
    yield attrs.evolve(deal, hands=((0, first[1] - Cards(list(first[1])[:1])), *others))
    yield attrs.evolve(deal, hands=(*deal.hands, (7, first[1])))
    yield attrs.evolve(deal, open=deal.stock[:2])
    yield attrs.evolve(deal, stock=deal.stock[1:])
    yield attrs.evolve(deal, stock=(*deal.stock, deal.stock[0]))


def test_the_referee_of_duizenden_gives_the_params_that_the_messages_expect() -> None:
    rng = random.Random(6)
    heard: set[Said] = set()
    for state in duizenden_states(rng):
        for action in duizenden_actions(state, rng):
            heard.update([said(violation) for violation in duizenden.violations(state, action)])
    assert heard == expected(DUIZENDEN)


# -- the rule sheet


@EACH_LANG
@EACH_HOUSE
def test_a_rule_sheet_is_filled(told: Told, rules: Any, lang: str) -> None:
    sections = rulebook.sheet(told.book, rules, lang)
    for section in sections:
        for rule in section.rules:
            assert rule.text
            assert not set(rule.text) & set("{}")
            assert rule.title == told.book.rules[rule.id].title[lang]


@EACH_HOUSE
def test_the_same_rules_are_in_force_in_all_languages(told: Told, rules: Any) -> None:
    sheets = [rulebook.sheet(told.book, rules, lang) for lang in LANGS]
    in_force = [[rule.id for section in sections for rule in section.rules] for sections in sheets]
    assert in_force[0] == in_force[1] == in_force[2]


def missing(told: Told, rules: Any) -> set[str]:
    """The rules that are not in force."""
    return {rule.id for rule in told.book.rules.values() if rule.text(rules, "en") is None}


def test_rules_of_tausend_that_are_not_in_force_are_not_on_the_sheet() -> None:
    variants = {"tausend.four-handed", "tausend.aces", "tausend.poor-widow", "tausend.555"}
    assert missing(TAUSEND, Rules()) == variants
    assert missing(TAUSEND, Rules(players=4)) == variants - {"tausend.four-handed"}
    assert missing(TAUSEND, TAUSEND.houses["all flags"]) == {"tausend.null"}


def test_rules_of_duizenden_that_are_not_in_force_are_not_on_the_sheet() -> None:
    def gone(rules: duizenden.Rules) -> set[str]:
        return {rule.removeprefix("duizenden.") for rule in missing(DUIZENDEN, rules)}

    presets = duizenden.PRESETS
    rare = {"out.first-circuit", "out.unopened", "last-card"}
    s0 = {"meld.first-turn", "meld.modern-two", "pot.hand"} | rare
    s1 = {"swap", "swap.same", "opening", "out.opening-turn"} | rare
    assert gone(presets["kinder"]) == gone(presets["volwassen"]) == s0
    assert gone(presets["klassiek"]) == s1 | {"meld.modern-two"}
    assert gone(presets["modern"]) == s1
    assert gone(DUIZENDEN.houses["all flags"]) == {
        "meld.modern-two",
        "exchange",
        "exchange.queen",
        "out.opening-turn",
        "points.low-ace",
    }


@EACH_LANG
@EACH_HOUSE
def test_a_text_changes_with_no_flag_but_those_of_its_rule(told: Told, rules: Any, lang: str) -> None:
    for flag, other in told.neighbours(rules):
        for rule in told.book.rules.values():
            if rule.text(rules, lang) != rule.text(other, lang):
                assert flag in rule.flags, f"{rule.id} with another {flag}"


@EACH_LANG
def test_a_text_of_duizenden_changes_in_some_house_with_each_flag_of_its_rule(lang: str) -> None:
    changed = {
        (rule.id, flag)
        for rules in DUIZENDEN.houses.values()
        for flag, other in DUIZENDEN.neighbours(rules)
        for rule in DUIZENDEN.book.rules.values()
        if rule.text(rules, lang) != rule.text(other, lang)
    }
    assert changed == {(rule.id, flag) for rule in DUIZENDEN.book.rules.values() for flag in rule.flags}


@EACH_LANG
@EACH_TAUSEND
def test_a_text_of_tausend_changes_with_each_flag_of_its_rule(rules: Rules, lang: str) -> None:
    for flag, other in TAUSEND.neighbours(rules):
        for rule in TAUSEND.book.rules.values():
            changes = rule.text(rules, lang) != rule.text(other, lang)
            assert changes == (flag in rule.flags), f"{rule.id} with another {flag}"


@EACH_LANG
def test_who_sits_out_is_told_by_one_rule(lang: str) -> None:
    dealer, right = Rules(players=4, sits_out="dealer"), Rules(players=4, sits_out="right_of_dealer")
    told = [rule for rule in TAUSEND.book.rules.values() if rule.text(dealer, lang) != rule.text(right, lang)]
    assert [rule.id for rule in told] == ["tausend.four-handed"]


@EACH_RULE
def test_variants_are_told_apart_by_flags_of_their_rule(entry: Rule) -> None:
    asked = {flag for variant in entry.variants for flag in variant.when}
    roots = {flag.partition(".")[0] for flag in entry.flags}
    assert {flag for flag in asked if flag not in entry.flags and flag.partition(".")[0] not in roots} == set()


def test_the_flags_of_the_books_are_the_fields_of_the_configs() -> None:
    fields = {name for name in attrs.fields_dict(Rules) if name != "barrel"}
    fields |= {f"barrel.{name}" for name in attrs.fields_dict(Barrel)}
    assert {flag for rule in TAUSEND.book.rules.values() for flag in rule.flags} == fields
    assert set(TAUSEND.others) | {"sits_out"} == fields
    fields = {name for name, field in attrs.fields_dict(duizenden.Rules).items() if field.init}
    assert {flag for rule in DUIZENDEN.book.rules.values() for flag in rule.flags} == fields
    assert set(DUIZENDEN.others) == fields


@EACH_LANG
def test_numbers_of_a_config_of_tausend_are_on_its_sheet(lang: str) -> None:
    rules = Rules(four_aces=True, barrel=Barrel(at=850, deals=4, falls_to=-35))
    texts = {rule.id: rule.text(rules, lang) or "" for rule in TAUSEND.book.rules.values()}
    assert "600" in texts["tausend.bid.maximum"]
    assert "850" in texts["tausend.barrel.enter"]
    assert "850" in texts["tausend.barrel.win"]
    assert all([number in texts["tausend.barrel.fall"] for number in ("850", "4", "−35")])


@EACH_LANG
def test_numbers_of_a_config_of_duizenden_are_on_its_sheet(lang: str) -> None:
    changes = {
        "players": ("players", 3),
        "points.low-ace": ("low_ace_points", 7),
        "swap.same": ("swap_limit", 6),
        "pot.hand": ("pot_hand_minimum", 5),
        "opening": ("opening_minimum", 45),
        "out.first-circuit": ("melds_from_circuit", 4),
        "score.queen": ("queen_penalty", 150),
        "win": ("target", 1500),
    }
    flags: dict[str, Any] = dict(changes.values())
    rules = duizenden.Rules(**flags, last_card_call=Points(points=35))
    texts = {rule.id.removeprefix("duizenden."): rule.text(rules, lang) or "" for rule in DUIZENDEN.book.rules.values()}
    assert [rule for rule, (_, number) in changes.items() if str(number) not in texts[rule]] == []
    assert "35" in texts["last-card"]


@EACH_LANG
def test_a_single_deal_on_the_barrel_has_a_text_of_its_own(lang: str) -> None:
    text = TAUSEND.book.rules["tausend.barrel.fall"].text(Rules(barrel=Barrel(deals=1)), lang) or ""
    assert re.findall("[0-9]+", text) == ["880", "760"]


def test_an_unknown_language_is_refused() -> None:
    for ask in (
        lambda: rulebook.sheet(TAUSEND.book, Rules(), "fr"),
        lambda: rulebook.explain("tausend.nines", {"seat": 0}, "fr"),
    ):
        with pytest.raises(ValueError, match="no texts in 'fr': the languages are en, nl, de"):
            ask()


def test_a_rule_that_no_book_knows_is_named_by_its_id() -> None:
    assert rulebook.explain("tausend.no-such-rule", {}, "en") == "tausend.no-such-rule"
    assert rulebook.explain("tausend.no-such-rule", {}, "en", ["Anna"]) == "tausend.no-such-rule"
    assert rulebook.explain("nothing.at.all", {}, "de") == "nothing.at.all"


# -- variants


@frozen
class Fine:
    points: int


@frozen
class House:
    """A config with flags that can be null."""

    call: Fine | None = None
    limit: int | None = None
    strict: bool = False


def text_where(rules: House, **when: object) -> bool:
    """Whether a text for `when` holds under a config."""
    texts = dict.fromkeys(LANGS, "x.")
    flags = {name.replace("__", "."): value for name, value in when.items()}
    return Rule("a.b", "s", texts, "cardrules", True, (), (Variant(flags, texts),), {}).text(rules, "en") is not None


def test_false_in_a_variant_is_a_flag_that_is_null() -> None:
    assert text_where(House(), call=False, limit=False, strict=False)
    assert not text_where(House(call=Fine(5)), call=False)
    assert not text_where(House(limit=3), limit=False)
    assert not text_where(House(strict=True), strict=False)


def test_zero_in_a_variant_is_not_null_and_not_false() -> None:
    assert text_where(House(limit=0), limit=0)
    assert not text_where(House(limit=0), limit=False)
    assert not text_where(House(), limit=0)
    assert not text_where(House(), strict=0)


def test_a_variant_may_ask_for_a_field_of_a_flag_that_is_null() -> None:
    assert text_where(House(call=Fine(5)), call__points=5)
    assert not text_where(House(call=Fine(5)), call__points=6)
    assert not text_where(House(), call__points=5)
    assert not text_where(House(call=Fine(1)), call__cards=1)


def test_a_variant_that_asks_for_no_flag_of_the_config_is_an_error() -> None:
    with pytest.raises(AttributeError):
        text_where(House(), colour=True)


@EACH_GAME
@pytest.mark.parametrize("lang", LANGS)
def test_a_line_of_the_score_sheet_says_what_it_is_for(lang: str, told: Told) -> None:
    for rule, entry in told.book.rules.items():
        assert ScoreLine(0, 0, 5, rule).explain(lang) == (entry.line or entry.title)[lang]


def test_a_line_for_no_rule_is_named_by_its_id() -> None:
    assert ScoreLine(0, 0, 5, "whist.odd").explain("de") == "whist.odd"
    with pytest.raises(ValueError, match="'fr'"):
        ScoreLine(0, 0, 5, "whist.odd").explain("fr")
