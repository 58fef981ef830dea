"""What a change of the session means for a scene: another board, another position, a jump."""

from __future__ import annotations

from viewer.session.document.document import Document
from viewer.session.session import Session


def is_same_board(session: Session, before: Document, document: Document) -> bool:
    """Whether it is the same document, and what is shown stands on the same board as before."""
    if before.key != document.key:
        return False
    if before.record is document.record and before.node == document.node:
        return True
    boards = [session.position_of(d).game.board for d in (before, document)]
    return boards[0] is boards[1]  # a position of another size may have been set up


def is_left(before: Document, document: Document) -> bool:
    """Whether a document, or what was learned in it, is left: what clicks were for ends with it."""
    if before.key != document.key:
        return True
    return before.run is not None and before.run.is_task and document.run is None


def stands_otherwise(session: Session, before: Document, document: Document) -> bool:
    """Whether another position is shown than before."""
    if before.is_placeholder or document.is_placeholder:
        return True
    return session.position_of(before) is not session.position_of(document)


def is_jump(before: Document, document: Document) -> bool:
    """Whether another node is shown that is neither the move before nor the one after."""
    if before.node == document.node:
        return False
    nodes, old = document.record.nodes, before.record.nodes
    after = nodes[document.node].parent == before.node
    return not after and old[before.node].parent != document.node
