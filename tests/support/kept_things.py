"""Everything the program keeps on disk, and one way to change each.

Every change is told whether it was made; what was there before must be there in any case.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from model.play.kept_lines import KeptLines, KeptLinesError
from model.records import files
from model.records.atomic_write import write_whole
from model.records.files import Collection, Contents, FileError
from model.records.record import head, new_record
from viewer.session import preferences
from viewer.session.files import recent_files, state_files
from viewer.session.preferences import EngineEntry, Preferences
from viewer.session.progress import pupils

GAME = Contents(new_record("partition:size=2,rules=free 2,2/1 red"))
NAME = "kept.pyramidion"
HEAD: dict[str, object] = {"work": 1}


@dataclass(frozen=True)
class Kept:
    """A thing that is kept.

    Attributes
    ----------
    prepare
        Puts what is there before into a folder.
    change
        Changes it, and tells whether it was told that it did.
    look
        Returns what is there.
    """

    prepare: Callable[[Path], object]
    change: Callable[[Path], bool]
    look: Callable[[Path], object]


def titled(title: str) -> Contents:
    """A game of that title."""
    return replace(GAME, record=head(GAME.record, "title", title))


def title_of(contents: Contents) -> str:
    return contents.record.headers.get("title", "")


def titles(folder: Path) -> list[str]:
    held = files.load_any(folder / NAME)
    return [title_of(one) for one in (held.items if isinstance(held, Collection) else [held])]


def live_in(folder: Path) -> None:
    """Let settings and state lie in a folder."""
    os.environ.update(PYRAMIDION_CONFIG=str(folder), PYRAMIDION_STATE=str(folder))


def _is_done(change: Callable[[], object]) -> bool:
    try:
        change()
    except (FileError, KeptLinesError, OSError):
        return False
    return True


def _of_state(change: Callable[[], object]) -> Callable[[Path], bool]:
    """Change a state file; whether it could not be written is told to whoever listens."""

    def changed(folder: Path) -> bool:
        live_in(folder)
        told: list[str] = []
        leave = state_files.troubles.add(told.append)
        try:
            message = change()
        finally:
            leave()
        said = [*told, message if isinstance(message, str) else ""]
        return not any("cannot be saved" in one for one in said)

    return changed


def _looked(look: Callable[[], object]) -> Callable[[Path], object]:
    def looked(folder: Path) -> object:
        live_in(folder)
        return look()

    return looked


def _documents(folder: Path) -> None:
    for title in ("older", "old"):
        files.save(folder / NAME, titled(title))


def _save(folder: Path) -> bool:
    path = folder / NAME
    was = files.load_item(path, None).digest
    return _is_done(lambda: files.save(path, titled("new"), was))


def _collection(folder: Path) -> None:
    files.save_collection(folder / NAME, Collection("", "", tuple(map(titled, "abc"))))


def _save_item(folder: Path) -> bool:
    return _is_done(lambda: files.save_item(folder / NAME, 1, titled("new")))


def add_item(folder: Path, title: str = "new") -> bool:
    """Add a game to a collection."""
    return _is_done(
        lambda: files.change_collection(
            folder / NAME, lambda held: replace(held, items=(*held.items, titled(title)))
        )
    )


def _settings(folder: Path) -> None:
    live_in(folder)
    preferences.change(Preferences(), Preferences(palette="dark", bands=False))


def _pupils(folder: Path) -> None:
    live_in(folder)
    for name in ("Anna", "Ben"):
        pupils.choose(name)


def _damaged_pupils(folder: Path) -> None:
    """One wrong byte in the book, and the copy before."""
    _pupils(folder)
    pupils.choose("Anna")  # so that both are in the copy, too
    path = folder / "progress.json"
    path.write_bytes(path.read_bytes().replace(b"Anna", b"An\xffa", 1))


def _recent(folder: Path) -> None:
    live_in(folder)
    for name in ("a", "b"):
        recent_files.remember(Path("/") / name)


def _lines(folder: Path) -> None:
    with (folder / NAME).open("wb") as file:
        file.write(b'{"work": 1}\n{"n": 0}\n{"n": 1}\n{"n": 2}\n{"n"')  # cut off in a line


def _take_up(folder: Path) -> bool:
    def add() -> None:
        held = KeptLines(folder / NAME, HEAD, "other")
        try:
            held.append({"n": len(held.lines)})
        finally:
            held.close()

    return _is_done(add)


def lines(folder: Path) -> list[bytes]:
    """The whole lines of a file of long work."""
    return [
        one for one in (folder / NAME).read_bytes().splitlines(keepends=True) if one.endswith(b"\n")
    ]


THINGS = {
    "a document": Kept(_documents, _save, titles),
    "an item of a collection": Kept(_collection, _save_item, titles),
    "a collection": Kept(_collection, add_item, titles),
    "a picture": Kept(
        lambda folder: (folder / NAME).write_bytes(b"old"),
        lambda folder: _is_done(lambda: write_whole(folder / NAME, b"new")),
        lambda folder: (folder / NAME).read_bytes(),
    ),
    "settings": Kept(
        _settings,
        _of_state(
            lambda: preferences.change(
                Preferences(), Preferences(engines=(EngineEntry("one", "a"),))
            )[1]
        ),
        _looked(preferences.load),
    ),
    "pupils": Kept(_pupils, _of_state(lambda: pupils.choose("Dora")), _looked(pupils.load)),
    "pupils whose book is damaged": Kept(
        _damaged_pupils, _of_state(lambda: pupils.choose("Dora")), _looked(pupils.names)
    ),
    "recent files": Kept(
        _recent,
        _of_state(lambda: recent_files.remember(Path("/c"))),
        _looked(recent_files.load),
    ),
    "long work taken up": Kept(_lines, _take_up, lines),
}
