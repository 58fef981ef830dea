"""Widgets that one game alone needs, a package a game; its `GameView` names them, docks load them.

What holds for every game stands in the other panels.
"""
