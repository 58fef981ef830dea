"""Docks that only Pyramid Ball has: the log of a turn."""
