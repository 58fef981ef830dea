"""The Learn dock: lessons and puzzles as a learner meets them.

`panel` shows the page that fits the active document: one of `exercise_page`, or an editor of
`viewer.panels.author`. What a page does is done by the player of `viewer.learn`.
"""
