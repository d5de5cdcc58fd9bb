"""Every state of a small world, visited once a depth, judged, and counted.

A world is a game with few cards: a set of first states, deals of those cards that differ in where
they lie. `explore` goes breadth first from all of them at once, through the public functions of the
game alone, until each deal has ended, and asks of every state what the library promises. What it
counts is kept in files, as the nodes of chess positions are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Generic, TypeAlias, TypeVar

from attrs import define, field, frozen

from cardrules.cards import Cards
from cardrules.registry import AnyAction, AnyRules, Game

R = TypeVar("R", bound=AnyRules)
S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=AnyAction)
V = TypeVar("V")

Seat: TypeAlias = "int | None"
"""None is a spectator."""


@frozen
class Table(Generic[S, A]):
    """What the exploration has to know of a game, beside its public functions.

    rules: of a state. ended: whether a state is an end, beyond which nobody looks. of_seat: the legal
    actions of a seat. chances: the chance actions to try where chance is awaited. universe: candidates
    of players' actions: all there are, but for those of many cards. twin: the action that a listing
    shows for a legal one. told: what a seat knows of a first state. seen: what it learns from an
    action, by the states before and after. audit: raises AssertionError where an end is not as it
    should be.
    """

    rules: Callable[[S], AnyRules]
    ended: Callable[[S], bool]
    of_seat: Callable[[S, int], Iterable[A]]
    chances: Callable[[S], Iterable[A]]
    universe: Callable[[S], Iterable[A]]
    twin: Callable[[S, A], A]
    told: Callable[[S, Seat], Hashable]
    seen: Callable[[S, A, S, Seat], Hashable]
    audit: Callable[[S], None]


@frozen
class World(Generic[R, S, A, V]):
    """A small world.

    about: what is in it. cards: those in play, `places` adds up to them in every state. starts: the
    first states, all different. depth: after so many actions the exploration stops (None: it goes
    on until every deal has ended). exact: non-interference is checked, for which `starts` must hold,
    with a deal, all deals that a seat cannot tell from it, or some of them. quick: it belongs to the
    ordinary test run. around: what holds while it is explored.
    """

    name: str
    about: str
    game: Game[R, S, A, V]
    table: Table[S, A]
    cards: Cards
    starts: Callable[[], Iterable[S]]
    depth: int | None = None
    exact: bool = True
    quick: bool = False
    around: Callable[[], AbstractContextManager[None]] = nullcontext


class Fault(AssertionError):
    """A promise that a state of a world breaks; the text tells the way there."""


@frozen
class Row:
    """A depth: the different states that are reached by so many actions, the sequences of actions
    that lead to them, how many of the states are ends, and in how many situations a seat or a
    spectator can be, as far as it can tell (0: not counted)."""

    depth: int
    states: int
    sequences: int
    ends: int
    situations: int


@frozen
class Counts:
    """What a world counts: its cards, how many first states, its depths from 0, and how often an
    action of each kind was taken, once from each state in which it is legal."""

    cards: str
    starts: int
    rows: tuple[Row, ...]
    taken: Mapping[str, int]

    @property
    def states(self) -> int:
        """The states of all depths."""
        return sum([row.states for row in self.rows])


@define(eq=False)
class _Node(Generic[S, A]):
    """A state, how many sequences lead to it, the first way that was found to it, and by seat
    everything that may have been known of the way: numbers, one for each situation."""

    state: S
    ways: int
    before: _Node[S, A] | None
    action: A | None
    known: tuple[set[int], ...] = ()


def explore(world: World[R, S, A, V], *, judged: bool = True) -> Counts:
    """The counts of a world. Raises Fault for the first promise that is broken; if not `judged`, the
    states are only counted, in a tenth of the time."""
    with world.around():
        return _Exploration(world, judged).run()


@define(eq=False)
class _Exploration(Generic[R, S, A, V]):
    world: World[R, S, A, V]
    judged: bool
    numbers: dict[Hashable, int] = field(factory=dict)
    rows: list[Row] = field(factory=list)
    taken: Counter[str] = field(factory=Counter)

    def run(self) -> Counts:
        layer = self.first()
        starts = len(layer)
        depth = 0
        while layer:
            ends = sum([self.world.table.ended(node.state) for node in layer.values()])
            ways = sum([node.ways for node in layer.values()])
            self.numbers = {}
            if self.judged:
                self.judge(layer.values())
            situations = len(set().union(*[known for node in layer.values() for known in node.known]))
            self.rows.append(Row(depth, len(layer), ways, ends, situations))
            layer = {} if depth == self.world.depth else self.next(layer)
            depth += 1
        return Counts(str(self.world.cards), starts, tuple(self.rows), dict(sorted(self.taken.items())))

    def judge(self, nodes: Collection[_Node[S, A]]) -> None:
        for node in nodes:
            try:
                judge(self.world, node.state)
            except AssertionError as error:
                raise Fault(f"{self.world.name}, {way(node)}: {error}") from error
        if self.world.exact:
            self.tell_apart(nodes)

    def seats(self, state: S) -> tuple[Seat, ...]:
        return (*range(self.world.table.rules(state).players), None)

    def number(self, known: Hashable) -> int:
        return self.numbers.setdefault(known, len(self.numbers))

    def first(self) -> dict[S, _Node[S, A]]:
        layer: dict[S, _Node[S, A]] = {}
        for state in self.world.starts():
            assert state not in layer, f"{self.world.name}: a first state is there twice"
            node: _Node[S, A] = _Node(state, 1, None, None)
            if self.world.exact:
                told = self.world.table.told
                node.known = tuple([{self.number((seat, told(state, seat)))} for seat in self.seats(state)])
            layer[state] = node
        return layer

    def next(self, layer: Mapping[S, _Node[S, A]]) -> dict[S, _Node[S, A]]:
        """The states after one more action, each with all the ways to it."""
        game, table = self.world.game, self.world.table
        after: dict[S, _Node[S, A]] = {}
        for node in layer.values():
            state = node.state
            if table.ended(state):
                continue
            for action in game.legal_actions(state) or table.chances(state):
                reached = game.apply(state, action)
                self.taken[kind_of(action)] += 1
                found = after.get(reached)
                if found is None:
                    found = after[reached] = _Node(reached, 0, node, action)
                    if self.world.exact:
                        found.known = tuple([set() for _ in node.known])
                found.ways += node.ways
                if self.world.exact:
                    for seat, old, new in zip(self.seats(state), node.known, found.known, strict=True):
                        learnt = table.seen(state, action, reached, seat)
                        new |= {self.number((known, learnt)) for known in old}
            node.known = ()
        return after

    def tell_apart(self, nodes: Iterable[_Node[S, A]]) -> None:
        """Raises Fault where two states between which a seat cannot decide give it different views, legal
        actions or actors."""
        game, name = self.world.game, self.world.name
        shown: dict[int, tuple[_Node[S, A], V, tuple[A, ...], tuple[int, ...]]] = {}
        for node in nodes:
            state = node.state
            actors = game.actors(state)
            listing = tuple(game.legal_actions(state))
            for seat, known in zip(self.seats(state), node.known, strict=True):
                view = game.view(state, seat)
                own = tuple([action for action in listing if getattr(action, "seat", None) == seat])
                for number in known:
                    other, *same = shown.setdefault(number, (node, view, own, actors))
                    if same != [view, own, actors]:
                        raise Fault(f"{name}: seat {seat} is shown different things after {way(node)} and {way(other)}")


def judge(world: World[R, S, A, V], state: S) -> None:
    """Raises AssertionError for a promise that the state breaks."""
    game, table = world.game, world.table
    listing, actors = game.legal_actions(state), game.actors(state)
    listed = tuple(listing)
    if table.ended(state):
        table.audit(state)
        return
    places = game.places(state)
    assert sum(places.values(), Cards()) == world.cards, f"the cards are not those of the world: {dict(places)}"
    legal = set()
    for action in table.universe(state):
        if not game.violations(state, action):
            assert action in listing, f"{action} breaks no rule and is not in the listing"
            legal.add(table.twin(state, action))
    assert len(listed) == len(set(listed)), "an action is listed twice"
    assert legal <= set(listed), f"legal and not listed: {[str(action) for action in legal.difference(listed)]}"
    for action in set(listed) - legal:  # of more cards than the candidates, or illegal
        assert not game.violations(state, action), f"listed and not legal: {action}"
    if not actors:
        assert not listed, "an action is listed where chance is awaited"
        assert all([not game.violations(state, chance) for chance in table.chances(state)])
        assert any(True for _ in table.chances(state)), "a dead end"
        return
    assert listed, "a dead end"
    by_seat = {seat: tuple(table.of_seat(state, seat)) for seat in range(table.rules(state).players)}
    for seat, part in by_seat.items():
        assert part == tuple([action for action in listed if getattr(action, "seat", None) == seat])
        assert not part or seat in actors, f"seat {seat} may act and is no actor"
    assert sum([len(part) for part in by_seat.values()]) == len(listed), "an action of a seat that is not there"


def kind_of(action: object) -> str:
    """The kind of an action, in lower case: its class, and what it announces."""
    announced = getattr(action, "announce", None)
    return type(action).__name__.lower() + (f"-{announced}" if announced else "")


def way(node: _Node[S, A]) -> str:
    """The actions that lead to a state, and the first state."""
    actions: list[str] = []
    at: _Node[S, A] | None = node
    first = node.state
    while at is not None:
        first = at.state
        if at.action is not None:
            actions.append(str(at.action))
        at = at.before
    return f"{', '.join(reversed(actions)) or 'nothing'} from {first}"


def differences(found: Counts, kept: Counts) -> Iterator[str]:
    """In which ways the counts of a world are not those that were kept."""
    if found.cards != kept.cards:
        yield f"the cards are {found.cards}, not {kept.cards}"
    if found.starts != kept.starts:
        yield f"there are {found.starts} first states, not {kept.starts}"
    for one, other in zip(found.rows, kept.rows, strict=False):
        names = ("states", "sequences", "ends", "situations")
        for name in names:
            count, expected = getattr(one, name), getattr(other, name)
            if count != expected:
                yield f"depth {one.depth} has {count} {name}, not {expected}"
    for kind in sorted({*found.taken, *kept.taken}):
        count, expected = found.taken.get(kind, 0), kept.taken.get(kind, 0)
        if count != expected:
            yield f"an action {kind!r} is taken {count} times, not {expected}"
    if len(found.rows) != len(kept.rows):
        yield f"the deepest is depth {len(found.rows) - 1}, not {len(kept.rows) - 1}"
