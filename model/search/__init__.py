"""Searches that know the contract of games and a goal, and no game: what a side can force.

`provers` says which prover and which solver answer for a game; `plain_prover` plays all lines,
`deepening` frames kernels that search by depth, with `proof_table` as their memory, `maker_breaker`
plays on sets of points, `forced` finds the value of a position, `playout` plays games out.
`uct` plays any game, and `game_tree` has the kernels for engines that grow trees of games played
out, with random bits from `chance`.
"""
