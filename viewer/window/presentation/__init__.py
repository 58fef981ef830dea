"""Presenting to a room: full screen, a caption in large type, a plan from above, a clicker's keys.

What is stepped through (a lesson's steps, a game's moves) comes from `viewer.learn.slides`.
"""
