"""Asks a class in Pyramidion's own window: from when a try is sent until it is seen on the board.

``python class_window.py PUPILS ROUNDS`` prints one JSON line: "seconds" of all tries that were
seen, and how many were "lost". Everybody touches a point of their own.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.peers.real_window import opened
from model.exercises.lesson import LessonExercise
from model.positions.setup import read_position
from model.records.files import Contents, save
from model.records.lesson import Lesson, Step, Task
from model.records.record import ROOT, new_record, set_lesson
from model.records.view import View

WIDTH, HEIGHT, LONGEST = 1280, 800, 3.0
START = "partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
JOINS = re.compile(r":(\d+) +code (\w+)")
"""Where a class joins, in what the window says."""
PUPILS = Path(__file__).with_name("class_pupils.py")


def main(pupils: int, rounds: int) -> None:
    """Print how long the tries took."""
    position = read_position(START)
    names = position.game.board.names
    task = Task("click", accepted=names, right="It is sent.")
    lesson = Lesson((Step(ROOT, "Touch a point.", task=task),) * (rounds + 1))
    record = set_lesson(new_record(START, title="A class"), lesson)
    with (
        opened(position, WIDTH, HEIGHT) as (window, turn_over),
        tempfile.TemporaryDirectory() as folder,
    ):
        path = Path(folder) / "class.pyramidion"
        save(path, Contents(record, ROOT, View()))
        window.open_path(path)
        window.perform("present.start")
        question, laid = window.presentation.question, window.scene_view.laid
        scene = window.scene_view.widget
        question.ask(on_network=False)
        while not (joins := JOINS.search(question.words)):
            turn_over(0.1)
        command = [sys.executable, str(PUPILS), *joins.groups(), *names[:pupils]]
        pipe = subprocess.PIPE
        seconds: list[float] = []
        lost = 0
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as others:
            assert others.stdin is not None
            assert others.stdout is not None
            others.stdout.readline()
            for step in range(rounds + 1):
                question.toggle()
                print(step, file=others.stdin, flush=True)
                seen: dict[str, float] = {}
                waiting: set[str] = set()
                end = time.monotonic() + LONGEST
                while len(seen) < pupils and time.monotonic() < end:
                    drawn = scene.frames
                    turn_over(0.002)
                    if scene.frames > drawn:
                        seen |= dict.fromkeys(waiting, time.monotonic())
                    waiting = {one.site for one in laid.shown} - seen.keys()
                answer = json.loads(others.stdout.readline())
                if step:  # the first round loads what the others have
                    seconds += [now - answer["sent"][place] for place, now in seen.items()]
                    lost += pupils - len(seen)
                window.presentation.step(1)
                exercise = window.session.exercise
                assert isinstance(exercise, LessonExercise)
                assert exercise.step == min(step + 1, rounds), "a step was not gone"
            others.stdin.close()
    print(json.dumps({"seconds": seconds, "lost": lost}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
