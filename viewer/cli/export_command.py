"""The subcommand that writes files for others: the kinds there are, and what writes each."""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from types import FrameType
from typing import TYPE_CHECKING

from msgspec.structs import replace as altered

from model.contract.game import Game, Stop, Stopped
from model.phrases import counted, listed, shown
from model.play.opponent import never
from model.positions.setup import is_position
from model.records import files
from model.records import view as view_text
from model.records.atomic_write import write_whole
from model.records.files import Contents
from model.records.record import new_record
from model.records.view import View
from model.regular_files import files_below, open_regular
from viewer.cli.parsing import (
    InputError,
    Parser,
    PlaceInFile,
    UsageError,
    check_output,
    inputs,
    one,
    position_parser,
    rows_of,
)
from viewer.cli.status import DONE, UNABLE, say, waiting
from viewer.export.export_options import (
    EACH,
    FilmOptions,
    LookOptions,
    PageOptions,
    PaperOptions,
    PictureOptions,
    PrintOptions,
    SolidOptions,
)
from viewer.export.items import (
    ExportError,
    ExportItem,
    Notify,
    check_extra,
    items_of,
    nobody,
    position_at,
    size_of,
)
from viewer.options.option import OptionField, add_options, options_of, read
from viewer.picture.visibility.focus import FocusError, in_focus
from viewer.session.collections import MOST_FOLDERS, SUFFIX

if TYPE_CHECKING:
    from viewer.export.pictures.shots import Snapshot
    from viewer.export.pictures.svg import SvgCaption
    from viewer.export.solid.solid_plan import SolidPlan
    from viewer.picture.flat.inks import Ink
    from viewer.picture.picture import Picture

# Writes pictures of items: one file, or one for each step, numbered; all of them or none.


def numbered(out: Path, count: int) -> list[Path]:
    """Return the names of so many files: ``OUT.png``, or ``OUT-01.png`` and so on."""
    if count == 1:
        return [out]
    digits = max(2, len(str(count)))
    return [out.with_name(f"{out.stem}-{k:0{digits}}{out.suffix}") for k in range(1, count + 1)]


class Held:
    """Files that are made and have yet to go where they belong, in one that has no name.

    Whatever ends the process, nothing of them is left.
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._parts: list[tuple[Path, int, int]] = []

    def add(self, target: Path, data: bytes) -> None:
        """Keep what is to be written."""
        self._parts.append((target, *self._put(data)))

    def close(self) -> None:
        """Forget all of it."""
        self._file.close()

    def write(self) -> list[Path]:
        """Put all files in their places, or none where one cannot be written; return the places.

        What asks the process to end meanwhile is heard once a file is whole, and undoes those
        before.

        Raises
        ------
        OSError
            A file cannot be written; all are as they were.
        model.contract.game.Stopped
            The process was asked to end; all are as they were.
        """
        done: list[tuple[Path, tuple[int, int] | None]] = []
        with _held_off() as asked:
            try:
                # New files first: to undo them makes room to put others back as they were.
                for target, start, length in sorted(self._parts, key=lambda one: one[0].exists()):
                    kept = None
                    with suppress(FileNotFoundError), open_regular(target) as old:
                        kept = self._put(old.read())
                    write_whole(target, self._get(start, length))
                    done.append((target, kept))
                    if asked:
                        raise Stopped
            except BaseException:
                for target, before in done:
                    with suppress(OSError):
                        if before is None:
                            target.unlink()
                        else:
                            write_whole(target, self._get(*before))
                raise
        return [target for target, _, _ in self._parts]

    def _put(self, data: bytes) -> tuple[int, int]:
        """Write bytes at the end, and return where they are and how many."""
        start = self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        return start, len(data)

    def _get(self, start: int, length: int) -> bytes:
        self._file.seek(start)
        return self._file.read(length)


@contextmanager
def _held_off() -> Iterator[list[int]]:
    """Hold off what ends the process; the list holds what came meanwhile, which is sent after."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def hear(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for number, way in before.items():
            signal.signal(number, way)
        if asked:
            signal.raise_signal(asked[0])


