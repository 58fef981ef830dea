"""What the stage shows, one module a thing: each turns a picture into rows for a shader.

Balls and points, pieces and reserves, the board, labels, level numbers, explanations,
annotations, hints of a move, the active site, the handle of a cut. `ground_shapes` and
`shape_sources` are the tables by which boards and kinds of pieces are drawn; `appearance` says how
balls and points look, `impostors` and `primitives` hand rows to VTK.

Balls on the sites of a lattice are one layer with a fixed geometry; terraces are a block a field
and level, so that cuts have faces and levels move apart. A pour colours points in the shader, by
its time; the balls it has reached are rimmed by a layer of their own, since gold mixed with blue
would be brown.
"""
