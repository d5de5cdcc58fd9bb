"""How fast cardrules is beside other rules engines, all measured in one run.

    python tests/benchmarks/run.py [--seconds S] [--rounds N] [--json FILE]

Every measurement runs in a process of its own, and each round runs them all, one after another, so
that the drift of a shared machine meets all alike. A measurement is a row of slices; a fixed loop
of plain Python is timed before and after each, and the speed of the slice is divided by the speed
of that loop. Ratios of these quotients, taken within a round, are what the table shows, as medians
over the rounds. Peers that are not installed are left out. See docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final, TypeAlias

from attrs import frozen

from cardrules import GAMES, Record, records
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState
from cardrules.sampling import sample

Unit: TypeAlias = Callable[[], int]
"""Does one piece of work (a game, a record) and says how many steps, moves or calls that were."""

STEPS, LISTED = "random play", "random play, every action made"
REPLAY, ARCHIVE = "checked replay", "judging an archive"
WORKS: Final = {
    STEPS: "list the legal actions, take one at random, apply it; chance costs time and is not counted",
    LISTED: "the same with a list of the legal actions, of which a lazy listing makes only the one taken; "
    "divided by random play of the peers",
    REPLAY: "known players' actions applied, with all checks",
    ARCHIVE: "players' actions of an archive, from the file to the verdicts (chess: moves read from PGN)",
}

LENGTH: Final = 1000
"""Steps after which a random match is broken off: players without a plan seldom finish one."""

RECORDED: Final = 20
"""Games that are replayed again and again."""

ARCHIVED: Final = 40
"""Matches of an archive."""

DEALS: Final = 40
"""Scored deals after which a match of the archive is broken off."""

POSITIONS: Final = 200
"""States of a phase at which calls are timed, at most."""


# -- what is compared with what


@frozen
class Target:
    """What the project asks of the ratio of a game and a peer: `least`, and `good`, about what
    plain Python can reach. game None: of every game."""

    work: str
    game: str | None
    peer: str
    least: float
    good: float


TARGETS: Final = (
    Target(STEPS, "tausend", "OpenSpiel skat", 1, 2),
    Target(STEPS, "tausend", "OpenSpiel hearts", 1, 2),
    Target(STEPS, "tausend", "python-chess", 15, 29),
    Target(STEPS, "tausend", "schnapsen", 9, 15),
    Target(STEPS, "tausend", "rlcard gin-rummy", 30, 55),
    Target(STEPS, "duizenden", "OpenSpiel gin_rummy", 3, 5),
    Target(STEPS, "duizenden", "rlcard gin-rummy", 10, 15),
    Target(REPLAY, "tausend", "python-chess", 8, 25),
    Target(ARCHIVE, None, "python-chess", 5, 10),
)
IMPORT_TARGET: Final = 60
"""Milliseconds that `import cardrules` may take once attrs is imported."""


def target(work: str, game: str, peer: str) -> Target | None:
    return next((one for one in TARGETS if (one.work, one.peer) == (work, peer) and one.game in (None, game)), None)


# -- the library


def default_rules(game: AnyGame) -> AnyRules:
    return next(iter(game.PRESETS.values()))


def random_match(game: AnyGame, rng: random.Random) -> Iterator[tuple[AnyState, AnyAction, bool]]:
    """A match of players without a plan: each state, the action taken there, and whether a player took it."""
    state = game.start(default_rules(game), 0)
    steps = 0
    while steps < LENGTH:
        actions = list(game.legal_actions(state))
        if not actions:
            try:
                action = game.shuffle(state, rng)
            except ValueError:  # no chance is awaited: the match is over
                return
        else:
            action = rng.choice(actions)
            steps += 1
        yield state, action, bool(actions)
        state = game.apply(state, action)


def library_steps(game: AnyGame, rng: random.Random, use: Callable[[Sequence[AnyAction]], Sequence[AnyAction]]) -> Unit:
    """use: what is done with a listing before one action is taken from it."""
    start, legal_actions, apply, shuffle = game.start, game.legal_actions, game.apply, game.shuffle
    rules = default_rules(game)
    uniform = rng.random

    def play() -> int:
        state = start(rules, 0)
        steps = 0
        while steps < LENGTH:
            actions = use(legal_actions(state))
            count = len(actions)
            if count:
                state = apply(state, actions[int(uniform() * count)])
                steps += 1
                continue
            try:
                deal = shuffle(state, rng)
            except ValueError:  # no chance is awaited: the match is over
                break
            state = apply(state, deal)
        return steps

    return play


def _as_it_is(actions: Sequence[AnyAction]) -> Sequence[AnyAction]:
    return actions


def library_replay(game: AnyGame, rng: random.Random) -> Unit:
    start, apply = game.start, game.apply
    rules = default_rules(game)
    matches = []
    for _ in range(RECORDED):
        match = list(random_match(game, rng))
        matches.append(([action for _, action, _ in match], sum([by_player for _, _, by_player in match])))
    endless = cycle(matches)

    def replay() -> int:
        actions, steps = next(endless)
        state = start(rules, 0)
        for action in actions:
            state = apply(state, action)
        return steps

    return replay


def library_archive(path: Path) -> Unit:
    """Judges an archive, a record at a time, again and again."""
    # what chance did is judged, too, but not counted; only players' actions have a seat
    counts = [sum([hasattr(action, "seat") for action in record.actions]) for record in sound(path)]

    def verdicts() -> Iterator[int]:
        while True:
            for record, count in zip(sound(path), counts, strict=True):
                assert records.validate(record).verdict == "legal"
                yield count

    return verdicts().__next__


def sound(path: Path) -> Iterator[Record]:
    for record in records.read(path):
        assert isinstance(record, Record), record
        yield record


def write_archive(game: AnyGame, path: Path) -> None:
    rng = random.Random(game.name)
    records.write([sample(game, default_rules(game), rng, DEALS) for _ in range(ARCHIVED)], path)


# -- the peers; they have no types, so they are imported by name


def chess_game(rng: random.Random) -> Any:
    """The board at the end of a random game, with its moves on the stack."""
    board = importlib.import_module("chess").Board()
    while (moves := list(board.legal_moves)) and not chess_ends(board):
        board.push(rng.choice(moves))
    return board


def chess_ends(board: Any) -> bool:
    """Whether no mate can come or 50 moves brought nothing; that is cheap to know, and the loops need it."""
    clock = board.halfmove_clock
    return clock >= 100 or (not clock and bool(board.is_insufficient_material()))


def chess_steps(rng: random.Random) -> Unit:
    new_board = importlib.import_module("chess").Board
    uniform = rng.random

    def play() -> int:
        board = new_board()
        steps = 0
        while True:
            moves = list(board.legal_moves)
            if not moves or chess_ends(board):
                return steps
            board.push(moves[int(uniform() * len(moves))])
            steps += 1

    return play


def chess_replay(rng: random.Random) -> Unit:
    new_board = importlib.import_module("chess").Board
    endless = cycle([[move.uci() for move in chess_game(rng).move_stack] for _ in range(RECORDED)])

    def replay() -> int:
        board = new_board()
        moves = next(endless)
        for move in moves:
            board.push_uci(move)
        return len(moves)

    return replay


def chess_archive(path: Path) -> Unit:
    read_game = importlib.import_module("chess.pgn").read_game

    def games() -> Iterator[Any]:
        with path.open(encoding="utf-8") as file:
            while (game := read_game(file)) is not None:
                assert not game.errors
                yield game

    counts = [sum([1 for _ in game.mainline_moves()]) for game in games()]

    def moves() -> Iterator[int]:
        while True:
            for _, count in zip(games(), counts, strict=True):
                yield count

    return moves().__next__


def write_pgn(path: Path) -> None:
    rng = random.Random("chess")
    new_game = importlib.import_module("chess.pgn").Game.from_board
    path.write_text("".join([f"{new_game(chess_game(rng))}\n\n" for _ in range(ARCHIVED)]), "utf-8")


def spiel_steps(name: str, rng: random.Random) -> Unit:
    """OpenSpiel: a core in C++, stepped from Python."""
    game = importlib.import_module("pyspiel").load_game(name)
    uniform = rng.random

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():  # in these games all outcomes, the next card, are equally likely
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                steps += 1
        return steps

    return play


def rlcard_steps(name: str, rng: random.Random) -> Unit:
    env = importlib.import_module("rlcard").make(name, config={"seed": rng.getrandbits(31)})
    uniform = rng.random

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(uniform() * len(actions))])
            steps += 1
        return steps

    return play


def schnapsen_steps(rng: random.Random) -> Unit:
    module = importlib.import_module("schnapsen.game")
    uniform = rng.random
    steps = 0

    def get_move(bot: object, perspective: Any, leader_move: object) -> object:
        nonlocal steps
        steps += 1
        moves = perspective.valid_moves()
        return moves[int(uniform() * len(moves))]

    bot = type("Uniform", (module.Bot,), {"get_move": get_move})
    engine = module.SchnapsenGamePlayEngine()
    one, two = bot("one"), bot("two")

    def play() -> int:
        nonlocal steps
        steps = 0
        engine.play_game(one, two, rng)
        return steps

    return play


@frozen
class Peer:
    """Another engine: the module whose presence tells whether it is installed, and what it can be measured at."""

    module: str
    steps: Callable[[random.Random], Unit]
    replay: Callable[[random.Random], Unit] | None = None
    archive: Callable[[Path], Unit] | None = None

    @property
    def installed(self) -> bool:
        return importlib.util.find_spec(self.module) is not None


PEERS: Final[Mapping[str, Peer]] = {
    "python-chess": Peer("chess", chess_steps, chess_replay, chess_archive),
    "schnapsen": Peer("schnapsen", schnapsen_steps),
    "rlcard gin-rummy": Peer("rlcard", partial(rlcard_steps, "gin-rummy")),
    "OpenSpiel gin_rummy": Peer("pyspiel", partial(spiel_steps, "gin_rummy")),
    "OpenSpiel skat": Peer("pyspiel", partial(spiel_steps, "skat")),
    "OpenSpiel hearts": Peer("pyspiel", partial(spiel_steps, "hearts")),
}


# -- measuring, in a process of its own


@frozen
class Speed:
    """Pieces done a second, and the same over the rounds a second of the fixed loop."""

    a_second: float
    norm: float


_SEVENS: Final = {number: number * 7 for number in range(128)}


def _mix(one: int, two: int) -> tuple[int, int]:
    return one ^ two, (one + two) & 127


def loop_speed(rounds: int = 5000) -> float:
    """Rounds a second of a fixed loop: calls, tuples, integers, look-ups."""
    start = time.perf_counter()
    value = 1
    for number in range(rounds):
        high, low = _mix(value, number)
        value = _SEVENS[low] + (high & 3)
    return rounds / (time.perf_counter() - start)


def measure(unit: Unit, seconds: float, piece: float = 0.1) -> Speed:
    """The speed of `unit`, over slices of at least `piece` seconds and one unit each."""
    clock = time.perf_counter
    end = clock() + min(seconds / 3, 0.5)
    while unit() and clock() < end:
        pass
    done, spent = 0, 0.0
    norms = []
    before = loop_speed()
    while spent < seconds:
        count, took = 0, 0.0
        start = clock()
        while took < piece:
            count += unit()
            took = clock() - start
        after = loop_speed()
        norms.append(2 * count / took / (before + after))
        before = after
        done += count
        spent += took
    return Speed(done / spent, median(norms))


def measure_phases(game: AnyGame, seconds: float, rng: random.Random) -> dict[str, dict[str, float]]:
    """By phase, microseconds of a call, on the mean over states of random play."""
    found: dict[str, list[tuple[AnyState, AnyAction]]] = {}
    matches = 0
    # a phase that has not come up enough by then is timed on what there is
    while matches < 40 and (not found or min([len(states) for states in found.values()]) < POSITIONS):
        matches += 1
        for state, action, _ in random_match(game, rng):
            states = found.setdefault(type(state).__name__, [])
            if len(states) < POSITIONS:
                states.append((state, action))
    actions = [action for states in found.values() for _, action in states]
    table: dict[str, dict[str, float]] = {}
    for phase, states in found.items():
        illegal = []
        for state, _ in states:
            other = rng.choice(actions)
            if game.violations(state, other):
                illegal.append((state, other))
        calls: dict[str, Unit] = {
            "any legal?": partial(_call_states, game.legal_actions, states, bool),
            "all legal": partial(_call_states, game.legal_actions, states, list),
            "violations, none": partial(_call, game.violations, states),
            "violations, some": partial(_call, game.violations, illegal),
            "apply": partial(_call, game.apply, states),
        }
        assert illegal, f"every action is legal in {phase}"
        each = max(seconds / 20, 0.02)
        table[phase] = {name: 1e6 / measure(call, each, 0.02).a_second for name, call in calls.items()}
        table[phase]["legal actions"] = fmean([len(game.legal_actions(state)) for state, _ in states])
    return table


def _call(function: Callable[[AnyState, AnyAction], object], states: Sequence[tuple[AnyState, AnyAction]]) -> int:
    for state, action in states:
        function(state, action)
    return len(states)


def _call_states(
    function: Callable[[AnyState], Sequence[AnyAction]],
    states: Sequence[tuple[AnyState, AnyAction]],
    use: Callable[[Sequence[AnyAction]], object],
) -> int:
    for state, _ in states:
        use(function(state))
    return len(states)


_IMPORT: Final = """
import sys
import time
import attrs
start = time.perf_counter()
import cardrules
for game in sys.argv[1:]:
    cardrules.game(game)
