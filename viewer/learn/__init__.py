"""Lessons and puzzles, played and written.

`exercise_player` carries out what follows in the exercise of the active document
(`model.exercises`) and plays its lines, with `judge` in the background; `learning` hands it
commands and goes through mixed practice. `lessons` and `puzzles` hold the authors. Widgets of
docks are not here but in `viewer.panels.learn_panel` and `viewer.panels.author`.
"""
