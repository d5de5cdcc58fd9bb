"""What becomes of any notes: they are completed and judged, or it is told what is wrong with them;
and the match in which illegal actions stood goes on."""

from __future__ import annotations

import io
import json
import zlib
from itertools import islice
from typing import Final

from cardrules import GAMES, notes, recorded
from cardrules.completion import WrongNote
from cardrules.errors import MalformedInput
from cardrules.notes import Completion, Notes
from cardrules.records import Report
from cardrules.registry import AnyGame, AnyState
from cardrules.render.plain import table
from cardrules.verdict import IllegalAction
from fuzz.choices import Choices
from fuzz.readers import check_report

MOST: Final = 24
"""No more states of a match are looked at, and a match goes on for no longer than that."""


def noted(data: bytes) -> None:
    """An archive of any bytes: notes keep what is promised of them."""
    for found in notes.read(io.BytesIO(data)):
        report = notes.judge(found)
        check_report(report)
        if isinstance(found, Notes):
            _check_notes(found, report)


def _check_notes(found: Notes, report: Report) -> None:
    (again,) = notes.read(io.BytesIO(json.dumps(found.to_json()).encode()))
    assert again == found
    try:
        completion = notes.complete(found)
    except MalformedInput as error:
        assert report.verdict == "malformed"
        assert len(str(error)) < 1000
        assert str(error).isprintable()
        assert not isinstance(error, WrongNote) or report.at == error.at < len(found.texts)
        return
    assert notes.complete(found) == completion
    assert notes.validate(found, completion) == report
    _check_completion(found, completion)
    _check_verdict(found, completion, report)


def _check_completion(found: Notes, completion: Completion) -> None:
    record = completion.record
    assert len(record.actions) == len(found.texts)
    (again,) = notes.read(io.BytesIO(json.dumps(record.to_json()).encode()))
    assert again == record
    assert completion.stood == tuple([at for at, text in enumerate(found.texts) if text.endswith(" stood")])
    for each in completion.open:
        assert 0 <= each.at < len(found.texts)
        assert 0 < each.count <= len(each.cards)


def _check_verdict(found: Notes, completion: Completion, report: Report) -> None:
    """Notes are judged as their record is, up to the first action that stood though it was wrong."""
    strict = recorded.validate(completion.record)
    assert report.stood is not None
    broken = [each for each in report.stood if each.violations]
    if not broken:
        assert (report.verdict, report.at, report.violations) == (strict.verdict, strict.at, strict.violations)
        assert report.totals == strict.totals
        return
    assert strict.verdict == "illegal"
    assert (strict.at, strict.violations) == (broken[0].at, broken[0].violations)
    assert report.at is None or report.at >= broken[0].at
    _walk(GAMES[found.game], completion, broken[0].at, report)


def _walk(game: AnyGame, completion: Completion, first: int, report: Report) -> None:
    """The match from the first wrong action that stood; it goes on after the last one."""
    record, marked = completion.record, {*completion.stood}
    stand = game.stand
    assert stand is not None
    state = game.start(record.rules, record.dealer)
    for at, action in enumerate(record.actions):
        try:
            state = (stand if at in marked else game.apply)(state, action)
        except IllegalAction as error:
            assert (report.at, report.violations) == (at, error.violations)
            break
        if first <= at < first + MOST:
            _check_asked(game, state)
    assert game.score(state).totals == report.totals
    choices = Choices(zlib.crc32("".join(record.texts).encode("utf-8", "surrogatepass")).to_bytes(4, "big") * MOST)
    for _ in range(MOST):
        after = _next(game, state, choices)
        if after is None:
            break
        state = after
        _check_asked(game, state)


def _next(game: AnyGame, state: AnyState, choices: Choices) -> AnyState | None:
    """A state after a legal action, or the deal that is awaited; None where there is none."""
    listed = [*islice(game.legal_actions(state), 8)]
    if listed:
        return game.apply(state, choices.one_of(listed))
    if game.actors(state) or game.score(state).winners:
        return None
    return game.apply(state, game.shuffle(state, choices.rng()))


def _check_asked(game: AnyGame, state: AnyState) -> None:
    """All that can be asked of a state can be asked."""
    hash(state)
    listed = game.legal_actions(state)
    for action in islice(listed, 3):
        assert action in listed
        assert not game.violations(state, action), f"{action} is listed, but breaks a rule"
        assert action.seats[0] in game.actors(state)
    for seat in (None, 0):
        hash(game.view(state, seat))
        assert table(game, state, seat, "en").replace("\n", "").isprintable()
    assert not game.score(state).winners or not listed
