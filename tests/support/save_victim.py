"""Saves that die, or whose disk refuses, at one system call after the other.

Run as a script: every line on standard input is the JSON of an `Order`; a process is forked that
carries it out, and the JSON of an `Answer` comes back. `CASES` are the kinds of files that are
saved, and the ways to save them.
"""

import os
import random
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from journal_victim import digest, warm_up
from tracing import begin, end, trace

import viewer.program.main_window  # noqa: F401 - so that no victim has to import it
from model.records import files
from model.records import record as records
from model.records.atomic_write import OnlyWriter, only_writer, write_whole
from model.records.files import Collection, Contents, load_any, save, save_collection
from viewer.cli.main import main
from viewer.scene import offscreen
from viewer.session import collections
from viewer.session.autosave.journal import Journal
from viewer.session.errors import SessionError
from viewer.session.session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME, ITEM, PICTURE = "game.pyramidion", "puzzles.pyramidion", "picture.png"
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


class Order(msgspec.Struct):
    """What to do: a case, in a folder, and what happens at which system call (`tracing.trace`)."""

    case: str
    folder: str
    at: int | None = None
    fault: int | None = None
    room: int | None = None


class Told(msgspec.Struct):
    """What the victim tells before and after the save.

    Attributes
    ----------
    record
        The digest of what was to be saved.
    said
        "saved", or the sentence of the refusal; "" while it has not come back.
    edited
        Whether the document was still unsaved then.
    crash
        An error that is no sentence.
    """

    record: str = ""
    said: str = ""
    edited: bool = True
    crash: str = ""


class Answer(msgspec.Struct):
    """What became of an order; `met` as `tracing.Traced` tells it."""

    calls: int
    met: str
    status: int


@dataclass(frozen=True)
class Case:
    """A file to save and a way to do so.

    Attributes
    ----------
    prepare
        Puts what is there before into a folder.
    open
        Makes the document that is edited.
    save
        Saves it.
    name
        The file that is written, below the folder; a link's is that of its target.
    command
        The words of a command line that is run instead; "FILE" stands for the file.
    in_window
        It is saved by the command of a window.
    """

    prepare: Callable[[Path], None]
    open: Callable[[Session, Path], object]
    save: Callable[[Session, Path], object]
    name: str = GAME
    command: tuple[str, ...] = ()
    in_window: bool = False

    @property
    def is_slow(self) -> bool:
        """Whether a save takes seconds, what comes before it included."""
        return bool(self.command) or self.in_window


def _nothing(folder: Path) -> None:
    """Nothing is there."""


def _game(path: Path, moves: int = 6) -> None:
    """Write a game of some moves."""
    session = Session()
    session.new(options={"size": "5"})
    for _ in range(moves):
        session.play(session.position.legal_moves.sample(random.Random(moves)))
    record = records.head(session.document.record, "title", f"after {moves} moves")
    save(path, Contents(record, session.document.node))


def _with_spare(folder: Path) -> None:
    for moves in (5, 6):
        _game(folder / GAME, moves)


def _behind_a_link(folder: Path) -> None:
    (folder / "there").mkdir()
    _with_spare(folder / "there")
    (folder / "link.pyramidion").symlink_to(Path("there") / GAME)


def _folder_for_the_spare(folder: Path) -> None:
    _game(folder / GAME)
    (folder / f"{GAME}~").mkdir()


def _collection(folder: Path) -> None:
    shutil.copy(EXAMPLES / "puzzles" / "partition-puzzles.pyramidion", folder / ITEM)


def _lesson(folder: Path) -> None:
    shutil.copy(EXAMPLES / "lessons" / "02-pyraos-course.pyramidion", folder / GAME)


def _unproved(folder: Path) -> None:
    held = load_any(EXAMPLES / "puzzles" / "partition-puzzles.pyramidion")
    assert isinstance(held, Collection)
    items = tuple(
        replace(
            item, record=replace(item.record, puzzle=msgspec.structs.replace(puzzle, proof=None))
        )
        for item in held.items[:1]
        if (puzzle := item.record.puzzle) is not None
    )
    save_collection(folder / ITEM, replace(held, items=items))


def _picture(folder: Path) -> None:
    (folder / PICTURE).write_bytes(b"an older picture")


def _new(session: Session, folder: Path) -> None:
    session.new(options={"size": "5"})


def _open(name: str, item: int | None = None) -> Callable[[Session, Path], object]:
    return lambda session, folder: session.open(folder / name, item)


def _save(session: Session, folder: Path) -> None:
    session.save()


def _save_as(name: str) -> Callable[[Session, Path], object]:
    return lambda session, folder: session.save_as(folder / name)