print((time.perf_counter() - start) * 1000)
"""


def unit_of(work: str, subject: str, archives: Path, rng: random.Random) -> Unit:
    """What is timed for a work; the subject is a game or a peer."""
    peer = PEERS.get(subject)
    if peer is None:
        game = GAMES[subject]
        if work == ARCHIVE:
            return library_archive(archives / f"{subject}.jsonl")
        if work == REPLAY:
            return library_replay(game, rng)
        return library_steps(game, rng, list if work == LISTED else _as_it_is)
    if work == ARCHIVE:
        assert peer.archive is not None
        return peer.archive(archives / "chess.pgn")
    make = peer.steps if work == STEPS else peer.replay
    assert make is not None
    return make(rng)


def worker(work: str, subject: str, archives: Path, seconds: float, seed: int) -> object:
    rng = random.Random(seed)
    loop_speed()
    if work == "phases":
        return measure_phases(GAMES[subject], seconds, rng)
    speed = measure(unit_of(work, subject, archives, rng), seconds)
    return [speed.a_second, speed.norm]


# -- the rounds


class Failed(Exception):
    """A measurement did not come to an end."""


def in_process(arguments: Sequence[str]) -> Any:
    """What a fresh interpreter prints last, read as JSON. Raises Failed."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    lines = (done.stderr if done.returncode else done.stdout).strip().splitlines() or ["nothing printed"]
    if done.returncode:
        raise Failed(lines[-1])
    return json.loads(lines[-1])


