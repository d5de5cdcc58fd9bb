"""The texts of the rulebooks: all there, in three languages, right for every config, and filled for every violation."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import attrs
import pytest

from cardrules import rulebook, tausend
from cardrules.cards import Card, Cards, Suit
from cardrules.errors import InvalidRules
from cardrules.rulebook import Rule, Texts
from cardrules.tausend import violations
from cardrules.tausend.actions import Action, Deal
from cardrules.tausend.rules import Barrel, Rules
from cardrules.tausend.state import Playing, Standing, State
from cardrules.verdict import Param, Violation
from cardrules.wording import LANGS
from strategies import EACH_FLAG, Scenario
from universe import deals, player_actions

IDS = (
    "tausend.phase",
    "tausend.win.over",
    "tausend.deck",
    "tausend.deal",
    "tausend.four-handed",
    "tausend.dealer",
    "tausend.redeal",
    "tausend.open",
    "tausend.bid.turn",
    "tausend.bid.opening",
    "tausend.bid.step",
    "tausend.bid.higher",
    "tausend.bid.marriage",
    "tausend.bid.maximum",
    "tausend.bid.passed",
    "tausend.bid.end",
    "tausend.poor-widow",
    "tausend.give",
    "tausend.give.declarer",
    "tausend.raise",
    "tausend.surrender",
    "tausend.surrender.barrel",
    "tausend.nines",
    "tausend.play.turn",
    "tausend.play.follow",
    "tausend.play.trump",
    "tausend.play.hand",
    "tausend.trick.winner",
    "tausend.marriage.lead",
    "tausend.marriage.pair",
    "tausend.marriage.trump",
    "tausend.marriage.lost",
    "tausend.aces",
    "tausend.score.declarer",
    "tausend.score.defender",
    "tausend.score.surrender",
    "tausend.barrel.defender",
    "tausend.null",
    "tausend.win",
    "tausend.win.tie",
    "tausend.barrel.enter",
    "tausend.barrel.win",
    "tausend.barrel.lose",
    "tausend.barrel.fall",
    "tausend.555",
    "tausend.barrel.many",
)
"""The rules in the order in which they are told."""

CARD, CARDS = Card.parse("Qh"), Cards.parse("9hQhAc")

VIOLATIONS: dict[str, dict[str, dict[str, Param]]] = {
    "tausend.phase": {"deal": {}, "bid": {}, "give": {}, "lead": {}, "play": {}},
    "tausend.win.over": {"": {}},
    "tausend.four-handed": {"": {"seat": 3}},
    "tausend.deck": {"": {"cards": CARDS}},
    "tausend.deal": {
        "seat": {"seat": 1},
        "stranger": {"seat": 3},
        "hand": {"seat": 1, "count": 8},
        "widow": {"count": 1},
        "cards": {"cards": CARDS},
        "twice": {"cards": CARDS},
    },
    "tausend.bid.turn": {"": {"seat": 0, "turn": 1}},
    "tausend.bid.passed": {"": {"seat": 0}},
    "tausend.bid.opening": {"pass": {}, "bid": {"bid": 95}},
    "tausend.bid.higher": {"": {"bid": 100, "last": 110}},
    "tausend.bid.step": {"": {"bid": 101}},
    "tausend.bid.marriage": {"": {"bid": 125}},
    "tausend.bid.maximum": {"": {"bid": 405, "maximum": 400}},
    "tausend.give": {reason: {"card": CARD, "to": 2} for reason in ("hand", "self", "twice", "nobody")},
    "tausend.give.declarer": {"": {"seat": 0, "declarer": 1}},
    "tausend.nines": {"": {"seat": 0}},
    "tausend.raise": {"lower": {"bid": 110, "last": 120}, "amount": {"bid": 121, "last": 120}},
    "tausend.surrender.barrel": {"": {}},
    "tausend.play.turn": {"": {"seat": 0, "turn": 1}},
    "tausend.play.hand": {"": {"card": CARD}},
    "tausend.play.follow": {"": {"held": CARDS, "led": Suit.HEARTS}},
    "tausend.play.trump": {"": {"held": CARDS, "led": Suit.HEARTS, "trump": Suit.CLUBS}},
    "tausend.aces": {"off": {}, "lead": {}, "hand": {}, "card": {"card": CARD}},
    "tausend.marriage.lead": {"": {}},
    "tausend.marriage.pair": {"card": {"card": CARD}, "hand": {"card": CARD}},
    "tausend.marriage.lost": {"": {"suit": Suit.SPADES, "cards": CARDS}},
}
"""What the referee says: by rule and reason ("" where there is but one), the other parameters."""

REASONS = [(rule, reason) for rule, reasons in VIOLATIONS.items() for reason in reasons]

OTHERS: dict[str, tuple[dict[str, Any], ...]] = {
    "players": (
        {"players": 3, "sits_out": None},
        {"players": 4, "sits_out": "dealer"},
        {"players": 4, "sits_out": "right_of_dealer"},
    ),
    "four_aces": ({"four_aces": False}, {"four_aces": True}),
    "surrender_points": ({"surrender_points": "sixty"}, {"surrender_points": "half_bid"}),
    "surrender_cost": ({"surrender_cost": "from_third"}, {"surrender_cost": "every_third"}),
    "null_penalty": ({"null_penalty": True}, {"null_penalty": False}),
    "barrel.at": ({"at": 880}, {"at": 900}, {"at": 995}),
    "barrel.deals": ({"deals": 3}, {"deals": 1}, {"deals": 4}),
    "barrel.falls_to": ({"falls_to": 390}, {"falls_to": 0}, {"falls_to": -120}),
    "reset_at_555": ({"reset_at_555": False}, {"reset_at_555": True}),
    "poor_widow_redeal": ({"poor_widow_redeal": False}, {"poor_widow_redeal": True}),
}
"""Other values of each flag; who sits out goes with the number of players, and has a test of its own."""

HOUSES = {
    **EACH_FLAG,
    "all flags": Rules(
        players=4,
        sits_out="right_of_dealer",
        four_aces=True,
        surrender_points="half_bid",
        surrender_cost="every_third",
        null_penalty=False,
        barrel=Barrel(at=400, deals=1, falls_to=-200),
        reset_at_555=True,
        poor_widow_redeal=True,
    ),
    "local rules": Rules(four_aces=True, surrender_points="half_bid", null_penalty=False, barrel=Barrel(at=850)),
    "four players, poor widow": Rules(players=4, poor_widow_redeal=True, surrender_cost="every_third"),
}
EACH_HOUSE = pytest.mark.parametrize("rules", HOUSES.values(), ids=HOUSES.keys())
EACH_RULE = pytest.mark.parametrize("rule", IDS)
EACH_LANG = pytest.mark.parametrize("lang", LANGS)

BOOK = rulebook.load("cardrules.tausend")


def with_flag(rules: Rules, flag: str, change: dict[str, Any]) -> Rules:
    """The config with another value of one flag and the same values of all others."""
    if flag.startswith("barrel."):
        return attrs.evolve(rules, barrel=attrs.evolve(rules.barrel, **change))
    return attrs.evolve(rules, **change)


def neighbours(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The configs that differ in one flag, and the flag."""
    for flag, changes in OTHERS.items():
        for change in changes:
            with suppress(InvalidRules):  # as a barrel at 555 without four aces
                other = with_flag(rules, flag, change)
                if other != rules:
                    yield flag, other


