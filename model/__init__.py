"""The rules of pyramid games as pure values and functions: no Qt, no VTK, no windows.

`game` is the contract, `games` keep it, `registry` names them. Below it lie boards and the grammar
of positions, above it what holds for every game: setting up, records, lessons, puzzles.
"""
