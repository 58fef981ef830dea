"""The commands of the command line, one function a command; each returns an exit status."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from time import monotonic

from model.boards.board import IntArray
from model.contract.game import CHANCE, IllegalMove, MalformedMove, MoveError, Position
from model.notation.tokens import read_number
from model.phrases import seconds, shown
from model.positions.reading import is_position
from model.records.views.view import View
from viewer.cli.inputs import Given, InputError, one
from viewer.cli.parsing import (
    Parser,
    UsageError,
    add_game,
    each,
    game_from,
    position_parser,
    seconds_of,
    whole,
)
from viewer.cli.patience import waiting
from viewer.cli.status import DONE, NO, UNABLE, UNDECIDED, UNUSABLE, say

SIZE = (1280, 800)
_LEAST, _MOST = 16, 8192


def run(words: list[str]) -> int:
    """Run the command the words mean: a subcommand, else the window on a position or a file."""
    command = _COMMANDS.get(words[0]) if words else None
    try:
        if command is not None:
            return command(words[1:])
        return window(words)
    except (UsageError, InputError) as error:
        say(str(error))
        return error.status if isinstance(error, InputError) else UNUSABLE
    except SystemExit as leaving:  # --help has printed itself
        return int(leaving.code or 0)


# -- commands ------------------------------------------------------------------------------------


def window(words: Sequence[str]) -> int:
    """Open the window, on a position or file where one is named."""
    if len(words) > 1:
        if re.fullmatch("[a-z-]+", words[0]) and not os.path.exists(words[0]):
            near = get_close_matches(words[0], _COMMANDS, 1)
            meant = f"; did you mean {near[0]}?" if near else " (see pyramidion --help)"
            raise UsageError(f"there is no command {shown(words[0])}{meant}")
        where = "quote a position" if is_position(f"{words[0]} ") else "name one file or position"
        raise UsageError(f"the window opens one thing, not {len(words)}: {where}")
    if words:
        if words[0].startswith("-") and words[0] != "-":
            raise UsageError(f"there is no option {shown(words[0])} (see pyramidion --help)")
        from viewer.session.collections import is_collection

        path = Path(words[0])
        if not is_position(words[0]) and (os.path.isdir(words[0]) or is_collection(path)):
            contents_of(path)
        else:
            item = one(words[:1])  # what cannot be read is refused before anything opens
            if words[0] == "-":
                words = [str(item.position)]
    from viewer.program.startup import run as open_window

    return open_window(words[0] if words else None)


def contents_of(path: Path) -> None:
    """Refuse a collection or a folder that cannot be shown."""
    from viewer.session.collections import entries
    from viewer.session.session import SessionError

    try:
        entries(path)
    except SessionError as error:
        raise UsageError(str(error)) from error


def new(words: Sequence[str]) -> int:
    """Print a fresh position."""
    parser = Parser("new", "Print the position a game starts from.")
    add_game(parser)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    given = parser.parse_intermixed_args(words)
    print(game_from(given.game, given.option).start())
    return DONE


def play(words: Sequence[str]) -> int:
    """Print the position after some moves."""
    parser = position_parser("play", "Print the position after the moves.")
    parser.add_argument("moves", metavar="MOVE", nargs="*")
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="roll the dice as a game with this seed does; without it rolls are moves to be given",
    )
    given = parser.parse_intermixed_args(words)

    def task(item: Given) -> int:
        try:
            if given.seed is None:
                print(_after(item.position, given.moves))
            else:
                print(_rolled_after(item, given.moves, given.seed))
        except MoveError as error:
            say(str(error))
            return NO if isinstance(error, IllegalMove) else UNUSABLE
        return DONE

    return each(given, task)


def _after(position: Position, moves: Sequence[str]) -> Position:
    """The position after moves as people write them."""
    try:
        return position.replay(moves)
    except MalformedMove as error:
        written = max(error.ply, 1) - 1
    position = position.replay(moves[:written])
    for move in moves[written:]:
        position = position.play(position.read_move(move))
    return position


def _rolled_after(item: Given, moves: Sequence[str], seed: str) -> Position:
    """The position after moves as people write them, with all rolls between them and behind."""
    from model.records.dice import drawn, rolls_before
    from model.records.positions import PositionCache
    from model.records.sealing import TurnsTaken

    position, rolls = item.position, 0
    if item.contents is not None and item.node is not None:
        rolls = rolls_before(item.contents.record, item.node, TurnsTaken(PositionCache()))
    left = list(moves)
    while True:
        if position.to_move == CHANCE:
            is_given = bool(left) and left[0] in position.legal_moves
            move = left.pop(0) if is_given else drawn(position, seed, rolls)
            rolls += 1
        elif left:
            move = position.read_move(left.pop(0))
        else:
            return position
        position = position.play(move)


def moves(words: Sequence[str]) -> int:
    """Print the legal moves, one a line."""
    parser = position_parser("moves", "Print the legal moves, one a line, in site order.")
    parser.add_argument("--limit", type=whole, metavar="N", help="at most so many")
    given = parser.parse_intermixed_args(words)

    def task(item: Given) -> int:
        sys.stdout.writelines(f"{m}\n" for m in islice(item.seen.legal_moves, given.limit))
        return DONE

    return each(given, task)


def perft(words: Sequence[str]) -> int:
    """Print how many lines of play there are."""
    from model.play.perft import divide
    from model.play.perft import perft as count

    parser = position_parser("perft", "Count the lines of exactly DEPTH legal moves.")
    parser.add_argument("depth", metavar="DEPTH", type=whole)
    parser.add_argument("--divide", action="store_true", help="also for each first move")
    given = parser.parse_intermixed_args(words)

    def task(item: Given) -> int:
        try:
            if not given.divide or given.depth == 0:
                print(count(item.seen, given.depth), flush=True)
                return DONE
            total = 0
            for move, lines in divide(item.seen, given.depth):
                print(f"{move}: {lines}", flush=True)
                total += lines
        except IllegalMove as error:  # what a line would reveal is not known here
            say(f"the lines cannot be counted: {error}")
            return UNUSABLE
        print(total)
        return DONE

    return each(given, task)


def render(words: Sequence[str]) -> int:
    """Draw a picture of a position into a file."""
    parser = position_parser("render", "Draw a picture; needs neither display nor X server.")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png")
    parser.add_argument("--size", type=_picture_size, default=SIZE, metavar="WxH")
    parser.add_argument("--view", metavar="NAME|JSON")
    parser.add_argument("--cut", action="append", default=[], metavar="NAME=AT[..TO][:flip]")
    parser.add_argument("--peel", action="append", default=[], metavar="NAME=...")
    parser.add_argument("--explode", type=float, metavar="F", help="gap in ball diameters, 0 to 5")
    parser.add_argument(
        "--show",
        action="append",
        default=[],
        metavar="corner=SW:red",
        help="an explanation: corner=SW:red, sheet=, cost=, pour=, win=red, engine=heat, "
        "engine=line, engine=both, values; or a switch: "
        + ", ".join(f"{name}={'|'.join(values)}" for name, values in _switches().items()),
    )
    given = parser.parse_intermixed_args(words)
    item = one([given.position], node=given.node, step=given.step, item=given.item)
    view, show = _view_of(given, item)
    out = Path(given.output)
    _check_output(out)
    from viewer.picture.compose.depict import ShowError
    from viewer.program.rendering import render as draw
    from viewer.scene.offscreen import RenderError

    try:
        draw(
            item.seen,
            view,
            out,
            given.size,
            show,
            item.marks,
            _plies(item, view, show),
        )
    except (RenderError, ShowError) as error:
        say(str(error))
        return UNABLE
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    return DONE


def _view_of(given: argparse.Namespace, item: Given) -> tuple[View, tuple[str, ...]]:
    """The View of the input, changed by what the command line says."""
    from msgspec.structs import replace

    from model.records.views import view_text

    game, view = item.position.game, item.view
    board = game.board
    try:
        if given.view is not None:
            asked = view_text.read_view(game, given.view)
            view = replace(view, camera=asked.camera) if given.view in view_text.CAMERAS else asked
        if given.cut:
            view = replace(view, cuts=view_text.read_cuts(board, given.cut))
        if given.peel:
            view = replace(view, peel=view_text.read_peel(board, given.peel))
        if given.explode is not None:
            if not 0 <= given.explode <= 5:
                raise view_text.ViewError(f"--explode is a gap from 0 to 5, not {given.explode:g}")
            view = replace(view, explode=given.explode)
        show = tuple(given.show)
        for text in (*show, view.show) if view.show else show:
            view_text.check_show(game, text)
    except view_text.ViewError as error:
        raise UsageError(str(error)) from error
    return view, show


def _plies(item: Given, view: View, show: tuple[str, ...]) -> IntArray | None:
    """The ply each piece came to its site at; None where no record says so, or nobody asks."""
    from viewer.picture.compose.last_move import plies

    asked = view.colour == "move" or "colour=move" in show or view.peel.between is not None
    if not asked or item.contents is None or item.node is None:
        return None
    return plies(item.contents.record, item.node, item.position.game.board)


def _switches() -> Mapping[str, tuple[str, ...]]:
    """What `--show` can switch."""
    from model.records.views.view_text import SWITCHES

    return SWITCHES


def _picture_size(text: str) -> tuple[int, int]:
    words = text.partition("x")
    width, height = read_number(words[0]) or 0, read_number(words[2]) or 0
    if not (_LEAST <= width <= _MOST and _LEAST <= height <= _MOST):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not WIDTHxHEIGHT in pixels, {_LEAST} to {_MOST} each"
        )
    return width, height


def _check_output(out: Path) -> None:
    """Refuse a picture that could not be written before the drawing is done."""
    name = str(out)
    try:
        if "\0" in name:
            raise ValueError
        if out.suffix.lower() != ".png":
            raise UsageError(f"{shown(name)}: pictures are PNG, the name ends in .png")
        if out.is_dir():
            raise UsageError(f"{shown(name)} is a folder, not a file")
        if out.exists() and not out.is_file():
            raise UsageError(f"{shown(name)} is a pipe or a device, not a file")
        if not out.parent.is_dir():
            raise UsageError(f"{shown(name)}: the folder it should go to is not there")
        if not os.access(out if out.exists() else out.parent, os.W_OK):
            raise UsageError(f"{shown(name)} may not be written there")
    except (ValueError, OSError):
        raise UsageError(f"{shown(name)} is no file name") from None


def check(words: Sequence[str]) -> int:
    """Validate files, prove puzzles; a line each."""
    parser = Parser("check", "Validate files and lessons, and prove puzzles; folders as well.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file or a folder")
    parser.add_argument(
        "--limit", type=seconds_of, metavar="SECONDS", help="for each puzzle or lesson"
    )
    parser.add_argument("--save", action="store_true", help="write the proofs into the files")
    given = parser.parse_intermixed_args(words)
    from viewer.cli.check import check as check_all

    return check_all(given.files, limit=given.limit, save=given.save)


def solve(words: Sequence[str]) -> int:
    """Print the value of a position with best play, and a line."""
    from model.positions.setup import problems
    from model.search.provers import solve as search

    parser = position_parser("solve", "Find who wins with best play, and how.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--limit", type=seconds_of, default=60.0, metavar="SECONDS", help="for each position (60)"
    )
    given = parser.parse_intermixed_args(words)

    def task(item: Given) -> int:
        if faults := problems(item.position):
            say(f"the position cannot exist: {faults[0]}")
            return UNUSABLE
        start = monotonic()
        with waiting("solving", given.limit) as tell:
            solution = search(item.seen.without_past(), limit=given.limit, tell=tell)
        if solution is None:
            if monotonic() - start < given.limit:
                say("not decided: too much is open here for an exact answer, whatever the limit")
            else:
                more = "--limit SECONDS gives it more time"
                say(f"not decided within {seconds(given.limit)}; {more}")
            return UNDECIDED
        if given.json:
            found = {"winner": solution.winner, "plies": solution.plies}
            print(json.dumps({**found, "line": list(solution.line), "by": solution.by}))
        else:
            who = "a draw" if solution.winner is None else f"{solution.winner} wins"
            print(" ".join([f"{who}:", *solution.line]) if solution.line else who)
        return DONE

    return each(given, task)


def bench(words: Sequence[str]) -> int:
    """Run the benchmarks."""
    parser = Parser("bench", "Measure, with other programs beside us where they are installed.")
    parser.add_argument("names", metavar="NAME", nargs="*")
    given = parser.parse_intermixed_args(words)
    if find_spec("viewer.bench") is None:  # it is left out of the wheel
        say("the benchmarks are not installed: run bench in a checkout of the repository")
        return UNABLE
    from viewer import bench as benchmarks

    try:
        return benchmarks.run(given.names, sys.stdout)
    except ValueError as error:
        raise UsageError(str(error)) from error


def analyze(words: Sequence[str]) -> int:
    """Print what is known of positions, one line of JSON each."""
    from viewer.cli.analyze_command import analyze as run_it

    return run_it(words)


def _later(name: str) -> Callable[[Sequence[str]], int]:
    """Return a command of `viewer.cli.engine_commands`, imported when it is called."""

    def command(words: Sequence[str]) -> int:
        from viewer.cli import engine_commands

        run_it: Callable[[Sequence[str]], int] = getattr(engine_commands, name)
        return run_it(words)

    return command


def _games(words: Sequence[str]) -> int:
    from viewer.cli.games_command import games

    return games(words)


def _tablebase(words: Sequence[str]) -> int:
    from viewer.cli.tablebase_command import tablebase

    return tablebase(words)


_COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "new": new,
    "games": _games,
    "play": play,
    "moves": moves,
    "perft": perft,
    "analyze": analyze,
    "render": render,
    "check": check,
    "solve": solve,
    "bench": bench,
    "bestmove": _later("bestmove"),
    "match": _later("match"),
    "generate": _later("generate"),
    "review": _later("review"),
    "ugi": _later("ugi"),
    "tablebase": _tablebase,
}
