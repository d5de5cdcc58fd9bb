"""The chart of the totals: what it shows, that nothing in it covers another thing, that all can read it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from attrs import frozen
from click.testing import CliRunner

from cardrules import GAMES, Score, ScoreLine, duizenden, records, tausend
from cardrules.cli import command
from cardrules.registry import AnyRules
from cardrules.render.chart_layout import spread, ticks
from cardrules.render.charts import WORDS, chart
from cardrules.render.picture import COLOURS, Picture, seat_colour, text_width
from cardrules.sampling import sample
from cardrules.scoresheet import totals_by_deal
from cardrules.text import seat_text
from cardrules.wording import MINUS

LANGS: Final = ("en", "nl", "de")
NAMES: Final = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Greta", "Hugo")


def played(name: str, rules: AnyRules, seed: int, deals: int | None = None) -> Score:
    *_, state = records.replay(sample(GAMES[name], rules, random.Random(seed), deals))
    return GAMES[name].score(state)


def made(*rows: Sequence[int], winners: tuple[int, ...] = ()) -> Score:
    """A score with these totals after each deal."""
    before = [[0] * len(rows[0]), *rows]
    sheet = [
        ScoreLine(deal, seat, now - then, "other.score")
        for deal, (old, row) in enumerate(itertools.pairwise(before))
        for seat, (then, now) in enumerate(zip(old, row, strict=True))
    ]
    return Score(tuple(rows[-1]), winners, tuple(sheet))


def wandering(seats: int, deals: int, seed: int) -> Score:
    rng = random.Random(seed)
    rows = [[0] * seats]
    for _ in range(deals):
        rows.append([total + rng.randrange(-90, 120) for total in rows[-1]])
    return made(*rows[1:])


@frozen
class Drawn:
    """What is found in a picture: its size, the points of each line, its texts with their places, the
    heights of the level lines by their classes."""

    width: float
    height: float
    courses: list[list[tuple[float, float]]]
    texts: list[tuple[float, float, str, str]]
    levels: list[tuple[float, str]]
    title: str
    description: str

    def ends(self, seats: int) -> list[tuple[float, float, str, str]]:
        """The texts at the ends of the lines."""
        return self.texts[-seats:]


def read(picture: Picture) -> Drawn:
    root = ET.fromstring(picture)  # noqa: S314  # made here
    space = "{http://www.w3.org/2000/svg}"
    lines = [path for path in root.iter(f"{space}path") if path.get("stroke-width") == "2.2"]
    halos = [text for group in root.iter(f"{space}g") if group.get("aria-hidden") for text in group]
    pairs = [re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"]) for path in lines]
    return Drawn(
        width=float(root.attrib["width"]),
        height=float(root.attrib["height"]),
        courses=[[(float(x), float(y)) for x, y in points] for points in pairs],
        texts=[
            (
                float(text.attrib["x"]),
                float(text.attrib["y"]),
                text.get("text-anchor", "start"),
                "".join(text.itertext()),
            )
            for text in root.iter(f"{space}text")
            if text not in halos
        ],
        levels=[
            (float(line.attrib["y1"]), line.attrib["class"].rsplit("-", 1)[-1])
            for line in root.iter(f"{space}line")
            if line.get("y1") == line.get("y2")
        ],
        title=root.findtext(f"{space}title") or "",
        description=root.findtext(f"{space}desc") or "",
    )


SCORES: Final = (
    (played("tausend", tausend.Rules(), 1), tausend.Rules()),
    (played("tausend", tausend.Rules(players=4, barrel=tausend.Barrel(at=870)), 2, 1), tausend.Rules(players=4)),
    (played("duizenden", duizenden.Rules(players=8), 3, 4), duizenden.Rules(players=8)),
    (wandering(4, 50, 4), None),
    (wandering(8, 400, 5), duizenden.Rules(target=10**8)),
    (made([100] * 8, [50] * 8), None),
    (made([-100, -300, -20], [-150, -320, -90]), None),
    (made([10**9, -(10**9), 5], [-(10**9), 10**9, 7]), tausend.Rules()),
    (Score((0, 0, 0)), tausend.Rules()),
    (Score((0, 0)), None),
)


@pytest.mark.parametrize("number", range(len(SCORES)))
@pytest.mark.parametrize("width", [1, 320, 720, 1600])
def test_each_line_goes_through_the_totals(number: int, width: int) -> None:
    score, rules = SCORES[number]
    drawn = read(chart(score, "en", NAMES, rules, width=width))
    after = totals_by_deal(len(score.totals), score.sheet)
    assert len(drawn.courses) == len(score.totals)
    points = []
    for seat, course in enumerate(drawn.courses):
        totals = [0, *[row[seat] for row in after]]
        assert len(course) == len(totals)
        points += [(total, y) for total, (_, y) in zip(totals, course, strict=True)]
        steps = {round(right - left, 2) for (left, _), (right, _) in itertools.pairwise(course)}
        assert not steps or max(steps) - min(steps) < 0.02
        assert 0 <= course[0][0] <= course[-1][0] < drawn.width
    # all heights are on one scale
    (low, foot), (high, head) = min(points), max(points)
    for total, y in points:
        assert 40 <= y <= drawn.height - 40
        if high > low:
            assert y == pytest.approx(foot + (head - foot) * (total - low) / (high - low), abs=0.01)
            assert head < foot


@pytest.mark.parametrize("number", range(len(SCORES)))
@pytest.mark.parametrize("width", [1, 320, 720])
@pytest.mark.parametrize("names", [(), NAMES, ("Bartholomew Featherstonehaugh", "WWWWWWWWWWWWWWWWWWWWW", "安娜" * 9)])
def test_no_text_covers_another_or_leaves_the_picture(number: int, width: int, names: tuple[str, ...]) -> None:
    score, rules = SCORES[number]
    drawn = read(chart(score, LANGS[number % 3], names, rules, width=width))
    assert drawn.width >= width
    boxes = []
    for x, y, anchor, words in drawn.texts:
        size = 15 if words == drawn.title else 13
        wide = text_width(words, size) * 0.9  # it is the most that it may take
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        assert left >= 0, words
        assert left + wide <= drawn.width, words
        assert 10 <= y <= drawn.height, words
        boxes.append((left, y - size * 0.75, left + wide, y, words))
    for one, other in itertools.combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_a_name_stands_as_near_as_it_can_to_the_end_of_its_line() -> None:
    drawn = read(chart(made([100, 500, 110, 108]), "en", NAMES))
    ends = drawn.ends(4)
    heights = [course[-1][1] for course in drawn.courses]
    assert [words for *_, words in ends] == ["Anna 100", "Ben 500", "Carla 110", "Dirk 108"]
    assert ends[1][1] == pytest.approx(heights[1], abs=6)
    assert ends[2][1] < ends[3][1] < ends[0][1]
    near = [ends[seat][1] - 13 * 0.35 for seat in (0, 2, 3)]
    assert sum(near) == pytest.approx(heights[0] + heights[2] + heights[3], abs=0.1)


def test_the_target_and_the_barrel_stand_at_the_heights_of_the_rules() -> None:
    score = made([500, 200, 0])
    for rules, want in (
        (tausend.Rules(), {1000: "target", 880: "barrel"}),
        (tausend.Rules(barrel=tausend.Barrel(at=700)), {1000: "target", 700: "barrel"}),
        (duizenden.Rules(target=250), {250: "target"}),
        (None, {}),
    ):
        drawn = read(chart(score, "en", (), rules))
        base, (_, top) = drawn.courses[0]
        scale = {total: base[1] + (top - base[1]) * total / 500 for total in want}
        assert [y for y, colour in drawn.levels if colour == "ink"] == pytest.approx(list(scale.values()), abs=0.01)
        marked = {words: y for _, y, _, words in drawn.texts if words.startswith(("target", "barrel"))}
        assert list(marked) == [f"{word} {total}" for total, word in want.items()]
        for total, word in want.items():
            assert (marked[f"{word} {total}"] < scale[total]) == (word == "target")


def test_without_rules_the_barrel_is_where_the_sheet_shows_it() -> None:
    rules = tausend.Rules(barrel=tausend.Barrel(at=720))
    score = played("tausend", rules, 1, 20)
    assert any([line.rule == "tausend.barrel.enter" for line in score.sheet])
    assert chart(score) == chart(score, rules=rules)
    # nobody has come so far
    begun = read(chart(played("tausend", rules, 1, 1)))
    assert "target 1000" in begun.description
    assert "barrel" not in begun.description
    assert "target" not in read(chart(played("duizenden", duizenden.Rules(), 1, 1))).description


@pytest.mark.parametrize("lang", LANGS)
def test_it_says_in_words_what_it_shows(lang: str) -> None:
    score, rules = SCORES[0]
    drawn = read(chart(score, lang, NAMES, rules))
    words = {
        "en": ("Totals after deal 38", "target 1000; barrel 880; won by Carla"),
        "nl": ("De stand na spel 38", "doel 1000; ton 880; gewonnen door Carla"),
        "de": ("Der Stand nach Spiel 38", "Ziel 1000; Fass 880; gewonnen von Carla"),
    }[lang]
    assert drawn.title == words[0] == drawn.texts[0][3]
    assert drawn.description == f"Anna {MINUS}600, Ben 645, Carla 1020; {words[1]}"
    unit = {"en": "round", "nl": "ronde", "de": "Runde"}[lang]
    assert unit in read(chart(SCORES[2][0], lang)).title
    assert read(chart(Score((0, 0)), lang)).title == WORDS[lang]["start"]
    assert WORDS[lang].keys() == WORDS["en"].keys()


@pytest.mark.parametrize("width", [480, 600, 720, 900])
def test_a_name_is_cut_only_where_there_is_no_room(width: int) -> None:
    for total in range(995, 1100, 5):
        for name in NAMES:
            # who has won has the widest name: it is bold
            score = made([total, -total, 0], winners=(0,))
            ends = read(chart(score, "en", (name, "x", "y"), width=width)).ends(3)
            assert [words.split(" ")[0] for *_, words in ends] == [name, "x", "y"]
    (cut,) = read(chart(made([5]), "en", ("W" * 60,), width=width)).ends(1)
    assert cut[3].startswith("WWWWWW")
    assert cut[3].endswith("… 5")


def test_the_words_of_a_line_can_be_read_over_others() -> None:
    """Their halo is drawn first, and is not read aloud."""
    picture = chart(made([5]), rules=tausend.Rules(), dark=False)
    for word in ("target 1000", "barrel 880"):
        halo, text = re.findall(rf"(<g[^>]*>)?<text[^>]*>{word}</text>", picture)
        assert 'aria-hidden="true"' in halo
        assert 'class="' in halo
        assert text == ""


def test_who_has_won_stands_out() -> None:
    picture = chart(made([300, 100], winners=(0,)), "en", NAMES)
    assert re.findall(r'font-weight="bold">([^<]*)', picture) == ["Totals after deal 1", "Anna "]


def test_large_numbers_are_grouped() -> None:
    texts = [words for *_, words in read(chart(made([1234567, -10000, 9999]))).texts]
    assert texts[-3:] == ["p1 1\u202f234\u202f567", f"p2 {MINUS}10\u202f000", "p3 9999"]
    assert "1\u202f000\u202f000" in texts


def test_markers_where_there_is_room() -> None:
    score = wandering(4, 50, 4)
    few, many = chart(score, width=400), chart(score, width=1200)
    for seat, name in enumerate(["p1", "p2", "p3", "p4"]):
        assert few.count(f">{name}, ") == 1
        assert many.count(f">{name}, ") == 51
        assert f">{name}, 50: {score.totals[seat]}<".replace("-", MINUS) in few


def test_a_name_is_no_markup_and_an_unknown_language_is_refused() -> None:
    odd = '<script>alert("1")</script>&\x1b\u202e'
    picture = chart(Score((0,)), "en", (odd,))
    assert "<script" not in picture
    assert "\x1b" not in picture
    assert "\u202e" not in picture
    assert read(picture).description.startswith('<script>alert("1")</script>&')
    with pytest.raises(ValueError, match="languages"):
        chart(Score((0,)), "fr")


def test_a_long_name_is_cut_everywhere() -> None:
    assert len(chart(made(*[[1]] * 9), "en", ("x" * 100_000,))) < 20_000


@pytest.mark.parametrize(
    "score",
    [
        Score(()),
        Score((0, 0), winners=(2,)),
        Score((0, 0), sheet=(ScoreLine(0, 2, 5, "x"),)),
        Score((0, 0), sheet=(ScoreLine(0, -1, 5, "x"),)),
    ],
)
def test_what_is_the_score_of_no_match_is_refused(score: Score) -> None:
    with pytest.raises(ValueError, match="no match"):
        chart(score)


def test_totals_may_be_larger_than_a_float() -> None:
    for sheet in ((), (ScoreLine(0, 0, 10**400, "x"),)):
        texts = read(chart(Score((10**400, 0), sheet=sheet))).texts
        assert [words for *_, words in texts][-1] == "p2 0"


def test_light_and_dark() -> None:
    score = made([1, 2])
    assert "prefers-color-scheme" in chart(score)
    for dark in (False, True):
        picture = chart(score, dark=dark)
        assert "prefers-color-scheme" not in picture
        assert COLOURS["ground"][dark] in picture
        assert COLOURS["ground"][not dark] not in picture
    assert isinstance(chart(score), Picture)


def test_seats_differ_in_more_than_colour() -> None:
    picture = chart(made([1] * 8, [2] * 8), dark=False)
    dashes = re.findall(r'<path[^>]*stroke-width="2.2"[^>]*?(?:stroke-dasharray="([^"]*)")?>', picture)
    assert len(dashes) == len(set(dashes)) == 8
    markers = re.findall(r'<path[^>]*d="M[\d.]+ [\d.]+(m[^"]*)"[^>]*stroke-width="([\d.]+)"', picture)
    assert len(set(markers)) == 8


# -- colours


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue in light, not as they are written."""
    values = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """As WCAG defines it."""
    dark, light = sorted(
        [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(channels, (one, other))]
    )
    return (light + 0.05) / (dark + 0.05)


