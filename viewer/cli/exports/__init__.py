"""The kinds of files that `pyramidion export` writes: the options of each, and what writes it."""
