"""`pyramidion tablebase`: tables of solved games are built, listed, verified and removed."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from msgspec import structs

from model.contract import tables
from model.contract.game import Game
from model.contract.hooks import hooks_of
from model.phrases import listed, shown
from model.records.atomic_write import write_whole
from model.registry import SHIPPED, kinds
from model.tablebase import checkpoint, library
from model.tablebase.building import size
from viewer.cli.parsing import Parser, UsageError, add_game, game_from
from viewer.cli.status import DONE, INTERRUPTED, NO, UNABLE, UNUSABLE, say
from viewer.options.option import seconds_of

# Plots of what a table says, as SVG: columns that are told apart by colour and by a key.

WIDTH, HEIGHT = 760, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 64, 52
COLOURS = ("#2f6fb0", "#d9822b", "#9aa3ad")
"""Wins, losses, draws: told apart also by who does not see red and green, and in print."""
_INK, _GRID, _PAPER = "#22272e", "#d5dae0", "#ffffff"


class ColumnChart(NamedTuple):
    """Columns, each of one or several parts on top of each other.

    Attributes
    ----------
    title, across, upwards
        What is said above, below and beside.
    labels
        One a column.
    parts
        For each part of the columns its name and its numbers, the lowest first.
    percent
        Whether numbers are parts of 1.
    """

    title: str
    across: str
    upwards: str
    labels: Sequence[str]
    parts: Sequence[tuple[str, Sequence[float]]]
    percent: bool = False


def drawn(plot: ColumnChart) -> str:
    """Return a plot as the text of an SVG file."""
    sums = [sum(numbers) for numbers in zip(*(part for _, part in plot.parts), strict=True)]
    top, step = (1.0, 0.25) if plot.percent else _round_top(max(sums, default=1.0))
    wide, high = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="DejaVu Sans, Arial, sans-serif" font-size="12" fill="{_INK}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        _text(_LEFT, 24, plot.title, 'font-size="16" font-weight="bold"'),
    ]
    at = 0.0
    while at <= top * 1.0001:
        y = _TOP + high * (1 - at / top)
        out.append(f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="{_GRID}"/>')
        out.append(_text(_LEFT - 8, y + 4, _number(at, plot.percent), 'text-anchor="end"'))
        at += step
    column = wide / max(1, len(plot.labels))
    every = max(1, -(-len(plot.labels) // 32))
    for k, label in enumerate(plot.labels):
        x, y = _LEFT + column * k, float(_TOP + high)
        for (_, numbers), colour in zip(plot.parts, COLOURS, strict=False):
            tall = high * numbers[k] / top
            y -= tall
            if tall > 0:
                out.append(
                    f'<rect x="{x + column * 0.1:.1f}" y="{y:.1f}" width="{column * 0.8:.1f}" '
                    f'height="{tall:.1f}" fill="{colour}"/>'
                )
        if k % every == 0:
            out.append(_text(x + column / 2, _TOP + high + 16, label, 'text-anchor="middle"'))
    out.append(_text(_LEFT + wide / 2, HEIGHT - 14, plot.across, 'text-anchor="middle"'))
    out.append(_text(_LEFT, 46, plot.upwards, 'fill="#57606a"'))
    x = float(WIDTH - _RIGHT)
    for (name, numbers), colour in reversed(list(zip(plot.parts, COLOURS, strict=False))):
        if len(plot.parts) > 1 and any(numbers):
            x -= 7.5 * len(name) + 26
            out.append(f'<rect x="{x:.1f}" y="36" width="12" height="12" fill="{colour}"/>')
            out.append(_text(x + 17, 46, name, ""))
    return "\n".join([*out, "</svg>", ""])


def _text(x: float, y: float, words: str, more: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _round_top(most: float) -> tuple[float, float]:
    """Return a round number not below `most`, and the step of the lines up to it."""
    step = 1.0
    while True:
        for factor in (1, 2, 2.5, 5):
            if step * factor * 5 >= most:
                lines = -(-most // (step * factor))
                return step * factor * max(1.0, lines), step * factor
        step *= 10


def _number(value: float, percent: bool) -> str:
    if percent:
        return f"{value:.0%}"
    for unit, sign in ((1e9, " bn"), (1e6, " M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{sign}"
    return f"{value:g}"


# The figures of a table as a page of Markdown and three plots.


def page(figures: tables.TableFigures, path: Path) -> str:
    """Return the figures as Markdown: the table at `path` in words, then tables of numbers."""
    return "\n".join(_lines(figures, path)) + "\n"


def _lines(figures: tables.TableFigures, path: Path) -> Iterator[str]:
    header, counts = figures.header, figures.by_distance
    wins, losses, draws = sum(counts[1::2]), sum(counts[2::2]), counts[0]
    options = ", ".join(f"`{key}={word}`" for key, word in header.options.items())
    yield f"### {options}"
    yield ""
    yield f"{header.states:,} states: {wins:,} won by the side to move, {losses:,} lost, "
    yield f"{draws:,} drawn. {size(path.stat().st_size)} on the disk, "
    yield f"{header.figures.get('seconds', '?')} s of CPU."
    yield ""
    if figures.first_moves:
        yield "| first move | alike | worth | plies |"
        yield "| --- | --- | --- | --- |"
        for first in figures.first_moves:
            yield f"| {first.move} | {first.alike} | {first.value} | {first.distance or ''} |"
        yield ""
    yield f"| {figures.pieces} | won | lost | drawn | zugzwangs | mutual | longest |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for row in figures.by_pieces:
        yield f"| {row.of} | {' | '.join(f'{n:,}' for n in row.counts)} | {row.longest} |"
    yield ""
    if figures.by_lead:
        yield "| lead in reserve | leader wins | leader loses | drawn | leader loses of all |"
        yield "| --- | --- | --- | --- | --- |"
        for row in figures.by_lead:
            share = row.counts[1] / max(1, sum(row.counts))
            yield f"| {row.of} | {' | '.join(f'{n:,}' for n in row.counts)} | {share:.4%} |"
        yield ""
    yield "The longest wins:"
    yield ""
    for position, plies in figures.longest:
        yield f"* {plies} plies: `{position}`"


def plots(figures: tables.TableFigures, name: str) -> dict[str, str]:
    """Return the plots by the names of their files; of leads only where there are any."""
    title = " ".join(figures.header.options.values()).capitalize()
    distances, called = figures.by_distance, figures.pieces
    last = max((k for k, count in enumerate(distances) if count), default=0)

    def shares(
        heading: str, across: str, every: str, rows: Sequence[tables.Tally], parts: Sequence[str]
    ) -> str:
        return drawn(
            ColumnChart(
                f"{title}: {heading}",
                across,
                f"share of all states with that {every}",
                [row.of for row in rows],
                [
                    (what, [row.counts[k] / max(1, sum(row.counts[:3])) for row in rows])
                    for k, what in enumerate(parts)
                ],
                percent=True,
            )
        )

    drawings = {
        f"{name}-{called}.svg": shares(
            f"what states are worth, by {called} on the board",
            f"{called} on the board",
            f"many {called}",
            figures.by_pieces,
            ("won", "lost", "drawn"),
        ),
        f"{name}-distances.svg": drawn(
            ColumnChart(
                f"{title}: how far the end is",
                "plies to the end with best play",
                "states",
                [str(k) for k in range(1, last + 1)],
                [
                    ("won", [float(distances[k]) if k % 2 else 0.0 for k in range(1, last + 1)]),
                    ("lost", [0.0 if k % 2 else float(distances[k]) for k in range(1, last + 1)]),
                ],
            )
        ),
    }
    if figures.by_lead:
        drawings[f"{name}-leaders.svg"] = shares(
            "what the side with more in reserve makes of it",
            "lead in reserve",
            "lead",
            figures.by_lead,
            ("wins", "loses", "draws"),
        )
    return drawings


_COMMANDS = ("build", "list", "verify", "figures", "remove")
_EVERY = 0.5
"""Seconds between two lines of progress."""


def tablebase(words: Sequence[str]) -> int:
    """Do what the first word says."""
    tasks: dict[str, Callable[[Sequence[str]], int]] = {
        "build": _build,
        "list": _list,
        "verify": _verify,
        "remove": _remove,
        "figures": _figures,
    }
    if words[:1] and words[0] in tasks:
        try:
            return tasks[words[0]](words[1:])
        except tables.TableError as error:
            say(str(error))
            return UNABLE
    parser = Parser("tablebase", "Tables that know every position of a game.")
    parser.add_argument("command", choices=_COMMANDS, help="each of them has --help")
    parser.parse_args(words)
    return UNUSABLE


# -- build ---------------------------------------------------------------------------------------


def _build(words: Sequence[str]) -> int:
    parser = Parser("tablebase build", "Build the table of a game, or resume building it.")
    with_tables = [kind.name for kind in SHIPPED if hooks_of(kind).tables is not None]
    add_game(parser, games=listed(with_tables, "or"))
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    for name in _option_names():
        parser.add_argument(f"--{name}", metavar="WORD", help=f"the same as --option {name}=WORD")
    parser.add_argument(
        "--memory",
        type=_gigabytes,
        metavar="GB",
        help="memory limit; less than the game needs is slower",
    )
    parser.add_argument(
        "--no-distance", action="store_true", help="store only win, loss and draw: a smaller file"
    )
    parser.add_argument(
        "--checkpoint",
        type=seconds_of,
        default=120.0,
        metavar="SECONDS",
        help="save a checkpoint every N seconds (120)",
    )
    _add_folder(parser)
    parser.add_argument(
        "--json", action="store_true", help="progress in JSON; reads pause, resume, cancel, discard"
    )
    given = parser.parse_intermixed_args(words)
    game = _game(given)
    maker, path = library.maker_for(game), library.table_path(game, given.folder)
    if maker is None or path is None:
        raise UsageError(_no_table(game))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"{path.parent}: cannot be used: {why}") from error
    plan = tables.BuildPlan(path, given.memory, not given.no_distance, given.checkpoint)
    control = _Control(given.json)
    try:
        with _progress(given.json) as notify:
            for stage in maker.build(game, plan, control):
                notify(stage)
    except tables.BuildCancelled:
        kept = path.with_suffix(".checkpoint")
        if control.discards:
            checkpoint.drop(kept)
        there = kept.exists()
        _end(
            given.json,
            "cancelled",
            "the same command goes on from the last checkpoint" if there else "nothing is kept",
        )
        return INTERRUPTED
    except (tables.TableError, MemoryError) as error:
        text = str(error) if isinstance(error, tables.TableError) else "there is too little memory"
        _end(given.json, "failed", text)
        return UNABLE
    finally:
        control.let_go()
    # Here, so that the window need not compile what looks a position up.
    table = library.open_table(kinds(), path)
    table.probe(game.start())
    table.close()
    if given.json:
        print(json.dumps({"stage": "done", "path": str(path)}), flush=True)
    else:
        found = library.found_tables(kinds(), path.parent)
        print(_line(next(one for one in found if one.path == path)))
    return DONE


class _Control:
    """What is asked between two steps of a build: whether to wait, or to stop."""

    def __init__(self, listens: bool) -> None:
        self.discards = False
        self._said: SimpleQueue[str] = SimpleQueue()
        self._before: dict[int, Any] = {}
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(ValueError):  # not the main thread: nobody sends signals there
                self._before[number] = signal.signal(number, lambda *_: self._said.put("cancel"))
        if listens:
            Thread(target=self._listen, name="build-commands", daemon=True).start()

    def let_go(self) -> None:
        """Have signals end the program again."""
        for number, before in self._before.items():
            signal.signal(number, before)

    def _listen(self) -> None:
        # Not by `sys.stdin`: a thread that waits there holds a lock that Python needs when it ends.
        with suppress(OSError, ValueError, AttributeError):
            number, begun = sys.stdin.fileno(), b""
            while data := os.read(number, 1024):
                *lines, begun = (begun + data).split(b"\n")
                for line in lines:
                    self._said.put(line.decode("utf-8", "replace").strip())

    def __call__(self) -> None:
        waits = False
        while True:
            try:
                word = self._said.get(timeout=0.2) if waits else self._said.get_nowait()
            except Empty:
                if not waits:
                    return
                continue
            if word in ("cancel", "discard"):
                self.discards = word == "discard"
                raise tables.BuildCancelled
            waits = word == "pause" or (waits and word != "resume")


@contextmanager
def _progress(as_json: bool) -> Iterator[Callable[[tables.BuildPhase], None]]:
    """Tell how far a build has come: lines of JSON, or one line of a terminal."""
    last, terminal = 0.0, sys.stderr is not None and sys.stderr.isatty()
    shown_name = ""

    def notify(stage: tables.BuildPhase) -> None:
        nonlocal last, shown_name
        if monotonic() - last < _EVERY and stage.name == shown_name:
            return
        last, shown_name = monotonic(), stage.name
        if as_json:
            message = {
                "stage": stage.name,
                "done": stage.done,
                "total": stage.total,
                "left": None if stage.left is None else round(stage.left, 1),
                "text": stage.text,
            }
            print(json.dumps(message), flush=True)
        elif terminal:
            part = f"{stage.done / max(1, stage.total):.0%}"
            if stage.left is not None:
                long = stage.left >= 90
                left = f"{stage.left / 60:.0f} minutes" if long else f"{stage.left:.0f} seconds"
                part += f", {left} left"
            sys.stderr.write(f"\r{stage.name}: {stage.text}, {part}\033[K")
            sys.stderr.flush()

    try:
        yield notify
    finally:
        if terminal and not as_json:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def _end(as_json: bool, stage: str, text: str) -> None:
    if as_json:
        print(json.dumps({"stage": stage, "text": text}), flush=True)
    else:
        say(text if stage == "failed" else f"{stage}: {text}")


def _option_names() -> list[str]:
    """Return the options that tell tables of one kind of game apart."""
    names: dict[str, None] = {}
    for kind in SHIPPED:
        maker = hooks_of(kind).tables
        games = () if maker is None else maker.games()
        for option in kind.options:
            if len({game.options.get(option.name) for game in games}) > 1:
                names[option.name] = None
    return list(names)


def _game(given: argparse.Namespace) -> Game:
    words = list(given.option)
    for name in _option_names():
        word = vars(given)[name.replace("-", "_")]
        if word is not None:
            words.append(f"{name}={word}")
    return game_from(given.game, words)


def _no_table(game: Game) -> str:
    """Say which tables there are of a kind of game, in place of the one that was asked for."""
    maker = hooks_of(game.kind).tables
    if maker is None:
        return f"there are no tables of {game.kind.title}"
    names = [maker.file_name(one).removesuffix(library.ENDING) for one in (game, *maker.games())]
    there = listed(names[1:])
    return f"no table {names[0]} can be built; those of {game.kind.title} are {there}"


def _gigabytes(text: str) -> int:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 10_000:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of gigabytes")
    return int(number * 1e9)


# -- list, verify, remove ------------------------------------------------------------------------


def _add_folder(parser: Parser) -> None:
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="folder of the tables, if not the usual one"
    )


def _list(words: Sequence[str]) -> int:
    parser = Parser("tablebase list", "List the tables there are.")
    _add_folder(parser)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each table")
    given = parser.parse_intermixed_args(words)
    found = library.found_tables(kinds(), given.folder)
    for one in found:
        if given.json:
            row: dict[str, object] = {"path": str(one.path), "size": one.size, "fault": one.fault}
            if one.header is not None:
                row |= structs.asdict(one.header)
            print(json.dumps(row))
        else:
            print(_line(one))
    if not found:
        say(f"there are no tables in {given.folder or library.tables_folder()}")
        return NO
    return DONE if all(one.header is not None for one in found) else UNABLE


def _line(one: library.Found) -> str:
    """What a person reads of a table: nothing in a file's name moves a terminal's cursor."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in _words(one))


