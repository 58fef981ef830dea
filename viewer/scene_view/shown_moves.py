"""Moves that the scene shows being made: which one, what is held of one, and what was rolled."""

from __future__ import annotations

from dataclasses import replace

from model.contract.game import CHANCE, Event
from model.positions.events import Table, known_events
from model.records.sealing import SEALED
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.scene_view.move_animation import MoveAnimation
from viewer.session.document.document import Document
from viewer.session.session import Change, Session


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
        seen: Table | None = None,
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