@frozen
class Results:
    """All that was measured: speeds by work and subject, a round each; microseconds by game,
    phase and call; milliseconds of the import; why a peer is missing."""

    speeds: dict[tuple[str, str], list[Speed]]
    phases: dict[str, list[dict[str, dict[str, float]]]]
    imports: list[float]
    first_uses: dict[str, list[float]]
    missing: dict[str, str]


def run(seconds: float, rounds: int, archives: Path) -> Results:
    missing = {name: "not installed" for name, peer in PEERS.items() if not peer.installed}
    for game in GAMES.values():
        write_archive(game, archives / f"{game.name}.jsonl")
    if "python-chess" not in missing:
        write_pgn(archives / "chess.pgn")
    tasks = [(work, game) for work in WORKS for game in GAMES]
    tasks += [(STEPS, name) for name in PEERS]
    tasks += [(REPLAY, name) for name, peer in PEERS.items() if peer.replay]
    tasks += [(ARCHIVE, name) for name, peer in PEERS.items() if peer.archive]
    tasks += [("phases", game) for game in GAMES]
    tasks.sort(key=lambda task: [*WORKS, "phases"].index(task[0]))  # what is divided is measured close together
    results = Results({}, {}, [], {}, missing)
    in_process(["-c", _IMPORT])  # the first import may compile
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        results.imports.append(in_process(["-c", _IMPORT]))
        for name in GAMES:
            results.first_uses.setdefault(name, []).append(in_process(["-c", _IMPORT, name]))
        for work, subject in tasks if number % 2 == 0 else reversed(tasks):
            if subject in missing:
                continue
            command = [__file__, "--worker", work, subject, "--archives", str(archives)]
            command += ["--seconds", str(seconds), "--seed", str(number)]
            try:
                found = in_process(command)
            except Failed as error:
                if subject not in PEERS:
                    raise
                missing[subject] = f"failed: {error}"
                continue
            if work == "phases":
                results.phases.setdefault(subject, []).append(found)
            else:
                results.speeds.setdefault((work, subject), []).append(Speed(*found))
    return results


