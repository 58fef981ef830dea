"""Turns of Pyramid Ball compiled: states and programs as arrays, for searches."""
