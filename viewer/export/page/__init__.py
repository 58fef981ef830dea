"""The page: one HTML file (`whole_page`), built from the folder web.

A page draws with the program's own shaders, turned into GLSL ES 3.00 by rules
(`web/src/gl/glsl.ts`), and with the rows of the scene's layers, each once in the file. Balls and
points it makes itself from who owns which site, so that its reader cuts, peels and colours at will.
A frame of something that moves is quick, with blended edges; at rest a picture is the mean of four
fine passes.

What may be played is a tree of stages, made of `Position.steps`, which `web/src/app/entry.ts` goes
down tap by tap. A right answer leads to a node; of a wrong try the file says what each move changes
on the board, and nothing where that is a piece on the point that the move names. Partition and
Poly-Y are judged by `web/src/judge`, pure functions that know no page: both are one flood, in which
walls and sides are bits of a point. Explore plays on with it, and grows an item like those of a
file, so that maps, cuts, Why and keys know nothing of it.
"""
