"""What is kept on disk outlives a full disk, a kill and a second program, at every write."""

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count as numbers
from pathlib import Path

import pytest
from failing_disk import FailingDisk
from soaking import counts

from model.play.kept_lines import KeptLines, KeptLinesError
from model.records import files
from model.records.atomic_write import write_whole
from model.records.files import ChangedError, Collection, Contents, FileError
from model.records.record import head, new_record
from viewer.session import preferences
from viewer.session.files import recent_files, state_files
from viewer.session.preferences import EngineEntry, Preferences
from viewer.session.progress import pupils
from viewer.session.progress.pupils import ItemProgress, TaskProgress

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
        _recent, _of_state(lambda: recent_files.remember(Path("/c"))), _looked(recent_files.load)
    ),
    "long work taken up": Kept(_lines, _take_up, lines),
}


ALL = 1000
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """What is set while a test runs ends with it."""
    for name in ("PYRAMIDION_CONFIG", "PYRAMIDION_STATE"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


class Tried:
    """One thing, changed in a fresh folder again and again."""

    def __init__(self, root: Path, name: str) -> None:
        self.thing, self._root, self._number = THINGS[name], root, numbers()
        folder = self.folder()
        self.before = self.thing.look(self._copy(folder))
        with FailingDisk() as disk:
            assert self.thing.change(folder)
        self.calls, self.after = disk.calls, self.thing.look(folder)
        self.names = set(os.listdir(folder))
        assert self.before != self.after
        assert self.thing.change(folder)
        self.again = self.thing.look(folder)

    def folder(self) -> Path:
        """A folder with what is there before."""
        folder = self._root / str(next(self._number))
        folder.mkdir()
        self.thing.prepare(folder)
        return folder

    def _copy(self, folder: Path) -> Path:
        # Looking at what is damaged mends it.
        copy = self._root / str(next(self._number))
        copy.mkdir()
        for one in folder.iterdir():
            (copy / one.name).write_bytes(one.read_bytes())
        return copy

    def check(self, folder: Path, *, told: bool | None) -> None:
        """Look what is there, and change it once more."""
        found = self.thing.look(self._copy(folder))
        assert found in (self.before, self.after)
        assert told is None or found == (self.after if told else self.before)
        assert self.thing.change(folder), "it cannot be changed any more"
        assert self.thing.look(folder) == (self.after if found == self.before else self.again)
        assert set(os.listdir(folder)) <= self.names, "something was left"


@pytest.mark.parametrize("name", THINGS)
def test_a_disk_that_is_full_from_any_write_on_loses_nothing(name, tmp_path):
    tried = Tried(tmp_path, name)
    assert tried.calls >= 1
    for at in range(1, tried.calls + 1):
        folder = tried.folder()
        with FailingDisk(at):
            told = tried.thing.change(folder)
        tried.check(folder, told=told)


@counts(few=3, all=ALL)
@pytest.mark.parametrize("name", THINGS)
def test_a_process_killed_at_any_write_loses_nothing(name, count, tmp_path, seed, tell):
    tried = Tried(tmp_path, name)
    every = range(1, tried.calls + 1)
    chosen = every if count == ALL else random.Random(seed).sample(every, min(count, len(every)))
    for at in chosen:
        folder = tried.folder()

        def change(folder=folder, at=at):
            with FailingDisk(at, kill=True):
                tried.thing.change(folder)

        assert os.waitstatus_to_exitcode(os.waitpid(forked(change), 0)[1]) == -signal.SIGKILL
        tried.check(folder, told=None)
    tell(f"kills, {name}", kills=len(chosen))


# -- two processes ---------------------------------------------------------------------------------


def forked(do) -> int:
    """Do something in another process; its number."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        do()
        status = 0
    finally:
        os._exit(status)


def at_once(*things) -> None:
    """Do several things, each in a process of its own, all at the same moment."""
    start, go = os.pipe()

    def wait_and(do):
        os.close(go)
        os.read(start, 1)
        do()

    children = [forked(lambda do=do: wait_and(do)) for do in things]
    os.close(start)
    os.close(go)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(things)


@counts(few=8, all=100)
def test_of_documents_saved_at_once_no_save_is_lost(count, tmp_path, tell):
    path = tmp_path / NAME
    files.save(path, titled(""))

    def save(letter: str):
        done = 0
        while done < count:
            held = files.load_item(path, None)
            try:
                files.save(path, titled(title_of(held) + letter), held.digest)
                done += 1
            except ChangedError:
                pass

    at_once(lambda: save("x"), lambda: save("y"))
    (found,) = titles(tmp_path)
    assert sorted(found) == [*"x" * count, *"y" * count]
    tell("documents at once", saves=2 * count)


@counts(few=6, all=60)
def test_of_a_collection_changed_at_once_no_item_is_lost(count, tmp_path, tell):
    THINGS["a collection"].prepare(tmp_path)

    def change(own: int, letter: str):
        held = titles(tmp_path)[own]
        was = titled(held)
        for number in range(count):
            assert add_item(tmp_path, f"{letter}{number}")
            now = titled(f"{held}{letter * (number + 1)}")
            files.save_item(tmp_path / NAME, own, now, was.record)
            was = now

    at_once(lambda: change(0, "x"), lambda: change(2, "y"))
    found = titles(tmp_path)
    assert found[:3] == [f"a{'x' * count}", "b", f"c{'y' * count}"]
    assert sorted(found[3:]) == sorted(f"{one}{n}" for one in "xy" for n in range(count))
    tell("collections at once", changes=4 * count)


@counts(few=6, all=60)
def test_of_settings_results_and_recent_files_changed_at_once_nothing_is_lost(
    count, tmp_path, tell
):
    live_in(tmp_path)

    def change(name: str):
        usual = Preferences()
        for number in range(count):
            engine = EngineEntry(f"{name}{number}", name)
            assert preferences.change(usual, Preferences(engines=(engine,)))[1] == ""
            pupils.keep(lambda book: with_one_more(book, name))
            pupils.change("shared", lambda work: ItemProgress(at=work.at + 1))
            recent_files.remember(Path("/") / f"{name}{number % 6}")
        assert preferences.change(usual, dark if name == "a" else large)[1] == ""

    dark, large = Preferences(palette="dark"), Preferences(text_scale=2.0)
    at_once(lambda: change("a"), lambda: change("b"))
    every = {f"{one}{n}" for one in "ab" for n in range(count)}
    kept = preferences.load()[0]
    assert {engine.name for engine in kept.engines} == every
    assert (kept.palette, kept.text_scale) == ("dark", 2.0)
    book = pupils.load()
    tries = {pupil.name: pupil.works["own"].tasks["0"].tries for pupil in book.pupils if pupil.name}
    assert tries == {"a": count, "b": count}
    assert book.pupil.works["shared"].at == 2 * count
    assert {path.name for path in recent_files.load()} == {
        f"{a}{n}" for a in "ab" for n in range(6)
    }
    assert {one.name for one in tmp_path.iterdir()} == {
        "preferences.json", "progress.json", "progress.json~", "recent.json",
    }  # fmt: skip
    tell("settings and state at once", changes=8 * count)


def with_one_more(book, name):
    """One more wrong try of a pupil."""
    pupil = next((one for one in book.pupils if one.name == name), pupils.Pupil(name))
    work = pupil.works.get("own", ItemProgress())
    tries = work.tasks.get("0", TaskProgress()).tries + 1
    return book.with_pupil(
        pupils.Pupil(name, {"own": ItemProgress(tasks={"0": TaskProgress(tries=tries)})})
    )


def test_long_work_is_written_by_one_process_alone(tmp_path):
    THINGS["long work taken up"].prepare(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    held = KeptLines(tmp_path / NAME, {"work": 1}, "other")
    taken = before[: before.rfind(b"\n") + 1]
    assert (tmp_path / NAME).read_bytes() == taken

    def take_up():
        with pytest.raises(KeptLinesError, match="is being written already, by another process"):
            KeptLines(tmp_path / NAME, {"work": 1}, "other")

    assert os.waitpid(forked(take_up), 0)[1] == 0
    held.append({"n": 3}, {"n": 4})
    held.close()
    assert [*lines(tmp_path)] == [*taken.splitlines(keepends=True), b'{"n": 3}\n', b'{"n": 4}\n']
    assert os.listdir(tmp_path) == [NAME]


@pytest.mark.soak
def test_a_match_that_is_taken_up_and_killed_keeps_every_game(tmp_path, seed, tell):
    path, openings, chance = tmp_path / "games", tmp_path / "openings", random.Random(seed)
    openings.write_text("partition:size=3,rules=free 3,3,3/2,2/1 red\n")
    words = ["random", "random", "--games", "4000", "--nodes", "1", "--openings", openings]
    command = [sys.executable, "-m", "viewer", "match", *words, "--out", path]
    kept, kills = b"", 12
    for _ in range(kills):
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as match:
            for _ in range(chance.randrange(1, 40)):
                match.stderr.readline()
            match.kill()
            match.stderr.close()
        now = path.read_bytes()
        whole = now[: now.rfind(b"\n") + 1]
        assert whole.startswith(kept)
        assert len(whole) > len(kept)
        kept = whole
    games = [json.loads(line) for line in kept.splitlines()[1:]]
    assert set(Counter(game["pair"] for game in games).values()) == {2}
    tell("matches killed", kills=kills, games=len(games))
