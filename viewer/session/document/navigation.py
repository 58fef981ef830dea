"""Navigation: where moves lead from here, and what is seen of the board; nothing is edited.

What the second half of a split document shows is `viewer.session.document.split_view`'s.

All functions are pure: they take a `Document` and return a node of it, or its next value.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from model.boards.board import Board
from model.contract.game import Game, Position
from model.records import record as records
from model.records.record import ROOT
from model.records.view import Camera, View, ViewError, check_view
from viewer.session.document import split_view
from viewer.session.document.document import Document, DocumentView
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
    return document.looking(DocumentView(view or document.view, node), gesture)


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
    document: Document, view: View, game_of: Callable[[Document], Game], gesture: Hashable = None
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
    return document.looking(DocumentView(view, document.node), gesture)


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


def seen_twice(document: Document, board: Board, link: split_view.Link) -> Document:
    """Return the document in two halves with this link; one that has two keeps what it can."""
    view, second = document.view, document.second
    if second is None:
        return document.beside(split_view.begun(view, board, link))
    if link == second.link:
        return document
    if link == "slice":  # of what the first half shows, whichever is acted on
        first, last = second.views(view)
        last = split_view.slice_beside(first, board, last)
        view, other = (first, last) if second.half == 0 else (last, first)
        return replace(document.beside(split_view.SecondView(other, second.half, link)), view=view)
    return document.beside(split_view.SecondView(second.other, second.half, link))


def sliced_through(document: Document, board: Board, site: int) -> Document:
    """Return the document with its slice through a site; that is no look of its own."""
    second = document.second
    if second is None or site >= len(board):
        return document
    moved = split_view.through(second, document.view, board, site)
    return document if moved is second else replace(document, second=moved, touched=())


def seen_once(document: Document) -> Document:
    """Return the document with its first half alone."""
    if document.second is None:
        return document
    return replace(document.beside(None), view=document.first_view)


def turned_to(document: Document, half: int) -> Document:
    """Return the document with another of its halves acted on; that is no look of its own."""
    second = document.second
    if second is None or second.half == half:
        return document
    other = split_view.SecondView(document.view, 1 if half else 0, second.link)
    return replace(document, view=second.other, second=other, gesture=None, touched=())


def followed(
    document: Document, before: Document, game_of: Callable[[Document], Game], *, gone_back: bool
) -> Document:
    """Return the document with its second View brought after what changed of it.

    Parameters
    ----------
    before
        The value until now.
    game_of
        Returns the game at the current node; may raise SessionError.
    gone_back
        Both Views are such as were seen together before.
    """
    second = document.second
    if second is None:
        return document
    same = document.view is before.view and second is before.second
    # To turn to the other half changes nothing of what either shows.
    is_turned = before.second is not None and before.second.half != second.half
    if same and document.record is before.record and document.node == before.node:
        return document
    game = game_of(document)
    if not split_view.fits(second.other, game):
        camera = second.other.camera
        plain = View(camera=Camera(camera.azimuth, camera.elevation, parallel=camera.parallel))
        second = replace(second, other=plain)
    elif same or gone_back or is_turned:
        return document
    was = document.view if is_turned else before.view
    view, second = split_view.led(second, document.view, was, game.board)
    return replace(document, view=view, second=second)
