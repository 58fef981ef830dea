"""A puzzle being made, in the Learn dock: what it asks, its proof, tries, hints, grade."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from model.contract.game import Move, Position
from model.puzzles.proof import first_fault
from model.puzzles.wording import GRADES
from model.records.puzzle import Puzzle
from viewer.learn.learning import Learning
from viewer.learn.lessons.point_picker import PointPicker
from viewer.panels.author.lesson_text import moves_in
from viewer.panels.author.proof_report import ProofReport
from viewer.panels.author.stipulation_form import StipulationForm
from viewer.panels.author.tries import TryList
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session, State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.notices import Notices
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import Line

HINTS = ("Where to look", "Which corner, wall or field", "The move")


class PuzzleEditor(controls.ScrolledPanel):
    """Drives `viewer.learn.puzzles.puzzle_author.PuzzleAuthor`."""

    def __init__(
        self, session: Session, scene: SceneView, notices: Notices, learning: Learning
    ) -> None:
        super().__init__("Puzzle editor")
        self._session, self._notices, self._learning = session, notices, learning
        self._author = learning.puzzle_author
        self._key = -1
        self._drawn = (-1, "")
        self._checking = False
        self._picker = PointPicker(scene.tools, self._picked)
        self.title = Line("Title of the puzzle", "Title")
        self.composer = Line("Composer of the puzzle", "Composer")
        self.composer.setToolTip("Who made the puzzle; solvers see it")
        for header, line in (("title", self.title), ("composer", self.composer)):
            line.typed.connect(
                lambda text, go, header=header: session.head(header, text.strip(), go)
            )
            self.column.addWidget(line)
        self.form = StipulationForm(on_board=True)
        self.form.picked.connect(self._author.ask)
        self.form.picking.connect(self._pick)
        self.form.drawn.connect(lambda: notices.try_to(self._author.know_drawn))
        self.section("What the puzzle asks", first=True).addWidget(self.form)
        self.meant = Line("The key moves you mean", "found by the check")
        self.meant.setToolTip("The key moves you mean, separated by spaces")
        self.meant.typed.connect(lambda _, go: self._author.mean(self._meant, go))
        self.form.add_row("Key", self.meant)
        self.proof = ProofReport(scene, notices, self._author)
        self.section("Proof").addWidget(self.proof)
        self.tries = TryList(session, scene, notices, self._author)
        self.section("Tries").addWidget(self.tries)
        hints = self.section("Hints (leave empty for the program's own)")
        self.hints = []
        for number, what in enumerate(HINTS):
            line = Line(f"Hint {number + 1}: {what}", f"{number + 1}. {what.lower()}")
            line.setToolTip(
                plain_tip(f"{number + 1}. {what}. Leave it empty to use the program's own words.")
            )
            line.typed.connect(lambda _, go: self._keep_hints(go))
            hints.addWidget(line)
            self.hints.append(line)
        self.grade = controls.combo(
            "Difficulty", [(word or "set by the check", k) for k, word in enumerate(GRADES)]
        )
        self.grade.activated.connect(self._keep_grade)
        self.section("Difficulty").addLayout(controls.row(self.grade))
        self.column.addStretch(1)
        self.solve = controls.button(
            "Try it out",
            lambda: scene.perform("teach.begin"),
            "Solve the puzzle as others will see it (Ctrl+G)",
        )
        self.forget = controls.button(
            "Turn back into a game",
            lambda: notices.try_to(self._author.forget),
            "Removes the puzzle; Undo brings it back",
            "quiet",
        )
        self.column.addLayout(controls.row(self.forget))
        self.set_foot(controls.row(self.solve))
        fields: tuple[Line | StipulationForm, ...] = (
            self.title,
            self.composer,
            self.form,
            self.meant,
        )
        for field in (*fields, *self.hints):
            field.left.connect(scene.take_focus)
        self._author.changed.connect(self._follow_check)
        scene.tools.changed.connect(self._follow_tool)

    # -- showing -----------------------------------------------------------------------------

    def changed(self, old: State, new: State) -> None:
        """Show the active puzzle."""
        document, puzzle = new.document, self._author.puzzle
        if document is None or puzzle is None:
            self._picker.leave()
            return
        if document.key != self._key:
            self._picker.leave()
        self._key = document.key
        position = self._author.start
        self.title.say(document.record.headers.get("title", ""))
        self.composer.say(document.record.headers.get("composer", ""))
        self.form.show_stipulation(position, puzzle.stipulation)
        if self._meant != puzzle.keys:
            self.meant.say(" ".join(puzzle.keys))
        self.form.show_row(self.meant, puzzle.stipulation.kind != "accepted")
        self.tries.show_tries(puzzle, document.key)
        for number, line in enumerate(self.hints):
            line.say(puzzle.hints[number] if number < len(puzzle.hints) else "")
        controls.set_combo(self.grade, puzzle.grade)
        drawn = (document.key, puzzle.stipulation.known)
        if drawn != self._drawn:  # what an author draws meanwhile stays
            self._drawn = drawn
            self._author.show_known()
        self._show_proof(position, puzzle)

    def _show_proof(self, position: Position, puzzle: Puzzle) -> None:
        self.proof.show_proof(position, puzzle)
        self.proof.show_progress()
        fault = first_fault(position, puzzle)
        self.solve.setEnabled(not fault)
        self.proof.check.setEnabled(not fault)
        if fault:
            self.proof.verdict.say(fault[:1].upper() + fault[1:] + ".", "wrong")

    def _follow_check(self) -> None:
        """Show how far a check is, and what it came to."""
        puzzle = self._author.puzzle
        if puzzle is not None and self._is_here:
            self._show_proof(self._author.start, puzzle)
            if self._checking != self._author.is_checking:  # one has begun, or has ended
                self._checking = not self._checking
                QTimer.singleShot(0, self, self._look_at_proof)

    def _look_at_proof(self) -> None:
        """Bring what a check says into sight: F7 is pressed wherever the panel stands.

        Not while the mouse is on the button: what is pressed stays under it.
        """
        if self.proof.ways.underMouse():
            return
        self.column.activate()
        bar, top = self.verticalScrollBar(), self.proof.y() - 3 * GAP
        seen = range(bar.value(), bar.value() + self.viewport().height() + 1)
        if self.proof.y() not in seen or self.proof.geometry().bottom() not in seen:
            bar.setValue(top)

    # -- keeping -----------------------------------------------------------------------------

    @property
    def _is_here(self) -> bool:
        """Whether the fields show the active document: what is typed is meant for it."""
        document = self._session.document
        return (
            document is not None and document.key == self._key and self._author.puzzle is not None
        )

    @property
    def _meant(self) -> tuple[Move, ...]:
        return moves_in(self.meant.text(), self._author.start, clicks=False)

    def _keep_hints(self, go: object) -> None:
        texts = [line.text().strip() for line in self.hints]
        while texts and not texts[-1]:
            texts.pop()
        self._author.change("hints", go, hints=tuple(texts))

    def _keep_grade(self) -> None:
        if self._is_here:
            self._author.change("grade", grade=int(self.grade.currentData()))

    # -- picking points ----------------------------------------------------------------------

    def _pick(self, wanted: bool) -> None:
        if wanted and not self._picker.is_on:
            self._picker.begin()
            self._notices.say("Click the points to choose the answer from; Escape ends it")
        elif not wanted:
            self._picker.leave()

    def _follow_tool(self) -> None:
        self.form.pick.setChecked(self._picker.is_on)

    def _picked(self, site: int | None) -> None:
        """Take a point in, or out again."""
        if site is not None and self._is_here:
            self.form.toggle_point(self._author.start.game.board.names[site])

    def close_down(self) -> None:
        """Stop what runs in the background."""
        self._author.cancel()
