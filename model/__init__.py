"""The rules of pyramid games as pure values and functions: no Qt, no VTK, no windows.

`contract` is what every game promises, `games` keep it, `registry` names them. Below it lie boards,
above it what holds for every game: positions, records, players, lessons, puzzles.
"""
