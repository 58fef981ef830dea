"""Searches that know the contract of games and a goal, and no game: what a side can force.

`provers` says which prover and which solver answer for a game. `proofs` prove what a side can
force, `maker_breaker` plays on sets of points, `depth_solver` finds the value of a position,
`tablebase_adapters` look it up. `alpha_beta` and `tree_search` are engines' searches, `matrix_game`
is that of games in which both choose at once; `playout` plays games out, with random bits from
`prng`.

`alpha_beta_search`, `proof_search`, `proof_number` and the plain UCT of `game_tree` are algorithms
as kernels, each written once; `model.kernels` makes them for a game.
"""
