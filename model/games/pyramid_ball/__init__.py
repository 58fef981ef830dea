"""Pyramid Ball (Jason Webster): secret programs, and everything moves at once.

`kind` is where it begins. `pitch` is the board, `match_state` what stands between turns, `rulebook`
the options, `programming` what is chosen in secret; `pass_line` decides a pass, `turn_run` a row of
moves, and carries a turn out and gives an account of it (`turn_account`); `telling` has the words
and events for it. The same compiled, for engines and proofs: `turn_kernels`, with `ball_kernels`.
"""
