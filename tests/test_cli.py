"""The command: what people see, what programs read, and the exit status."""

from __future__ import annotations

import gzip
import importlib.metadata
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, cast

import attrs
import pytest
from click.testing import CliRunner, Result

from cardrules import GAMES, Record, duizenden, records, rulebook, tausend
from cardrules.cli import NAMES, command
from cardrules.sampling import sample
from test_records import FIRST, base, sound

LANGS: Final = ("en", "nl", "de")
EVIL: Final = (
    "\x1b[31mAnna\x1b[0m",
    "B\u202een\r\n\x07\x9b2J",
    "[bold]Carla[/bold] :smile: \u2028\ud800\x00\U000e0041",
)


def run(*args: str, given: bytes | None = None, columns: int | None = None) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)} if columns else None).invoke(command, args, given)


def ok(*args: str, given: bytes | None = None) -> str:
    result = run(*args, given=given)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def fails(status: int, *args: str, given: bytes | None = None) -> str:
    result = run(*args, given=given)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


def flat(text: str) -> str:
    """A text as one line, however it was wrapped."""
    return " ".join(text.split())


def archive(path: Path, *lines: dict[str, Any] | str) -> str:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return str(path)


def illegal(**changes: Any) -> dict[str, Any]:
    """A record whose fourth action breaks a rule."""
    return base(actions=[FIRST, "p1 bid 110", "p2 pass", "p3 bid 110", "p1 pass"], **changes)


def misscored() -> dict[str, Any]:
    data = cast("dict[str, Any]", sound(1, 2).to_json())
    return {**data, "scores": [data["scores"][0], [0, 5, 10], [1, 2, 3]]}


@pytest.fixture
def four(tmp_path: Path) -> str:
    """One record of each verdict."""
    return archive(tmp_path / "four.jsonl", base(), illegal(), misscored(), base(actions=[FIRST, "p1 dance"]))


def harmless(output: str) -> None:
    """Nothing in an output that a terminal would act on."""
    odd = [char for char in output if not char.isprintable() and char != "\n"]
    assert odd == []


# -- validate


WRONG: Final = {
    "en": "further wrong totals: 40",
    "nl": "verdere verkeerde standen: 40",
    "de": "weitere falsche Stände: 40",
}


@pytest.mark.parametrize("lang", LANGS)
def test_people_read_some_of_many_wrong_totals_and_programs_all(tmp_path: Path, lang: str) -> None:
    slips = [[deal + 1, deal + 2, -deal - 3] for deal in range(20)]
    path = archive(tmp_path / "a.jsonl", base(scores=slips), base(scores=slips[:6]))
    out = run("validate", "--lang", lang, path).stdout
    first, second, _ = out.split("\n\n")
    assert WRONG[lang] in first
    assert [part.count("\n    ") for part in (first, second)] == [20 + 1, 18]
    reports = [
        json.loads(line) for line in run("validate", "--lang", lang, "--format", "json", path).stdout.splitlines()
    ]
    assert [len(report["score_errors"]) for report in reports] == [60, 18]


MORE: Final = {
    "en": ("4 more lines in a row are no record", "the next line is no record either"),
    "nl": ("nog 4 regels achter elkaar zijn geen partij", "ook de volgende regel is geen partij"),
    "de": ("noch 4 Zeilen hintereinander sind keine Partie", "auch die nächste Zeile ist keine Partie"),
}


@pytest.mark.parametrize("lang", LANGS)
def test_a_record_on_many_lines_of_an_archive_is_told_of_once(tmp_path: Path, lang: str) -> None:
    whole, path, other = json.dumps(base()), tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    path.write_text("\n".join([*["["] * 7, whole, *["["] * 4, whole, *["["] * 3, json.dumps(base(dealer=1))]))
    other.write_text("\n".join(["[[", *["["] * 2]))
    out = run("validate", "--lang", lang, str(path), str(other)).stdout
    malformed = PLACES[lang][0]
    assert out.count(f": {malformed}\n") == 3 + 3 + 3 + 1 + 3
    assert [line for line in out.splitlines() if line.startswith(f"{path}: ")] == [
        f"{path}: {words}" for words in MORE[lang]
    ]
    assert f" 18 {malformed}" in out
    assert out == "".join([f"{line.rstrip()}\n" for line in out.splitlines()])


PLACES: Final = {
    "en": ("malformed", "actions[1]: word 3, character 3: ", "line 2, column 1: ", "line 3, byte 1: ", "dealer: "),
    "nl": ("onleesbaar", "actions[1]: woord 3, teken 3: ", "regel 2, kolom 1: ", "regel 3, byte 1: ", "dealer: "),
    "de": ("unlesbar", "actions[1]: Wort 3, Zeichen 3: ", "Zeile 2, Spalte 1: ", "Zeile 3, Byte 1: ", "dealer: "),
}