def _words(one: library.Found) -> str:
    name = one.path.name.removesuffix(library.ENDING)
    if one.header is None:
        return f"{name}: {one.fault}"
    kept = "with distances" if one.header.distances else "values only"
    return f"{name}: {one.header.states:,} states, {kept}, {size(one.size)}, {one.header.made}"


def _chosen(given: argparse.Namespace) -> Path:
    """The table that a name or a path stands for."""
    path = Path(given.table)
    if path.suffix != library.ENDING:
        path = (given.folder or library.tables_folder()) / (given.table + library.ENDING)
    if not path.exists():
        raise UsageError(f"{path}: there is no such table")
    return path


def _verify(words: Sequence[str]) -> int:
    parser = Parser("tablebase verify", "Check every block of a table, and states by the rules.")
    parser.add_argument("table", metavar="TABLE", help="its name, or its file")
    _add_folder(parser)
    parser.add_argument(
        "--json", action="store_true", help="progress in JSON; reads pause, resume, cancel"
    )
    given = parser.parse_intermixed_args(words)
    path = _chosen(given)
    control = _Control(given.json)
    try:
        with _progress(given.json) as notify:
            for stage in library.maker_of(kinds(), path).verify(path):
                control()
                notify(stage)
    except tables.BuildCancelled:
        _end(given.json, "cancelled", "not every block was checked")
        return INTERRUPTED
    except tables.TableError as error:
        _end(given.json, "failed", str(error))
        return UNABLE
    finally:
        control.let_go()
    if given.json:
        print(json.dumps({"stage": "done", "path": str(path)}), flush=True)
    else:
        print(f"{path.name.removesuffix(library.ENDING)}: every block is as it was written")
    return DONE


