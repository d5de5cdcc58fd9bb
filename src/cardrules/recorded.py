"""A recorded match: what a record is, how its JSON is read, how it is replayed and judged."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from attrs import Factory, field, frozen

from cardrules.completion import STOOD
from cardrules.errors import QUOTED, InvalidRules, MalformedInput, no_field, quote
from cardrules.foreign import shortened
from cardrules.reading import meant
from cardrules.registry import GAMES, AnyAction, AnyGame, AnyRules, AnyState
from cardrules.report import Report, ScoreError, ScoreErrors
from cardrules.scoresheet import totals_by_deal
from cardrules.sight import UNKNOWN
from cardrules.text import seat_of, seat_text
from cardrules.verdict import IllegalAction, Violation

if TYPE_CHECKING:
    from cardrules.wire import JSON

VERSION: Final = 1
"""The version of the format."""


def _own_texts(record: Record) -> tuple[str, ...]:
    return tuple([str(action) for action in record.actions])


@frozen
class Record:
    """One recorded match, which may stop anywhere.

    game: its name. rules: the config. players: the names, by seat. dealer: the seat of the first
    dealer. actions: chance and players' actions in order. scores: the totals of all seats that
    were written down after each scored deal. meta: whatever else was recorded, any JSON value but
    null (it is not to be changed). texts: the actions as the record writes them. source and number
    say where it was read.

    Raises MalformedInput, which names the field, where the game is unknown or the fields do not
    fit it or each other.
    """

    game: str
    rules: AnyRules
    players: tuple[str, ...]
    dealer: int
    actions: tuple[AnyAction, ...] = field(repr=lambda actions: f"<{len(actions)} actions>")
    scores: tuple[tuple[int, ...], ...] = ()
    meta: JSON = field(default=None, hash=False)
    texts: tuple[str, ...] = field(default=Factory(_own_texts, takes_self=True), eq=False, repr=False)
    source: str = field(default="-", eq=False)
    number: int = field(default=0, eq=False)

    def __attrs_post_init__(self) -> None:
        check_match(self.game, self.rules, self.players, self.dealer, self.scores)
        check_each("texts", self.texts, str, "the text of an action")
        if len(self.texts) != len(self.actions):
            raise MalformedInput("texts", f"{len(self.texts)} texts for {len(self.actions)} actions")

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The record of a JSON object. Raises MalformedInput, with the place."""
        return from_json(data)

    def to_json(self) -> dict[str, JSON]:
        """The JSON object of the record. Raises MalformedInput where its game is no longer there."""
        data: dict[str, JSON] = {"cardrules": VERSION, "game": self.game}
        return data | match_json(self.game, self.rules, self.players, self.dealer, self.texts, self.scores, self.meta)


def check_match(
    name: str, rules: AnyRules, players: Sequence[str], dealer: int, scores: Sequence[Sequence[int]]
) -> None:
    """Raises MalformedInput, which names the field, where what records and notes say of a match does
    not fit the game or each other."""
    game = game_of(name)
    if not isinstance(rules, game.Rules):
        raise MalformedInput("rules", f"they are no rules of {game.name}")
    seats = rules.players
    _check_table(seats, players, scores)
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise MalformedInput("dealer", f"there is no such seat; the seats are 0 to {seats - 1}")


def match_json(
    name: str,
    rules: AnyRules,
    players: Sequence[str],
    dealer: int,
    texts: Sequence[str],
    scores: Sequence[Sequence[int]],
    meta: JSON,
) -> dict[str, JSON]:
    """The fields that records and notes have in common, as JSON, without the game. Raises
    MalformedInput where it is no longer there."""
    from cardrules.wire import dump_rules  # the converter is loaded only where it is used

    data: dict[str, JSON] = {
        "rules": dump_rules(game_of(name), rules),
        "players": [*players],
        "dealer": seat_text(dealer),
        "actions": [*texts],
    }
    if scores:
        data["scores"] = [[*row] for row in scores]
    return data if meta is None else {**data, "meta": meta}


# -- judging


def replay(record: Record) -> Iterator[AnyState]:
    """The states of a record: the one before its first action, then one after each action.

    Raises IllegalAction at the first action that breaks a rule, MalformedInput where the game of
    the record is no longer there.
    """
    game = game_of(record.game)
    state = game.start(record.rules, record.dealer)
    yield state
    for action in record.actions:
        state = game.apply(state, action)
        yield state


