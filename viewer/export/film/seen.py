"""What is seen at a node of a record, and how a scene gets from one picture to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec.structs import replace as altered

from model.contract.game import Move, Position
from model.positions.setup import Draft
from model.records.marks import Mark
from model.records.positions import PositionCache
from model.records.record import ROOT, Record
from model.records.sealing import SEALED, pending, seen_record
from model.records.view import View
from viewer.analysis.picture_findings import whole_picture
from viewer.export.film.shots import Shot
from viewer.games.registry import game_view_of
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.compose.transition import carried, landing, played_move, plies
from viewer.picture.picture import Picture, Room
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.visible import visible_in
from viewer.picture.words.move_stages import MOVES, MoveStage
from viewer.scene.flight import flight_path

FLIGHT = 1.0
"""Seconds a flight takes at least: whoever watches a film has not asked for it, and must follow."""
ROOM = Room(below=0.03, above=0.06)
"""What stays free over and under the board."""
QUICK = 0.45
"""Seconds a stage in which pieces move takes at least."""


class Line:
    """The main line of a record as everybody may know it.

    Attributes
    ----------
    record
        Choices that are still hidden are not in it.
    nodes
        Its ids, the root first.
    """

    def __init__(self, record: Record) -> None:
        self._cache = PositionCache()
        start = self._cache.position(record, ROOT)
        hides = start.game.kind.hides
        self.whole = record
        self.record = seen_record(record, frozenset(pending(record)) if hides else frozenset())
        self.nodes = (ROOT, *record.main_line())

    def position(self, node: int) -> Position:
        """Return the position at a node, whole."""
        return self._cache.position(self.whole, node)

    def before(self, node: int) -> Position | None:
        """Return the position that the move of a node was played in, None where none was."""
        here = self.record[node]
        if here.parent < 0 or not here.move or here.setup or here.move == SEALED:
            return None
        return self.position(here.parent)

    def picture(
        self, node: int, view: View, marks: tuple[Mark, ...] = (), *, own: bool = True
    ) -> Picture:
        """Return the picture at a node.

        Parameters
        ----------
        marks
            Besides those of the node.
        own
            With the marks of the node.
        """
        position, here = self.position(node), self.record[node]
        asks = view.colour == "move" or view.peel.between is not None
        return picture_at(
            position,
            view,
            (*here.marks, *marks) if own else marks,
            move=here.move,
            before=self.before(node),
            record=(self.record, node) if asks else None,
        )


def picture_at(
    position: Position,
    view: View,
    marks: tuple[Mark, ...] = (),
    *,
    move: Move = "",
    before: Position | None = None,
    record: tuple[Record, int] | None = None,
) -> Picture:
    """Return the picture of a position as everybody may know it.

    Parameters
    ----------
    move, before
        What led to it, and where it was played; "" and None where nothing did.
    record
        Where its moves stand, where somebody asks when pieces came.
    """
    seen = position.seen_by(None)
    known = None if record is None else plies(*record, seen.game.board)
    if isinstance(seen, Draft):
        picture = picture_of(seen, view, known)
        picture = replace(picture, overlays=mark_overlays(seen, marks))
    else:
        picture = whole_picture(seen, view, (), marks, known)
    # What a plan did is told stage by stage: all its ways at once would be a tangle.
    if game_view_of(seen).planner is None:
        last, ways = landing(move, seen, before), carried(move, before)
        picture = replace(picture, last=last, carried=ways)
    picture = replace(picture, room=ROOM)
    try:
        visible_in(picture)
    except ValueError:  # a View of another board, as a file may hold one
        picture = replace(picture, view=view_edits.clear(picture.view))
    return picture


def flight(old: Picture | None, new: Picture, aspect: float) -> tuple[Shot, ...]:
    """Return the flight from one picture to another of the same board; () where there is none."""
    if old is None or old.board is not new.board:
        return ()
    start, end = old.view, new.view
    if (start.camera, start.explode) == (end.camera, end.explode):
        return ()
    path = flight_path(start.camera, start.explode, new, aspect)

    def at(share: float) -> Picture:
        camera, gap = path.at(share)
        return replace(new, view=altered(new.view, camera=camera, explode=gap))

    return (Shot(max(FLIGHT, path.seconds), at),)


@dataclass(frozen=True, eq=False)
class Told:
    """A stage of a move in a film: its shots, and what explains it."""

    shots: tuple[Shot, ...]
    stage: MoveStage

    @property
    def text(self) -> str:
        """What is said of it; "" for nothing."""
        text = "; ".join(str(note.reason) for note in self.stage.notes)
        return text[:1].upper() + text[1:]


def stages_of(before: Position, move: Move, after: Picture) -> tuple[Told, ...]:
    """Return the stages of a move as the scene of the window plays them; () where nothing is seen.

    Parameters
    ----------
    after
        The picture of the position behind it.
    """
    played = played_move(before, move)
    if played is None:
        return ()
    bare = replace(after, overlays=())

    def shots(k: int) -> tuple[Shot, ...]:
        stage, seconds = played.stages[k], played.seconds[k]

        def at(share: float) -> Picture:
            # Up to its very end: there the pieces would lie as before the next stage.
            return played.on(bare, k + min(share, 1 - 1e-6), stage)

        if not stage.notes:
            moves = any(event.kind in ("place", "move", "remove") for event in stage.events)
            return (Shot(max(seconds, QUICK) if moves else seconds, at),)
        return (Shot(MOVES * seconds, at), Shot((1 - MOVES) * seconds, lambda _: at(1.0), False))

    return tuple(Told(shots(k), played.stages[k]) for k in range(played.first, played.last))
