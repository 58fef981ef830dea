"""The Moves dock: the tree of a game and its comments.

`tree` makes rows of the tree, `panel` is the dock, with the comment. Edits of
the tree are commands (`viewer.commands.edit_menu`).
"""