def all_texts(rule: Rule) -> Iterator[Texts]:
    """Every text of a rule, by language."""
    yield rule.title
    yield from [variant.text for variant in rule.variants if variant.text is not None]
    yield from rule.messages.values()


def placeholders(template: str) -> set[str]:
    """What is to be filled in, with the format: `turn:seat`."""
    fields = string.Formatter().parse(template)
    return {f"{name}:{spec}" if spec else name for _, name, spec, _ in fields if name is not None}


def test_every_rule_has_its_entry() -> None:
    assert tuple(BOOK.rules) == IDS


def test_every_rule_stands_in_a_section_in_the_order_of_the_book() -> None:
    sections = [rule.section for rule in BOOK.rules.values()]
    assert list(dict.fromkeys(sections)) == list(BOOK.sections)
    assert sections == sorted(sections, key=list(BOOK.sections).index)


@EACH_RULE
def test_the_source_is_one_that_the_book_names(rule: str) -> None:
    entry = BOOK.rules[rule]
    assert entry.source.split()[0] in {*BOOK.sources, "cardrules"}
    assert entry.ruling or entry.source != "cardrules"


def test_titles_of_the_book_and_its_sections_are_in_all_languages() -> None:
    for texts in (BOOK.title, *BOOK.sections.values()):
        assert set(texts) == set(LANGS)
        assert all([text.strip() for text in texts.values()])


