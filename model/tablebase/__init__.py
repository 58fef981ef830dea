"""Tables of solved games: their files, builds and checkpoints, and those that this computer has."""
