"""What the engine counts with, compiled: rounds on flat arrays, heuristics, judgement.

They lie in a folder of their own so that a change of the rules beside them compiles nothing anew
(`model.kernels`).
"""
