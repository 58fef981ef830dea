"""Pyramid Ball (Jason Webster): secret programs, and everything moves at once.

`kind` is where it begins. `pitch` is the board and decides a pass, `match_state` what stands
between turns, `rulebook` the options, `programming` what is chosen in secret; `turn_run` decides a
row of moves, carries a turn out and gives an account of it (`turn_account`); `telling` has the
words and events for it. The same compiled, for engines and proofs: `turn_kernels`, with
`ball_kernels`.
"""
