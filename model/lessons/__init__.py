"""Lessons: a sequence of steps that show positions, say something about them, and set tasks."""
