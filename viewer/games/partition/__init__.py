"""What Pyramid Partition adds to the viewer: corners explained, in words and laid over the board.

`explainer` finds out, explains and draws, `sentences` say, and `game_view` decides.
"""
