"""Navigation: where moves lead from here, and what is seen of the board; nothing is edited.

All functions are pure: they take a `Document` and return a node of it, or its next value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from model.contract.game import Game, Position
from model.records import record as records
from model.records.record import ROOT
from model.records.view import View, ViewError, check_view
from viewer.session.document.document import Document, Look
from viewer.session.document.split_document import turned_to
from viewer.session.errors import SessionError


def node_of(document: Document, node: int | None = None) -> int:
    """Return `node`, the current one by default; SessionError when the game has none like it."""
    if node is None:
        return document.node
    if node not in document.record.nodes:
        raise SessionError(f"this game has no move number {node} in its tree")
    return node


def go(document: Document, node: int, gesture: Hashable = None) -> Document:
    """Return the document at `node`, its first half seen through the View kept there; SessionError.

    Without one kept there, all is seen as before.
    """
    node_of(document, node)
    view = document.record.nodes[node].view if node != document.node else None
    if view is not None:  # turning to the first half ends no gesture here: the nodes are one look
        document = replace(turned_to(document, 0), gesture=document.gesture)
    return document.looking(Look(view or document.view, node), gesture)


def before(document: Document) -> int | None:
    """Return the node before the current one, None at the start."""
    parent = document.record.nodes[document.node].parent
    return parent if parent >= 0 else None


def after(document: Document) -> int | None:
    """Return the main continuation of the current node, None at the end."""
    children = document.record.nodes[document.node].children
    return children[0] if children else None


def first(document: Document) -> int | None:
    """Return the start, None when it is the current node."""
    return ROOT if document.node != ROOT else None


def last(document: Document) -> int | None:
    """Return the end of the main continuation, None when it is the current node."""
    end = records.last_of_main_line(document.record, document.node)
    return end if end != document.node else None


def sibling(document: Document, step: int) -> int | None:
    """Return another move at this point, or at the nearest one before that has others.

    None where there is none all the way back.
    """
    nodes, node = document.record.nodes, document.node
    while node != ROOT:
        siblings = nodes[nodes[node].parent].children
        if len(siblings) > 1:
            return siblings[(siblings.index(node) + step) % len(siblings)]
        node = nodes[node].parent
    return None


def look(
    document: Document,
    view: View,
    game_of: Callable[[Document], Game],
    gesture: Hashable = None,
) -> Document:
    """Return the document seen through `view`.

    Parameters
    ----------
    game_of
        Returns the game at the current node; may raise SessionError.
    gesture
        Names the drag, wheel burst or flight this is a part of; all Views of one gesture make
        one entry of the looks. None: an entry of its own.

    Raises
    ------
    SessionError
        The View names planes, layers, points or overlays that there are none of.
    """
    if view is not document.view:
        try:
            check_view(game_of(document), view)
        except ViewError as error:
            raise SessionError(str(error)) from error
    return document.looking(Look(view, document.node), gesture)


def deselected(
    document: Document, old: Document, position_of: Callable[[Document], Position]
) -> Document:
    """Return the document without a selection that was made in another position.

    A View that comes with the position, or was gone back to, brings its own.

    Parameters
    ----------
    old
        The value before.
    position_of
        Returns the position at the current node; may raise SessionError.
    """
    if not document.view.selected or document.view is not old.view:
        return document
    if position_of(document) is position_of(old):
        return document
    return replace(document, view=with_fields(document.view, selected=""))


def fitted(
    document: Document, old: Document, game_of: Callable[[Document], Game], *, gone_back: bool
) -> Document:
    """Return the document with no more of its View than fits its game.

    What was set up may be of another size, also under Views that were there before.

    Parameters
    ----------
    old
        The value before.
    game_of
        Returns the game at the current node; may raise SessionError.
    gone_back
        The View is one that the document had before, and stays wherever it fits.
    """
    same = document.record is old.record and document.node == old.node
    if document.view == View() or (same and not gone_back):
        return document
    game = game_of(document)
    try:
        if not gone_back and game.board is game_of(old).board:
            return document
        check_view(game, document.view)
        if gone_back or document.view is document.record.nodes[document.node].view:
            return document
    except (ViewError, SessionError):
        pass
    return replace(document, view=document.view.on_other_board())
