"""Docks that only Rolling Pyramids has: the log of the battles."""
