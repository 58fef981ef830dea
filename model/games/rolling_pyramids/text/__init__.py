"""Positions as strings: what a player has written, how the rest is written, and how all is read."""
