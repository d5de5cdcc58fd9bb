"""Reading, writing, replaying and judging records; above all what strangers may send."""

from __future__ import annotations

import copy
import gzip
import io
import json
import pickle
import random
import tempfile
import tracemalloc
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, Final, cast

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardrules import GAMES, InvalidRules, MalformedInput, Record, Report, records, tausend
from cardrules.cards import CARDS, Cards
from cardrules.records import MAX_LINE, ScoreError, ScoreErrors, read, replay, validate, write
from cardrules.sampling import sample
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play, Raise, Surrender
from cardrules.testing.tausend.configs import EACH_FLAG, configs
from cardrules.wire import dump, load

GAME: Final = GAMES["tausend"]
LANGS: Final = ("en", "nl", "de")
FIRST: Final = "deal p1:AsKdQdAdAh9hJc p2:KhQhTs9sAcTc9c p3:ThKcTdJd9dKsQs widow:JhJsQc"

Data = dict[str, Any]


@cache
def sound(seed: int = 1, deals: int | None = 2, flags: str = "default") -> Record:
    return sample(GAME, EACH_FLAG[flags], random.Random(seed), deals)


def base(**changes: object) -> Data:
    """A small record that is legal, as JSON, with fields changed."""
    data: Data = {
        "cardrules": 1,
        "game": "tausend",
        "rules": {},
        "players": ["Anna", "Ben", "Carla"],
        "dealer": "p3",
        "actions": [FIRST, "p1 bid 100"],
    }
    return {**data, **changes}


GOOD: Final = json.dumps(base()).encode()


def found_in(data: bytes) -> list[Record | Report]:
    return list(read(io.BytesIO(data)))


def refused(line: bytes) -> Report:
    """The report on a malformed line, after and before which good lines are read."""
    found = found_in(GOOD + b"\n" + line + b"\n" + GOOD)
    assert [type(each) for each in found] == [Record, Report, Record]
    report = found[1]
    assert isinstance(report, Report)
    assert (report.verdict, report.record, report.source) == ("malformed", 1, "-")
    assert (report.violations, report.score_errors) == ((), ())
    assert (report.complete, report.totals, report.winners) == (False, (), ())
    assert report.message
    assert report.message.isprintable()
    assert len(report.message) < 500
    last = found[2]
    assert isinstance(last, Record)
    assert last.number == 2
    return report


def judge(data: Data) -> Report:
    (found,) = found_in(json.dumps(data).encode())
    assert isinstance(found, Record), found
    return validate(found)


# -- round trips


@pytest.mark.parametrize("flags", EACH_FLAG)
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_an_archive_is_read_as_it_was_written(tmp_path: Path, flags: str, name: str) -> None:
    written = [sound(seed, 2, flags) for seed in range(3)]
    path = tmp_path / name
    write(written, path)
    for source in (path, str(path)):
        found = list(read(source))
        assert found == written
        assert [(each.source, each.number) for each in found if isinstance(each, Record)] == [
            (str(path), number) for number in range(3)
        ]
    assert path.read_bytes().startswith(b"\x1f\x8b" if name.endswith(".gz") else b'{"cardrules": 1')


@pytest.mark.parametrize("name", ["a.json", "a.json.gz"])
def test_a_json_file_holds_one_record(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write(iter([sound()]), str(path))
    assert list(read(path)) == [sound()]
    for many in ([], [sound(), sound()]):
        with pytest.raises(ValueError, match="one record"):
            write(many, path)


def test_a_json_file_may_have_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("\ufeff" + json.dumps(base(), indent=2) + "\n\n", "utf-8")
    (found,) = read(path)
    assert isinstance(found, Record)
    path.write_text(json.dumps(base()) + "\n" + json.dumps(base()), "utf-8")
    (found,) = read(path)
    assert isinstance(found, Report)


def test_an_open_file_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("wb") as file:
        write([sound(1), sound(2)], file)
        assert not file.closed
    with path.open("rb") as file:
        assert list(read(file)) == [sound(1), sound(2)]
        assert not file.closed


def test_a_whole_match_is_written_and_read() -> None:
    record = sound(5, None)
    file = io.BytesIO()
    write([record], file)
    (found,) = found_in(file.getvalue())
    assert found == record
    assert isinstance(found, Record)
    assert hash(found) == hash(record)
    report = validate(found)
    assert report.verdict == "legal"
    assert report.complete
    assert len(report.winners) >= 1
    assert report.totals == record.scores[-1]


def test_a_record_keeps_its_own_texts_and_its_meta() -> None:
    odd = FIRST.replace("Th", "10♥").replace("As", "A♠ ")
    meta = {"event": "Cup\u2028 final", "n": [1, 2.5, None, True, {"é": "\ud800"}]}
    data = base(actions=[odd], meta=meta, scores=[])
    (found,) = found_in(json.dumps(data).encode())
    assert isinstance(found, Record)
    assert found.texts == (odd,)
    assert str(found.actions[0]) == str(tausend.parse_action(FIRST))
    assert found.meta == meta
    file = io.BytesIO()
    write([found], file)
    (again,) = found_in(file.getvalue())
    assert again == found
    assert isinstance(again, Record)
    assert (
        again.to_json()
        == found.to_json()
        == {k: v for k, v in data.items() if k not in ("scores", "rules")} | {"rules": {"preset": "standard"}}
    )


def test_what_is_written_is_the_format() -> None:
    for flags in EACH_FLAG:
        record = sound(3, 1, flags)
        data = record.to_json()
        assert list(data) == ["cardrules", "game", "rules", "players", "dealer", "actions", "scores"]
        assert data["cardrules"] == 1
        assert data["dealer"] == f"p{record.dealer + 1}"
        assert data["scores"] == [list(row) for row in record.scores]
        assert data["actions"] == [str(action) for action in record.actions]


@given(configs(), st.integers(0, 2**32), st.integers(0, 2))
@settings(max_examples=25)
def test_sampled_records_are_sound_and_round_trip(rules: tausend.Rules, seed: int, deals: int) -> None:
    record = sample(GAME, rules, random.Random(seed), deals)
    assert validate(record).verdict == "legal"
    assert len(record.scores) <= deals
    file = io.BytesIO()
    write([record], file)
    assert found_in(file.getvalue()) == [record]
    assert json.loads(file.getvalue()) == record.to_json()


# -- lines


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_end_in_either_way_and_blank_ones_do_not_count(end: bytes) -> None:
    found = found_in(end.join([b"\xef\xbb\xbf" + GOOD, b"", b"  \t", b"nothing", b"", GOOD, b"", b""]))
    assert [type(each) for each in found] == [Record, Report, Record]
    assert [each.number if isinstance(each, Record) else each.record for each in found] == [0, 1, 2]


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\r\n", b" ", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n\n"])
def test_nothing_is_no_record(data: bytes) -> None:
    assert found_in(data) == []


