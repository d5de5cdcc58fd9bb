"""Pictures of the table: what they show, that nothing in them overlaps, and that they stand alone."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any, Final, Literal

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules import Card, Cards, duizenden, records, render, tausend
from cardrules.cards import CARDS, JOKER, Rank, Suit
from cardrules.render.blocks import NOTHING, beside, paragraph
from cardrules.render.picture import COLOURS, element, fitted, joined, picture, text, text_width
from cardrules.text import seat_text
from cardrules.wording import LANGS, card_name
from drawn import SVG, cards, drawn, root_of
from pictures import FOLDER, pictures, recorded

NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva-Maria", "Finn", "Greta", "Hugo")
LONG: Final = "Anna-Katharina von und zu Hohenstein"
HOSTILE: Final = (
    "<script>alert(1)</script>",
    "a\x00b\x1b[31m",
    "\u202eevil",
    "&amp;\"'",
    "\ud800",
    "",
    "m" * 9999,
    "😀名e\u0301",
)


@cache
def views(game: str, number: int) -> list[tausend.View | duizenden.View]:
    """Every seat's and a spectator's view of some states of a record, the last of them among them."""
    found: list[tausend.View | duizenden.View] = []
    states = list(records.replay(recorded(game, number)))
    # the numbers have no factor in common with a deal's of actions, so that all phases are met
    for state in [*states[::23], *states[5::31], states[-1]]:
        if isinstance(state, tausend.State):
            found += [tausend.view(state, seat) for seat in (None, *range(state.match.rules.players))]
        else:
            assert isinstance(state, duizenden.State)
            found += [duizenden.view(state, seat) for seat in (None, *range(state.match.rules.players))]
    return found


RECORDS: Final = (*[("tausend", number) for number in range(4)], *[("duizenden", number) for number in range(7)])


@st.composite
def any_views(draw: st.DrawFn) -> tausend.View | duizenden.View:
    return draw(st.sampled_from(views(*draw(st.sampled_from(RECORDS)))))


def held(view: tausend.View | duizenden.View) -> list[str]:
    """The cards that a view holds and a picture is to show, sorted."""
    return sorted([card.text for card in (of_tausend(view) if isinstance(view, tausend.View) else of_duizenden(view))])


def of_tausend(view: tausend.View) -> list[Card]:
    left = view.previous
    if view.counts or left is None:
        tricks = [play.card for trick in view.tricks[-1:] for play in trick.plays]
        gifts = [gift.card for gift in view.gifts if gift.card is not None]
        return [*(view.hand or ()), *(view.widow or ()), *gifts, *tricks, *[play.card for play in view.trick]]
    tricks = [play.card for trick in left.tricks for play in trick.plays]
    return [*(left.hand or ()), *left.widow, *[gift.card for gift in left.gifts if gift.card is not None], *tricks]


def of_duizenden(view: duizenden.View) -> list[Card]:
    left = view.previous
    if view.counts or left is None:
        open_card = [] if view.open is None else [view.open]
        return [*(view.hand or ()), *open_card, *view.pot, *[card for meld in view.melds for card in meld.cards]]
    return [*(left.hand or ()), *left.pot, *[card for meld in left.melds for card in meld.cards]]


# -- what is shown, and where


@settings(max_examples=60)
@given(
    any_views(),
    st.sampled_from(LANGS),
    st.sampled_from([(), NAMES, (LONG,) * 8, HOSTILE]),
    st.sampled_from([100, 280, 300, 417, 600, 800, 1000, 1600]),
    st.sampled_from([None, False, True]),
    st.booleans(),
)
def test_a_picture_shows_the_cards_of_the_view_and_nothing_overlaps(
    view: tausend.View | duizenden.View,
    lang: str,
    names: Sequence[str],
    width: int,
    dark: bool | None,
    four_colours: bool,
) -> None:
    shown = render.svg(view, lang, names, dark=dark, four_colours=four_colours, width=width)
    root = root_of(shown)
    assert cards(root) == held(view)
    _, _, wide, high = [float(word) for word in root.attrib["viewBox"].split()]
    assert float(root.attrib["width"]) == width
    assert float(root.attrib["height"]) == pytest.approx(width * high / wide, abs=0.01)
    found = drawn(root)
    for thing in found:
        assert thing.left >= -0.01, thing
        assert thing.top >= -0.01, thing
        assert thing.right <= wide + 0.01, thing
        assert thing.bottom <= high + 0.01, thing
    texts = [thing for thing in found if thing.kind == "text"]
    assert not [(one, other) for one, other in combinations(texts, 2) if one.overlaps(other)]
    # who laid a card is told on the card
    on_the_table = [thing for thing in texts if thing.classes != ("onseat",)]
    shown_cards = [thing for thing in found if thing.kind == "use"]
    assert not [(one, other) for one in on_the_table for other in shown_cards if one.overlaps(other)]


@pytest.mark.parametrize(("game", "number"), RECORDS)
def test_only_the_shapes_that_are_used_are_in_it(game: str, number: int) -> None:
    for view in views(game, number)[::17]:
        root = root_of(render.svg(view))
        shapes = {node.attrib["id"] for node in root.iter() if node.tag == f"{SVG}g" and "id" in node.attrib}
        links = {node.attrib["href"][1:] for node in root.iter(f"{SVG}use")}
        assert shapes == links


@given(any_views())
@settings(max_examples=10)
def test_equal_views_give_the_same_picture(view: tausend.View | duizenden.View) -> None:
    assert render.svg(copy.deepcopy(view), names=NAMES) == render.svg(view, names=NAMES)


@given(any_views(), any_views())
@settings(max_examples=20)
def test_two_pictures_have_no_name_in_common(
    one: tausend.View | duizenden.View, other: tausend.View | duizenden.View
) -> None:
    def names(picture: str) -> set[str]:
        root = root_of(picture)
        classes = [name for node in root.iter() for name in node.get("class", "").split()]
        return {*classes, *[node.attrib["id"] for node in root.iter() if "id" in node.attrib]}

    first, second = render.svg(one), render.svg(other)
    assert not names(first) & names(second) or first == second
    assert not names(render.svg(one, dark=True)) & names(render.svg(one, dark=False))


def test_the_rules_of_a_picture_are_for_its_own_elements_alone() -> None:
    shown = render.svg(views("tausend", 0)[0])
    root = root_of(shown)
    (style,) = root.iter(f"{SVG}style")
    own = root.attrib["id"]
    for selector in re.findall(r"([^{}]+)\{", re.sub(r"@media[^{]*\{", "", style.text or "")):
        assert selector.startswith((f"#{own}", f".{own}"))


# -- single facts


def texts(picture: str) -> list[str]:
    return [thing.text for thing in drawn(root_of(picture)) if thing.kind == "text"]


def test_a_trick_is_shown_with_the_seats_that_played() -> None:
    view = next(
        view for view in views("tausend", 0) if isinstance(view, tausend.View) and len(view.trick) == 2 and view.tricks
    )
    found = drawn(root_of(render.svg(view)))
    for play in view.trick:
        # the widow, the gifts and the last trick come after it
        card = next(thing for thing in found if thing.kind == "use" and thing.text == play.card.text)
        below = [thing for thing in found if thing.text == seat_text(play.seat) and thing.top >= card.bottom]
        nearest = min(below, key=lambda thing: (thing.top, abs(thing.left + thing.right - card.left - card.right)))
        assert card.left < nearest.left < nearest.right < card.right


def test_an_announcement_is_shown_with_its_suit_but_four_aces_have_none() -> None:
    view = next(view for view in views("tausend", 0) if isinstance(view, tausend.View) and view.announced)
    queen, ace = Card.parse("Qh"), Card.parse("Ah")
    marriage, aces = tausend.Play(0, queen, "marriage"), tausend.Play(1, ace, "aces")

    def signs(*announced: tausend.Play) -> list[str]:
        found = drawn(root_of(render.svg(evolve(view, announced=announced, trump=None))))
        words = [thing.text for thing in found if thing.text in ("marriage", "four aces")]
        return words + [thing.kind for thing in found if thing.kind == "circle"]

    trick = [play for played in view.tricks[-1:] for play in played.plays if play.announce]
    assert signs(marriage) == ["marriage", *["marriage" for _ in trick], "circle"]
    assert signs(aces) == ["four aces", *["marriage" for _ in trick]]


@pytest.mark.parametrize(
    ("ending", "shown_by", "told"),
    [("surrendered", None, "surrendered"), ("nines", 1, "four nines"), ("poor_widow", None, "a poor widow")],
)
def test_a_deal_that_was_not_played_tells_why(
    ending: Literal["surrendered", "nines", "poor_widow"], shown_by: int | None, told: str
) -> None:
    view = next(view for view in views("tausend", 0) if view.previous is not None and not view.counts)
    assert isinstance(view, tausend.View)
    assert view.previous is not None
    shown = evolve(view, previous=evolve(view.previous, ending=ending, shown_by=shown_by, gifts=()))
    found = texts(render.svg(shown))
    assert told in found
    assert (found[found.index(told) - 1] == "p2") == (shown_by == 1)
    assert not {"surrendered", "four nines", "a poor widow"} - {told} & set(found)


@pytest.mark.parametrize("width", [280, 600, 1000])
def test_a_meld_tells_whose_it_is_who_laid_on_it_and_what_wild_cards_stand_for(width: int) -> None:
    run = duizenden.Run(2, Suit.SPADES, 8, (Card.parse("9s"), JOKER, Card.parse("Js")), (2, 0, 1), (9,))
    view = next(view for view in views("duizenden", 0) if isinstance(view, duizenden.View) and view.counts)
    alone = evolve(view, melds=(run,), hand=Cards(), pot=(), open=None)
    root = root_of(render.svg(alone, "nl", width=width))
    assert [node.attrib["data-for"] for node in root.iter() if "data-for" in node.attrib] == ["Ts"]
    found = drawn(root)
    (sign,) = [thing for thing in found if thing.classes == ("paper", "line-gold")]
    nine, joker, jack = [thing for thing in found if thing.kind == "use" and thing.text]
    assert joker.left < sign.left < sign.right < jack.left
    signs = [thing for thing in found if thing.kind == "text" and thing.classes == ("onseat",) and thing.top > nine.top]
    assert [thing.text for thing in signs][:2] == ["p1", "p2"]
    for card, seat in ((joker, signs[0]), (jack, signs[1])):
        assert card.left < seat.left < seat.right < card.left + 0.7 * (card.right - card.left)
        # the corner is free, and what is said of a card is on it
        assert (card.top + card.bottom) / 2 - 2 < seat.top < seat.bottom < card.bottom + 1
    owner = [thing for thing in found if thing.text == "p3" and thing.bottom <= nine.top][-1]
    assert abs(owner.left - nine.left) < 5
    assert nine.top - owner.bottom < 10


def test_of_four_colours_each_suit_has_one() -> None:
    kings = [Card(Rank.KING, suit) for suit in Suit]

    def colours(*, four: bool) -> list[str]:
        shown = [root_of(render.card(king, four_colours=four)) for king in kings]
        return [
            next(g for g in root.iter(f"{SVG}g") if "class" in g.attrib).attrib["class"].split()[0][8:]
            for root in shown
        ]

    assert colours(four=False) == ["black", "red", "red", "black"]
    assert colours(four=True) == ["green", "blue", "red", "black"]


def test_a_dark_picture_has_dark_colours_and_without_a_wish_both() -> None:
    view = views("tausend", 0)[0]
    light, dark = COLOURS["felt"]
    assert light in render.svg(view, dark=False)
    assert dark not in render.svg(view, dark=False)
    assert dark in render.svg(view, dark=True)
    assert light not in render.svg(view, dark=True)
    both = render.svg(view)
    assert both.index(light) < both.index("@media (prefers-color-scheme:dark)") < both.index(dark)


def test_the_winners_and_the_seats_that_may_act_stand_out() -> None:
    for view in [view for game, number in RECORDS[:6] for view in views(game, number)[::5]]:
        found = drawn(root_of(render.svg(view)))
        marked = [thing for thing in found if thing.classes == ("plate", "line-turn")]
        assert len(marked) == len(view.winners or view.actors)
        assert any(thing.classes == ("gold", "line-gold") for thing in found) == (view.phase == "over")


def test_a_picture_is_told_to_who_cannot_see_it() -> None:
    view = views("tausend", 0)[0]
    for lang in LANGS:
        root = root_of(render.svg(view, lang, NAMES))
        assert root.attrib["role"] == "img"
        assert root.attrib["lang"] == lang
        assert root[0].tag == f"{SVG}title"
        assert root[0].text == root.attrib["aria-label"]
        (description,) = root.iter(f"{SVG}desc")
        assert description.text == render.text(view, lang, NAMES)


def test_names_are_text() -> None:
    view = views("duizenden", 6)[0]
    shown = render.svg(view, names=HOSTILE)
    assert "<script" not in shown
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\ud800]", shown)
    shown.encode()
    assert len(shown) < 200_000
    assert any(words.startswith("<script>") for words in texts(shown))
    assert "😀名e\u0301" in texts(shown)


def test_a_large_hand_and_many_melds_have_their_room() -> None:
    view = next(
        view
        for view in views("duizenden", 6)
        if isinstance(view, duizenden.View) and len(view.melds) > 8 and view.seat is not None
    )
    hand = Cards([*CARDS, *CARDS[:8]])
    crowded = evolve(view, hand=hand, melds=view.melds * 3, pot=CARDS[:40])
    for width in (300, 600, 1000):
        root = root_of(render.svg(crowded, "de", HOSTILE, width=width))
        assert cards(root) == held(crowded)
        found = drawn(root)
        high = float(root.attrib["height"])
        assert all(thing.left >= 0 and thing.right <= width and thing.bottom <= high for thing in found)
        # of every card of the hand the corner is seen
        corners = sorted([(thing.top, thing.left) for thing in found if thing.kind == "use"][-60:])
        for one, other in combinations(corners, 2):
            assert abs(one[0] - other[0]) > 20 or abs(one[1] - other[1]) > 12


# -- a card


def test_every_card_has_a_face_of_its_own() -> None:
    faces = {render.card(card, lang): (card, lang) for lang in LANGS for card in CARDS}
    assert len(faces) == len(LANGS) * len(CARDS)
    for face, (card, lang) in faces.items():
        root = root_of(face)
        assert cards(root) == [card.text]
        assert root[0].text == card_name(card, lang)
        assert float(root.attrib["height"]) == 140


@pytest.mark.parametrize(
    ("card", "lang", "letter"),
    [("Ks", "en", "K"), ("Ks", "nl", "H"), ("Qh", "nl", "V"), ("Jd", "de", "B"), ("Qd", "de", "D"), ("Tc", "en", "10")],
)
def test_a_card_has_the_letter_of_the_language_in_two_corners(card: str, lang: str, letter: str) -> None:
    root = root_of(render.card(Card.parse(card), lang))
    links = [node.attrib["href"][9:] for node in root.iter(f"{SVG}use")]
    assert links.count(f"rank{letter}") == 1
    assert links.count(f"{card}half") == 2


@pytest.mark.parametrize("number", range(2, 11))
def test_a_card_has_as_many_pips_as_its_rank_says(number: int) -> None:
    text = "T" if number == 10 else str(number)
    root = root_of(render.card(Card.parse(f"{text}h")))
    halves = {node.attrib["id"][8:]: node for node in root.iter(f"{SVG}g") if "id" in node.attrib}

    def pips(name: str) -> int:
        return sum([node.attrib["href"].endswith("hpip") for node in halves[name].iter(f"{SVG}use")])

    assert 2 * pips(f"{text}hhalf") + pips(f"{text}h") == number


def test_the_back_of_a_card_tells_nothing() -> None:
    for lang, title in (("en", "a card face down"), ("nl", "een dichte kaart"), ("de", "eine verdeckte Karte")):
        root = root_of(render.card(None, lang, width=40))
        assert not cards(root)
        assert root[0].text == title
        assert root.attrib["width"] == "40"
        assert root.attrib["height"] == "56"


def test_a_notebook_shows_a_picture() -> None:
    shown = render.card(None)
    assert shown._repr_svg_() == shown
    assert type(shown._repr_svg_()) is str


# -- what cannot be drawn


@pytest.mark.parametrize("width", [0, -1, 10_001, True, 2.5, "600", float("nan")])
def test_a_width_that_makes_no_sense_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="the width of a picture is a whole number from 1 to 10000"):
        render.svg(views("tausend", 0)[0], width=width)
    with pytest.raises(ValueError, match="the width of a picture"):
        render.card(None, width=width)
    with pytest.raises(ValueError, match="the width of a picture"):
        render.chart(tausend.score(tausend.start()), width=width)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no texts in 'fr'"):
        render.svg(views("tausend", 0)[0], "fr")
    with pytest.raises(ValueError, match="no texts in 'fr'"):
        render.card(JOKER, "fr")


@frozen
class OtherView:
    """What a seat sees of another game."""

    hand: Cards | None
    top: Card
    piles: tuple[Card, ...]
    counts: tuple[int, ...]
    note: str = "<b>"
    nothing: None = None


def test_another_game_is_shown_field_by_field(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {"other": SimpleNamespace(View=(OtherView, SimpleNamespace))}
    monkeypatch.setattr("cardrules.render.lines.GAMES", games)
    monkeypatch.setattr("cardrules.render.tables.text", lambda *_: "")
    view = OtherView(Cards([JOKER, CARDS[3]]), CARDS[0], (CARDS[1], CARDS[2]), (2, 3))
    root = root_of(render.svg(view))
    assert cards(root) == sorted([card.text for card in (*CARDS[:4], JOKER)])
    assert {"other", "top", "piles", "counts: (2, 3)", "note: <b>"} <= {thing.text for thing in drawn(root)}
    assert root[0].text == "other: other"
    nothing = root_of(render.svg(evolve(view, hand=None)))
    assert len(cards(nothing)) == 3
    with pytest.raises(ValueError, match="no picture for the views of other"):
        render.svg(SimpleNamespace())


def test_what_is_no_view_is_refused() -> None:
    state = tausend.apply(tausend.start(), tausend.shuffle(tausend.start(), random.Random(1)))
    for wrong, what in (
        (3, "an int"),
        (state, "a Bidding"),
        (duizenden.start(), "a Dealing"),
        (tausend.Barrel(), "a Barrel"),
    ):
        for shown in (render.svg, render.text):
            with pytest.raises(
                ValueError, match=f"^{what} is no view of a registered game; `view` makes one of a state$"
            ):
                shown(wrong)


def test_what_is_no_card_is_refused() -> None:
    wrong: Any
    for wrong, what in (("Kd", "a str"), (Cards([JOKER]), "a Cards"), (51, "an int")):
        with pytest.raises(TypeError, match=rf'^a card is a Card, such as Card.parse\("Kd"\), or None, not {what}$'):
            render.card(wrong)


# -- colours


def contrast(one: str, other: str, shade: int) -> float:
    """As WCAG 2 defines it."""

    def light(colour: str) -> float:
        parts = [int(COLOURS[colour][shade][at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lower, higher = sorted([light(one), light(other)])
    return (higher + 0.05) / (lower + 0.05)


READ: Final = (
    ("ink", "plate"),
    ("dim", "plate"),
    ("onfelt", "felt"),
    ("onturn", "turn"),
    ("onturn", "gold"),
    *[("onseat", f"seat{seat}") for seat in range(1, 9)],
    *[(colour, "paper") for colour in ("black", "red", "blue", "green", "violet")],
)
"""A text or sign, and what it is on."""
SEEN: Final = (
    ("paper", "felt"),
    ("turn", "felt"),
    ("lattice", "back"),
    ("outline", "paper"),
)
"""What must stand out from what is beside it."""


@pytest.mark.parametrize("shade", [0, 1])
def test_the_colours_have_the_contrast_of_wcag_aa(shade: int) -> None:
    low = [pair for pair in READ if contrast(*pair, shade) < 4.5] + [
        pair for pair in SEEN if contrast(*pair, shade) < 3
    ]
    # a panel by its own colour or by its edge
    if max(contrast("plate", "felt", shade), contrast("edge", "felt", shade)) < 3:
        low.append(("plate", "felt"))
    assert not low


# -- the elements


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("text", "<&>\"'", id="\"<>&'") == (
        '<text id="&quot;&lt;&gt;&amp;&#39;">&lt;&amp;&gt;&quot;&#39;</text>'
    )
    assert joined([element("a"), "<a/>"]) == "<a/>&lt;a/&gt;"
    assert element("a", x=1.50, y=-0.001, stroke_width=None) == '<a x="1.5" y="0"/>'
    for code in [*range(32), *range(0x7F, 0xA0), 0x202E, 0x2066, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF]:
        if chr(code) not in "\t\n":
            assert element("a", chr(code)) == "<a>\ufffd</a>"


def test_no_name_is_taken_for_one_of_the_documents_own() -> None:
    shown = picture(text("\0seat1 #\0Kd", 0, 9, 9), 10, 10, title="\0")
    assert root_of(shown)[0].text == "\ufffd"


@given(st.text(max_size=40), st.floats(0, 300), st.booleans())
def test_a_text_is_cut_to_its_room(words: str, width: float, bold: bool) -> None:
    shown = fitted(words, 12, width, bold=bold)
    assert text_width(shown, 12, bold=bold) <= width + 1e-6
    if text_width(words, 12, bold=bold) <= width - 1e-6:
        assert shown == words
    else:
        assert shown == "" or shown == words or words.startswith(shown[:-1].rstrip())


@given(st.lists(st.sampled_from(["a", "bb", "cccc", "d" * 30]), max_size=12), st.integers(1, 3))
def test_a_paragraph_keeps_to_its_room(words: list[str], most: int) -> None:
    block = paragraph(" ".join(words), 10, "ink", 80, most)
    assert block.width <= 80
    assert block.height <= most * 13 + 1e-6


def test_nothing_takes_no_room() -> None:
    assert beside([]) == beside([NOTHING]) == NOTHING


# -- the documentation


@pytest.mark.parametrize(("name", "shown"), pictures().items(), ids=lambda value: value[:20])
def test_the_pictures_of_the_documentation_are_up_to_date(name: str, shown: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == shown, "to write them anew: python tests/pictures.py"


def test_the_documentation_has_no_other_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} >= set(pictures())
