"""Planes, stages of moves and the thoughts of engines, in words."""
