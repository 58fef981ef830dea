"""Solved puzzles, told whole.

`solution_tree` finds set play, keys, variations and tries, `tree_wording` puts them into rows.
`themes` says what a puzzle is about.
"""
