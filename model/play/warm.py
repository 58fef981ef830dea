"""Compile every kernel once, in a process of its own: compiling holds the interpreter lock.

``python -m model.play.warm`` does it and fills the cache (`model.kernels`): a minute or two on a
computer that has not done it, a second or two afterwards. ``--first GAME`` begins with what a game
needs, and writes a line for each part that is done; ``--together`` takes every core, which a window
that is at work beside it would not like. When all is done a stamp says so, which
`is_warm` looks at; another version of the program, of numba or of Python has another one.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from importlib.metadata import version
from inspect import isclass, isfunction, ismodule
from itertools import islice
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import numpy as np

import model
from model.boards.lattice import pyramid
from model.connection import after, corner_state, cost, holders, win_cost
from model.connection import pour as pour_shell
from model.contract.game import Game, GameKind, Goal, Position
from model.contract.hooks import hooks_of
from model.contract.search import Budget, ChoiceProver
from model.kernels import Kernel, cache_folder
from model.linked_kernels import are_brought
from model.play.opponent import engine_for, never, plain_engine_for, unheard
from model.registry import kinds
from model.search.proofs.proof_number import empty_entries, pour, work_of
from model.search.proofs.proof_search import empty_table, with_room
from model.search.provers import prover_for
from model.search.tree_search.game_tree import new_tree, taken_from

LISTED = 5_000
"""Moves that are listed: enough for the kernels that list them, and not all programs there are."""
ANSWERS = 2_000
"""What an engine looks at in mixed play, so that it looks for answers, too."""
DECIDED = 400
"""What an engine looks at where dice fall, at each decision: each phase has kernels of its own."""
DRAWN = 8
"""Positions drawn at most, until a choice wins in one of them."""
SMALL = 16
"""Entries of a table that is poured into another one."""
PLIES = 12
"""Moves that are played of each game, so that kernels of moves meet what they are for."""


def is_warm() -> bool:
    """Tell whether every kernel is compiled; True where nothing can be kept (`cache_folder`)."""
    if are_brought():
        return True
    stamp = _stamp()
    return stamp is None or stamp.exists()


def _unheard(done: int, total: int, part: str) -> None:
    """Tell nobody."""


def warm(first: str = "", notify: Callable[[int, int, str], None] = _unheard) -> None:
    """Compile whatever is not compiled yet, and say so by the stamp.

    Parameters
    ----------
    first
        The game to begin with.
    notify
        Called with how much is done, of how much, and what was done last.
    """
    parts: list[tuple[str, Callable[[], None]]] = [
        ("what they have in common", _outgrow),
        ("corners and costs", warm_connection),
        *((name, partial(_warm_game, name)) for name in kinds()),
    ]
    if first and first != next(iter(kinds())):  # which needs the connection
        parts.sort(key=lambda part: part[0] != first)
    for done, (part, do) in enumerate(parts, 1):
        do()
        notify(done, len(parts), part)
    stamp = _stamp()
    if stamp is not None:
        with suppress(OSError):
            stamp.touch()


def warm_together(workers: int, notify: Callable[[int, int, str], None] = _unheard) -> None:
    """Compile by several processes at once, a game by each; then see that nothing was left out.

    Parameters
    ----------
    notify
        Called with how much is done, of how much, and what was done last.

    Notes
    -----
    Two that keep the same kernel at the same moment may lose one of them: it is compiled again.
    A compiler makes so many objects that looking for garbage among them took a seventh of the time.
    """
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    spawn = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=gc.disable) as processes:
        parts = {processes.submit(_warm_alone, name): name for name in kinds()}
        for done, part in enumerate(as_completed(parts), 1):
            part.result()
            notify(done, len(parts) + 1, parts[part])
    warm()
    notify(len(parts) + 1, len(parts) + 1, "what they have in common")


def _warm_alone(name: str) -> None:
    """Compile what one game needs in a process that collects no garbage meanwhile."""
    gc.collect()
    if name == next(iter(kinds())):  # which needs the connection, and takes longest
        warm_connection()
    _warm_game(name)


def warm_connection() -> None:
    """Call every kernel of the connection with the types that the product calls it with."""
    lattice = pyramid(5)
    nothing = np.zeros(len(lattice), bool)
    shell = lattice.layers["SW"] == 1
    holders(lattice, shell, nothing)
    after(lattice, shell, 0, (False,) * 5)
    corner_state(lattice, shell, nothing, "SW")
    corner_state(lattice, shell, nothing, "NE")
    pour_shell(lattice, shell, "SW")
    for stacking in (False, True):
        cost(lattice, nothing, nothing, "SW", stacking=stacking)
        win_cost(lattice, nothing, nothing, stacking=stacking)
    # Past what this joins other ways lead out.
    win_cost(lattice, lattice.layers["shell"] == 1, nothing, stacking=False)


def _warm_game(name: str) -> None:
    """Compile what one game needs."""
    kind = kinds()[name]
    for position in _positions(kind):
        _ask_everything(position)
    _prove_a_choice(kind.configure({}))
    _compile_for_python()


def _compile_for_python() -> None:
    """Compile for Python what only kernels have called by now, where code of ours calls it, too."""
    for module in [one for name, one in sys.modules.items() if name.startswith("model.")]:
        owners = [module, *filter(isclass, vars(module).values())]
        for function in filter(isfunction, [each for one in owners for each in vars(one).values()]):
            for called in _named_in(function):
                for types in called.taken:
                    compiled: Any = called.compiled
                    compiled.compile(types)


def _named_in(function: FunctionType) -> Iterator[Kernel[..., Any]]:
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    for module in list(filter(ismodule, named)):
        named += [vars(module).get(name) for name in function.__code__.co_names]
    yield from (one for one in named if isinstance(one, Kernel))


def _positions(kind: GameKind) -> Iterator[Position]:
    """Yield a small position of a game with each word of each option that changes rules."""
    words = [{}, *({option.name: word} for option in kind.options for word in option.values)]
    for options in words:
        small = {option.name: "4" for option in kind.options if option.name == "size"}
        yield kind.configure({**small, **options}).start()


def _ask_everything(position: Position) -> None:
    rng = Random(1)
    for _ in range(PLIES):
        if position.outcome is not None or not position.legal_moves:
            break
        if position.game.kind.rolls and position.to_move in position.game.players:
            engine_for(position.game).analyse(position, unheard, never, Budget(nodes=DECIDED))
        move = position.legal_moves.sample(rng)
        position.events(move)
        position = position.play(move)
    game = position.game
    list(islice(position.legal_moves, LISTED))
    hooks_of(game.kind).findings(position, costs=True, limit=1.0)
    hooks_of(game.kind).perft(position, 2)
    for engine in (engine_for(game), plain_engine_for(game)):
        nodes = ANSWERS if hooks_of(game.kind).plays_hidden else 3
        engine.analyse(position, unheard, never, Budget(nodes=nodes))
    if len(game.players) == 2 and not game.kind.hides:
        prover_for(game).can(position.without_past(), Goal("win", game.players[0]), 1)
        values = hooks_of(game.kind).value_search(game, never)
        if values is not None and position.outcome is None:
            values.worth(position, 1)


def _prove_a_choice(game: Game) -> None:
    """Prove, where both sides choose at once, that something wins against every answer."""
    prover, rng = prover_for(game), Random(4)
    if not isinstance(prover, ChoiceProver):
        return
    for _ in range(DRAWN):
        position = hooks_of(game.kind).random_position(game, rng)
        if position is None or not prover.covers(position):
            continue
        for way in prover.solving(position, "", 0)[:1]:
            prover.refuting(position, way)
            return


def _outgrow() -> None:
    """Call what only long searches call: tables that outgrow their room, a tree that is cut."""
    table = empty_table(1)
    table.used[0] = len(table.keys)
    with_room(table, lambda: None)
    pour(empty_entries(SMALL), empty_entries(SMALL))
    work_of(empty_entries(SMALL), 0)
    for _ in taken_from(new_tree(), 0, 1):
        pass


@lru_cache(maxsize=1)
def _stamp() -> Path | None:
    folder = cache_folder(Path(model.__file__).parent)
    if folder is None:
        return None
    digest = hashlib.sha256(f"{version('numba')} {sys.version} {platform.machine()}".encode())
    for source in sorted(Path(model.__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return folder.parent / f"compiled-{digest.hexdigest()[:24]}"


if __name__ == "__main__":
    if not is_warm():
        if sys.argv[1:] == ["--together"]:
            warm_together(os.cpu_count() or 1)
        elif sys.argv[1:2] == ["--first"]:
            warm(sys.argv[2], lambda *told: print(*told, flush=True))
        else:
            warm()
