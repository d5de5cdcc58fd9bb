"""A table as a value: the match, who sits where, and what has happened.

Nothing here changes anything: each function gives the table that follows. What is worn by time or
by chance, connections, pauses, the drawing of cards, is in `hall`.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Final

import attrs
from attrs import frozen

from cardrules import GAMES, InvalidRules, Record, duizenden, tausend
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState
from cardrules.wire import load_rules
from webtable.names import COMPUTER, isolated, same

NAMES: Final = ("tausend", "duizenden")
"""The games that the page can show."""
LONGEST_MATCH: Final = 20_000
"""No match has more actions: a table is in memory, and a target can be set so high that nobody gets there."""
RECENT: Final = 200
"""So many actions of the match are told to who joins."""


class Refused(Exception):
    """What was asked for cannot be had: `code` is for programs, and a word of `words`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code: Final = code


@frozen
class Person:
    """Who has taken a seat: the name, the key that opens the seat to its browser alone, and whether it
    waits for the next deal, while a computer plays on: nobody could else look into one hand after the other."""

    name: str
    key: str = attrs.field(repr=False)
    waits: bool = False


@frozen
class Step:
    """An action, and the state in which it was applied."""

    action: AnyAction
    before: AnyState


@frozen
class Table:
    """A match with its seats; None is an empty seat, which a computer plays.

    version: how many actions there were. recent: the last of them, for who comes in.
    """

    id: str
    game: AnyGame
    rules: AnyRules
    dealer: int
    people: tuple[Person | None, ...]
    state: AnyState = attrs.field(repr=False)
    actions: tuple[AnyAction, ...] = attrs.field(default=(), repr=False)
    recent: tuple[Step, ...] = attrs.field(default=(), repr=False)

    @property
    def version(self) -> int:
        return len(self.actions)

    @property
    def phase(self) -> str:
        """What the table waits for."""
        view = self.game.view(self.state, None)
        assert isinstance(view, tausend.View | duizenden.View)
        return view.phase

    @property
    def over(self) -> bool:
        return bool(self.game.score(self.state).winners)

    @property
    def closed(self) -> bool:
        """Whether nothing happens here any more, so that the record may be seen."""
        return self.over or self.version >= LONGEST_MATCH

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, also of computers, as texts show them."""
        return tuple([isolated(name) for name in self._given_names])

    @property
    def _given_names(self) -> tuple[str, ...]:
        return tuple(
            [f"{COMPUTER} {seat + 1}" if person is None else person.name for seat, person in enumerate(self.people)]
        )

    def seat_of(self, key: str) -> int | None:
        """The seat that a key opens."""
        found = None
        for seat, person in enumerate(self.people):
            # all are compared, and each in constant time
            if person is not None and compare_digest(person.key.encode(), key.encode()):
                found = seat
        return found

    def by_computer(self, seat: int) -> bool:
        """Whether a computer plays the seat now."""
        person = self.people[seat]
        return person is None or person.waits

    def playing(self, seat: int | None) -> int | None:
        """The seat as which the page of a seat acts and sees: None, like who watches, as long as it waits."""
        return None if seat is None or self.by_computer(seat) else seat

    def seen(self, step: Step, seat: int | None) -> AnyAction:
        """An action as a seat saw it."""
        redact = self.game.redact
        assert redact is not None  # the games of the page have one
        return redact(step.action, step.before, seat)

    def record(self) -> Record:
        """The match so far."""
        return Record(self.game.name, self.rules, self._given_names, self.dealer, self.actions)


def game_named(name: object) -> AnyGame:
    """One of the games of the page. Raises InvalidRules for any other."""
    if not isinstance(name, str) or name not in NAMES:
        raise InvalidRules("game", f"it is not one of {', '.join(NAMES)}")
    return GAMES[name]


def laid_out(table_id: str, game: AnyGame, rules: object, dealer: float) -> Table:
    """A table at which nobody sits; `rules` is JSON, `dealer` from 0 to 1 the draw for who deals
    first. Raises InvalidRules, with the field, for a config that makes no sense."""
    if not isinstance(rules, dict):
        raise InvalidRules("rules", "they are no object")
    try:
        config = load_rules(game, rules)
    except InvalidRules as error:
        # a flag that there is not is a fault of the rules themselves
        field = error.field if error.field == "rules" else f"rules.{error.field}"
        raise InvalidRules(field, error.message) from None
    seat = int(dealer * config.players)
    return Table(table_id, game, config, seat, (None,) * config.players, game.start(config, seat))


def seated(table: Table, seat: int | None, person: Person) -> tuple[Table, int]:
    """The table with that person on an empty seat, the first where none is asked for. Raises Refused;
    InvalidRules where another has the name."""
    if any([other is not None and same(other.name, person.name) for other in table.people]):
        raise InvalidRules("name", "somebody at the table has it")
    free = [each for each, sitting in enumerate(table.people) if sitting is None]
    if not free or (seat is not None and seat not in free):
        raise Refused("taken")
    place = free[0] if seat is None else seat
    return _with(table, place, attrs.evolve(person, waits=table.phase != "deal")), place


def left(table: Table, seat: int) -> Table:
    """The table when the seat has been given up."""
    return _with(table, seat, None)


def _with(table: Table, seat: int, person: Person | None) -> Table:
    return attrs.evolve(table, people=(*table.people[:seat], person, *table.people[seat + 1 :]))


def acted(table: Table, action: AnyAction) -> Table:
    """The table after an action. Raises IllegalAction."""
    if table.version >= LONGEST_MATCH:
        raise Refused("long")
    state = table.game.apply(table.state, action)
    step = Step(action, table.state)
    return _admitted(
        attrs.evolve(table, state=state, actions=(*table.actions, action), recent=(*table.recent[-RECENT + 1 :], step))
    )


def _admitted(table: Table) -> Table:
    """The table at which nobody waits any more, if a deal is to begin."""
    if not any([person is not None and person.waits for person in table.people]) or table.phase != "deal":
        return table
    return attrs.evolve(table, people=tuple([person and attrs.evolve(person, waits=False) for person in table.people]))