LONG = "n" * 255
CASES = {
    "a new file": Case(_nothing, _new, _save_as(GAME)),
    "a file with its spare": Case(_with_spare, _open(GAME), _save),
    "a file without a spare": Case(lambda folder: _game(folder / GAME), _open(GAME), _save),
    "through a link": Case(
        _behind_a_link, _open("link.pyramidion"), _save, f"there/{GAME}"
    ),
    "a name as long as can be": Case(
        lambda folder: _game(folder / LONG), _open(LONG), _save, LONG
    ),
    "a folder called as the spare": Case(_folder_for_the_spare, _open(GAME), _save),
    "over another file": Case(_with_spare, _new, _save_as(GAME)),
    "a lesson": Case(_lesson, _open(GAME), _save),
    "an item of a collection": Case(_collection, _open(ITEM, 3), _save, ITEM),
    "a collection of what is open": Case(
        _collection,
        _new,
        lambda session, folder: collections.make(session, folder / ITEM, "mine"),
        ITEM,
    ),
    "check --save": Case(_unproved, _new, _save, ITEM, ("check", "--save", "FILE")),
    "render -o": Case(
        _picture, _new, _save, PICTURE, ("render", START, "-o", "FILE", "--size", "64x48")
    ),
    "from the window": Case(_with_spare, _open(GAME), _save, in_window=True),
}  # fmt: skip


def work(order: Order) -> None:
    """Carry out an order, as its case says."""
    case = CASES[order.case]
    if case.command:
        run_command(order, case)
    elif case.in_window:
        save_in_window(order, case)
    else:
        save_in_session(order)


def run_command(order: Order, case: Case) -> None:
    """Run a command line; its writing is watched, not what it works out before."""
    told, folder = Told(), Path(order.folder)
    tell(folder, told)

    def watched(path: str | Path, data: bytes, **how: Any) -> None:
        begin()
        try:
            write_whole(path, data, **how)
        finally:
            end()

    @contextmanager
    def watched_change(path: str | Path) -> Iterator[OnlyWriter]:
        begin()
        try:
            with only_writer(path) as file:
                yield file
        finally:
            end()

    files.only_writer, offscreen.write_whole = watched_change, watched
    target = str(folder / case.name)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # answers go there
    status = main([target if word == "FILE" else word for word in case.command])
    told.said = "saved" if status == 0 else f"status {status}"
    tell(folder, told)


def save_in_window(order: Order, case: Case) -> None:
    """Edit a document in a window and save it by the command."""
    from PySide6.QtWidgets import QApplication

    from viewer.program.main_window import MainWindow

    folder = Path(order.folder)
    os.environ.update(
        PYRAMIDION_CONFIG=str(folder / "state"),
        PYRAMIDION_STATE=str(folder / "state"),
        PYRAMIDION_SCENE="image",
        QT_QPA_PLATFORM="offscreen",
    )
    application = QApplication([])
    session = Session()
    journal = Journal(session)
    window = MainWindow(session)
    window.show()
    window.open_path(folder / case.name)
    session.comment("what was not saved yet", records.ROOT)
    application.processEvents()
    journal.flush()
    assert session.document is not None
    told = Told(record=digest(session.document))
    tell(folder, told)
    begin()
    window.perform("file.save")
    end()
    told.edited = session.document.edited
    told.said = "refused" if told.edited else "saved"
    tell(folder, told)


def save_in_session(order: Order, *, watched: bool = True) -> None:
    """Edit a document and save it."""
    case, folder = CASES[order.case], Path(order.folder)
    session = Session()
    journal = Journal(session, folder / "state" / "autosave")
    case.open(session, folder)
    session.comment("what was not saved yet", records.ROOT)
    journal.flush()
    assert session.document is not None
    told = Told(record=digest(session.document))
    tell(folder, told)
    if watched:
        limit_room(order.room)
        begin()
    try:
        case.save(session, folder)
        told.said = "saved"
    except SessionError as error:
        told.said = str(error)
    except Exception as error:  # whatever it is, the test is to see it
        told.crash = f"{type(error).__name__}: {error}"
    if watched:
        end()
        limit_room(None)
    told.edited = session.document.edited
    tell(folder, told)
    if not watched:
        journal.close()


def tell(folder: Path, told: Told) -> None:
    """Write into the folder what is known."""
    (folder / "told").write_bytes(msgspec.json.encode(told))


def heard(folder: Path) -> Told:
    """Read what a victim told."""
    return msgspec.json.decode((folder / "told").read_bytes(), type=Told)


def limit_room(room: int | None) -> None:
    """Let no file grow beyond `room` bytes, as on a disk that is full; None: no limit."""
    import resource

    infinite = resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_FSIZE, (infinite if room is None else room, infinite))


def carry_out(order: Order, do: Callable[[Order], None]) -> Answer:
    """Fork a victim, watch it save, and tell what became of it."""
    victim = os.fork()
    if victim == 0:
        try:
            do(order)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(3)
    seen = trace(victim, order.at, order.fault)
    return Answer(len(seen.calls), seen.met, seen.status)


def serve(do: Callable[[Order], None]) -> None:
    """Carry out what comes on standard input."""
    print("warm", flush=True)
    for line in sys.stdin:
        answer = carry_out(msgspec.json.decode(line, type=Order), do)
        print(msgspec.json.encode(answer).decode(), flush=True)


def warm_up_saves() -> None:
    """Save once in every way, so that no victim imports or compiles anything."""
    warm_up()
    for name, case in CASES.items():
        if case.command or case.in_window:
            continue
        with TemporaryDirectory() as folder:
            case.prepare(Path(folder))
            save_in_session(Order(name, folder), watched=False)


if __name__ == "__main__":
    warm_up_saves()
    serve(work)
