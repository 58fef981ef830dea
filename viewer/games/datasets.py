"""Data for programs of others: positions, puzzles, tables and proofs, row by row.

What is known of single games is theirs, so it stands in their room; `pyramidion dataset` writes it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from model.contract.game import Game, Goal, Move, Position
from model.contract.hooks import hooks_of
from model.contract.search import Prover
from model.contract.tables import BuildPlan, Entry, Table
from model.games.partition.engine import symmetries
from model.games.partition.position import PartitionPosition
from model.positions.setup import read_position
from model.puzzles.certificate import Certifier, PlanTooLargeError
from model.puzzles.wording import goal_of, solver_of
from model.records.files import Collection, load_any
from model.registry import kinds
from model.search.provers import prover_for
from model.tablebase.library import table_for
from viewer.session.files import resources

CHECKED = ("partition", "pyraos", "pyramid", "poly-y")
"""The games whose rules the checking script has."""
SMALL = ((2, "free"), (2, "stacking"), (3, "free"), (3, "stacking"))
"""Partition's tables that are built where they are needed: seconds each."""
ROWS, SEED = 250, 1
"""Positions drawn from a table, and what they are drawn with."""

Row = Sequence[object]


class Dataset(NamedTuple):
    """What can be written.

    Attributes
    ----------
    about
        A line.
    made
        How the rows came about, and what is not proved of them.
    columns
        The name of each column, and what it holds.
    rows
        Yields the rows.
    """

    about: str
    made: str
    columns: tuple[tuple[str, str], ...]
    rows: Callable[[], Iterator[Row]]


# -- the rows --------------------------------------------------------------------------------------


def _hard_positions() -> Iterator[Row]:
    for path in resources.hard_positions():
        for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
            text, _, winning = line.partition("\t")
            legal = read_position(text).legal_moves.count()
            yield f"{path.stem}-{number}", text, legal, winning


def _puzzles() -> Iterator[Row]:
    for game in kinds():
        path = resources.puzzles_of(game)
        held = None if path is None else load_any(path)
        if not isinstance(held, Collection):
            continue
        for number, item in enumerate(held.items, 1):
            puzzle = item.record.puzzle
            if puzzle is None or puzzle.proof is None:
                continue
            asked, proof = puzzle.stipulation, puzzle.proof
            position = read_position(item.record.start)
            keys = puzzle.keys or proof.first
            certificate = ""
            if game in CHECKED and asked.asks_goal and asked.moves and not asked.points:
                goal = goal_of(position, asked)
                with suppress(PlanTooLargeError):
                    certifier = Certifier(goal, prover_for(position.game), _is_free(position))
                    certificate = str(certifier.plan(position, keys[0], asked.moves))
            yield (
                f"{game}-{number}",
                item.record.headers.get("title", ""),
                item.record.start,
                asked.kind,
                asked.moves,
                asked.corner,
                asked.known,
                " ".join(keys),
                " ".join(proof.line),
                proof.verdict,
                puzzle.grade,
                certificate,
            )


def _tables() -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        for game in _with_tables():
            table = table_for(game)
            kept = table
            if table is None and (game.options.get("size"), game.options["rules"]) in SMALL:
                table = _built(game, Path(folder))
            if table is not None and table.has_distances:
                yield from _sample(game, table)
            if table is not None and kept is None:
                table.close()


def _with_tables() -> Iterator[Game]:
    for name in ("partition", "pyraos"):
        maker = hooks_of(kinds()[name]).tables
        yield from () if maker is None else maker.games()


def _built(game: Game, folder: Path) -> Table:
    maker = hooks_of(game.kind).tables
    assert maker is not None
    path = folder / maker.file_name(game)
    for _ in maker.build(game, BuildPlan(path), lambda: None):
        pass
    return maker.open(path)


def _sample(game: Game, table: Table) -> Iterator[Row]:
    """Draw positions from random games, as many of each number of plies as there are."""
    rng, met = Random(SEED), set[str]()
    name = table.path.stem
    for _ in range(40 * ROWS):
        line = [game.start()]
        while line[-1].outcome is None:
            line.append(line[-1].play(line[-1].legal_moves.sample(rng)))
        position = rng.choice(line[:-1]).without_past()
        if str(position) in met:
            continue
        met.add(str(position))
        worth = table.probe_moves(position)
        moves = " ".join(f"{move}={_entry(worth[move])}" for move in position.legal_moves)
        found = table.probe(position)
        yield f"{name}-{len(met)}", name, str(position), found.value, found.distance, moves
        if len(met) == ROWS:
            return


def _entry(entry: Entry) -> str:
    return entry.value if entry.distance is None else f"{entry.value}:{entry.distance}"


