"""The commands of the command line, one function a command; each returns an exit status."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic

from model import registry
from model.contract.game import CHANCE, IllegalMove, MalformedMove, MoveError, Position
from model.kernels import cache_folder
from model.phrases import printable, seconds, shown
from model.positions.setup import is_position, problems
from model.records.record import PositionCache
from model.records.sealing import TurnsTaken, drawn, rolls_before
from viewer.cli.parsing import (
    Given,
    InputError,
    Parser,
    UsageError,
    add_game,
    each,
    game_from,
    one,
    options_of_games,
    position_parser,
    rows_of,
)
from viewer.cli.status import DONE, NO, UNABLE, UNDECIDED, UNUSABLE, say, waiting
from viewer.options.option import seconds_of, some, whole
from viewer.session.files.resources import CHECKOUT

OURS = "pyramidion"
"""The package that brings the games that ship."""


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
    if words and re.fullmatch("[a-z]+(-[a-z]+)*", words[0]) and not os.path.exists(words[0]):
        near = get_close_matches(words[0], _COMMANDS, 1)
        meant = f"; did you mean {near[0]}?" if near else " (see pyramidion --help)"
        what = "command" if len(words) > 1 else "command or file"
        raise UsageError(f"there is no {what} {shown(words[0])}{meant}")
    if len(words) > 1:
        where = "quote a position" if is_position(f"{words[0]} ") else "name one file or position"
        raise UsageError(f"the window opens one thing, not {len(words)}: {where}")
    if words:
        if words[0].startswith("-") and words[0] != "-":
            raise UsageError(f"there is no option {shown(words[0])} (see pyramidion --help)")
        from model.exercises.results import holds_results
        from viewer.session.collections import is_collection

        path = Path(words[0])
        if not is_position(words[0]) and holds_results(path):
            pass  # the window says what it cannot read of them
        elif not is_position(words[0]) and (os.path.isdir(words[0]) or is_collection(path)):
            contents_of(path)
        else:
            item = one(words[:1])  # what cannot be read is refused before anything opens
            if words[0] == "-":
                words = [str(item.position)]
    from viewer.program.startup import run as open_window

    return open_window(*words)


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
    parser = Parser("new", "Print the position a game starts from.", options_of_games)
    add_game(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the game, such as size=5",
    )
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
    parser.add_argument("--limit", type=whole, metavar="N", help="list at most N moves")
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
    parser.add_argument("--divide", action="store_true", help="also count after each first move")
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


def check(words: Sequence[str]) -> int:
    """Validate files, prove puzzles; a line each."""
    parser = Parser("check", "Validate files and lessons, and prove puzzles; folders as well.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file or a folder")
    parser.add_argument(
        "--limit", type=seconds_of, metavar="SECONDS", help="for each puzzle or lesson"
    )
    parser.add_argument("--save", action="store_true", help="write the proofs into the files")
    parser.add_argument("--tree", action="store_true", help="print solutions as trees, too")
    parser.add_argument("--course", action="store_true", help="judge how lessons teach, too")
    given = parser.parse_intermixed_args(words)
    from viewer.cli.check import Courses, Wanted
    from viewer.cli.check import check as check_all

    courses = Courses() if given.course else None
    return check_all(given.files, Wanted(given.limit, given.save, given.tree, courses))


def solve(words: Sequence[str]) -> int:
    """Print the value of a position with best play, and a line."""
    from model.search.provers import solve as search
    from viewer.cli.solution_lines import indented, solution_rows

    parser = position_parser("solve", "Find who wins with best play, and how.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--limit", type=seconds_of, default=60.0, metavar="SECONDS", help="for each position (60)"
    )
    parser.add_argument("--tree", action="store_true", help="print the solution as a tree, too")
    given = parser.parse_intermixed_args(words)

    def task(item: Given) -> int:
        if faults := problems(item.position):
            say(f"the position cannot exist: {faults[0]}")
            return UNUSABLE
        start = monotonic()
        with waiting("solving", given.limit) as notify:
            solution = search(item.seen.without_past(), limit=given.limit, notify=notify)
        if solution is None:
            if monotonic() - start < given.limit:
                say(f"not decided: {_no_value(item.position)}")
            else:
                more = "--limit SECONDS gives it more time"
                say(f"not decided within {seconds(given.limit)}; {more}")
            return UNDECIDED
        if given.json:
            found = {"winner": solution.winner, "plies": solution.plies}
            rows = solution_rows(item, solution) if given.tree else ()
            tree = {"tree": [[row.depth, row.text, row.line] for row in rows]} if given.tree else {}
            print(json.dumps({**found, "line": solution.line, "by": solution.by, **tree}))
        else:
            who = "a draw" if solution.winner is None else f"{solution.winner} wins"
            print(" ".join([f"{who}:", *solution.line]) if solution.line else who)
            for line in indented(solution_rows(item, solution)) if given.tree else ():
                print(line)
        return DONE

    return each(given, task)


def _no_value(position: Position) -> str:
    """Say why a position has no exact value, however long one looks."""
    kind = position.game.kind
    if kind.rolls:
        return "dice decide what comes next, so neither side can force a result"
    if kind.hides:
        return "both sides choose in secret, so no line of moves can be forced"
    if len(position.game.players) != 2:
        return "only games of two players are solved"
    return "too much is open here for an exact answer, whatever the limit"


def bench(words: Sequence[str]) -> int:
    """Run the benchmarks."""
    about = "Measure speed, beside other programs where they are installed."
    parser = Parser("bench", about, _benchmarks)
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to measure (all of it)")
    given = parser.parse_intermixed_args(words)
    if not _in_checkout():
        say("the benchmarks are not installed: run bench in a checkout of the repository")
        return UNABLE
    import benchmarks

    try:
        return benchmarks.run(given.names, sys.stdout)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _in_checkout() -> bool:
    """Whether the benchmarks are here; a folder `benchmarks` in site-packages may be anyone's."""
    return (CHECKOUT / "benchmarks" / "peers.txt").is_file()


