"""The Boards dock: the boards of their own that players have, filled by clicks and keys.

Boards are data (`Position.sheets`), asked of what the viewpoint knows. A click means what it means
on a site (`click_meaning`). Where a cell is a slot of the move its name is the last token of the
partial move: the slot is in hand, and its values answer, sites among them.
"""
