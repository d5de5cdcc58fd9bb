"""The search for the smallest changes of the rules that explain a record.

A config that explains the record differs, from any config that does not, in one of the flags that
the fault there needs (`Clues.needed`). So the search takes the fault, changes one of these flags,
looks where the record goes wrong now, changes one of those flags, and so on: with so many changes
it meets every explanation of that size.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import frozen

from cardrules.clues import Bound, Guesses
from cardrules.diagnosis.flags import SETTLED, Flag, changed, flags_of, value_of
from cardrules.diagnosis.replay import AnyFault, OutOfTime, Timer, first_fault
from cardrules.errors import InvalidRules, MalformedInput, quote
from cardrules.notes import Notes
from cardrules.recorded import Record
from cardrules.registry import GAMES, AnyGame, AnyRules

if TYPE_CHECKING:
    from cardrules.wire import JSON

SECONDS: Final = 20.0
"""How long the search for one record may take."""

MOST: Final = 2
"""How many flags are changed."""


@frozen
class Change:
    """A flag, by its dotted name, and another value of it. bound: whether this is known to be the
    most or the least that the record allows; None: it is not."""

    flag: str
    value: object
    bound: Bound | None = None

    def __str__(self) -> str:
        """As the commands take it: `layoff=own`."""
        return f"{self.flag}={self.value if isinstance(self.value, str) else json.dumps(_json(self.value))}"


@frozen
class Explanation:
    """A config under which a record is legal and all its totals are right: `rules`, which are those of
    the preset (None: of the record itself) with the changes."""

    preset: str | None
    changes: tuple[Change, ...]
    rules: AnyRules

    def to_json(self, game: AnyGame) -> dict[str, JSON]:
        """The JSON object of the explanation."""
        from cardrules.wire import dump_rules  # the converter is loaded only where it is used

        return {
            "preset": self.preset,
            "changes": {change.flag: _json(change.value) for change in self.changes},
            "bounds": {change.flag: change.bound for change in self.changes if change.bound is not None},
            "rules": dump_rules(game, self.rules),
        }


GaveUp: TypeAlias = Literal["time", "numbers"]


@frozen
class Diagnosis:
    """What explains a record.

    legal: whether it is legal, with right totals, under its own rules; None where not even that was
    found out in time. Where it is not: at, the index of the action that is the first fault (None:
    a total is); deal, the scored deal after which a total is wrong (None: an action is). explanations:
    all of the smallest size that were found, the likeliest first; none for a legal record. tried: the
    number of configs under which the record was replayed.

    gave_up: why there may be others, smaller ones too: the "time" was over; or "numbers": of the
    flags `partial` other values than those tried might do.
    """

    source: str
    record: int
    game: str
    legal: bool | None
    at: int | None = None
    deal: int | None = None
    explanations: tuple[Explanation, ...] = ()
    tried: int = 0
    gave_up: GaveUp | None = None
    partial: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the search was complete: no explanation is smaller, and where there is none, none
        changes so few flags."""
        return self.gave_up is None

    def to_json(self) -> dict[str, JSON]:
        """The JSON object of the diagnosis."""
        return {
            "source": self.source,
            "record": self.record,
            "game": self.game,
            "legal": self.legal,
            "at": self.at,
            "deal": self.deal,
            "explanations": [explanation.to_json(GAMES[self.game]) for explanation in self.explanations],
            "tried": self.tried,
            "exact": self.exact,
            "gave_up": self.gave_up,
            "partial": [*self.partial],
        }


