"""Moves in between: where the pieces are while a move's events happen, stage by stage. Pure.

A stage lasts from t = k to t = k + 1; `model.positions.events` says what stands before each stage,
so this knows no rules. Whoever drives it decides how long a stage takes: the scene of the window
goes by a clock, a film by its frames. The way of the last move, and the ply at which each piece
came, are found here, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi, sin

import numpy as np

from model.boards.board import Board, IntArray
from model.contract.game import Event, Move, Pieces, Position
from model.positions.events import BoardState, EventError, apply_events, same, tables
from model.positions.setup import read_setup
from model.records.record import Record, line_to
from model.records.sealing import SEALED
from model.records.view import View
from viewer.picture.compose.ground import EDGE_SIZE, bounds, dimpled, lift, seat_of
from viewer.picture.compose.reserve_trays import SIZE, place
from viewer.picture.picture import Moving, Picture
from viewer.picture.visibility.hiding import Mask, remembered
from viewer.picture.words import move_stages

ARC = 0.55
"""How high a piece is carried over the higher of its two ends, in ball diameters."""
DROP = 1.4
"""How high over its place a piece that comes from nowhere begins, and one that goes ends."""
OVER = 1.3
"""How far beyond the slab a piece that falls lands."""

Point = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class TransitionFrame:
    """What lies where in one moment of a move.

    Attributes
    ----------
    pieces
        Those at rest.
    reserves
        (owner, how many lie in the rack) of each player with a reserve.
    moving
        Those on their way.
    """

    pieces: Pieces
    reserves: tuple[tuple[int, int], ...]
    moving: tuple[Moving, ...]

    def on(self, picture: Picture) -> Picture:
        """Return `picture` in this moment; hints of the move are over."""
        return replace(
            picture,
            legal=_free(picture.legal, picture.pieces),
            pieces=self.pieces,
            reserves=self.reserves,
            moving=self.moving,
            choices=None,
            built=(),
            doomed=(),
            path=(),
            preview=None,
            last=None if self.moving else picture.last,
            carried=() if self.moving else picture.carried,
        )


@remembered(4)
def _free(legal: Mask | None, pieces: Pieces) -> Mask | None:
    """The legal points without those where a piece stands once all have arrived: no ghosts there.

    One array as long as legal points and pieces are the same.
    """
    if legal is None:
        return None
    free: Mask = np.array(legal)
    free[pieces.site] = False
    return free


def stages(events: Sequence[Event]) -> int:
    """Return how many stages events take: what `t` runs to."""
    return len({event.stage for event in events})


def frame(
    board: Board,
    players: tuple[str, ...],
    table: BoardState,
    events: Sequence[Event],
    t: float,
    *,
    explode: float = 0.0,
    shapes: Sequence[str] = (),
) -> TransitionFrame:
    """Return what lies where at time `t` of a move.

    Parameters
    ----------
    board, players
        Of the game.
    table
        What lies on the table before the move (`model.positions.events.table_of`).
    events
        Of the move.
    t
        From 0 to ``stages(events)``; stage k runs from k to k + 1. Before and after, nothing moves.
    explode
        Of the view.
    shapes
        Of the kinds of pieces: what is carried goes as high as what carries it. (): all alike.

    Raises
    ------
    model.positions.events.EventError
        When an event takes pieces that are not there.
    """
    passed = int(np.clip(np.floor(t), 0, stages(events))) if t > 0 else 0
    share = t - passed
    started = share > 0 and passed < stages(events)
    before, resting, now = _tables(table, tuple(events), players, passed)
    if not started:
        lying = owned(before.reserves, players)
        return TransitionFrame(before.pieces, lying, ())
    left = dict(before.reserves)
    moving: list[Moving] = []
    for event in now:
        underway = _underway(board, players, event, left, share, explode, _flies(event, now))
        if shapes and underway and event.kind == "move":
            underway = [_seated(underway[0], event, before, now, players, tuple(shapes), share)]
        moving += underway
    return TransitionFrame(resting.pieces, owned(resting.reserves, players), tuple(moving))


@remembered(4)
def _tables(
    table: BoardState, events: tuple[Event, ...], players: tuple[str, ...], passed: int
) -> tuple[BoardState, BoardState, tuple[Event, ...]]:
    """The table after some stages, what of it rests during the next one, and that one's events.

    The same values while a stage lasts, so that drawing sees that nothing at rest has changed.
    """
    before = table
    numbers = sorted({event.stage for event in events})
    for number in numbers[:passed]:
        before = apply_events(before, [e for e in events if e.stage == number], players)
    if passed == len(numbers):
        return before, before, ()
    now = tuple(event for event in events if event.stage == numbers[passed])
    resting = apply_events(before, [gone for event in now for gone in _leaving(event)], players)
    return before, resting, now


def owned(left: Mapping[str, int], players: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return what players have in hand, by their indices."""
    return tuple((players.index(player), number) for player, number in left.items())


