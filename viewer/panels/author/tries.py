"""The tries of a puzzle: tempting wrong first moves with a name, what refutes them, and words."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from PySide6.QtWidgets import QHBoxLayout, QWidget

from model.contract.game import Move
from model.records.puzzle import Puzzle, Try
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session
from viewer.widgets import controls
from viewer.widgets.layouts import column_in
from viewer.widgets.notices import Notices
from viewer.widgets.row_button import RowButton
from viewer.widgets.text_fields import Line, Text


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
        self._fields: list[tuple[Line, Text]] = []
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
        column = column_in(self)
        column.addWidget(self.rows)
        line = QHBoxLayout()
        line.addWidget(self.first, 1)
        line.addWidget(self.add)
        line.addWidget(self.take)
        column.addLayout(line)

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
        head.addWidget(show, 1)
        head.addWidget(drop)
        column.addLayout(head)
        name = Line(f"Name of the try {one.move}", "name", one.name)
        text = Text(f"What is said about the try {one.move}", "why it fails", 1, 5)
        text.say(one.text)
        name.typed.connect(lambda said, go: self._say(one.move, go, name=said.strip()))
        text.typed.connect(lambda said, go: self._say(one.move, go, text=said.strip()))
        for field in (name, text):
            field.left.connect(self._scene.take_focus)
        self._fields.append((name, text))
        column.addWidget(name)
        column.addWidget(text)
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
        if document is None or puzzle is None or document.key != self._shown[0]:
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
