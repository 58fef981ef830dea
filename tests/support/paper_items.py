"""Small items of every kind, to be printed."""

from model.records import record as records
from model.records.files import Contents
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.puzzle import Puzzle, Stipulation, Try
from model.records.view import Mark
from viewer.export.items import ExportItem

START = "partition:size=3,rules=free RR1,1B1,BRR/1B,BR/B red"


def game_item(said="", **headers):
    """A game of two moves with a mark, a variation, and comments."""
    record, first = records.play(records.new_record(START, **headers), 0, "1e1")
    record, _ = records.comment(record, first, said or "A *strong* move.")
    record, _ = records.mark(record, first, (Mark("1e1"), Mark("2b2", "text", text=said[:80])))
    record, other = records.play(record, 0, "1e3")
    record, _ = records.comment(record, other, said or "Too slow.")
    return ExportItem(Contents(record, first), said or "Our game")


def puzzle_item(said="", number=1, **headers):
    """A puzzle with a try."""
    tries = (Try("1e3", ("1e1",), said, said or "It leaves the corner open."),)
    puzzle = Puzzle(Stipulation("hold", 1, "SW"), tries=tries, grade=2)
    record = records.set_puzzle(records.new_record(START, **headers), puzzle)
    return ExportItem(Contents(record, kind="puzzle"), said or f"Puzzle {number}")


def lesson_item(said=""):
    """A lesson with a step without a task, a choice, a move, and a click."""
    choices = (Choice(said or "Red", True), Choice(said or "Blue"))
    place = Task("place", accepted=("1e1",), right=said or "Right you are.", hint=said or "Look.")
    steps = (
        Step(0, said or "Look at this.", said or "Who is who", notes=said or "Give them time."),
        Step(0, said or "Who wins?", said or "The winner", task=Task("choice", choices=choices)),
        Step(0, said or "**Win.**", said or "The move", task=place, marks=(Mark("1e1"),)),
        Step(0, said or "Click a corner.", task=Task("click", accepted=("1a1", "1e5"))),
    )
    record = records.set_lesson(records.new_record(START), Lesson(steps, said))
    return ExportItem(Contents(record, kind="lesson"), said or "Our lesson")


def position_item(said="", start=START):
    """A position with a comment."""
    record, _ = records.comment(records.new_record(start), 0, said or "Set up.")
    return ExportItem(Contents(record, kind="position"), said or "Our position")
