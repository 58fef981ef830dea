"""What programs that build on the model ask of it most; `import pyramidion` has all of it.

Kernels and engines are imported where they are first used, so importing this costs little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from model import registry
from model.contract.game import Game, GameKind, Move, OptionValue, Position, Solution
from model.contract.search import Analysis
from model.notation.tokens import Token, add_option, write_option
from model.records import files
from model.records.files import Contents, new_game
from model.records.record import PositionCache, Record, check_lines, last_of_main_line

if TYPE_CHECKING:
    from model.puzzles.generated import Generated

THINKING = 1.0
"""Seconds an engine thinks where neither nodes nor seconds are given."""


def kinds() -> dict[str, GameKind]:
    """Return all games by name, those of other packages included."""
    return dict(registry.kinds())


def game(name: str, **options: OptionValue) -> Game:
    """Return a game with its options: ``game("partition", size=5, rules="stacking")``.

    Parameters
    ----------
    name
        One of `kinds`.
    **options
        By name, underscores for hyphens; those left out are as usual.

    Raises
    ------
    ValueError
        When there is no such game, option or value, in one sentence.
    """
    kind = registry.kinds().get(name)
    if kind is None:
        why = registry.fault_of(name) or f"there is no game {name!r}"
        raise ValueError(f"{why}: {', '.join(registry.kinds())}")
    words: dict[str, str] = {}
    for option, value in options.items():
        add_option(kind, words, Token(f"{option}={write_option(value)}"))
    return new_game(kind, words)


def read(text: str) -> Position:
    """Return the position a string means.

    Parameters
    ----------
    text
        As `str` of a position writes it: ``"pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white"``.

    Raises
    ------
    NotationError
        A ValueError that says what is wrong, and where.
    """
    from model.positions.setup import read_position

    return read_position(text)


def load(path: str | Path) -> Contents:
    """Return what a .pyramidion file holds, every move checked.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    FileError
        A ValueError: it cannot be read, or a move in it cannot be played.
    """
    return files.load(path)


def save(path: str | Path, what: Record | Contents, current: int | None = None) -> None:
    """Write a record, or what was loaded, into a file: whole, or not at all.

    Parameters
    ----------
    path
        The file.
    what
        A game, puzzle or lesson.
    current
        The node that is looked at when the file is opened; None: the end of the main line, or that
        of what was loaded.

    Raises
    ------
    LineError
        A move of the record cannot be played; nothing is written.
    FileError
        The file cannot be written.
    """
    contents = what
    if isinstance(contents, Record):
        contents = Contents(contents, last_of_main_line(contents), kind=contents.kind)
    if current is not None:
        contents = replace(contents, node=current)
    check_lines(contents.record)
    files.save(path, contents)


def replay(record: Record) -> Iterator[tuple[Move, Position]]:
    """Yield the moves of the main line, each with the position after it.

    A position that was set up on the way comes with the move "".

    Parameters
    ----------
    record
        The game.
    """
    cache = PositionCache()
    for node in record.main_line():
        yield record[node].move, cache.position(record, node)


def analyse(
    position: Position, *, nodes: int | None = None, seconds: float | None = None, seed: int = 0
) -> Analysis:
    """Return what the strongest engine of the game thinks of a position, as its mover knows it.

    Parameters
    ----------
    position
        With a side to move.
    nodes
        Positions it may look at: the same answer on every machine.
    seconds
        How long it may think; where neither is given, `THINKING`.
    seed
        What is drawn.

    Raises
    ------
    ValueError
        When no engine plays this game.
    """
    from model.contract.search import Budget
    from model.play.opponent import adviser_for, never, refusal, unheard, until

    if why := refusal(position.game):
        raise ValueError(why)
    if nodes is None and seconds is None:
        seconds = THINKING
    seen = position.seen_by(position.to_move)
    stop = until(seconds, never)
    return adviser_for(position.game).analyse(seen, unheard, stop, Budget(nodes, seed=seed))


def best_move(
    position: Position,
    *,
    level: int = 10,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Move:
    """Return the move an opponent of a level plays.

    Parameters
    ----------
    position
        With a side to move.
    level
        From 1 to 10.
    nodes, seconds, seed
        As in `analyse`; where neither is given, a level below 10 searches its own number of
        positions, and level 10 thinks for `model.play.levels.HIGHEST_SECONDS`.

    Raises
    ------
    ValueError
        When the game is over, no engine plays it, or there is no such level.
    """
    from model.contract.search import Budget
    from model.play.levels import HIGHEST, HIGHEST_SECONDS, LOWEST, level_of
    from model.play.opponent import Opponent, engine_for, refusal

    if why := refusal(position.game):
        raise ValueError(why)
    if not LOWEST <= level <= HIGHEST:
        raise ValueError(f"level must be from {LOWEST} to {HIGHEST} (you gave {level})")
    if position.outcome is not None:
        raise ValueError("the game is over: there is no move")
    if nodes is None and seconds is None and level == HIGHEST:
        seconds = HIGHEST_SECONDS
    how = level_of(position.game.kind, level)
    budget = Budget(nodes or how.nodes, seed=seed)
    return Opponent(engine_for(position.game), how, budget).think(position, seconds)[0]


def solve(position: Position, *, seconds: float = 10.0) -> Solution | None:
    """Return who wins with best play and a line that shows it; None where time was too short.

    Parameters
    ----------
    position
        Of any game that a prover knows; a table of the game, where one was built, is asked first.
    seconds
        How long it may take.
    """
    from model.search.provers import solve as solved

    return solved(position, limit=seconds)


def generate(
    game: Game,
    count: int = 1,
    *,
    kind: str = "win",
    moves: tuple[int, int] = (1, 3),
    seed: int = 0,
    seconds: float | None = None,
) -> Generated:
    """Return new puzzles of a game, each proved sound, easy ones first.

    Parameters
    ----------
    game
        With its options.
    count
        Puzzles wanted.
    kind
        What they ask: a goal of the game, "parry", "only" or "any".
    moves
        The fewest and the most moves that the solver makes.
    seed
        What is drawn: the same gives the same puzzles, as far as time does not run out.
    seconds
        When it ends with what there is by then; None: once there are enough.

    Raises
    ------
    ValueError
        The game has no such puzzles, in one sentence.
    """
    from model.puzzles import generate as generator
    from model.puzzles.request import PuzzleRequest

    shortest, longest = moves
    wanted = PuzzleRequest(game, count, shortest, longest, kind, seed=seed)
    return generator.generate(wanted, limit=seconds)
