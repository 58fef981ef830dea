"""Boards as named sites in space: pyramids of touching balls, and terraces of square fields."""