def _figures(words: Sequence[str]) -> int:
    parser = Parser(
        "tablebase figures", "Write statistics of a table: a page of Markdown, and plots."
    )
    parser.add_argument("table", metavar="TABLE", help="its name, or its file")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write the page and three plots there"
    )
    _add_folder(parser)
    given = parser.parse_intermixed_args(words)
    path = _chosen(given)
    if given.out is not None and not given.out.is_dir():
        raise UsageError(f"{given.out}: there is no such folder")
    figures: tables.TableFigures | None = None
    with _progress(False) as notify:
        for figure in library.maker_of(kinds(), path).figures(path):
            if isinstance(figure, tables.TableFigures):
                figures = figure
            else:
                notify(figure)
    assert figures is not None
    text, name = page(figures, path), path.name.removesuffix(library.ENDING)
    if given.out is None:
        print(text, end="")
        return DONE
    for file, content in {f"{name}.md": text, **plots(figures, name)}.items():
        write_whole(given.out / file, content.encode())
    return DONE


def _remove(words: Sequence[str]) -> int:
    parser = Parser("tablebase remove", "Remove a table and its unfinished build.")
    parser.add_argument("table", metavar="TABLE", help="its name, or its file")
    _add_folder(parser)
    given = parser.parse_intermixed_args(words)
    path = _chosen(given)
    path.unlink()
    checkpoint.drop(path.with_suffix(".checkpoint"))
    print(f"{path.name.removesuffix(library.ENDING)} is removed")
    return DONE