@EACH_RULE
def test_every_text_is_there_in_all_languages(rule: str) -> None:
    for texts in all_texts(BOOK.rules[rule]):
        assert set(texts) == set(LANGS)
        assert all([text and text == text.strip() for text in texts.values()])


@EACH_RULE
def test_texts_are_sentences_and_titles_and_messages_are_none(rule: str) -> None:
    entry = BOOK.rules[rule]
    for variant in entry.variants:
        assert all([text.endswith(".") for text in (variant.text or {}).values()])
    for texts in (entry.title, *entry.messages.values()):
        assert not [text for text in texts.values() if text.endswith(".")]
    for texts in entry.messages.values():
        assert not [text for text in texts.values() if text[0].isupper()]


@EACH_RULE
def test_languages_fill_in_the_same(rule: str) -> None:
    for texts in all_texts(BOOK.rules[rule]):
        assert len({frozenset(placeholders(text)) for text in texts.values()}) == 1


# -- messages


def test_messages_are_there_for_the_rules_that_an_action_can_break() -> None:
    reasons = {rule.id: list(rule.messages) for rule in BOOK.rules.values() if rule.messages}
    assert {rule: set(found) for rule, found in reasons.items()} == {rule: set(VIOLATIONS[rule]) for rule in VIOLATIONS}


def params_of(rule: str, reason: str) -> dict[str, Param]:
    params = VIOLATIONS[rule][reason]
    return {"reason": reason, **params} if reason else params


@EACH_LANG
@pytest.mark.parametrize(("rule", "reason"), REASONS)
def test_a_message_is_filled_with_the_params_of_its_violation(rule: str, reason: str, lang: str) -> None:
    text = rulebook.explain(rule, params_of(rule, reason), lang)
    assert text
    assert not set(text) & set("{}")
    assert text != BOOK.rules[rule].title[lang]
    assert Violation.of(rule, **params_of(rule, reason)).explain(lang) == text


@pytest.mark.parametrize(("rule", "reason"), REASONS)
def test_seats_are_written_as_seats_and_nothing_else_is(rule: str, reason: str) -> None:
    seats = {"seat", "turn", "to", "declarer"}
    for template in BOOK.rules[rule].messages[reason].values():
        for placeholder in placeholders(template):
            name, _, spec = placeholder.partition(":")
            assert spec == ("seat" if name in seats else "")


def test_messages_speak_the_language_of_the_cards() -> None:
    params = VIOLATIONS["tausend.play.follow"][""] | {"held": Cards.parse("9hQh")}
    assert rulebook.explain("tausend.play.follow", params, "en") == "you hold 9♥ and Q♥ and must follow hearts"
    assert rulebook.explain("tausend.play.follow", params, "nl") == "je hebt 9♥ en V♥ en moet harten bekennen"
    assert rulebook.explain("tausend.play.follow", params, "de") == "du hast 9♥ und D♥ und musst Herz bedienen"


def judged() -> Iterator[State]:
    """States of playouts in which everybody sits on the barrel at the start, and leads with four aces in hand."""
    on_barrel = Standing(880, 0, 0, 0)
    for seed, rules in enumerate([Rules(), Rules(players=4), Rules(four_aces=True)] * 7):
        states = Scenario(rules, 0, (on_barrel,) * rules.players, 3, seed).states()
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


def test_the_referee_gives_the_params_that_the_messages_expect() -> None:
    actions: tuple[Action, ...] = (*player_actions(), *deals(), *[_dealt_to_all(sitting) for sitting in range(4)])
    heard: set[tuple[str, str, frozenset[str]]] = set()
    for state in judged():
        for action in actions:
            for violation in violations(state, action):
                params = dict(violation.params)
                reason = str(params.pop("reason", ""))
                heard.add((violation.rule, reason, frozenset(params)))
    assert heard == {(rule, reason, frozenset(VIOLATIONS[rule][reason])) for rule, reason in REASONS}


