"""The editors of lessons and puzzles, which stand in the Learn dock.

`lesson_editor` and `puzzle_editor` are the editors, the other modules the forms they are made
of. They show what `lesson_author` and `puzzle_author` of `viewer.learn` work on, and
ask those for every change.
"""
