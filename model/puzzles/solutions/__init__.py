"""Solved puzzles, told whole.

`solution_tree` finds set play, keys, variations and tries, and puts them into rows of words.
`themes` says what a puzzle is about.
"""
