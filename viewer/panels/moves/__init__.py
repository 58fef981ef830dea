"""The Moves dock: the tree of a game and its comments."""
