"""A puzzle in a dock: what is asked, how it stands, hints, wrong tries, the way on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from model.puzzles.solutions.tree_wording import TreeRow
from model.puzzles.solving import Solving
from model.puzzles.wording import THEME, asked, difficulty, soundness, theme_words
from model.records.record import Record
from viewer.learn.explained import Line, moves_allowed
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.learn.puzzles.puzzle_player import PuzzlePlayer
from viewer.learn.puzzles.puzzle_run import PuzzleRun
from viewer.learn.puzzles.solution_finder import SolutionFinder
from viewer.panels.learn.solution_rows import SolutionRows
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Session, State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.prose import Answer, Prose, sentence
from viewer.widgets.row_button import RowButton


class PuzzlePanel(controls.ScrolledPanel):
    """Shows how `viewer.learn.puzzles.puzzle_player.PuzzlePlayer` stands."""

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        player: PuzzlePlayer,
        author: PuzzleAuthor,
        practice: Callable[[], str] = lambda: "",
    ) -> None:
        """Show what `player` runs; `practice` says how far a practice is, "" for none."""
        super().__init__("Puzzle")
        self._session, self._scene, self._player, self._author = session, scene, player, author
        self._practice = practice
        self.title = controls.label("", "heading")
        self.title.setWordWrap(True)
        self.credit = controls.label("", "small")
        self.credit.setWordWrap(True)
        self.asked = Prose("What the puzzle asks")
        self.promise = controls.label("", "muted")
        self.promise.setWordWrap(True)
        self.answer = Answer()
        self.progress = controls.label("", "muted")
        self.reserves = controls.label("", "muted")
        self._build_buttons()
        self.tries = QWidget()
        self._tries = column_in(self.tries, 2)
        self.theme = controls.label("", "muted")
        self.theme.setWordWrap(True)
        self.tree = SolutionRows(self._show_row)
        self._finder = SolutionFinder(self)
        self._finder.found.connect(self._show_tree)
        for widget in (self.title, self.credit, self.asked, self.promise):
            self.column.addWidget(widget)
        self.column.addSpacing(GAP // 2)
        for widget in (self.reserves, self.progress):
            self.column.addWidget(widget)
        self.column.addLayout(controls.row(self.hint, self.again))
        self.column.addLayout(controls.row(self.solution, self.restart))
        controls.keep_room(self.progress, self.hint, self.solution)
        self.column.addWidget(self.answer)
        self.column.addWidget(self.tries)
        self.column.addStretch(1)
        self.column.addWidget(self.theme)
        self.column.addWidget(self.tree)
        # At the right, and below what scrolls: in the editor no row of a solution lies there.
        way = controls.row(stretch=False)
        way.addStretch(1)
        for button in (self.editor, self.edit, self.back, self.next):
            way.addWidget(button)
        self.set_foot(way)
        self._failures: tuple[tuple[int, tuple[str, ...]], ...] | None = None

    def _build_buttons(self) -> None:
        self.hint = controls.button(
            "Hint",
            self._player.hint,
            "First where to look, then the corner, then the point (Ctrl+I)",
        )
        self.again = controls.button(
            "Try again",
            lambda: self._scene.perform("teach.again"),
            "Take the try back (Ctrl+R)",
        )
        self.solution = controls.button(
            "Show the solution", self._player.show_solution, "Play the proved solution"
        )
        self.restart = controls.button(
            "Start again", self._player.restart, "Start the puzzle again"
        )
        self.back = controls.button(
            "Back", lambda: self._scene.perform("teach.back"), "The previous puzzle (Ctrl+Left)"
        )
        self.next = controls.button(
            "Next", lambda: self._scene.perform("teach.next"), "The next puzzle (Ctrl+Right)"
        )
        self.edit = controls.button(
            "Edit",
            lambda: self._scene.perform("teach.edit-puzzle"),
            "Edit and check the puzzle",
            "quiet",
        )
        self.editor = controls.button(
            "Back to the editor",
            lambda: self._scene.perform("teach.edit-puzzle"),
            "Go on editing the puzzle (Ctrl+Shift+E)",
            "primary",
        )

    def changed(self, old: State, new: State) -> None:
        """Show how the active puzzle stands."""
        run, document = self._player.run, new.document
        if run is None or run.state is None or document is None:
            self._finder.let_go()
            return
        self._show_question(run, run.state, document)
        self._show_standing(run, run.state)
        self._show_buttons(run, run.state, document)
        self._show_failures(run.state.failures)
        self._show_tree()

    def close_down(self) -> None:
        """Stop what runs in the background."""
        self._finder.let_go()

    def _show_question(self, run: PuzzleRun, state: Solving, document: Document) -> None:
        stipulation = state.puzzle.stipulation
        self.title.setText(run.original.headers.get("title", "") or document.title)
        game = " · ".join(filter(None, (state.start.game.kind.title, difficulty(state.puzzle))))
        lines = (self._practice(), _made_by(run.original), game)
        self.credit.setText("\n".join(filter(None, lines)))
        self.asked.say(f"**{asked(state.start, stipulation, drawn=True)}**")
        self.promise.setText(soundness(stipulation, state.start))

    def _show_standing(self, run: PuzzleRun, state: Solving) -> None:
        """Show what was said last and why, how many moves are left, and what is in reserve."""
        why = f" {run.why}" if run.why else ""
        if run.busy:
            self.answer.say("Checking…")
        elif run.shown:
            self.answer.say(f"{run.words}{why} Press , or . to step through it.", "hint")
        else:
            self.answer.say(f"{state.said}{why}", run.tone)
        self.progress.setVisible(state.left is not None and not run.is_solved and not run.shown)
        self.progress.setText(_moves_left(state.left_on_board, state.puzzle.stipulation.moves))
        position = self._session.position
        reserves = {} if position is None else position.reserves
        self.reserves.setVisible(bool(reserves))
        self.reserves.setText(
            "In reserve: " + ", ".join(f"{who.capitalize()} {n}" for who, n in reserves.items())
        )

    def _show_buttons(self, run: PuzzleRun, state: Solving, document: Document) -> None:
        scene = self._scene.take_focus
        done = run.is_solved
        controls.show_if(self.hint, not done and not run.shown, scene)
        self.hint.setText(_hint_words(state.hints))
        controls.show_if(self.again, self._player.is_away and not done and not run.shown, scene)
        begun = bool(state.played) or run.shown or bool(state.failures)
        controls.show_if(self.restart, begun, scene)
        for_author = run.shown and self._author.showing == document.key
        self.editor.setVisible(for_author)
        for button in (self.solution, self.edit):
            button.setVisible(not for_author)
        if for_author:
            self.restart.hide()
        for button in (self.back, self.next):
            button.setVisible(document.item is not None or bool(self._practice()))
        controls.set_role(self.next, "primary" if done else "")

    def _show_failures(self, failures: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
        if failures is self._failures:
            return
        self._failures = failures
        controls.empty(self._tries)
        self.tries.setVisible(bool(failures))
        if failures:
            self._tries.addWidget(controls.label("Tried", "section"))
        for number, (_, line) in enumerate(failures):
            button = RowButton("", " ".join(line), "Play the try and its refutation again")
            button.clicked.connect(lambda _=False, k=number: self._player.show_failure(k))
            self._tries.addWidget(button)

    def _show_tree(self) -> None:
        run = self._player.run
        self.tree.show_rows(() if run is None else self._finder.rows_of(run))
        seen = run is not None and (run.is_solved or run.shown)
        themes = run.original.headers.get(THEME, "") if run is not None and seen else ""
        self.theme.setText(sentence(theme_words(themes.split(", "))) if themes else "")
        self.theme.setVisible(bool(themes))

    def _show_row(self, row: TreeRow) -> None:
        """Show the line of a row from the start; what refutes a try is explained at its end."""
        run = self._player.run
        if run is None or run.state is None:
            return
        start, asked_for = run.state.start, run.state.puzzle.stipulation
        fails = row.tone == "wrong" and len(row.line) > 1
        left = moves_allowed(asked_for)
        line = Line(start, row.line, asked_for, right=False, left=left) if fails else None
        self._player.demonstrate(row.line, f"{row.text}.", line)


def _made_by(record: Record) -> str:
    """Who composed a puzzle, or where it comes from."""
    composer, source = (record.headers.get(name, "") for name in ("composer", "source"))
    if composer:
        return f"Composed by {composer}"
    return source[:1].upper() + source[1:]


def _hint_words(given: int) -> str:
    if given == 0:
        return "Hint"
    return f"Hint {given + 1} of 3" if given < 3 else "The last hint again"


def _moves_left(left: int | None, of: int | None) -> str:
    if left is None:
        return ""
    if not left:
        return "No move left"
    if left == 1:
        return "1 move left" if of == 1 else f"The last of {of} moves"
    return f"{left} of {of} moves left"
