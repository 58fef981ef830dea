"""The command `review`: every move of a game judged by an engine, a line each."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from model.contract.game import Position
from model.contract.search import Budget
from model.phrases import counted, shown
from model.play.batch import BatchError
from model.play.opponent import refusal_of_open
from model.play.review import (
    ReviewedMove,
    budget_of,
    judged,
    line_through,
    looks_at,
    mistakes,
    review,
)
from model.records import record as records
from model.records.files import Contents, FileError, save
from model.records.record import Evaluation
from viewer.cli.parsing import Given, UsageError, one
from viewer.cli.status import DONE, NO, UNABLE, say, waiting


def review_file(given: argparse.Namespace, make: Callable[[], Executor] | None) -> int:
    """Review the game that the command line names; returns the exit status."""
    item = one([given.file], node=given.node, item=given.item)
    contents = item.contents
    if contents is None:
        raise UsageError("a review needs a game with moves, and this is a position")
    if why := refusal_of_open(item.position.game):
        raise UsageError(why)
    if given.out and not Path(given.out).absolute().parent.is_dir():
        raise UsageError(f"{shown(given.out)}: the folder it should go to is not there")
    record = contents.record
    line = line_through(record, records.ROOT if item.node is None else item.node)
    if len(line) < 2:
        say("there are no moves to review")
        return NO
    budget = _budget(given, item.position)
    looks = looks_at(record, line, budget, given.limit)
    found: dict[int, Evaluation] = {}
    try:
        with waiting("reviewing") as tell:
            for node, evaluation in review(looks, make=make):
                found[node] = evaluation
                tell(f"{len(found)} of {len(looks)} positions")
    except BatchError as error:
        if given.out and found and _keep(given.out, contents, found) == DONE:
            say(f"what was found is kept: review {shown(given.out)} to go on from there")
        raise UsageError(str(error)) from error
    moves = judged(record, line, found)
    if not moves:
        say("no move of this game could be judged")
        return NO
    if missing := len(looks) - len(found):
        say(f"{missing} of {counted(len(looks), 'position')} could not be judged")
    for move in moves:
        print(json.dumps(_as_data(move)) if given.json else sentence(move))
    if not given.json:
        print(_summary(moves, item))
    return _keep(given.out, contents, found) if given.out else DONE


def _budget(given: argparse.Namespace, position: Position) -> Budget:
    """What is spent on each position."""
    if given.limit is not None:
        return Budget(seed=given.seed)
    if given.nodes is not None:
        return Budget(given.nodes, seed=given.seed)
    return budget_of(position.game.kind, "usual", given.seed)


def _as_data(move: ReviewedMove) -> dict[str, object]:
    return {
        "ply": move.ply,
        "node": move.node,
        "move": move.move,
        "side": move.side,
        "before": move.before.value[move.seat],
        "after": move.after.value[move.seat],
        "proved": [move.before.proved, move.after.proved],
        "grade": move.grade,
        "best": move.before.best,
        "line": list(move.before.line),
    }


def sentence(move: ReviewedMove) -> str:
    """Return a move, its grade, the chances of its side before and after, and what was better."""
    grade = f" {move.grade}" if move.grade else ""
    before, after = (round(100 * one.value[move.seat]) for one in (move.before, move.after))
    better = f", best {' '.join(move.line)}" if move.grade and move.line else ""
    return f"{move.ply}. {move.move}{grade}: {move.side} {before} -> {after}{better}"


def _summary(moves: Sequence[ReviewedMove], item: Given) -> str:
    """How many mistakes each side made."""
    bad = mistakes(moves)
    sides = (
        f"{player} {sum(move.side == player for move in bad)}"
        for player in item.position.game.players
    )
    return f"mistakes: {', '.join(sides)}"


def _keep(out: str, contents: Contents, found: dict[int, Evaluation]) -> int:
    """Write the game with what was found."""
    try:
        save(out, replace(contents, record=records.evaluate(contents.record, found)))
    except FileError as error:
        say(str(error))
        return UNABLE
    return DONE
