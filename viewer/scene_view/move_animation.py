"""Plays a move in the scene by the clock, stage by stage, forwards or backwards, or holds it at a
stage; `played_move` says what is seen of it at each moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal

from model.contract.game import CHANCE, Event, Position
from model.positions.events import BoardState, known_events, tables
from model.records.sealing import SEALED
from viewer.picture.compose.transition import PlayedMove, played_move
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import MoveStage, move_stages
from viewer.session.document.document import Document
from viewer.session.session import Change, Session

_ENDING = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress, QEvent.Type.Wheel)
"""Input that ends an animation."""
TICK = 16
"""Milliseconds between two steps."""


class MoveAnimation(QObject):
    """One move under way at a time; its timer runs only meanwhile.

    The session is at its new state at once and only the drawing follows.

    Signals
    -------
    stepped
        The pieces have moved on, or have arrived.
    """

    stepped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._move: PlayedMove | None = None
        self.held: int | None = None  # how many stages of a move are over
        self._by_hand = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=TICK)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """A move is under way."""
        return self._move is not None and self.held is None

    @property
    def stage(self) -> MoveStage | None:
        """The stage that is told or was told last, None before the first and without a move.

        Of a move that is taken back nothing is told.
        """
        if self._move is None or self.held == 0:
            return None
        return self._move.stage_at(self.time if self.held is None else self.held - 1)

    def start(
        self,
        before: Position,
        move: str,
        *,
        backwards: bool = False,
        seen: BoardState | None = None,
    ) -> None:
        """Play `move`, made in `before`.

        Parameters
        ----------
        backwards
            It is taken back.
        seen
            What the scene showed until now, while the move was built: stages up to there are over.
        """
        first = 1 if self._by_hand and not backwards else 0  # its first way is behind it
        move_shown = played_move(before, move, backwards=backwards, first=first, seen=seen)
        self.finish()
        if move_shown is None:
            return
        self._move, self.held = move_shown, None
        self._clock.start()
        self._timer.start()

    def hold(self, before: Position, move: str, number: int) -> None:
        """Show how things stood after `number` stages of a move made in `before`."""
        events, stages = known_events(before, move), move_stages(before, move)
        self._timer.stop()
        game, last = before.game, len(stages)
        self._move = PlayedMove(
            game.board, game.players, tables(before, ())[0], events, stages, 0, last, False, ()
        )
        self.held = max(0, min(number, last))
        self.stepped.emit()

    @contextmanager
    def carried(self) -> Iterator[None]:
        """Moves made meanwhile were begun by hand: the piece lies where it first goes already."""
        self._by_hand = True
        try:
            yield
        finally:
            self._by_hand = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The next press of a button or a key in the scene ends it at once."""
        if self.running and event.type() in _ENDING:
            self.finish()
        return False

    def finish(self) -> None:
        """Be there at once; nothing is held any more."""
        self._timer.stop()
        if self._move is not None:
            self._move = self.held = None
            self.stepped.emit()

    @property
    def rolled(self) -> float:
        """How far dice have rolled in the stage that is shown; 1 where none roll."""
        stage = self.stage if self.running else None
        rolls = stage is not None and any(event.kind == "roll" for event in stage.events)
        return self.time % 1 if rolls else 1.0

    @property
    def time(self) -> float:
        """Where the move is now, in stages."""
        assert self._move is not None
        if self.held is not None:
            return float(self.held)
        gone = max(self._clock.elapsed(), 1) / 1000  # the first frame shows it on its way
        return self._move.time(gone)

    def on(self, picture: Picture) -> Picture:
        """Return `picture` as it looks at this moment."""
        if self._move is None:
            return picture
        return self._move.on(picture, self.time, self.stage)

    def _tick(self) -> None:
        run = self._move
        if run is None:
            return
        time = self.time
        if (run.backwards and time < 0) or (not run.backwards and time >= run.last):
            self.finish()
        else:
            self.stepped.emit()


class ShownMoves:
    """Finds the move between two states of a document, for a `MoveAnimation` to show."""

    def __init__(self, session: Session, animation: MoveAnimation) -> None:
        self._session, self._animation = session, animation

    def play(self, change: Change) -> None:
        """Show the move being played, or taken back, where one ply lies between the two."""
        before, document = change.before, change.document
        nodes = document.record.nodes
        if document.node not in nodes or before.node not in before.record.nodes:
            return
        if nodes[document.node].setup or before.record.nodes[before.node].setup:
            return
        if nodes[document.node].parent == before.node and before.node in nodes:
            shown, move = self._session.position_of(before), nodes[document.node].move
            built = partial_move_of(shown, change.old.partial) if change.old.partial else None
            # What a plan does is never shown before.
            seen = None if built is None or built.steps.slots else built.table
            self._start(document, before.node, move, seen=seen)
        elif before.record.nodes[before.node].parent == document.node:
            move = before.record.nodes[before.node].move
            self._start(before, document.node, move, backwards=True)

    def _start(
        self,
        document: Document,
        node: int,
        move: str,
        *,
        backwards: bool = False,
        seen: BoardState | None = None,
    ) -> None:
        """Play a move of `document` that was made at `node`: it knows what the move revealed."""
        if move != SEALED:
            position = self._session.position_of(replace(document, node=node))
            self._animation.start(position, move, backwards=backwards, seen=seen)

    def hold(self, node: int | None, number: int = 0) -> None:
        """Show how things stood after some stages of the move to a node; None: as they stand."""
        document = self._session.document
        if node is None or node not in document.record.nodes:
            self._animation.finish()
            return
        found = document.record.nodes[node]
        if found.parent >= 0 and found.move != SEALED:
            before = self._session.position_of(replace(document, node=found.parent))
            self._animation.hold(before, found.move, number)

    def dice_of(self, document: Document) -> tuple[tuple[Event, ...], tuple[str, ...]]:
        """Return what was rolled where a roll led to the position, and who plays."""
        node, position = document.record.nodes[document.node], self._session.position_of(document)
        dice: tuple[Event, ...] = ()
        if position.game.kind.rolls and node.move and self._session.mover_at(node.parent) == CHANCE:
            before = self._session.position_of(replace(document, node=node.parent))
            dice = tuple(e for e in known_events(before, node.move) if e.kind == "roll")
        return dice, position.game.players