def test_the_last_line_needs_no_end() -> None:
    assert len(found_in(GOOD)) == 1
    assert len(found_in(GOOD + b"\r")) == 1


def test_a_byte_order_mark_is_ignored_at_the_beginning_only() -> None:
    assert [type(each) for each in found_in(b"\xef\xbb\xbf" + GOOD)] == [Record]
    refused(b"\xef\xbb\xbf" + GOOD)


def test_only_line_feeds_end_a_line() -> None:
    odd = "a\u2028b\u2029c\u0085d"
    line = json.dumps(base(players=[odd, "\x0b\x0c", "C"]), ensure_ascii=False).encode()
    (found,) = found_in(line)
    assert isinstance(found, Record)
    assert found.players[0] == odd
    file = io.BytesIO()
    write([found, found], file)
    assert found_in(file.getvalue()) == [found, found]


def padded(size: int) -> bytes:
    """A record in a line of that size."""
    return GOOD[:-1] + b" " * (size - len(GOOD)) + b"}"


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b""])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
def test_a_line_of_16_mib_is_read(mark: bytes, end: bytes) -> None:
    after = end + GOOD if end else b""
    found = found_in(mark + padded(MAX_LINE) + end + after)
    assert [type(each) for each in found] == [Record] * (2 if end else 1), found[0]


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
@pytest.mark.parametrize("more", [1, 2, 3, 4, MAX_LINE, MAX_LINE + 1])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
def test_a_longer_line_is_malformed_and_the_next_is_read(mark: bytes, more: int, end: bytes) -> None:
    found = found_in(mark + padded(MAX_LINE - 1) + b" " * (more + 1) + end + GOOD)
    assert [type(each) for each in found] == [Report, Record]
    assert isinstance(found[0], Report)
    assert found[0].message == "the record is longer than 16 MiB"


def test_a_long_line_behind_a_byte_order_mark_is_not_cut() -> None:
    found = found_in(b"\xef\xbb\xbf" + padded(MAX_LINE - 1) + b"garbage\n" + GOOD)
    assert [type(each) for each in found] == [Report, Record]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
def test_a_json_file_has_the_same_limit(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(mark + padded(MAX_LINE))
    assert [type(each) for each in read(path)] == [Record]
    path.write_bytes(mark + padded(MAX_LINE) + b"\n")
    assert [type(each) for each in read(path)] == [Record]
    path.write_bytes(mark + padded(MAX_LINE) + b" ")
    (report,) = read(path)
    assert isinstance(report, Report)
    assert report.message == "the record is longer than 16 MiB"


class Endless(io.RawIOBase):
    """A file of `size` equal bytes and then a good line, which is never held in memory."""

    def __init__(self, size: int, byte: bytes) -> None:
        self._left = size
        self._byte = byte
        self._tail = b"\n" + GOOD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._left:
            count = min(len(buffer), self._left)
            buffer[:count] = self._byte * count
            self._left -= count
            return count
        count = min(len(buffer), len(self._tail))
        buffer[:count] = self._tail[:count]
        self._tail = self._tail[count:]
        return count


@pytest.mark.parametrize("byte", [b" ", b"[", b"9"])
def test_a_line_of_100_mb_takes_little_memory(byte: bytes) -> None:
    file = cast("IO[bytes]", io.BufferedReader(Endless(100_000_000, byte)))
    tracemalloc.start()
    try:
        found = list(read(file))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [type(each) for each in found] == [Report, Record]
    assert peak < 6 * MAX_LINE


def test_a_bomb_takes_little_memory(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "a.json.gz"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(b" " * 100_000_000))
        tracemalloc.start()
        try:
            found = list(read(path))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert [type(each) for each in found] == [Report]
        assert peak < 6 * MAX_LINE


# -- bad input: the JSON


def nested(depth: int, opened: str = "[", closed: str = "]") -> bytes:
    """A record whose meta makes it `depth` deep, itself counted."""
    inside = opened * (depth - 1) + ("0" if opened != "[" else "") + closed * (depth - 1)
    return json.dumps(base(meta=0)).replace('"meta": 0', f'"meta": {inside}').encode()


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}"), ('[0,{"a":', "}]")])
def test_nesting_is_bounded(opened: str, closed: str) -> None:
    levels = opened.count("[") + opened.count("{")
    fits = 1 + 63 // levels
    (found,) = found_in(nested(fits, opened, closed))
    assert isinstance(found, Record)
    for depth in (fits + 1, 100_000):
        report = refused(nested(depth, opened, closed))
        assert report.message == "the record is nested deeper than 64"


