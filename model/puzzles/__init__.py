"""Puzzles: asked, proved, solved, reduced and generated.

`question` puts a stipulation to a prover, `proof` proves that it is sound, `solving` is a person's
way through it as a pure state machine, `generate` makes sets of puzzles. What a
puzzle is as data is in `model.records.puzzle`, the searches are in `model.search`, each game's own
prover is a hook of its kind.
"""