@pytest.mark.parametrize("lang", LANGS)
def test_the_frame_of_a_malformed_record_is_in_the_language(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "a.jsonl"
    lines = [
        json.dumps(base(actions=[FIRST, "deal p1:As p2:AsXX widow:As"])),
        "nonsense",
        "\xff",
        json.dumps(base(dealer=1)),
    ]
    path.write_bytes("\n".join(lines).encode("latin-1"))
    malformed, *places = PLACES[lang]
    text = run("validate", str(path), "--lang", lang).stdout
    for number, place in enumerate(places):
        assert f"    {place}" in text
        for name in ("show", "sheet"):
            error = fails(1, name, str(path), "--record", str(number), "--lang", lang)
            assert malformed in error
            assert place in flat(error) + " "
    assert text.count(f": {malformed}\n") == 4
    unread = {"en": "cannot be read", "nl": "kan niet gelezen worden", "de": "ist nicht zu lesen"}[lang]
    for name, status in (("validate", 2), ("show", 1), ("sheet", 1)):
        assert unread in flat(fails(status, name, str(tmp_path / "gone"), "--lang", lang))


@pytest.mark.parametrize("name", ["a\0b.jsonl", "a\0b.json", "a\0b.jsonl.gz", "\ud800"])
def test_a_path_that_no_file_can_have_cannot_be_read(name: str) -> None:
    assert "cannot be read: No such file" in fails(2, "validate", name)
    assert "cannot be read: No such file" in fails(1, "show", name)


def test_people_read_a_minus_sign_and_programs_a_hyphen(tmp_path: Path) -> None:
    record = next(each for seed in range(99) if min((each := sound(seed, 2)).scores[-1]) < 0)
    path = archive(tmp_path / "a.jsonl", {**record.to_json(), "scores": [[-1, -2, -3], *record.scores[1:]]})
    total = min(record.scores[-1])
    texts = [run(name, path).stdout for name in ("validate", "show", "sheet")]
    assert "with −1" in texts[0]
    assert f"total: −{-total}" in texts[1]
    assert f": −{-total}" in texts[2]
    assert not [text for text in texts if re.search("-[0-9]", text.replace(path, ""))]
    report = run("validate", "--format", "json", path).stdout
    assert '"claimed": -1' in report
    assert f"{total}" in report
    assert "−" not in report
    shown = subprocess.run(
        [sys.executable, "-m", "cardrules", "sheet", path],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        timeout=60,
    )
    assert f": {total}" in shown.stdout.decode("ascii")


def test_the_exit_status_of_validate(tmp_path: Path, four: str) -> None:
    legal = archive(tmp_path / "legal.jsonl", base(), base())
    empty = archive(tmp_path / "empty.jsonl")
    gone = str(tmp_path / "gone.jsonl")
    for form in ("text", "json"):
        as_form = ("validate", "--format", form)
        assert run(*as_form, legal).exit_code == 0
        assert run(*as_form, empty).exit_code == 0
        assert run(*as_form, legal, four).exit_code == 1
        assert run(*as_form, gone).exit_code == 2
        assert run(*as_form, gone, gone).exit_code == 2
        assert run(*as_form, gone, legal).exit_code != 0
        for bad in (illegal(), misscored(), "nothing"):
            assert run(*as_form, archive(tmp_path / "bad.jsonl", base(), bad)).exit_code == 1
    assert run("validate").exit_code == 2
    assert run("validate", "--format", "xml", legal).exit_code == 2
    assert run("validate", "--lang", "fr", legal).exit_code == 2
    assert run("validate", "--no-such-option", legal).exit_code == 2


UNFINISHED: Final = {
    "en": "legal as far as they go, without a winner yet: ",
    "nl": "in orde zo ver ze gaan, nog zonder winnaar: ",
    "de": "in Ordnung, so weit sie reichen, noch ohne Gewinner: ",
}


@pytest.mark.parametrize("lang", LANGS)
def test_a_match_that_breaks_off_is_told_of(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "a.jsonl"
    records.write([sound(5, None)], path)
    assert UNFINISHED[lang] not in ok("validate", "--lang", lang, str(path))
    assert UNFINISHED[lang] + "2\n" in ok(
        "validate", "--lang", lang, str(path), archive(tmp_path / "b", base(), base())
    )


def test_a_folder_without_an_archive_is_told_as_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    error = flat(fails(2, "validate", str(folder)))
    assert "season cannot be read: no archive in it: their names end in .jsonl" in error
    assert "season cannot be read: no archive in it" in flat(fails(2, "complete", str(folder)))
    legal = archive(tmp_path / "legal.jsonl", base())
    result = run("validate", str(folder), legal)
    assert (result.exit_code, result.stdout) == (
        1,
        f"1 record: 1 legal, 0 illegal, 0 misscored, 0 malformed\n{UNFINISHED['en']}1\n",
    )


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_judged(tmp_path: Path) -> None:
    legal = archive(tmp_path / "legal.jsonl", base())
    result = run("validate", str(tmp_path / "gone.jsonl"), legal)
    assert "gone.jsonl cannot be read" in flat(result.stderr)
    assert "1 record: 1 legal" in result.stdout


def test_a_report_for_people(four: str) -> None:
    result = run("validate", four)
    text = flat(result.stdout)
    assert result.exit_code == 1
    assert f"{four}, record 1 (Anna, Ben, Carla): illegal" in text
    lines = result.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if "p3 bid 110" in line)
    assert lines[at - 2].split() == ["1", "p1", "bid", "110"]
    assert lines[at - 1].split() == ["2", "p2", "pass"]
    assert lines[at].split()[1:] == ["3", "p3", "bid", "110"]
    assert "p1 pass" not in result.stdout
    assert FIRST not in result.stdout
    (broken,) = records.validate(
        next(r for r in records.read(four) if isinstance(r, Record) and r.number == 1)
    ).violations
    assert broken.rule in text
    assert broken.explain("en") in text
    assert "record 2" in text
    assert "written down with 5" in text
    assert "the match was not scored so far" in text
    assert "record 3: malformed" in text
    assert "p1 dance" in text
    assert "record 0" not in text
    assert lines[-2] == "4 records: 1 legal, 1 illegal, 1 misscored, 1 malformed"
    assert lines[-1] == f"{UNFINISHED['en']}1"


@pytest.mark.parametrize("lang", LANGS)
def test_a_report_for_people_of_each_language(four: str, lang: str) -> None:
    result = run("validate", "--lang", lang, four)
    text = flat(result.stdout)
    record = next(each for each in records.read(four) if isinstance(each, Record) and each.number == 1)
    (broken,) = records.validate(record).violations
    book = GAMES["tausend"].rulebook()
    assert book is not None
    assert broken.explain(lang) in text
    assert book.rules[broken.rule].title[lang] in text
    assert broken.rule in text
    summary = {"en": "1 illegal", "nl": "1 ongeldig", "de": "1 regelwidrig"}
    assert summary[lang] in text.rpartition("4 ")[2]
    assert "{" not in result.stdout


def test_the_first_action_has_none_before_it(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", base(actions=["p1 pass", FIRST]))
    text = run("validate", path).stdout
    assert "p1 pass" in text
    assert FIRST not in text


def test_reports_for_programs(four: str) -> None:
    result = run("validate", "--format", "json", four)
    assert result.stderr == ""
    found = [json.loads(line) for line in result.stdout.split("\n")[:-1]]
    assert [report["verdict"] for report in found] == ["legal", "illegal", "misscored", "malformed"]
    assert [report["record"] for report in found] == [0, 1, 2, 3]
    assert {report["source"] for report in found} == {four}
    expected = [
        r.to_json() if isinstance(r, records.Report) else records.validate(r).to_json() for r in records.read(four)
    ]
    assert found == expected


def test_reports_for_programs_in_each_language(four: str) -> None:
    messages = set()
    for lang in LANGS:
        lines = run("validate", "--format", "json", "--lang", lang, four).stdout.split("\n")
        messages.add(json.loads(lines[1])["violations"][0]["message"])
    assert len(messages) == 3


def test_json_is_one_line_a_record_whatever_it_says(tmp_path: Path) -> None:
    evil = [base(players=list(EVIL), actions=[FIRST, f"p1 {name}"]) for name in EVIL]
    path = archive(tmp_path / "a.jsonl", *evil, base(game=EVIL[0]), {**base(), EVIL[1]: 1}, '{"a": "\\u2028"}', "\x00")
    result = run("validate", "--format", "json", path)
    lines = result.stdout.split("\n")
    assert lines == [*result.stdout.splitlines(), ""]
    assert len(lines) == 8
    harmless(result.stdout)
    found = [json.loads(line) for line in lines[:-1]]
    assert [report["action"] for report in found[:3]] == [f"p1 {name}" for name in EVIL]
    assert found[3]["game"] == EVIL[0]


def test_archives_of_all_kinds_are_counted_apart(tmp_path: Path) -> None:
    plain = archive(tmp_path / "a.jsonl", base(), base())
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(plain).read_bytes()))
    single = tmp_path / "c.json"
    single.write_text(json.dumps(base(), indent=1), "utf-8")
    out = ok("validate", "--format", "json", plain, str(packed), str(single), "-", given=json.dumps(base()).encode())
    found = [json.loads(line) for line in out.splitlines()]
    assert [(report["source"], report["record"]) for report in found] == [
        (plain, 0),
        (plain, 1),
        (str(packed), 0),
        (str(packed), 1),
        (str(single), 0),
        ("-", 0),
    ]
    assert (
        ok("validate", plain, str(packed), str(single)).strip()
        == f"5 records: 5 legal, 0 illegal, 0 misscored, 0 malformed\n{UNFINISHED['en']}5"
    )