def test_brackets_in_a_text_are_no_nesting() -> None:
    (found,) = found_in(json.dumps(base(meta={"a": "[" * 1000, "b": [[[]]] * 100})).encode())
    assert isinstance(found, Record)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (GOOD[:-1], "no JSON"),
        (GOOD[:40], "no JSON"),
        (GOOD + GOOD, "no JSON"),
        (b"nothing", "no JSON"),
        (b"'{}'", "no JSON"),
        (b"\x00", "no JSON"),
        (b'{"a": "\t"}', "no JSON"),
        (b'{"a": "\\x"}', "no JSON"),
        (b'{"a": +1}', "no JSON"),
        (b'{"a": 01}', "no JSON"),
        (b'{"a": 1,}', "no JSON"),
        (b"{'a': 1}", "no JSON"),
        (b"\xff\xfe", "byte 1: it is not UTF-8"),
        (GOOD.replace(b"Anna", b"Ann\xe9"), "it is not UTF-8"),
        (GOOD.replace(b"Anna", b"Ann\xed\xa0\x80"), "it is not UTF-8"),
        (GOOD.decode().encode("utf-16"), "it is not UTF-8; it looks like UTF-16: save the file as UTF-8"),
        (b"null", "a record is a JSON object"),
        (b"true", "a record is a JSON object"),
        (b"5", "a record is a JSON object"),
        (b'"text"', "a record is a JSON object"),
        (b"[" + GOOD + b"]", "a record is a JSON object; several stand in a .jsonl file"),
        (b"{}", "cardrules: it is missing"),
        (b'{"cardrules": 1, "cardrules": 1}', "the field 'cardrules' is there twice"),
    ],
)
def test_a_line_that_is_no_json_object(line: bytes, message: str) -> None:
    report = refused(line)
    assert message in str(report.message)
    assert (report.game, report.at, report.action, report.actions) == (None, None, None, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": [1, "b" "c"]}', "Expecting ',' delimiter, after '…a\": [1, \"b\" ' and before '\"c\"]}'"),
        ("nothing", "Expecting value, before 'nothing'"),
        ("nothing that is long", "Expecting value, before 'nothing that…'"),
        ('["a\tb", "and more text"]', "Invalid control character, after '[\"a' and before '\\tb\", \"and mo…'"),
        ('["a]', "Unterminated string, after '[' and before '\"a]'"),
        ("[1] [2]", "Extra data; a .json file holds one record, a .jsonl file one a line"),
        ('{"a": 1', "the text ends there; if the record goes on in the next line, it belongs in a .json file"),
        ("\ufeff\ufeff{}", "a byte order mark stands before it, with which only a file may begin"),
        ("{ \t\r", "the text ends there; if the record goes on in the next line, it belongs in a .json file"),
        ("{“a”: 1}", "'“' is no quote of JSON; texts stand between plain double quotes"),
        ("{'a': 1}", '"\'" is no quote of JSON; texts stand between plain double quotes'),
        ('{"a": 1},', "a comma stands after the end of the record; remove it"),
    ],
)
def test_what_is_wrong_with_json_is_shown(text: str, message: str) -> None:
    assert str(refused(text.encode()).message).partition("no JSON: ")[2].endswith(message)


def test_a_place_in_an_archive_is_one_of_the_file() -> None:
    """Lines that are blank count, though they are no records."""
    found = found_in(GOOD + b"\n\n \nnonsense\n\n[\n\xff")
    assert [type(each) for each in found] == [Record, Report, Report, Report]
    places = [str(report.message).partition(":")[0] for report in found if isinstance(report, Report)]
    assert places == ["line 4, column 1", "line 6, column 2", "line 7, byte 1"]


@pytest.mark.parametrize("text", ["p1 give ?? p2", "p1 bid 100 stood"])
def test_what_belongs_in_notes_is_told(text: str) -> None:
    report = refused(json.dumps(base(actions=[FIRST, text])).encode())
    assert str(report.message).endswith('is written in notes, with "cardrules-notes": 1')
    report = refused(json.dumps(base(actions=[FIRST, "p1 bid"])).encode())
    assert "notes" not in str(report.message)


