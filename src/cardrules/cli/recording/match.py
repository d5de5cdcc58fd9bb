"""The match that is being entered: what was done, what was taken back, and its record."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from cardrules.recorded import Record, replay
from cardrules.registry import GAMES, AnyAction, AnyGame, AnyState
from cardrules.scoresheet import totals_by_deal
from cardrules.wire import JSON

DEALING = "cardrules record: dealing"
"""The field of `meta` in which an unfinished deal is kept."""


@frozen
class Entered:
    """A match as far as it was entered.

    record: what was entered, each action legal. states: the one before the first action, then one
    after each. undone: the actions taken back and their texts, the next to do again last. dealing:
    the beginning of a deal that is not whole yet, as its text begins; "" where none was begun.
    """

    record: Record
    states: tuple[AnyState, ...] = field(repr=False)
    undone: tuple[tuple[AnyAction, str], ...] = ()
    dealing: str = ""

    @classmethod
    def of(cls, record: Record) -> Entered:
        """The match of a record, whose actions are legal, to be continued."""
        meta = record.meta
        kept = meta.get(DEALING) if isinstance(meta, dict) else None
        if not isinstance(meta, dict) or not isinstance(kept, str):
            return cls(record, tuple(replay(record)))
        rest: JSON = {name: value for name, value in meta.items() if name != DEALING} or None
        return cls(evolve(record, meta=rest), tuple(replay(record)), dealing=kept)

    @property
    def game(self) -> AnyGame:
        """The game."""
        return GAMES[self.record.game]

    @property
    def state(self) -> AnyState:
        """The table now."""
        return self.states[-1]

    @property
    def last(self) -> str | None:
        """The text of the last action."""
        return self.record.texts[-1] if self.record.texts else None

    def with_action(self, action: AnyAction) -> Entered:
        """The match after another action. Raises IllegalAction."""
        return self._with(action, str(action), ())

    def redone(self) -> Entered:
        """The match with the action that was taken back last; there is one."""
        *others, (action, text) = self.undone
        return self._with(action, text, tuple(others))

    def _with(self, action: AnyAction, text: str, undone: tuple[tuple[AnyAction, str], ...]) -> Entered:
        state = self.game.apply(self.state, action)
        was = self.record
        record = evolve(was, actions=(*was.actions, action), texts=(*was.texts, text))
        return Entered(record, (*self.states, state), undone)

    def without_last(self) -> Entered:
        """The match without its last action; there is one."""
        was = self.record
        record = evolve(was, actions=was.actions[:-1], texts=was.texts[:-1])
        return Entered(record, self.states[:-1], (*self.undone, (was.actions[-1], was.texts[-1])))

    def with_dealing(self, text: str) -> Entered:
        """The match with the beginning of a deal."""
        return evolve(self, dealing=text)

    def to_save(self) -> Record:
        """The record of all this: the totals as they are counted, and, where `meta` has room for
        it, the beginning of a deal."""
        scores = totals_by_deal(self.record.rules.players, self.game.score(self.state).sheet)
        meta = self.record.meta
        if self.dealing and isinstance(meta, Mapping | None):
            meta = {**(meta or {}), DEALING: self.dealing}
        return evolve(self.record, scores=tuple(scores), meta=meta)
