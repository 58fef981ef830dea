"""Ask the class: pupils answer on pages that this computer serves, while it presents."""

from collections import Counter

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from model.exercises.results import Did, marks_of
from model.phrases import counted
from model.records.files import Contents
from model.records.lesson import Lesson, Step, Task
from model.records.record import ROOT, new_record, set_lesson
from model.records.view import Mark
from viewer.export.export_run import ExportRun
from viewer.export.offers import Offer, offers
from viewer.export.page.page_content import served
from viewer.learn.class_server import ClassServer
from viewer.session.session import Session

MOST_KEPT = 5_000
"""Tries of one pupil; what comes after is not counted."""


class Heard(Did, frozen=True, kw_only=True):
    """A try as a served page sends it."""

    item: int = 0


_messages = msgspec.json.Decoder(list[Heard])


class ClassQuestion(QObject):
    """What the class is asked, and what it has answered.

    Attributes
    ----------
    is_lifted
        Whether the answers are shown.
    on_network
        Whether other computers may join, as it was answered last.

    Signals
    -------
    changed
        There is something new to show.
    """

    changed = Signal()
    _came = Signal(int, object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.is_lifted = False
        self.on_network = False
        self._server: ClassServer | None = None
        self._run: ExportRun | None = None
        self._asked: tuple[int, int] | None = None
        self._step, self._wrong = 0, ""
        self._tries: dict[int, dict[tuple[int, int, str], Heard]] = {}
        self._came.connect(self._keep)
        # Tries that come at once are shown at once.
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.changed)

    @property
    def is_on(self) -> bool:
        """Whether a class is asked, or is about to be."""
        return self._server is not None or self._run is not None or bool(self._wrong)

    @property
    def fits(self) -> bool:
        """Whether what was asked is what is presented now."""
        return self._asked == self._place

    @property
    def _place(self) -> tuple[int, int]:
        """The document; of a game with its position, for each is another question."""
        document = self._session.document
        kept = document.kept
        is_task = kept.lesson is not None or kept.puzzle is not None
        return document.key, -1 if is_task else document.node

    def ask(self, *, on_network: bool) -> None:
        """Have the page made, and serve it."""
        self.on_network, self.is_lifted, self._wrong = on_network, False, ""
        self._stop_run()
        self._asked = self._place
        self._run = ExportRun(self)
        self._run.ended.connect(self._made)
        try:
            self._run.start(self._offer(), "class.html", [])
        except OSError as error:
            self._made(False, str(error))
        self.changed.emit()

    def _offer(self) -> Offer:
        """What is presented; a game asks for a point of its position."""
        document = self._session.document
        record = document.kept
        if record.lesson is not None or record.puzzle is not None:
            return offers(self._session, document)[0]
        position = self._session.position
        task = Task("click", accepted=tuple(position.game.board.names), right="It is sent.")
        step = Step(ROOT, "Touch the point where you would play.", "Your move", task=task)
        asked = new_record(str(position), title=document.title)
        lesson = set_lesson(asked, Lesson((step,)))
        held = Contents(lesson, view=document.view, kind="lesson")
        return Offer("This position", document.title, lambda: held, steps=1)

    def _made(self, written: bool, why: str) -> None:
        run = self._run
        if run is not None and written and run.output is not None:
            page = served(run.output.read_bytes())
            try:
                if self._server is None:
                    self._server = ClassServer(page, self._take, on_network=self.on_network)
                else:
                    self._server.page = page
                    self._server.question += 1
            except OSError as error:
                self._wrong = f"No pupil can join: {error.strerror or error}."
            self._tries = {}
        else:
            self._wrong = f"The class cannot be asked: {why}."
        self._stop_run()
        self.changed.emit()

    def _take(self, pupil: int, message: bytes) -> None:
        """In a thread of the server's."""
        try:
            found = _messages.decode(message)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ValueError("what came does not have the form of tries") from error
        self._came.emit(pupil, found)

    def _keep(self, pupil: int, found: list[Heard]) -> None:
        mine = self._tries.setdefault(pupil, {})
        before = len(mine)
        for one in found:
            if len(mine) < MOST_KEPT:  # what was sent twice counts once
                # Where it was tried is asked of nobody, and could be long.
                brief = msgspec.structs.replace(one, source="")
                mine.setdefault((one.step, one.at, one.what), brief)
        if len(mine) > before:
            self._soon.start()

    def follow(self, step: int) -> None:
        """Let the pages show a step, from 0; another step is covered again."""
        if step != self._step:
            self._step, self.is_lifted = step, False
        if self._server is not None and self.fits:
            self._server.step = step

    def toggle(self) -> None:
        """Show the answers, or cover them."""
        self.is_lifted = not self.is_lifted
        self.changed.emit()

    def end(self) -> None:
        """Let nobody in any more, and forget what was answered."""
        self._stop_run()
        if self._server is not None:
            self._server.close()
        self._server, self._tries, self._asked = None, {}, None
        self.is_lifted, self._wrong = False, ""

    def _stop_run(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.close()
            run.deleteLater()

    # -- what is shown ---------------------------------------------------------------------------

    @property
    def words(self) -> str:
        """How pupils join, and how many have answered."""
        if self._wrong:
            return self._wrong
        if self._server is None:
            return "The page for the class is being made …"
        first = self._first()
        joined = counted(self._server.pupils, "pupil")
        shown = f"  ·  J {'covers' if self.is_lifted else 'shows'} them"
        where = f"{self._server.address}   code {self._server.code}"
        return f"{where}\n{joined} joined, {first.total()} answered{shown if first else ''}"

    def _first(self) -> Counter[str]:
        """The first tries at the step that is shown, with how many made each."""
        found = Counter[str]()
        for tries in self._tries.values():
            here = [one for one in tries.values() if one.step == self._step and one.did == "try"]
            if here:
                found[min(here, key=lambda one: one.at).what] += 1
        return found

    @property
    def marks(self) -> tuple[Mark, ...]:
        """How many tried each point first, once that is shown."""
        if not self.is_lifted or not self.fits:
            return ()
        first = self._first()
        is_game = self._asked is not None and self._asked[1] != -1
        tried = [one for tries in self._tries.values() for one in tries.values()]
        right = {one.what for one in tried if one.right and one.step == self._step}
        names = frozenset(self._session.position.game.board.names)
        return tuple(
            msgspec.structs.replace(mark, colour="yellow") if is_game else mark
            for mark in marks_of(first, right, names)
        )

    def chosen(self, text: str) -> str:
        """Return an answer to choose with how many chose it first, once that is shown."""
        return f"{text}  ({self._first()[text]})" if self.is_lifted and self.fits else text