# -- the tables


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table in Markdown, as wide as its content, the first `words` columns to the left."""
    widths = [max([len(row[column]) for row in (head, *rows)]) for column in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if column < words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return f"| {' | '.join(padded)} |"

    rule = ["-" * width if column < words else "-" * (width - 1) + ":" for column, width in enumerate(widths)]
    return "\n".join([line(head), line(rule), *[line(row) for row in rows]])


def ratios(results: Results, work: str, game: str, peer: str) -> list[float]:
    """Game ÷ peer, by round."""
    theirs = STEPS if work == LISTED else work
    pairs = zip(results.speeds.get((work, game), []), results.speeds.get((theirs, peer), []), strict=False)
    return [ours.norm / theirs.norm for ours, theirs in pairs]


def compared(results: Results) -> Iterator[tuple[str, str, str, list[float]]]:
    """All work, game, peer that can be divided, with the ratios by round."""
    for game in GAMES:
        for work in WORKS:
            for peer in PEERS:
                if peer not in results.missing and (found := ratios(results, work, game, peer)):
                    yield work, game, peer, found


def short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def report(results: Results) -> str:
    parts = [f"{platform.python_implementation()} {platform.python_version()}, {len(results.imports)} rounds"]

    rows = []
    for work, game, peer, found in compared(results):
        asked = target(work, game, peer)
        rows.append(
            [
                work,
                f"{game} ÷ {peer}",
                short(median(found)),
                f"{short(min(found))} to {short(max(found))}",
                f"{asked.least:g}" if asked else "",
                f"{asked.good:g}" if asked else "",
                "" if asked is None else "yes" if median(found) >= asked.least else "NO",
            ]
        )
    head = ["work", "ratio of speeds", "median", "by round", "at least", "near the limit", "met"]
    rows.sort(key=lambda row: [*WORKS].index(row[0]))
    parts.append(table(head, rows, 2) if rows else "Nothing to compare with.")
    if results.missing:
        parts.append("\n".join([f"{peer}: {why}" for peer, why in results.missing.items()]))

    took = median(results.imports)
    verdict = "met" if took <= IMPORT_TARGET else "NOT met"
    parts.append(f"import cardrules over bare attrs: {took:.0f} ms (at most {IMPORT_TARGET} ms: {verdict})")
    uses = ", ".join([f"{game} {median(found):.0f} ms" for game, found in results.first_uses.items()])
    parts.append(f"the same with a game, which is loaded when it is first asked for: {uses}")

    parts.append("\n".join(["A second, on this machine today; for comparison use the ratios.", *_meanings()]))
    rows = [
        [work, subject, short(median([speed.a_second for speed in found])), f"{median([s.norm for s in found]):.5f}"]
        for (work, subject), found in results.speeds.items()
        if subject not in results.missing
    ]
    rows.sort(key=lambda row: [*WORKS].index(row[0]))
    parts.append(table(["work", "engine", "a second", "÷ fixed loop"], rows, 2))

    for game, tables in results.phases.items():
        cells = medians(tables)
        names = list(next(iter(cells.values())))
        rows = [[phase, *[short(cells[phase][name]) for name in names]] for phase in cells]
        parts += [f"{game}: microseconds a call, by phase", table(["phase", *names], rows, 1)]
    return "\n\n".join(parts)


def _meanings() -> list[str]:
    return [f"{work}: {meaning}" for work, meaning in WORKS.items()]


def medians(rounds: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    """By phase and call; a phase may be missing from a round."""
    phases = {phase: names for found in rounds for phase, names in found.items()}
    return {
        phase: {name: median([found[phase][name] for found in rounds if phase in found]) for name in names}
        for phase, names in phases.items()
    }


def as_json(results: Results, seconds: float) -> str:
    data = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "seconds": seconds,
        "rounds": len(results.imports),
        "missing": results.missing,
        "ratios": [
            {
                "work": work,
                "game": game,
                "peer": peer,
                "median": median(found),
                "rounds": found,
                "at_least": asked.least if (asked := target(work, game, peer)) else None,
            }
            for work, game, peer, found in compared(results)
        ],
        "speeds": [
            {
                "work": work,
                "engine": subject,
                "a_second": [speed.a_second for speed in found],
                "norm": [speed.norm for speed in found],
            }
            for (work, subject), found in results.speeds.items()
        ],
        "microseconds": {game: medians(found) for game, found in results.phases.items()},
        "import_ms": {"median": median(results.imports), "rounds": results.imports, "at_most": IMPORT_TARGET},
        "first_use_ms": results.first_uses,
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("it must be above 0")
    return value


def whole(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast cardrules is beside other rules engines.")
    parser.add_argument("--seconds", type=positive, default=1, help="of each measurement in each round (%(default)s)")
    parser.add_argument("--rounds", type=whole, default=5, help="the tables have the medians over them (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured there, too")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--archives", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work, subject = options.worker
        print(json.dumps(worker(work, subject, options.archives, options.seconds, options.seed)))
        return
    with tempfile.TemporaryDirectory() as folder:
        results = run(options.seconds, options.rounds, Path(folder))
    print(report(results))
    if options.json:
        options.json.write_text(as_json(results, options.seconds), "utf-8")


if __name__ == "__main__":
    main()
