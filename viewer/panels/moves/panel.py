"""The Moves dock: the tree of moves, a slider along the line, who played, and the comment."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QTableView,
    QWidget,
)

from model.play.review import ReviewedMove, judged_all, line_through
from model.play.seats import signed
from model.positions.setup import side_of
from model.records.record import ROOT, Evaluation, Record, subtree
from viewer.analysis.playing.opponents import Opponents
from viewer.analysis.values import ValueLookup
from viewer.panels.author.lesson_text import place_of
from viewer.panels.moves.tree import NARROW, Figures, TreeModel
from viewer.picture.words.move_words import move_words
from viewer.picture.words.review_words import evaluation_text, given_away
from viewer.session.document.document import Document, newest
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import RowButton, answer_later, column_in, fill
from viewer.widgets.messages import Notices
from viewer.widgets.prose import Prose
from viewer.widgets.text_fields import EscapeGoesOn, TextEdit

# A comment: Markdown to read, edited in place by a click or a key.


class Comment(QStackedWidget):
    """Shows a comment rendered; a click, Enter or F2 edits it, leaving it shows it again.

    Parameters
    ----------
    may_edit
        Says whether it can be edited now, and to the person why not.
    left
        Called when editing ends.

    Attributes
    ----------
    editor
        Where it is written.
    """

    def __init__(self, may_edit: Callable[[], bool], left: Callable[[], None]) -> None:
        super().__init__()
        self._may_edit, self._left = may_edit, left
        self.setFixedHeight(104)
        self.prose = Prose("Comment on this move")
        self.prose.viewport().installEventFilter(self)
        self.prose.installEventFilter(self)
        inside = QWidget()
        fill(column_in(inside, None, 8, 6, 8, 6), self.prose, 0)
        self.page = QScrollArea()
        self.page.setWidgetResizable(True)
        self.page.setWidget(inside)
        self.page.setFrameShape(QScrollArea.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.installEventFilter(self)
        self.editor = TextEdit("Comment on this move", "Comment on this move (Markdown)", high=0)
        self.editor.left.connect(self.finish)
        self.editor.finished.connect(self.finish)
        self.addWidget(self.page)
        self.addWidget(self.editor)
        self.say("")

    @property
    def editing(self) -> bool:
        """Whether the comment is being edited."""
        return self.currentWidget() is self.editor

    def say(self, text: str, *, may_write: bool = True) -> None:
        """Show a comment, and whether a click writes one."""
        self.editor.say(text)
        if not self.editing:
            none = "No comment. Click to write one." if may_write else "No comment."
            self.prose.say(text or f"*{none}*")
            self.prose.setToolTip("Click to edit (F2)" if may_write else "")

    def edit(self) -> None:
        """Begin to edit."""
        if self._may_edit():
            self.setCurrentWidget(self.editor)
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """Show what was written rendered."""
        if self.editing:
            self.setCurrentWidget(self.page)
            self.say(self.editor.text())
            self._left()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click or a key on the page edits."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.edit()
            return True
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
        ):
            self.edit()
            return True
        return False


MENU = (
    "edit.comment",
    "",
    "edit.promote",
    "edit.main-line",
    "",
    "edit.copy-line",
    "edit.cut-line",
    "edit.paste-line",
    "",
    "play.refutation",
    "play.insert-best",
    "play.mistake-puzzle",
    "",
    "edit.delete",
    "edit.delete-after",
)
"""What the menu of a move offers; "" for a line between."""
OFFERED = 5
"""Moves of one place that are offered, at most."""
OFFER = 44
"""Logical pixels that each of them has at least: so many fit into the dock as it is."""
NAMES = "Players, date, event…"
"""What the button for the headers says of a game that has none."""


class _Slider(QSlider):
    """A slider that can be taken out of the hand that drags it, or presses beside it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._is_let_go = False

    def let_go(self) -> None:
        """Stop following the mouse until it presses again."""
        self._is_let_go = True
        self.setRepeatAction(QSlider.SliderAction.SliderNoAction)
        if self.isSliderDown():
            self.setSliderDown(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_let_go = False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._is_let_go:
            super().mouseMoveEvent(event)


class MovesPanel(QWidget):
    """The tree of moves; a click goes to a move.

    Parameters
    ----------
    quiet
        Verdicts are kept out of sight.
    perform
        Runs a command by its id.
    offered
        Returns the title of a command, and whether it can be used now.
    """

    def __init__(
        self,
        session: Session,
        opponents: Opponents,
        values: ValueLookup,
        notices: Notices,
        *,
        quiet: bool,
        perform: Callable[[str], object],
        offered: Callable[[str], tuple[str, bool]],
    ) -> None:
        super().__init__()
        self._values, self._opponents, self._notices = values, opponents, notices
        self._perform, self._offered = perform, offered
        controls.dress_as(self, "Panel")
        self._session = session
        self._showing = False
        self._commented = (0, ROOT)
        self.model = TreeModel(self)
        self.model.keep_quiet(quiet)
        self._line: list[int] = []
        self._certain: dict[int, Evaluation] = {}
        self._known: dict[int, Evaluation] = {}
        self._moves: list[ReviewedMove] = []
        self._shown: int | None = None
        self.names = RowButton("", NAMES, "Title, players, date, event, source and result")
        self.names.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.names.clicked.connect(lambda: self._perform("edit.headers"))
        self.table = self._build_table()
        self._beside: tuple[list[tuple[int, str]], str] = ([], "")
        self._buttons: list[RowButton] = []
        self.others = controls.row_in(None, 4)
        self.start = controls.button("Start of the game", lambda: self._go(ROOT), role="row")
        self.comment = Comment(self._may_comment, self._left_comment)
        self.comment.editor.typed.connect(self._keep_comment)
        column = controls.column_in(
            self, GAP // 2, int(1.5 * GAP), GAP, int(1.5 * GAP), int(1.5 * GAP)
        )
        controls.fill(column, self.names, self.start, (self.table, 1), self.others)
        self.scrub = _Slider()
        self.scrub.setAccessibleName("Step through the game")
        self.scrub.setToolTip("Step through the game")
        self.scrub.setPageStep(5)
        self.scrub.valueChanged.connect(self._scrubbed)
        controls.fill(column, self.scrub, self.comment)
        values.graded.connect(self.regrade)
        self.changed(session.whole())

    def _build_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setItemDelegate(Figures(table))
        table.setAccessibleName("Moves")
        table.setShowGrid(False)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.horizontalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        answer_later(table.customContextMenuRequested, table, self._menu, self._asked_about)
        answer_later(table.clicked, table, self._reach, self.model.node_at)
        answer_later(
            table.selectionModel().currentChanged,
            table,
            self._reach,
            lambda index, before: None if self._showing else self.model.node_at(index),
        )
        table.installEventFilter(self)
        table.installEventFilter(EscapeGoesOn(table))
        return table

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """F2 writes a comment; keys go to the start and from there; lines grow with the text."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_F2:
                self.comment.edit()
                return True
            if self._steps_at_the_start(event.key()):
                return True
        if event.type() == QEvent.Type.FontChange or event.type() == QEvent.Type.StyleChange:
            height = self.table.fontMetrics().height() + 12
            self.table.verticalHeader().setDefaultSectionSize(height)
        return False

    def _steps_at_the_start(self, key: int) -> bool:
        """Go between the start, which is no cell of the table, and the first move."""
        document = self._document
        if document is None or not self._line:
            return False
        if document.node == ROOT and key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self._go(self._line[0])
            return True
        if document.node == self._line[0] and key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self._go(ROOT)
            return True
        return False

    def _reach(self, node: int | None) -> None:
        if node is not None:
            self._go(node)

    def _asked_about(self, place: QPoint) -> tuple[int | None, QPoint]:
        """The move under a place, and where that is on the desktop."""
        node = self.model.node_at(self.table.indexAt(place))
        return node, self.table.viewport().mapToGlobal(place)

    def _menu(self, asked: tuple[int | None, QPoint]) -> None:
        """Offer what can be done with the move under the mouse."""
        node, place = asked
        if node is None:
            return
        self._go(node)
        menu = QMenu(self)
        for name in MENU:
            if not name:
                menu.addSeparator()
                continue
            title, enabled = self._offered(name)
            action = menu.addAction(title)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _=False, name=name: self._perform(name))
        menu.exec(place)
        menu.deleteLater()

    def _go(self, node: int) -> None:
        document = self._document
        if document is not None and document.node != node and node in document.record.nodes:
            self._session.go(node)

    @property
    def _document(self) -> Document | None:
        """The active document where its moves are those shown here.

        Nodes of all documents have the same small numbers: a row or a step of the slider leads
        nowhere in a document that has come to the front meanwhile.
        """
        document = self._session.document
        return document if document.key == self._shown else None

    def _scrubbed(self, ply: int) -> None:
        """Go to the move the slider is at; one drag is one entry of the looks."""
        document = self._document
        if self._showing or document is None or ply > len(self._line):
            return
        node = self._line[ply - 1] if ply else ROOT
        if node != document.node:
            self._session.go(node, "scrub" if self.scrub.isSliderDown() else None)

    def _may_comment(self) -> bool:
        """Whether the node shown can be commented on; an exercise, which keeps none, says so."""
        exercise = None if self._document is None else self._document.exercise
        if exercise is not None:
            self._notices.say(exercise.leave_first)
        return self._document is not None and exercise is None

    def _keep_comment(self, text: str, go: object) -> None:
        """Write each letter to the node that is commented on, wherever the game goes on."""
        key, node = self._commented
        if self._shown == key:
            self._notices.attempt(lambda: self._session.comment(text, node, go))

    def _show_comment(self, document: Document) -> None:
        """Show the comment of the current node; one that is being written stays where it can."""
        here, (key, node) = (document.key, document.node), self._commented
        if self.comment.editing and (here != (key, node) or document.exercise is not None):
            if key == document.key and node in document.record and document.exercise is None:
                here = (key, node)
            else:
                self._commented = here
                self.comment.finish()
        self._commented = here
        comment = document.record.nodes[here[1]].comment
        self.comment.say(comment, may_write=document.exercise is None)

    def _left_comment(self) -> None:
        """Show the comment of the current node again, and say where the other one is."""
        document, (key, node) = self._document, self._commented
        if document is not None and (key, node) != (document.key, document.node):
            if key == document.key and node in document.record:
                place = place_of(document.record, node).removeprefix("after ")
                self._notices.say(f"Your comment is on {place}")
            self._show_comment(document)

    def changed(self, change: Change) -> None:
        """Show the line through the current node, and the node."""
        document, before = change.document, change.before
        self.setEnabled(not document.is_placeholder)
        other = document.key != self._shown
        if other:
            self._shown = document.key
            self._certain, self._known, self._moves = {}, {}, []
            self.scrub.let_go()
        if document.is_placeholder:
            self.model.show_record(None, ("red", "blue"), 0)
            return
        if not (change.node or change.record or change.exercise):
            return
        if other or (
            self.model.record is not document.record and not self._wrote(document, before)
        ):
            start = self._session.position_at(ROOT)
            sides = start.game.players
            # Where two take turns this is known without asking each position.
            irregular = len(sides) > 2 or start.game.kind.rolls
            mover_at = self._session.mover_at if irregular else None
            first = 0 if mover_at is not None else side_of(start)
            words = partial(move_words, position_at=self._session.position_at)
            self.model.show_record(document.record, sides, first, mover_at, words)
            # What nobody moved, a roll or a position that was set up, has the whole row.
            self.table.clearSpans()
            columns = self.model.columnCount() - 1
            for row in range(self.model.rowCount()):
                if self.model.rows[row].whole and columns > 1:
                    self.table.setSpan(row, 1, 1, columns)
            self._stretch_columns()
            self._follow_line(document)
            self._name(document.record)
        elif document.node != ROOT and document.node not in self._line:
            self._follow_line(document)
        self._show_node(document.record, document.node)
        self._show_comment(document)

    def _wrote(self, document: Document, before: Document) -> bool:
        """Take over an edit of words alone: a large tree is not shown anew at every letter."""
        edit = newest(document.done) if document.done and not document.undone else None
        if edit is None or edit.after is not document.record:
            return False
        if before.record is not self.model.record:
            return False
        if not self.model.take_words(document.record, edit.touched):
            return False
        self._name(document.record)
        return True

    def tell_players(self) -> None:
        """Name the players again: somebody else sits there."""
        if self._shown is not None and self.model.record is not None:
            self._name(self.model.record)

    def _follow_line(self, document: Document) -> None:
        """Take the line through the current move, and mark the mistakes that are known in it."""
        line = line_through(document.record, document.node)
        self._line = line[1:]
        self._grade(document, line)
        self._values.grade(document.record, line)

    def _grade(self, document: Document, line: list[int]) -> None:
        """Mark mistakes: those a review found, and what a table says was thrown away."""
        moves = self._judged(document.record, line)
        self.model.grade({move.node: move.grade for move in moves if move.grade})
        players = self._session.position_at(ROOT).game.players
        self.model.explain(
            {
                move.node: f"{given_away(move)}: {evaluation_text(move.after, players)}"
                for move in moves
                if move.thrown
            }
        )

    def _judged(self, record: Record, line: list[int]) -> list[ReviewedMove]:
        """The moves of the whole record that can be judged: a variation hides no mark of another.

        To go through a large tree takes a while, so that is done where more is known alone.
        """
        nodes = [(node, record[node]) for node in subtree(record, ROOT)]
        certain = self._values.found(record, line)
        self._certain |= {record[node].birth: one for node, one in certain.items()}
        certain = {k: self._certain[one.birth] for k, one in nodes if one.birth in self._certain}
        evaluations = {one.birth: certain.get(k, one.evaluation) for k, one in nodes}
        known = {birth: one for birth, one in evaluations.items() if one is not None}
        if known != self._known:
            self._known, self._moves = known, judged_all(record, certain)
        return self._moves

    def regrade(self) -> None:
        """Mark mistakes anew: more is known of the line."""
        document = self._document
        if document is not None:
            self._grade(document, line_through(document.record, document.node))

    def prefer(self, preferences: Preferences) -> None:
        """Keep what an engine said out of sight where a person wants to think first."""
        self.model.keep_quiet(preferences.hide_verdicts)

    def _name(self, record: Record) -> None:
        headers, seats = record.headers, self._opponents.seats
        named = [headers.get(side) or signed(seats.of(side)) for side in self.model.sides]
        players = [
            name or side.capitalize() for side, name in zip(self.model.sides, named, strict=True)
        ]
        words = [
            " – ".join(players) if any(named) else "",
            headers.get("event", ""),
            headers.get("date", ""),
        ]
        text = " · ".join(word for word in (headers.get("title", ""), *words) if word)
        self.names.show_text(text or NAMES)

    def _stretch_columns(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        rows = max(10, self.model.rowCount())
        self.table.setColumnWidth(0, self.table.fontMetrics().horizontalAdvance(f"{rows}") + 30)
        for column in range(1, self.model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        mode = QHeaderView.ResizeMode
        grows = self.model.columnCount() > NARROW
        self.table.verticalHeader().setSectionResizeMode(
            mode.ResizeToContents if grows else mode.Fixed
        )

    def _show_node(self, record: Record, node: int) -> None:
        index = self.model.index_of(node)
        self._showing = True
        try:
            if index.isValid():
                self.table.setCurrentIndex(index)
                self.table.scrollTo(index)
            else:
                self.table.setCurrentIndex(QModelIndex())
            self.scrub.setRange(0, len(self._line))
            self.scrub.setEnabled(bool(self._line))
            on = node in self._line
            self.scrub.setValue(self._line.index(node) + 1 if on else 0)
        finally:
            self._showing = False
        self._show_others(record, node)

    def _show_others(self, record: Record, node: int) -> None:
        """Offer the moves that were played here, this one among them: each keeps its place."""
        nodes = record.nodes
        # The positions of a lesson stand side by side, too, but nobody played them.
        beside = nodes[nodes[node].parent].children if nodes[node].move else ()
        every = tuple(one for one in beside if nodes[one].move)
        shown = every[:OFFERED] if len(every) > 1 else ()
        if shown and node not in shown:
            shown = (*shown[:-1], node)
        more = f"+{len(every) - OFFERED}" if len(every) > OFFERED else ""
        offered = [(one, nodes[one].move) for one in shown]
        if (offered, more) != self._beside:
            self._beside = offered, more
            controls.empty(self.others)
            self._buttons = [self._offer(one, move) for one, move in offered]
            if offered:
                self.others.insertWidget(0, controls.label("Here:", "muted"))
                self.others.addWidget(controls.label(more), 1)
        for (one, _), button in zip(offered, self._buttons, strict=True):
            button.setChecked(one == node)

    def _offer(self, node: int, move: str) -> RowButton:
        """Add a button that goes to a move beside the one shown."""
        button = RowButton("", move)
        button.setMinimumWidth(OFFER)
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.setProperty("role", "small")
        button.setCheckable(True)
        button.setAutoExclusive(True)
        button.clicked.connect(lambda: self._go(node))
        self.others.addWidget(button)
        return button
