"""Somebody to play against: seats, levels, `matches`, `programs` that speak UGI; no Qt.

Who plays is a `Player`: it chooses a move of a `Situation`. A level says how many positions its
engine looks at, how much worth it may give away, and how often it slips. `matches` has pairs of
games from balanced openings, or as many games as there are seats; `review` looks at every position
of a line, and what a mistake is follows from the evaluations before and after a move; `batch` is
the one way to do many tasks.
"""
