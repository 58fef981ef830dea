"""Files of solved games, whatever the game: blocks with checksums, checkpoints, room on disk."""