def test_standard_input(four: str) -> None:
    data = Path(four).read_bytes()
    result = run("validate", "-", given=b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert result.exit_code == 1
    assert "-, record 1" in result.stdout
    assert "4 records" in result.stdout
    assert ok("validate", "-", given=b"").strip() == "0 records: 0 legal, 0 illegal, 0 misscored, 0 malformed"
    assert run("validate", "-", given=b"\xff\n").exit_code == 1


# -- nothing raw


def evil_archive(path: Path) -> str:
    deal = {**misscored(), "players": list(EVIL)}
    texts = [{**base(players=list(EVIL)), "actions": [FIRST, f"p1 {name}"]} for name in EVIL]
    odd_deal = {**illegal(players=list(EVIL)), "actions": [FIRST.replace("As", "A\u2660 "), "p1 pass", "p1 pass"]}
    fields = [{**base(), name: 1} for name in EVIL] + [base(game=name) for name in EVIL]
    fields += [base(rules={name: 1}) for name in EVIL] + [base(rules={"preset": name}) for name in EVIL]
    fields += [base(dealer=name) for name in EVIL]
    return archive(path, deal, *texts, odd_deal, illegal(players=list(EVIL)), *fields, "\x1b[2J", '"\\ud800')


@pytest.mark.parametrize("lang", LANGS)
def test_control_codes_never_reach_a_terminal_raw(tmp_path: Path, lang: str) -> None:
    path = evil_archive(tmp_path / "evil.jsonl")
    for args in (
        ("validate", path),
        ("validate", "--format", "json", path),
        ("show", path),
        ("show", path, "--at", "30", "--seat", "p2"),
        ("show", path, "--record", "1"),
        ("show", path, "--record", "5"),
        ("sheet", path),
        ("sheet", path, "--record", "5"),
        *[("show", path, "--record", str(number)) for number in range(6, 24)],
    ):
        result = CliRunner().invoke(command, [*args, "--lang", lang], color=True)  # as on a terminal
        assert result.exit_code in (0, 1), result.output
        assert isinstance(result.exception, SystemExit | None)
        harmless(result.output)
    text = run("validate", path, "--lang", lang).output
    assert r"\x1b[31mAnna\x1b[0m" in flat(text)
    assert "[bold]Carla[/bold] :smile:" in flat(text), "no markup is read from a name"


def test_control_codes_in_arguments_are_shown_harmless() -> None:
    for args in (
        ("validate", "\x1b[2J.jsonl"),
        ("show", "\x1b[2J.jsonl"),
        ("sheet", "\x1b[2J.jsonl"),
        ("sample", "\x1b[2J"),
        ("rules", "\x1b[2J"),
        ("sample", "tausend", "--preset", "\x1b[2J"),
        ("sample", "tausend", "--set", "\x1b[2J"),
        ("sample", "tausend", "--set", "\x1b[2J=1"),
        ("sample", "tausend", "--set", "players=\x1b[2J"),
        ("show", "a", "--seat", "\x1b[2J"),
    ):
        result = CliRunner().invoke(command, args, color=True)  # as on a terminal
        assert result.exit_code in (1, 2)
        harmless(result.output)


def test_no_text_is_long(tmp_path: Path) -> None:
    """A report is for people, whatever a record holds."""
    deal = "deal p1:" + "As" * 100_000 + " widow:"
    path = archive(
        tmp_path / "a.jsonl",
        base(actions=[deal]),
        base(actions=["x" * 100_000]),
        base(actions=[FIRST], scores=[[10**4000, 0, 0]]),
        base(game="x" * 100_000),
        {**base(), "x" * 100_000: 1},
        base(players=["x" * 100_000, "Ben", "Carla"], actions=["p1 pass"]),
    )
    sizes = [len(part) for part in run("validate", path).output.split("\n\n")]
    assert len(sizes) == 7
    assert max(sizes) < 2000, sizes


def test_an_output_that_knows_few_letters(four: str) -> None:
    """The codec of an old terminal is no reason to fail."""
    for codec in ("ascii", "cp1252"):
        env = {**os.environ, "PYTHONIOENCODING": codec, "PYTHONUTF8": "0"}
        for args in (["validate", four], ["show", four], ["sheet", four, "--record", "2"], ["rules", "tausend"]):
            for lang in ("en", "de"):
                done = subprocess.run(
                    [sys.executable, "-m", "cardrules", *args, "--lang", lang], env=env, capture_output=True, timeout=60
                )
                assert b"Traceback" not in done.stderr
                assert done.returncode == (1 if args[0] == "validate" else 0)


# -- show and sheet


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.jsonl"
    records.write([sound(1, 2), sound(2, 1, "four players")], path)
    return str(path)


def test_show_prints_every_card_or_what_a_seat_may_know(match: str) -> None:
    record = sound(1, 2)
    played = next(at for at, text in enumerate(record.texts) if " play " in text)
    states = list(records.replay(record))
    everything = ok("show", match, "--at", str(played))
    hands = GAMES["tausend"].places(states[played])
    for seat in range(3):
        shown = ok("show", match, "--at", str(played), "--seat", f"p{seat + 1}")
        for other in range(3):
            line = next(line for line in everything.splitlines() if line.startswith(f"p{other + 1} "))
            cards = sorted(re.findall(r"(?:10|[9JQKA])[♣♦♥♠]", line))
            assert len(cards) == len(hands[f"p{other + 1}"])
            other_line = next(line for line in shown.splitlines() if line.startswith(f"p{other + 1} "))
            seen = sorted(re.findall(r"(?:10|[9JQKA])[♣♦♥♠]", other_line))
            assert seen == (cards if other == seat else [])
        assert shown.count("cards: 8") == 2


@pytest.mark.parametrize("lang", LANGS)
def test_show_at_every_moment(match: str, lang: str) -> None:
    for number, record in enumerate((sound(1, 2), sound(2, 1, "four players"))):
        for at in range(0, len(record.texts) + 1, 5):
            for seat in ((), ("--seat", f"p{at % len(record.players) + 1}")):
                out = ok("show", match, "--record", str(number), "--at", str(at), "--lang", lang, *seat)
                harmless(out)
                assert all(name in out for name in record.players)
    assert ok("show", match) == ok("show", match, "--at", str(len(sound(1, 2).texts)))
    assert ok("show", match, "--lang", "nl") != ok("show", match, "--lang", "de")


def test_show_of_a_match_that_was_won(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    records.write([sound(5, None)], path)
    out = ok("show", str(path))
    winner = records.validate(sound(5, None)).winners[0]
    assert f"p{winner + 1}" in out.splitlines()[-1]


def test_errors_of_show_are_for_people(match: str, tmp_path: Path, four: str) -> None:
    last = len(sound(1, 2).texts)
    assert f"there is no action {last + 1}" in fails(1, "show", match, "--at", str(last + 1))
    assert "--at" in fails(2, "show", match, "--at", "-1")
    assert "--at" in fails(2, "show", match, "--at", "x")
    assert "the last is p3" in fails(2, "show", match, "--seat", "p4")
    assert "no seat" in fails(2, "show", match, "--seat", "Anna")
    assert "no seat" in fails(2, "show", match, "--seat", "p0")
    assert ok("show", match, "--seat", "p4", "--record", "1")
    for name in ("show", "sheet"):
        assert "has no record 2" in fails(1, name, match, "--record", "2")
        assert "--record" in fails(2, name, match, "--record", "-1")
        assert "cannot be read" in fails(1, name, str(tmp_path / "gone"))
        assert "cannot be read" in fails(1, name, str(tmp_path))
        assert "record 3 is malformed" in fails(1, name, four, "--record", "3")
        assert "Missing argument" in fails(2, name)
        assert "has no record 0" in fails(1, name, archive(tmp_path / "empty.jsonl"))
    # a record in which something is wrong is shown as far as it goes
    result = run("show", four, "--record", "1", "--at", "3")
    assert result.exit_code == 0
    result = run("show", four, "--record", "1")
    assert result.exit_code == 1
    record = next(each for each in records.read(four) if isinstance(each, Record) and each.number == 1)
    assert f"from action {records.validate(record).at}: p3 bid 110 breaks" in flat(result.stderr)
    assert "Anna" in result.stdout


@pytest.mark.parametrize("lang", LANGS)
def test_the_score_sheet_says_which_totals_were_written_down_wrong(tmp_path: Path, lang: str) -> None:
    record = sound(5, None)
    rows = [[*row] for row in record.scores]
    rows[1][0] += 5
    path = archive(tmp_path / "a.jsonl", {**record.to_json(), "scores": rows})
    shown = ok("sheet", path, "--lang", lang).splitlines()
    (wrong,) = [line for line in run("validate", path, "--lang", lang).stdout.splitlines() if line.startswith("    ")]
    assert shown[-1] == f"✗ {wrong.strip()}"
    records.write([record], path)
    assert "✗" not in ok("sheet", path)


@pytest.mark.parametrize("lang", LANGS)
def test_the_score_sheet(match: str, lang: str) -> None:
    record = sound(1, 2)
    out = ok("sheet", match, "--lang", lang)
    *_, state = records.replay(record)
    score = GAMES["tausend"].score(state)
    book = GAMES["tausend"].rulebook()
    assert book is not None
    assert len(re.findall(r"tausend\.", out)) == len(score.sheet)
    for line in score.sheet:
        assert book.rules[line.rule].title[lang] in out
        assert f"{line.points:+}".replace("-", "−") in out or line.points == 0
    for name, total in zip(record.players, score.totals, strict=True):
        assert f"{name}: {total}".replace("-", "−") in out
    assert "+" in out
    assert "{" not in out


def test_the_score_sheet_of_a_match_that_was_won(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    records.write([sound(5, None)], path)
    record = sound(5, None)
    winner = record.players[records.validate(record).winners[0]]
    for lang, text in (("en", f"won by {winner}"), ("nl", f"gewonnen door {winner}"), ("de", f"gewonnen von {winner}")):
        assert text in ok("sheet", str(path), "--lang", lang)


def test_players_without_a_name_or_with_another_seats_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    won = sound(5, None)
    (winner,) = records.validate(won).winners
    records.write([attrs.evolve(won, players=("", "", ""))], path)
    assert f"won by p{winner + 1}" in ok("sheet", str(path))
    names = tuple([f"p{(seat + 1) % 3 + 1}" for seat in range(3)])
    records.write([attrs.evolve(won, players=names, scores=((1, 2, 3),))], path)
    assert f"won by {names[winner]} (p{winner + 1})" in ok("sheet", str(path))
    for name in ("validate", "diagnose"):
        assert f"deal 1: {names[0]} (p1) was written down with 1" in run(name, str(path)).stdout


def test_the_score_sheet_of_a_record_that_breaks_off(four: str) -> None:
    result = run("sheet", four, "--record", "1")
    assert result.exit_code == 1
    assert "Anna: 0" in result.stdout
    assert "p3 bid 110 breaks" in result.stderr


@pytest.mark.parametrize("columns", [20, 40, 400])
def test_a_narrow_terminal(four: str, columns: int) -> None:
    for args in (("validate", four), ("sheet", four, "--record", "2"), ("show", four), ("rules", "tausend")):
        assert run(*args, columns=columns).exit_code in (0, 1)


# -- rules


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_the_rule_sheet(lang: str, form: str) -> None:
    plain = ok("rules", "tausend", "--lang", lang, "--format", form)
    assert ok("rules", "tausend", "--lang", lang, "--format", form, "--preset", "standard") == plain
    aces = ok("rules", "tausend", "--lang", lang, "--format", form, "--set", "four_aces=true")
    assert "tausend.aces" in aces
    assert aces != plain
    barrel = ok("rules", "tausend", "--lang", lang, "--format", form, "--set", "barrel.at=870")
    assert "870" in barrel
    assert "870" not in plain
    assert "750" in barrel
    # the config alone is shown as a record names it
    rows = [row.strip("`") for page in (plain, aces, barrel) for row in page.splitlines() if "{" in row]
    assert [json.loads(row)["preset"] for row in rows] == ["standard"] * 3
    assert json.loads(rows[1]) == {"preset": "standard", "four_aces": True}
    book = GAMES["tausend"].rulebook()
    assert book is not None
    assert book.title[lang] in plain
    assert plain.startswith("# ") == (form == "markdown")
    harmless(plain)


def test_markdown_has_headings_and_sources() -> None:
    page = ok("rules", "tausend", "--format", "markdown")
    assert len(re.findall(r"^# ", page, re.MULTILINE)) == 1
    assert len(re.findall(r"^## ", page, re.MULTILINE)) > 3
    for shown in re.findall(r"\(`(tausend\.[\w.-]+)`", page):
        book = GAMES["tausend"].rulebook()
        assert book is not None
        assert book.rules[shown].source in page or book.rules[shown].source == "cardrules"
    assert '`{"preset": "standard"}`' in page
    sources = rulebook.load("cardrules.tausend").sources
    assert [f"- {short}: {title}" for short, title in sources.items()] == page.splitlines()[-len(sources) :]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_rule_sheet_says_what_was_ruled_here(form: str) -> None:
    page = " ".join(ok("rules", "duizenden", "--format", form).split())
    met = set()
    for rule in rulebook.load("cardrules.duizenden").rules.values():
        source = "ruled here" if rule.source == "cardrules" else f"{rule.source} (partly ruled here)"
        source = source if rule.ruling else rule.source
        shown = re.search(rf"{re.escape(rule.id)}`?, {re.escape(source)}(?! \()", page)
        if rule.text(duizenden.Rules(), "en") is not None:
            assert shown, rule.id
            met.add((rule.ruling, rule.source == "cardrules"))
    assert len(met) == 3


# -- sample


def sampled(*args: str) -> list[Record]:
    out = ok("sample", "tausend", *args)
    found = list(records.read(io.BytesIO(out.encode())))
    assert all(isinstance(each, Record) for each in found)
    return cast("list[Record]", found)


def test_samples_are_sound_and_depend_on_the_seed_alone() -> None:
    found = sampled("--matches", "5", "--seed", "1")
    assert len(found) == 5
    for record in found:
        report = records.validate(record)
        assert report.verdict == "legal"
        assert report.complete
        assert record.scores
    assert sampled("--seed", "1", "--matches", "5") == found
    assert sampled("--seed", "1", "--matches", "2") == found[:2]
    assert sampled("--seed", "2", "--matches", "5") != found
    assert len({json.dumps(record.to_json()) for record in found}) == 5


def test_samples_without_a_seed_differ() -> None:
    assert len(sampled("--deals", "1")) == 1
    assert sampled("--deals", "1") != sampled("--deals", "1")
    assert sampled("--matches", "0") == []


@pytest.mark.parametrize("deals", [0, 1, 3])
def test_samples_stop_after_so_many_deals(deals: int) -> None:
    for record in sampled("--matches", "5", "--seed", "3", "--deals", str(deals)):
        assert len(record.scores) == deals
        assert records.validate(record).verdict == "legal"


@pytest.mark.parametrize(
    ("args", "rules"),
    [
        ((), tausend.Rules()),
        (("--preset", "standard"), tausend.Rules()),
        (("--set", "players=4"), tausend.Rules(players=4)),
        (
            ("--set", "players=4", "--set", "sits_out=right_of_dealer"),
            tausend.Rules(players=4, sits_out="right_of_dealer"),
        ),
        (("--set", 'sits_out="dealer"', "--set", "players=4"), tausend.Rules(players=4, sits_out="dealer")),
        (("--set", "barrel.at=870"), tausend.Rules(barrel=tausend.Barrel(at=870, falls_to=750))),
        (("--set", "barrel.at=870", "--set", "barrel.deals=2"), tausend.Rules(barrel=tausend.Barrel(at=870, deals=2))),
        (("--set", 'barrel={"at": 870}'), tausend.Rules(barrel=tausend.Barrel(at=870))),
        (("--set", "barrel.falls_to=-100"), tausend.Rules(barrel=tausend.Barrel(falls_to=-100))),
        (("--set", "four_aces=true", "--set", "four_aces=false"), tausend.Rules()),
        (("--preset", "standard", "--set", "null_penalty=false"), tausend.Rules(null_penalty=False)),
        (("--set", "surrender_points=half_bid"), tausend.Rules(surrender_points="half_bid")),
    ],
)
def test_samples_of_other_rules(args: tuple[str, ...], rules: tausend.Rules) -> None:
    for record in sampled("--seed", "4", "--matches", "2", "--deals", "2", *args):
        assert record.rules == rules
        assert len(record.players) == rules.players
        assert records.validate(record).verdict == "legal"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("players=5", "players"),
        ("players=true", "players"),
        ("players=3.0", "players"),
        ("players=", "players"),
        ("players=null", "players"),
        ("players=[]", "players"),
        ("players=NaN", "players"),
        ("players=" + "9" * 5000, "players"),
        ("players=" + "[" * 5000, "players"),
        ("four_aces=1", "four_aces"),
        ("four_aces=yes", "four_aces"),
        ("four_aces=True", "four_aces"),
        ("barrel=880", "barrel"),
        ("barrel.at=abc", "barrel.at"),
        ("barrel.at=883", "barrel.at"),
        ("barrel.at=1000", "barrel.at"),
        ("barrel.at.x=1", "barrel.at"),
        ("barrel.deals=0", "barrel.deals"),
        ("barrel.falls_to=880", "barrel.falls_to"),
        ("barrel.height=1", "height"),
        ("sits_out=dealer", "sits_out"),
        ("surrender_cost=third", "surrender_cost"),
        ("preset=house", "preset"),
        ("five_aces=true", "five_aces"),
        ("a.b.c=1", "'a'"),
        ("=1", "''"),
        (".=1", "''"),
        ("players", "FIELD=VALUE"),
        ("", "FIELD=VALUE"),
    ],
    ids=lambda text: text[:20],
)
@pytest.mark.parametrize("name", ["sample", "rules"])
def test_nonsense_rules_name_the_field(name: str, change: str, field: str) -> None:
    error = fails(2, name, "tausend", "--set", change)
    assert field in error
    assert len(error) < 1000
    assert "Error: " in error


def test_settings_that_contradict_each_other() -> None:
    assert "barrel was set to a value of its own" in flat(
        fails(2, "sample", "tausend", "--set", "barrel=1", "--set", "barrel.at=870")
    )
    assert "barrel" in fails(2, "sample", "tausend", "--set", "barrel.at=870", "--set", "barrel=1")


def test_other_bad_arguments() -> None:
    for args in (
        ("sample",),
        ("sample", "whist"),
        ("sample", "tausend", "--matches", "-1"),
        ("sample", "tausend", "--matches", "x"),
        ("sample", "tausend", "--deals", "-1"),
        ("sample", "tausend", "--seed", "x"),
        ("sample", "tausend", "--preset", "house"),
        ("sample", "tausend", "more"),
        ("rules",),
        ("rules", "whist"),
        ("rules", "tausend", "--lang", "fr"),
        ("rules", "tausend", "--format", "pdf"),
        ("rules", "tausend", "--preset", "house"),
        ("nothing",),
        ("--nothing",),
    ):
        assert fails(2, *args)
    assert "the games are duizenden, tausend" in flat(fails(2, "rules", "whist"))


def absent(name: str) -> str:
    raise importlib.metadata.PackageNotFoundError(name)


def test_help_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    # the tests also run where the package is not installed
    monkeypatch.setattr(importlib.metadata, "version", lambda name: {"cardrules": "1.23"}[name])
    assert re.search(r"\d+\.\d+", ok("--version"))
    monkeypatch.setattr(importlib.metadata, "version", absent)
    assert "not installed" in ok("--version")
    for args in ((), *[(name,) for name in NAMES]):
        for option in ("-h", "--help"):
            text = ok(*args, option)
            assert "Usage: " in text
            assert max(len(line) for line in text.splitlines()) <= 100
    listed = ok("--help")
    assert all(name in listed for name in NAMES)
    assert "..." not in listed.partition("Commands:")[2]  # each is told whole


def test_a_sample_can_be_piped_into_the_judge() -> None:
    out = ok("sample", "tausend", "--seed", "1", "--matches", "3", "--set", "players=4")
    assert ok("validate", "-", given=out.encode()).startswith("3 records: 3 legal")


# -- as a program


def test_the_module_is_the_command(four: str) -> None:
    def python(*args: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([sys.executable, "-m", "cardrules", *args], input=given, capture_output=True, timeout=60)

    done = python("validate", "--format", "json", "-", given=Path(four).read_bytes())
    assert done.returncode == 1
    assert done.stderr == b""
    assert [json.loads(line)["source"] for line in done.stdout.splitlines()] == ["-"] * 4
    done = python("sample", "tausend", "--seed", "1", "--deals", "1")
    assert done.returncode == 0
    (found,) = records.read(io.BytesIO(done.stdout))
    assert isinstance(found, Record)
    done = python("validate", "no-such-file")
    assert done.returncode == 2
    assert b"no-such-file cannot be read" in done.stderr


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records.write([sample(GAMES["tausend"], tausend.Rules(), random.Random(n), 1) for n in range(20)] * 50, path)
    with subprocess.Popen(
        [sys.executable, "-m", "cardrules", "validate", "--format", "json", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.readline()
        done.stdout.close()
        error = done.stderr.read()
    assert b"Traceback" not in error
    assert b"cannot be read" not in error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a file that is always full")
def test_an_output_that_is_full_is_told_and_nobody_else_is_blamed(four: str) -> None:
    for args in (
        ["validate", four],
        ["validate", "--format", "json", four],
        ["show", four],
        ["sheet", four, "--record", "2"],
        ["rules", "tausend"],
        ["sample", "tausend", "--seed", "1"],
    ):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "cardrules", *args], stdout=full, stderr=subprocess.PIPE, timeout=60
            )
        assert done.returncode != 0
        assert b"Traceback" not in done.stderr
        assert b"cannot be read" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="it takes a shell to start a program without a stream")
@pytest.mark.parametrize(
    ("name", "closed"),
    [("validate", "<&-"), ("complete", "<&-"), ("diagnose", "2>&-"), ("diagnose", "<&- >&- 2>&-")],
)
def test_a_standard_stream_may_be_closed(name: str, closed: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "cardrules", name, archive(tmp_path / "a.jsonl", base())]
    words += ["-"] if closed == "<&-" else []
    done = subprocess.run(["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *words], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert bool(done.stdout) == (closed != "<&- >&- 2>&-")