def validate(record: Record) -> Report:
    """The verdict on a record: the first action that breaks a rule, or the scores that are wrong.

    Raises MalformedInput where the game of the record is no longer there.
    """
    game = game_of(record.game)
    state = game.start(record.rules, record.dealer)
    apply = game.apply
    at = 0
    violations: tuple[Violation, ...] = ()
    try:
        for at, action in enumerate(record.actions):  # noqa: B007  # the place of the failure
            state = apply(state, action)
    except IllegalAction as error:
        violations = error.violations
    return report_on(record, game, state, at, violations)


def report_on(record: Record, game: AnyGame, state: AnyState, at: int, violations: tuple[Violation, ...]) -> Report:
    """The report on a record that was judged as far as `state`, where its action of index `at` breaks
    the rules `violations` (none: no action of it is illegal)."""
    score = game.score(state)
    after = totals_by_deal(record.rules.players, score.sheet)
    # after an illegal action it is not known which deals would have been scored
    errors = _score_errors(record.scores[: len(after)] if violations else record.scores, after)
    return Report(
        record.source,
        record.number,
        record.game,
        "illegal" if violations else "misscored" if errors else "legal",
        at if violations else None,
        record.texts[at] if violations else None,
        violations,
        errors,
        len(record.actions),
        bool(score.winners),
        score.totals,
        score.winners,
    )


def _score_errors(claimed: tuple[tuple[int, ...], ...], actual: Sequence[tuple[int, ...]]) -> Sequence[ScoreError]:
    if claimed == tuple(actual[: len(claimed)]):
        return ()
    seats = len(claimed[0])
    none: tuple[None, ...] = (None,) * seats
    wrong = (
        deal * seats + seat
        for deal, row in enumerate(claimed)
        for seat, (was, right) in enumerate(zip(row, actual[deal] if deal < len(actual) else none, strict=True))
        if was != right
    )
    return ScoreErrors(claimed, actual, array("q", wrong))


def game_of(name: object) -> AnyGame:
    """The game that a record names. Raises MalformedInput."""
    if not isinstance(name, str) or name not in GAMES:
        raise MalformedInput("game", f"{quote(name)} is not one of the games {', '.join(GAMES)}")
    return GAMES[name]


def _check_table(seats: int, players: Sequence[str], scores: Sequence[Sequence[int]]) -> None:
    """Raises MalformedInput where names or totals are not as many as the seats, or of other types."""
    check_each("players", players, str, "a name")
    if len(players) != seats:
        raise MalformedInput("players", f"{len(players)} names for {seats} players")
    for deal, row in enumerate(scores):
        check_each(f"scores[{deal}]", row, int, "a whole number of points")
        if len(row) != seats:
            raise MalformedInput(f"scores[{deal}]", f"{len(row)} totals for {seats} players")


def check_each(where: str, values: Sequence[object], kind: type, what: str) -> None:
    """Raises MalformedInput where a value is not exactly of that type."""
    if set(map(type, values)) - {kind}:
        index = next(index for index, item in enumerate(values) if type(item) is not kind)
        raise MalformedInput(f"{where}[{index}]", f"it is not {what}")


# -- archives


# -- reading


def malformed(source: str, number: int, error: MalformedInput, data: object = None) -> Report:
    """The report on what is no record, for `error`; `data`: its JSON value, as far as there is one."""
    game = data.get("game") if isinstance(data, dict) else None
    actions = data.get("actions") if isinstance(data, dict) else None
    return Report(
        source,
        number,
        game if isinstance(game, str) else None,
        "malformed",
        error.at if isinstance(error, UnreadableAction) else None,
        error.text if isinstance(error, UnreadableAction) else None,
        actions=len(actions) if isinstance(actions, list) else 0,
        message=str(error),
    )


class UnreadableAction(MalformedInput):
    """A text in a record that is no action: `text`, at index `at` (from 0)."""

    def __init__(self, at: int, text: str, message: str) -> None:
        super().__init__(f"actions[{at}]", message)
        self.at: Final = at
        self.text: Final = text

    def __reduce__(self) -> tuple[type[UnreadableAction], tuple[int, str, str]]:  # type: ignore[override]
        # other arguments than the base class's
        return type(self), (self.at, self.text, self.message)


NOTES: Final = "cardrules-notes"
"""The field that tells notes, and has their version, where a record has `cardrules`."""

_REQUIRED: Final = ("game", "players", "dealer", "actions")
_OPTIONAL: Final = ("rules", "scores", "meta")


def from_json(data: object, source: str = "-", number: int = 0) -> Record:
    """The record of a JSON object (formats: version 1), which was read from `source`. Raises
    MalformedInput, with the place."""
    match = match_of(data, "cardrules")
    actions = _actions(match.game, match.texts, match.rules.players)
    return Record(
        match.game.name,
        match.rules,
        match.players,
        match.dealer,
        actions,
        match.scores,
        match.meta,
        match.texts,
        source,
        number,
    )


