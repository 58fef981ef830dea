"""What a film is made of: shots and captions side by side in parts, and the frames they come to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from msgspec.structs import replace as altered

from model.boards.board import IntArray
from model.contract.game import Move, Position
from model.positions.setup import Draft
from model.records.view import Mark, View
from viewer.analysis.picture_findings import whole_picture
from viewer.export.items import PublicGame
from viewer.games.registry import game_view_of
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.overlays import mark_overlays
from viewer.picture.compose.transition import carried, landing, played_move, plies_shown
from viewer.picture.picture import Picture, ViewMargins
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.visible import visible_in
from viewer.picture.words.move_stages import MOVES, MoveStage
from viewer.scene.flight import flight_path


@dataclass(frozen=True)
class TitleCard:
    """A title card.

    Attributes
    ----------
    title, author, source, credit
        What is shown, who made it, what it is from, and whose game it is; "" for nothing.
    """

    title: str
    author: str = ""
    source: str = ""
    credit: str = ""


@dataclass(frozen=True)
class FrameText:
    """What is written into a frame.

    Attributes
    ----------
    heading, counter
        What stands over the text on the left, and on the right.
    text
        What fits into the strip under the scene (`lettering.Lettering.portions`).
    dice
        (text, faces, colour) of each die that lies there.
    card
        A title card over all of it; None for none.
    veil
        How much the card hides, from 0 to 1.
    """

    heading: str = ""
    counter: str = ""
    text: str = ""
    dice: tuple[tuple[str, int, str], ...] = ()
    card: TitleCard | None = None
    veil: float = 1.0


@dataclass(frozen=True, eq=False)
class Shot:
    """What is seen for a while.

    Attributes
    ----------
    seconds
        How long, at speed 1.
    at
        Takes the share that is over, above 0 and up to 1, and returns the picture then.
    moves
        Whether it changes meanwhile; else it is asked for once, at 1.
    """

    seconds: float
    at: Callable[[float], Picture]
    moves: bool = True


def still(seconds: float, picture: Callable[[], Picture]) -> Shot:
    """Return a shot in which nothing moves."""
    return Shot(seconds, lambda share: picture(), moves=False)


@dataclass(frozen=True)
class Caption:
    """Words for so many seconds, whatever the speed: people read no faster."""

    seconds: float
    words: FrameText


@dataclass(frozen=True)
class FilmPart:
    """Shots and captions that begin together; the shorter ones wait for the longer ones."""

    shots: Sequence[Shot]
    captions: Sequence[Caption] = (Caption(0.0, FrameText()),)


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame, drawn once and shown for so many frames of the film."""

    shot: Shot
    share: float
    words: FrameText
    count: int

    @property
    def picture(self) -> Picture:
        """What the scene shows."""
        return self.shot.at(self.share)

    @property
    def moves(self) -> bool:
        """Whether something moves in it."""
        return self.shot.moves


def frames_of(parts: Iterable[FilmPart], fps: float, speed: float) -> Iterator[Frame]:
    """Yield the frames of a film; what does not change for a while is one of them."""
    frames = (frame for part in parts for frame in _frames_of(part, fps, speed))
    for _, alike in groupby(frames, lambda frame: (frame.shot, frame.share, frame.words)):
        first, *others = alike
        yield replace(first, count=1 + len(others))


def _frames_of(part: FilmPart, fps: float, speed: float) -> Iterator[Frame]:
    seen: list[tuple[Shot, float]] = []
    for shot in part.shots:
        count = _count(shot.seconds / speed, fps)
        seen += [(shot, (k + 1) / count if shot.moves else 1.0) for k in range(count)]
    said: list[FrameText] = []
    for caption in part.captions:
        said += [caption.words] * _count(caption.seconds, fps)
    # A part is seen in one frame at least, at its end.
    seen = seen or [(part.shots[-1], 1.0)]
    said = said or [part.captions[-1].words]
    for k in range(max(len(seen), len(said))):
        shot, share = seen[min(k, len(seen) - 1)]
        yield Frame(shot, share, said[min(k, len(said) - 1)], 1)


def _count(seconds: float, fps: float) -> int:
    """How many frames so many seconds are; one at least of what lasts at all."""
    return max(1, round(seconds * fps)) if seconds > 0 else 0


# What is seen at a node of a record, and how a scene gets from one picture to the next.

FLIGHT = 1.0
"""Seconds a flight takes at least: whoever watches a film has not asked for it, and must follow."""
ROOM = ViewMargins(below=0.03, above=0.06)
"""What stays free over and under the board."""
QUICK = 0.45
"""Seconds a stage in which pieces move takes at least."""


def picture_in(game: PublicGame, node: int, view: View, marks: tuple[Mark, ...]) -> Picture:
    """Return the picture at a node of a record."""
    position = game.position(node)
    return picture_at(
        position,
        view,
        marks,
        move=game.record[node].move,
        before=game.before(node),
        plies=plies_shown(game.record, node, position.game.board, view),
    )


def picture_at(
    position: Position,
    view: View,
    marks: tuple[Mark, ...] = (),
    *,
    move: Move = "",
    before: Position | None = None,
    plies: IntArray | None = None,
) -> Picture:
    """Return the picture of a position as everybody may know it.

    Parameters
    ----------
    move, before
        What led to it, and where it was played; "" and None where nothing did.
    plies
        When pieces came, where somebody asks.
    """
    seen = position.seen_by(None)
    if isinstance(seen, Draft):
        picture = picture_of(seen, view, plies)
        picture = replace(picture, overlays=mark_overlays(seen, marks))
    else:
        picture = whole_picture(seen, view, (), marks, plies)
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
