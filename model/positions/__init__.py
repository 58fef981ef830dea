"""What holds for positions of every game: they are read, set up, mirrored; events are followed."""
