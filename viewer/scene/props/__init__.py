"""What the stage shows, one module a thing: each turns a picture into rows for a shader.

Balls and points, pieces and reserves, the board, labels, level numbers, explanations,
annotations, hints of a move, the active site, the handle of a cut. `ground_shapes` and
`shape_sources` are the tables by which boards and kinds of pieces are drawn; `appearance` says how
balls and points look, `impostors` and `primitives` hand rows to VTK.
"""
