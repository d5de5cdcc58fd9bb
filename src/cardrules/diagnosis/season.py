"""The house rules of an archive: the one config, for whatever number of players, that explains most
of its records.

What explains a faulty record proposes house rules, as do the rules that records name. The best of
these is improved for the records that it does not explain, as long as that explains more. All this
looks at a bounded number of records; then the best few are counted over all of them, where they can
be read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cardrules.diagnosis.flags import SETTLED, changed, flags_of, value_of
from cardrules.diagnosis.replay import OutOfTime, Timer, first_fault
from cardrules.diagnosis.search import MOST, SECONDS, Change, Diagnosis, Search, Start, diagnose
from cardrules.errors import InvalidRules, MalformedInput
from cardrules.notes import Notes, failed, judge
from cardrules.recorded import Record
from cardrules.registry import GAMES, AnyGame, AnyRules
from cardrules.report import Report

if TYPE_CHECKING:
    from cardrules.wire import JSON

KEPT: Final = 200
"""How many faulty records are kept to find the rules by, and how many legal ones."""

PROPOSED: Final = 1000
"""How many different house rules are kept in mind."""

JUDGED: Final = 20
"""How many of them, the most proposed, are tried on the records that are kept."""

IMPROVED: Final = 30
"""How many records that house rules do not explain are asked what would."""

BEST: Final = 5
"""How many house rules are told."""

LIKELIEST: Final = 20
"""How many explanations of a record propose house rules."""


@frozen
class House:
    """House rules for any number of players: a preset with changes."""

    preset: str
    changes: tuple[Change, ...] = ()

    def rules(self, game: AnyGame, players: int) -> AnyRules | None:
        """The config for so many players; None where they are too many. What makes no sense for so
        many (who of four sits out) is left out."""
        changes = {SETTLED: players, **{change.flag: change.value for change in self.changes}}
        while True:
            try:
                return changed(game.PRESETS[self.preset], changes)
            except InvalidRules as error:
                if error.field == SETTLED or error.field not in changes:
                    return None
                del changes[error.field]


@frozen
class Counted:
    """House rules, and how many records they explain."""

    house: House
    explained: int


@frozen
class Season:
    """The house rules of the records of a game.

    records: those that could be read; legal: those that are legal under their own rules. houses: the
    best first, each with the number that it explains, of `counted` records: of all, or of those
    that were kept, where they could not be read again. gave_up: the time was over before no better
    house rules were found.
    """

    game: str
    records: int
    legal: int
    houses: tuple[Counted, ...]
    counted: int
    gave_up: bool

    def to_json(self) -> dict[str, JSON]:
        """The JSON object of the season."""
        from cardrules.wire import dump  # the converter is loaded only where it is used

        houses: list[JSON] = [
            {
                "preset": each.house.preset,
                "changes": {change.flag: dump(change.value) for change in each.house.changes},
                "explained": each.explained,
            }
            for each in self.houses
        ]
        return {
            "game": self.game,
            "records": self.records,
            "legal": self.legal,
            "houses": houses,
            "counted": self.counted,
            "gave_up": self.gave_up,
        }


class Survey:
    """Gathers what the records of an archive tell of their house rules, in bounded memory."""

    def __init__(self, kept: int = KEPT) -> None:
        """`kept`: how many faulty records of a game are kept, and how many legal ones."""
        self._kept: Final = kept
        self._games: Final[dict[str, _Gathered]] = {}

    def add(self, record: Record | Notes, diagnosis: Diagnosis) -> None:
        """Adds a record and what explains it."""
        self._games.setdefault(record.game, _Gathered(GAMES[record.game], self._kept)).add(record, diagnosis)

    def seasons(
        self, again: Callable[[], Iterable[Record | Notes | Report]] | None = None, *, seconds: float = SECONDS
    ) -> list[Season]:
        """The house rules of each game of which records were added. `again` reads all records once
        more, to count over all of them. The search takes no longer than `seconds` for each game,
        and the counting as long as it takes."""
        found = [(gathered, *gathered.search(Timer(seconds))) for gathered in self._games.values()]
        counts: dict[str, Counter[House]] = {name: Counter() for name in self._games}
        if again is not None:
            for record in again():
                gathered = self._games.get(record.game or "")
                if not isinstance(record, Report) and gathered is not None:
                    houses = next(best for one, best, _ in found if one is gathered)
                    counts[record.game].update(gathered.explaining(record, list(houses), Timer(float("inf"))))
        seasons = []
        for gathered, best, gave_up in found:
            count = best if again is None else counts[gathered.game.name]
            order = sorted(best, key=lambda house: (-count[house], -best[house], len(house.changes)))
            houses_in_order = tuple([Counted(house, count[house]) for house in order])
            counted = len(gathered.records()) if again is None else gathered.count
            seasons.append(
                Season(gathered.game.name, gathered.count, gathered.legal, houses_in_order, counted, gave_up)
            )
        return seasons


def diagnose_many(
    records: Iterable[Record | Notes | Report], survey: Survey, *, seconds: float = SECONDS, most: int = MOST
) -> Iterator[tuple[Record | Notes, Diagnosis] | Report]:
    """The diagnosis of each record and notes, in order, and the reports of what is malformed as they
    are, with those of notes that no cards explain; the survey learns of each diagnosis."""
    for record in records:
        if isinstance(record, Report):
            yield record
            continue
        try:
            found = diagnose(record, seconds=seconds, most=most)
        except MalformedInput as error:
            yield failed(record, error) if isinstance(record, Notes) else judge(record)
            continue
        survey.add(record, found)
        yield record, found


class _Gathered:
    """What the records of one game have told so far."""

    def __init__(self, game: AnyGame, kept: int) -> None:
        self.game: Final = game
        self.kept: Final = kept
        self.count = self.legal = 0
        self.sound: Final[list[Record | Notes]] = []
        self.faulty: Final[list[Record | Notes]] = []
        self.proposed: Final[Counter[House]] = Counter()

    def records(self) -> list[Record | Notes]:
        """The records that are kept."""
        return self.faulty + self.sound

    def add(self, record: Record | Notes, diagnosis: Diagnosis) -> None:
        self.count += 1
        self.legal += diagnosis.legal is True
        place = self.sound if diagnosis.legal else self.faulty
        if len(place) < self.kept:
            place.append(record)
        rules = [each.rules for each in diagnosis.explanations[:LIKELIEST]]
        self.proposed.update(dict.fromkeys([house_of(self.game, each) for each in [record.rules, *rules]], 1))
        if len(self.proposed) > PROPOSED:
            common = self.proposed.most_common(PROPOSED // 2)
            self.proposed.clear()
            self.proposed.update(dict(common))

    def explaining(self, record: Record | Notes, houses: Iterable[House], timer: Timer) -> list[House]:
        """Which house rules explain a record: none if no cards explain notes. Raises OutOfTime."""
        found = []
        for house in houses:
            rules = house.rules(self.game, record.rules.players)
            try:
                if rules is not None and first_fault(self.game, record, rules, timer) is None:
                    found.append(house)
            except MalformedInput:
                break
        return found

    def search(self, timer: Timer) -> tuple[dict[House, int], bool]:
        """The best house rules by the records that are kept, with the number that each explains; and
        whether the time was over before the search was."""
        judged: dict[House, int] = {}
        presets = [House(name) for name in self.game.PRESETS]
        proposed = [house for house, _ in self.proposed.most_common(JUDGED)]
        gave_up = False
        try:
            while self.judge([*presets, *proposed], judged, timer):
                proposed = self.improvements(_best(judged)[0], timer)
        except OutOfTime:
            gave_up = True
        return {house: judged[house] for house in _best(judged)[:BEST]}, gave_up

    def judge(self, houses: Iterable[House], judged: dict[House, int], timer: Timer) -> bool:
        """Counts the records that are kept and explained; whether some house rules are better than all
        before. Raises OutOfTime."""
        before = max(judged.values(), default=-1)
        for house in dict.fromkeys(houses):
            if house not in judged:
                judged[house] = sum([len(self.explaining(record, [house], timer)) for record in self.records()])
        return max(judged.values()) > before

    def improvements(self, house: House, timer: Timer) -> list[House]:
        """House rules with a few more changes, for records that these do not explain."""
        proposed: Counter[House] = Counter()
        others = (record for record in self.records() if not self.explaining(record, [house], timer))
        for record in islice(others, IMPROVED):
            rules = house.rules(self.game, record.rules.players)
            if rules is not None:
                search = Search(record, timer)
                search.run([Start(house.preset, rules)], MOST)
                found = search.explanations()[:LIKELIEST]
                proposed.update(dict.fromkeys([house_of(self.game, each.rules) for each in found], 1))
        return [better for better, _ in proposed.most_common(JUDGED)]


def _best(judged: dict[House, int]) -> list[House]:
    return sorted(judged, key=lambda house: (-judged[house], len(house.changes)))


def house_of(game: AnyGame, rules: AnyRules) -> House:
    """A config as house rules: the preset that it is nearest to, and what differs."""
    found: list[House] = []
    for name, preset in game.PRESETS.items():
        try:
            plain = changed(preset, {SETTLED: rules.players})
        except InvalidRules:  # it is for fewer
            continue
        found.append(House(name, _differences(plain, rules)))
    return min(found, key=lambda house: len(house.changes))


def _differences(plain: AnyRules, rules: AnyRules) -> tuple[Change, ...]:
    """The fewest changes that make one config of the other: what follows from another is none."""
    both = {flag: value_of(rules, flag) for flag in flags_of(type(rules))}
    differing = {flag: value for flag, value in both.items() if value != value_of(plain, flag)}
    for flag in [*differing]:
        fewer = {name: value for name, value in differing.items() if name != flag}
        try:
            if changed(plain, fewer) == rules:
                differing = fewer
        except InvalidRules:
            continue
    return tuple([Change(flag, value) for flag, value in differing.items()])
