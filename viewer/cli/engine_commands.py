"""The commands that think: the best move, matches between players, puzzles in number, UGI."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

from model.contract.game import CHANCE, Game, MoveError, Position
from model.contract.hooks import hooks_of
from model.contract.search import Budget
from model.notation.tokens import NotationError, read_number
from model.phrases import counted, shown
from model.play.batch import BatchError, cluster, pool, run_all
from model.play.kept_lines import KeptLinesError
from model.play.levels import HIGHEST, HIGHEST_SECONDS, LOWEST, calibrated, level_of
from model.play.matches import match as matches
from model.play.matches.elo import strength, verdict
from model.play.opponent import (
    Opponent,
    PlayerError,
    Situation,
    engine_for,
    never,
    refusal,
    refusal_of_open,
)
from model.play.programs.foreign import ForeignPlayer
from model.play.programs.ugi import UgiProgram
from model.play.review import ReviewedMove, budget_of, judged, line_through, looks_at, mistakes
from model.play.review import review as evaluated
from model.positions.setup import is_position, problems, read_position
from model.puzzles.generate import MinedGame, generate_in_batches, mine
from model.puzzles.request import CHOSEN, PuzzleRequest, request_fault, wanted_in
from model.records import files
from model.records import record as records
from model.records.files import Contents, FileError, read_bytes, save, save_collection
from model.records.record import Evaluation
from model.registry import SHIPPED, kinds
from viewer.cli.parsing import (
    Given,
    Parser,
    PlaceInFile,
    UsageError,
    add_game,
    each,
    game_from,
    one,
    position_parser,
)
from viewer.cli.status import DONE, NO, UNABLE, UNUSABLE, say, waiting
from viewer.options.option import seconds_of, some, whole

# Games out of files, for commands that look at what was played: records, collections, matches.


def courses_of(paths: Sequence[str]) -> list[MinedGame]:
    """Return the games that files hold, their main lines each; UsageError where one cannot be read.

    Puzzles, lessons and positions among them are left out.
    """
    found = [course for path in paths for course in _in_file(path)]
    if not found:
        raise UsageError(f"{shown(paths[0])} holds no game")
    for course in found:
        try:
            read_position(course.start).replay(course.moves)
        except (NotationError, MoveError) as error:
            raise UsageError(f"{shown(course.source)}: {error}") from error
    return found


def _in_file(path: str) -> Iterator[MinedGame]:
    try:
        data = files.read_bytes(path)
        played = matches.lines_of_match(data)
        if played is not None:
            name = files.shown_path(path)
            for number, (opening, moves, players) in enumerate(played, start=1):
                yield MinedGame(opening, moves, f"{name}, game {number}, {players}")
            return
        held = files.parse_any(data, path)
    except FileError as error:
        raise UsageError(str(error)) from error
    for number, item in enumerate(held.items, start=1):
        record = item.record
        if record.kind != "game" or not len(record):
            continue
        start, line = records.line_to(record, records.last_of_main_line(record))
        name = record.headers.get("title") or f"{files.shown_path(path)}#{number}"
        yield MinedGame(start, tuple(record.nodes[node].move for node in line), name)


MOST_GAMES = 100_000
OPENINGS = 50
"""Different openings that are made for a match; a longer one plays them again."""


def bestmove(words: Sequence[str]) -> int:
    """Print the move that an opponent of a level would play."""
    parser = position_parser("bestmove", "Find a good move.")
    parser.add_argument("--level", type=whole, default=HIGHEST, metavar="N", help="1 to 10 (10)")
    parser.add_argument(
        "--limit",
        type=seconds_of,
        metavar="SECONDS",
        help=f"for each position ({HIGHEST_SECONDS:g} at level 10, else none)",
    )
    parser.add_argument("--nodes", type=some, metavar="N", help="search about N positions")
    _add_seed(parser)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_intermixed_args(words)
    if not LOWEST <= given.level <= HIGHEST:
        raise UsageError(f"level must be from {LOWEST} to {HIGHEST} (you gave {given.level})")
    limit = given.limit
    if limit is None and given.nodes is None and given.level == HIGHEST:
        limit = HIGHEST_SECONDS

    def task(item: Given) -> int:
        position = item.position.seen_by(item.position.to_move)  # as whoever moves knows it
        fault = refusal(position.game)
        if faults := problems(position):
            fault = f"the position cannot exist: {faults[0]}"
        if fault:
            say(fault)
            return UNUSABLE
        if position.outcome is not None or not position.legal_moves:
            say("the game is over: there is no move")
            return NO
        if position.to_move == CHANCE:
            say("dice are to be rolled: nobody chooses this move")
            return NO
        level = level_of(position.game.kind, given.level)
        budget = Budget(given.nodes or level.nodes, seed=given.seed)
        opponent = Opponent(engine_for(position.game), level, budget)
        with waiting("thinking", limit or HIGHEST_SECONDS):
            move, found = opponent.think(position, limit)
        if not given.json:
            print(move)
            return DONE
        score, mover = calibrated(found).moves[move], position.to_move
        assert mover is not None
        line = list(found.line) if found.line[:1] == (move,) else [move]
        answer: dict[str, object] = {
            "move": move,
            "score": round(score.value[position.game.players.index(mover)], 4),
            "proved": score.proved,
            "line": line,
            "nodes": found.nodes,
        }
        print(json.dumps(answer))
        return DONE

    return each(given, task)


def match(words: Sequence[str]) -> int:
    """Play a match and print what it says about strength."""
    parser = Parser(
        "match", f"Let players play, one a seat: a level, {matches.PLAIN}, a UGI engine."
    )
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help=f"1 to 10, 9:NODES, 10:0.2s, {matches.PLAIN}, {matches.PLAIN}:2s, "
        f"{matches.NOVICE}, {matches.RANDOM}, COMMAND",
    )
    parser.add_argument(
        "--games", type=some, default=100, metavar="N", help="number of games (default 100)"
    )
    parser.add_argument("--limit", type=seconds_of, metavar="SECONDS", help="for a move")
    parser.add_argument("--nodes", type=some, metavar="N", help="for a move")
    parser.add_argument(
        "--openings",
        default="partition:size=5,rules=free",
        metavar="FILE|GAME",
        help="positions, one a line, or a game to make some of",
    )
    parser.add_argument(
        "--balance",
        type=some,
        metavar="PLAYOUTS",
        help=f"judge openings by games of {matches.PLAIN} too",
    )
    _add_seed(parser)
    parser.add_argument(
        "--until",
        type=whole,
        metavar="ELO",
        help="stop early when a 95 %% sequential test decides whether A is ELO points stronger",
    )
    parser.add_argument(
        "--proved", action="store_true", help="end games whose end a player has proved"
    )
    parser.add_argument("--out", metavar="FILE", help="append games to FILE; resume from it")
    _add_workers(parser)
    given = parser.parse_intermixed_args(words)
    if given.games > MOST_GAMES:
        raise UsageError(f"a match has at most {MOST_GAMES} games, not {given.games}")
    rules = matches.MatchRules(given.limit, given.nodes, given.seed, given.proved)
    players = tuple(given.players)
    try:
        thinks = not set(players) <= {matches.RANDOM, matches.NOVICE}
        listed, game = _openings(given.openings, thinks=thinks)
        _check_seats(parser, given, game)
        for word in dict.fromkeys(players):
            _try_out(word, game, rules)
        starts = listed or _made(game, given)
        if (rules.seconds, rules.nodes) == (None, None) and str(HIGHEST) in players:
            rules = matches.MatchRules(HIGHEST_SECONDS, None, given.seed, given.proved)
        groups = matches.round_robins_of(starts, players, rules, given.games)
        return _match(given, groups) if len(players) == 2 else _match_of_many(given, groups)
    except (PlayerError, BatchError, KeptLinesError) as error:
        raise UsageError(str(error)) from error


def _try_out(word: str, game: Game, rules: matches.MatchRules) -> None:
    """Raise PlayerError where a player cannot play: not only once a game has begun."""
    player = matches.player_of(word, game, rules, 0)
    try:
        if isinstance(player, ForeignPlayer):
            player.get_ready(Situation.begun(game.start(), ()), never)
    finally:
        player.close()


def _check_seats(parser: Parser, given: argparse.Namespace, game: Game) -> None:
    """Refuse a match that has not as many players as the game has seats."""
    seats, players = _seats(game), given.players
    if seats == 2 and len(players) < 2:
        parser.error("the following arguments are required: PLAYER")
    if seats == 2 and len(players) > 2:
        parser.error(f"unrecognized arguments: {' '.join(players[2:])}")
    if len(players) != seats:
        said = f"{game.kind.title} has {counted(seats, 'seat')} here"
        raise UsageError(
            f"{said}, and {counted(len(players), 'player')} would play: name one a seat"
        )
    if seats == 2:
        return
    for name in ("until", "balance", "proved"):
        if getattr(given, name) not in (None, False):
            raise UsageError(f"--{name} is for matches of two players, not of {seats}")


def _seats(game: Game) -> int:
    return len(hooks_of(game.kind).seated(game))


def _match(given: argparse.Namespace, pairs: Sequence[matches.RoundRobin]) -> int:
    def is_enough(games: Sequence[matches.PlayedGame]) -> bool:
        return (
            given.until is not None
            and verdict(matches.points_of_pairs(games), 0.0, given.until) is not None
        )

    file = matches.MatchFile(given.out, pairs) if given.out else None
    games = _play_on(
        given,
        file,
        pairs,
        matches.play_pair,
        lambda games: str(strength(matches.points_of_pairs(games))),
        is_enough,
    )
    points = matches.points_of_pairs(games)
    a, b = given.players
    print(f"{a} against {b}: {strength(points)}")
    wins, losses = points.count(2.0), points.count(0.0)
    split = counted(len(points) - wins - losses, "pair")
    print(f"pairs won whole: {wins} by {a}, {losses} by {b}; {split} shared")
    if given.until is not None:
        better = verdict(points, 0.0, given.until)
        says = {True: "yes", False: "no", None: "not decided"}[better]
        print(f"{given.until} Elo better rather than equal: {says}")
    _say_failures(games)
    return DONE


def _match_of_many(given: argparse.Namespace, tables: Sequence[matches.RoundRobin]) -> int:
    file = matches.RoundRobinFile(given.out, tables) if given.out else None
    games = _play_on(
        given,
        file,
        tables,
        matches.play_round_robin,
        lambda games: str(matches.standings(games, given.players)[0]),
    )
    for standing in matches.standings(games, given.players):
        print(standing)
    _say_failures(games)
    return DONE


def _play_on(
    given: argparse.Namespace,
    file: matches.GamesFile[matches.G] | None,
    groups: Sequence[matches.RoundRobin],
    play: Callable[[matches.RoundRobin], tuple[matches.G, ...]],
    standing: Callable[[Sequence[matches.G]], str],
    is_enough: Callable[[Sequence[matches.G]], bool] = lambda games: False,
) -> list[matches.G]:
    """Play the groups of a match that its file does not hold; return all games."""
    games = list(file.games) if file else []
    done = set(map(matches.group_of, games))
    left = [group for group in groups if group.number not in done]
    enough = False

    def stop() -> bool:
        return enough

    for _, played in run_all(play, left, _executor(given), stop):
        games += played
        if file:
            file.add(played)
        say(f"{len(games)} games played: {standing(games)}")
        enough = is_enough(games)
    return games


def _say_failures(games: Sequence[matches.PlayedGame] | Sequence[matches.RoundRobinGame]) -> None:
    for said in dict.fromkeys(game.how for game in games if " " in game.how):
        say(said)


def _openings(word: str, *, thinks: bool) -> tuple[list[str], Game]:
    """Return the positions of a file, none where a game is named, and the game they are of.

    Where somebody `thinks`, only what engines play will do.
    """
    if not is_position(f"{word} ") and not any(word.startswith(f"{name}:") for name in kinds()):
        try:
            text = read_bytes(word).decode("utf-8")
        except (FileError, UnicodeDecodeError) as error:
            raise UsageError(f"{shown(word)} is neither a game nor a file of positions") from error
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines, start=1):
            try:
                position = read_position(line, number)
            except NotationError as error:
                raise UsageError(f"{word}, line {number}: {error.message}") from error
            if thinks and (why := refusal(position.game)):
                raise UsageError(f"{word}, line {number}: {why}")
            if _seats(position.game) != _seats(read_position(lines[0]).game):
                said = "as many players as those before it have"
                raise UsageError(f"{word}, line {number}: a match is of positions with {said}")
        if not lines:
            raise UsageError(f"{shown(word)} holds no position")
        return lines, read_position(lines[0]).game
    name, _, options = word.partition(":")
    return [], _game(name, [part for part in options.split(",") if part], thinks=thinks)


def _made(game: Game, given: argparse.Namespace) -> list[str]:
    """Return balanced openings of a game; its start where dice or more players make each differ."""
    if game.kind.rolls or _seats(game) != 2:
        return [str(game.start())]
    count = min((given.games + 1) // 2, OPENINGS)
    with waiting("making balanced openings", 600):
        found = matches.openings(game, given.seed, playouts=given.balance)
        return [str(position) for position in islice(found, count)]


def _game(name: str, options: Sequence[str], *, thinks: bool = True) -> Game:
    game = game_from(name, options)
    if thinks and (why := refusal(game)):
        raise UsageError(why)
    return game


def _check_folder(out: str | None) -> None:
    if out and not Path(out).absolute().parent.is_dir():
        raise UsageError(f"{shown(out)}: the folder it should go to is not there")


def _add_seed(parser: Parser) -> None:
    what = "random seed (default 0)"
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help=what)


def _add_workers(parser: Parser) -> None:
    parser.add_argument("--jobs", type=some, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--dask", metavar="ADDRESS", help="an existing Dask cluster")


def _executor(given: argparse.Namespace) -> Callable[[], Executor]:
    if given.dask:
        return lambda: cluster(given.dask)
    return lambda: pool(given.jobs)


def generate(words: Sequence[str]) -> int:
    """Make puzzles, each proved sound; a line each, or a collection."""
    wanted = (name for kind in SHIPPED for name in wanted_in(kind))
    asked = ",".join(dict.fromkeys((*wanted, *CHOSEN, "any")))
    parser = Parser("generate", "Make puzzles, each proved sound.")
    add_game(parser, needed=False)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    source = "of played games: a file of games, or what match --out wrote"
    parser.add_argument("--from", dest="games", action="append", metavar="GAMES", help=source)
    parser.add_argument(
        "--count", type=some, default=10, metavar="N", help="number of puzzles (default 10)"
    )
    what, kinds = "what the puzzles ask for (win)", f"{{{asked}}}"
    parser.add_argument("--kind", default="win", metavar=kinds, help=what)
    parser.add_argument("--moves", type=_span, default=(1, 3), metavar="A..B", help="(1..3)")
    parser.add_argument("--limit", type=seconds_of, metavar="SECONDS", help="for all of them")
    _add_seed(parser)
    parser.add_argument("--out", metavar="FILE", help="write them as a collection")
    _add_workers(parser)
    given = parser.parse_intermixed_args(words)
    if not (given.game or given.games):
        parser.error("the following arguments are required: GAME")
    courses = courses_of(given.games) if given.games else []
    name, options = given.game, given.option
    if not name:  # the game that the first of them is of
        name, _, settings = courses[0].start.partition(" ")[0].partition(":")
        options = [*filter(None, settings.split(",")), *options]
    game = _game(name, options)
    shortest, longest = given.moves
    request = PuzzleRequest(game, given.count, shortest, longest, given.kind, seed=given.seed)
    if fault := request_fault(request):
        raise UsageError(fault)
    _check_folder(given.out)
    try:
        with waiting("making puzzles", given.limit or 600) as notify:
            if courses:
                made = mine(courses, request, _executor(given), given.limit, notify)
            else:
                made = generate_in_batches(request, _executor(given), given.limit, notify)
    except BatchError as error:
        raise UsageError(str(error)) from error
    if given.out:
        try:
            save_collection(given.out, made.collection())
        except FileError as error:
            say(str(error))
            return UNABLE
    else:
        for one in made.made:
            print(f"{one.position}\t{one.title}")
    if len(made.made) < given.count:
        say(f"{len(made.made)} of {given.count} puzzles were found")
        return NO
    return DONE


def _span(text: str) -> tuple[int, int]:
    words = text.split("..")
    numbers = [read_number(word) for word in words]
    if len(numbers) == 1:
        numbers *= 2
    first, last = numbers[0], numbers[-1]
    if len(numbers) != 2 or first is None or last is None or not 1 <= first <= last:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a range of moves: write it like 2..4"
        )
    return first, last


def review(words: Sequence[str]) -> int:
    """Judge the moves of a game."""
    parser = Parser("review", "Review a game: how good each move was, and what was better.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--node", type=whole, metavar="N", help="the line through this node")
    parser.add_argument("--item", type=whole, metavar="N", help="of a collection: this item")
    spent = parser.add_mutually_exclusive_group()
    spent.add_argument("--nodes", type=some, metavar="N", help="search N positions a move")
    spent.add_argument("--limit", type=seconds_of, metavar="SECONDS", help="for each position")
    _add_seed(parser)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each move")
    parser.add_argument("--out", metavar="FILE", help="write the game with what was found")
    _add_workers(parser)
    return _reviewed(parser.parse_intermixed_args(words))


def _reviewed(given: argparse.Namespace) -> int:
    """Review the game that the command line names; returns the exit status."""
    item = one([given.file], PlaceInFile(given.node, item=given.item))
    contents = item.contents
    if contents is None:
        raise UsageError("a review needs a game with moves, and this is a position")
    if why := refusal_of_open(item.position.game):
        raise UsageError(why)
    _check_folder(given.out)
    record = contents.record
    line = line_through(record, records.ROOT if item.node is None else item.node)
    if len(line) < 2:
        say("there are no moves to review")
        return NO
    budget = _budget(given, item.position)
    looks = looks_at(record, line, budget, given.limit)
    found: dict[int, Evaluation] = {}
    alone = given.jobs == 1 and not given.dask
    make = None if alone else _executor(given)
    try:
        with waiting("reviewing") as notify:
            for node, evaluation in evaluated(looks, make=make):
                found[node] = evaluation
                notify(f"{len(found)} of {len(looks)} positions")
    except BatchError as error:
        if given.out and found and _keep(given.out, contents, found) == DONE:
            say(f"what was found is kept: review {shown(given.out)} to go on from there")
        raise UsageError(str(error)) from error
    moves, missing = judged(record, line, found), len(looks) - len(found)
    if missing and not moves:
        say("no move of this game could be judged")
        return NO
    if missing:
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


def ugi(words: Sequence[str]) -> int:
    """Speak UGI on standard input and output."""
    parser = Parser("ugi", "Speak the Universal Game Interface, as tournament programs do.")
    parser.parse_intermixed_args(words)
    if sys.stdin is None:
        raise UsageError("there is no standard input: UGI is spoken there, a command a line")
    if isinstance(sys.stdin, TextIOWrapper):  # what is not UTF-8 is a bad line like others
        sys.stdin.reconfigure(errors="replace")
    UgiProgram(lambda line: print(line, flush=True), loaded).run(iter(sys.stdin.readline, ""))
    return DONE


def loaded() -> None:
    """Have Python's collector pass over what is there now, since it stays.

    A look at all of it takes longer than an engine may take to stop, and numba brings much of it.
    """
    gc.collect()
    gc.freeze()