def test_a_record_on_several_lines_that_ends_too_early_is_in_the_right_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{\n"cardrules": 1,\n', "utf-8")
    (found,) = read(path)
    assert isinstance(found, Report)
    assert str(found.message).endswith("the text ends there")


@pytest.mark.parametrize(
    "text",
    ["1e400", "-1e400", "1E+999999999", "NaN", "Infinity", "-Infinity", "9" * 5000, "-" + "9" * 5000, "-NaN", "0x10"],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("field", ["meta", "scores", "cardrules"])
def test_numbers_that_json_does_not_know(text: str, field: str) -> None:
    line = json.dumps(base(**{field: "#"})).replace('"#"', text).encode()
    report = refused(line)
    assert "sys." not in str(report.message), "a message for players"


@pytest.mark.parametrize("text", ["0." + "1" * 100_000, "1e-400", "-0", "1e308"])
def test_numbers_that_json_knows(text: str) -> None:
    (found,) = found_in(json.dumps(base(meta="#")).replace('"#"', text).encode())
    assert isinstance(found, Record)


def test_a_duplicate_key_is_malformed_however_deep() -> None:
    for inside in ('{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": 3}}]', '{"a": 1, "\\u0061": 2}'):
        report = refused(json.dumps(base(meta="#")).replace('"#"', inside).encode())
        assert report.message == "the field 'a' is there twice"
    report = refused(json.dumps(base(rules="#")).replace('"#"', '{"players": 3, "players": 3}').encode())
    assert report.message == "the field 'players' is there twice"


# -- bad input: the record


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"players": ["A", "B"]}, "players"),
        ({"players": ["A", "B", "C", "D"]}, "players"),
        ({"players": []}, "players"),
        ({"players": "ABC"}, "players"),
        ({"players": {"a": 1, "b": 2, "c": 3}}, "players"),
        ({"players": ["A", "B", 3]}, "players[2]"),
        ({"players": ["A", None, "C"]}, "players[1]"),
        ({"rules": {"players": 4}}, "players"),
        ({"rules": {"players": 5}}, "rules.players"),
        ({"rules": {"players": True}}, "rules.players"),
        ({"rules": {"players": "3"}}, "rules.players"),
        ({"rules": {"players": 3.0}}, "rules.players"),
        ({"rules": {"players": 10**400}}, "rules.players"),
        ({"rules": {"sits_out": "dealer"}}, "rules.sits_out"),
        ({"rules": {"four_aces": "no"}}, "rules.four_aces"),
        ({"rules": {"four_aces": 0}}, "rules.four_aces"),
        ({"rules": {"four_aces": None}}, "rules.four_aces"),
        ({"rules": {"barrel": None}}, "rules.barrel"),
        ({"rules": {"barrel": []}}, "rules.barrel"),
        ({"rules": {"barrel": {"at": 1000}}}, "rules.barrel.at"),
        ({"rules": {"barrel": {"at": 883}}}, "rules.barrel.at"),
        ({"rules": {"barrel": {"at": 880.9}}}, "rules.barrel.at"),
        ({"rules": {"barrel": {"deals": 0}}}, "rules.barrel.deals"),
        ({"rules": {"barrel": {"falls_to": 880}}}, "rules.barrel.falls_to"),
        ({"rules": {"barrel": {"falls_to": -(10**12)}}}, "rules.barrel.falls_to"),
        ({"rules": {"preset": "house"}}, "rules.preset"),
        ({"rules": {"preset": ["standard"]}}, "rules.preset"),
        ({"rules": {"preset": None}}, "rules.preset"),
        ({"rules": {"surrender_cost": "third"}}, "rules.surrender_cost"),
        ({"rules": {"five_aces": True}}, "rules"),
        ({"rules": {"barrel": {"height": 1}}}, "rules.barrel"),
        ({"rules": []}, "rules"),
        ({"rules": "standard"}, "rules"),
        ({"dealer": "p4"}, "dealer"),
        ({"dealer": "p0"}, "dealer"),
        ({"dealer": "P1"}, "dealer"),
        ({"dealer": "p1 "}, "dealer"),
        ({"dealer": "p²"}, "dealer"),
        ({"dealer": "Anna"}, "dealer"),
        ({"dealer": 0}, "dealer"),
        ({"dealer": ["p1"]}, "dealer"),
        ({"cardrules": 2}, "cardrules"),
        ({"cardrules": True}, "cardrules"),
        ({"cardrules": 1.0}, "cardrules"),
        ({"cardrules": "1"}, "cardrules"),
        ({"game": "whist"}, "game"),
        ({"game": ""}, "game"),
        ({"game": "Tausend"}, "game"),
        ({"game": 1}, "game"),
        ({"game": ["tausend"]}, "game"),
        ({"game": {}}, "game"),
        ({"scores": {}}, "scores"),
        ({"scores": [1, 2, 3]}, "scores[0]"),
        ({"scores": [[1, 2]]}, "scores[0]"),
        ({"scores": [[1, 2, 3], [1, 2, 3, 4]]}, "scores[1]"),
        ({"scores": [[]]}, "scores[0]"),
        ({"scores": [[1, 2, 3.0]]}, "scores[0][2]"),
        ({"scores": [[1, "2", 3]]}, "scores[0][1]"),
        ({"scores": [[True, 2, 3]]}, "scores[0][0]"),
        ({"scores": [[1, 2, None]]}, "scores[0][2]"),
        ({"actions": "p1 pass"}, "actions"),
        ({"actions": {}}, "actions"),
        ({"actions": [FIRST, 5]}, "actions[1]"),
        ({"actions": [FIRST, None]}, "actions[1]"),
        ({"actions": [[FIRST]]}, "actions[0]"),
        *[({name: None}, name) for name in base(scores=[], meta=1)],
    ],
    ids=lambda value: json.dumps(value)[:40] if isinstance(value, dict) else value,
)
def test_a_field_that_makes_no_sense(changes: Data, where: str) -> None:
    report = refused(json.dumps(base(**changes)).encode())
    assert str(report.message).startswith(f"{where}: ")
    assert (report.at, report.action) == (None, None)
    game = changes.get("game", "tausend")
    assert report.game == (game if isinstance(game, str) else None)
    actions = changes.get("actions", [1, 2])
    assert report.actions == (len(actions) if isinstance(actions, list) else 0)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("p1 bid  100", "p1 bid 100"),
        ("p1 bid 100 ", "p1 bid 100"),
        ("P1 Bid 100", "p1 bid 100"),
        ("p1 play DC", "p1 play Qc"),
        ("p1 play Vc", "p1 play Qc"),
        ("p1 play 10 c", None),
        ("p1 sing", None),
        ("p1 " + 2000 * " " + "pass", None),
    ],
)
def test_an_action_that_is_written_loosely_is_told_as_it_would_be_right(text: str, meant: str | None) -> None:
    report = refused(json.dumps(base(actions=[FIRST, text])).encode())
    assert str(report.message).endswith(f"; is '{meant}' meant?") == (meant is not None), report.message


@pytest.mark.parametrize("name", ["cardrules", "game", "players", "dealer", "actions"])
def test_a_required_field_is_missing(name: str) -> None:
    report = refused(json.dumps({key: value for key, value in base().items() if key != name}).encode())
    assert report.message == f"{name}: it is missing"


@pytest.mark.parametrize("name", ["Rules", "comment", "", "\x1b[2J", "a" * 10_000, "\ud800"])
def test_an_unknown_field(name: str) -> None:
    report = refused(json.dumps(base(**{name: 1})).encode())
    assert "there is no field" in str(report.message)


def test_rules_may_be_left_out() -> None:
    data = base()
    del data["rules"]
    assert judge(data).verdict == "legal"


@pytest.mark.parametrize("meta", [False, 0, "", [], {}, "null", [None]])
def test_meta_is_free(meta: object) -> None:
    assert judge(base(meta=meta)).verdict == "legal"


