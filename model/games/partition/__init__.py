"""Pyramid Partition (Mark Steere, 2024): positions, hooks of its kind, proofs, what corners cost.

`kind` is where it begins. What is connected to what is found by `model.connection`, which knows
lattices and masks; here are the rules, `verdicts` on a position, and the sets of points that win.
"""
