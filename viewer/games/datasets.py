"""Data for programs of others: positions, puzzles, tables and proofs, row by row.

What is known of single games is theirs, so it stands in their room; `pyramidion dataset` writes it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from string import Template
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypedDict

import msgspec

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


class _Words(TypedDict):
    """What the datasheet says of a set of data."""

    about: str
    made: str
    columns: dict[str, str]


class Dataset(NamedTuple):
    """What can be written.

    Attributes
    ----------
    about
        A line.
    made
        How the rows came about, and what is not proved of them.
    columns
        What each column holds, by its name.
    rows
        Yields the rows.
    """

    about: str
    made: str
    columns: Mapping[str, str]
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
        makers = (hooks_of(kinds()[name]).tables for name in ("partition", "pyraos"))
        for game in (game for maker in makers if maker is not None for game in maker.games()):
            table = table_for(game)
            kept = table
            if table is None and (game.options.get("size"), game.options["rules"]) in SMALL:
                table = _built(game, Path(folder))
            if table is not None and table.has_distances:
                yield from _sample(game, table)
            if table is not None and kept is None:
                table.close()


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


_ROWS = {
    "hard-positions": _hard_positions,
    "puzzles": _puzzles,
    "tables": _tables,
    "proofs": _proofs,
}
_TEXT = Template(Path(__file__).with_name("datasets.json").read_text("utf-8"))
_WORDS = msgspec.json.decode(_TEXT.substitute(rows=ROWS, seed=SEED), type=dict[str, _Words])
DATASETS = {name: Dataset(**words, rows=_ROWS[name]) for name, words in _WORDS.items()}