class Match(NamedTuple):
    """What the JSON of records and of notes says in the same fields; `texts` are the actions."""

    game: AnyGame
    rules: AnyRules
    players: tuple[str, ...]
    dealer: int
    texts: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    meta: JSON


def match_of(data: object, version: str) -> Match:
    """The match of a JSON value whose version is in the field of that name. Raises MalformedInput,
    with the place."""
    if not isinstance(data, dict):
        hint = "; several stand in a .jsonl file, each on a line of its own" if isinstance(data, list) else ""
        raise MalformedInput("", f"a record is a JSON object{hint}")
    _check_fields(data, version)
    game = game_of(data["game"])
    players = _list("players", data["players"], str, "a name")
    texts = _list("actions", data["actions"], str, "the text of an action")
    rows = _list("scores", data.get("scores", []), list, "a row of totals, such as [60, 0, 60]")
    rules = _rules(game, data.get("rules", {}))
    _check_table(rules.players, players, rows)
    dealer = _seat("dealer", data["dealer"], rules.players)
    scores = tuple([tuple(row) for row in rows])
    return Match(game, rules, tuple(players), dealer, tuple(texts), scores, data.get("meta"))


def _check_fields(data: dict[str, Any], version: str) -> None:
    if NOTES in data and version != NOTES:
        raise MalformedInput(NOTES, "these are notes, not a record; cardrules complete makes one of them")
    required = (version, *_REQUIRED)
    for name in data:
        if name not in (*required, *_OPTIONAL):
            fields = (*required, *_OPTIONAL)
            raise MalformedInput("", no_field(name, fields, [known for known in (*fields, NOTES) if known not in data]))
    for name in required:
        if name not in data:
            raise MalformedInput(name, "it is missing")
    for name, value in data.items():
        if value is None:
            raise MalformedInput(name, "it is null; a field without a value is left out")
    if type(data[version]) is not int or data[version] != VERSION:
        found = shortened(json.dumps(data[version]), QUOTED)
        raise MalformedInput(version, f"the version of the format is the number {VERSION}, not {found}")


T = TypeVar("T")


def _list(where: str, value: object, kind: type[T], what: str) -> list[T]:
    if not isinstance(value, list):
        raise MalformedInput(where, "it is no list")
    check_each(where, value, kind, what)
    return value


def _seat(where: str, value: object, players: int) -> int:
    if not isinstance(value, str):
        raise MalformedInput(where, "it is no text; a seat is written as p1")
    try:
        return seat_of(value, players)
    except MalformedInput as error:
        raise MalformedInput(where, error.message) from None


def _rules(game: AnyGame, value: object) -> AnyRules:
    # an archive names few configs, and often
    try:
        return _rules_of_text(game, json.dumps(value, sort_keys=True))
    except InvalidRules as error:
        where = error.field if error.field == "rules" else f"rules.{error.field}"
        raise MalformedInput(where, error.message) from None


@lru_cache(maxsize=256)
def _rules_of_text(game: AnyGame, text: str) -> AnyRules:
    from cardrules.wire import load_rules  # the converter is loaded only where it is used

    return load_rules(game, json.loads(text))


def _actions(game: AnyGame, texts: Sequence[str], players: int) -> tuple[AnyAction, ...]:
    actions: list[AnyAction] = []
    for text in texts:
        # most actions of an archive are short and come again and again
        read = _read_common if len(text) <= _COMMON_LENGTH else _read_action
        try:
            actions.append(read(game, players, text))
        except MalformedInput as error:
            raise UnreadableAction(len(actions), text, f"{error}{_hint(game, text)}") from None
    return tuple(actions)


def _hint(game: AnyGame, text: str) -> str:
    """What an unreadable text may have been meant as, for the end of a message."""
    if UNKNOWN in text or text.endswith(STOOD):
        return f'; what nobody saw, and what stood though it was wrong, is written in notes, with "{NOTES}": 1'
    return meant(text, game.parse_action)


def _read_action(game: AnyGame, players: int, text: str) -> AnyAction:
    action = game.parse_action(text)
    for seat in action.seats:
        if seat >= players:
            message = f"{quote(text)} names {seat_text(seat)}; the last seat is {seat_text(players - 1)}"
            raise MalformedInput("", message)
    return action


_COMMON_LENGTH: Final = 24
_read_common: Final = lru_cache(maxsize=8192)(_read_action)
