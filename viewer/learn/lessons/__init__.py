"""Lessons written: authors, what is wrong with a step, and the picture after an answer."""