# Pictures, PNG and SVG, on the command line.

NAME, SUFFIXES = "a picture", (".png", ".jpg", ".svg")


def write_pictures(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    """Write a picture, or one for each step, as an options' namespace says."""
    from viewer.export.pictures.shots import shots_of
    from viewer.export.pictures.svg import Band
    from viewer.picture.compose.composer import ShowError
    from viewer.scene.offscreen import RenderError

    options, ending = read(PictureOptions, given), out.suffix.lower()
    vector = ending == ".svg"
    for option, is_asked in (("diagram", options.diagram), ("ink", options.ink == "grey")):
        if is_asked and not vector:
            raise ExportError(f"--{option} is for SVG: let the name end in .svg")
    if options.stereo is not None and vector:
        raise ExportError("--stereo is for PNG and JPEG: let the name end in .png or .jpg")
    if options.transparent and ending == ".jpg":
        raise ExportError("--transparent is for PNG: let the name end in .png")
    if options.step is not None and options.every_step:
        raise ExportError("--step and --every-step exclude each other: give one of them")
    shots = [
        shot
        for item in items
        for shot in shots_of(item, step=options.step, every=options.every_step, title=options.title)
    ]
    targets = numbered(out, len(shots))
    for target in targets:
        check_output(target, SUFFIXES, NAME, given.position)
    # As high as the highest caption: in a series nothing is to jump.
    captions = () if vector else (_caption(options, shot) for shot in shots)
    below = max((Band(caption, options.size).height for caption in captions), default=0)
    held = Held()
    try:
        for number, (shot, target) in enumerate(zip(shots, targets, strict=True)):
            if stop():
                raise Stopped
            if len(shots) > 1:
                notify(number, len(shots), "picture")
            part: Notify = notify if len(shots) == 1 else nobody  # of one among several
            held.add(target, _drawn(options, shot, below, part, ending))
        return held.write()
    except (RenderError, ShowError) as error:
        raise ExportError(str(error)) from error
    finally:
        held.close()


def _caption(options: PictureOptions, shot: Snapshot) -> SvgCaption:
    from viewer.export.pictures.svg import NOTHING, SvgCaption

    return SvgCaption(shot.heading, shot.said) if options.caption else NOTHING


def _drawn(
    options: PictureOptions, shot: Snapshot, below: int, notify: Notify, ending: str
) -> bytes:
    """One picture as the bytes of its file."""
    from viewer.export.pictures.diagram import diagram_svg
    from viewer.export.pictures.pixel_file import picture_file
    from viewer.export.pictures.svg import level_maps_svg
    from viewer.picture.flat.level_maps import WIDTH

    picture, show = _picture(options, shot)
    legend = options.legend and "legend=off" not in show
    caption = _caption(options, shot)
    if ending != ".svg":
        look, is_jpeg = replace(options, legend=legend), ending == ".jpg"
        return picture_file(picture, look, caption, notify, is_jpeg=is_jpeg, below=below)
    ink: Ink = options.ink
    names = picture.view.labels
    if not options.diagram:
        room = (WIDTH, WIDTH * options.size[1] / options.size[0])
        made = level_maps_svg(
            picture,
            ink=ink,
            names=names,
            width=room[0],
            height=room[1],
            title=shot.heading,
            caption=caption,
            legend=legend,
        )
    else:
        made = diagram_svg(
            picture, options.size, ink=ink, title=shot.heading, caption=caption, legend=legend
        )
    return made.encode()


def _picture(options: PictureOptions, shot: Snapshot) -> tuple[Picture, tuple[str, ...]]:
    """What is to be seen, and the words it was asked for with."""
    from viewer.analysis.picture_findings import unanswered_picture, whole_picture
    from viewer.picture.compose.transition import plies_shown

    game = shot.position.game
    view, show = view_of(options, game, shot.view)
    pour = (f"pour={shot.pour}",) if shot.pour else ()
    if not options.board:
        view = altered(view, board=False)
    if not options.names:
        view = altered(view, labels=False)
    known = plies_shown(shot.contents.record, shot.node, game.board, view, show)
    if shot.asks and not show:
        picture = unanswered_picture(shot.position, view, shot.marks, shot.pour, known)
    else:
        picture = whole_picture(shot.position, view, (*show, *pour), shot.marks, known)
    picture = shot.played(picture)
    if options.focus:
        try:
            picture = in_focus(picture, options.focus)
        except FocusError as error:
            raise ExportError(f"--focus: {error}") from error
    return picture, (*show, *pour)


def render(words: Sequence[str]) -> int:
    """Draw a picture of a position into a file."""
    parser = position_parser("render", "Draw a picture; needs neither display nor X server.")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png")
    add_options(parser.add_argument, LookOptions)
    given = parser.parse_intermixed_args(words)
    item = one([given.position], PlaceInFile(given.node, given.step, given.item))
    game = item.position.game
    options = read(LookOptions, given)
    view, show = view_of(options, game, item.view)
    out = Path(given.output)
    check_output(out, (".png",), "pictures are PNG", [given.position])
    from viewer.export.pictures.pixel_file import render as draw
    from viewer.picture.compose.composer import ShowError
    from viewer.picture.compose.transition import plies_shown
    from viewer.scene.offscreen import RenderError

    known = None
    if item.contents is not None and item.node is not None:
        known = plies_shown(item.contents.record, item.node, game.board, view, show)
    try:
        draw(
            item.seen,
            view,
            out,
            options.size,
            show,
            item.marks,
            known,
            options.focus,
            options.stereo,
        )
    except (RenderError, ShowError) as error:
        say(str(error))
        return UNABLE
    except FocusError as error:
        raise UsageError(f"--focus: {error}") from error
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    return DONE


def view_of(options: LookOptions, game: Game, view: View) -> tuple[View, tuple[str, ...]]:
    """Return a View changed by what a command line says, and the words of --show.

    Raises
    ------
    UsageError
        The board has no such plane, or a word cannot be shown in this game.
    """
    board = game.board
    try:
        if options.view is not None:
            asked = view_text.read_view(game, options.view)
            view = (
                altered(view, camera=asked.camera) if options.view in view_text.CAMERAS else asked
            )
        if options.cut:
            view = altered(view, cuts=view_text.read_cuts(board, options.cut))
        if options.peel:
            view = altered(view, peel=view_text.read_peel(board, options.peel))
        if options.explode is not None:
            if not 0 <= options.explode <= 5:
                raise view_text.ViewError(
                    f"--explode is a gap from 0 to 5, not {options.explode:g}"
                )
            view = altered(view, explode=options.explode)
        show = options.show
        for text in (*show, view.show) if view.show else show:
            view_text.check_show(game, text)
    except view_text.ViewError as error:
        raise UsageError(str(error)) from error
    return view, show


# All kinds of files that can be exported, by how their names end, and what writes them.

Write = Callable[[argparse.Namespace, Sequence[ExportItem], Path, Notify, Stop], Sequence[Path]]
"""Writes what is given as an options' namespace says, each file whole or not at all, and returns
the files it wrote; raises `ExportError`, `Stopped` or OSError."""


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes
    ----------
    name
        What is written, for help and progress: "a web page".
    suffixes
        How the names of such files end, with the dot, in lower case.
    record
        Declares the options it takes besides those that all take.
    write
        Writes the file.
    extra
        The extra of the package it needs (`viewer.export.items`); "" for none.
    """

    name: str
    suffixes: tuple[str, ...]
    record: type
    write: Write
    extra: str = ""


def kind_of(out: Path) -> Kind:
    """Return the kind of file that a name asks for; UsageError where there is none."""
    suffix = out.suffix.lower()
    for kind in KINDS:
        if suffix in kind.suffixes:
            return kind
    endings = [suffix for kind in KINDS for suffix in kind.suffixes]
    raise UsageError(f"{shown(str(out))}: the name ends in {listed(endings, 'or')}")


def check_foreign(kind: Kind, words: Sequence[str]) -> None:
    """Raise UsageError where an option is meant for another kind of file than `kind`."""
    own = _options(kind)
    for name in (word.partition("=")[0] for word in words):
        takes = [other for other in KINDS if name in _options(other)]
        if takes and name not in own:
            kinds = [f"{other.name} ({listed(other.suffixes, 'or')})" for other in takes]
            raise UsageError(f"{name} is an option of {listed(kinds)}")


def options_of_kinds() -> str:
    """Return the options of every kind, as a help text lays them out."""
    return "\n\n".join(
        rows_of(
            f"options of {kind.name} ({listed(kind.suffixes, 'or')})",
            ((_shape(one), one.help or "") for one in _options(kind).values()),
        )
        for kind in KINDS
    )


def _options(kind: Kind) -> Mapping[str, OptionField]:
    """The options of a kind, by how they are written."""
    return {one.flag: one for one in options_of(kind.record).values()}


def _shape(one: OptionField) -> str:
    """How an option is written: ``--step N``."""
    if one.is_switch:
        return one.flag
    value = "|".join(map(str, one.choices)) if one.reader is None else one.reader.metavar
    return f"{one.flag} {value}"


# -- what writes them --------------------------------------------------------------------------


def _remark(given: argparse.Namespace, text: str) -> None:
    """Say something that whoever exports should know; `given` says whether as a line of JSON."""
    if given.json:
        print(json.dumps({"stage": "remark", "text": text}), flush=True)
    else:
        say(text)


def _write_page(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    from viewer.export.page.page_content import page_of

    write_whole(out, page_of(items, read(PageOptions, given), notify, stop))
    return (out,)


def _write_paper(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    from viewer.export.paper.whole_paper import paper_of

    write_whole(out, paper_of(items, read(PaperOptions, given), notify, stop))
    return (out,)


def _write_film(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    from viewer.export.film.video import film_of

    film = film_of(items, read(FilmOptions, given), out.suffix.lower(), notify, stop)
    write_whole(out, film.data)
    if film.note:
        _remark(given, film.note)
    return (out,)


def _write_print(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.printed import printed, size_words, warnings

    item, plan = _planned(read(PrintOptions, given), items)
    plan.check_triangles()
    for sentence in (size_words(plan), *warnings(plan)):
        _remark(given, sentence)
    write_whole(out, printed(item, plan, out.suffix.lower(), notify, stop))
    return (out,)


def _write_scene(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, notify: Notify, stop: Stop
) -> Sequence[Path]:
    from viewer.export.solid.gltf import glb

    if given.part == EACH:
        raise ExportError("a scene holds a node for each piece: --part is whole or one player")
    item, plan = _planned(read(SolidOptions, given), items)
    write_whole(out, glb(plan, item.title))
    return (out,)


def _planned(options: SolidOptions, items: Sequence[ExportItem]) -> tuple[ExportItem, SolidPlan]:
    """The item that is asked for, and its position as a solid."""
    from viewer.export.solid.solid_plan import plan_of

    if options.item is None and len(items) > 1:
        raise ExportError(f"a solid shows one of these {len(items)}: say which with --item")
    if options.item is not None and options.item > len(items):
        raise ExportError(
            f"there is {counted(len(items), 'item')}, and --item asks for {options.item}"
        )
    item = items[(options.item or 1) - 1]
    return item, plan_of(position_at(item.contents, options.step), options)


KINDS: tuple[Kind, ...] = (
    Kind("a web page", (".html",), PageOptions, _write_page),
    Kind("a PDF for print", (".pdf",), PaperOptions, _write_paper, extra="print"),
    Kind(NAME, SUFFIXES, PictureOptions, write_pictures),
    Kind("a film", (".gif", ".mp4", ".webm"), FilmOptions, _write_film, extra="film"),
    Kind("a solid to print", (".stl", ".3mf"), PrintOptions, _write_print, extra="solid"),
    Kind("a glTF scene", (".glb",), SolidOptions, _write_scene),
)


MINUTES = 90.0
"""Seconds from which a length of time is said in minutes."""


def export(words: Sequence[str]) -> int:
    """Write a file that others open without this program."""
    parser, kind = _parser(), _kind_asked(words)
    if kind is None:
        parser.parse_intermixed_args(words)  # which says what is missing, or helps
        raise AssertionError("a command line without a file came through")
    add_options(parser.add_argument, kind.record)
    try:
        given = parser.parse_intermixed_args(words)
    except UsageError:
        check_foreign(kind, words)
        raise
    out = Path(given.output)
    check_output(out, kind.suffixes, kind.name, given.position)
    items = [item for word in given.position for item in _items(word)]
    if not items:
        raise UsageError("there is nothing to export")
    try:
        check_extra(kind.extra)
        with waiting(f"making {kind.name}") as said:
            written = kind.write(given, items, out, _teller(given.json, said), never)
    except ExportError as error:
        raise InputError(str(error), status=3 if error.machine else 2) from error
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    _say_written(written, given.json)
    return DONE


def _parser() -> Parser:
    parser = Parser(
        "export",
        "Write a file that others open without this program: how its name ends says what it is.",
        options_of_kinds,
    )
    parser.add_argument("position", metavar="POSITION", nargs="+", help="string, FILE, FOLDER or -")
    written = "; ".join(f"{', '.join(kind.suffixes)}: {kind.name}" for kind in KINDS)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=written)
    parser.add_argument("--json", action="store_true", help="print the progress as lines of JSON")
    return parser


def _kind_asked(words: Sequence[str]) -> Kind | None:
    """The kind of file that a command line asks for; None where it names no file yet."""
    first = Parser("export", "", add_help=False)
    first.add_argument("-o", "--output")
    output = first.parse_known_args(words)[0].output
    asks_for_help = not {"-h", "--help"}.isdisjoint(words)
    return None if output is None or asks_for_help else kind_of(Path(output))


def _say_written(written: Sequence[Path], as_json: bool) -> None:
    """Name the files that were written; in JSON the last line is that of the first of them."""
    sizes = [path.stat().st_size for path in written]
    if as_json:
        done = {"stage": "done", "path": str(written[0]), "bytes": sum(sizes)}
        print(json.dumps(done | ({"files": len(written)} if len(written) > 1 else {})), flush=True)
    elif len(written) == 1:
        print(f"{files.shown_path(written[0])}: {size_of(sizes[0])}")
    else:
        print(f"{files.shown_path(written[0])} and {len(written) - 1} more: {size_of(sum(sizes))}")


def _teller(as_json: bool, said: Callable[[str], None]) -> Notify:
    """Says how far the file has come: lines of JSON, or a few words for whoever waits."""

    def notify(done: int, of: int, part: str = "item", left: float | None = None) -> None:
        text = f"{part} {min(done + 1, of)} of {of}"
        if left is not None:
            seconds = counted(max(1, round(left)), "second")
            text += f", {seconds if left < MINUTES else counted(round(left / 60), 'minute')} left"
        said(text)
        if as_json:
            message = {"stage": "page", "done": done, "total": of, "text": text}
            print(json.dumps(message), flush=True)

    return notify


def _items(word: str) -> Iterator[ExportItem]:
    """What a word of the command line stands for; InputError where it is nothing."""
    if word == "-" or is_position(word):
        for found in inputs([word]):
            if isinstance(found, InputError):
                raise found
            start, title = str(found.position), found.position.game.kind.title
            yield ExportItem(found.contents or Contents(new_record(start), kind="position"), title)
    elif os.path.isdir(word):
        below, faults, _ = files_below(Path(word), SUFFIX, MOST_FOLDERS)
        if faults:
            raise InputError(files.folder_fault(faults[0]))
        if not below:
            raise InputError(f"{files.shown_path(word)}: the folder holds no {SUFFIX} file")
        for path in below:
            yield from _of_file(path)
    else:
        yield from _of_file(Path(word))


def _of_file(path: Path) -> Iterator[ExportItem]:
    try:
        return items_of(files.load_any(path), path.stem)
    except files.FileError as error:
        raise InputError(str(error), status=3 if error.machine else 2) from error
