"""A puzzle being made, in the Learn dock: what it asks, its proof, tries, hints, grade."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from model.contract.game import Move, Position
from model.puzzles.proof import first_fault, proof_holds
from model.puzzles.wording import GRADES
from model.records.puzzle import Proof, Puzzle, Try
from viewer.analysis import kernel_process
from viewer.learn.learning import Learning
from viewer.learn.lessons.point_picker import PointPicker
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.learn.puzzles.puzzle_text import (
    counts_words,
    fight_sentence,
    proof_words,
    verdict_words,
)
from viewer.panels.author.lesson_text import moves_in
from viewer.panels.author.stipulation_form import StipulationForm
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import RowButton, column_in, row_in
from viewer.widgets.messages import Notices
from viewer.widgets.prose import FeedbackLabel, plain_tip
from viewer.widgets.text_fields import LineEdit, TextEdit


class TryList(QWidget):
    """Shows the tries of the active puzzle; adds, names and removes them."""

    def __init__(
        self, session: Session, scene: SceneView, notices: Notices, author: PuzzleAuthor
    ) -> None:
        super().__init__()
        self._session, self._scene, self._notices = session, scene, notices
        self._author = author
        rows: list[tuple[Move, tuple[Move, ...]]] = []
        self._shown: tuple[int, frozenset[Move], list[tuple[Move, tuple[Move, ...]]]]
        self._shown = (-1, frozenset(), rows)
        self._fields: list[tuple[LineEdit, TextEdit]] = []
        self.rows = QWidget()
        self._rows = column_in(self.rows, 6)
        self.first = controls.text_line("First move to keep as a try", "move")
        self.first.returnPressed.connect(self._add)
        self.add = controls.button(
            "Add", self._add, "Keep this move as a try; the check finds its refutation"
        )
        self.take = controls.button(
            "From the board",
            lambda: notices.try_to(author.add_first_moves),
            "Keep the first move of the line on the board as a try",
        )
        column = controls.fill(column_in(self), self.rows)
        column.addLayout(controls.fill(QHBoxLayout(), (self.first, 1), self.add, self.take))

    def show_tries(self, puzzle: Puzzle, key: int) -> None:
        """Show the tries of a puzzle, in the document of that key."""
        proof = puzzle.proof
        solving = frozenset(() if proof is None else (*proof.first, *proof.cooks))
        rows = (key, solving, [(one.move, one.refutation) for one in puzzle.tries])
        if rows == self._shown:
            for (name, text), one in zip(self._fields, puzzle.tries, strict=True):
                name.say(one.name)
                text.say(one.text)
            return
        self._shown, self._fields = rows, []
        controls.empty(self._rows)
        self.rows.setVisible(bool(puzzle.tries))
        fields: list[QWidget] = []
        crosses: list[QWidget] = []
        for one in puzzle.tries:
            entry, written, cross = self._entry(one, solves=one.move in solving)
            self._rows.addWidget(entry)
            fields += written
            crosses.append(cross)
        # Tab goes from field to field; a blank that is typed on removes nothing.
        for first, second in pairwise((*fields, self.first, self.add, self.take, *crosses)):
            QWidget.setTabOrder(first, second)

    def _entry(self, one: Try, *, solves: bool) -> tuple[QWidget, tuple[QWidget, ...], QWidget]:
        """Return the row of a try, the fields that are gone through, and its cross."""
        box = QWidget()
        column = column_in(box, 2)
        head = QHBoxLayout()
        open_ = "does not fail here" if solves else "the check finds the refutation"
        answer = " ".join(one.refutation[:4]) or open_
        show = RowButton("try", f"{one.move} – {answer}", "Play the try and its refutation")
        show.clicked.connect(lambda: self._notices.try_to(lambda: self._show(one)))
        drop = controls.tool("close", f"Remove the try {one.move}", lambda: self._drop(one.move))
        controls.fill(head, (show, 1), drop)
        column.addLayout(head)
        name = LineEdit(f"Name of the try {one.move}", "name", one.name)
        text = TextEdit(f"What is said about the try {one.move}", "why it fails", 1, 5)
        text.say(one.text)
        name.typed.connect(lambda said, go: self._say(one.move, go, name=said.strip()))
        text.typed.connect(lambda said, go: self._say(one.move, go, text=said.strip()))
        for field in (name, text):
            field.left.connect(self._scene.take_focus)
        self._fields.append((name, text))
        controls.fill(column, name, text)
        return box, (show, name, text), drop

    def _show(self, one: Try) -> None:
        if one.refutation:
            self._author.show_line((one.move, *one.refutation), f"A try: {one.move} fails.")
        else:
            self._author.show_move(one.move)

    def _add(self) -> None:
        if self._notices.try_to(lambda: self._author.add_try(self.first.text())):
            self.first.clear()

    def _tries(self) -> tuple[Try, ...] | None:
        """The tries of the puzzle these rows were made for, None once another one is active."""
        document, puzzle = self._session.document, self._author.puzzle
        if puzzle is None or document.key != self._shown[0]:
            return None
        return puzzle.tries

    def _drop(self, move: str) -> None:
        tries = self._tries()
        if tries is not None:
            self._author.change("remove try", tries=tuple(t for t in tries if t.move != move))
            self._notices.say(f"The try {move} is removed. Undo brings it back.")

    def _say(self, move: str, go: object, **words: str) -> None:
        tries = self._tries()
        if tries is not None:
            changed = tuple(
                msgspec.structs.replace(one, **words) if one.move == move else one for one in tries
            )
            self._author.change("try", go, tries=changed)


LISTED = 12
"""Rows of cooks or of superfluous pieces, at most."""


class ProofReport(QWidget):
    """Checks the active puzzle and shows what came of it."""

    def __init__(self, scene: SceneView, notices: Notices, author: PuzzleAuthor) -> None:
        super().__init__()
        self._notices, self._author = notices, author
        self._shown: tuple[Position, Proof | None, bool] | None = None
        self.verdict = FeedbackLabel()
        self.counts = controls.label("", "muted", wraps=True)
        self.check = controls.button(
            "Check",
            lambda: scene.perform("teach.check-puzzle"),
            "Prove that the puzzle is sound, or find what is wrong with it (F7)",
            "primary",
        )
        self.limit = controls.number_box("Time limit of a check, in seconds", 1, 3600)
        self.limit.setSuffix(" s")
        keep_wide(self.limit, 72)
        self.limit.setValue(self._author.limit)
        self.limit.setToolTip("A check that takes longer is stopped")
        self.limit.valueChanged.connect(self._set_limit)
        self.bar = controls.progress_bar("Progress of the check")
        controls.keep_room(self.bar)
        self.doing = controls.label("", "small")
        self.cancel = controls.button("Cancel", author.cancel)
        self.found = QWidget()
        self._found = column_in(self.found, 2)
        self.by = controls.label("", "small", wraps=True)
        column = column_in(self, GAP - 2)
        most = controls.label("for at most", "muted")
        ready = controls.fill(row_in(None, GAP), self.check, 0, most, self.limit)
        self.ready = controls.holding(ready)
        self.working = QWidget()
        working = controls.fill(column_in(self.working, 4), self.bar)
        working.addLayout(controls.fill(QHBoxLayout(), (self.doing, 1), self.cancel))
        # In one place, and above all that it says: what is pressed stays under the mouse.
        self.ways = QStackedWidget()
        self.ways.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.ways.addWidget(self.ready)
        self.ways.addWidget(self.working)
        controls.fill(column, self.ways, self.verdict, self.counts, self.found, self.by)

    def _set_limit(self, seconds: int) -> None:
        self._author.limit = seconds

    def show_progress(self) -> None:
        """Show whether a check runs, and how far it is."""
        checking = self._author.is_checking
        self.ways.setCurrentWidget(self.working if checking else self.ready)
        if checking and self._author.done is not None:
            done, total, what = self._author.done
            self.bar.setVisible(bool(total))  # while nobody knows, an empty bar would say "none"
            self.bar.setRange(0, total or 1)
            self.bar.setValue(done)
            waits = "Preparing the program…"
            nothing = waits if kernel_process.is_compiling() else "Checking…"
            self.doing.setText(what[:1].upper() + what[1:] if what else nothing)

    def show_proof(self, position: Position, puzzle: Puzzle, *, aloud: bool) -> None:
        """Show what is known of a puzzle; `aloud`: screen readers are told what is new of it."""
        said, tone = verdict_words(position, puzzle)
        if self._author.said and self._author.is_said_here:
            said, tone = self._author.said, "hint"
        elif self._author.is_checking and puzzle.proof is None:
            said = ""  # the line above it says what is being done
        self.verdict.say(said, tone, aloud=aloud)
        holds = proof_holds(position, puzzle)
        proof = puzzle.proof
        known = (counts_words(puzzle), fight_sentence(position, puzzle)) if holds else ()
        controls.say(self.counts, " ".join(filter(None, known)))
        controls.say(self.by, proof_words(proof) if proof is not None and holds else "")
        self.by.setToolTip(plain_tip("" if proof is None else f"Rules: {proof.rules}"))
        shown = (position, proof, holds)
        if shown == self._shown:
            return
        self._shown = shown
        controls.empty(self._found)
        self.found.setVisible(proof is not None and holds)
        if proof is None or not holds:
            return
        self._show_lines(proof)
        self._show_cooks(proof.cooks)
        self._show_superfluous(proof.superfluous)

    def _show_lines(self, proof: Proof) -> None:
        """Offer to play the solution, and what refutes the best try."""
        rows = (
            (proof.line, "Solution", "Play the solution against the best defence", "The solution."),
            (
                proof.shorter,
                "Shorter",
                "Play the solution that takes fewer moves than the puzzle asks for",
                "A solution in fewer moves.",
            ),
            (
                proof.refutation,
                "Refutation",
                "Play the best try and its refutation",
                "The best try and its refutation.",
            ),
        )
        for line, title, tip, said in rows:
            if line:
                show = partial(self._author.show_line, line, said)
                self._row(f"{title}: {_written(line)}", tip, show, sign="try")

    def _show_cooks(self, cooks: tuple[Move, ...]) -> None:
        if cooks:
            self._head("Cooks", "First moves that solve it but are not meant")
        for cook in cooks[:LISTED]:
            self._row(cook, f"Show {cook} on the board", partial(self._author.show_move, cook))
        self._count_more(len(cooks))

    def _show_superfluous(self, sites: tuple[str, ...]) -> None:
        """Offer to take away the pieces the puzzle does not need."""
        if sites:
            self._head(
                "Not needed",
                "Without any one of these the puzzle stays sound, with the same answers; "
                "all of them together may matter",
            )
        for site in sites[:LISTED]:
            tip = f"Set the puzzle up without {site}, and check it again"
            away = controls.button("Remove", partial(self._try, site), tip, "quiet")
            away.setAccessibleName(f"Remove {site}")
            show = partial(self._author.show_sites, (site,))
            self._row(site, f"Show {site} on the board", show, away)
        self._count_more(len(sites))
        if len(sites) > 1:
            every = controls.button(
                "Remove all that can go together",
                lambda: self._notices.try_to(self._author.take_all_away),
                "Removes piece after piece while answers and number of moves stay the same; "
                "Undo brings them back",
                "quiet",
            )
            self._found.addWidget(every, 0, Qt.AlignmentFlag.AlignLeft)

    def _count_more(self, number: int) -> None:
        if number > LISTED:
            self._found.addWidget(controls.label(f"and {number - LISTED} more", "small"))

    def _try(self, site: str) -> None:
        self._notices.try_to(lambda: self._author.take_away((site,)))

    def _head(self, title: str, tip: str) -> None:
        head = controls.label(title, "section")
        head.setToolTip(plain_tip(tip))
        head.setContentsMargins(0, GAP // 2, 0, 0)
        self._found.addWidget(head)

    def _row(
        self,
        text: str,
        tip: str,
        act: Callable[[], object],
        behind: QWidget | None = None,
        sign: str = "look",
    ) -> None:
        button = RowButton(sign, text, tip)
        button.clicked.connect(lambda: self._notices.try_to(act))
        if behind is None:
            self._found.addWidget(button)
            return
        self._found.addWidget(controls.holding(controls.fill(row_in(), (button, 1), behind)))


def _written(line: tuple[str, ...], most: int = 5) -> str:
    """A line in a row: its first moves."""
    return " ".join(line[:most]) + (" …" if len(line) > most else "")


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
        self.title = LineEdit("Title of the puzzle", "Title")
        self.composer = LineEdit("Composer of the puzzle", "Composer")
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
        self.meant = LineEdit("The key moves you mean", "found by the check")
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
            line = LineEdit(f"Hint {number + 1}: {what}", f"{number + 1}. {what.lower()}")
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
        fields: tuple[LineEdit | StipulationForm, ...] = (
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

    def changed(self, change: Change) -> None:
        """Show the active puzzle."""
        document, puzzle = change.document, self._author.puzzle
        if puzzle is None:
            self._picker.leave()
            return
        fresh = document.key != self._key
        if fresh:
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
        # Whoever opens a puzzle to solve it is not told the key move.
        self._show_proof(position, puzzle, aloud=not fresh)

    def _show_proof(self, position: Position, puzzle: Puzzle, *, aloud: bool) -> None:
        self.proof.show_proof(position, puzzle, aloud=aloud)
        self.proof.show_progress()
        fault = first_fault(position, puzzle)
        self.solve.setEnabled(not fault)
        self.proof.check.setEnabled(not fault)
        if fault:
            self.proof.verdict.say(fault[:1].upper() + fault[1:] + ".", "wrong", aloud=aloud)

    def _follow_check(self) -> None:
        """Show how far a check is, and what it came to."""
        puzzle = self._author.puzzle
        if puzzle is not None and self._is_here:
            self._show_proof(self._author.start, puzzle, aloud=True)
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
        return self._session.document.key == self._key and self._author.puzzle is not None

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
