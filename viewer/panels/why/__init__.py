"""The Why dock: how a position stands, and the reasons.

`panel` shows a game's facts, or the content that its `GameView` names (`content` is the type);
such contents live in `viewer.panels.games`.
"""
