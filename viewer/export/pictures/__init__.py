"""Pictures: level maps and diagrams as vectors, and PNG files with a ground or without.

Until all are made they lie in one file without a name, so that nothing is left wherever a process
ends. A PNG larger than a frame of OpenGL is drawn in tiles: the camera sees one part of its frustum
after the other. One without a ground is drawn on black and on white, and the difference is its
alpha, so edges, shadows and glass are right without a word of it in any shader. A diagram takes its
colours from where the scene does, and its order from the distance to the eye; what planes leave of
a ball is convex, so its outline is the hull of its points.
"""
