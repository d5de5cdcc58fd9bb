"""JSON Schema of the values of each kind, of one game or of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_args

from cardrules.recorded import NOTES, VERSION
from cardrules.registry import GAMES, AnyGame
from cardrules.registry import game as game_of
from cardrules.report import Verdict
from cardrules.schema import configs
from cardrules.schema.types import Schema, Types, choice, closed, documented
from cardrules.scoresheet import Score
from cardrules.text import MOST, pattern
from cardrules.verdict import Violation
from cardrules.wire import JSON, is_tagged

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema."""


def of(kind: str | None = None, game: str | None = None, *, written: bool = False) -> Schema:
    """The JSON Schema of the values of a kind, one of `KINDS`, of one game or of all; without a kind,
    of the values of any kind, each of which has its definition in `$defs`.

    It is the schema of what is read; `written`: of what the library writes, which is less: no field
    is left out, every text has one form.

    Raises ValueError for a kind or a game that there is not, and where a game has no values of the kind.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"no schema of {kind!r}: the kinds are {', '.join(KINDS)}")
    games = list(GAMES.values()) if game is None else [game_of(game)]
    defs: Schema = {}
    made = [_of_kind(each, games, defs, game is None, written) for each in (KINDS if kind is None else (kind,))]
    schemas = [schema for schema in made if schema is not None]
    if not schemas:
        raise ValueError(f"there are no values of the kind {kind!r} in {game or 'any game'}")
    place = ":".join([*([] if game is None else [game]), kind or "all", *(["written"] if written else [])])
    what = "all that cardrules reads" if kind is None else KINDS[kind]
    return {
        "$schema": DIALECT,
        "$id": f"urn:cardrules:{place}",
        "title": f"{game or 'cardrules'}: {what}{' (as written)' if written else ''}",
        **(schemas[0] if len(schemas) == 1 else {"anyOf": [*schemas]}),
        "$defs": defs,
    }


KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "view": "what a seat, or a spectator, may know",
        "action": "an action",
        "seen": "an action as a seat, or a spectator, sees it",
        "state": "a state, with all cards",
        "rules": "house rules, as a record names them",
        "record": "a recorded match",
        "notes": "the notes of a match",
        "report": "the verdict on a record or on notes",
        "score": "the score of a match",
        "violation": "a rule that an action breaks",
    }
)
"""The kinds of values that have a schema, each with what it is."""

_Maker: TypeAlias = Callable[[Types, AnyGame], Schema | None]


def _of_kind(kind: str, games: Sequence[AnyGame], defs: Schema, every: bool, written: bool) -> Schema | None:
    """A reference to the schema of a kind; None where no game has such values."""
    common = Types(written=written, defs=defs)
    if kind in _COMMON:
        return common.of(_COMMON[kind])
    if kind == "report" and every:
        return common.named("Report", lambda: _report(common, None))
    found = [_MAKERS[kind](_types(game, defs, written), game) for game in games]
    schemas = [schema for schema in found if schema is not None]
    if not every or not schemas:
        return schemas[0] if schemas else None
    return common.named(_NAMES[kind], lambda: {"anyOf": [*schemas]})


_COMMON: Final[Mapping[str, type]] = MappingProxyType({"score": Score, "violation": Violation})
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "view": "View",
        "action": "Action",
        "seen": "SeenAction",
        "state": "State",
        "rules": "NamedRules",
        "record": "Record",
        "notes": "Notes",
    }
)


def _types(game: AnyGame, defs: Schema, written: bool) -> Types:
    prefix = "".join([part.capitalize() for part in re.findall("[A-Za-z0-9]+", game.name)])
    made = {game.Rules: lambda types: configs.full(types, game)}
    return Types(written=written, defs=defs, prefix=prefix, made=made)


def _union(name: str, types: Types, kinds: Sequence[Any]) -> Schema:
    """A reference to the schema of the values of several classes."""
    if len(kinds) == 1:
        return types.of(kinds[0])
    key = "oneOf" if all([is_tagged(kind) for kind in kinds]) else "anyOf"
    return types.named(types.prefix + name, lambda: {key: [types.of(kind) for kind in kinds]})


def _seen(types: Types, game: AnyGame) -> Schema | None:
    return _union("SeenAction", types, [*dict.fromkeys([*game.Action, *game.Seen])]) if game.redact else None


def _rules(types: Types, game: AnyGame) -> Schema:
    return types.named(f"{types.prefix}NamedRules", lambda: configs.named(types, game))


# -- records and notes


def _record(types: Types, game: AnyGame, version: str, actions: Schema) -> Schema:
    allowed = _players(game)
    row: Schema = {"type": "array", "items": {"type": "integer"}}
    meta: list[JSON] = ["object", "array", "string", "number", "boolean"]
    properties: dict[str, Schema] = {
        version: {"const": VERSION, "description": "The version of the format."},
        "game": {"const": game.name},
        "rules": _rules(types, game),
        "players": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": allowed[0],
            "maxItems": allowed[-1],
            "description": "The names, clockwise.",
        },
        "dealer": {**_seat(allowed[-1]), "description": "Who deals first."},
        "actions": {"type": "array", "items": actions, "description": "What happened, in order."},
        "scores": {"type": "array", "items": row, "description": "The totals after each scored deal."},
        "meta": {"type": meta, "description": "Anything else."},
    }
    optional = ("scores", "meta") if types.written else ("rules", "scores", "meta")
    schema = closed(properties, optional=optional)
    schema["allOf"] = [
        {"if": _of_players(types, game, players), "then": {"properties": _table(players)}} for players in allowed
    ]
    return schema


def _players(game: AnyGame) -> range:
    """How many can play, whatever the other flags are."""
    part = configs.part_of(game)
    return range(1, MOST + 1) if part is None else part.into("players").allowed()


def _of_players(types: Types, game: AnyGame, players: int) -> Schema:
    """The schema of the records in which so many play."""
    where = configs.means(game, "players", players, named=True, written=types.written)
    default = not types.written and game.Rules().players == players
    return {"properties": {"rules": where}, **({} if default else {"required": ["rules"]})}


def _table(players: int) -> Schema:
    """What the number of players settles."""
    size: Schema = {"minItems": players, "maxItems": players}
    return {"players": size, "dealer": _seat(players), "scores": {"items": size}}


def _seat(seats: int) -> Schema:
    return {"type": "string", "pattern": f"^p[1-{seats}]$"}


def _action_text(types: Types, game: AnyGame) -> Schema:
    """The texts of the actions of a game; any text, where the game does not say how they are written."""

    def make() -> Schema:
        forms = {kind: getattr(kind, "form", None) for kind in game.Action}
        schema: Schema = {"type": "string", "description": f"An action of {game.name}."}
        texts: list[JSON] = [
            {"title": form, "pattern": pattern(form, written=types.written), "description": documented(kind)[0]}
            for kind, form in forms.items()
            if isinstance(form, str)
        ]
        return {**schema, "anyOf": texts} if len(texts) == len(forms) else schema

    return types.named(f"{types.prefix}ActionText", make)


def _record_of(types: Types, game: AnyGame) -> Schema:
    return types.named(f"{types.prefix}Record", lambda: _record(types, game, "cardrules", _action_text(types, game)))


def _notes_of(types: Types, game: AnyGame) -> Schema | None:
    text: Schema = {"type": "string", "description": "An action, in which cards may be left open."}
    if game.complete is None:
        return None
    return types.named(f"{types.prefix}Notes", lambda: _record(types, game, NOTES, text))


# -- reports


def _report(types: Types, game: AnyGame | None) -> Schema:
    seat = _seat(MOST if game is None else _players(game)[-1])
    count: Schema = {"type": "integer", "minimum": 0}
    text: Schema = {"type": "string"}
    null: Schema = {"type": "null"}
    whole: Schema = {"type": "integer"}
    broken = _list(types.named("Reason", lambda: closed({"rule": text, "message": text})))
    wrong: dict[str, Schema] = {
        "deal": count,
        "player": seat,
        "claimed": whole,
        "actual": {"type": ["integer", "null"]},
    }
    stood: dict[str, Schema] = {"at": count, "action": text, "violations": broken}
    properties: dict[str, Schema] = {
        "source": {**text, "description": "The path of the archive."},
        "record": {**count, "description": "Which record of the archive, from 0."},
        "game": {"type": ["string", "null"]} if game is None else {"enum": [game.name, None]},
        "verdict": choice(get_args(Verdict)),
        "at": {"anyOf": [count, null], "description": "The action at fault, from 0."},
        "action": {"type": ["string", "null"], "description": "Its text, as recorded."},
        "violations": {**broken, "description": "The rules that it breaks."},
        "score_errors": _list(types.named(f"{types.prefix}ScoreError", lambda: closed(wrong))),
        "actions": {**count, "description": "How many actions the record has."},
        "complete": {"type": "boolean", "description": "Whether the match was won."},
        "totals": {**_list(whole), "description": "The totals after the last scored deal that was reached."},
        "winners": _list(seat),
        "message": {**text, "description": "Why a record is malformed."},
        "stood": {
            **_list(types.named("Stood", lambda: closed(stood))),
            "description": "Of notes: the actions that are marked as such that the table let stand.",
        },
    }
    schema = closed(properties, optional=("message", "stood"))
    schema["allOf"] = [
        {"if": {"properties": {"verdict": {"const": verdict}}}, "then": then} for verdict, then in _verdicts().items()
    ]
    return schema


def _verdicts() -> Mapping[str, Schema]:
    """What follows from each verdict."""
    none: Schema = {"maxItems": 0}
    some: Schema = {"minItems": 1}
    legal: Schema = {"at": {"const": None}, "action": {"const": None}, "violations": none, "message": False}
    illegal: Schema = {"at": {"type": "integer"}, "action": {"type": "string"}, "violations": some, "message": False}
    unread: Schema = {"violations": none, "score_errors": none, "complete": {"const": False}, "stood": False}
    return {
        "legal": {"properties": {**legal, "score_errors": none}},
        "illegal": {"properties": illegal},
        "misscored": {"properties": {**legal, "score_errors": some}},
        "malformed": {"properties": {**unread, "totals": none, "winners": none}, "required": ["message"]},
        "stood": {"properties": {**legal, "score_errors": none}, "required": ["stood"]},
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _report_of(types: Types, game: AnyGame) -> Schema:
    return types.named(f"{types.prefix}Report", lambda: _report(types, game))


_MAKERS: Final[Mapping[str, _Maker]] = MappingProxyType(
    {
        "view": lambda types, game: _union("View", types, game.View),
        "action": lambda types, game: _union("Action", types, game.Action),
        "seen": _seen,
        "state": lambda types, game: _union("State", types, game.State),
        "rules": _rules,
        "record": _record_of,
        "notes": _notes_of,
        "report": _report_of,
    }
)