EYES: Final = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What eyes make of a colour (Machado, Oliveira and Fernandes 2009, complete deficiency)."""
LMS: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum([factor * part for factor, part in zip(row, vector, strict=True)]) for row in matrix]


def perceived(colour: str, eyes: str) -> list[float]:
    """In OKLab, where a distance of 0.02 can just be seen."""
    seen = [min(max(part, 0), 1) for part in times(EYES[eyes], channels(colour))]
    return times(OKLAB, [part ** (1 / 3) for part in times(LMS, seen)])


@pytest.mark.parametrize("dark", [False, True])
def test_all_eyes_can_tell_the_seats_apart(dark: bool) -> None:
    shades = [COLOURS[seat_colour(seat)][dark] for seat in range(8)]
    assert min([contrast(shade, COLOURS["ground"][dark]) for shade in shades]) >= 4.5
    for eyes in EYES:
        for one, other in itertools.combinations([perceived(shade, eyes) for shade in shades], 2):
            distance = sum([(a - b) ** 2 for a, b in zip(one, other, strict=True)]) ** 0.5
            assert distance > 0.08, eyes


# -- the layout


def test_ticks_are_round_and_within_their_bounds() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        low = rng.choice([0, -rng.randrange(10 ** rng.randrange(1, 12))])
        high = 1 + rng.randrange(10 ** rng.randrange(1, 12))
        most = rng.randrange(1, 12)
        marks = ticks(low, high, most)
        assert re.fullmatch("[125]0*", str(marks.step))
        assert 0 in marks
        assert low <= marks[0] < low + marks.step
        assert high - marks.step < marks[-1] <= high
        assert (high - low) / marks.step <= most
        lesser = {"1": 2, "2": 2, "5": 2.5}[str(marks.step)[0]]
        assert marks.step == 1 or (high - low) / (marks.step / lesser) > most


def test_labels_are_spread_as_little_as_can_be() -> None:
    rng = random.Random(2)
    for _ in range(500):
        wanted = [rng.choice([50.0, rng.uniform(0, 100)]) for _ in range(rng.randrange(1, 7))]
        places = spread(wanted, 10, 0, 100)
        order = sorted(range(len(wanted)), key=lambda label: (wanted[label], label))
        ordered = [places[label] for label in order]
        assert all([later - earlier >= 10 - 1e-9 for earlier, later in itertools.pairwise(ordered)])
        assert ordered[0] >= 0
        assert ordered[-1] <= 100
        cost = sum([(place - want) ** 2 for place, want in zip(places, wanted, strict=True)])
        # no label, and no group of neighbours, is nearer to its place when it is moved a little
        for first, last in itertools.combinations(range(len(order) + 1), 2):
            for shift in (-0.01, 0.01):
                moved = list(places)
                for label in order[first:last]:
                    moved[label] += shift
                row = [moved[label] for label in order]
                if row[0] >= 0 and row[-1] <= 100 and all([b - a >= 10 - 1e-9 for a, b in itertools.pairwise(row)]):
                    assert sum([(place - want) ** 2 for place, want in zip(moved, wanted, strict=True)]) >= cost - 1e-9


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "", " "), ("Anna", "\u200b", "\u3164\u2800")])
def test_seats_without_a_name(names: tuple[str, ...]) -> None:
    drawn = read(chart(made([5, 6, 7]), "en", names))
    assert [words.split()[0] for *_, words in drawn.ends(3)] == ["Anna", seat_text(1), seat_text(2)]
    assert drawn.description == "Anna 5, p2 6, p3 7"


def test_who_is_called_alike_is_told_apart() -> None:
    assert [words for *_, words in read(chart(made([5, 6]), "en", ("Ben", "Ben"))).ends(2)] == [
        "Ben (p1) 5",
        "Ben (p2) 6",
    ]


def test_a_name_from_right_to_left_leaves_its_number_as_it_is() -> None:
    """Beside such letters a minus sign would be drawn behind the number."""
    picture = chart(made([-55, 7]), "en", ("אבג", "محمد"), dark=False)
    for name, number in (("אבג", f"{MINUS}55"), ("محمد", "7")):
        assert f'>{name} <tspan unicode-bidi="isolate">{number}</tspan></text>' in picture


# -- the command


def test_the_sheet_of_a_record_can_be_drawn(tmp_path: Path) -> None:
    record = sample(GAMES["tausend"], tausend.Rules(barrel=tausend.Barrel(at=870)), random.Random(1), 3)
    path, drawn = tmp_path / "a.jsonl", tmp_path / "a.svg"
    records.write([record], path)
    result = CliRunner().invoke(command, ["sheet", str(path), "--chart", str(drawn), "--lang", "nl"])
    assert result.exit_code == 0
    *_, state = records.replay(record)
    picture = chart(GAMES["tausend"].score(state), "nl", record.players, record.rules)
    assert drawn.read_text("utf-8") == picture
    assert "ton 870" in picture
    assert not [each for each in tmp_path.iterdir() if each not in (path, drawn)]


@pytest.mark.parametrize(("name", "status"), [("a.png", 2), ("a.PDF", 2), ("a.SVG", 0), ("a", 0)])
def test_no_other_picture_is_promised(tmp_path: Path, name: str, status: int) -> None:
    path = tmp_path / "a.jsonl"
    records.write([sample(GAMES["tausend"], tausend.Rules(), random.Random(1), 1)], path)
    result = CliRunner().invoke(command, ["sheet", str(path), "--chart", str(tmp_path / name)])
    assert result.exit_code == status
    assert ("has to end in .svg" in " ".join(result.stderr.split())) == (status == 2)
    assert (tmp_path / name).exists() == (status == 0)


def test_a_chart_does_not_take_the_place_of_the_record(tmp_path: Path) -> None:
    record = sample(GAMES["tausend"], tausend.Rules(), random.Random(1), 1)
    path = tmp_path / "a.jsonl"
    records.write([record], path)
    before = path.read_bytes()
    result = CliRunner().invoke(command, ["sheet", str(path), "--chart", str(path)])
    assert result.exit_code == 2
    assert "would be lost" in result.stderr
    assert path.read_bytes() == before
    for lang, words in (("en", "cannot be written"), ("nl", "kan niet"), ("de", "ist nicht zu schreiben")):
        result = CliRunner().invoke(
            command, ["sheet", str(path), "--lang", lang, "--chart", str(tmp_path / "gone" / "a.svg")]
        )
        assert result.exit_code == 1
        assert words in result.stderr
