"""Pyramid Ball (Jason Webster): secret programs, and everything moves at once.

`kind` is where it begins. `rulebook` has the board, the options, what stands between turns and what
is chosen in secret; `turn_run` decides a row of moves and carries a turn out, `telling` gives an
account of it, with the words and events for it. The same compiled, for engines and proofs:
`turn_kernels`.
"""
