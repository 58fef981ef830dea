"""What is proved of a puzzle: the verdict, cooks, lines to be played, pieces it does not need."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QStackedWidget, QWidget

from model.contract.game import Move, Position
from model.puzzles.proof import proof_holds
from model.records.puzzle import Proof, Puzzle
from viewer.analysis import kernel_process
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.learn.puzzles.puzzle_text import (
    counts_words,
    fight_sentence,
    proof_words,
    verdict_words,
)
from viewer.scene_view.scene_view import SceneView
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in, row_in
from viewer.widgets.notices import Notices
from viewer.widgets.prose import Answer, plain_tip
from viewer.widgets.row_button import RowButton

LISTED = 12
"""Rows of cooks or of superfluous pieces, at most."""


class ProofReport(QWidget):
    """Checks the active puzzle and shows what came of it."""

    def __init__(self, scene: SceneView, notices: Notices, author: PuzzleAuthor) -> None:
        super().__init__()
        self._notices, self._author = notices, author
        self._shown: tuple[Position, Proof | None, bool] | None = None
        self.verdict = Answer()
        self.counts = controls.label("", "muted")
        self.counts.setWordWrap(True)
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
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the check")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        controls.keep_room(self.bar)
        self.doing = controls.label("", "small")
        self.cancel = controls.button("Cancel", author.cancel)
        self.found = QWidget()
        self._found = column_in(self.found, 2)
        self.by = controls.label("", "small")
        self.by.setWordWrap(True)
        column = column_in(self, GAP - 2)
        self.ready = QWidget()
        ready = row_in(self.ready, GAP)
        ready.addWidget(self.check)
        ready.addStretch(1)
        ready.addWidget(controls.label("for at most", "muted"))
        ready.addWidget(self.limit)
        self.working = QWidget()
        working = column_in(self.working, 4)
        working.addWidget(self.bar)
        line = QHBoxLayout()
        line.addWidget(self.doing, 1)
        line.addWidget(self.cancel)
        working.addLayout(line)
        # In one place, and above all that it says: what is pressed stays under the mouse.
        self.ways = QStackedWidget()
        self.ways.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.ways.addWidget(self.ready)
        self.ways.addWidget(self.working)
        column.addWidget(self.ways)
        column.addWidget(self.verdict)
        column.addWidget(self.counts)
        column.addWidget(self.found)
        column.addWidget(self.by)

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

    def show_proof(self, position: Position, puzzle: Puzzle) -> None:
        """Show what is known of a puzzle."""
        said, tone = verdict_words(position, puzzle)
        if self._author.said and self._author.is_said_here:
            said, tone = self._author.said, "hint"
        self.verdict.say(said, tone)
        holds = proof_holds(position, puzzle)
        proof = puzzle.proof
        known = (counts_words(puzzle), fight_sentence(position, puzzle)) if holds else ()
        self.counts.setText(" ".join(filter(None, known)))
        self.counts.setVisible(bool(self.counts.text()))
        self.by.setText(proof_words(proof) if proof is not None and holds else "")
        self.by.setVisible(bool(self.by.text()))
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
        show = self._author.show_line
        if proof.line:
            self._row(
                "Solution: " + _written(proof.line),
                "Play the solution against the best defence",
                lambda: show(proof.line, "The solution."),
                sign="try",
            )
        if proof.shorter:
            self._row(
                "Shorter: " + _written(proof.shorter),
                "Play the solution that takes fewer moves than the puzzle asks for",
                lambda: show(proof.shorter, "A solution in fewer moves."),
                sign="try",
            )
        if proof.refutation:
            self._row(
                "Refutation: " + _written(proof.refutation),
                "Play the best try and its refutation",
                lambda: show(proof.refutation, "The best try and its refutation."),
                sign="try",
            )

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
                "Without any one of these the puzzle stays sound, with the same answers",
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
                "Removes piece after piece while the puzzle stays the same; Undo brings them back",
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
        row = QWidget()
        line = row_in(row)
        line.addWidget(button, 1)
        line.addWidget(behind)
        self._found.addWidget(row)


def _written(line: tuple[str, ...], most: int = 5) -> str:
    """A line in a row: its first moves."""
    return " ".join(line[:most]) + (" …" if len(line) > most else "")
