"""Events handed to an exercise as a session does, without one."""

from dataclasses import replace
from typing import Any

from model.exercises import effects as do
from model.exercises.exercise import Event, Exercise, Here, Tried
from model.positions.setup import read_position
from model.records import record as records


class Desk:
    """An exercise with the scratch that it runs on; no effect but moves is carried out.

    Attributes
    ----------
    effects
        Those of the last event.
    """

    def __init__(self, exercise: Exercise, node: int = 0) -> None:
        self.exercise, self.record, self.node = exercise, exercise.scratch, node
        self.effects: tuple[object, ...] = ()

    def send(self, event: Event):
        """Hand over an event; returns the exercise after it."""
        here = Here(self.record, self.node, self._position_at)
        self.exercise, self.effects = self.exercise.after(event, here)
        if isinstance(event, Tried) and do.PlayMove() in self.effects:
            self.play(event.move)
        for effect in self.effects:
            if isinstance(effect, do.Restart):
                self.record, self.node = self.exercise.scratch, effect.node
                self.play(*effect.moves)
        return self.exercise

    def play(self, *moves: str) -> None:
        """Have moves on the board that nobody judges."""
        for move in moves:
            self.record, self.node = records.play(self.record, self.node, move)

    def become(self, **fields: Any):
        """Have the exercise with other values."""
        self.exercise = replace(self.exercise, **fields)
        return self.exercise

    def _position_at(self, node: int):
        moves = []
        while node:
            moves.append(self.record[node].move)
            node = self.record[node].parent
        return read_position(self.record.start).replay(tuple(moves[::-1]))
