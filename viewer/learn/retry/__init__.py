"""Retrying mistakes: the positions before them once more, one after the other."""
