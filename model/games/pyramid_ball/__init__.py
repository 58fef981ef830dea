"""Pyramid Ball (Jason Webster): secret programs, and everything moves at once.

`kind` is where it begins. `pitch` is the board, `match_state` what stands between turns, `rulebook`
the options, `programming` what is chosen in secret; `pass_line` and `conflicts` decide a pass and a
row of moves, `turn_run` carries a turn out, and `telling` has the words and events for it.
"""