# -- the rule sheet


@EACH_LANG
@EACH_HOUSE
def test_a_rule_sheet_is_filled(rules: Rules, lang: str) -> None:
    sections = rulebook.sheet(BOOK, rules, lang)
    assert [section.title for section in sections] == [title[lang] for title in BOOK.sections.values()]
    for section in sections:
        for rule in section.rules:
            assert rule.text
            assert not set(rule.text) & set("{}")
            assert rule.title == BOOK.rules[rule.id].title[lang]


@EACH_HOUSE
def test_the_same_rules_are_in_force_in_all_languages(rules: Rules) -> None:
    in_force = [[rule.id for section in rulebook.sheet(BOOK, rules, lang) for rule in section.rules] for lang in LANGS]
    assert in_force[0] == in_force[1] == in_force[2]


def test_rules_that_are_not_in_force_are_not_on_the_sheet() -> None:
    def missing(rules: Rules) -> set[str]:
        return {rule.id for rule in BOOK.rules.values() if rule.text(rules, "en") is None}

    variants = {"tausend.four-handed", "tausend.aces", "tausend.poor-widow", "tausend.555"}
    assert missing(Rules()) == variants
    assert missing(Rules(players=4)) == variants - {"tausend.four-handed"}
    assert missing(HOUSES["all flags"]) == {"tausend.null"}


@EACH_LANG
@EACH_HOUSE
def test_a_text_changes_with_the_flags_of_its_rule_and_with_no_other(rules: Rules, lang: str) -> None:
    for flag, other in neighbours(rules):
        for rule in BOOK.rules.values():
            changes = rule.text(rules, lang) != rule.text(other, lang)
            assert changes == (flag in rule.flags), f"{rule.id} with another {flag}"


@EACH_LANG
def test_who_sits_out_is_told_by_one_rule(lang: str) -> None:
    dealer, right = Rules(players=4, sits_out="dealer"), Rules(players=4, sits_out="right_of_dealer")
    told = [rule for rule in BOOK.rules.values() if rule.text(dealer, lang) != rule.text(right, lang)]
    assert [rule.id for rule in told] == ["tausend.four-handed"]


def test_the_flags_of_the_book_are_the_fields_of_the_config() -> None:
    fields = {name for name in attrs.fields_dict(Rules) if name != "barrel"}
    fields |= {f"barrel.{name}" for name in attrs.fields_dict(Barrel)}
    assert {flag for rule in BOOK.rules.values() for flag in rule.flags} == fields


@EACH_LANG
def test_numbers_of_a_config_are_on_its_sheet(lang: str) -> None:
    rules = Rules(four_aces=True, barrel=Barrel(at=850, deals=4, falls_to=-35))
    texts = {rule: BOOK.rules[rule].text(rules, lang) or "" for rule in IDS}
    assert "600" in texts["tausend.bid.maximum"]
    assert "850" in texts["tausend.barrel.enter"]
    assert "850" in texts["tausend.barrel.win"]
    assert all([number in texts["tausend.barrel.fall"] for number in ("850", "4", "−35")])


@EACH_LANG
def test_a_single_deal_on_the_barrel_has_a_text_of_its_own(lang: str) -> None:
    text = BOOK.rules["tausend.barrel.fall"].text(Rules(barrel=Barrel(deals=1)), lang) or ""
    assert re.findall("[0-9]+", text) == ["880", "760"]


def test_an_unknown_language_is_refused() -> None:
    for ask in (
        lambda: rulebook.sheet(BOOK, Rules(), "fr"),
        lambda: rulebook.explain("tausend.nines", {"seat": 0}, "fr"),
    ):
        with pytest.raises(ValueError, match="no texts in 'fr': the languages are en, nl, de"):
            ask()


def test_a_rule_that_no_book_knows_is_named_by_its_id() -> None:
    assert rulebook.explain("tausend.no-such-rule", {}, "en") == "tausend.no-such-rule"
    assert rulebook.explain("nothing.at.all", {}, "de") == "nothing.at.all"
