"""What stands behind the welcome page: recent files, examples with pictures, recovery offers."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, QTimer
from PySide6.QtGui import QPixmap

from model.phrases import counted
from model.records import files
from model.records.atomic_write import write_whole
from model.records.files import new_game
from model.records.lesson import Lesson
from model.records.record import PositionCache
from model.records.view import Camera
from model.registry import kinds
from viewer.commands import beginning, opening
from viewer.commands.shell import Shell
from viewer.games.game_view import QuickStart
from viewer.games.registry import game_view_named
from viewer.picture.flat.miniature import Miniature, miniature_of
from viewer.picture.visibility import hiding as visibility
from viewer.session.files import recent_files, resources
from viewer.session.files.state_files import state_folder
from viewer.session.preferences import Preferences
from viewer.session.session import SessionError
from viewer.widgets import flat_painting
from viewer.widgets.prose import begun
from viewer.window.welcome import tile_pictures
from viewer.window.welcome.cards import Example

if TYPE_CHECKING:
    from viewer.session.autosave.journal import Journal
    from viewer.session.autosave.recovery import Recovery

TILE = QSize(*tile_pictures.SIZE)
log = logging.getLogger(__name__)


class WelcomeController(QObject):
    """Fills the welcome page and does what is chosen there."""

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._shell = shell.session, shell
        self._offers: list[Recovery] = []
        self._journal: Journal | None = None
        self._waiting: list[Path] = []
        self._lines: list[Path] = []
        self._examples: tuple[Path, ...] = ()
        self.page = shell.pages.welcome
        self.page.start_game.connect(self._start_game)
        self.page.set_games(
            [
                (name, title, designer_of(name), game_view_named(name).how_to_win, starts)
                for name, title, starts in quick_games()
            ]
        )
        self.page.new_game.connect(lambda: shell.frame.perform("file.new"))
        self.page.open_file.connect(lambda: shell.frame.perform("file.open"))
        self.page.play_again.connect(self._play_again)
        self.page.against.picked.connect(lambda: shell.chosen.change(**self.page.against.preferred))
        self.page.practise.connect(lambda: shell.frame.perform("teach.practice"))
        self.page.open_path.connect(self._open)
        self.page.go_on.connect(self._go_on)
        self.page.learn.connect(self._learn)
        self.page.recover.connect(self._recover)
        self.page.discard.connect(self._discard)
        # One picture at a time, between events: the page answers while they appear.
        self._painting = QTimer(self, singleShot=True, interval=30)
        self._painting.timeout.connect(self._paint_next)

    def refresh(self) -> None:
        """Show what can be gone on with, and the examples."""
        self.show_choice(self._shell.chosen.now)
        # An example that was only looked at is found below.
        recent = [path for path in recent_files.load() if path.is_file()]
        files = [describe(path) for path in recent if path not in resources.examples()]
        documents = enumerate(self._session.state.documents)
        unsaved = [(number, one.title) for number, one in documents if one.path is None]
        self.page.set_recent(files, unsaved)
        shelves = resources.lessons(), resources.puzzles(), resources.examples()
        found = tuple(path for paths in shelves for path in paths)
        if found != self._examples:
            self._examples = found
            self.page.set_examples(*([describe(path) for path in paths] for paths in shelves))
            self._waiting = list(found)
            self._show_pictures()
            self._painting.start(200)
        self._lines = [path for paths in shelves[:2] for path in paths]
        if self._lines:
            self._painting.start(200)

    def _show_pictures(self) -> None:
        """Show the lead picture and those of the games; of a game without one, how it begins."""
        self.page.hero.setPixmap(tile_pictures.lead())
        ratio = self.page.devicePixelRatioF()
        for name, _, _ in quick_games():
            picture = tile_pictures.of_game(name)
            if picture is None:
                start = miniature_of(new_game(kinds()[name], {}).start())
                picture = flat_painting.pixmap(start, Camera(), TILE, ratio)
            self.page.set_game_picture(name, picture)

    def offer(self, offers: list[Recovery], journal: Journal) -> None:
        """Offer what a crash left."""
        self._offers, self._journal = offers, journal
        self.page.set_offer(len(offers))

    def close_down(self) -> None:
        """Paint no more pictures."""
        self._painting.stop()

    def _start_game(self, name: str, options: dict[str, str]) -> None:
        self._shell.notices.try_to(lambda: beginning.begin(self._shell, name, options))

    def _play_again(self) -> None:
        """Begin the game that was begun last, with the opponent that is chosen."""
        chosen = self._shell.chosen.now
        known = chosen.game in kinds()
        name = chosen.game if known else next(iter(kinds()))
        self._start_game(name, dict(chosen.game_options) if known else {})

    def show_choice(self, chosen: Preferences) -> None:
        """Show what is chosen: whom one plays against, and which game was begun last."""
        self.page.against.show_choice(chosen)
        was_begun = chosen.game in kinds()
        kind = kinds()[chosen.game if was_begun else next(iter(kinds()))]
        usual = {option.name: option.default for option in kind.options}
        size = (chosen.game_options if was_begun else {}).get("size") or usual.get("size")
        title = f"{kind.title}, size {size}" if size else kind.title
        self.page.name_game(title, was_begun=was_begun)

    def _go_on(self, number: int) -> None:
        """Show an open document again."""
        self._session.activate(number)
        self._shell.pages.turn_to(scene=True)

    def _learn(self, game: str) -> None:
        """Open the course of a game; without one, show which there are."""
        path = resources.course_of(game)
        if path is None:
            self.page.show_lessons()
        else:
            self._open(path)

    def _open(self, path: Path) -> None:
        self._shell.notices.try_to(lambda: opening.open_path(self._shell, path))

    def _recover(self) -> None:
        from viewer.session.autosave.recovery import in_tab_order, recover

        failed, active = [], 0
        newest = max(self._offers, key=lambda offer: offer.when, default=None)
        for offer in in_tab_order(self._offers):
            try:
                found = recover(self._session, offer, self._journal)
            except SessionError as error:
                failed.append(str(error))
            else:
                active = found.key if offer is newest else active
        keys = [document.key for document in self._session.state.documents]
        if active in keys:
            self._session.activate(keys.index(active))
        count = len(self._offers)
        self._clear_offers()
        if failed:
            self._shell.notices.complain(" ".join(failed))
        else:
            restored = "document was" if count == 1 else "documents were"
            self._shell.notices.say(f"Your {restored} restored but not yet saved")

    def _discard(self) -> None:
        from viewer.session.autosave.recovery import discard

        count = len(self._offers)
        what = "the document" if count == 1 else f"the {count} documents"
        if not self._shell.ask.lose(f"Discard {what}?"):
            return
        for offer in self._offers:
            discard(offer)
        self._clear_offers()

    def _clear_offers(self) -> None:
        self._offers = []
        self.page.set_offer(0)

    # -- pictures of the examples ------------------------------------------------------------

    def _paint_next(self) -> None:
        if not (self._waiting or self._lines) or not self.page.isVisible():
            return
        if self._lines:
            path = self._lines.pop(0)
            self.page.set_line(path, far(path))
            self._painting.start()
            return
        path = self._waiting.pop(0)
        ratio = self.page.devicePixelRatioF()
        try:
            picture = tile_pictures.shipped(path, ratio) or thumbnail_of(path, ratio)
        except Exception:
            # An example that cannot be read says so when it is opened.
            log.exception("no picture of %s", path)
        else:
            self.page.set_picture(path, picture)
        if self._waiting:
            self._painting.start()


def quick_games() -> list[tuple[str, str, tuple[QuickStart, ...]]]:
    """Return the games that can be begun at once: (name, title, starts)."""
    return [
        (name, kind.title, quick)
        for name, kind in kinds().items()
        if (quick := game_view_named(name).quick_starts)
    ]


def designer_of(game: str) -> str:
    """Return who designed a game, as its credit names them; "" where none is named."""
    named = re.search(r"(?:designed|invented) by ([^,;]+?)(?:[,;]|\.?$)", kinds()[game].credit)
    return f"by {named[1]}" if named else ""


def describe(path: Path) -> Example:
    """Return the title of a file and what it says of itself, without playing it through."""
    try:
        stat = path.stat()
    except OSError:
        return Example(path, begun(path.stem.replace("-", " ")))
    return _described(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=256)
def _described(path: Path, _changed: int, _size: int) -> Example:
    """Describe a file as it was when it was changed last."""

    class Headers(msgspec.Struct):
        headers: dict[str, str] = {}
        title: str = ""
        about: str = ""

    title = begun(path.stem.replace("-", " "))  # the rest as it is written: a game has capitals
    try:
        read = msgspec.json.decode(path.read_bytes(), type=Headers)
    except (OSError, ValueError, RecursionError):
        return Example(path, title)
    headers = read.headers
    return Example(
        path, headers.get("title", read.title or title), headers.get("event", read.about)
    )


def far(path: Path) -> str:
    """Return what a lesson or a collection holds, and how far the learner has come."""
    from viewer.session.progress import progress

    try:
        stat = path.stat()
        found = _held(path, stat.st_mtime_ns, stat.st_size)
    except (OSError, files.FileError):
        return ""
    if isinstance(found, files.Collection):
        each = [len(progress.done(path, item.record)) for item in found.items]
        lessons = [item.record.lesson for item in found.items if item.record.lesson is not None]
        if len(lessons) == len(found.items):
            return _steps_of(lessons, sum(each))
        solved = sum(bool(one) for one in each)
        return f"{len(found.items)} puzzles" + (f", {solved} solved" if solved else "")
    lesson = found.record.lesson
    if lesson is None:
        return ""
    return _steps_of([lesson], len(progress.done(path, found.record)))


@lru_cache(maxsize=32)
def _held(path: Path, _changed: int, _size: int) -> files.Contents | files.Collection:
    """Load a file as it was when it was changed last: the page is often come back to."""
    return files.load_any(path)


def _steps_of(lessons: Sequence[Lesson], done: int) -> str:
    """Return how long a course is, of one lesson or of chapters, and how much of it is done."""
    steps = [step for lesson in lessons for step in lesson.steps]
    tasks = sum(step.task is not None for step in steps)
    whole = f"{len(steps)} steps"
    return f"{whole}, {done} of {counted(tasks, 'task')} done" if done else whole


def thumbnail_of(path: Path, ratio: float) -> QPixmap:
    """Return the picture of a file, from the cache when the file has not changed since."""
    known = cached_place(path, ratio)
    picture = QPixmap()
    if known.is_file() and picture.load(str(known)):
        picture.setDevicePixelRatio(ratio)
        return picture
    picture = paint_thumbnail(path, ratio)
    data = QByteArray()
    picture.save(QBuffer(data), "PNG")
    try:
        known.parent.mkdir(parents=True, exist_ok=True)
        write_whole(known, bytes(data.data()), sync=False)
    except OSError:
        log.info("no place to keep pictures of examples in %s", known.parent)
    return picture


def cached_place(path: Path, ratio: float) -> Path:
    """Return where the picture of a file is kept; another file content has another place."""
    stat = path.stat()
    key = f"{path}|{stat.st_mtime_ns}|{stat.st_size}|{ratio}|{TILE.width()}"
    name = hashlib.sha256(key.encode()).hexdigest()[:24]
    return state_folder() / "thumbnails" / f"{name}.png"


def paint_thumbnail(path: Path, ratio: float) -> QPixmap:
    """Paint a file's current position as its View looks at it, cuts left out."""
    contents = files.load_any(path).items[0]
    position = PositionCache().position(contents.record, contents.node)
    board, pieces = position.game.board, position.pieces
    occupied = np.zeros(len(board), dtype=bool)
    occupied[pieces.site] = True
    seen = visibility.resolve(board, occupied, contents.view)
    standing = seen.answers[pieces.site]
    few = len(board) <= 400
    dots = ~occupied & seen.answers if few else None
    what = Miniature(
        board, pieces.site[standing], pieces.owner[standing], position.game.players, dots
    )
    return flat_painting.pixmap(what, contents.view.camera, TILE, ratio)
