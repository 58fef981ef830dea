"""Lessons and puzzles, played and written.

`learning` knows which player runs the active document. `lessons` and `puzzles` hold players,
authors, and runs, which are pure values and judge moves; lines that are shown and mixed practice
are what both have. Widgets of docks are not here but in `viewer.panels.learn` and
`viewer.panels.author`; what is right is found out by `model.lessons` and `model.puzzles`.
"""