def _leaving(event: Event) -> tuple[Event, ...]:
    """The part of an event that has happened as soon as its stage begins."""
    taken = min(event.reserve, 0)
    if event.kind in ("move", "remove"):
        return (replace(event, kind="remove", to=None, reserve=taken),)
    return (replace(event, kind="pass", site=None, reserve=taken),) if taken else ()


def _underway(
    board: Board,
    players: tuple[str, ...],
    event: Event,
    left: Mapping[str, int],
    share: float,
    explode: float,
    flies: bool,
) -> list[Moving]:
    """The pieces an event moves, a share of its stage after its beginning."""
    if event.kind not in ("place", "move", "remove") or event.site is None:
        return []
    here = at(board, event.site, explode)
    player = players[event.owner] if event.owner >= 0 else ""
    alpha = size = 1.0
    s = share * share * (3 - 2 * share)
    if event.kind == "move":
        assert event.to is not None
        end = at(board, event.to, explode)
        # Discs slide along their level and step down; only what is lifted is carried high.
        slides = not dimpled(board) and end[2] <= here[2] + 1e-6 and not flies
        point = _slide(here, end, s) if slides else _carried(here, end, s)
    elif event.kind == "place" and event.reserve < 0 and player in left:
        point = _carried(place(board, event.owner, max(left[player] - 1, 0)), here, s)
        size = SIZE + (1 - SIZE) * s
    elif event.kind == "place":
        point = (here[0], here[1], here[2] + DROP * (1 - s))
        alpha = min(1.0, 0.4 + 2 * share)  # seen in the first frame
    elif event.reserve > 0 and player in left:
        point = _carried(here, place(board, event.owner, left[player]), s)
        size = 1 + (SIZE - 1) * s
    elif event.cause == "fall":
        point, alpha = _falling(board, here, share), min(1.0, 3 * (1 - share))
    else:
        point = (here[0], here[1], here[2] + DROP * s)
        alpha = 1 - s
    if event.site in board.edges:
        size *= EDGE_SIZE
    return [Moving(event.owner, event.piece, point, alpha, size)]


def _flies(event: Event, now: Sequence[Event]) -> bool:
    """Whether a piece of nobody goes to another site by itself: it is thrown, not carried."""
    if event.kind != "move" or event.owner >= 0 or event.site == event.to:
        return False
    carriers = (one for one in now if one.kind == "move" and one.owner >= 0)
    return all((one.site, one.to) != (event.site, event.to) for one in carriers)


def _seated(
    piece: Moving,
    event: Event,
    before: BoardState,
    now: Sequence[Event],
    players: tuple[str, ...],
    shapes: tuple[str, ...],
    share: float,
) -> Moving:
    """A piece that moves, on what carries it where it comes from and where it goes to."""
    assert event.site is not None
    assert event.to is not None
    after = apply_events(before, now, players)
    s = share * share * (3 - 2 * share)
    first = seat_of(before.pieces, shapes, event.site, event.owner, event.piece)
    last = seat_of(after.pieces, shapes, event.to, event.owner, event.piece)
    x, y, z = (c + a + s * (b - a) for c, a, b in zip(piece.centre, first, last, strict=True))
    return replace(piece, centre=(x, y, z))


