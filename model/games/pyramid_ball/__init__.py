"""Pyramid Ball (Jason Webster): secret programs, and everything moves at once.

`kind` is where it begins. `pitch` is the board and decides a pass, `rulebook` has the options and
what stands between turns, `programming` what is chosen in secret; `turn_run` decides a row of moves
and carries a turn out, `telling` gives an account of it, with the words and events for it. The same
compiled, for engines and proofs: `turn_kernels`, with `ball_kernels`.
"""
