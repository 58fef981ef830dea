"""Games, puzzles and lessons as immutable values, and the `.pyramidion` files that hold them.

`record` is the tree of moves, the edits that change it and what replays it; `puzzle`, `lesson` and
`view` are what a record can hold. `files` reads and writes whole files, their form is in
`json_form`, every word in them is checked before anything is shown. What a puzzle proves and how a
task is judged is in `model.puzzles` and `model.lessons`; open documents, undo and the journal are
in `viewer.session`.
"""