def at(board: Board, site: int, explode: float = 0.0) -> Point:
    """Return where the piece on a site is drawn."""
    x, y, z = board.centres[site].tolist()
    return x, y, z + explode * lift(board, site)


def _carried(a: Point, b: Point, s: float) -> Point:
    """On an arc from a to b: over the higher of the two."""
    peak = max(a[2], b[2]) + ARC
    x, y = a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])
    flat = a[2] + s * (b[2] - a[2])
    middle = (a[2] + b[2]) / 2
    return x, y, flat + (peak - middle) * sin(pi * s)


def _slide(a: Point, b: Point, s: float) -> Point:
    """Along a straight way that goes down only over the steps' edges, a little off the ground."""
    drop = max(0.0, (s - 0.6) / 0.4)
    z = a[2] + (b[2] - a[2]) * drop * drop + 0.10 * sin(pi * s)
    return a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), z


def _falling(board: Board, here: Point, share: float) -> Point:
    """Over the nearest edge of the slab, and down."""
    west, east, south, north = bounds(board)
    x, y, z = here
    away = {(-1, 0): x - west, (1, 0): east - x, (0, -1): y - south, (0, 1): north - y}
    (dx, dy), gap = min(away.items(), key=lambda item: item[1])
    reach = share * (gap + OVER)
    # It slides until it is over the edge, then falls freely.
    beyond = max(0.0, share - gap / (gap + OVER))
    return x + dx * reach, y + dy * reach, z - 6.0 * beyond * beyond


@remembered(8)
def landing(move: Move, position: Position, before: Position | None) -> int | None:
    """Return where the piece of the move that led to `position` stands now, None when nowhere.

    Parameters
    ----------
    move
        "" where no move led here; a choice that is `SEALED` has moved nothing.
    before
        The position it was played in; moves that are not the name of a site need it.
    """
    board, standing = position.game.board, position.pieces.site
    if move in board:
        site = board.index(move)
        return site if site in standing else None
    if move in ("", SEALED) or before is None:
        return None
    landed = [where for event in before.events(move) if (where := arrival(event)) is not None]
    return next((site for site in reversed(landed) if site in standing), None)


@remembered(8)
def carried(move: Move, before: Position | None) -> tuple[tuple[int, int], ...]:
    """Return (from, to) of each piece that a move took across the board, the mover last.

    Parameters
    ----------
    move
        "" where no move led here.
    before
        The position it was played in; None where nobody knows.
    """
    if move in ("", SEALED) or before is None or move in before.game.board:
        return ()
    return tuple(
        (event.site, event.to)
        for event in before.events(move)
        if event.kind == "move" and event.site is not None and event.to is not None
    )


def arrival(event: Event) -> int | None:
    """Return where an event leaves a piece, None when nowhere."""
    return {"move": event.to, "place": event.site}.get(event.kind)


@remembered(8)
def plies(record: Record, node: int, board: Board) -> IntArray:
    """Return (n,) int32: the ply each piece came to its site at on the way to `node`, 0 if set up.

    A move that is the name of a site puts a piece there; any other is asked what it does.
    """
    played = np.zeros(len(board), np.int32)
    start, path = line_to(record, node)
    moves = [record.nodes[step].move for step in path]
    if SEALED in moves:  # what is chosen in secret moves nothing
        moves = moves[: moves.index(SEALED)]
    position: Position | None = None
    if not all(move in board for move in moves):
        position = read_setup(start)
    for ply, move in enumerate(moves, start=1):
        if position is None:
            played[board.index(move)] = ply
            continue
        place_ply(played, position.events(move), ply)
        position = position.play(move)
    return played


