"""Programs that draw the same balls; each runs by its path, in an environment of its own."""