@pytest.mark.parametrize(
    "text",
    [
        "p1 dance",
        "",
        " ",
        "p4 pass",
        "p1 give 9c p4",
        "p9 pass",
        "p1  pass",
        "p1 pass\n",
        "p1 bid 1_00",
        "p1 bid １００",
        "p1 bid 1234567890",
        "p1 bid -5",
        "p1 play",
        "p1 play Kd Marriage",
        "deal",
        "deal p1:As",
        "deal p1:A widow:",
        "deal p4:As widow:",
        "deal p1:As p1:Ks widow:",
        "\x1b[2J",
        "p1 \ud800",
        "p1 bid " + "1" * 10_000,
        "p1\u00a0pass",
        "p1\tpass",
        "x" * 1_000_000,
    ],
    ids=lambda text: repr(text)[:30],
)
def test_an_action_that_cannot_be_read(text: str) -> None:
    """It makes the record malformed wherever it stands, and the report tells where."""
    report = refused(json.dumps(base(actions=[FIRST, "p3 nines", text, "p1 dance"])).encode())
    assert (report.at, report.action, report.actions, report.game) == (2, text, 4, "tausend")
    assert str(report.message).startswith("actions[2]: ")


def test_a_seat_that_does_not_exist_is_malformed_with_three_players_only() -> None:
    four = base(rules={"players": 4}, players=["A", "B", "C", "D"], actions=["p4 pass"])
    assert judge(four).verdict == "illegal"


@pytest.mark.parametrize(
    ("deal", "rules"),
    [
        (FIRST.replace("As", "Ks"), ["deal"]),
        (FIRST.replace("As", "2s"), ["deal", "deck"]),
        (FIRST.replace("As", "Jk"), ["deal", "deck"]),
        (FIRST.replace("As", ""), ["deal"]),
        (FIRST.replace("widow:JhJsQc", "widow:"), ["deal"]),
        (FIRST.replace("p1:As", "p1:" + "As" * 50), ["deal"]),
        (FIRST.replace("p1:As", "p1:" + "As" * 256), ["deal"]),
        (FIRST.replace("p1:As", "p1:" + "2s" * 100_000), ["deal", "deck"]),
        ("deal widow:", ["deal"]),
    ],
    ids=["twice", "two", "joker", "missing", "no widow", "fifty", "a byte of them", "many", "nothing"],
)
def test_wrong_cards_are_illegal_not_malformed(deal: str, rules: list[str]) -> None:
    report = judge(base(actions=[deal, "p1 bid 100"]))
    assert (report.verdict, report.at, report.action) == ("illegal", 0, deal)
    assert sorted({broken.rule for broken in report.violations}) == [f"tausend.{rule}" for rule in rules]
    for lang in LANGS:
        assert all(len(broken.explain(lang)) < 300 for broken in report.violations)


@pytest.mark.parametrize(
    "name", ["\x1b[31mAnna", "A\x00", "a\nb", "\u202eb", "=1+1", "<b>", "\ud800", "", "x" * 100_000]
)
def test_names_are_any_text(name: str) -> None:
    data = base(players=[name, "Ben", "Carla"])
    (found,) = found_in(json.dumps(data).encode())
    assert isinstance(found, Record)
    assert found.players[0] == name
    file = io.BytesIO()
    write([found], file)
    assert found_in(file.getvalue()) == [found]


# -- scores


def claimed(scores: list[list[int]], actions: Sequence[str] | None = None) -> Report:
    data = sound(1, 2).to_json()
    data["scores"] = cast("Any", scores)
    if actions is not None:
        data["actions"] = cast("Any", [*sound(1, 2).texts, *actions])
    return judge(cast("Data", data))


def test_scores_that_were_written_down_right() -> None:
    right = [list(row) for row in sound(1, 2).scores]
    for some in ([], right[:1], right):
        assert claimed(some).verdict == "legal"
        assert claimed(some).score_errors == ()


def test_scores_that_were_written_down_wrong() -> None:
    first, second = [list(row) for row in sound(1, 2).scores]
    wrong = [second[0], second[1] + 5, second[2] - 10**100]
    report = claimed([first, wrong])
    assert (report.verdict, report.at) == ("misscored", None)
    assert report.to_json()["score_errors"] == [
        {"deal": 1, "player": "p2", "claimed": wrong[1], "actual": second[1]},
        {"deal": 1, "player": "p3", "claimed": wrong[2], "actual": second[2]},
    ]
    assert report.totals == tuple(second)


def test_more_scores_than_deals() -> None:
    right = [list(row) for row in sound(1, 2).scores]
    report = claimed([*right, [0, 0, 0], right[1]])
    assert report.verdict == "misscored"
    assert [(error.deal, error.seat, error.actual) for error in report.score_errors] == [
        (deal, seat, None) for deal in (2, 3) for seat in range(3)
    ]


def test_scores_after_an_illegal_action_are_not_judged_but_those_before_are() -> None:
    first, second = [list(row) for row in sound(1, 2).scores]
    report = claimed([first, second, [1, 2, 3]], ["p1 pass"])
    assert (report.verdict, report.score_errors) == ("illegal", ())
    report = claimed([[first[0] + 1, *first[1:]], second, [1, 2, 3]], ["p1 pass"])
    assert report.verdict == "illegal"
    assert [(error.deal, error.seat) for error in report.score_errors] == [(0, 0)]


