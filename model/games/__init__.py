"""A package a game, all alike: kind, position, setup, analysis, conditions, prover and their parts.

Games know nothing of each other and nothing of records, lessons or puzzles; `model.registry` names
those that ship.
"""