def diagnose(record: Record | Notes, *, seconds: float = SECONDS, most: int = MOST) -> Diagnosis:
    """The smallest changes of the rules under which every action of the record is legal and all its
    totals are right: a preset as it is, for as many players; else one flag changed, of the record's
    own rules or of a preset; else two, and so on up to `most`.

    Of notes the cards that are not known are worked out anew under each config, and what stood is
    gone on from.

    It takes no longer than `seconds`, but for one action and one completion of notes. Raises
    MalformedInput where the game of the record is no longer there, or notes cannot be completed.
    """
    search = Search(record, Timer(seconds))
    gave_up: GaveUp | None = None
    own: AnyFault | None = None
    legal: bool | None = None
    try:
        own = search.fault(record.rules)
        legal = own is None
        if not legal:
            search.run(starts(record), most)
    except OutOfTime:
        gave_up = "time"
    if gave_up is None and search.partial:
        gave_up = "numbers"
    return Diagnosis(
        record.source,
        record.number,
        record.game,
        legal,
        own.at if own is not None and own.action is not None else None,
        own.deal if own is not None and own.action is None else None,
        search.explanations(),
        len(search.faults),
        gave_up,
        tuple([name for name in search.flags if name in search.partial]),
    )


@frozen
class Start:
    """Rules that a search starts from: those of a preset, or (None) of the record."""

    preset: str | None
    rules: AnyRules


def starts(record: Record | Notes) -> list[Start]:
    """The record's own rules first, by the name of the preset if they are one; then the presets for
    as many players."""
    game = GAMES[record.game]
    named: dict[AnyRules, str] = {}
    for name, preset in game.PRESETS.items():
        try:
            named.setdefault(changed(preset, {SETTLED: record.rules.players}), name)
        except InvalidRules:  # it is for fewer
            continue
    own = named.pop(record.rules, None)
    return [Start(own, record.rules), *[Start(name, rules) for rules, name in named.items()]]


_Changes: TypeAlias = tuple[tuple[str, object], ...]


