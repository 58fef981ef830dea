"""Searches that know the contract of games and a goal, and no game: what a side can force.

`provers` says which prover and which solver answer for a game; `plain_prover` plays all lines,
`proof_search` proves by depth, with `proof_table` as its memory, `maker_breaker` plays on sets of
points, `depth_solver` finds the value of a position, `playout` plays games out. `uct` plays any
game, and `game_tree` has the kernels for engines that grow trees of games played out, with random
bits from `prng`.

`alpha_beta_search`, `proof_search_kernels`, `proof_number_kernels` and `uct_kernels` are algorithms
as kernels, each written once; `model.kernels` makes them for a game.
"""