def test_score_errors_are_a_sequence_that_equals_a_tuple() -> None:
    first, second = [list(row) for row in sound(1, 2).scores]
    found = claimed([first, [second[0] + 1, second[1], second[2] + 2], [7, 8, 9]]).score_errors
    every = (
        ScoreError(1, 0, second[0] + 1, second[0]),
        ScoreError(1, 2, second[2] + 2, second[2]),
        *[ScoreError(2, seat, 7 + seat, None) for seat in range(3)],
    )
    assert isinstance(found, ScoreErrors)
    assert found == every
    assert every == found
    assert tuple(found) == every
    assert len(found) == len(every) == 5
    assert found[1:-1] == every[1:-1]
    assert (found[0], found[-1]) == (every[0], every[-1])
    assert list(reversed(found)) == [*reversed(every)]
    assert every[3] in found
    assert found.index(every[3]) == 3
    assert found != every[:-1]
    assert found != found[::-1]
    assert found != list(every)
    assert repr(found) == "<5 score errors>"
    with pytest.raises(IndexError):
        found[5]
    report = claimed([first, [0, 0, 0]])
    for again in (pickle.loads(pickle.dumps(report)), copy.deepcopy(report)):  # noqa: S301  # its own pickle
        assert again == report
        assert hash(again) == hash(report)
    by_hand = attrs.evolve(report, score_errors=tuple(report.score_errors))
    assert by_hand == report
    assert hash(by_hand) == hash(report)
    assert load(json.loads(json.dumps(dump(report))), Report) == report


@pytest.mark.parametrize(
    "data", [base(), base(actions=["p1 pass"]), base(actions=["p1 dance"]), base(scores=[[1, 2, 0]])]
)
def test_a_report_is_written_in_pieces_as_it_is_whole(data: Data) -> None:
    (found,) = found_in(json.dumps(data).encode())
    report = found if isinstance(found, Report) else validate(found)
    for lang in LANGS:
        assert "".join(report.json_pieces(lang)) == json.dumps(report.to_json(lang))


def test_many_wrong_totals_take_little_memory() -> None:
    """Every one is named, in memory of some tens of bytes for each."""
    rows = 2**15
    wrong = 3 * rows
    line = json.dumps(base(scores=[])).replace('"scores": []', f'"scores": [{", ".join(["[1,2,3]"] * rows)}]').encode()
    tracemalloc.start()
    try:
        (found,) = found_in(line)
        assert isinstance(found, Record)
        read_in = tracemalloc.get_traced_memory()[0]
        report = validate(found)
        pieces = sum(1 for _ in report.json_pieces())
        judged_in, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(report.score_errors) == wrong
    assert pieces > wrong
    assert judged_in - read_in < 16 * wrong
    assert peak < 100 * wrong


# -- records made by hand


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"game": "nogame"}, "game"),
        ({"game": None}, "game"),
        ({"game": []}, "game"),
        ({"rules": None}, "rules"),
        ({"rules": GAME}, "rules"),
        ({"rules": tausend.Rules(players=4)}, "players"),
        ({"players": ("Anna", "Ben", 3)}, "players[2]"),
        ({"players": ("Anna",)}, "players"),
        ({"dealer": 3}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"dealer": "p1"}, "dealer"),
        ({"dealer": True}, "dealer"),
        ({"scores": ((1, 2),)}, "scores[0]"),
        ({"scores": ((1, 2, 3), (1, 2, 3.5))}, "scores[1][2]"),
        ({"texts": ()}, "texts"),
        ({"texts": (None,)}, "texts[0]"),
    ],
)
def test_a_record_made_by_hand_must_make_sense(changes: Data, where: str) -> None:
    record = sound(1, 1)
    with pytest.raises(MalformedInput) as refused_with:
        attrs.evolve(record, **changes)
    assert refused_with.value.where == where
    assert refused_with.value.message


def test_a_record_whose_game_is_gone_is_refused_wherever_it_is_used(tmp_path: Path) -> None:
    """As one that was pickled where the game was registered."""
    record = pickle.loads(pickle.dumps(sound(1, 1)).replace(b"\x07tausend", b"\x07nothing"))  # noqa: S301  # its own pickle
    assert record.game == "nothing"
    for use in (
        lambda: validate(record),
        lambda: list(replay(record)),
        record.to_json,
        lambda: write([record], io.BytesIO()),
        lambda: write([record], io.StringIO()),
        lambda: write([record], tmp_path / "a.jsonl"),
    ):
        with pytest.raises(
            MalformedInput, match="'nothing' is not one of the games duizenden, tausend"
        ) as refused_with:
            use()
        assert refused_with.value.where == "game"


# -- reports


FIELDS: Final = {
    "source": str,
    "record": int,
    "game": str | None,
    "verdict": str,
    "at": int | None,
    "action": str | None,
    "violations": list,
    "score_errors": list,
    "actions": int,
    "complete": bool,
    "totals": list,
    "winners": list,
}


@pytest.mark.parametrize("lang", LANGS)
def test_a_report_is_written_as_the_format_says(lang: str) -> None:
    lines = [
        base(),
        base(actions=[FIRST, "p2 bid 103"]),
        base(scores=[[1, 2, 3]]),
        base(actions=["p1 dance"]),
        base(game=1),
        sound(5, None).to_json(),
    ]
    found = found_in("\n".join(json.dumps(line) for line in lines).encode())
    reports = [each if isinstance(each, Report) else validate(each) for each in found]
    assert [report.verdict for report in reports] == [
        "legal",
        "illegal",
        "misscored",
        "malformed",
        "malformed",
        "legal",
    ]
    for number, report in enumerate(reports):
        data = report.to_json(lang)
        assert json.loads(json.dumps(data)) == data
        assert list(data) == [*FIELDS, *(["message"] if report.verdict == "malformed" else [])]
        for name, kind in FIELDS.items():
            assert isinstance(data[name], kind)
        assert data["record"] == number
        assert all(isinstance(winner, str) for winner in cast("list[str]", data["winners"]))
        for broken in cast("list[dict[str, str]]", data["violations"]):
            assert list(broken) == ["rule", "message"]
            assert broken["message"]
    assert reports[5].to_json()["winners"] == [f"p{seat + 1}" for seat in reports[5].winners]
    assert reports[5].complete
    assert reports[1].to_json("en") != reports[1].to_json("nl") != reports[1].to_json("de")
    with pytest.raises(ValueError, match="fr"):
        reports[1].to_json("fr")


def test_the_default_language_is_english() -> None:
    report = judge(base(actions=["p1 pass"]))
    assert report.to_json() == report.to_json("en")


