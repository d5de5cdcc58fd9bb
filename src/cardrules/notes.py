"""Notes: what a watcher of the table wrote down, which may leave out what nobody could see.

They are written as a record is, with `"cardrules-notes": 1` in place of `"cardrules": 1`. Their
actions may leave cards open, as far as the game can work them out or does without them, and any
may be marked ` stood`: it broke a rule, and the table did not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import attrs
from attrs import field, frozen

from cardrules import recorded
from cardrules.archives import Source, lines
from cardrules.completion import Open, WrongNote, unmarked
from cardrules.errors import MalformedInput
from cardrules.recorded import NOTES, VERSION, Record, UnreadableAction
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState, Completing
from cardrules.report import Report, Stood
from cardrules.verdict import IllegalAction, Violation

if TYPE_CHECKING:
    from cardrules.wire import JSON


@frozen
class Notes:
    """The notes of one match, which may stop anywhere.

    game: its name. rules: the config. players: the names, by seat. dealer: the seat of the first
    dealer. texts: the actions, as they are written. scores: the totals of all seats that were
    written down after each scored deal. meta: whatever else was noted, any JSON value but null (it
    is not to be changed). source and number say where they were read.

    Raises MalformedInput, which names the field, where the game is unknown or the fields do not
    fit it or each other. The texts are read when the notes are completed.
    """

    game: str
    rules: AnyRules
    players: tuple[str, ...]
    dealer: int
    texts: tuple[str, ...] = field(repr=lambda texts: f"<{len(texts)} actions>")
    scores: tuple[tuple[int, ...], ...] = ()
    meta: JSON = field(default=None, hash=False)
    source: str = field(default="-", eq=False)
    number: int = field(default=0, eq=False)

    def __attrs_post_init__(self) -> None:
        recorded.check_match(self.game, self.rules, self.players, self.dealer, self.scores)
        recorded.check_each("actions", self.texts, str, "the text of an action")

    @classmethod
    def from_json(cls, data: object, source: str = "-", number: int = 0) -> Notes:
        """The notes of a JSON object, which was read from `source`. Raises MalformedInput, with the place."""
        match = recorded.match_of(data, NOTES)
        return cls(
            match.game.name,
            match.rules,
            match.players,
            match.dealer,
            match.texts,
            match.scores,
            match.meta,
            source,
            number,
        )

    def to_json(self) -> dict[str, JSON]:
        """The JSON object of the notes. Raises MalformedInput where their game is no longer there."""
        data: dict[str, JSON] = {NOTES: VERSION, "game": self.game}
        return data | recorded.match_json(
            self.game, self.rules, self.players, self.dealer, self.texts, self.scores, self.meta
        )


@frozen
class Completion:
    """What notes stand for: the record, the indices (from 0) of the actions that are marked as such
    that the table let stand, and what the notes do not determine."""

    record: Record
    stood: tuple[int, ...] = ()
    open: tuple[Open, ...] = ()


# -- reading


def read(source: Source) -> Iterator[Record | Notes | Report]:
    """The records and notes of an archive, in order, and a malformed report for a line that is
    neither. Raises as `cardrules.records.read` does."""
    for line in lines(source):
        yield line if isinstance(line, Report) else line.read_with(from_json)


def from_json(data: object, source: str = "-", number: int = 0) -> Record | Notes:
    """The notes or the record of a JSON object, which was read from `source`. Raises MalformedInput,
    with the place."""
    if not isinstance(data, dict) or NOTES not in data:
        return recorded.from_json(data, source, number)
    return Notes.from_json(data, source, number)


# -- completing


def complete(notes: Notes) -> Completion:
    """The record that notes stand for.

    Where nothing but the cards that the notes name is known, those are chosen under which every
    action that is not marked as stood is legal, if there are such, and else some under which the
    actions are possible at all: the record is illegal then. The choice is always the same.

    Raises Unexplained where there are none, Unreadable for a text that is no note of the game, both
    with `at`; MalformedInput where no notes can be made of the game, or it is no longer there.
    """
    complete_game, _ = _noted(recorded.game_of(notes.game))
    found = complete_game(notes.rules, notes.dealer, notes.texts, notes.scores)
    record = Record(
        notes.game,
        notes.rules,
        notes.players,
        notes.dealer,
        found.actions,
        notes.scores,
        notes.meta,
        source=notes.source,
        number=notes.number,
    )
    return Completion(record, _marked(notes), found.open)


def completed(found: Record | Notes) -> Completion:
    """What was read as a record: one is complete as it is. Raises as `complete` does."""
    return Completion(found) if isinstance(found, Record) else complete(found)


def _marked(notes: Notes) -> tuple[int, ...]:
    return tuple([at for at, text in enumerate(notes.texts) if unmarked(text)[1]])


_Standing: TypeAlias = Callable[[AnyState, AnyAction], AnyState]


def _noted(game: AnyGame) -> tuple[Completing[AnyRules, AnyAction], _Standing]:
    """What a game adds for notes. Raises MalformedInput where it adds nothing."""
    if game.complete is None or game.stand is None:
        raise MalformedInput("game", f"there are no notes of {game.name}, only records")
    return game.complete, game.stand


# -- judging


def replay(completion: Completion) -> Iterator[AnyState]:
    """The states of a record: the one before its first action, then one after each action; what is
    marked as stood is gone on from, though it broke rules.

    Raises IllegalAction at the first action that breaks a rule and is not marked, or cannot stand;
    MalformedInput where the game of the record is no longer there.
    """
    record = completion.record
    game = recorded.game_of(record.game)
    state = game.start(record.rules, record.dealer)
    yield state
    steps = steps_of(game, completion)
    for action, step in zip(record.actions, steps, strict=True):
        state = step(state, action)
        yield state


def steps_of(game: AnyGame, completion: Completion) -> Iterator[_Standing]:
    """For each action of a record what makes a state of the one before it: it raises IllegalAction."""
    marked = frozenset(completion.stood)
    for at in range(len(completion.record.actions)):
        yield _noted(game)[1] if at in marked else game.apply


def judge(found: Record | Notes | Report) -> Report:
    """The verdict on what was read; a report stands for itself. Raises as `validate` does."""
    if isinstance(found, Report):
        return found
    return recorded.validate(found) if isinstance(found, Record) else validate(found)


def validate(notes: Notes, completion: Completion | None = None) -> Report:
    """The verdict on notes: as on the record that they stand for, except that an action that is
    marked as stood and breaks rules is applied all the same, if it can be, and judging goes on. If
    nothing else is wrong the verdict is `stood`. All that are marked are in `stood`, with the
    rules that they break, if any. Notes that cannot be completed are malformed; `completion` is
    theirs, if it was made before.

    Raises MalformedInput where their game is no longer there.
    """
    game = recorded.game_of(notes.game)
    try:
        completion = completion or complete(notes)
    except MalformedInput as error:
        return failed(notes, error)
    # in the report the actions are as they were noted
    record = attrs.evolve(completion.record, texts=notes.texts)
    marked = frozenset(completion.stood)
    state = game.start(record.rules, record.dealer)
    at = 0
    violations: tuple[Violation, ...] = ()
    stood: list[Stood] = []
    try:
        for at, (action, step) in enumerate(zip(record.actions, steps_of(game, completion), strict=True)):
            if at in marked:
                stood.append(Stood(at, notes.texts[at], game.violations(state, action)))
            state = step(state, action)
    except IllegalAction as error:
        violations = error.violations
    report = recorded.report_on(record, game, state, at, violations)
    found = report.verdict
    if found == "legal" and any([each.violations for each in stood]):
        found = "stood"
    return attrs.evolve(report, verdict=found, stood=tuple(stood))


def failed(notes: Notes, error: MalformedInput) -> Report:
    """The report on notes that cannot be completed for the reason that `complete` raised."""
    if isinstance(error, WrongNote):
        error = UnreadableAction(error.at, notes.texts[error.at], error.message)
    return recorded.malformed(notes.source, notes.number, error, {"game": notes.game, "actions": [*notes.texts]})
