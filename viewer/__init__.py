"""The desktop program: command line, open documents, window, panels, 3D scene.

Rooms lie above one another and use only those below: docs/design.md draws them, `make lint` holds
them. What the games are is in `model`.
"""