def test_an_unfinished_record_is_legal_as_far_as_it_goes() -> None:
    record = sound(2, 1)
    for end in range(0, len(record.texts), 7):
        report = judge(cast("Data", {**record.to_json(), "actions": list(record.texts[:end]), "scores": []}))
        assert (report.verdict, report.at, report.actions) == ("legal", None, end)


def test_a_replay_gives_the_state_before_each_action_and_the_last() -> None:
    record = sound(2, 2)
    states = list(replay(record))
    assert len(states) == len(record.actions) + 1
    assert states[0] == tausend.start(cast("tausend.Rules", record.rules), record.dealer)
    for state, action, after in zip(states, record.actions, states[1:], strict=False):
        assert GAME.apply(state, action) == after
    assert GAME.score(states[-1]).totals == validate(record).totals


def test_errors_of_a_record_show_no_cards_of_the_deal() -> None:
    report = judge(base(actions=[FIRST, "p1 bid 100", "p2 pass", "p3 pass", "p1 play As"]))
    assert report.verdict == "illegal"
    for card in ("Kh", "K♥", "Th", "10♥", "Ks", "K♠"):  # of the others' hands
        assert card not in json.dumps(report.to_json(), ensure_ascii=False)
        assert card not in repr(report)


# -- files


def test_a_text_file_is_read_and_written(tmp_path: Path) -> None:
    record = attrs.evolve(sound(), players=("Änne", "\ud800", "♠"))
    file = io.StringIO()
    write([record, record], file)
    file.seek(0)
    assert list(read(file)) == [record, record]
    path = tmp_path / "a.jsonl"
    for encoding in ("utf-8", "cp1252"):
        with path.open("w", encoding=encoding) as out:
            write([record], out)
        assert list(read(path)) == [record]
    with tempfile.NamedTemporaryFile("w+", encoding="ascii") as wrapped:  # its class is no text file's
        write([record], wrapped)
        wrapped.seek(0)
        assert list(read(wrapped)) == [record]


def test_lines_of_a_text_file() -> None:
    good = GOOD.decode()
    half = json.dumps(base(players=["\ud800", "b", "c"]), ensure_ascii=False)
    found = list(read(io.StringIO(f"\ufeff{good}\r\n\n{half}\n{json.dumps(base(meta='ü♠'), ensure_ascii=False)}")))
    assert [type(each) for each in found] == [Record, Report, Record]
    message = f"line 3, byte {half.index(chr(0xD800)) + 1}: it is not UTF-8; save the file as UTF-8"
    assert cast("Report", found[1]).message == message
    assert cast("Record", found[2]).meta == "ü♠"
    long = "ü" * (MAX_LINE // 2 + 1)  # too long in bytes alone
    found = list(read(io.StringIO(f"{long}\n{good}\n{long[1:]}")))
    assert [type(each) for each in found] == [Report, Record, Report]
    assert cast("Report", found[0]).message == "the record is longer than 16 MiB"
    assert "longer" not in str(cast("Report", found[2]).message)


def test_a_text_file_of_another_encoding_is_read_as_far_as_it_goes() -> None:
    lines = [GOOD] * 20_000 + ["Änne".encode("cp1252"), GOOD]
    found = list(read(io.TextIOWrapper(io.BytesIO(b"\n".join(lines)), "utf-8")))
    *good, last = found
    assert len(good) > 10_000
    assert {type(each) for each in good} == {Record}
    assert isinstance(last, Report)
    assert "the file cannot be read on" in str(last.message)


@pytest.mark.parametrize("name", ["a\0b.jsonl", "a\0b.json", "a\0b.jsonl.gz", "\ud800"])
def test_a_path_that_no_file_can_have_is_an_os_error(name: str) -> None:
    with pytest.raises(FileNotFoundError) as refused_with:
        list(read(name))
    assert refused_with.value.filename == name
    with pytest.raises(FileNotFoundError):
        write([sound()], name)


@pytest.mark.parametrize("name", ["gone.jsonl", "gone.json", "gone.jsonl.gz", "gone"])
def test_a_missing_file_is_an_os_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError):
        list(read(tmp_path / name))


@pytest.mark.parametrize("name", ["d", "d.json", "d.jsonl.gz"])
def test_a_directory_cannot_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(OSError, match=r"."):
        write([sound()], tmp_path / name)
    with pytest.raises(OSError, match=r"."):
        write([sound()], tmp_path / "gone" / name)


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz", "a.json.gz"])
def test_an_empty_file_holds_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    assert list(read(tmp_path / name)) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-8],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data[: len(data) // 2] + b"\xff" * 40 + data[len(data) // 2 + 40 :],
        lambda data: data + b"garbage",
        lambda data: data[:5],
        lambda data: b"not gzip at all",
        lambda data: b"\x1f\x8b",
    ],
)
@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.json.gz"])
def test_a_damaged_gzip_file_is_read_as_far_as_it_goes(
    tmp_path: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / name
    lines = [json.dumps(base(meta=random.Random(n).getrandbits(4000))).encode() for n in range(200)]
    path.write_bytes(damage(gzip.compress(b"\n".join(lines if "jsonl" in name else lines[:1]))))
    found = list(read(path))
    last = found[-1]
    assert isinstance(last, Report)
    assert last.verdict == "malformed"
    assert "cannot be read" in str(last.message)
    assert last.record == len(found) - 1
    looked_at(found)


def test_a_file_that_fails_while_it_is_read() -> None:
    class Failing(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            data = super().read1(size)
            if size and not data:
                raise OSError(5, "the disk is gone")
            return data

    found = list(read(Failing(GOOD + b"\n" + GOOD + b"\n")))
    assert [type(each) for each in found] == [Record, Record, Report]


# -- anything at all


def looked_at(found: Sequence[Record | Report]) -> None:
    """Whatever was read can be judged and written."""
    for number, each in enumerate(found):
        assert isinstance(each, Record | Report)
        if isinstance(each, Report):
            assert each.verdict == "malformed"
            report = each
        else:
            report = validate(each)
            file = io.BytesIO()
            write([each], file)
            assert found_in(file.getvalue()) == [each]
        assert report.record == number
        for lang in LANGS:
            json.dumps(report.to_json(lang), allow_nan=False)


texts = st.text() | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Nd", "L"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=400))
@example(b'{"\xed\xa0\x80":1}')
def test_any_bytes_are_read(data: bytes) -> None:
    found = found_in(data)
    looked_at(found)
    assert len(found) <= data.count(b"\n") + 1


@given(st.lists(texts, max_size=5))
def test_any_text_is_read(lines: list[str]) -> None:
    looked_at(found_in("\n".join(lines).encode("utf-8", "surrogatepass")))


@given(st.lists(values, max_size=4))
def test_any_json_is_read(lines: list[object]) -> None:
    found = found_in("\n".join(json.dumps(line) for line in lines).encode())
    looked_at(found)
    assert len(found) == len(lines)


@given(st.dictionaries(st.sampled_from([*base(), "scores", "meta"]), values, max_size=5))
def test_any_value_of_a_field_is_read(changes: Data) -> None:
    looked_at(found_in(json.dumps(base(**changes)).encode()))


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "players",
                "sits_out",
                "four_aces",
                "surrender_points",
                "surrender_cost",
                "null_penalty",
                "barrel",
                "preset",
                "reset_at_555",
            ]
        ),
        values | st.dictionaries(st.sampled_from(["at", "deals", "falls_to"]), values),
    )
)
def test_any_config_is_read(rules: Data) -> None:
    looked_at(found_in(json.dumps(base(rules=rules)).encode()))


