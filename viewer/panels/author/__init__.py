"""The editors of lessons and puzzles, which stand in the Learn dock.

`lesson` and `puzzle` are the editors, the other modules the forms they are made of. They show
what `viewer.learn.lesson_author` and `puzzle_author` work on, and ask those for every change.
"""