def plies_shown(
    record: Record, node: int, board: Board, view: View, words: Sequence[str] = ()
) -> IntArray | None:
    """Return `plies` where a View, or the words of what it shows, ask for them; None elsewhere."""
    asked = view.colour == "move" or view.peel.between is not None or "colour=move" in words
    return plies(record, node, board) if asked else None


def place_ply(played: IntArray, events: Sequence[Event], ply: int) -> None:
    """Write into `played` where the events of a move leave pieces, and which sites are empty."""
    for event in events:
        if event.kind in ("remove", "move") and event.site is not None:
            played[event.site] = 0
    for event in events:
        site = arrival(event)
        if site is not None:
            played[site] = ply


NEARLY = 1 - 1e-6
"""As much of a stage as is shown while it is read: all but its end."""


@dataclass(frozen=True, eq=False)
class PlayedMove:
    """A move, stage by stage.

    Attributes
    ----------
    board, players
        Of the game.
    table
        What lay on the board before it.
    events, stages
        What it does.
    first, last
        The stages that are over when it begins, and when it ends.
    backwards
        It is taken back.
    seconds
        How long each stage is seen.
    """

    board: Board
    players: tuple[str, ...]
    table: BoardState
    events: tuple[Event, ...]
    stages: tuple[move_stages.MoveStage, ...]
    first: int
    last: int
    backwards: bool
    seconds: tuple[float, ...]

    def time(self, gone: float) -> float:
        """Return where the move is so many seconds after it began, in stages."""
        if self.backwards:
            return self.last - gone / self.seconds[0]
        for k in range(self.first, self.last):
            if gone < self.seconds[k]:
                share = gone / self.seconds[k]
                reads = bool(self.stages[k].notes)
                return k + (min(share / move_stages.MOVES, NEARLY) if reads else share)
            gone -= self.seconds[k]
        return float(self.last)

    def stage_at(self, time: float) -> move_stages.MoveStage | None:
        """Return the stage that is told while it goes on; None where nothing is told of it."""
        return None if self.backwards else self.stages[min(int(time), self.last - 1)]

    def on(self, picture: Picture, time: float, stage: move_stages.MoveStage | None) -> Picture:
        """Return the picture of the position behind it as things stood in a moment of it.

        Parameters
        ----------
        picture
            Of another board it stays as it is.
        time
            In stages.
        stage
            The stage that is explained, None for none.
        """
        if picture.board is not self.board:
            return picture
        try:
            moment = frame(
                self.board,
                self.players,
                self.table,
                self.events,
                time,
                explode=picture.view.explode,
                shapes=picture.piece_kinds,
            )
        except EventError:
            return picture
        shown = moment.on(picture)
        if self.backwards or not move_stages.explains(self.stages):
            return shown
        return replace(
            shown, overlays=() if stage is None else move_stages.stage_overlays(stage), carried=()
        )


def played_move(
    position: Position,
    move: Move,
    *,
    backwards: bool = False,
    first: int = 0,
    seen: BoardState | None = None,
) -> PlayedMove | None:
    """Return a move made in a position; None where nothing is seen of it.

    Parameters
    ----------
    backwards
        It is taken back.
    first
        So many stages are over before it begins.
    seen
        What lies on the board already: stages up to there are over, too.
    """
    events = position.events(move)
    last = stages(events)
    shown = tables(position, events)
    if seen is not None and not backwards:
        ahead = max((k for k, table in enumerate(shown) if same(table, seen)), default=0)
        first = max(first, ahead)
    if first >= last or not any(event.kind != "pass" for event in events):
        return None
    timed, game = move_stages.move_stages(position, move), position.game
    seconds = move_stages.seconds_of(timed, backwards=backwards)
    return PlayedMove(
        game.board, game.players, shown[0], events, timed, first, last, backwards, seconds
    )