@given(values)
def test_from_json_takes_any_value(value: object) -> None:
    with pytest.raises((MalformedInput, InvalidRules)):
        records.from_json(value)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A real record in which something was changed."""
    record = sound(draw(st.integers(1, 6)), 1, draw(st.sampled_from(sorted(EACH_FLAG))))
    data = cast("Data", record.to_json())
    actions: list[Any] = data["actions"]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(actions) - 1, 0)))
        kind = draw(st.sampled_from(["drop", "twice", "swap", "text", "letter", "any", "cut", "field", "scores"]))
        if not actions:
            break
        if kind == "drop":
            del actions[at]
        elif kind == "twice":
            actions.insert(at, actions[at])
        elif kind == "swap":
            other = draw(st.integers(0, len(actions) - 1))
            actions[at], actions[other] = actions[other], actions[at]
        elif kind == "text":
            actions[at] = draw(texts)
        elif kind == "letter":
            text = str(actions[at])
            place = draw(st.integers(0, len(text)))
            letter = draw(st.sampled_from("p123456789TJQKAcdhs: ") | st.characters())
            actions[at] = text[:place] + letter + text[place + draw(st.integers(0, 2)) :]
        elif kind == "any":
            actions[at] = draw(values)
        elif kind == "cut":
            del actions[at:]
        elif kind == "field":
            data[draw(st.sampled_from(sorted(data)))] = draw(values)
            break
        else:
            data["scores"] = draw(st.lists(st.lists(st.integers(), min_size=3, max_size=3), max_size=3))
    return json.dumps(data).encode()


@given(mutated())
@settings(max_examples=150)
def test_mutated_records_are_read_and_judged(line: bytes) -> None:
    found = found_in(line)
    looked_at(found)
    assert len(found) == 1


@given(mutated(), st.data())
def test_damaged_lines_are_read(line: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(line)))
    cut = line[:place] + data.draw(st.binary(max_size=5)) + line[place + data.draw(st.integers(0, 20)) :]
    found = found_in(cut + b"\n" + GOOD)
    looked_at(found)
    assert isinstance(found[-1], Record)


# -- the text of an action


hands = st.lists(st.sampled_from(CARDS), max_size=9).map(Cards)
seats = st.integers(0, 3)
amounts = st.integers(0, 999_999_999)
cards = st.sampled_from(CARDS)
actions_of_all_kinds: st.SearchStrategy[Action] = st.one_of(
    st.builds(lambda by_seat, widow: Deal(tuple(sorted(by_seat.items())), widow), st.dictionaries(seats, hands), hands),
    st.builds(Bid, seats, amounts),
    st.builds(Raise, seats, amounts),
    st.builds(Pass, seats),
    st.builds(Surrender, seats),
    st.builds(Nines, seats),
    st.builds(Give, seats, cards, seats),
    st.builds(Play, seats, cards, st.sampled_from([None, "marriage", "aces"])),
)
words = st.sampled_from(
    [
        "deal",
        "p1",
        "p2",
        "p5",
        "bid",
        "pass",
        "give",
        "raise",
        "play",
        "marriage",
        "aces",
        "nines",
        "surrender",
        "Kd",
        "10♥",
        "100",
        "007",
        "p1:As",
        "p2:",
        "widow:",
        "widow:As9h",
        ":",
        "",
        "Jk",
    ]
)


@given(actions_of_all_kinds)
def test_the_text_of_an_action_is_read_as_that_action(action: Action) -> None:
    text = str(action)
    assert tausend.parse_action(text) == action
    assert str(tausend.parse_action(text)) == text
    assert text == " ".join(text.split())


@given(texts | st.lists(words | texts, max_size=8).map(" ".join))
@example("deal " + "p1:" * 1000)
@example("p1 bid " + "9" * 10_000)
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        action = tausend.parse_action(text)
    except MalformedInput as error:
        assert len(str(error)) < 400
        assert str(error).isprintable()
    else:
        assert tausend.parse_action(str(action)) == action


@given(values)
def test_a_value_that_is_no_text_is_no_action(value: Any) -> None:
    if not isinstance(value, str):
        with pytest.raises(MalformedInput):
            tausend.parse_action(value)
