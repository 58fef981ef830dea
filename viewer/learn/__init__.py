"""Lessons and puzzles, played and written.

`learning` knows which player runs the active document. `lesson_player` and `puzzle_player` play;
how a move is judged is in their runs, which are pure values. `lesson_author` and `puzzle_author`
are what authors do. Widgets of docks are not here but in `viewer.panels.learn` and
`viewer.panels.author`; what is right is found out by `model.lessons` and `model.puzzles`.
"""