class Search:
    """One search, with all that it remembers: where the record goes wrong under each config that was
    tried, and the values worth trying that the faults have shown. Raises MalformedInput where the
    game of the record is no longer there."""

    def __init__(self, record: Record | Notes, timer: Timer) -> None:
        self.record: Final = record
        self.timer: Final = timer
        if record.game not in GAMES:
            raise MalformedInput("game", f"{quote(record.game)} is no game that is there")
        self.game: Final = GAMES[record.game]
        self.flags: Final[Mapping[str, Flag]] = flags_of(self.game.Rules)
        self.faults: Final[dict[AnyRules, AnyFault | None]] = {}
        self.partial: Final[set[str]] = set()
        self.bounds: Final[dict[tuple[str, object], Bound]] = {}
        self.open: Final[dict[AnyRules, frozenset[str]]] = {}
        self.pool: Final[dict[str, dict[object, None]]] = {
            flag.name: dict.fromkeys(flag.choices) for flag in self.flags.values()
        }
        self.starts: Sequence[Start] = ()
        self.met: Final[set[tuple[int, frozenset[tuple[str, object]]]]] = set()
        self.found: Final[dict[tuple[int, _Changes], AnyRules]] = {}

    def run(self, starts: Sequence[Start], most: int) -> None:
        """Looks for explanations with ever more changes, until some are found. Raises OutOfTime; what
        was found by then stays."""
        self.starts = starts
        size = 0
        while size <= most:
            known = sum(map(len, self.pool.values()))
            self.met.clear()
            for place in range(len(starts)):
                self.expand(place, (), size)
            if size and sum(map(len, self.pool.values())) > known:
                size = 1  # a value that a fault has shown only now was not tried before
            elif any([len(changes) <= size for _, changes in self.found]):
                return
            else:
                size += 1

    def expand(self, place: int, changes: _Changes, depth: int) -> None:
        """Tries a start with some changes and up to `depth` more."""
        key = (place, frozenset(changes))
        if key in self.met:
            return
        self.met.add(key)
        start = self.starts[place].rules
        rules = self.config(start, changes)
        fault = None if rules is None else self.fault(rules)
        if rules is not None and fault is None:
            self.found.setdefault((place, tuple(sorted(changes, key=self.rank))), rules)
        elif depth:
            if rules is not None:
                self.partial.update(self.open.get(rules, ()))
            done = {flag for flag, _ in changes}
            for flag in self.needed(fault):
                if flag not in done:
                    now = value_of(start, flag)
                    for value in tuple(self.pool[flag]):
                        if value != now:
                            self.expand(place, (*changes, (flag, value)), depth - 1)

    def rank(self, change: tuple[str, object]) -> tuple[int, int]:
        """Where a flag stands in the config, and how likely the value is among those tried."""
        flag, value = change
        return [*self.flags].index(flag), [*self.pool[flag]].index(value)

    def config(self, start: AnyRules, changes: _Changes) -> AnyRules | None:
        """A start with some changes; None where it makes no sense."""
        self.timer.check()
        try:
            return changed(start, dict(changes))
        except InvalidRules:
            return None

    def fault(self, rules: AnyRules) -> AnyFault | None:
        """Where the record goes wrong under a config; remembered, with the values that it makes worth
        trying."""
        if rules not in self.faults:
            found = first_fault(self.game, self.record, rules, self.timer)
            self.faults[rules] = found
            if found is not None:
                guesses = self.guesses(found)
                for name in self.pool.keys() & guesses.values.keys():
                    self.pool[name].update(dict.fromkeys(guesses.values[name]))
                self.bounds.update({(name, value): bound for name, (value, bound) in guesses.bounds.items()})
                if guesses.partial:
                    self.open[rules] = guesses.partial
        return self.faults[rules]

    def needed(self, fault: AnyFault | None) -> Iterable[str]:
        """The flags, in the order of the config, of which one must change to mend the fault (None: a
        config that makes no sense)."""
        clues = self.game.clues
        if clues is None or fault is None:
            return self.flags
        found = clues.needed(fault)
        return [name for name in self.flags if name in found]

    def guesses(self, fault: AnyFault) -> Guesses:
        """Values worth trying of flags whose types do not list all."""
        clues = self.game.clues
        return clues.guesses(fault) if clues is not None else _guesses(self.game, self.flags, fault)

    def explanations(self) -> tuple[Explanation, ...]:
        """What was found with the fewest changes, in order, each config once."""
        least = min([len(changes) for _, changes in self.found], default=0)
        order = sorted(self.found, key=lambda found: (found[0], [self.rank(change) for change in found[1]]))
        found: dict[AnyRules, Explanation] = {}
        for place, changes in order:
            if len(changes) == least:
                rules = self.found[place, changes]
                made = tuple([Change(*change, self.bound(place, changes, change)) for change in changes])
                found.setdefault(rules, Explanation(self.starts[place].preset, made, rules))
        return tuple(found.values())

    def bound(self, place: int, changes: _Changes, change: tuple[str, object]) -> Bound | None:
        """Whether the value of one of the changes is the most or the least that the record allows with
        the others: a fault has suggested so, and the next number does not explain it."""
        flag, value = change
        bound = self.bounds.get(change)
        if bound is None or type(value) is not int:
            return None
        further = value + 1 if bound == "most" else value - 1
        others = tuple([(flag, further) if each == change else each for each in changes])
        try:
            rules = self.config(self.starts[place].rules, others)
            return bound if rules is None or self.fault(rules) is not None else None
        except OutOfTime:
            return None


_USUAL: Final = (0, 1, 2, 3, 4, 5, 10, 20, 50, 100)


def _guesses(game: AnyGame, flags: Mapping[str, Flag], fault: AnyFault) -> Guesses:
    """Numbers worth trying in a game that gives no clues: those of the presets, those of the record,
    those that the fault mentions, and some that are common."""
    record = fault.record
    numbers = [value for broken in fault.violations for _, value in broken.params if type(value) is int]
    if record.scores:
        numbers += [max(map(max, record.scores)), *record.scores[-1], *fault.claimed]
    numbers += [len(record.scores), *_USUAL]
    values: dict[str, tuple[object, ...]] = {}
    for flag in flags.values():
        if flag.more:
            own = [value_of(preset, flag.name) for preset in game.PRESETS.values()]
            # of a flag that is no number none is known
            values[flag.name] = (*own, *numbers) if int in map(type, own) else tuple(own)
    return Guesses(values, frozenset(values))


def _json(value: object) -> JSON:
    from cardrules.wire import dump  # the converter is loaded only where it is used

    return dump(value)
