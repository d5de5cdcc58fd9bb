"""A long sheet is what a tuple of its lines is, and grows in steps that do not depend on its length."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Sequence

import pytest

from cardrules import ScoreLine, tausend
from cardrules.scoresheet import Sheet, grown
from cardrules.wire import dump, load


def lines_of(count: int) -> tuple[ScoreLine, ...]:
    return tuple([ScoreLine(number // 3, number % 3, number, "tausend.win") for number in range(count)])


def sheet_of(count: int, step: int) -> Sequence[ScoreLine]:
    lines = lines_of(count)
    sheet: Sequence[ScoreLine] = ()
    for first in range(0, count, step):
        sheet = grown(sheet, lines[first : first + step])
    return sheet


@pytest.mark.parametrize("step", [1, 3, 7, 255, 256, 257, 2000])
@pytest.mark.parametrize("count", [1, 255, 256, 257, 511, 512, 1030])
def test_a_sheet_is_what_the_tuple_of_its_lines_is(count: int, step: int) -> None:
    lines, sheet = lines_of(count), sheet_of(count, step)
    assert isinstance(sheet, Sheet) or count < 256 + step
    assert (len(sheet), [*sheet], bool(sheet)) == (count, [*lines], True)
    assert (sheet == lines, lines == sheet, hash(sheet)) == (True, True, hash(lines))
    assert sheet == sheet_of(count, 5)
    assert sheet != lines[1:]
    assert sheet != [*lines]
    assert sheet != sheet_of(count + 1, step)
    places = sorted({0, 1, count // 2, count - 1, -1, -count} & set(range(-count, count)))
    assert [sheet[place] for place in places] == [lines[place] for place in places]
    for beyond in (count, -count - 1):
        with pytest.raises(IndexError):
            sheet[beyond]
    some = (None, 0, 3, 250, 256, 300, 600, count, -1, -2, -300, 5000)
    for start in some:
        for stop in some:
            for step_of in (None, 1, 2, -1, -100):
                cut = slice(start, stop, step_of)
                assert sheet[cut] == lines[cut]
    assert (lines[-1] in sheet, ScoreLine(999, 0, 0, "") in sheet) == (True, False)
    assert (sheet.index(lines[-1]), sheet.count(lines[0])) == (count - 1, 1)


def test_a_sheet_is_written_and_copied_as_its_lines() -> None:
    sheet = sheet_of(600, 3)
    assert dump(sheet) == dump(lines_of(600))
    assert load(json.loads(json.dumps(dump(sheet))), tuple[ScoreLine, ...]) == sheet
    for copied in (
        pickle.loads(pickle.dumps(sheet)),  # noqa: S301  # it was made here
        copy.deepcopy(sheet),
        copy.copy(sheet),
    ):
        assert copied == sheet
        assert hash(copied) == hash(sheet)
    assert repr(sheet) == "<600 lines>"
    # one that was read is gone on from
    assert grown(lines_of(600)[:597], lines_of(600)[597:]) == sheet


def test_a_sheet_shares_its_lines_with_the_one_before() -> None:
    before = sheet_of(1030, 3)
    assert isinstance(before, Sheet)
    after = grown(before, lines_of(3))
    assert isinstance(after, Sheet)
    assert [one is two for one, two in zip(before.blocks, after.blocks, strict=True)] == [True] * 4
    assert len(after.rest) == 1033 % 256


def test_the_sheet_of_a_long_match_is_one() -> None:
    chance = random.Random(1)
    state = tausend.start()
    while state.match.deals < 100:  # forehand bids and surrenders, deal after deal
        actor = next(iter(tausend.actors(state)), None)
        action: tausend.Action
        if actor is None:
            action = tausend.shuffle(state, chance)
        elif isinstance(state, tausend.BeforeLead):
            action = tausend.Surrender(state.contract.declarer)
        elif isinstance(state, tausend.Bidding) and state.bid is not None:
            action = tausend.Pass(actor)
        else:
            action = tausend.legal_actions(state)[0]
        state = tausend.apply(state, action)
    assert isinstance(state.match.sheet, Sheet)
    assert len(state.match.sheet.blocks) == 1
    assert load(dump(state), tausend.State) == state
    assert tausend.view(state, 0).sheet == tausend.score(state).sheet == state.match.sheet
