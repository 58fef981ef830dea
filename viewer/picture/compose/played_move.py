"""A move that is shown being made: what is seen of it at each moment, and for how long. Pure.

The scene of the window follows it by a clock, a film by its frames.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.boards.board import Board
from model.contract.game import Event, Move, Position
from model.positions.events import EventError, Table, same, tables
from viewer.picture.compose import transition
from viewer.picture.picture import Picture
from viewer.picture.words.move_stages import (
    MOVES,
    MoveStage,
    explains,
    move_stages,
    seconds_of,
    told_overlays,
)

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
    table: Table
    events: tuple[Event, ...]
    stages: tuple[MoveStage, ...]
    first: int
    last: int
    backwards: bool
    seconds: tuple[float, ...]

    @property
    def lasts(self) -> float:
        """How long all of it is seen, in seconds."""
        return self.seconds[0] * self.last if self.backwards else sum(self.seconds[self.first :])

    def time(self, gone: float) -> float:
        """Return where the move is so many seconds after it began, in stages."""
        if self.backwards:
            return self.last - gone / self.seconds[0]
        for k in range(self.first, self.last):
            if gone < self.seconds[k]:
                share = gone / self.seconds[k]
                reads = bool(self.stages[k].notes)
                return k + (min(share / MOVES, NEARLY) if reads else share)
            gone -= self.seconds[k]
        return float(self.last)

    def stage_at(self, time: float) -> MoveStage | None:
        """Return the stage that is told while it goes on; None where nothing is told of it."""
        return None if self.backwards else self.stages[min(int(time), self.last - 1)]

    def on(self, picture: Picture, time: float, told: MoveStage | None) -> Picture:
        """Return the picture of the position behind it as things stood in a moment of it.

        Parameters
        ----------
        picture
            Of another board it stays as it is.
        time
            In stages.
        told
            The stage that is explained, None for none.
        """
        if picture.board is not self.board:
            return picture
        try:
            frame = transition.frame(
                self.board, self.players, self.table, self.events, time,
                explode=picture.view.explode, shapes=picture.piece_kinds,
            )  # fmt: skip
        except EventError:
            return picture
        shown = frame.on(picture)
        if self.backwards or not explains(self.stages):
            return shown
        return replace(shown, overlays=() if told is None else told_overlays(told), carried=())


def played_move(
    position: Position,
    move: Move,
    *,
    backwards: bool = False,
    first: int = 0,
    seen: Table | None = None,
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
    last = transition.stages(events)
    shown = tables(position, events)
    if seen is not None and not backwards:
        ahead = max((k for k, table in enumerate(shown) if same(table, seen)), default=0)
        first = max(first, ahead)
    if first >= last or not any(event.kind != "pass" for event in events):
        return None
    stages, game = move_stages(position, move), position.game
    seconds = seconds_of(stages, backwards=backwards)
    return PlayedMove(game.board, game.players, shown[0], events, stages, first, last, backwards,
                      seconds)  # fmt: skip
