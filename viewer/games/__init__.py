"""What each game adds to the viewer, as data and pure functions: one `GameView` a game.

`game_view` says what a game can bring, `registry` finds it by game, `facts` holds what can be said
of every game; a package a game holds the rest. No Qt, no VTK: widgets that a game has for itself
stand in `viewer.panels.games` and are only named here.
"""
