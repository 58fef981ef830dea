"""A document seen in two halves, or in one again: pure functions of documents.

What a second half shows is `viewer.session.document.split_view`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from model.boards.board import Board
from model.contract.game import Game
from model.records.view import Camera, View
from viewer.session.document.document import Document
from viewer.session.document.split_view import (
    Link,
    SecondView,
    begun,
    fits,
    led,
    slice_beside,
    through,
)


def seen_twice(document: Document, board: Board, link: Link) -> Document:
    """Return the document in two halves with this link; one that has two keeps what it can."""
    view, second = document.view, document.second
    if second is None:
        return document.beside(begun(view, board, link))
    if link == second.link:
        return document
    if link == "slice":  # of what the first half shows, whichever is acted on
        first, last = second.views(view)
        last = slice_beside(first, board, last)
        view, other = (first, last) if second.half == 0 else (last, first)
        return replace(document.beside(SecondView(other, second.half, link)), view=view)
    return document.beside(SecondView(second.other, second.half, link))


def sliced_through(document: Document, board: Board, site: int) -> Document:
    """Return the document with its slice through a site; that is no look of its own."""
    second = document.second
    if second is None or site >= len(board):
        return document
    moved = through(second, document.view, board, site)
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
    other = SecondView(document.view, 1 if half else 0, second.link)
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
    if not fits(second.other, game):
        camera = second.other.camera
        plain = View(camera=Camera(camera.azimuth, camera.elevation, parallel=camera.parallel))
        second = replace(second, other=plain)
    elif same or gone_back or is_turned:
        return document
    was = document.view if is_turned else before.view
    view, second = led(second, document.view, was, game.board)
    return replace(document, view=view, second=second)
