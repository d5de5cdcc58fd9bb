"""Notes of any game: reading them, the reports on them, and the command that makes records of them."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from cardrules import GAMES, MalformedInput, Record, Report, notes, recorded, records
from cardrules.cli import command
from cardrules.cli.complete import PLACES
from cardrules.cli.complete import SAYS as COMPLETING
from cardrules.cli.stood import SAYS, stood_lines
from cardrules.completion import Unexplained, Unreadable, WrongNote
from cardrules.diagnosis import Survey, diagnose_many
from cardrules.notes import Completion, Notes
from cardrules.reporting.reasons import reasons
from test_records import FIRST, base

LANGS: Final = ("en", "nl", "de")
EXAMPLES: Final = Path(__file__).parent.parent / "examples" / "notes"
HIDDEN: Final = "deal p1:AsKdQdAdAh9hJc p2:?? p3:?? widow:JhJsQc"


def data_of(*texts: str, **changes: object) -> dict[str, Any]:
    """Notes as JSON, with fields changed."""
    data = base(actions=[*texts] or [HIDDEN, "p1 bid 100"], **changes)
    del data["cardrules"]
    return {"cardrules-notes": 1, **data}


def found_in(*lines: dict[str, Any]) -> list[Record | Notes | Report]:
    return list(notes.read(io.BytesIO("\n".join([json.dumps(line) for line in lines]).encode())))


def noted(*texts: str, **changes: object) -> Notes:
    (found,) = found_in(data_of(*texts, **changes))
    assert isinstance(found, Notes), found
    return found


def refused(data: dict[str, Any]) -> Report:
    (found,) = found_in(data)
    assert isinstance(found, Report)
    assert found.verdict == "malformed"
    assert found.stood is None
    return found


# -- reading


def test_notes_and_records_stand_in_one_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([json.dumps(data_of()), json.dumps(base()), "nonsense", json.dumps(data_of())]), "utf-8")
    found = list(notes.read(path))
    assert [type(each) for each in found] == [Notes, Record, Report, Notes]
    first, _, _, last = found
    assert isinstance(first, Notes)
    assert isinstance(last, Notes)
    assert (first.source, first.number, last.number) == (str(path), 0, 3)
    assert first == last
    assert [notes.judge(each).verdict for each in found] == ["legal", "legal", "malformed", "legal"]


def test_notes_are_written_as_they_were_read() -> None:
    data = data_of(HIDDEN, "p1 bid 100 stood", scores=[[0, 1, 2]], meta={"table": 3})
    (found,) = found_in(data)
    assert isinstance(found, Notes)
    assert found.to_json() == {**data, "rules": {"preset": "standard"}}
    assert found_in(found.to_json()) == [found]
    assert "10 actions" not in repr(found)
    assert "<2 actions>" in repr(found)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301  # its own pickle


def test_a_reader_of_records_says_what_notes_are() -> None:
    (found,) = records.read(io.BytesIO(json.dumps(data_of()).encode()))
    assert isinstance(found, Report)
    assert (found.verdict, found.game, found.actions) == ("malformed", "tausend", 2)
    assert found.message == "cardrules-notes: these are notes, not a record; cardrules complete makes one of them"


@pytest.mark.parametrize("text", ["deal ??", HIDDEN, "p1 give ?? p2", "p1 bid 100 stood", f"{FIRST} stood"])
def test_a_record_is_as_strict_as_ever(text: str) -> None:
    (found,) = records.read(io.BytesIO(json.dumps(base(actions=[text])).encode()))
    assert isinstance(found, Report)
    assert (found.verdict, found.at, found.action) == ("malformed", 0, text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cardrules-notes": 2}, "cardrules-notes: the version of the format is the number 1, not 2"),
        ({"cardrules-notes": True}, "cardrules-notes: the version of the format is the number 1, not true"),
        ({"cardrules-notes": "1"}, 'cardrules-notes: the version of the format is the number 1, not "1"'),
        ({"cardrules-notes": None}, "cardrules-notes: it is null; a field without a value is left out"),
        ({"cardrules": 1}, "there is no field 'cardrules'; the fields are cardrules-notes, game, "),
        ({"game": "skat"}, "game: 'skat' is not one of the games "),
        ({"players": ["Anna"]}, "players: 1 names for 3 players"),
        ({"dealer": "p4"}, "dealer: "),
        ({"actions": [1]}, "actions[0]: it is not the text of an action"),
        ({"actions": "deal ??"}, "actions: it is no list"),
        ({"scores": [[1, 2]]}, "scores[0]: 2 totals for 3 players"),
        ({"rules": {"four_aces": 1}}, "rules.four_aces: "),
        ({"meta": None}, "meta: it is null; a field without a value is left out"),
    ],
)
def test_reading_is_strict(changes: dict[str, Any], message: str) -> None:
    assert str(refused({**data_of(), **changes}).message).startswith(message)


@pytest.mark.parametrize("name", ["game", "players", "dealer", "actions"])
def test_a_field_is_missing(name: str) -> None:
    data = data_of()
    del data[name]
    assert refused(data).message == f"{name}: it is missing"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "skat"}, "game"),
        ({"rules": None}, "rules"),
        ({"players": ("Anna",)}, "players"),
        ({"dealer": 3}, "dealer"),
        ({"texts": (1,)}, "actions[0]"),
        ({"scores": ((1, 2),)}, "scores[0]"),
    ],
)
def test_notes_made_by_hand_are_checked(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedInput) as error:
        attrs.evolve(noted(), **changes)
    assert error.value.where == field


@pytest.mark.parametrize("kind", [Unexplained, Unreadable, WrongNote])
def test_errors_pickle(kind: type[WrongNote]) -> None:
    again = pickle.loads(pickle.dumps(kind(3, "why")))  # noqa: S301  # its own pickle
    assert type(again) is kind
    assert (again.at, again.message, str(again)) == (3, "why", "actions[3]: why")


# -- completing


def test_a_record_is_what_completed_notes_are() -> None:
    some = noted(scores=[[5, 5, 5]], meta=["x"])
    completion = notes.complete(some)
    record = completion.record
    assert (record.players, record.dealer, record.rules) == (some.players, some.dealer, some.rules)
    assert (record.scores, record.meta, record.source, record.number) == (some.scores, some.meta, "-", 0)
    assert record.texts == tuple([str(action) for action in record.actions])
    (again,) = records.read(io.BytesIO(json.dumps(record.to_json()).encode()))
    assert again == record
    assert completion.stood == ()
    assert [(each.at, each.place, each.count, len(each.cards)) for each in completion.open] == [
        (0, "p2", 7, 14),
        (0, "p3", 7, 14),
    ]


def test_what_is_marked_is_told() -> None:
    completion = notes.complete(noted(FIRST, "p1 bid 101 stood", "p2 pass", "p3 pass stood"))
    assert completion.stood == (1, 3)
    assert [str(action) for action in completion.record.actions[1:]] == ["p1 bid 101", "p2 pass", "p3 pass"]


# -- reports


def test_a_report_has_what_stood() -> None:
    report = notes.validate(noted(FIRST, "p1 bid 101 stood", "p2 pass stood"))
    data = report.to_json("de")
    assert data["verdict"] == "stood"
    assert (data["at"], data["action"], data["violations"]) == (None, None, [])
    assert data["stood"] == [
        {
            "at": 1,
            "action": "p1 bid 101 stood",
            "violations": [{"rule": "tausend.bid.step", "message": "101 ist kein Vielfaches von 5"}],
        },
        {"at": 2, "action": "p2 pass stood", "violations": []},
    ]
    assert list(data)[-1] == "stood"
    assert json.loads("".join(report.json_pieces("de"))) == data


def test_only_a_report_on_notes_has_it() -> None:
    (record,) = records.read(io.BytesIO(json.dumps(base()).encode()))
    assert isinstance(record, Record)
    assert "stood" not in notes.judge(record).to_json()
    assert notes.judge(noted()).to_json()["stood"] == []


@pytest.mark.parametrize(
    ("texts", "scores", "verdict", "at"),
    [
        ([], [], "legal", None),
        (["p1 bid 100", "p2 bid 95"], [], "illegal", 2),
        (["p1 bid 100"], [[0, 0, 1]], "misscored", None),
        (["p1 bid 101 stood"], [], "stood", None),
        (["p1 bid 101 stood"], [[0, 0, 1]], "misscored", None),
        (["p1 bid 101 stood", "p2 bid 102"], [], "illegal", 2),
        (["p1 bid 101 stood", "p1 pass stood"], [], "illegal", 2),
        (["p1 bid 101 stood", "p1 dance"], [], "malformed", 2),
        (["p2 bid 100", "p1 dance stood"], [], "malformed", 2),
    ],
)
def test_the_verdicts(texts: Sequence[str], scores: Sequence[Sequence[int]], verdict: str, at: int | None) -> None:
    some = noted(FIRST, *texts, scores=scores)
    report = notes.validate(some)
    assert (report.verdict, report.at) == (verdict, at)
    assert report.action == (None if at is None else some.texts[at])
    assert report.actions == len(some.texts)
    assert report.game == "tausend"
    assert (report.message is not None) == (verdict == "malformed")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nothing_was_noted_yet(game: str) -> None:
    rules = GAMES[game].Rules()
    found = Notes(game, rules, tuple("ABCD"[: rules.players]), 0, ())
    assert notes.complete(found).record.actions == ()
    assert notes.judge(found).verdict == "legal"
    assert notes.judge(attrs.evolve(found, scores=((0,) * rules.players,))).verdict == "misscored"


def test_a_completion_that_was_made_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    some = noted()
    completion = notes.complete(some)
    monkeypatch.setattr(notes, "complete", None)
    assert notes.validate(some, completion).verdict == "legal"


@pytest.mark.parametrize("missing", ["complete", "stand"])
def test_a_game_without_notes(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    some = noted()
    nothing: dict[str, Any] = {missing: None}
    without = attrs.evolve(GAMES["tausend"], **nothing)
    monkeypatch.setattr(recorded, "GAMES", {"tausend": without})
    report = notes.validate(some)
    assert (report.verdict, report.at) == ("malformed", None)
    assert report.message == "game: there are no notes of tausend, only records"
    with pytest.raises(MalformedInput):
        notes.complete(some)


def test_a_game_that_is_no_longer_there(monkeypatch: pytest.MonkeyPatch) -> None:
    some = noted()
    monkeypatch.setattr(recorded, "GAMES", {})
    for use in (notes.complete, notes.validate, Notes.to_json):
        with pytest.raises(MalformedInput, match="game"):
            use(some)


def test_the_examples() -> None:
    found = [notes.judge(each) for each in notes.read(EXAMPLES / "tausend.jsonl")]
    assert [report.verdict for report in found] == ["legal", "stood"]
    assert [report.totals for report in found] == [(150, 30, 55)] * 2


# -- the command


def run(*args: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(command, ["complete", *args], given)


def archive(path: Path, *lines: dict[str, Any] | str) -> str:
    path.write_text("\n".join([line if isinstance(line, str) else json.dumps(line) for line in lines]), "utf-8")
    return str(path)


def test_notes_become_records(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", data_of(), base(), data_of(FIRST, "p1 bid 101 stood"))
    result = run(path)
    assert result.exit_code == 0
    found = list(records.read(io.BytesIO(result.stdout_bytes)))
    assert [type(each) for each in found] == [Record] * 3
    expected = [notes.complete(each).record if isinstance(each, Notes) else each for each in notes.read(path)]
    assert found == expected
    assert result.stderr.splitlines() == [
        f"{path}, record 0: completed",
        "  ?    0  p2: 7 of 9♣, 10♣, K♣, A♣, 9♦, 10♦, J♦, 10♥, Q♥, K♥, 9♠, 10♠, Q♠ and K♠; the notes do not tell which",
        "  ?    0  p3: 7 of 9♣, 10♣, K♣, A♣, 9♦, 10♦, J♦, 10♥, Q♥, K♥, 9♠, 10♠, Q♠ and K♠; the notes do not tell which",
        f"{path}, record 2: completed",
        "  ~    1  p1 bid 101 stood",
        "    tausend.bid.step (Multiples of five): 101 is not a multiple of 5",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_said_is_wrapped_at_words(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.cli.output.PIPE_WIDTH", 80)
    deal = "deal p1:?? p2:?? p3:?? widow:ThJc"
    path = archive(tmp_path / "a.jsonl", data_of(), data_of(FIRST, "p1 bid 101 stood"), data_of(deal), "[")
    said = run("--lang", lang, path).stderr
    assert max(map(len, said.replace(path, "").splitlines())) <= 80
    heads, words = ("?", "~", "✗"), COMPLETING[lang]
    lines = [line.rstrip() for line in said.splitlines() if not line.startswith(path)]
    # what is broken goes on under its own beginning, and no word is torn
    assert {len(line) - len(line.lstrip()) for line in lines if not line.lstrip().startswith(heads)} == {4, 10}
    assert words["open"].rpartition("; ")[2] in " ".join(said.split())
    assert "a part that is not known whole ends in ??" in " ".join(said.split())
    assert f"  ✗    0  {deal}" in said


@pytest.mark.parametrize("content", [None, "", "garbage\n"])
def test_a_file_stays_as_it_is_where_there_is_nothing_to_write(tmp_path: Path, content: str | None) -> None:
    given, path = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    if content is not None:
        given.write_text(content)
    path.write_text("old")
    result = run(str(given), "--output", str(path))
    assert result.exit_code == {None: 2, "": 0, "garbage\n": 1}[content]
    # of an archive without a record there are none
    assert path.read_text() == ("" if content == "" else "old")


def test_a_file_is_not_written_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old")

    def interrupted(found: Notes) -> Completion:
        raise KeyboardInterrupt

    monkeypatch.setattr(notes, "complete", interrupted)
    result = run(archive(tmp_path / "a.jsonl", base(), data_of()), "--output", str(path))
    assert result.exit_code == 130
    assert path.read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.jsonl", "out.jsonl"]


@pytest.mark.parametrize("name", [".", "gone/a.jsonl"])
def test_a_file_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    result = run(archive(tmp_path / "a.jsonl", base()), "--output", str(tmp_path / name))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_notes_are_completed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Notes] = []
    whole = notes.complete

    def counted(found: Notes) -> Completion:
        tried.append(found)
        return whole(found)

    monkeypatch.setattr(notes, "complete", counted)
    path = archive(tmp_path / "a.jsonl", data_of("deal ??", "deal p1:??As p2:?? p3:?? widow:??"))
    assert run(path).exit_code == 1
    assert len(tried) == 1
    found = [*diagnose_many(notes.read(path), Survey())]
    assert isinstance(found[0], Report)
    assert len(tried) == 2


def test_records_pass_as_they_are(tmp_path: Path) -> None:
    data = base(actions=[FIRST.replace("Ts", "10s"), "p1 bid 95"], meta={"a": "é"})
    result = run("-", given=json.dumps(data).encode())
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {**data, "rules": {"preset": "standard"}}
    assert result.stderr == ""


FAILED: Final = {
    "en": ("not completed", "actions[1]: word 2, character 1: "),
    "nl": ("niet aangevuld", "actions[1]: woord 2, teken 1: "),
    "de": ("nicht ergänzt", "actions[1]: Wort 2, Zeichen 1: "),
}


@pytest.mark.parametrize("lang", LANGS)
def test_what_cannot_be_completed_is_said(tmp_path: Path, lang: str) -> None:
    path = archive(
        tmp_path / "a.jsonl",
        data_of("deal ??", "deal p1:??As p2:?? p3:?? widow:??"),
        data_of(HIDDEN, "p1 bid 100", "p2 pass", "p3 pass", "p1 give 9c p2"),
        "nonsense\x1b",
        data_of(),
    )
    result = run("--lang", lang, path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    head, where = FAILED[lang]
    assert [line for line in result.stderr.splitlines() if head in line] == [
        f"{path}, {'record' if lang == 'en' else 'partij' if lang == 'nl' else 'Partie'} {number}: {head}"
        for number in range(3)
    ]
    assert where in result.stderr
    assert "  ✗    4  p1 give 9c p2" in result.stderr
    assert "\x1b" not in result.stderr


def test_the_records_go_to_a_file(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", data_of(), base())
    target = tmp_path / "b.jsonl.gz"
    result = run(path, "--output", str(target))
    assert (result.exit_code, result.stdout) == (0, "")
    assert len(list(records.read(target))) == 2
    assert run(path, "--output", path).exit_code == 2
    assert run(path, "--output", str(tmp_path / "c.json")).exit_code == 2
    result = run(path, "--output", str(tmp_path / "none" / "b.jsonl"), "--lang", "nl")
    assert result.exit_code == 2
    assert "kan niet geschreven worden" in result.stderr


@pytest.mark.parametrize("output", ["a/b.jsonl", "./a/b.jsonl", "a/new.jsonl", "a/b/new.jsonl", "link.jsonl"])
def test_what_is_read_is_not_written(output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a/b").mkdir(parents=True)
    path = archive(Path("a/b.jsonl"), base())
    Path("link.jsonl").symlink_to(path)
    before = Path(path).read_bytes()
    result = run("-", path if output == "link.jsonl" else "a", path, "--output", output)
    assert result.exit_code == 2
    assert "while it is read" in result.stderr
    assert [*Path("a").rglob("*.jsonl")] == [Path(path)]
    assert Path(path).read_bytes() == before


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert run(str(tmp_path / "none.jsonl")).exit_code == 2
    result = run(str(tmp_path / "none.jsonl"), archive(tmp_path / "a.jsonl", base()))
    assert result.exit_code == 1
    assert "none.jsonl cannot be read" in result.stderr
    assert len(result.stdout.splitlines()) == 1


# -- what stood, for people


@pytest.mark.parametrize("lang", LANGS)
def test_what_stood_is_shown(lang: str) -> None:
    out = Console(file=io.StringIO(), width=120)
    for line in stood_lines(notes.validate(noted(FIRST, "p1 bid 101 stood", "p2 pass stood")), lang):
        out.print(line)
    assert isinstance(out.file, io.StringIO)
    shown = [line.rstrip() for line in out.file.getvalue().splitlines()]
    assert shown[0] == "  ~    1  p1 bid 101 stood"
    assert shown[1].startswith("    tausend.bid.step (")
    assert shown[2:] == ["  ~    2  p2 pass stood", f"    {SAYS[lang]['right']}"]
    assert list(stood_lines(notes.validate(noted()), lang)) == []


MANY: Final = {
    "en": "further actions that stood: 80",
    "nl": "verdere acties die bleven staan: 80",
    "de": "weitere Aktionen, die stehen blieben: 80",
}


@pytest.mark.parametrize("lang", LANGS)
def test_of_much_that_stood_the_first_is_told(lang: str) -> None:
    bids = [f"p{at % 3 + 1} bid {101 + 5 * at} stood" for at in range(100)]
    report = notes.validate(noted(FIRST, *bids))
    assert report.stood is not None
    assert len(report.stood) == 100
    out = Console(file=io.StringIO(), width=200)
    for line in stood_lines(report, lang):
        out.print(line)
    assert isinstance(out.file, io.StringIO)
    shown = out.file.getvalue()
    assert [shown.count("  ~ "), shown.splitlines()[-1].strip()] == [20, MANY[lang]]
    told = [*reasons(report, lang)]
    assert told[-1] == MANY[lang]
    assert {line.partition(" ")[0] for line in told[:-1]} == {str(at) for at in range(1, 21)}


def test_no_word_is_missing() -> None:
    for words in (SAYS, COMPLETING):
        assert {lang: words[lang].keys() for lang in LANGS} == dict.fromkeys(LANGS, words["en"].keys())
    assert PLACES["nl"].keys() == PLACES["de"].keys() == {"widow", "stock", "card"}


SHOWN: Final = {
    "en": """\
examples/notes/tausend.jsonl, record 1 (Anna, Ben, Carla): stood against the rules
  ~   11  p3 play Qc stood
    tausend.play.follow (Following suit): you hold 9♦ and J♦ and must follow diamonds

2 records: 1 legal, 0 illegal, 0 misscored, 0 malformed, 1 stood against the rules
legal as far as they go, without a winner yet: 1
""",
    "de": """\
examples/notes/tausend.jsonl, Partie 1 (Anna, Ben, Carla): mit übersehenem Regelverstoß
  ~   11  p3 play Qc stood
    tausend.play.follow (Bedienen): du hast 9♦ und B♦ und musst Karo bedienen

2 Partien: 1 in Ordnung, 0 regelwidrig, 0 falsch gezählt, 0 unlesbar, 1 mit übersehenem Regelverstoß
in Ordnung, so weit sie reichen, noch ohne Gewinner: 1
""",
}


@pytest.mark.parametrize("lang", SHOWN)
def test_the_command_judges_notes(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent)
    result = CliRunner().invoke(command, ["validate", "examples/notes/tausend.jsonl", "--lang", lang])
    assert result.output == SHOWN[lang]
    assert result.exit_code == 1
