"""What a file must go through: read or refused in a sentence, then everything done with it."""

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from fuzz_corpus import corpus, tree
from PySide6.QtCore import QSize
from watchdog import within

from model.play.many_analyses import analyze
from model.records import files
from model.records.files import Contents, FileError
from model.records.json_form import encode
from model.records.sealing import pending, whole_of
from model.records.view import Camera
from model.search.provers import solve
from viewer.analysis.picture_findings import whole_picture
from viewer.cli.check import Wanted, check
from viewer.games.registry import explainer_of
from viewer.picture.compose.composer import Transient, compose
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.flat.miniature import miniature_of
from viewer.picture.visibility.visible import visible_in
from viewer.scene.offscreen import Offscreen
from viewer.session import collections
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Session, SessionError
from viewer.widgets.flat_painting import pixmap

LIMIT = 0.004
"""Seconds that a search gets: one step of it, not an answer."""
COMPILING = 300.0
"""Seconds that a file may take that is the first to need a kernel."""
LONGEST = 700
"""Letters that an error may have beside the path."""
_OURS = (0, 1, 2, 4)
_LEAKS = ("Traceback", "object at 0x", "<class", "NoneType", "Error", "exception")


class Trial:
    """A place where files are tried, one after another.

    Attributes
    ----------
    loaded, refused, drawn
        How many there were.
    """

    def __init__(self, folder: Path, seconds: float = 20.0) -> None:
        self.folder = folder
        self.seconds = seconds
        self.loaded = self.refused = self.drawn = 0
        self._stage: Offscreen | None = None
        self._preferences = Preferences()

    def warm_up(self) -> None:
        """Try a file of each game as it is: all kernels are compiled then."""
        games = set()
        for number in range(corpus()):
            grown = tree(number)
            game = str(grown.get("position", "")).partition(":")[0].partition(" ")[0]
            if game and game not in games:
                games.add(game)
                data = json.dumps(grown).encode()
                self.file(data, Random(number), draws=len(games) == 1, seconds=COMPILING)
        self.loaded = self.refused = self.drawn = 0

    def close(self) -> None:
        """Free what was drawn on."""
        if self._stage is not None:
            self._stage.close()

    def file(self, data: bytes, rng: Random, *, draws: bool, seconds: float = 0) -> bool:
        """Try a file; whether it could be read. AssertionError, or whatever went wrong."""
        path = self.folder / "file from a stranger.pyramidion"
        path.write_bytes(data)
        with within(seconds or self.seconds):
            good = self._tried(path, rng, draws)
        left = sorted(one.name for one in self.folder.iterdir())
        assert left == [path.name], f"left beside the file: {left}"
        assert path.read_bytes() == data, "the file is not what it was"
        if good:
            self.loaded += 1
        else:
            self.refused += 1
        return good

    def _tried(self, path: Path, rng: Random, draws: bool) -> bool:
        try:
            held = files.load_any(path)
        except FileError as error:
            check_sentence(str(error), files.shown_path(path))
            self._refused(path)
            return False
        if isinstance(held, Contents):
            self._opened(path, None, rng, draws)
        else:
            _, _, entries = collections.entries(path)
            assert len(entries) == len(held.items)
            for entry in entries[:20]:
                collections.shown_position(entry)
            for item in rng.sample(range(len(entries)), min(2, len(entries))):
                self._opened(path, item, rng, draws)
        self._checked(path)
        return True

    def _refused(self, path: Path) -> None:
        """What cannot be read is refused by the session, plainly and in detail, and by `check`."""
        session = Session()
        try:
            session.open(path)
        except SessionError as error:
            plain, details = str(error), error.details
        else:
            raise AssertionError("the session opened what cannot be read")
        check_line(plain)
        assert path.name in plain
        if details:
            check_sentence(details, files.shown_path(path))
        assert self._checked(path) == 2

    def _checked(self, path: Path) -> int:
        out, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            status = check([str(path)], Wanted(limit=LIMIT))
        assert status in _OURS, f"check ended with {status}"
        for line in (out.getvalue() + said.getvalue()).splitlines():
            check_line(line)
        return status

    def _opened(self, path: Path, item: int | None, rng: Random, draws: bool) -> None:
        """Do with a document what a person does, all of it short."""
        session = Session()
        document = session.open(path, item)
        nodes = sorted(document.record.nodes)
        for node in {document.node, rng.choice(nodes)}:
            session.go(node)
            self._looked_at(session)
        written_and_read(session.document)
        if draws:
            self._drawn(session)
        self._edited(session, rng)

    def _looked_at(self, session: Session) -> None:
        position, document = session.position, session.document
        assert position is not None
        assert document is not None
        seen = position.seen_by(None)
        analyze(seen, costs=True, limit=LIMIT)
        solve(position.without_past(), limit=LIMIT)
        picture = compose(document, position, self._preferences, Transient())
        visible_in(picture)
        lesson = document.record.lesson
        steps = () if lesson is None else lesson.steps
        marks = [step.marks for step in steps if step.node == document.node]
        mark_overlays(position, sum(marks, document.record[document.node].marks))
        explainer = explainer_of(position)
        if explainer is not None:  # without costs: they take their time, and `_drawn` asks for them
            explainer.overlays(position, document.view.show, None)

    def _edited(self, session: Session, rng: Random) -> None:
        """A move is played and a word is said: what comes of it can be saved and read as well."""
        before = session.document
        assert before is not None
        position = session.position
        assert position is not None
        with contextlib.suppress(SessionError):
            if position.legal_moves:
                session.play(position.legal_moves.sample(rng))
            session.comment("seen")
            session.bookmark("here")
        written_and_read(session.document)
        while session.undo():
            pass
        assert session.document is not None
        # A turn of which a choice was there goes whole.
        if not pending(whole_of(before.record)):
            assert session.document.record == before.record

    def _drawn(self, session: Session) -> None:
        """Really draw it, as small as can be."""
        if self._stage is None:
            self._stage = Offscreen((96, 64))
        position, document = session.position, session.document
        assert position is not None
        assert document is not None
        picture = whole_picture(
            position.seen_by(None), document.view, (), document.record[document.node].marks
        )
        self._stage.image(picture)
        pixmap(miniature_of(position), Camera(), QSize(40, 30))
        self.drawn += 1


@contextlib.contextmanager
def kept(path: Path, data: bytes, *told: object) -> Iterator[None]:
    """Keep the bytes with which something fails, and say how they came about."""
    try:
        yield
    except BaseException:
        path.write_bytes(data)
        print(*told, f"kept as {path}", sep=", ")
        raise


def written_and_read(document: Document | None) -> None:
    """Assert that a document that is written and read again is the same."""
    assert document is not None
    data = encode(document.record, document.node, document.view)
    found = files.parse(data, "it")
    assert found.record == whole_of(document.record)
    assert (found.node, found.view) == (document.node, document.view)
    assert encode(found.record, found.node, found.view) == data


def check_sentence(said: str, name: str) -> None:
    """Assert that an error is one sentence that names the file."""
    assert said.startswith(f"{name}: "), said[:300]
    assert len(said) <= LONGEST + len(name), f"{len(said)} letters: {said[:300]}"
    check_line(said)


def check_line(said: str) -> None:
    """Assert that a line is fit to be read by a person, and harms no terminal."""
    assert said.isprintable(), repr(said[:300])
    leaks = [word for word in _LEAKS if word in said]
    assert not leaks, f"{leaks}: {said[:300]}"