def _proofs() -> Iterator[Row]:
    for size in (2, 3):
        start = kinds()["partition"].configure({"size": str(size), "rules": "free"}).start()
        assert isinstance(start, PartitionPosition)
        prover = prover_for(start.game)
        images, met = symmetries(start), set[bytes]()
        for move in start.legal_moves:
            after = start.play(move)
            assert isinstance(after, PartitionPosition)
            least = min(after.cells[image].tobytes() for image in images)
            if least in met:
                continue
            met.add(least)
            if prover.can(after, Goal("win", solver_of(start)), None):
                yield _proof(f"partition-{size}-free-{move}", start, move, prover)
            else:
                reply = next(
                    r
                    for r in after.legal_moves
                    if prover.can(after.play(r), Goal("win", solver_of(after)), None)
                )
                yield _proof(f"partition-{size}-free-{move}-fails", after, reply, prover)
    for path in resources.hard_positions():
        if path.stem != "partition-free-4":
            continue
        for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
            text, _, winning = line.partition("\t")
            position = read_position(text)
            prover = prover_for(position.game)
            for move in winning.split():
                yield _proof(f"{path.stem}-{number}-{move}", position, move, prover)


def _is_free(position: Position) -> bool:
    """Whether balls may go to any point, and stay: a plan then needs its own points only."""
    game = position.game
    return game.kind.name == "partition" and game.options["rules"] == "free"


def _proof(name: str, position: Position, move: Move, prover: Prover) -> Row:
    """Return the row of a move that is known to win."""
    goal, moves = Goal("win", solver_of(position)), 1
    while not prover.can(position.play(move), goal, moves - 1):
        moves += 1
    plan = Certifier(goal, prover, _is_free(position), most=1_000_000).plan(position, move, moves)
    return name, str(position), move, moves, "", plan


_ID = ("id", "what the row is called")
_CERTIFICATE = (
    "certificate",
    "a plan: a move, and in brackets the plans of which one works whatever the other side replies;"
    " empty where there is none",
)
DATASETS = {
    "hard-positions": Dataset(
        "won positions in which few moves win",
        "Drawn by play and anyhow; the moves that win were looked up in tables of whole games,"
        " those of free Partition proved by a search. At most a fifth of the legal moves win. The"
        " script looks two moves deep; the values rest on the tables, which `pyramidion tablebase"
        " build` makes again.",
        (
            _ID,
            ("position", "the position, the side to move wins"),
            ("legal", "how many legal moves there are"),
            ("winning", "all moves that win"),
        ),
        _hard_positions,
    ),
    "puzzles": Dataset(
        "the puzzles that come with the program, with solutions",
        "Composed or generated, and each proved by Pyramidion. A certificate shows that the first"
        " key does what is asked; that no other move does rests on Pyramidion. Wins and corners"
        " have one, unless it would be too long. Wins of Pyramid Ball need none: the script tries"
        " each key against every program of the other side.",
        (
            _ID,
            ("title", "the title of the puzzle"),
            ("position", "where it begins: the solver is to move"),
            ("goal", "what is asked: win, hold or capture a corner, parry, or the only move"),
            ("moves", "within how many moves; empty: in any number"),
            ("corner", "of which corner, where it is about one"),
            ("known", "what the other side chose at the same time, where that is known"),
            ("keys", "the first moves that solve it, symmetric ones left out"),
            ("line", "the solution against the best defence"),
            ("verdict", "what the proof says"),
            ("grade", "how hard it is, from 1 to 5; 0: not graded"),
            _CERTIFICATE,
        ),
        _puzzles,
    ),
    "tables": Dataset(
        "positions from tables of Partition and Pyraos, with the value of each move",
        f"{ROWS} positions a table, met in random games and drawn with the seed {SEED}: from"
        " Partition of sizes 2 and 3, and from the other tables that this computer has. The script"
        " checks that each value follows from those of the moves, and solves small pyramids anew.",
        (
            _ID,
            ("table", "from which table"),
            ("position", "the position, without its past"),
            ("value", "win, loss or draw for the side to move"),
            ("plies", "moves of both sides to the end with best play; empty: a draw"),
            ("moves", "each legal move with what it is worth to its mover, as in 1a1=win:7"),
        ),
        _tables,
    ),
    "proofs": Dataset(
        "wins in free Partition, each with a certificate",
        "Every first move, up to symmetry, on the pyramids of size 2 and 3, with the answer"
        " where it loses, and the moves that win the hard positions of size 4. Certificates need no"
        " trust: the script follows them to the last move.",
        (
            _ID,
            ("position", "the position, the side to move wins"),
            ("keys", "the move that wins"),
            ("moves", "within how many moves of the winner"),
            ("corner", "empty: the claim is a win"),
            _CERTIFICATE,
        ),
        _proofs,
    ),
}