def _benchmarks() -> str:
    """The names of the benchmarks, as a help text."""
    if not _in_checkout():
        return "The benchmarks are not installed: run bench in a checkout of the repository."
    from benchmarks import BENCHMARKS

    return rows_of("names", BENCHMARKS.items())


def games(words: Sequence[str]) -> int:
    """List the games with their packages; those that cannot be used cost a sentence each."""
    parser = Parser("games", "List the games, and the packages that bring them.")
    parser.add_argument("--json", action="store_true", help="as JSON, one object")
    given = parser.parse_args(words)

    from model.puzzles.proof import this_version
    from viewer.games.registry import view_faults

    faults = registry.faults()
    found = []
    for name, kind in registry.kinds().items():
        plugin = registry.plugin_of(name)
        found.append(
            {
                "game": name,
                "title": kind.title,
                "credit": kind.credit,
                "package": OURS if plugin is None else plugin.package,
                "version": this_version() if plugin is None else plugin.version,
            }
        )
    if given.json:
        refused = [
            {"game": one.name, "package": one.package, "version": one.version, "fault": why}
            for one, why in faults.items()
        ]
        print(json.dumps({"games": found, "refused": refused}))
        return DONE
    for game in found:
        row = (game["game"], game["title"], f"{game['package']} {game['version']}")
        print("\t".join(map(printable, row)))
    for why in (*faults.values(), *view_faults().values()):
        say(why)
    return DONE


def open_files(words: Sequence[str]) -> int:
    """Open files in the window that runs, else in a new one."""
    parser = Parser(
        "open",
        "Open files in the window that is open already, and bring it to the front; where none is,"
        " open a window.",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="a file, a folder or a position")
    given = parser.parse_args(words)
    targets = [one if is_position(one) else os.path.abspath(one) for one in given.files]
    from viewer.window.handed.running_window import hand_over

    if hand_over(targets):
        return DONE
    from viewer.program.startup import run
    from viewer.window.display_check import has_display

    if targets and not has_display():
        say("there is no display, so nothing can be opened; render and export need none")
        return UNABLE
    return run(*targets)


def warm(words: Sequence[str]) -> int:
    """Compile every kernel that is not compiled yet, and say how far it has come."""
    parser = Parser(
        "warm",
        "Compile ahead what the program thinks with, for this computer: a minute or two, once after"
        " each installation. The window does so by itself when it first opens.",
    )
    parser.add_argument(
        "--jobs",
        type=some,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that compile at once; every core without it",
    )
    given = parser.parse_args(words)
    import model
    from model.linked_kernels import are_brought
    from model.play.warm import is_warm, warm_together
    from viewer.scene.hidden import unseen

    if are_brought():
        print("Nothing is to be done: this package brings everything compiled.")
        return DONE
    if cache_folder(Path(model.__file__).parent) is None:
        say("nothing can be kept: the cache folder cannot be written")
        return UNABLE
    if is_warm() and unseen.is_compiled():
        print("Nothing is to be done: everything is compiled.")
        return DONE
    warm_together(
        given.jobs, lambda done, total, part: print(f"{done} of {total}: {part}", flush=True)
    )
    unseen.load()
    print("Everything is compiled.")
    return DONE


def _later(module: str, name: str) -> Callable[[Sequence[str]], int]:
    """Return a command of a module beside this one, imported when it is called."""

    def command(words: Sequence[str]) -> int:
        run_it: Callable[[Sequence[str]], int] = getattr(
            import_module(f"viewer.cli.{module}"), name
        )
        return run_it(words)

    return command


_COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "new": new,
    "games": games,
    "play": play,
    "moves": moves,
    "perft": perft,
    "analyze": _later("analyze_command", "analyze"),
    "render": _later("export_command", "render"),
    "export": _later("export_command", "export"),
    "check": check,
    "solve": solve,
    "bench": bench,
    "bestmove": _later("engine_commands", "bestmove"),
    "match": _later("engine_commands", "match"),
    "generate": _later("engine_commands", "generate"),
    "review": _later("engine_commands", "review"),
    "ugi": _later("engine_commands", "ugi"),
    "results": _later("results_command", "results"),
    "dataset": _later("dataset_command", "dataset"),
    "tablebase": _later("tablebase_command", "tablebase"),
    "open": open_files,
    "warm": warm,
}
