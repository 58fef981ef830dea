"""What a text from elsewhere may hold: a position, the moves of a game, points of a board."""

import re

from model.boards.board import Board
from model.contract.game import ONLOOKER, Game, Position
from model.phrases import listed, shown
from model.positions.setup import is_position
from model.records import record as records
from model.records.record import ROOT
from model.records.sealing import hides
from model.records.variation_text import LineTextError, paste_line
from model.registry import kinds
from viewer.session.document import near_points
from viewer.session.document.document import Document
from viewer.session.errors import SessionError
from viewer.session.files import document_files

_MOVE = re.compile(r"\(*(?:\d+\.+|pass|\d*[a-z]{1,2}\d+[-:x>^=\w]*)\)*", re.IGNORECASE)
_POINT = re.compile(r"[a-z]\d", re.IGNORECASE)


def looks_like_moves(text: str) -> bool:
    """Tell whether every word of a text could be a move of some game, and one names a point."""
    words = text.split()
    return bool(_POINT.search(text)) and all(_MOVE.fullmatch(word) for word in words)


def pasted_document(text: str, like: Position | None) -> Document:
    """Return a document of a position string, or of moves from the start of a game.

    Parameters
    ----------
    like
        A position of the game that the moves are played in; None, or where they do not fit: the
        one game whose usual start they fit.

    Raises
    ------
    SessionError
        The text is neither, or its moves fit no game or several.
    """
    text = document_files.pasted_text(text)
    if is_position(text) or not looks_like_moves(text):
        try:
            return document_files.new_document(text, {})
        except SessionError as error:
            if is_position(text):
                raise
            raise SessionError(
                "this is neither a position nor moves: a position begins with the name of its "
                "game, and moves look like 2b2 1a1"
            ) from error
    fault = ""
    if like is not None:
        try:
            return _played(like.game, text)
        except LineTextError as error:
            fault = str(error)
    fitting = {}
    for kind in kinds().values():
        try:
            fitting[kind.title] = _played(kind.configure({}), text)
        except LineTextError:
            continue
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        titles = listed(list(fitting), "or")
        raise SessionError(f"these moves could be {titles}: open that game, then paste them again")
    raise SessionError(
        fault
        or "these moves fit no game at its usual size: open the game they belong to, then paste "
        "them again"
    )


def _played(game: Game, text: str) -> Document:
    """Return the game of the moves of a text, at its last move; LineTextError."""
    start = game.start()
    record, _, _ = paste_line(records.new_record(str(start)), ROOT, start, text)
    viewpoint = ONLOOKER if hides(record) else None
    return Document(record, records.last_of_main_line(record), viewpoint=viewpoint)


def read_points(board: Board, text: str) -> list[int]:
    """Return the sites of the points of a text, separated by blanks or commas.

    A level may be left out where only one point fits. SessionError says which word is no point.
    """
    words = text.replace(",", " ").split()
    return list(dict.fromkeys(_read_point(board, word) for word in words))


def _read_point(board: Board, word: str) -> int:
    wanted = word.lower()
    if wanted in board:
        return board.index(wanted)
    found = [name for name in board.names if name.lstrip("0123456789") == wanted]
    if len(found) == 1:
        return board.index(found[0])
    if found:
        raise SessionError(f"{word} is on several levels: type {listed(found, 'or')}")
    raise SessionError(
        near_points.help_for(board, word)
        or f"{shown(word)} is not a point. While you set up, type points such as {board.names[0]}."
    )
