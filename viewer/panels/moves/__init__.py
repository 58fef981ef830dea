"""The Moves dock: the tree of a game and its comments.

`tree` makes rows of the tree, `comment` shows and edits a comment, `panel` is the dock. Edits of
the tree are commands (`viewer.commands.edit_menu`).
"""
