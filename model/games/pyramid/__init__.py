"""Pyramid (Simon Allmer, 2020), a game on terraces: boards as data, actions, positions, proofs.

`kind` is where it begins. `actions` says in plain Python what a move does and why it cannot be
made, `kernels` do the same for whole trees of moves; the ground itself is `model.boards.terrace`.
"""
