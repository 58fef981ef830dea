"""Small parts of the interface that many places use: controls, prose, messages, `appearance`.

Nothing here knows what it is used for: what stands in one dock or dialog alone lies there. Small
pictures of positions (`flat_painting`) are painted without OpenGL.
"""
