"""The field below the scene that moves are typed into."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from html import escape
from itertools import islice

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QSizePolicy, QWidget

from model.boards.board import Board
from model.contract.game import GameKind, Position
from model.phrases import listed
from model.positions.setup import is_position
from viewer.picture.compose.ground import place_word
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.document import near_points
from viewer.session.document.move_entry import begun_by, legal_move, lost_by
from viewer.session.files import resources
from viewer.session.files.pasted_text import looks_like_moves
from viewer.session.session import Session, SessionError
from viewer.widgets.announcing import announce, rule_words
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import QWIDGETSIZE_MAX, button, fill, row_in, say, show_if
from viewer.widgets.prose import plain_tip, sentence
from viewer.window.status_bar import Elided

FITTING = 12
"""Moves that are shown beside the field at most."""
LOOKED_THROUGH = 50_000
"""Legal moves among which those that fit are looked for as somebody types."""
WIDTH = 340
"""Logical pixels the field takes at most; the moves that fit have the rest."""


class MoveField(QFrame):
    """A line to type moves into, always below the scene, and beside it the moves that fit.

    Enter plays what is typed; what cannot be played is explained above the line, and the text
    stays, selected: what is typed next takes its place, and so does `/`. A move that could go on
    is asked about, as the mouse asks. Up and Down put in the moves that
    fit, one after the other. Escape goes back to the scene. A position string opens as a
    position. Where a lesson asks for a click, a point is typed instead of a move, and answers.

    Attributes
    ----------
    edit
        Where moves are typed.
    fault
        Why what was typed is no move.
    fitting
        The moves that begin with what is typed.
    of_turn
        Buttons for whoever plays against the computer, by their commands.

    Signals
    -------
    finished
        A move was played, or none is to be: the keyboard goes back to the scene.
    rule_wanted(str)
        The rules page of a game is to be shown at a rule.
    """

    finished = Signal()
    rule_wanted = Signal(str)

    def __init__(
        self, session: Session, scene: SceneView, toolbox: Toolbox, folds: Callable[[], bool]
    ) -> None:
        """Make it; what is wrong with a move is said at the lower edge of `scene`.

        `folds` says whether the field is away while nobody types.
        """
        super().__init__()
        self.setObjectName("MoveBar")
        self._session, self._scene, self._toolbox = session, scene, toolbox
        self._folds = folds
        self._unfolded = False
        self._hints: tuple[str, ...] = ("",)
        self._fits: tuple[str, ...] = ()
        self._behind = self._asked = ""
        self._chosen = -1
        self._typed_for: object = None
        self._refused = ""
        self.edit = QLineEdit()
        self.edit.setAccessibleName("Move")
        with_text(
            self.edit, lambda scale: self.edit.setMaximumWidth(round(WIDTH * max(1.0, scale)))
        )
        self.edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.edit.textEdited.connect(self._edited)
        self.edit.returnPressed.connect(self._enter)
        self.edit.installEventFilter(self)
        self.fitting = Elided(role="muted")
        self.fault = _Fault(self, scene.widget)
        self.fault.linkActivated.connect(self.rule_wanted)
        row = self._row = row_in(self, 2 * GAP, 2 * GAP - 4, 4, 2 * GAP - 4, 4)
        fill(row, (self.edit, 2), (self.fitting, 3))
        row.addStretch()
        self.of_turn = {
            name: button(text, partial(scene.perform, name), tip, "quiet")
            for name, text, tip in (
                ("play.hint", "Hint", "Where to look, then the place, then the move (F9)"),
                ("play.take-back", "Take back", "Your move and the answer to it (Ctrl+Backspace)"),
                ("play.resign", "Resign", "Give up the game"),
            )
        }
        for one in self.of_turn.values():
            one.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the scene
            one.hide()
            row.addWidget(one)
        self.fitting.hide()

    def open(self, text: str = "") -> None:
        """Put the cursor in the field, behind `text`; without one what stands there is marked."""
        if not self.maximumHeight():
            self._unfolded = True
            self.setMaximumHeight(QWIDGETSIZE_MAX)
        if text:
            self.edit.setText(text)
            self._edited()
        else:
            self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if text:
            self.edit.end(False)

    def offer_turn(self, plays: bool, hints: bool) -> None:
        """Have the buttons for somebody who plays against the computer, or not.

        Parameters
        ----------
        plays
            Whether somebody does, and the game goes on.
        hints
            Whether the computer gives hints in this game.
        """
        for name, one in self.of_turn.items():
            show_if(one, plays and (hints or name != "play.hint"), self._scene.take_focus)

    def show_position(self, position: Position) -> None:
        """Follow the position: which moves fit, and what a move looks like."""
        example = _example(position.game.kind)
        keys = "/ or a digit" if example[:1].isdigit() else "/"
        board = position.game.board
        place = place_word(board)
        what = place if self._answers or self._sets_up else "move"
        if self._answers:
            tip = f"A {place} such as {board.names[0]}; Enter clicks it"
            self.edit.setToolTip(plain_tip(tip))
        elif self._sets_up:
            tip = f"{place.capitalize()}s such as {' '.join(board.names[:2])}; Enter sets them up"
            self.edit.setToolTip(plain_tip(tip))
        else:
            self.edit.setToolTip(plain_tip(f"A move such as {example}; Enter plays it"))
        hint = f"to type a {what}"
        self._hints = (f"Press {keys} {hint}", f"Press / {hint}", f"Type a {what}", "/")
        self._show_hint()
        document, exercise = self._session.document, self._session.exercise
        asked = (document.key, None if exercise is None else exercise.place)
        if asked != self._typed_for:
            self._typed_for = asked
            self.edit.clear()  # what was typed for another game or task does not answer this one
            self._edited()
        elif self._asked:
            self.forget()  # the move it asked about was ended on the board, or is none any more
        elif self._refused and self._refused == self.edit.text() and not self.edit.hasFocus():
            self.forget()  # it was wrong of the position before
        elif self.edit.text():
            self._edited()

    def follow_tool(self) -> None:
        """Ask for a point instead of a move, or the other way round, as clicks mean now."""
        if not self._session.is_empty:
            self.show_position(self._session.position)

    @property
    def _answers(self) -> bool:
        """Whether a lesson asks for a click: what is typed is a point."""
        return self._scene.tools.is_on("task")

    @property
    def _sets_up(self) -> bool:
        """Whether clicks set up: what is typed are points for the brush."""
        return self._scene.tools.is_on("set-up")

    def _show_hint(self) -> None:
        """Say as much of how to type a move as there is room for."""
        room = self.edit.width() - 30
        advance = self.edit.fontMetrics().horizontalAdvance
        shown = next((hint for hint in self._hints if advance(hint) <= room), self._hints[-1])
        if shown != self.edit.placeholderText():
            self.edit.setPlaceholderText(shown)

    def forget(self) -> None:
        """Clear the field; undoing does not bring back what stood there, which may be a secret."""
        self.edit.setText("")
        self._edited()

    def finish(self) -> None:
        """Clear the field and give the keyboard back."""
        self.forget()
        if self._unfolded:
            self._unfolded = False
            if self._folds():
                self.setMaximumHeight(0)
        self.finished.emit()

    # -- what is typed -----------------------------------------------------------------------

    def _edited(self) -> None:
        """Show what fits the text now."""
        self.fault.say("")
        position, text = self._session.entry, self.edit.text().strip()
        self._behind = self._asked = ""
        found: Iterator[str] = iter(())
        if not self._session.is_empty and text:
            board = position.game.board
            if self._sets_up:
                head, blank, last = text.rpartition(" ")
                self._behind = head + blank
                found = fitting_points(board, last)
            elif self._answers:
                found = fitting_points(board, text)
            else:
                found = fitting_moves(position, text)
            *_, last = re.split(r"[^0-9A-Za-z]", text)
            if last in board:
                self._scene.input.set_cursor(board.index(last))
        self._fits, self._chosen = tuple(islice(found, FITTING + 1)), -1
        shown = self._fits[:FITTING]
        more = " …" if len(self._fits) > FITTING else ""
        say(self.fitting, "   ".join(shown) + more if self._fits != (text,) else "")

    def _choose(self, step: int) -> None:
        """Put in the next move that fits, or the one before."""
        if self._fits:
            first = 0 if step > 0 else len(self._fits) - 1
            here = self._chosen + step if self._chosen >= 0 else first
            self._chosen = here % len(self._fits)
            self.edit.setText(self._behind + self._fits[self._chosen])

    def _enter(self) -> None:
        text = self.edit.text().strip()
        try:
            if self._sets_up and text:
                self._set_up(text)
            elif is_position(text):
                self._session.paste_position(text)
            elif text and self._answers:
                self._click(self._meant(text))
            elif text:
                self._session.answer_anew()
                if not self._session.choose(text):
                    self._play(self._meant(text))
        except SessionError as error:
            self._refuse(error)
            return
        self.finish()

    def _refuse(self, error: SessionError) -> None:
        """Say why what is typed is no move; what is typed next takes its place.

        Where only the writing was wrong the right one stands there instead. A position string is
        long: it is mended. What is only asked about can be gone on with.
        """
        said = sentence(str(error))
        if error.meant:
            self.edit.setText(error.meant)
            self._edited()
            said = f"{said} Press Enter to play {error.meant}."
        if not self._asked and not is_position(self.edit.text()):
            self.edit.selectAll()
        self._refused = self.edit.text()
        self.fault.say(said, error.rule)

    def _set_up(self, text: str) -> None:
        """Set up the position or the points that are typed; SessionError says what is wrong."""
        tool = self._toolbox.setup
        if is_position(text):
            tool.paste(text)
        else:
            tool.type_points(self._meant(text))

    def _play(self, text: str) -> None:
        """Play a move; SessionError. What costs own pieces is asked first, as by the mouse."""
        if len(text.split()) > 1 and looks_like_moves(text):
            raise SessionError(
                "type one move at a time. Ctrl+Shift+P plays moves from the clipboard"
            )
        position = self._session.entry
        if not self._session.is_empty and not self._session.turn.refusal:
            move = legal_move(position, text)
            lost = lost_by(position, move)
            if lost and move != self._asked:
                self._asked = move
                piece = position.game.piece_kinds[0].name + ("s" if len(lost) > 1 else "")
                raise SessionError(
                    f"{move} loses your own {piece} on {listed(lost)}. Press Enter again to play it"
                )
            partial = begun_by(position, move)
            if partial and move != self._asked:
                self._asked = move
                said = self._session.set_steps(partial).message
                raise SessionError(f"{said}. Click them, or press Enter again to play {move}")
        self._session.play(text)

    def _click(self, text: str) -> None:
        """Click a point for a lesson; SessionError where the board has no such point."""
        position, tool = self._session.position, self._scene.tools.current
        if tool is None:
            return
        board = position.game.board
        if text not in board:
            example = board.names[0]
            raise SessionError(
                near_points.help_for(board, text)
                or f"{text} is not a {place_word(board)} of this board. Type one such as {example}."
            )
        tool.clicked(board.index(text), ball=False)

    def _meant(self, text: str) -> str:
        """What is typed, or the one move or point that begins with it."""
        if len(self._fits) == 1 and self._chosen < 0:
            return self._behind + self._fits[0]
        return text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape leaves, Up and Down choose; a fault goes with the keyboard."""
        if event.type() == QEvent.Type.Resize:
            self._show_hint()
        elif event.type() == QEvent.Type.FocusOut:
            self.fault.say("")
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.finish()
                return True
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self._choose(1 if key == Qt.Key.Key_Down else -1)
                return True
            if key == Qt.Key.Key_Home and not self.edit.text():
                event.ignore()  # nothing is here to go to the beginning of
                return True
            begins = not self.edit.text() or not self.fault.isHidden()
            if event.text() == "/" and begins and not is_position(self.edit.text()):
                # It begins a move here as it does in the scene; within a move it has no place.
                self.edit.clear()
                self._edited()
                return True
        return False

    def sizeHint(self) -> QSize:
        """High enough for the buttons: the bar does not grow when they come."""
        hint, margins = super().sizeHint(), self.contentsMargins() + self._row.contentsMargins()
        high = max(one.sizeHint().height() for one in self.of_turn.values())
        return hint.expandedTo(QSize(0, high + margins.top() + margins.bottom()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fault.take_place()


class _Fault(QLabel):
    """Why a text is no move: over the scene, so that nothing is moved and no comment covered."""

    def __init__(self, field: QWidget, scene: QWidget) -> None:
        super().__init__(field)
        self._field, self._scene = field, scene
        scene.installEventFilter(self)
        self.setObjectName("Fault")
        self.setTextFormat(Qt.TextFormat.RichText)
        # By the mouse alone: the keyboard stays in the field, where the move is mended.
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.hide()

    def say(self, text: str, rule: str = "") -> None:
        """Show a sentence, "" for none, and a way to the rule behind it."""
        known = resources.has_rule(rule)
        why = f'&nbsp; <a href="{escape(rule)}">Why not?</a>' if known else ""
        announce(self, f"{text} {rule_words(rule)}" if known else text)
        self.setText(f"{escape(text)}{why}")
        self.setAccessibleName(text)
        area = self._field.parentWidget()
        if area is not None and self.parentWidget() is not area:
            self.setParent(area)
        self.setVisible(bool(text) and area is not None)
        self.take_place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the lower edge of the scene."""
        if event.type() == QEvent.Type.Resize:
            self.take_place()
        return False

    def take_place(self) -> None:
        """Lie at the lower edge of the scene."""
        area = self._field.parentWidget()
        if self.isHidden() or area is None:
            return
        self.ensurePolished()
        self.setWordWrap(False)
        width = min(self.sizeHint().width(), 560, area.width() - 4 * GAP)
        self.setWordWrap(True)
        height = self.heightForWidth(width)
        low = self._scene.mapTo(area, QPoint(0, self._scene.height())).y()
        self.setGeometry(2 * GAP - 4, low - height - GAP // 2, width, height)
        self.raise_()


def fitting_moves(position: Position, text: str) -> Iterator[str]:
    """Yield the legal moves that begin with `text`, or whose cell without the level does.

    None where there are too many to look through, as with programs of many commands.
    """
    if position.legal_moves.count() > LOOKED_THROUGH:
        return
    text = text.lower()
    for move in position.legal_moves:
        if move.startswith(text) or move.lstrip("0123456789").startswith(text):
            yield move


def fitting_points(board: Board, text: str) -> Iterator[str]:
    """Yield the points that begin with `text`, or whose cell without the level does."""
    text = text.lower()
    for name in board.names:
        if name.startswith(text) or name.lstrip("0123456789").startswith(text):
            yield name


@lru_cache
def _example(kind: GameKind) -> str:
    """Return what a move looks like: the first of the first position."""
    return next(iter(kind.configure({}).start().legal_moves), "")
